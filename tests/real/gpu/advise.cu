// The statements of c10/cuda/CUDADeviceAssertionHost.cpp that ask for memory on the host (advise.inc has them); a kernel writes there, the host reads.
#include <ATen/cuda/Exceptions.h>
struct DeviceAssertionsData {
	int values[1024];
};
__global__ void fill(DeviceAssertionsData *data)
{
	data->values[threadIdx.x] = 3 * threadIdx.x + 1;
}
int main()
{
	DeviceAssertionsData *uvm_assertions_ptr = nullptr;
#include "advise.inc"
	fill<<<1, 1024>>>(uvm_assertions_ptr);
	AT_CUDA_CHECK(cudaDeviceSynchronize());
	int wrong = 0;
	for (int i = 0; i < 1024; i++)
		wrong += uvm_assertions_ptr->values[i] != 3 * i + 1;
	int where = -9;
#if CUDART_VERSION >= 13000
	int type = -9;
	AT_CUDA_CHECK(cudaMemRangeGetAttribute(&type, sizeof type, cudaMemRangeAttributePreferredLocationType,
		uvm_assertions_ptr, sizeof *uvm_assertions_ptr));
	std::printf("preferred location: type %d (the host is %d)\n", type, static_cast<int>(cudaMemLocationTypeHost));
	wrong += type != cudaMemLocationTypeHost;
#endif
	AT_CUDA_CHECK(cudaMemRangeGetAttribute(&where, sizeof where, cudaMemRangeAttributePreferredLocation,
		uvm_assertions_ptr, sizeof *uvm_assertions_ptr));
	std::printf("preferred location: %d (the host is %d)\n", where, cudaCpuDeviceId);
	wrong += where != cudaCpuDeviceId;
	std::printf("%s cudaMemAdvise and a kernel that writes there\n", wrong ? "FAILED" : "passed");
	return wrong != 0;
}
