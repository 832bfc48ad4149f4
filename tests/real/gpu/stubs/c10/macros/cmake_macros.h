// Stand-in for what CMake writes.
#pragma once
#define C10_BUILD_SHARED_LIBS
