# What begins with BUILD_, USE_ or CMAKE_ in the environment becomes an option, as setup.py of earlier releases had it; but not what is defined: what the cache
# of an earlier run has stays.
execute_process(COMMAND ${CMAKE_COMMAND} -E environment OUTPUT_VARIABLE variables)
string(REPLACE "\n" ";" variables "${variables}")
foreach(variable IN LISTS variables)
  if(variable MATCHES "^((BUILD|USE|CMAKE)_[A-Z0-9_]+)=(.*)$" AND NOT DEFINED ${CMAKE_MATCH_1})
    set(${CMAKE_MATCH_1} "${CMAKE_MATCH_3}" CACHE STRING "of the environment")
  endif()
endforeach()
