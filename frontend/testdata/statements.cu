__global__ void statements(int *p, int n) {
  for (int i = 0, j = n; i < j; ++i, j--)
    p[i] = j;
  for (;;)
    break;
  while (int left = n--)
    if (left > 3)
      continue;
  do
    n += 2;
  while (n < 0);
  switch (int c = n & 3; c) {
  case 1:
  case 2 ... 3:
    n = 4;
    break;
  default:;
  }
again:
  if (n)
    goto again;
  int values[3] = {1, 2};
  for (int v : values)
    p[v] = values[1];
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(n) : [k] "n"(3) : "memory");
  return;
}
