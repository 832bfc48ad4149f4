message(FATAL_ERROR [==[CMake Error at CMakeLists.txt:12 (find_package):]==])
