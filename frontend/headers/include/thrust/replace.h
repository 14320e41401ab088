// warpcheck/thrust.h has all of Thrust.
#pragma once
#include <warpcheck/thrust.h>
