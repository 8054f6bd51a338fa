# Settings that every C++ target of the course shares: link to course::options.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

option(COURSE_WERROR "Warnings are errors" ON)

add_library(course_options INTERFACE)
add_library(course::options ALIAS course_options)
target_include_directories(course_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(course_options INTERFACE -Wall -Wextra -Wpedantic $<$<BOOL:${COURSE_WERROR}>:-Werror>)
