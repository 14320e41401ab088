// NVML: types, constants, and calls that take any arguments.
#pragma once
typedef struct nvmlDevice_st *nvmlDevice_t;
typedef enum { NVML_SUCCESS, NVML_ERROR_UNINITIALIZED, NVML_ERROR_NOT_SUPPORTED = 3 } nvmlReturn_t;
typedef enum { NVML_CLOCK_GRAPHICS, NVML_CLOCK_SM, NVML_CLOCK_MEM } nvmlClockType_t;
typedef enum { NVML_TEMPERATURE_GPU } nvmlTemperatureSensors_t;
struct nvmlMemory_t {
  unsigned long long total, free, used;
};
struct nvmlUtilization_t {
  unsigned int gpu, memory;
};
extern "C" {
const char *nvmlErrorString(nvmlReturn_t result);
nvmlReturn_t nvmlInit(...), nvmlInit_v2(...), nvmlShutdown(...), nvmlDeviceGetCount(...),
    nvmlDeviceGetHandleByIndex(...), nvmlDeviceGetHandleByPciBusId(...),
    nvmlDeviceGetName(...), nvmlDeviceGetPowerUsage(...), nvmlDeviceGetMemoryInfo(...),
    nvmlDeviceGetUtilizationRates(...), nvmlDeviceGetTemperature(...),
    nvmlDeviceGetClockInfo(...), nvmlDeviceGetTotalEnergyConsumption(...);
}
