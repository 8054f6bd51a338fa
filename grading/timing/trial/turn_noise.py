# Which is noisier: one process that times one kernel again and again, or four processes that take turns?
import json, socket, subprocess, sys, statistics, os, tempfile
runner, caseJson, rounds = sys.argv[1], json.load(open(sys.argv[2])), int(sys.argv[3])
class Runner:
    def __init__(self):
        a, b = socket.socketpair()
        self.folder = tempfile.mkdtemp()
        fd = b.fileno()
        self.p = subprocess.Popen([runner, '--turns', self.folder], pass_fds=(3,) , preexec_fn=lambda: os.dup2(fd, 3), close_fds=False)
        b.close(); self.f = a.makefile('rw', newline='\n'); self.s = a
    def ask(self, m):
        self.f.write(json.dumps(m) + '\n'); self.f.flush(); return json.loads(self.f.readline())
    def time(self, seed):
        r = self.ask({'do': 'call', 'case': caseJson, 'seed': seed}); assert 'ready' in r, r
        r = self.ask({'do': 'go'}); self.ask({'do': 'verify', 'salt': seed, 'samples': {}}); return r['ms']
def stats(x):
    x = sorted(x); m = statistics.median(x)
    return {'median_ms': m, 'p90_over_p10': x[int(.9*len(x))]/x[int(.1*len(x))], 'coefficient_of_variation': statistics.pstdev(x)/statistics.mean(x), 'max_over_median': x[-1]/m}
out = {'rounds': rounds}
one = Runner(); [one.time(i) for i in range(5)]
a = [one.time(i) for i in range(rounds)]
four = [one] + [Runner() for _ in range(3)]
for r in four: [r.time(i) for i in range(3)]
b = [[] for _ in four]
for i in range(rounds):
    for k, r in enumerate(four): b[k].append(r.time(i))
a2 = [one.time(i) for i in range(rounds)]
out['one_process'] = stats(a); out['one_process_again'] = stats(a2)
out['four_processes'] = [stats(x) for x in b]
out['four_pooled'] = stats(sum(b, []))
out['raw'] = {'one_process': a, 'four_processes': b, 'one_process_again': a2}
json.dump(out, open(sys.argv[4], 'w')); del out['raw']; print(json.dumps(out, indent=1))
for r in four: r.p.kill()
