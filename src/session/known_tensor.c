/* known_tensor.c: what calls of the tensor libraries give, told by their names: `nd.array([1]).as…` is completed although nothing ran. */
#include <stdlib.h>

#include "tensor/object/accents.h"
#include "tensor/object/tensor_lib.h"
#include "typing.h"

/* Functions and methods that give a tensor of their library, in the order of their bytes. */
static const char *const makers[] = {
    "abs", "add", "arange", "argmax", "argmin", "argsort", "array", "as_in_context", "as_in_ctx", "as_tensor", "astype", "batch_dot", "bmm", "broadcast_to", "cat", "ceil",
    "clamp", "clip", "clone", "concat", "contiguous", "copy", "copyto", "cos", "cpu", "cuda", "cumsum", "detach", "div", "dot", "double", "empty", "empty_like", "exp",
    "expand", "expand_dims", "eye", "flatten", "flip", "float", "floor", "from_numpy", "full", "full_like", "half", "int", "linspace", "log", "log_softmax", "logspace",
    "long", "matmul", "mean", "mm", "mul", "norm", "normal", "one_hot", "ones", "ones_like", "permute", "pow", "prod", "rand", "randint", "randn", "randperm", "relu",
    "repeat", "reshape", "round", "sigmoid", "sign", "sin", "softmax", "sqrt", "square", "squeeze", "stack", "std", "sub", "sum", "swapaxes", "tanh", "tensor", "tile",
    "to", "transpose", "uniform", "unsqueeze", "var", "view", "where", "zeros", "zeros_like",
};

static int by_name(const void *key, const void *row) { return strcmp(key, *(const char *const *)row); }

static Type *type_of_library(VM *vm, const char *module)
{
    static const struct { const char *name; Accent accent; } libraries[] = {{"mxnet", ACCENT_MXNET}, {"torch", ACCENT_TORCH}, {"numpy", ACCENT_NUMPY}, {"_prelude", ACCENT_MXNET}};
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        size_t n = strlen(libraries[i].name);
        if (!strncmp(module, libraries[i].name, n) && (!module[n] || module[n] == '.')) {
            TensorLib *lib = tensor_lib(vm);
            return !lib ? NULL : libraries[i].accent == ACCENT_NUMPY ? numpy_array_type(lib) : lib->types[libraries[i].accent];
        }
    }
    return NULL;
}

static bool is_tensor_type(VM *vm, const Type *t)
{
    TensorLib *lib = tensor_lib(vm);
    if (lib && t == numpy_array_type(lib)) return true;
    for (; t; t = t->base == t ? NULL : t->base)
        if (t->inst_kind == KIND_EMBEDDED) return true;
    return false;
}

/* The class of the tensor that calling f gives; NULL: it is not known to give one. */
Type *known_tensor_of(const Typing *ty, Ref f, const char *module)
{
    VM *vm = ty->vm;
    const char *name = NULL;
    Type *owner = NULL;
    Ref self = NULL;
    if (is_kind(f, KIND_METHOD)) {
        self = ((Method *)BITS(f))->self;
        f = ((Method *)BITS(f))->fn;
    }
    if (is_kind(f, KIND_NATIVE)) {
        const Native *n = (const Native *)BITS(f);
        name = n->def->name;
        owner = n->owner;
        self = n->self;
    } else if (is_kind(f, KIND_METHOD_DESCR) && ((const MethodDescr *)BITS(f))->def) {
        name = ((const MethodDescr *)BITS(f))->def->name;
        owner = ((const MethodDescr *)BITS(f))->owner;
    } else if (is_function(f) && known_is_library(f)) {
        name = typing_str(ty, REF(as_function(f)->name));
        if (as_function(f)->module && is_str(as_function(f)->module)) module = typing_str(ty, as_function(f)->module);
    }
    if (!name) return NULL;
    if (!module) module = "";
    char plain[32]; /* ones_bare is the prelude's ones */
    size_t n = strlen(name);
    bool bare = n > 5 && n < sizeof plain && !strcmp(name + n - 5, "_bare");
    if (bare) name = memcpy(plain, name, n - 5), plain[n - 5] = 0;
    bool bound = self && is_tensor_type(vm, type_of(vm, self)), of_tensor = bound || (owner && is_tensor_type(vm, owner));
    Type *own = bound ? type_of(vm, self) : owner;
    Type *t = NULL;
    if (of_tensor && (!strcmp(name, "asnumpy") || !strcmp(name, "numpy"))) t = type_of_library(vm, "numpy");
    else if (bsearch(name, makers, sizeof makers / sizeof *makers, sizeof *makers, by_name)) t = of_tensor ? own : type_of_library(vm, module);
    err_clear(vm);
    return t;
}
