// The name of cuSPARSE's header in older programs.
#pragma once
#include "cusparse.h"
