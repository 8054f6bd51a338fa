# Settings that every C++ target of the course shares: link to course::options.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

set(COURSE_MACHINE sim CACHE STRING "Machine the kernels are compiled for: sim (no GPU, no CUDA Toolkit) or cuda (nvcc)")
set_property(CACHE COURSE_MACHINE PROPERTY STRINGS sim cuda)
option(COURSE_WERROR "Warnings are errors" ON)

# A second build of the same sources costs seconds where ccache is installed.
find_program(COURSE_CCACHE ccache)
mark_as_advanced(COURSE_CCACHE)
if(COURSE_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${COURSE_CCACHE})
endif()

add_library(course_options INTERFACE)
add_library(course::options ALIAS course_options)
target_include_directories(course_options INTERFACE ${PROJECT_SOURCE_DIR})
# g++ 12 reports false -Wrestrict faults on "a" + std::string + "b" (GCC bug 105651).
target_compile_options(course_options INTERFACE
  $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)
target_compile_options(course_options INTERFACE
  "$<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;$<$<BOOL:${COURSE_WERROR}>:-Werror>>"
  # Pedantry of the host compiler is about what nvcc itself generates.
  "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra;$<$<BOOL:${COURSE_WERROR}>:-Werror=all-warnings>>")

# course_targets_below(OUT FOLDER): the names of all targets made in FOLDER and below it.
function(course_targets_below out folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(below ${folders})
    course_targets_below(more ${below})
    list(APPEND targets ${more})
  endforeach()
  set(${out} ${targets} PARENT_SCOPE)
endfunction()
