// Stand-in for what CMake writes.
#pragma once
#define AT_CUDNN_ENABLED() 0
#define AT_ROCM_ENABLED() 0
