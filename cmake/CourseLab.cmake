# course_lab(): all that a lab's CMakeLists.txt has to say.
#
# Makes, from the folder it is called in and what lab.json says there:
#   BUILD/labs/LAB/grade           the grader (grader/grade.cpp with the harness)
#   objects of grader/runner.cpp   one for each task, compiled with COURSE_TASK="name"
#   the target lab-LAB, which builds all of this and the libraries that a runner needs
#   BUILD/labs/LAB/manifest.json   what the course tool links with a student's compiled task file to get its runner
#                                  for the simulated GPU; with the preset cuda manifest-cuda.json besides, for the real one
#
# manifest.json:
#   { "schema": 1, "lab", "folder", "machine", "grader",
#     "tasks": { TASK: { "file", "objects": [...],         in this order on the linker's line, with the task's own object
#                        "libraries": [...],               after them, then "libraries" (a shared one: also as rpath)
#                        "include_directories": [...] } } }  for compiling the task file
# All paths are absolute.

# Values of a list at a JSON path, as a CMake list of one member of each element.
function(_course_json_members out json member)
  string(JSON count LENGTH "${json}")
  set(values)
  if(count GREATER 0)
    math(EXPR last "${count} - 1")
    foreach(index RANGE ${last})
      string(JSON value GET "${json}" ${index} ${member})
      list(APPEND values "${value}")
    endforeach()
  endif()
  set(${out} "${values}" PARENT_SCOPE)
endfunction()

function(course_lab)
  set(folder ${CMAKE_CURRENT_SOURCE_DIR})
  get_filename_component(lab ${folder} NAME)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/lab.json)
  if(NOT EXISTS ${folder}/lab.json)
    message(WARNING "labs/${lab} has no lab.json: the lab is left out")
    return()
  endif()
  file(READ ${folder}/lab.json json)
  string(JSON tasks ERROR_VARIABLE problem GET "${json}" tasks)
  if(problem)
    message(WARNING "labs/${lab}/lab.json cannot be read, the lab is left out: ${problem}")
    return()
  endif()
  _course_json_members(names "${tasks}" name)
  _course_json_members(files "${tasks}" file)

  add_executable(lab-${lab}-grade ${folder}/grader/grade.cpp)
  set_target_properties(lab-${lab}-grade PROPERTIES OUTPUT_NAME grade RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  target_include_directories(lab-${lab}-grade PRIVATE ${folder})
  target_link_libraries(lab-${lab}-grade PRIVATE course_harness_main course_harness)
  if(BUILD_TESTING)
    # Fails when lab.json and the grader's doctest cases are not the same checks.
    add_test(NAME lab-${lab}-checks COMMAND lab-${lab}-grade --lab ${folder} --list-json)
  endif()

  # Everything that the manifests name.
  add_custom_target(lab-${lab} ALL)
  add_dependencies(lab-${lab} lab-${lab}-grade course_runner_main)
  foreach(machine sim cuda)
    if(TARGET course_runner_${machine})
      _course_lab_runners(${machine})
    endif()
  endforeach()
endfunction()

# The rest of course_lab() for one machine; uses its variables.
macro(_course_lab_runners machine)
  set(runner course_runner_${machine})
  set(entries)
  set(parts ${runner} ${COURSE_RUNNER_RUNTIME_${machine}})
  set(suffix "")
  if("${machine}" STREQUAL cuda)
    set(suffix -cuda)
  endif()
  foreach(name file IN ZIP_LISTS names files)
    set(objects lab-${lab}-${name}-runner${suffix})
    add_library(${objects} OBJECT ${folder}/grader/runner.cpp)
    target_compile_definitions(${objects} PRIVATE COURSE_TASK="${name}")
    target_include_directories(${objects} PRIVATE ${folder})
    target_link_libraries(${objects} PRIVATE ${runner})
    set_target_properties(${objects} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    list(APPEND parts ${objects})
    string(CONCAT entry
      "    \"${name}\": { \"file\": \"${file}\",\n"
      "      \"objects\": [\"$<JOIN:$<TARGET_OBJECTS:${objects}>,\", \">\", \"$<JOIN:$<TARGET_OBJECTS:course_runner_main>,\", \">\"],\n"
      "      \"libraries\": [\"$<TARGET_FILE:${runner}>\", \"${COURSE_RUNNER_LIBRARY_${machine}}\"],\n"
      "      \"include_directories\": [\"${folder}\"] }")
    list(APPEND entries "${entry}")
  endforeach()
  add_dependencies(lab-${lab} ${parts})
  list(JOIN entries ",\n" entries)
  file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/manifest${suffix}.json CONTENT
"{ \"schema\": 1, \"lab\": \"${lab}\", \"folder\": \"${folder}\", \"machine\": \"${machine}\",
  \"grader\": \"$<TARGET_FILE:lab-${lab}-grade>\",
  \"tasks\": {
${entries} } }
")
endmacro()
