# The flags that the tree makes for nvcc of -DARCH=LIST, with a toolkit of -DCUDA_VERSION=VERSION.
include(cmake/Modules_CUDA_fix/upstream/FindCUDA/select_compute_arch.cmake)
cuda_select_nvcc_arch_flags(flags ${ARCH})
message("${flags}")
