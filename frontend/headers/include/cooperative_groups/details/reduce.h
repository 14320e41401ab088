// Reductions by a group.
#pragma once
#include "../reduce.h"
