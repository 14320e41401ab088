// Empty: the prelude has all of it.
// A toolkit without this header has its declarations in cuda_runtime.h.
#pragma once
