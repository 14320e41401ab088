// {fmt}.
#pragma once
#include "format.h"
