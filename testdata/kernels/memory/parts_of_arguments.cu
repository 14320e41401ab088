// What lanes read of an argument at one place is the same, wherever that is.

struct Tensors {
  const int *address[110];
  int size[110];
  struct {
    int from, to;
  } range[2];
};

__global__ void of_each_block(Tensors list, const int *tensor_of_block) {
  int tensor = tensor_of_block[blockIdx.x];
  const int *data = list.address[tensor];
  for (int i = 0; i < list.size[tensor]; i++)
    if (data[i] > 3)
      __syncwarp();
}

__global__ void of_a_range(Tensors list, int which) {
  auto range = list.range[which];
  for (int i = range.from; i < range.to; i++)
    __syncwarp();
}

struct Ranges {
  struct {
    int from, to;
  } range[2];
};

__global__ void of_a_copy(const Ranges *lists, int which) {
  Ranges list = *lists;
  if (list.range[which].from < 3)
    __syncwarp();
}

__global__ void of_the_lane(Tensors list) {
  if (list.size[threadIdx.x] > 3)
    __syncwarp(); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

__global__ void written(Tensors list, int tensor) {
  list.size[tensor + 1] = threadIdx.x;
  if (list.size[tensor] > 3)
    __syncwarp(); // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
}
