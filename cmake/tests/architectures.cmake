# Run with cmake -P: the choice of GPU architectures, without nvcc or a GPU.
include(${CMAKE_CURRENT_LIST_DIR}/../CudaArchitectures.cmake)

function(expect answer wanted device cmake)
  course_cuda_architectures(got "${wanted}" ${device} ${cmake})
  if(NOT got STREQUAL answer)
    message(SEND_ERROR "wanted '${wanted}', device ${device}, CMake ${cmake}: got '${got}', expected '${answer}'")
  endif()
endfunction()

expect(native "" TRUE 3.25.1)
expect(75 "" TRUE 3.22.1)   # CMake of Ubuntu 22.04 does not know `native`
expect(75 "" FALSE 3.25.1)  # a machine without a GPU, a container being built
expect("80;90" "80;90" TRUE 3.25.1)
expect("90a" "90a" FALSE 3.22.1)
expect("120-virtual" "120-virtual" FALSE 3.25.1)

if(WANTED)
  course_cuda_architectures(got "${WANTED}" FALSE 3.25.1) # the caller expects a refusal
endif()
