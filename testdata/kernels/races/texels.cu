// What a texture holds is not known. Lanes that write it to one cell race where two of its values differ.
extern __shared__ unsigned char row[];

__global__ void crossed_rows(cudaTextureObject_t texture, int pitch, unsigned char *out) {
  int base = threadIdx.y * pitch;
  row[base] = tex2D<unsigned char>(texture, 0.f, (float)threadIdx.y);
  row[base + 1] = tex2D<unsigned char>(texture, 1.f, (float)threadIdx.y); // want~ potentially-missing-syncwarp "for row\[\d+\]"
  __syncthreads();
  out[threadIdx.y] = row[threadIdx.y];
}

// Of one texel there is one value.
__global__ void same_texel(cudaTextureObject_t texture, unsigned char *out) {
  row[0] = tex2D<unsigned char>(texture, 0.f, 0.f);
  __syncthreads();
  out[threadIdx.x] = row[0];
}

void launch(cudaTextureObject_t texture, int pitch, unsigned char *out) {
  crossed_rows<<<1, dim3(1, 32), 256>>>(texture, pitch, out);
  same_texel<<<1, 32, 256>>>(texture, out);
}

// without missing-syncthreads
// without uninitialized-shared
