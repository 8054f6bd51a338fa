# Makes the site: pages from their sources, HTML by Doxygen, then the checks of the finished site.
#   cmake -DROOT= -DBUILD= -DCOURSE_SITE= -DDOXYGEN= -DTHEME= -P build_site.cmake
set(WORK ${BUILD}/docs/doxygen)
set(PAGES ${WORK}/pages)
set(SITE ${BUILD}/site)

function(run_or_stop what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status WORKING_DIRECTORY ${ROOT})
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "The site was not made: ${what}.")
  endif()
endfunction()

run_or_stop("pages or labs break the rules above" ${COURSE_SITE} pages ${ROOT} --out ${PAGES})

# The page header belongs to the installed Doxygen; ours is the same with our scripts, and with links for phones,
# where the tree has no room.
run_or_stop("Doxygen could not write its page header"
  ${DOXYGEN} -w html ${WORK}/header.html ${WORK}/footer.html ${WORK}/style.css)
file(READ ${WORK}/header.html header)
if(NOT header MATCHES "<html[^>]* lang=")
  string(REPLACE "<html " "<html lang=\"en\" " header "${header}")
endif()
string(REPLACE "</head>" "<script src=\"$relpath^doxygen-awesome-darkmode-toggle.js\"></script>
<script src=\"$relpath^course.js\"></script>
<script src=\"$relpath^search-index.js\"></script>
<script src=\"$relpath^search.js\"></script>
</head>" header "${header}")
string(REPLACE "<!-- end header part -->" "<nav class=\"sections\" aria-label=\"Sections\">
<a href=\"$relpath^index.html\">Start</a> <a href=\"$relpath^labs.html\">Labs</a>
<a href=\"$relpath^glossary.html\">Glossary</a> <a href=\"$relpath^guides.html\">Guides</a></nav>
<!-- end header part -->" header "${header}")
file(WRITE ${WORK}/header.html "${header}")

execute_process(COMMAND ${DOXYGEN} --version OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
set(VERSION_SETTINGS "")
if(version VERSION_GREATER_EQUAL 1.9.5)
  set(VERSION_SETTINGS "HTML_COLORSTYLE = LIGHT")  # the theme brings its own dark colours
endif()
configure_file(${ROOT}/docs/Doxyfile.in ${WORK}/Doxyfile @ONLY)

# Pages of terms that are gone must not stay behind.
file(REMOVE_RECURSE ${SITE})
run_or_stop("Doxygen failed" ${DOXYGEN} ${WORK}/Doxyfile)
file(GLOB extra ${PAGES}/extra/*)
file(COPY ${extra} DESTINATION ${SITE})

run_or_stop("the finished pages break the rules above"
  ${COURSE_SITE} html ${SITE} --root ${ROOT} --sources glossary/code examples solutions
  --log ${WORK}/warnings.log --pages ${PAGES})
message(STATUS "The site is in ${SITE}/index.html")
