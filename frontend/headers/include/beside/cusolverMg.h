// cuSOLVER over several GPUs: names/cusolver.h has all of it.
#pragma once
#include <cusolverDn.h>
#include <cusparse.h>
