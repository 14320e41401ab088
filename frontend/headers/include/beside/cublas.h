// The first cuBLAS interface; its calls take any arguments too.
#pragma once
#include <cublas_v2.h>
