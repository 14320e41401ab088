// The prelude has the parts that most programs use.
#pragma once
#include <warpcheck_prelude.h>
#include "names/runtime.h"
