/* reduce.c: mxnet's reductions, sorting and searching: functions and methods. axis=None or () means all axes; exclude turns them round. */
#include "core/op_more.h"
#include "mxnet.h"

/* data, axis=None, keepdims=False, exclude=False, out=None, name=None */
static Value reduce_axes_of(VM *vm, OpId op, const char *name, Ref data, Ref axis, Ref keepdims, Ref exclude, double order, DType dtype, Ref out)
{
    TensorLib *lib;
    Tensor *t = mx_tensor(vm, data, name, &lib);
    Dims room, rest;
    bool keep, turned;
    Attr attrs[reduce_ATTRS];
    if (!t) return NO_VALUE;
    attrs_default(op_get(op), attrs);
    if (!mx_axes(vm, axis, &room, &attrs[reduce_axes].ints) || !mx_true(vm, keepdims, false, &keep) || !mx_true(vm, exclude, false, &turned)) return NO_VALUE;
    if (turned && attrs[reduce_axes].ints.count > 0) {
        rest.n = 0;
        for (int i = 0; i < t->ndim; i++) {
            bool named = false;
            for (int k = 0; k < room.n; k++) named = named || room.d[k] == i || room.d[k] + t->ndim == i;
            if (!named) rest.d[rest.n++] = i;
        }
        attrs[reduce_axes].ints = (Ints){rest.d, rest.n};
        if (!rest.n) { /* (summed with 0: -0 becomes 0) */
            Arg in[2] = {arg_tensor(t), arg_number(scalar_int(0))};
            return mx_give(lib, op == OP_sum || op == OP_mean || op == OP_nansum ? mx_run(lib, OP_add, in, 2, NULL) : mx_run1(lib, OP_copy, t, NULL), out);
        }
    }
    attrs[reduce_keepdims].i = keep;
    attrs[reduce_order].f = order;
    attrs[reduce_dtype].i = dtype;
    return mx_give(lib, mx_run1(lib, op, t, attrs), out);
}

#define REDUCE(name) \
    static Value mx_##name(VM *vm, const Ref *args, int n, Ref kwnames) { return reduce_axes_of(vm, OP_##name, #name, args[0], args[1], args[2], args[3], 0, DT_NONE, args[4]); }
REDUCE(sum)
REDUCE(mean)
REDUCE(prod)
REDUCE(max)
REDUCE(min)
REDUCE(nansum)

/* data, ord=2, axis=None, out_dtype=None, keepdims=False, out=None, name=None */
static Value mx_norm(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    double order;
    DType d;
    if (!lib || !mx_float(vm, args[1], 2, &order) || !tensor_dtype(lib, args[3], &d)) return NO_VALUE;
    if (order != 1 && order != 2) {
        core_fail(lib->core, CE_BAD_NDIM, "Check failed: param.ord == 1 || param.ord == 2: norm only supports ord=1 and ord=2");
        return tensor_raise(lib, ACCENT_MXNET);
    }
    return reduce_axes_of(vm, OP_norm, "norm", args[0], args[2], args[4], NULL, order, d, args[5]);
}

/* data, axis, keepdims: the axis' attributes; flat where axis is None */
static bool axis_attrs(VM *vm, Ref axis, int64_t absent, Attr *attrs)
{
    attrs[axis_flat].i = axis && is_none(axis);
    return mx_int(vm, axis, absent, &attrs[axis_axis].i);
}

static Value arg_of(VM *vm, OpId op, const char *name, const Ref *args)
{
    TensorLib *lib;
    Tensor *t = mx_tensor(vm, args[0], name, &lib);
    Attr attrs[axis_ATTRS];
    bool keep;
    if (!t) return NO_VALUE;
    attrs_default(op_get(op), attrs);
    if (!axis_attrs(vm, args[1] ? args[1] : (Ref)V_NONE, 0, attrs) || !mx_true(vm, args[2], false, &keep)) return NO_VALUE;
    attrs[axis_keepdims].i = keep;
    return mx_give(lib, mx_run1(lib, op, t, attrs), args[3]);
}
static Value mx_argmax(VM *vm, const Ref *args, int n, Ref kwnames) { return arg_of(vm, OP_argmax, "argmax", args); }
static Value mx_argmin(VM *vm, const Ref *args, int n, Ref kwnames) { return arg_of(vm, OP_argmin, "argmin", args); }

static Value mx_argmax_channel(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Ref full[] = {args[0], make_small(1), NULL, NULL};
    return arg_of(vm, OP_argmax, "argmax_channel", full);
}

/* sort: data, axis=-1, is_ascend=True, out, name; argsort: data, axis=-1, is_ascend=True, dtype='float32', out, name */
static bool sorted(VM *vm, const Ref *args, const char *name, Ref dtype, TensorLib **lib, Tensor **out)
{
    Tensor *t = mx_tensor(vm, args[0], name, lib);
    Attr attrs[axis_ATTRS];
    bool up;
    DType d = DT_NONE;
    if (!t) return false;
    attrs_default(op_get(OP_sort), attrs);
    if (!axis_attrs(vm, args[1], -1, attrs) || !mx_true(vm, args[2], true, &up) || !tensor_dtype(*lib, dtype, &d)) return false;
    attrs[axis_descending].i = !up;
    attrs[axis_dtype].i = d;
    Arg in = arg_tensor(t);
    return core_call((*lib)->core, OP_sort, ACCENT_MXNET, lang_site(vm), &in, 1, attrs, 0, out) || (tensor_raise(*lib, ACCENT_MXNET), false);
}
static Value mx_sort(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Tensor *out[MAX_OUTPUTS];
    if (!sorted(vm, args, "sort", NULL, &lib, out)) return NO_VALUE;
    tensor_release(lib->core, out[1]);
    return mx_give(lib, out[0], args[3]);
}
static Value mx_argsort(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Tensor *out[MAX_OUTPUTS];
    if (!sorted(vm, args, "argsort", args[3], &lib, out)) return NO_VALUE;
    tensor_release(lib->core, out[0]);
    return mx_give(lib, out[1], args[4]);
}

