// All of Thrust comes together.
#pragma once
#include <warpcheck/thrust.h>
