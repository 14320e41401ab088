// Loads and stores with a cache operator. clang leaves them out of a toolkit's headers. CUDA
// overloads them for each type. Templates parse in a tenth of the time, and a program's own
// overloads are preferred to them. The value is converted to the type of the cell.
#pragma once

template <class T> struct __warpcheck_cell {
  typedef T type;
};
#define WARPCHECK_LOAD(name) template <class T> __attribute__((device)) T name(const T *p);
#define WARPCHECK_STORE(name) \
  template <class T>          \
  __attribute__((device)) void name(T *p, typename __warpcheck_cell<T>::type value);
WARPCHECK_LOAD(__ldcg)
WARPCHECK_LOAD(__ldca)
WARPCHECK_LOAD(__ldcs)
WARPCHECK_LOAD(__ldlu)
WARPCHECK_LOAD(__ldcv)
WARPCHECK_STORE(__stwb)
WARPCHECK_STORE(__stcg)
WARPCHECK_STORE(__stcs)
WARPCHECK_STORE(__stwt)
#undef WARPCHECK_LOAD
#undef WARPCHECK_STORE
