// The pipeline primitives are in the prelude; the class is in cuda/pipeline.
#pragma once
#include <warpcheck_prelude.h>
