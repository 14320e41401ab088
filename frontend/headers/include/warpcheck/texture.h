// Textures and surfaces: descriptors, objects, the references of CUDA 11 and
// before, and their fetches. A fetch is an unknown load: no bodies.
#pragma once

enum cudaChannelFormatKind {
  cudaChannelFormatKindSigned, cudaChannelFormatKindUnsigned, cudaChannelFormatKindFloat,
  cudaChannelFormatKindNone, cudaChannelFormatKindNV12, cudaChannelFormatKindUnsignedNormalized8X1,
  cudaChannelFormatKindUnsignedNormalized8X2, cudaChannelFormatKindUnsignedNormalized8X4,
  cudaChannelFormatKindUnsignedNormalized16X1, cudaChannelFormatKindUnsignedNormalized16X2,
  cudaChannelFormatKindUnsignedNormalized16X4, cudaChannelFormatKindSignedNormalized8X1,
  cudaChannelFormatKindSignedNormalized8X2, cudaChannelFormatKindSignedNormalized8X4,
  cudaChannelFormatKindSignedNormalized16X1, cudaChannelFormatKindSignedNormalized16X2,
  cudaChannelFormatKindSignedNormalized16X4, cudaChannelFormatKindUnsignedBlockCompressed1,
  cudaChannelFormatKindUnsignedBlockCompressed1SRGB, cudaChannelFormatKindUnsignedBlockCompressed2,
  cudaChannelFormatKindUnsignedBlockCompressed2SRGB, cudaChannelFormatKindUnsignedBlockCompressed3,
  cudaChannelFormatKindUnsignedBlockCompressed3SRGB, cudaChannelFormatKindUnsignedBlockCompressed4,
  cudaChannelFormatKindSignedBlockCompressed4, cudaChannelFormatKindUnsignedBlockCompressed5,
  cudaChannelFormatKindSignedBlockCompressed5, cudaChannelFormatKindUnsignedBlockCompressed6H,
  cudaChannelFormatKindSignedBlockCompressed6H, cudaChannelFormatKindUnsignedBlockCompressed7,
  cudaChannelFormatKindUnsignedBlockCompressed7SRGB, cudaChannelFormatKindUnsignedNormalized1010102
};
enum cudaTextureAddressMode {
  cudaAddressModeWrap,
  cudaAddressModeClamp,
  cudaAddressModeMirror,
  cudaAddressModeBorder
};
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum cudaSurfaceBoundaryMode {
  cudaBoundaryModeZero,
  cudaBoundaryModeClamp,
  cudaBoundaryModeTrap
};
enum cudaSurfaceFormatMode { cudaFormatModeForced, cudaFormatModeAuto };
enum cudaResourceType {
  cudaResourceTypeArray,
  cudaResourceTypeMipmappedArray,
  cudaResourceTypeLinear,
  cudaResourceTypePitch2D
};
enum cudaResourceViewFormat {
  cudaResViewFormatNone,
  cudaResViewFormatUnsignedChar1,
  cudaResViewFormatUnsignedChar2,
  cudaResViewFormatUnsignedChar4,
  cudaResViewFormatSignedChar1,
  cudaResViewFormatSignedChar2,
  cudaResViewFormatSignedChar4,
  cudaResViewFormatUnsignedShort1,
  cudaResViewFormatUnsignedShort2,
  cudaResViewFormatUnsignedShort4,
  cudaResViewFormatSignedShort1,
  cudaResViewFormatSignedShort2,
  cudaResViewFormatSignedShort4,
  cudaResViewFormatUnsignedInt1,
  cudaResViewFormatUnsignedInt2,
  cudaResViewFormatUnsignedInt4,
  cudaResViewFormatSignedInt1,
  cudaResViewFormatSignedInt2,
  cudaResViewFormatSignedInt4,
  cudaResViewFormatHalf1,
  cudaResViewFormatHalf2,
  cudaResViewFormatHalf4,
  cudaResViewFormatFloat1,
  cudaResViewFormatFloat2,
  cudaResViewFormatFloat4,
  cudaResViewFormatUnsignedBlockCompressed1,
  cudaResViewFormatUnsignedBlockCompressed2,
  cudaResViewFormatUnsignedBlockCompressed3,
  cudaResViewFormatUnsignedBlockCompressed4,
  cudaResViewFormatSignedBlockCompressed4,
  cudaResViewFormatUnsignedBlockCompressed5,
  cudaResViewFormatSignedBlockCompressed5,
  cudaResViewFormatUnsignedBlockCompressed6H,
  cudaResViewFormatSignedBlockCompressed6H,
  cudaResViewFormatUnsignedBlockCompressed7
};
enum cudaGraphicsRegisterFlags {
  cudaGraphicsRegisterFlagsNone = 0,
  cudaGraphicsRegisterFlagsReadOnly = 1,
  cudaGraphicsRegisterFlagsWriteDiscard = 2,
  cudaGraphicsRegisterFlagsSurfaceLoadStore = 4,
  cudaGraphicsRegisterFlagsTextureGather = 8
};
enum cudaGraphicsMapFlags {
  cudaGraphicsMapFlagsNone,
  cudaGraphicsMapFlagsReadOnly,
  cudaGraphicsMapFlagsWriteDiscard
};
#define cudaTextureType1D 1
#define cudaTextureType2D 2
#define cudaTextureType3D 3
#define cudaTextureTypeCubemap 12
#define cudaTextureType1DLayered 241
#define cudaTextureType2DLayered 242
#define cudaTextureTypeCubemapLayered 252
#define cudaSurfaceType1D 1
#define cudaSurfaceType2D 2
#define cudaSurfaceType3D 3
#define cudaSurfaceType2DLayered 242

