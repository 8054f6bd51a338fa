#!/bin/sh
# run.sh SITE WORK: tests the built site in a real browser. WORK is a folder in the build tree for node's packages.
set -eu
here=$(dirname -- "$(readlink -f -- "$0")")
site=$1
work=$2
absent() { exec sh "$here/absent.sh" "$1"; }

command -v node >/dev/null || absent "node is missing (package nodejs)"
node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 18 ? 0 : 1)' || absent "node $(node --version) is too old, 18 is needed"
command -v npm >/dev/null || absent "npm is missing (package npm)"
browser=${COURSE_CHROMIUM:-}
for name in chromium google-chrome-stable google-chrome chromium-browser; do
  [ -n "$browser" ] || browser=$(command -v $name || true)
done
[ -n "$browser" ] || absent "no Chromium or Chrome was found (package chromium; or name one in COURSE_CHROMIUM)"
[ -e "$site/index.html" ] || absent "the site was not built"

mkdir -p "$work"
if ! cmp -s "$here/package-lock.json" "$work/node_modules/installed-lock.json"; then
  cp "$here/package.json" "$here/package-lock.json" "$here/.npmrc" "$work/"
  (cd "$work" && npm ci --no-fund --no-audit --loglevel=error) || absent "npm could not fetch playwright-core and axe-core"
  cp "$here/package-lock.json" "$work/node_modules/installed-lock.json"
fi
cp "$here"/*.mjs "$work/"
cd "$work"
SITE=$site CHROMIUM=$browser exec node --test site.test.mjs
