// The prelude has what most programs use.
#pragma once
#include <warpcheck_prelude.h>
#include "names/runtime.h"
