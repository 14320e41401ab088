// Scans by a group.
#pragma once
#include "../scan.h"
