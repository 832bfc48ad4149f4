/* The names of NVML that PyTorch's files use, for toolkits without nvml.h: enough to compile against, not to run. Used
 * by tests/real/nvcc.py. */
#ifndef NVML_STUB_H
#define NVML_STUB_H

#define NVML_DEVICE_PCI_BUS_ID_FMT "%08X:%02X:%02X.0"

typedef struct nvmlDevice_st *nvmlDevice_t;
typedef enum { NVML_SUCCESS = 0, NVML_ERROR_INSUFFICIENT_SIZE = 7 } nvmlReturn_t;
typedef enum { NVML_NVLINK_DEVICE_TYPE_GPU = 0, NVML_NVLINK_DEVICE_TYPE_SWITCH = 2 } nvmlIntNvLinkDeviceType_t;
typedef struct {
	unsigned int pid;
	unsigned long long usedGpuMemory;
} nvmlProcessInfo_v1_t, nvmlProcessInfo_t;
typedef struct {
	char busIdLegacy[16];
	unsigned int domain, bus, device, pciDeviceId, pciSubSystemId;
	char busId[32];
} nvmlPciInfo_t;

typedef struct {
	unsigned int version;
	unsigned char clusterUuid[16];
	nvmlReturn_t status;
	unsigned int cliqueId;
	unsigned char state;
	unsigned int healthMask;
} nvmlGpuFabricInfo_v2_t, nvmlGpuFabricInfoV_t;

#ifdef __cplusplus
extern "C" {
#endif
nvmlReturn_t nvmlInit_v2(void);
nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char *, nvmlDevice_t *);
nvmlReturn_t nvmlDeviceGetNvLinkRemoteDeviceType(nvmlDevice_t, unsigned int, nvmlIntNvLinkDeviceType_t *);
nvmlReturn_t nvmlDeviceGetNvLinkRemotePciInfo_v2(nvmlDevice_t, unsigned int, nvmlPciInfo_t *);
nvmlReturn_t nvmlDeviceGetComputeRunningProcesses(nvmlDevice_t, unsigned int *, nvmlProcessInfo_v1_t *);
nvmlReturn_t nvmlDeviceGetGpuFabricInfoV(nvmlDevice_t, nvmlGpuFabricInfoV_t *);
nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int *);
#ifdef __cplusplus
}
#endif

#endif
