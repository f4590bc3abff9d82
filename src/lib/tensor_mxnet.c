/* tensor_mxnet.c: the hot methods and properties of mxnet's tensors, and the module _mxnet with the functions of tensor_mxnet.def. */
#define ROWS_FILE "tensor_mxnet.def"
#define ROWS_ACCENT ACCENT_MXNET
#include "tensor_rows.h"

static const NativeDef methods[] = {
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef getsets[] = {
    {NULL, NULL, NULL, NULL},
};

bool tensor_mxnet_open(TensorLib *lib)
{
    Type *t = lib->types[ACCENT_MXNET];
    return type_add_methods(lib->vm, t, row_methods) && type_add_methods(lib->vm, t, methods) && type_add_getsets(lib->vm, t, getsets);
}

const ModuleDef mxnet_c_module = {.name = "_mxnet", .functions = row_functions};
