// The mask of the first n groups of eight lanes.
#define LANES(n) (0xffffffffu >> (32 - 8 * (n)))
