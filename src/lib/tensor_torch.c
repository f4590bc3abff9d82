/* tensor_torch.c: the hot methods and properties of torch's tensors, and the module _torch with the functions of tensor_torch.def. */
#define ROWS_FILE "tensor_torch.def"
#define ROWS_ACCENT ACCENT_TORCH
#include "tensor_rows.h"

static const NativeDef methods[] = {
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef getsets[] = {
    {NULL, NULL, NULL, NULL},
};

bool tensor_torch_open(TensorLib *lib)
{
    Type *t = lib->types[ACCENT_TORCH];
    return type_add_methods(lib->vm, t, row_methods) && type_add_methods(lib->vm, t, methods) && type_add_getsets(lib->vm, t, getsets);
}

const ModuleDef torch_c_module = {.name = "_torch", .functions = row_functions};
