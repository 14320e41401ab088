__global__ void kernel(int *p) {}
void touch(dim3 *);
void straight(int *p, int n) {
  const int rows = 4;
  dim3 grid, block(32);
  kernel<<<grid, block>>>(p);
  block.x = 64 / rows;
  block.y = rows;
  kernel<<<grid, block>>>(p);
  block = dim3(8, 8);
  block.z = 2;
  kernel<<<grid, block>>>(p);
  block.y = n;
  kernel<<<grid, block>>>(p);
  block.y = 1;
  kernel<<<grid, block>>>(p);
  block.x *= 2;
  kernel<<<grid, block>>>(p);
}
void parted(int *p, int n) {
  dim3 block(32);
  if (n > 4) {
    block.x = 64;
    kernel<<<1, block>>>(p);
  } else {
    kernel<<<2, block>>>(p);
  }
  kernel<<<3, block>>>(p);
  block.x = 16;
  for (int i = 0; i < n; i++) {
    kernel<<<4, block>>>(p);
    block.y = 2;
    kernel<<<5, block>>>(p);
  }
  kernel<<<6, block>>>(p);
  for (int i = 0; i < n; i++) {
    dim3 own(32);
    kernel<<<7, own>>>(p);
    own.y = 2;
    kernel<<<8, own>>>(p);
  }
}
void shared(int *p, int n) {
  dim3 chosen(32), jumped(32), later(32), taken(32);
  switch (n) {
  case 1:
    chosen.x = 64;
  case 2:
    kernel<<<1, chosen>>>(p);
  }
again:
  kernel<<<2, jumped>>>(p);
  jumped.x = 64;
  if (n--)
    goto again;
  auto change = [&] { later.x = 64; };
  kernel<<<3, later>>>(p);
  taken.x = 64;
  touch(&taken);
  kernel<<<4, taken>>>(p);
}
void deferred(int *p) {
  dim3 block(32), fixed(16);
  auto run = [&] {
    dim3 own(8);
    kernel<<<1, block>>>(p);
    kernel<<<2, fixed>>>(p);
    kernel<<<3, own>>>(p);
  };
  kernel<<<4, block>>>(p);
  block.x = 64;
  run();
}
