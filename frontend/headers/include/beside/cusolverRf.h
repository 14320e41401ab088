// cuSOLVER by refactorization: names/cusolver.h has all of it.
#pragma once
#include <cusolverDn.h>
#include <cusparse.h>
