# warpcheck in a build that CMake makes for Ninja: one edge a source, and one that merges.
#
#   include(warpcheck)
#   warpcheck_target(check_warps TARGETS kernels app FLAGS --potential REPORT_FLAGS -f concise)
#
# adds the target check_warps. It analyses the CUDA sources (.cu) of the targets, each as its target
# compiles it, and again when the source, or a file that it was seen to read, or the program has
# changed. Then it reports as one run over all of them would, and fails where that has findings, or
# where something was not analysed.
#
#   TARGETS       whose sources are analysed; they need not be built
#   FLAGS         what is analysed: --potential, --arch, --config, --unit-cpu ...
#   REPORT_FLAGS  how it is told: -f, -o, --stats, --fail-on ...
#   DEPENDS       targets that make headers which the sources include
#
# Each source is named from the top folder of the project, and read as compile_commands.json says.
# A header that comes to stand before the one that was read, and a first .warpcheck.yaml, are no change
# that Ninja sees: where results have to be others, the merge tells of it (exit code 3), and who removes
# the folder NAME.dir in the build folder has all analysed again.

cmake_policy(PUSH)
cmake_policy(VERSION 3.20...3.25) # depfiles are read from the folder that they name

find_program(WARPCHECK_EXECUTABLE warpcheck DOC "warpcheck, which finds misuse of CUDA's warp collectives")

function(warpcheck_target name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "TARGETS;FLAGS;REPORT_FLAGS;DEPENDS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_TARGETS)
    message(FATAL_ERROR "warpcheck_target(NAME TARGETS target... [FLAGS ...] [REPORT_FLAGS ...] [DEPENDS ...])")
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "Ninja")
    message(FATAL_ERROR "warpcheck_target: generate for Ninja (-G Ninja), which reads what each result depends on")
  endif()
  if(NOT WARPCHECK_EXECUTABLE)
    message(FATAL_ERROR "warpcheck_target: warpcheck is not on the path: install it, or set WARPCHECK_EXECUTABLE")
  endif()
  set_property(TARGET ${arg_TARGETS} PROPERTY EXPORT_COMPILE_COMMANDS ON)

  set(results)
  foreach(target IN LISTS arg_TARGETS)
    get_target_property(sources ${target} SOURCES)
    get_target_property(folder ${target} SOURCE_DIR)
    foreach(source IN LISTS sources)
      if(source MATCHES "\\$<")
        message(WARNING "warpcheck_target: a source of ${target} is a generator expression and is not checked: ${source}")
      elseif(source MATCHES "\\.cu$")
        cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder} NORMALIZE OUTPUT_VARIABLE full)
        _warpcheck_source(${full} result)
        list(APPEND results ${result})
      endif()
    endforeach()
  endforeach()
  if(NOT results)
    message(FATAL_ERROR "warpcheck_target: no .cu file among the sources of ${arg_TARGETS}")
  endif()

  list(REMOVE_DUPLICATES results)
  set(list "${CMAKE_CURRENT_BINARY_DIR}/${name}.dir/results")
  list(JOIN results "\n" lines)
  file(GENERATE OUTPUT ${list} CONTENT "${lines}\n")
  add_custom_target(${name}
    COMMAND ${WARPCHECK_EXECUTABLE} merge ${arg_REPORT_FLAGS} --results ${list}
    DEPENDS ${results} ${list} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} VERBATIM)
endfunction()

# _warpcheck_source adds the edge for a source, once, and names its result.
function(_warpcheck_source full result)
  cmake_path(IS_PREFIX CMAKE_SOURCE_DIR ${full} is_below)
  set(path ${full})
  if(is_below)
    cmake_path(RELATIVE_PATH path BASE_DIRECTORY ${CMAKE_SOURCE_DIR})
  endif()
  string(SHA256 digest ${path})
  string(SUBSTRING ${digest} 0 16 digest)
  cmake_path(GET full FILENAME file)
  set(made "${CMAKE_CURRENT_BINARY_DIR}/${name}.dir/${file}.${digest}.result")
  set(${result} ${made} PARENT_SCOPE)
  if(made IN_LIST results)
    return()
  endif()
  add_custom_command(OUTPUT ${made}
    COMMAND ${WARPCHECK_EXECUTABLE} ${arg_FLAGS} -p ${CMAKE_BINARY_DIR} -j 1
      --result ${made} --depfile ${made}.d ${path}
    DEPENDS ${full} ${WARPCHECK_EXECUTABLE} ${arg_DEPENDS} DEPFILE ${made}.d
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} COMMENT "warpcheck ${path}" VERBATIM)
endfunction()

cmake_policy(POP)
