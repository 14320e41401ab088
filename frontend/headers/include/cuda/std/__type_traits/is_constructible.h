// A part of cuda::std's <type_traits>.
#pragma once
#include "../../../cuda/std/type_traits"
