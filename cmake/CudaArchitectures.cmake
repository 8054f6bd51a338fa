# course_cuda_architectures(OUT WANTED DEVICE CMAKE): for which GPUs nvcc compiles.
#   WANTED  the user's list ("" if none was given): taken as it is, but refused below 7.5, the oldest GPU of the course
#   DEVICE  TRUE if a GPU answers on this machine
#   CMAKE   version of CMake: `native` is known from 3.24 on
# Without a device the answer is 75: its PTX runs on every newer GPU. Never `native` without a device, whose answer
# would be the text "No CUDA Devices found.".
function(course_cuda_architectures out wanted device cmake)
  foreach(architecture ${wanted})
    if(architecture MATCHES "^([0-9]+)" AND CMAKE_MATCH_1 LESS 75)
      message(FATAL_ERROR "CMAKE_CUDA_ARCHITECTURES names ${architecture}: the course needs compute capability 7.5 "
                          "or newer (CUDA 13 compiles for nothing older); leave the option away or name 75 or more")
    endif()
  endforeach()
  if(NOT wanted STREQUAL "")
    set(${out} "${wanted}" PARENT_SCOPE)
  elseif(device AND NOT cmake VERSION_LESS 3.24)
    set(${out} native PARENT_SCOPE)
  else()
    set(${out} 75 PARENT_SCOPE)
  endif()
endfunction()
