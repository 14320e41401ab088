// What a template that nobody instantiates asks of its argument may be the same in all lanes; what a function of
// another unit answers differs from lane to lane as anywhere else.

extern __device__ int fromElsewhere(int v);

template <class T> __device__ void asksAnother(T *p) {
  if (fromElsewhere(p->n))
    __syncwarp(); // want~ potentially_not_participating_lane_in_mask "asksAnother"
}

template <class T> __device__ void asksItsArgument(T *p) {
  if (p->isLast(3))
    __syncwarp(); // want-open potentially_not_participating_lane_in_mask "unless isLast is the same in all lanes"
}
