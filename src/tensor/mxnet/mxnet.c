/* mxnet.c: the accent mxnet: its rows, what its files share, and the module _mxnet with all its functions. */
#define ROWS_FILE "tensor/mxnet/mxnet.def"
#define ROWS_ACCENT ACCENT_MXNET
#include "tensor/object/rows.h"

#include "mxnet.h"
#include "operator.h"

Tensor *mx_tensor(VM *vm, Ref v, const char *function, TensorLib **lib)
{
    if (v && is_of_mxnet(v)) {
        *lib = lib_of(tensor_of(v));
        (*lib)->np = as_obj(v)->aux == ACCENT_MXNP;
        return tensor_of(v);
    }
    if (!v || is_none(v)) return err_raise(vm, EXC_TypeError, "%s: an NDArray is missing", function), NULL;
    if (is_tensor(v)) return err_raise(vm, EXC_TypeError, "%s: expected an NDArray, not %s", function, type_name(vm, as_obj(v)->type)), tensor_explained_of(vm, "P0304", &v, 1, ACCENT_MXNET), NULL;
    return err_raise(vm, EXC_TypeError, "%s: expected an NDArray, not %T", function, v), NULL;
}

Tensor *mx_run(TensorLib *lib, OpId op, Arg *in, int count, const Attr *attrs)
{
    Tensor *out[MAX_OUTPUTS];
    if (!core_call(lib->core, op, ACCENT_MXNET, lang_site(lib->vm), in, count, attrs, 0, out)) return tensor_raise(lib, ACCENT_MXNET), NULL;
    for (int i = 1; i < op_get(op)->out_count; i++) tensor_release(lib->core, out[i]);
    return out[0];
}

Tensor *mx_run1(TensorLib *lib, OpId op, Tensor *a, const Attr *attrs)
{
    Arg in = arg_tensor(a);
    return mx_run(lib, op, &in, 1, attrs);
}

Tensor *mx_in_shape(TensorLib *lib, Tensor *t, const int64_t *sizes, int n)
{
    Attr attrs[shape_ATTRS] = {[shape_shape].ints = {sizes, n}};
    return mx_run1(lib, tensor_is_contiguous(t) ? OP_view : OP_reshape, t, attrs);
}

Value mx_give(TensorLib *lib, Tensor *t, Ref out)
{
    VM *vm = lib->vm;
    if (!t) return NO_VALUE;
    if (!mx_given(out)) return mx_show(lib, t);
    Value result = NO_VALUE;
    if (!is_tensor(out)) err_raise(vm, EXC_TypeError, "out must be an NDArray, not %T", out);
    else {
        Arg in = arg_tensor(t);
        Tensor *target = tensor_of(out);
        if (core_call(lib->core, OP_copy, ACCENT_MXNET, lang_site(vm), &in, 1, NULL, CALL_OUT_GIVEN, &target)) {
            tensor_release(lib->core, target);
            result = retain(out);
        } else
            tensor_raise(lib, ACCENT_MXNET);
    }
    tensor_release(lib->core, t);
    return result;
}

Tensor *mx_own(TensorLib *lib, Tensor *t)
{
    if (!t || grad_flows(t)) return t;
    Tensor *copy = mx_run1(lib, OP_copy, t, NULL);
    tensor_release(lib->core, t);
    return copy;
}

Value mx_list(TensorLib *lib, Tensor **t, int n)
{
    VM *vm = lib->vm;
    Value list = list_new(vm, n);
    for (int i = 0; i < n; i++) {
        if (!list) {
            tensor_release(lib->core, t[i]);
            continue;
        }
        Value v = mx_show(lib, t[i]);
        if (!v || !list_append_take(vm, list, v)) value_clear(vm, &list);
    }
    return list;
}

bool mx_axes(VM *vm, Ref v, Dims *room, Ints *out)
{
    *out = INTS_ABSENT;
    if (!mx_given(v)) return true;
    if (!tensor_ints(vm, v, room)) return false;
    if (room->n) *out = (Ints){room->d, room->n};
    return true;
}

bool mx_true(VM *vm, Ref v, bool absent, bool *out)
{
    *out = absent;
    if (!mx_given(v)) return true;
    int truth = op_truth(vm, v);
    *out = truth > 0;
    return truth >= 0;
}

bool mx_int(VM *vm, Ref v, int64_t absent, int64_t *out)
{
    *out = absent;
    return !mx_given(v) || num_index_i64(vm, v, out);
}

