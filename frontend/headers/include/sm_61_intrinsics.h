// Empty: the prelude has all of it, as does the cuda_runtime.h of a toolkit that
// lacks this header.
#pragma once
