// Stand-in: one device.
#pragma once
#include <c10/cuda/CUDAStream.h>
#include <ATen/cuda/Exceptions.h>
namespace at::cuda
{
inline cudaDeviceProp *getCurrentDeviceProperties()
{
	static cudaDeviceProp properties;
	AT_CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
	return &properties;
}
} // namespace at::cuda
