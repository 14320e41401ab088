// The prelude has all of it.
#pragma once
#include <warpcheck_prelude.h>
