// nvtx3/nvToolsExt.h has all of it.
#pragma once
#include <nvtx3/nvToolsExt.h>
