// Stands in for clang's header of this name, which needs the texture references that CUDA 12 dropped. It declares
// nvcc's builtin for every fetch and store of a texture or a surface. The builtin has no body, because the values are
// unknown.
#pragma clang system_header
template <class T, class... Operands>
__attribute__((device)) void __nv_tex_surf_handler(const char *, T *, Operands...);
