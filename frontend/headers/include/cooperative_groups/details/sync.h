// The groups come together.
#pragma once
#include "../../cooperative_groups.h"
