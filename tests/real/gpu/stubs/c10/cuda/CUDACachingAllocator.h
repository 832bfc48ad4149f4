// Stand-in: cudaMalloc and cudaFree.
#pragma once
#include <memory>
#include <ATen/cuda/Exceptions.h>
namespace c10
{
struct Freed {
	void operator()(void *data) const
	{
		cudaFree(data);
	}
};
using DataPtr = std::unique_ptr<void, Freed>;
} // namespace c10
namespace c10::cuda::CUDACachingAllocator
{
struct Allocator {
	DataPtr allocate(size_t bytes)
	{
		void *data = nullptr;
		AT_CUDA_CHECK(cudaMalloc(&data, bytes ? bytes : 1));
		return DataPtr(data);
	}
};
inline Allocator *get()
{
	static Allocator one;
	return &one;
}
} // namespace c10::cuda::CUDACachingAllocator
