#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "mini.h"

static PyObject *add(PyObject *, PyObject *args)
{
	int a, b;
	return PyArg_ParseTuple(args, "ii", &a, &b) ? PyLong_FromLong(mini_add(a, b)) : nullptr;
}

static PyObject *multiply(PyObject *, PyObject *args)
{
	int a, b;
	return PyArg_ParseTuple(args, "ii", &a, &b) ? PyLong_FromLong(mini_multiply(a, b)) : nullptr;
}

static PyMethodDef methods[] = {
	{ "add", add, METH_VARARGS, nullptr },
	{ "multiply", multiply, METH_VARARGS, nullptr },
	{ nullptr, nullptr, 0, nullptr },
};

static PyModuleDef module = { PyModuleDef_HEAD_INIT, "_core", nullptr, -1, methods, nullptr, nullptr, nullptr, nullptr };

PyMODINIT_FUNC PyInit__core()
{
	return PyModule_Create(&module);
}
