// A management library that tells of one hot GPU, to load in place of the driver's.
#include <cstring>

extern "C" {
int nvmlInit_v2() { return 0; }
int nvmlShutdown() { return 0; }
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) {
  static int only;
  *device = &only;
  return index == 0 ? 0 : 2;
}
int nvmlDeviceGetHandleByPciBusId_v2(const char* id, void** device) {
  nvmlDeviceGetHandleByIndex_v2(0, device);
  return std::strcmp(id, "ffff:01:00.0") == 0 ? 0 : 6;  // NVML_ERROR_NOT_FOUND
}
int nvmlDeviceGetClockInfo(void*, int type, unsigned* mhz) {
  *mhz = type == 1 ? 1200 : 3201;  // NVML_CLOCK_SM, NVML_CLOCK_MEM
  return 0;
}
int nvmlDeviceGetTemperature(void*, int, unsigned* celsius) {
  *celsius = 91;
  return 0;
}
int nvmlDeviceGetCurrentClocksThrottleReasons(void*, unsigned long long* reasons) {
  *reasons = 0x40;  // HwThermalSlowdown
  return 0;
}
}
