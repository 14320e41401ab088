// Fallthrough, ranges, a nested case, a default in the middle.

__global__ void switches(int *out, int n) {
  switch (n) {
  case 1:
    out[0] = 1;
  case 2:
    out[1] = 2;
    break;
  default:
    out[2] = 3;
    break;
  case 5 ... 8:
    __syncwarp();
    return;
  }
  switch (n & 3) {
  case 0:
    do {
      out[n] = 0;
    case 1:
      out[n] = 1;
    } while (--n > 0);
  }
  switch (sizeof(int)) {
  case 4:
    out[4] = 4;
    break;
  case 8:
    out[8] = 8;
    break;
  }
}
