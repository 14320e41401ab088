// Control flow: loops, switches, jumps, calls and scopes.

__device__ unsigned nested_loops(unsigned lane) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 6; ++i) {
    if (i == lane % 5) continue;
    for (unsigned j = i; j < 8; j += 2) {
      if (j > lane) break;
      sum += i * j + 1;
    }
    if (sum > 40) break;
  }
  return sum;
}

__device__ unsigned do_and_while(unsigned lane) {
  unsigned n = lane, steps = 0;
  do {
    n = n % 2 ? 3 * n + 1 : n / 2;
    if (++steps == 9) continue;
  } while (n > 1 && steps < 20);
  while (unsigned bit = n & 1) {
    n >>= bit;
    steps += 100;
  }
  return steps + n;
}

__device__ unsigned falling_through(unsigned lane) {
  unsigned x = 0;
  switch (lane % 7) {
    case 0: x += 1;
    case 1: x += 10; break;
    case 2: {
      x += 100;
      break;
    }
    default: x += 1000;
    case 4:
    case 5: x += 5; break;
    case 6: return 77;
  }
  switch (int y = x; y) {
    case 5 + 1000: return x + 1;
    case 11: x *= 2;
  }
  return x;
}

__device__ unsigned switch_in_a_loop(unsigned lane) {
  unsigned state = lane % 3, out = 0;
  for (int i = 0; i < 5; ++i) {
    switch (state) {
      case 0: state = 2; continue;
      case 1: state = 0; break;
      case 2: state = 1; out += i; break;
    }
    out = out * 4 + state;
  }
  return out;
}

__device__ unsigned jumps(unsigned lane) {
  unsigned i = lane, sum = 0;
again:
  sum += i;
  if (i > 20) goto done;
  i += 7;
  if (sum & 1) goto odd;
  sum += 3;
  goto again;
odd:
  sum += 2;
  if (i < 25) goto again;
done:
  return sum;
}

__device__ unsigned half_of(unsigned n, int depth) { return depth == 0 ? n : half_of(n / 2 + depth, depth - 1); }
__device__ void grow(unsigned &x, const unsigned &by, unsigned *count) {
  x += by;
  if (x > 30) return;
  ++*count;
  x *= 2;
}
__device__ unsigned with_defaults(unsigned a, unsigned b = 7, unsigned c = 11) { return a + 2 * b + 3 * c; }
__device__ unsigned overloaded(int x) { return 1 + x; }
__device__ unsigned overloaded(unsigned x) { return 2 + x; }
__device__ unsigned overloaded(char x) { return 3 + x; }

__device__ unsigned calls(unsigned lane) {
  unsigned count = 0, x = lane;
  grow(x, lane, &count);
  grow(x, x, &count);
  return x + 1000 * count + with_defaults(lane) + with_defaults(1, lane) + overloaded((int)lane) +
         overloaded(lane) * 3 + overloaded((char)lane) * 5;
}

__device__ unsigned &larger(unsigned &a, unsigned &b) { return a < b ? b : a; }

__device__ unsigned references(unsigned lane) {
  unsigned a = 10, b = lane;
  larger(a, b) = 100;
  unsigned &r = a;
  const unsigned &temporary = lane + 1;
  r += temporary;
  auto &&s = larger(a, b);
  s++;
  return a + 1000 * b;
}

__device__ unsigned pointers(unsigned lane) {
  unsigned cells[6] = {1, 2, 3};
  unsigned *p = cells + lane % 4, *end = cells + 6;
  *p++ = 50;
  *p = *p + 7;
  p[1] += lane;
  unsigned sum = (unsigned)(end - p) * 1000 + (p < end) * 5 + (p != cells) * 3;
  for (unsigned *q = cells; q != end; ++q) sum = sum * 3 + *q;
  return sum;
}

__device__ unsigned tables(unsigned lane) {
  int grid[3][4] = {{1, 2}, {5, 6, 7, 8}};
  grid[lane % 3][lane % 4] = 40;
  int(*row)[4] = &grid[1];
  (*row)[3]--;
  int sum = 0;
  for (auto &line : grid)
    for (int x : line) sum = sum * 5 + x;
  return sum + (int)sizeof(grid);
}

__device__ unsigned shadowed(unsigned lane) {
  unsigned x = lane;
  {
    unsigned x = 5;
    x += lane;
    if (unsigned x = lane & 3) lane += x;
    lane += x;
  }
  for (unsigned x = 0; x < 3; ++x) lane += x;
  return lane * 2 + x;
}

__device__ unsigned early_returns(unsigned lane) {
  for (unsigned i = 0;; ++i) {
    for (unsigned j = 0; j < 4; ++j)
      if (i * j > lane) return i * 10 + j;
    if (i == 9) return 1000;
  }
}

__device__ unsigned selected_by_constants(unsigned lane) {
  constexpr int width = 12;
  if constexpr (width > 10) lane += 1;
  static_assert(width == 12, "");
  return lane;
}
