// The part of Python's C interface that extensions use in addition to pybind11. Calls take any arguments.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
typedef struct _object PyObject;
typedef struct _typeobject PyTypeObject;
typedef struct _ts PyThreadState;
typedef ptrdiff_t Py_ssize_t;
typedef int PyGILState_STATE;
typedef PyObject *(*PyCFunction)(PyObject *, PyObject *);
struct PyMethodDef {
  const char *ml_name;
  PyCFunction ml_meth;
  int ml_flags;
  const char *ml_doc;
};
struct PyModuleDef_Base {};
struct PyModuleDef {
  PyModuleDef_Base m_base;
  const char *m_name, *m_doc;
  Py_ssize_t m_size;
  PyMethodDef *m_methods;
};
#define PyMODINIT_FUNC extern "C" PyObject *
#define PyModuleDef_HEAD_INIT {}
#define METH_VARARGS 1
#define METH_KEYWORDS 2
#define METH_NOARGS 4
#define METH_O 8
#define Py_BEGIN_ALLOW_THREADS { PyThreadState *_save = PyEval_SaveThread();
#define Py_END_ALLOW_THREADS PyEval_RestoreThread(_save); }
extern "C" {
extern PyObject *PyExc_RuntimeError, *PyExc_ValueError, *PyExc_TypeError, *PyExc_MemoryError,
    *_Py_NoneStruct;
PyThreadState *PyEval_SaveThread(...);
PyGILState_STATE PyGILState_Ensure(...);
void PyEval_RestoreThread(...), PyGILState_Release(...), Py_INCREF(...), Py_DECREF(...),
    Py_XINCREF(...), Py_XDECREF(...), PyErr_SetString(...), PyErr_Clear(...);
int PyArg_ParseTuple(...), PyArg_ParseTupleAndKeywords(...), PyErr_CheckSignals(...),
    PyObject_GetBuffer(...), PyList_Append(...), PyModule_AddObject(...);
long PyLong_AsLong(...);
double PyFloat_AsDouble(...);
void *PyLong_AsVoidPtr(...), *PyCapsule_GetPointer(...);
Py_ssize_t PyList_Size(...), PyTuple_Size(...);
PyObject *PyModule_Create(...), *PyErr_Format(...), *PyErr_Occurred(...), *PyLong_FromLong(...),
    *PyLong_FromVoidPtr(...), *PyFloat_FromDouble(...), *PyList_New(...), *PyTuple_New(...),
    *PyList_GetItem(...), *PyTuple_GetItem(...), *PyCapsule_New(...), *Py_BuildValue(...),
    *PyObject_CallObject(...), *PyObject_GetAttrString(...), *PyBool_FromLong(...);
}
#define Py_None _Py_NoneStruct
#define Py_RETURN_NONE return Py_None
