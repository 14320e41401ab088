__global__ void kernel(int *p) {}
void touch(dim3 *);
void straight(int *p, int n) {
  const int rows = 4;
  dim3 grid, block(32);
  kernel<<<grid, block>>>(p); // 32x1x1
  block.x = 64 / rows;
  block.y = rows;
  kernel<<<grid, block>>>(p); // 16x4x1
  block = dim3(8, 8);
  block.z = 2;
  kernel<<<grid, block>>>(p); // 8x8x2
  block.y = n;
  kernel<<<grid, block>>>(p); // 8x?x2
  block.y = 1;
  kernel<<<grid, block>>>(p); // 8x1x2
  block.x *= 2;
  kernel<<<grid, block>>>(p); // 16x1x2
}
void parted(int *p, int n) {
  dim3 block(32);
  if (n > 4) {
    block.x = 64;
    kernel<<<1, block>>>(p); // 64x1x1
  } else {
    kernel<<<2, block>>>(p); // 32x1x1
  }
  kernel<<<3, block>>>(p); // 64x1x1, 32x1x1
  block.x = 16;
  for (int i = 0; i < n; i++) {
    kernel<<<4, block>>>(p); // 16x?x1
    block.y = 2;
    kernel<<<5, block>>>(p); // 16x2x1
  }
  kernel<<<6, block>>>(p); // 16x?x1
  for (int i = 0; i < n; i++) {
    dim3 own(32);
    kernel<<<7, own>>>(p); // 32x1x1
    own.y = 2;
    kernel<<<8, own>>>(p); // 32x2x1
  }
}
void shared(int *p, int n) {
  dim3 chosen(32), jumped(32), later(32), taken(32);
  switch (n) {
  case 1:
    chosen.x = 64;
  case 2:
    kernel<<<1, chosen>>>(p); // ?
  }
again:
  kernel<<<2, jumped>>>(p); // ?
  jumped.x = 64;
  if (n--)
    goto again;
  auto change = [&] { later.x = 64; };
  kernel<<<3, later>>>(p); // ?
  taken.x = 64;
  touch(&taken);
  kernel<<<4, taken>>>(p); // ?
}
void deferred(int *p) {
  dim3 block(32), fixed(16);
  auto run = [&] {
    dim3 own(8);
    kernel<<<1, block>>>(p); // ?x1x1
    kernel<<<2, fixed>>>(p); // 16x1x1
    kernel<<<3, own>>>(p); // 8x1x1
  };
  kernel<<<4, block>>>(p); // 32x1x1
  block.x = 64;
  run();
}
