package spin

// largestBlock is the number of threads that a block has at most: conditions are computed for each.
const largestBlock = 1024

// deepest is the depth of computations that are followed. What people write has a few operands within
// operands; beyond it stand loops of variables.
const deepest = 64
