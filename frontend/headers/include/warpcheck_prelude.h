// The prelude is read before every unit, as nvcc reads cuda_runtime.h: a file
// that includes nothing sees the built-in variables, the intrinsics and the
// runtime API. It includes the smallest of the C headers only, so that it
// parses in a few milliseconds.
//
// Device intrinsics are declarations without a body, under CUDA's own names:
// the analyser knows them by name. Everything that has a body here (vector
// constructors, cooperative groups, CUB) is code that the analyser reads.
#pragma once
#pragma clang system_header

// Lambdas for the device have ordinary classes here.
#define __nv_is_extended_device_lambda_closure_type(type) false
#define __nv_is_extended_host_device_lambda_closure_type(type) false

#include "warpcheck/attributes.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
// nvcc includes these two from C++11 on. <utility> costs as much time
// as all other headers, so it is left out of units that cannot use it.
#if __cplusplus >= 201103L && __has_include(<utility>)
#include <initializer_list>
#ifndef __WARPCHECK_PLAIN__
#include <utility>
#endif
#endif
#if __has_include(<assert.h>)
#include <assert.h>
#endif

#include "warpcheck/vector_types.h"
#include "warpcheck/builtins.h"
#include "warpcheck/clib.h"
#include "warpcheck/math.h"
#include "warpcheck/integer.h"
#include "warpcheck/convert.h"
#include "warpcheck/simd.h"
#include "warpcheck/warp.h"
#include "warpcheck/memory.h"
#include "warpcheck/cluster.h"
#include "library_types.h"
#include "warpcheck/runtime_types.h"
#include "warpcheck/runtime_api.h"
#include "warpcheck/texture.h"
