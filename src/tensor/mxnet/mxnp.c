/* mxnp.c: the accent mx.np: its rows, and the module _mxnp. Arrays of mx.np are NDArrays by their type, with shapes and dtypes near to NumPy's; what they
 * share (places, copies, gradients, the functions of networks) is MXNet's own, in tensor_mxnet*.c. */
#define ROWS_FILE "tensor/mxnet/mxnp.def"
#define ROWS_ACCENT ACCENT_MXNP
#include "tensor/object/rows.h"

#include "mxnp.h"

/* A result that nobody else has yet, as an array of mx.np. */
static Value fn_fresh(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_of_mxnet(args[0])) return err_raise(vm, EXC_TypeError, "expected an NDArray, not %T", args[0]);
    if (as_obj(args[0])->aux == ACCENT_MXNP) return retain(args[0]);
    TensorLib *lib = lib_of(tensor_of(args[0]));
    Tensor *t = tensor_retain(tensor_of(args[0]));
    t->shown = NULL;
    return tensor_object_new(lib, lib->types[ACCENT_MXNP], ACCENT_MXNP, t);
}

/* The same memory as the other kind of array; gradients flow through. */
static Value alias(VM *vm, Ref v, Accent accent)
{
    if (!is_of_mxnet(v)) return err_raise(vm, EXC_TypeError, "expected an NDArray, not %T", v);
    if (as_obj(v)->aux == accent) return retain(v);
    TensorLib *lib = lib_of(tensor_of(v));
    Arg in = arg_tensor(tensor_of(v));
    Tensor *out;
    if (!core_call(lib->core, OP_alias, ACCENT_MXNET, lang_site(vm), &in, 1, NULL, 0, &out)) return tensor_raise(lib, accent);
    return tensor_show(lib, accent, out);
}
static Value m_as_np(VM *vm, const Ref *args, int n, Ref kwnames) { return alias(vm, args[0], ACCENT_MXNP); }
static Value m_as_nd(VM *vm, const Ref *args, int n, Ref kwnames) { return alias(vm, args[0], ACCENT_MXNET); }

static const NativeDef both_methods[] = {
    {"as_np_ndarray", m_as_np, "self, /", "As an array of mx.np over the same memory.", 0},
    {"as_nd_ndarray", m_as_nd, "self, /", "As an NDArray over the same memory.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

/* npx.set_np() and its like say so. */
static Value fn_np_shape(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    lib->np_shape = args[0] == V_TRUE;
    return V_NONE;
}

bool tensor_mxnp_open(TensorLib *lib)
{
    lib->np_infers = mxnp_infers;
    Type *t = lib->types[ACCENT_MXNP];
    t->s.to_index = NULL; /* a list takes no array as its index */
    return type_add_methods(lib->vm, lib->types[ACCENT_MXNET], both_methods) && type_add_methods(lib->vm, t, row_methods);
}

static bool mxnp_init(VM *vm, Ref module, Dict *ns)
{
    static const NativeDef np_shape = {"_np_shape", fn_np_shape, "active", "Are arrays without axes or elements known?", 0};
    static const NativeDef infer = {"_infer", mxnp_fn_infer, "name, arrays, axis=0", "Refuses arrays that do not fit each other, as the operator of that name does.", 0};
    static const NativeDef fresh = {"fresh", fn_fresh, "x", "A result that nobody else has, as an array of mx.np.", 0};
    TensorLib *lib = tensor_lib(vm);
    Value f = lib ? native_new(vm, &fresh, NULL, V_NONE) : NO_VALUE;
    Value switched = f ? native_new(vm, &np_shape, NULL, V_NONE) : NO_VALUE;
    Value judge = switched ? native_new(vm, &infer, NULL, V_NONE) : NO_VALUE;
    return f && switched && judge && module_add(vm, ns, infer.name, judge) && module_add(vm, ns, np_shape.name, switched) && module_add(vm, ns, fresh.name, f) && module_add_type(vm, ns, lib->types[ACCENT_MXNP]);
}

const ModuleDef mxnp_c_module = {.name = "_mxnp", .doc = "mx.np's functions on arrays.", .functions = row_functions, .init = mxnp_init};
