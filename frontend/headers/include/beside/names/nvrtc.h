// Further names of NVRTC: constants, types, and calls that take any arguments.
#pragma once

extern "C" {
nvrtcResult nvrtcGetNumSupportedArchs(...), nvrtcGetSupportedArchs(...), nvrtcGetLTOIRSize(...),
    nvrtcGetLTOIR(...), nvrtcGetOptiXIRSize(...), nvrtcGetOptiXIR(...), nvrtcGetPCHHeapSize(...),
    nvrtcSetPCHHeapSize(...), nvrtcGetPCHCreateStatus(...), nvrtcGetPCHHeapSizeRequired(...),
    nvrtcSetFlowCallback(...);
}
