// Host calls only.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include "names/nvjitlink.h"
