/* tensor_numpy.c: the hot methods and properties of numpy's tensors, and the module _numpy with the functions of tensor_numpy.def. */
#define ROWS_FILE "tensor_numpy.def"
#define ROWS_ACCENT ACCENT_NUMPY
#include "tensor_rows.h"

static const NativeDef methods[] = {
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef getsets[] = {
    {NULL, NULL, NULL, NULL},
};

bool tensor_numpy_open(TensorLib *lib)
{
    Type *t = lib->types[ACCENT_NUMPY];
    return type_add_methods(lib->vm, t, row_methods) && type_add_methods(lib->vm, t, methods) && type_add_getsets(lib->vm, t, getsets);
}

const ModuleDef numpy_c_module = {.name = "_numpy", .functions = row_functions};
