// EGL interoperability with the runtime.
#pragma once
#include "cudaEGL.h"
#include "names/runtime.h"
#include "names/interop.h"
