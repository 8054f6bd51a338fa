# The machine `cuda`: finds nvcc, says in one sentence when it cannot work here, and compiles every kernel of the labs
# (target cuda_kernels), so that what the simulated GPU takes is known to be CUDA for the real one, too.
include(CudaArchitectures)

find_program(COURSE_NVCC nvcc HINTS ENV CUDACXX PATHS /usr/local/cuda/bin)
if(NOT COURSE_NVCC)
  message(FATAL_ERROR "The preset cuda needs nvcc (CUDA Toolkit), which is not on PATH; the preset sim needs neither "
                      "GPU nor toolkit")
endif()

# An old toolkit on a new system fails in every file, in system headers that no student can relate to the kernel.
# Ask once, with an empty kernel, and say whose fault it is.
set(probe ${PROJECT_BINARY_DIR}/cuda-probe)
if(NOT EXISTS ${probe}/fits)
  file(WRITE ${probe}/empty.cu "#include <cmath>\n#include <cstdlib>\n__global__ void empty() {}\nint main() { empty<<<1, 1>>>(); }\n")
  execute_process(COMMAND ${COURSE_NVCC} -c empty.cu -o empty.o WORKING_DIRECTORY ${probe}
                  RESULT_VARIABLE status ERROR_VARIABLE complaint OUTPUT_QUIET)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "Your CUDA Toolkit does not fit this system: ${COURSE_NVCC} cannot compile an empty kernel. "
                        "No kernel is at fault; take a newer toolkit or a system that NVIDIA lists for it.\n${complaint}")
  endif()
  file(WRITE ${probe}/fits "")
endif()

find_program(COURSE_NVIDIA_SMI nvidia-smi)
set(device FALSE)
if(COURSE_NVIDIA_SMI)
  execute_process(COMMAND ${COURSE_NVIDIA_SMI} -L RESULT_VARIABLE status OUTPUT_VARIABLE devices ERROR_QUIET)
  if(status EQUAL 0 AND devices MATCHES "GPU 0")
    set(device TRUE)
  endif()
endif()
# Before enable_language, which would choose an architecture of its own.
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES "")
endif()
course_cuda_architectures(architectures "${CMAKE_CUDA_ARCHITECTURES}" ${device} ${CMAKE_VERSION})
set(CMAKE_CUDA_ARCHITECTURES ${architectures})
set(CMAKE_CUDA_COMPILER ${COURSE_NVCC})
enable_language(CUDA)
# CUDA 11, the oldest toolkit of the course, knows C++17; the newer ones are asked for the same language.
set(CMAKE_CUDA_STANDARD 17)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)

# Every kernel that is meant to compile, as objects: nothing is run. What people are given (starters, solutions, plain
# versions) for all the architectures asked for; the corpus for the first of them, which is enough to know that nvcc
# takes a kernel. Wrong kernels, the most of all, have a target of their own, cuda_wrong_kernels: no one runs them on a
# real GPU. Those of which lab.json says that they must not compile ("check": "build") are left out.
file(GLOB_RECURSE given CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/labs/[0-9][0-9]-*/grader/starter/*.cu
     ${PROJECT_SOURCE_DIR}/labs/[0-9][0-9]-*/grader/plain/*.cu ${PROJECT_SOURCE_DIR}/solutions/[0-9][0-9]-*/*.cu)
file(GLOB_RECURSE corpus CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/labs/[0-9][0-9]-*/grader/corpus/*.cu)

file(GLOB descriptions CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/labs/[0-9][0-9]-*/lab.json)
foreach(description ${descriptions})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${description})
  cmake_path(GET description PARENT_PATH lab)
  file(READ ${description} json)
  string(JSON tasks ERROR_VARIABLE problem LENGTH "${json}" tasks)
  if(problem OR tasks EQUAL 0)
    continue() # course_lab() says what is wrong with it
  endif()
  math(EXPR last_task "${tasks} - 1")
  foreach(task RANGE ${last_task})
    string(JSON entries ERROR_VARIABLE problem GET "${json}" tasks ${task} corpus)
    if(problem)
      continue()
    endif()
    string(JSON count LENGTH "${entries}")
    if(count EQUAL 0)
      continue()
    endif()
    math(EXPR last_entry "${count} - 1")
    foreach(index RANGE ${last_entry})
      string(JSON check ERROR_VARIABLE problem GET "${entries}" ${index} check)
      if(check STREQUAL "build")
        string(JSON file GET "${entries}" ${index} file)
        list(REMOVE_ITEM corpus ${lab}/grader/${file})
      endif()
    endforeach()
  endforeach()
endforeach()

foreach(kernel ${given} ${corpus})
  if(kernel MATCHES "/(labs|solutions)/([^/]+)/")
    set_property(SOURCE ${kernel} PROPERTY INCLUDE_DIRECTORIES ${PROJECT_SOURCE_DIR}/labs/${CMAKE_MATCH_2})
  endif()
endforeach()
add_custom_target(cuda_kernels)
if(given)
  add_library(cuda_given_kernels OBJECT ${given})
  add_dependencies(cuda_kernels cuda_given_kernels)
endif()
list(GET CMAKE_CUDA_ARCHITECTURES 0 first_architecture)
set(wrong ${corpus})
list(FILTER wrong INCLUDE REGEX "/grader/corpus/wrong/")
list(FILTER corpus EXCLUDE REGEX "/grader/corpus/wrong/")
if(corpus)
  add_library(cuda_corpus_kernels OBJECT ${corpus})
  set_target_properties(cuda_corpus_kernels PROPERTIES CUDA_ARCHITECTURES ${first_architecture})
  add_dependencies(cuda_kernels cuda_corpus_kernels)
endif()
if(wrong)
  add_library(cuda_wrong_kernels OBJECT EXCLUDE_FROM_ALL ${wrong})
  set_target_properties(cuda_wrong_kernels PROPERTIES CUDA_ARCHITECTURES ${first_architecture})
endif()