bool mx_float(VM *vm, Ref v, double absent, double *out)
{
    *out = absent;
    if (!mx_given(v)) return true;
    Scalar s;
    if (tensor_number(vm, v, &s)) {
        *out = scalar_as_double(s);
        return true;
    }
    if (err_occurred(vm)) return false;
    return num_to_double(vm, v, out);
}

bool mx_is(Ref v, const char *text) { return v && is_str(v) && str_equal_c(v, text); }

bool mx_place(TensorLib *lib, Ref context)
{
    Device *d;
    VM *vm = lib->vm;
    if (mx_given(context) && !is_instance_of(vm, context, lib->context_type)) {
        Value text = op_str(vm, context);
        size_t n;
        const char *shown = text ? str_utf8(vm, text, &n) : NULL;
        if (shown) {
            Value said = str_format(vm, "Invalid context string %s", shown);
            Value error = said ? call1(vm, lib->mxnet_error ? (Ref)lib->mxnet_error : REF(vm->exc_types[EXC_RuntimeError]), said) : NO_VALUE;
            release(vm, said);
            if (error) err_raise_obj(vm, error), tensor_explained(vm, "P0118");
        }
        release(vm, text);
        return false;
    }
    if (!tensor_device_arg(lib, ACCENT_MXNET, context, &d)) return false;
    lib->np = false;
    core_set_place(lib->core, d);
    return true;
}

/* ---- places ---- */
static Value place(VM *vm, DeviceKind kind, Ref number)
{
    TensorLib *lib = tensor_lib(vm);
    int64_t i;
    if (lib && number && (is_none(number) || is_str(number))) return err_raise(vm, EXC_TypeError, "%%d format: a real number is required, not %T", number);
    if (lib && number && is_float(number) && float_of(number) > -1e9 && float_of(number) < 1e9) number = make_small((int64_t)float_of(number));
    if (!lib || !mx_int(vm, number, 0, &i)) return NO_VALUE;
    if (i > INT32_MAX || i < INT32_MIN) return err_raise(vm, EXC_OverflowError, "device number out of range");
    return place_new(lib, ACCENT_MXNET, kind, (int)i);
}
static Value fn_cpu(VM *vm, const Ref *args, int n, Ref kwnames) { return place(vm, DEVICE_CPU, args[0]); }
static Value fn_gpu(VM *vm, const Ref *args, int n, Ref kwnames) { return place(vm, DEVICE_GPU, args[0]); }

static const NativeDef place_functions[] = {
    {"cpu", fn_cpu, "device_id=0", "The CPU as a context.", NATIVE_KW},
    {"gpu", fn_gpu, "device_id=0", "A GPU as a context; whether it is there is asked when an array is made on it.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};

bool tensor_mxnet_open(TensorLib *lib)
{
    Type *t = lib->types[ACCENT_MXNET];
    VM *vm = lib->vm;
    t->flags &= ~(uint32_t)TYPE_IMMUTABLE; /* py/mxnet adds to both */
    lib->context_type->flags &= ~(uint32_t)TYPE_IMMUTABLE;
    return type_add_methods(vm, t, row_methods) && type_add_methods(vm, t, mx_object_methods) && type_add_methods(vm, t, mx_reduce_methods)
           && type_add_methods(vm, t, mx_shape_methods) && type_add_getsets(vm, t, mx_object_getsets);
}

static bool mxnet_init(VM *vm, Ref module, Dict *ns)
{
    static const NativeDef *const tables[] = {place_functions, mx_make_functions, mx_random_functions, mx_reduce_functions, mx_shape_functions, mx_net_functions, mx_box_functions,
                                              mxnet_says_functions, mx_door_functions};
    TensorLib *lib = tensor_lib(vm);
    if (!lib || !(lib->mxnet_door_type = type_from_def(vm, &mxnet_door_def, NULL))) return false;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (const NativeDef *row = tables[i]; row->name; row++) {
            Value f = native_new(vm, row, NULL, V_NONE);
            if (!f || !module_add(vm, ns, row->name, f)) return false;
        }
    for (const NativeDef *row = mx_bare_functions; row->name; row++) {
        char name[32];
        snprintf(name, sizeof name, "_%s", row->name);
        Value f = native_new(vm, row, NULL, V_NONE);
        if (!f || !module_add(vm, ns, name, f)) return false;
    }
    return true;
}

const ModuleDef mxnet_c_module = {.name = "_mxnet", .doc = "mxnet's functions on arrays.", .functions = row_functions, .init = mxnet_init};