struct cudaChannelFormatDesc {
  int x, y, z, w;
  cudaChannelFormatKind f;
};
cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f);
template <class T> cudaChannelFormatDesc cudaCreateChannelDesc();
cudaChannelFormatDesc cudaCreateChannelDescHalf();

struct cudaExternalMemoryMipmappedArrayDesc {
  unsigned long long offset;
  cudaChannelFormatDesc formatDesc;
  cudaExtent extent;
  unsigned int flags, numLevels;
};
struct cudaResourceDesc {
  cudaResourceType resType;
  union {
    struct {
      cudaArray_t array;
    } array;
    struct {
      cudaMipmappedArray_t mipmap;
    } mipmap;
    struct {
      void *devPtr;
      cudaChannelFormatDesc desc;
      size_t sizeInBytes;
    } linear;
    struct {
      void *devPtr;
      cudaChannelFormatDesc desc;
      size_t width, height, pitchInBytes;
    } pitch2D;
  } res;
  unsigned int flags;
};
struct cudaResourceViewDesc {
  cudaResourceViewFormat format;
  size_t width, height, depth;
  unsigned int firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer;
};
struct cudaTextureDesc {
  cudaTextureAddressMode addressMode[3];
  cudaTextureFilterMode filterMode;
  cudaTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned int maxAnisotropy;
  cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  int disableTrilinearOptimization, seamlessCubemap;
};

struct textureReference {
  int normalized;
  cudaTextureFilterMode filterMode;
  cudaTextureAddressMode addressMode[3];
  cudaChannelFormatDesc channelDesc;
};
struct surfaceReference {
  cudaChannelFormatDesc channelDesc;
};
template <class T, int type = cudaTextureType1D,
          cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : textureReference {};
template <class T, int type = 1>
struct __attribute__((device_builtin_surface_type)) surface : surfaceReference {};

// What a fetch yields: the element, or float when it is normalised.
template <class T, cudaTextureReadMode mode> struct __warpcheck_texel {
  typedef T type;
};
template <> struct __warpcheck_texel<unsigned char, cudaReadModeNormalizedFloat> {
  typedef float type;
};
template <> struct __warpcheck_texel<uchar4, cudaReadModeNormalizedFloat> {
  typedef float4 type;
};
template <> struct __warpcheck_texel<unsigned short, cudaReadModeNormalizedFloat> {
  typedef float type;
};

extern "C" {
cudaError_t cudaBindTexture(...);
cudaError_t cudaUnbindTexture(...);
cudaError_t cudaBindSurfaceToArray(...);
}
template <class T, int d, cudaTextureReadMode m, class... A_>
cudaError_t cudaBindTexture(size_t *offset, const texture<T, d, m> &t, A_... rest);
template <class T, int d, cudaTextureReadMode m, class... A_>
cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, d, m> &t, A_... rest);
template <class T, int d, cudaTextureReadMode m, class... A_>
cudaError_t cudaBindTextureToArray(const texture<T, d, m> &t, A_... rest);
template <class T, int d, cudaTextureReadMode m>
cudaError_t cudaUnbindTexture(const texture<T, d, m> &t);

// name(object, coordinates) and name(reference, coordinates), for every
// dimension and variant: the coordinates do not matter here.
#define WARPCHECK_FETCH(name)                                                     \
  template <class T, class... A_> WARPCHECK_D T name(cudaTextureObject_t t, A_... at); \
  template <class T, class... A_>                                                 \
  WARPCHECK_D void name(T *texel, cudaTextureObject_t t, A_... at);               \
  template <class T, int d, cudaTextureReadMode m, class... A_>                   \
  WARPCHECK_D typename __warpcheck_texel<T, m>::type name(texture<T, d, m> t, A_... at);
#define WARPCHECK_FETCHES(dimension)              \
  WARPCHECK_FETCH(tex##dimension)                 \
  WARPCHECK_FETCH(tex##dimension##Lod)            \
  WARPCHECK_FETCH(tex##dimension##Grad)           \
  WARPCHECK_FETCH(tex##dimension##Layered)        \
  WARPCHECK_FETCH(tex##dimension##LayeredLod)     \
  WARPCHECK_FETCH(tex##dimension##LayeredGrad)
WARPCHECK_FETCHES(1D)
WARPCHECK_FETCHES(2D)
WARPCHECK_FETCHES(3D)
WARPCHECK_FETCHES(Cubemap)
WARPCHECK_FETCH(tex1Dfetch)
WARPCHECK_FETCH(tex2Dgather)
#undef WARPCHECK_FETCH
#undef WARPCHECK_FETCHES

#define WARPCHECK_SURFACE(dimension)                                                  \
  template <class T, class... A_>                                                     \
  WARPCHECK_D T surf##dimension##read(cudaSurfaceObject_t s, A_... at);               \
  template <class T, class... A_>                                                     \
  WARPCHECK_D void surf##dimension##read(T *texel, cudaSurfaceObject_t s, A_... at);  \
  template <class T, class... A_>                                                     \
  WARPCHECK_D void surf##dimension##write(T texel, cudaSurfaceObject_t s, A_... at);  \
  template <class T, class U_, int d, class... A_>                                    \
  WARPCHECK_D void surf##dimension##write(T texel, surface<U_, d> s, A_... at);       \
  template <class T, class U_, int d, class... A_>                                    \
  WARPCHECK_D T surf##dimension##read(surface<U_, d> s, A_... at);
WARPCHECK_SURFACE(1D)
WARPCHECK_SURFACE(2D)
WARPCHECK_SURFACE(3D)
WARPCHECK_SURFACE(1DLayered)
WARPCHECK_SURFACE(2DLayered)
WARPCHECK_SURFACE(Cubemap)
WARPCHECK_SURFACE(CubemapLayered)
#undef WARPCHECK_SURFACE
