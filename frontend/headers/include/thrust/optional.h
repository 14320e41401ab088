// Thrust had an optional until CUDA 12. Here it is std::optional, without references.
#pragma once
#include <optional>
#include <warpcheck/thrust.h>

namespace thrust {
using ::std::bad_optional_access;
using ::std::in_place;
using ::std::in_place_t;
using ::std::make_optional;
using ::std::nullopt;
using ::std::nullopt_t;
using ::std::optional;
} // namespace thrust
