// Stands in for clang's header of this name, which needs the texture references
// that CUDA 12 dropped: nvcc's builtin behind every fetch and every store of a
// texture or a surface. A texture's values are unknown, so it has no body.
#pragma clang system_header
template <class T, class... Operands>
__attribute__((device)) void __nv_tex_surf_handler(const char *, T *, Operands...);