/* 1 where the k chosen stand, else 0. Takes indices. */
static Tensor *mask_of(TensorLib *lib, Tensor *t, Tensor *indices, const Attr *attrs)
{
    Attr zero[value_ATTRS] = {[value_value].number = scalar_int(0)}, put[index_ATTRS];
    attrs_default(op_get(OP_scatter), put);
    put[index_axis].i = attrs[axis_axis].i;
    put[index_padding].i = -1;
    Tensor *zeros = mx_run1(lib, OP_fill, t, zero), *mask = NULL;
    if (zeros) {
        Arg in[3] = {arg_tensor(zeros), arg_tensor(indices), arg_number(scalar_int(1))};
        mask = mx_run(lib, OP_scatter, in, 3, put);
        tensor_release(lib->core, zeros);
    }
    tensor_release(lib->core, indices);
    return mask;
}

/* data, axis=-1, k=1, ret_typ='indices', is_ascend=False, dtype='float32', out=None, name=None */
static Value mx_topk(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Tensor *t = mx_tensor(vm, args[0], "topk", &lib);
    Attr attrs[axis_ATTRS];
    bool up;
    DType d = DT_NONE;
    if (!t) return NO_VALUE;
    attrs_default(op_get(OP_topk), attrs);
    if (!axis_attrs(vm, args[1], -1, attrs) || !mx_int(vm, args[2], 1, &attrs[axis_count].i) || !mx_true(vm, args[4], false, &up) || !tensor_dtype(lib, args[5], &d)) return NO_VALUE;
    int64_t axis = attrs[axis_axis].i < 0 ? attrs[axis_axis].i + t->ndim : attrs[axis_axis].i;
    int64_t size = attrs[axis_flat].i ? t->size : axis >= 0 && axis < t->ndim ? t->shape[axis] : 0;
    if (attrs[axis_count].i < 1) attrs[axis_count].i = size;
    attrs[axis_descending].i = !up;
    attrs[axis_dtype].i = d;
    bool value = mx_is(args[3], "value"), both = mx_is(args[3], "both"), mask = mx_is(args[3], "mask");
    if (mx_given(args[3]) && !value && !both && !mask && !mx_is(args[3], "indices"))
        return err_raise(vm, EXC_ValueError, "topk: ret_typ is 'value', 'indices', 'mask' or 'both', not %R", args[3]);
    Arg in = arg_tensor(t);
    Tensor *out[MAX_OUTPUTS];
    if (!core_call(lib->core, OP_topk, ACCENT_MXNET, lang_site(vm), &in, 1, attrs, 0, out)) return tensor_raise(lib, ACCENT_MXNET);
    if (both) return mx_list(lib, out, 2);
    tensor_release(lib->core, out[value ? 1 : 0]);
    return mx_give(lib, value ? out[0] : mask ? mask_of(lib, t, out[1], attrs) : out[1], args[6]);
}

#define AXES "data, axis=None, keepdims=False, exclude=False, out=None, name=None"
static const char topk_signature[] = "data, axis=-1, k=1, ret_typ='indices', is_ascend=False, dtype='float32', out=None, name=None";
#define ROWS                                                                                                      \
    {"sum", mx_sum, AXES, "The sum over axes.", NATIVE_KW},                                                       \
    {"mean", mx_mean, AXES, "The mean over axes.", NATIVE_KW},                                                    \
    {"prod", mx_prod, AXES, "The product over axes.", NATIVE_KW},                                                 \
    {"max", mx_max, AXES, "The largest over axes.", NATIVE_KW},                                                   \
    {"min", mx_min, AXES, "The smallest over axes.", NATIVE_KW},                                                  \
    {"nansum", mx_nansum, AXES, "The sum of what is not NaN.", NATIVE_KW},                                        \
    {"norm", mx_norm, "data, ord=2, axis=None, out_dtype=None, keepdims=False, out=None, name=None", "The norm over axes.", NATIVE_KW}, \
    {"argmax", mx_argmax, "data, axis=None, keepdims=False, out=None, name=None", "Where the largest is.", NATIVE_KW}, \
    {"argmin", mx_argmin, "data, axis=None, keepdims=False, out=None, name=None", "Where the smallest is.", NATIVE_KW}, \
    {"argmax_channel", mx_argmax_channel, "data, out=None, name=None", "argmax along axis 1.", NATIVE_KW},        \
    {"sort", mx_sort, "data, axis=-1, is_ascend=True, out=None, name=None", "In order along an axis.", NATIVE_KW}, \
    {"argsort", mx_argsort, "data, axis=-1, is_ascend=True, dtype='float32', out=None, name=None", "Where each of the sorted was.", NATIVE_KW}, \
    {"topk", mx_topk, topk_signature, "The k largest along an axis: where they are, or their values.", NATIVE_KW},
const NativeDef mx_reduce_functions[] = {
    ROWS
    {"sum_axis", mx_sum, AXES, "The sum over axes.", NATIVE_KW},
    {"max_axis", mx_max, AXES, "The largest over axes.", NATIVE_KW},
    {"min_axis", mx_min, AXES, "The smallest over axes.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};
const NativeDef mx_reduce_methods[] = {
    ROWS
    {NULL, NULL, NULL, NULL, 0},
};
