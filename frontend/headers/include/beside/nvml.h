// NVML: types, constants, and calls that take any arguments.
#pragma once
typedef struct nvmlDevice_st *nvmlDevice_t;
typedef enum {
  NVML_SUCCESS,
  NVML_ERROR_UNINITIALIZED,
  NVML_ERROR_INVALID_ARGUMENT,
  NVML_ERROR_NOT_SUPPORTED,
  NVML_ERROR_NO_PERMISSION,
  NVML_ERROR_ALREADY_INITIALIZED,
  NVML_ERROR_NOT_FOUND,
  NVML_ERROR_INSUFFICIENT_SIZE,
  NVML_ERROR_INSUFFICIENT_POWER,
  NVML_ERROR_DRIVER_NOT_LOADED,
  NVML_ERROR_TIMEOUT,
  NVML_ERROR_IRQ_ISSUE,
  NVML_ERROR_LIBRARY_NOT_FOUND,
  NVML_ERROR_FUNCTION_NOT_FOUND,
  NVML_ERROR_CORRUPTED_INFOROM,
  NVML_ERROR_GPU_IS_LOST,
  NVML_ERROR_RESET_REQUIRED,
  NVML_ERROR_OPERATING_SYSTEM,
  NVML_ERROR_UNKNOWN = 999
} nvmlReturn_t;
typedef enum { NVML_FEATURE_DISABLED, NVML_FEATURE_ENABLED } nvmlEnableState_t;
typedef enum {
  NVML_RESTRICTED_API_SET_APPLICATION_CLOCKS,
  NVML_RESTRICTED_API_SET_AUTO_BOOSTED_CLOCKS
} nvmlRestrictedAPI_t;
typedef enum {
  NVML_CLOCK_GRAPHICS,
  NVML_CLOCK_SM,
  NVML_CLOCK_MEM,
  NVML_CLOCK_VIDEO
} nvmlClockType_t;
typedef enum { NVML_TEMPERATURE_GPU } nvmlTemperatureSensors_t;
typedef enum {
  NVML_TEMPERATURE_THRESHOLD_SHUTDOWN,
  NVML_TEMPERATURE_THRESHOLD_SLOWDOWN,
  NVML_TEMPERATURE_THRESHOLD_MEM_MAX,
  NVML_TEMPERATURE_THRESHOLD_GPU_MAX
} nvmlTemperatureThresholds_t;
typedef enum {
  NVML_TOTAL_POWER_SAMPLES,
  NVML_GPU_UTILIZATION_SAMPLES,
  NVML_MEMORY_UTILIZATION_SAMPLES,
  NVML_ENC_UTILIZATION_SAMPLES,
  NVML_DEC_UTILIZATION_SAMPLES,
  NVML_PROCESSOR_CLK_SAMPLES,
  NVML_MEMORY_CLK_SAMPLES
} nvmlSamplingType_t;
typedef enum {
  NVML_VALUE_TYPE_DOUBLE,
  NVML_VALUE_TYPE_UNSIGNED_INT,
  NVML_VALUE_TYPE_UNSIGNED_LONG,
  NVML_VALUE_TYPE_UNSIGNED_LONG_LONG,
  NVML_VALUE_TYPE_SIGNED_LONG_LONG
} nvmlValueType_t;
union nvmlValue_t {
  double dVal;
  unsigned int uiVal;
  unsigned long ulVal;
  unsigned long long ullVal;
  long long sllVal;
};
struct nvmlSample_t {
  unsigned long long timeStamp;
  nvmlValue_t sampleValue;
};
#define nvmlClocksThrottleReasonNone 0ULL
#define nvmlClocksThrottleReasonGpuIdle 1ULL
#define nvmlClocksThrottleReasonApplicationsClocksSetting 2ULL
#define nvmlClocksThrottleReasonSwPowerCap 4ULL
#define nvmlClocksThrottleReasonHwSlowdown 8ULL
#define nvmlClocksThrottleReasonSyncBoost 0x10ULL
#define nvmlClocksThrottleReasonSwThermalSlowdown 0x20ULL
#define nvmlClocksThrottleReasonHwThermalSlowdown 0x40ULL
#define nvmlClocksThrottleReasonHwPowerBrakeSlowdown 0x80ULL
#define nvmlClocksThrottleReasonDisplayClockSetting 0x100ULL
#define nvmlClocksThrottleReasonAll 0x1ffULL
#define NVML_DEVICE_INFOROM_VERSION_BUFFER_SIZE 16
#define NVML_DEVICE_UUID_BUFFER_SIZE 80
#define NVML_DEVICE_PART_NUMBER_BUFFER_SIZE 80
#define NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE 80
#define NVML_SYSTEM_NVML_VERSION_BUFFER_SIZE 80
#define NVML_DEVICE_NAME_BUFFER_SIZE 64
#define NVML_DEVICE_NAME_V2_BUFFER_SIZE 96
#define NVML_DEVICE_SERIAL_BUFFER_SIZE 30
#define NVML_DEVICE_VBIOS_VERSION_BUFFER_SIZE 32
#define NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE 32
struct nvmlMemory_t {
  unsigned long long total, free, used;
};
struct nvmlUtilization_t {
  unsigned int gpu, memory;
};
extern "C" {
const char *nvmlErrorString(nvmlReturn_t result);
nvmlReturn_t nvmlDeviceGetAPIRestriction(...), nvmlDeviceSetAPIRestriction(...),
    nvmlDeviceGetApplicationsClock(...), nvmlDeviceSetApplicationsClocks(...),
    nvmlDeviceResetApplicationsClocks(...), nvmlDeviceGetSupportedMemoryClocks(...),
    nvmlDeviceGetSupportedGraphicsClocks(...);
nvmlReturn_t nvmlInit(...), nvmlInit_v2(...), nvmlShutdown(...), nvmlDeviceGetCount(...),
    nvmlDeviceGetHandleByIndex(...), nvmlDeviceGetHandleByIndex_v2(...),
    nvmlDeviceGetCount_v2(...), nvmlDeviceGetMaxClockInfo(...),
    nvmlDeviceGetPowerManagementLimit(...), nvmlDeviceGetCurrentClocksThrottleReasons(...),
    nvmlDeviceGetFanSpeed(...), nvmlDeviceGetSamples(...),
    nvmlDeviceGetTemperatureThreshold(...), nvmlDeviceGetHandleByPciBusId(...),
    nvmlDeviceGetName(...), nvmlDeviceGetPowerUsage(...), nvmlDeviceGetMemoryInfo(...),
    nvmlDeviceGetUtilizationRates(...), nvmlDeviceGetTemperature(...),
    nvmlDeviceGetClockInfo(...), nvmlDeviceGetTotalEnergyConsumption(...),
    nvmlDeviceGetBoardPartNumber(...), nvmlDeviceGetUUID(...), nvmlDeviceGetSerial(...),
    nvmlDeviceGetVbiosVersion(...), nvmlDeviceGetIndex(...), nvmlDeviceGetPciInfo(...),
    nvmlDeviceGetCudaComputeCapability(...), nvmlSystemGetDriverVersion(...),
    nvmlSystemGetNVMLVersion(...), nvmlSystemGetCudaDriverVersion(...);
}
