// A part of cuda::std's <concepts>.
#pragma once
#include "../../../cuda/std/concepts"
