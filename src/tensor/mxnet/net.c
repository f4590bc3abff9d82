/* net.c: mxnet's functions of networks: layers with their weights as arguments. */
#include <math.h>
#include "mxnet.h"

/* An operand that may be left out; false: raised. */
static bool optional(VM *vm, Ref v, const char *function, Arg *out)
{
    TensorLib *lib;
    *out = ARG_ABSENT;
    if (!mx_given(v)) return true;
    Tensor *t = mx_tensor(vm, v, function, &lib);
    if (t) *out = arg_tensor(t);
    return t != NULL;
}

/* MXNet's CPU has no products of halves (its GPUs have): found when they are computed, not where shapes alone are asked for, and behind a weight of another dtype. */
static bool has_halves(TensorLib *lib, const Tensor *x, const Tensor *weight, const char *text)
{
    return core_mode(lib->core)->dry || x->dtype != DT_FLOAT16 || weight->dtype != DT_FLOAT16 || tensor_device(x)->kind != DEVICE_CPU || core_fail(lib->core, CE_DTYPE_UNSUPPORTED, "%s", text);
}

/* data, weight, bias=None, num_hidden=None, no_bias=False, flatten=True, out=None, name=None */
static Value fn_fully_connected(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Tensor *x = mx_tensor(vm, args[0], "FullyConnected", &lib), *weight = x ? mx_tensor(vm, args[1], "FullyConnected", &lib) : NULL, *flat = NULL;
    Arg in[3];
    bool no_bias, flatten;
    int64_t hidden;
    if (!weight || !optional(vm, args[2], "FullyConnected", &in[2]) || !mx_int(vm, args[3], -1, &hidden) || !mx_true(vm, args[4], false, &no_bias)
        || !mx_true(vm, args[5], true, &flatten))
        return NO_VALUE;
    if (no_bias) in[2] = ARG_ABSENT;
    if (hidden >= 0 && weight->ndim == 2 && weight->shape[0] != hidden) {
        int64_t width = 1;
        for (int i = flatten ? 1 : x->ndim - 1; i < x->ndim; i++) width *= x->shape[i];
        char given[64];
        snprintf(given, sizeof given, "[%lld,%lld]", (long long)weight->shape[0], (long long)weight->shape[1]);
        core_said(lib->core, CE_SHAPE_MISMATCH, LINEAR_WEIGHT, given, (long long)hidden, (long long)width);
        return tensor_raise(lib, ACCENT_MXNET);
    }
    if (!has_halves(lib, x, weight, "MXNetError: float16 fully connected layer is currentlyonly supported by CuDNN version.")) return tensor_raise(lib, ACCENT_MXNET);
    if (flatten && x->ndim != 2) {     /* a vector is a column: each number an example */
        int64_t shape[2] = {x->ndim ? x->shape[0] : 1, x->size / (x->ndim && x->shape[0] ? x->shape[0] : 1)};
        Tensor *seen = mx_in_shape(lib, x, shape, 2);
        if (!seen) return NO_VALUE;
        x = flat = seen;
    }
    in[0] = arg_tensor(x);
    in[1] = arg_tensor(weight);
    Value result = mx_give(lib, mx_run(lib, OP_linear, in, 3, NULL), args[6]);
    tensor_release(lib->core, flat);
    return result;
}

/* ---- layouts: where the channels stand ---- */
typedef struct Layout { const char *name; int dims; bool last; } Layout;
static const Layout layouts[] = {{"NCDHW", 3, false}, {"NCHW", 2, false}, {"NCW", 1, false}, {"NDHWC", 3, true}, {"NHWC", 2, true}, {"NWC", 1, true}};

static Value failed(TensorLib *lib, ErrorKind kind, const char *text)
{
    core_fail(lib->core, kind, "%s", text);
    return tensor_raise(lib, ACCENT_MXNET);
}

/* Does the layout put the channels last? Convolutions have no NWC. false: raised. */
static bool channels_last(VM *vm, TensorLib *lib, Ref layout, const Tensor *x, bool pooling, bool *last)
{
    *last = false;
    if (!mx_given(layout) || mx_is(layout, "None")) return true;
    const Layout *found = NULL;
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts - (pooling ? 0 : 1); i++)
        if (mx_is(layout, layouts[i].name)) found = &layouts[i];
    if (!found) {
        Value text = str_format(vm, "Invalid Input: %R, valid values are: {None, 'NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'%s}", layout, pooling ? ", 'NWC'" : "");
        const char *words = text ? str_utf8(vm, text, NULL) : NULL;
        if (words) failed(lib, CE_BAD_VALUE, words);
        release(vm, text);
        return false;
    }
    static const char *const needs[] = {"Check failed: layout == mshadow: :kNCW || layout == mshadow::kNWC: Need 1D layout",
                                        "Check failed: layout == mshadow: :kNCHW || layout == mshadow::kNHWC: Need 2D layout",
                                        "Check failed: layout == mshadow: :kNCDHW || layout == mshadow::kNDHWC: Need 3D layout"};
    if (found->dims != x->ndim - 2 && x->ndim >= 3 && x->ndim <= 5) return failed(lib, CE_BAD_NDIM, needs[x->ndim - 3]), false;
    *last = found->last;
    return true;
}

/* The channels from the last axis to the second, or back. NULL: raised. */
static Tensor *channels_moved(TensorLib *lib, Tensor *x, bool to_second)
{
    int64_t axes[MAX_DIMS];
    int n = x->ndim;
    axes[0] = 0;
    for (int i = 1; i < n; i++) axes[i] = to_second ? (i == 1 ? n - 1 : i - 1) : (i == n - 1 ? 1 : i + 1);
    Attr attrs[axes_ATTRS] = {[axes_axes].ints = {axes, n}};
    return mx_run1(lib, OP_transpose, x, attrs);
}

/* What was computed with the channels second, as the layout has it. Takes t. */
static Tensor *channels_back(TensorLib *lib, Tensor *t /*may be NULL*/)
{
    Tensor *back = t ? channels_moved(lib, t, false) : NULL;
    tensor_release(lib->core, t);
    return back ? mx_own(lib, back) : NULL;
}

/* ---- convolution ---- */
enum { C_DATA, C_WEIGHT, C_BIAS, C_KERNEL, C_STRIDE, C_DILATE, C_PAD, C_ADJ, C_FILTERS, C_GROUPS, C_NO_BIAS, C_SHAPE, C_OUT, C_LAYOUT };

/* Has the data an axis for each of the window's, besides batch and channels? */
static bool has_axes(TensorLib *lib, const Tensor *x, int64_t axes, bool pooling, const char *shape)
{
    static const char *const layouts_said[][2] = {{"batch-num_filter-x", "(batch, channel, x)"}, {"batch-num_filter-y-x", "(batch, channel, y, x)"}, {"batch-num_filter-depth-y-x", "(batch, channel, d, y, x)"}};
    if (axes < 1 || axes > 3 || x->ndim == axes + 2) return true;
    int wanted = (int)axes + 2;
    return core_fail(lib->core, CE_BAD_NDIM, "%sCheck failed: %s.ndim() == %dU (%d vs. %d) : Input data should be %dD in %s", pooling ? "Pooling: " : "", shape, wanted, x->ndim, wanted, wanted,
                     layouts_said[axes - 1][pooling]);
}

static Value convolved(VM *vm, const char *name, bool transposed, const Ref *a)
{
    TensorLib *lib;
    Tensor *x = mx_tensor(vm, a[C_DATA], name, &lib), *weight = x ? mx_tensor(vm, a[C_WEIGHT], name, &lib) : NULL;
    Arg in[3];
    Attr attrs[conv_ATTRS];
    Dims room[5];
    bool no_bias;
    if (!weight) return NO_VALUE;
    attrs_default(op_get(OP_conv), attrs);
    if (!optional(vm, a[C_BIAS], name, &in[2]) || !mx_true(vm, a[C_NO_BIAS], transposed, &no_bias) || !mx_axes(vm, a[C_KERNEL], &room[0], &attrs[conv_kernel].ints)
        || !mx_axes(vm, a[C_STRIDE], &room[1], &attrs[conv_stride].ints) || !mx_axes(vm, a[C_DILATE], &room[2], &attrs[conv_dilate].ints)
        || !mx_axes(vm, a[C_PAD], &room[3], &attrs[conv_pad].ints) || !mx_axes(vm, a[C_ADJ], &room[4], &attrs[conv_output_pad].ints)
        || !mx_int(vm, a[C_GROUPS], 1, &attrs[conv_groups].i))
        return NO_VALUE;
    if (no_bias && !(transposed && !mx_given(a[C_NO_BIAS]) && in[2].tensor)) in[2] = ARG_ABSENT;
    attrs[conv_transposed].i = transposed;
    bool last;
    if (!has_axes(lib, x, attrs[conv_kernel].ints.count, false, transposed ? "dshape" : "dshp") || !has_halves(lib, x, weight, "MXNetError: FP16 gemm on cpu not implemented!")) return tensor_raise(lib, ACCENT_MXNET);
    if (!channels_last(vm, lib, a[C_LAYOUT], x, false, &last)) return NO_VALUE;
    if (last && tensor_device(x)->kind == DEVICE_CPU) /* MXNet has it on GPUs alone */
        return failed(lib, CE_BAD_VALUE, "could not create a descriptor for a dilated convolution forward propagation primitive");
    Tensor *moved = last ? channels_moved(lib, x, true) : NULL, *kernels = moved ? channels_moved(lib, weight, true) : NULL;
    if (last && !kernels) return tensor_release(lib->core, moved), NO_VALUE;
    in[0] = arg_tensor(last ? moved : x);
    in[1] = arg_tensor(last ? kernels : weight);
    Tensor *t = mx_run(lib, OP_conv, in, 3, attrs);
    tensor_release(lib->core, moved);
    tensor_release(lib->core, kernels);
    return mx_give(lib, last ? channels_back(lib, t) : t, a[C_OUT]);
}

/* data, weight, bias=None, kernel, stride, dilate, pad, num_filter, num_group, workspace, no_bias, cudnn_tune, cudnn_off, layout, out, name */
static Value fn_convolution(VM *vm, const Ref *a, int n, Ref kwnames)
{
    const Ref args[] = {a[0], a[1], a[2], a[3], a[4], a[5], a[6], NULL, a[7], a[8], a[10], NULL, a[14], a[13]};
    return convolved(vm, "Convolution", false, args);
}
/* data, weight, bias=None, kernel, stride, dilate, pad, adj, target_shape, num_filter, num_group, workspace, no_bias, cudnn_tune, cudnn_off, layout, out, name */
static Value fn_deconvolution(VM *vm, const Ref *a, int n, Ref kwnames)
{
    const Ref args[] = {a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[9], a[10], a[12], a[8], a[16], a[15]};
    return convolved(vm, "Deconvolution", true, args);
}

/* ---- pooling ---- */
static Tensor *whole_pool(TensorLib *lib, Tensor *x, bool max, bool sum)
{
    static const int64_t ones[MAX_DIMS] = {1, 1, 1, 1, 1, 1, 1, 1};
    if (sum) {
        int64_t axes[MAX_DIMS];
        for (int i = 2; i < x->ndim; i++) axes[i - 2] = i;
        Attr attrs[reduce_ATTRS] = {[reduce_axes].ints = {axes, x->ndim - 2}, [reduce_keepdims].i = true, [reduce_dtype].i = DT_NONE};
        return mx_run1(lib, OP_sum, x, attrs);
    }
    Attr attrs[pool_ATTRS];
    attrs_default(op_get(OP_adaptive_avg_pool), attrs);
    attrs[pool_output].ints = (Ints){ones, x->ndim - 2};
    return mx_run1(lib, max ? OP_adaptive_max_pool : OP_adaptive_avg_pool, x, attrs);
}

/* Of x with the channels second. The arguments are fn_pooling's. NULL: raised. */
static Tensor *pooled(VM *vm, TensorLib *lib, Tensor *x, const Ref *args)
{
    Attr attrs[pool_ATTRS];
    Dims room[3];
    bool whole, count_pad;
    int64_t p;
    if (!mx_true(vm, args[3], false, &whole) || !mx_true(vm, args[9], true, &count_pad) || !mx_int(vm, args[8], 2, &p)) return NULL;
    bool max = !mx_given(args[2]) || mx_is(args[2], "max"), avg = mx_is(args[2], "avg"), sum = mx_is(args[2], "sum"), lp = mx_is(args[2], "lp");
    if (!max && !avg && !sum && !lp) return err_raise(vm, EXC_ValueError, "Invalid Input: %R, valid values are: {'avg', 'lp', 'max', 'sum'}", args[2]), NULL;
    if (lp && !mx_given(args[8])) return failed(lib, CE_BAD_VALUE, "Check failed: param.p_value.has_value(): "), NULL;
    if (whole && !lp) return whole_pool(lib, x, max, sum);
    attrs_default(op_get(OP_max_pool), attrs);
    if (!mx_axes(vm, args[1], &room[0], &attrs[pool_kernel].ints) || !mx_axes(vm, args[6], &room[1], &attrs[pool_stride].ints) || !mx_axes(vm, args[7], &room[2], &attrs[pool_pad].ints))
        return NULL;
    if (!whole && !has_axes(lib, x, attrs[pool_kernel].ints.count, true, "dshape")) return tensor_raise(lib, ACCENT_MXNET), NULL;
    int64_t ones[MAX_DIMS] = {1, 1, 1, 1, 1, 1, 1, 1};
    if (whole) { /* one window over all */
        attrs[pool_kernel].ints = (Ints){x->shape + 2, x->ndim - 2};
        attrs[pool_stride].ints.count = attrs[pool_pad].ints.count = -1;
    }
    if (attrs[pool_stride].ints.count < 0) attrs[pool_stride].ints = (Ints){ones, x->ndim - 2};
    attrs[pool_ceil].i = mx_is(args[5], "full") || mx_is(args[5], "same");
    attrs[pool_count_pad].i = count_pad;
    if (lp) attrs[pool_divisor].i = p;
    if (sum) attrs[pool_divisor].i = 1;
    return mx_run1(lib, max ? OP_max_pool : lp ? OP_lp_pool : OP_avg_pool, x, attrs);
}

/* data, kernel, pool_type, global_pool, cudnn_off, pooling_convention, stride, pad, p_value, count_include_pad, layout, out, name */
static Value fn_pooling(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Tensor *x = mx_tensor(vm, args[0], "Pooling", &lib);
    bool last;
    if (!x) return NO_VALUE;
    if (x->ndim < 3) {
        core_fail(lib->core, CE_BAD_NDIM, "Pooling: Check failed: dshape.ndim() >= 3 (%d vs. 3) : Input data should be  3D in (batch, channel, x) Or 4D in (batch, channel, y, x)  Or 5D in (batch, channel, d, y, x)", x->ndim);
        return tensor_raise(lib, ACCENT_MXNET);
    }
    if (!channels_last(vm, lib, args[10], x, true, &last)) return NO_VALUE;
    if (!last) return mx_give(lib, pooled(vm, lib, x, args), args[11]);
    Tensor *moved = channels_moved(lib, x, true), *t = moved ? pooled(vm, lib, moved, args) : NULL;
    tensor_release(lib->core, moved);
    return mx_give(lib, channels_back(lib, t), args[11]);
}

/* ---- norms ---- */
/* Scales and running statistics may come in any shape, as long as each channel has one number: flat, over the same memory. `kept` has what is to be released. */
static bool flat_operands(TensorLib *lib, Arg *in, Tensor **kept)
{
    for (int i = 1; i < 5; i++) {
        Tensor *t = in[i].tensor;
        if (!t || t->ndim == 1) continue;
        if (!(kept[i] = mx_in_shape(lib, t, &t->size, 1))) return false;
        in[i] = arg_tensor(kept[i]);
    }
    return true;
}

/* data, gamma, beta, moving_mean, moving_var, eps=0.001, momentum=0.9, fix_gamma=True, use_global_stats=False, output_mean_var=False, axis=1, cudnn_off, out, name */
static Value fn_batch_norm(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Tensor *x = mx_tensor(vm, args[0], "BatchNorm", &lib);
    Arg in[5];
    Attr attrs[norm_ATTRS];
    bool fix_gamma, global, more;
    if (!x) return NO_VALUE;
    attrs_default(op_get(OP_batch_norm), attrs);
    for (int i = 1; i < 5; i++)
        if (!optional(vm, args[i], "BatchNorm", &in[i])) return NO_VALUE;
    if (!mx_float(vm, args[5], 1e-3, &attrs[norm_eps].f) || !mx_float(vm, args[6], 0.9, &attrs[norm_momentum].f) || !mx_true(vm, args[7], true, &fix_gamma)
        || !mx_true(vm, args[8], false, &global) || !mx_true(vm, args[9], false, &more) || !mx_int(vm, args[10], 1, &attrs[norm_axis].i))
        return NO_VALUE;
    if (fix_gamma) in[1] = ARG_ABSENT;
    attrs[norm_training].i = core_mode(lib->core)->training && !global;
    in[0] = arg_tensor(x);
    Tensor *out[MAX_OUTPUTS], *kept[5] = {NULL};
    bool flat = flat_operands(lib, in, kept), made = flat && core_call(lib->core, OP_batch_norm, ACCENT_MXNET, lang_site(vm), in, 5, attrs, 0, out);
    for (int i = 1; i < 5; i++)
        if (kept[i]) tensor_release(lib->core, kept[i]);
    if (!made) return flat ? tensor_raise(lib, ACCENT_MXNET) : NO_VALUE;
    if (more) return mx_list(lib, out, 3);
    tensor_release(lib->core, out[1]);
    tensor_release(lib->core, out[2]);
    return mx_give(lib, out[0], args[12]);
}

static Value normed(VM *vm, OpId op, const char *name, const Ref *three, int64_t axis, int64_t groups, double eps, Ref out)
{
    TensorLib *lib;
    Tensor *x = mx_tensor(vm, three[0], name, &lib);
    Arg in[3];
    Attr attrs[norm_ATTRS];
    if (!x || !optional(vm, three[1], name, &in[1]) || !optional(vm, three[2], name, &in[2])) return NO_VALUE;
    attrs_default(op_get(op), attrs);
    in[0] = arg_tensor(x);
    attrs[norm_axis].i = axis;
    attrs[norm_groups].i = groups ? groups : x->ndim > 1 ? x->shape[1] : 1;
    attrs[norm_eps].f = eps;
    return mx_give(lib, mx_run(lib, op, in, 3, attrs), out);
}
/* data, gamma, beta, axis=-1, eps=1e-5, output_mean_var=False, out, name */
static Value fn_layer_norm(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t axis;
    double eps;
    bool more;
    if (!mx_int(vm, args[3], -1, &axis) || !mx_float(vm, args[4], 1e-5, &eps) || !mx_true(vm, args[5], false, &more)) return NO_VALUE;
    Value made = normed(vm, OP_layer_norm, "LayerNorm", args, axis, 1, eps, args[6]);
    if (!made || !more) return made;
    Value at = int_from_i64(vm, axis), shown = at ? import_call(vm, "mxnet.ndarray.spreads", "layer_norm", (Ref[]){made, args[0], at, make_float_any(eps)}, 4) : NO_VALUE;
    release(vm, at);
    release(vm, made);
    return shown;
}
/* data, gamma, beta, num_groups=1, eps=1e-5, output_mean_var=False, out, name */
static Value fn_group_norm(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t groups;
    double eps;
    if (!mx_int(vm, args[3], 1, &groups) || !mx_float(vm, args[4], 1e-5, &eps)) return NO_VALUE;
    return normed(vm, OP_group_norm, "GroupNorm", args, 1, groups, eps, args[6]);
}
/* data, gamma, beta, eps=0.001, out, name */
static Value fn_instance_norm(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double eps;
    if (!mx_float(vm, args[3], 1e-3, &eps)) return NO_VALUE;
    return normed(vm, OP_group_norm, "InstanceNorm", args, 1, 0, eps, args[4]);
}

/* ---- elementwise ---- */
/* data, p=0.5, mode='training', axes=(), cudnn_off=False, out, name */
static Value fn_dropout(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Tensor *x = mx_tensor(vm, args[0], "Dropout", &lib);
    Attr attrs[dropout_ATTRS];
    Dims room;
    if (!x || !mx_float(vm, args[1], 0.5, &attrs[dropout_p].f) || !mx_axes(vm, args[3], &room, &attrs[dropout_axes].ints)) return NO_VALUE;
    attrs[dropout_training].i = core_mode(lib->core)->training || mx_is(args[2], "always");
    if (attrs[dropout_p].f == 1 && attrs[dropout_training].i) { /* MXNet divides by what it keeps: 0 / 0 */
        Arg in[2] = {arg_tensor(x), arg_number(scalar_float((double)NAN))};
        return mx_give(lib, mx_run(lib, OP_multiply, in, 2, NULL), args[5]);
    }
    return mx_give(lib, mx_run1(lib, OP_dropout, x, attrs), args[5]);
}

/* data, act_type, out, name */
static Value fn_activation(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Tensor *x = mx_tensor(vm, args[0], "Activation", &lib);
    if (!x) return NO_VALUE;
    OpId op;
    Attr soft[value_ATTRS];
    attrs_default(op_get(OP_softplus), soft);
    if (mx_is(args[1], "relu")) op = OP_relu;
    else if (mx_is(args[1], "sigmoid")) op = OP_sigmoid;
    else if (mx_is(args[1], "tanh")) op = OP_tanh;
    else if (mx_is(args[1], "softrelu")) op = OP_softplus;
    else if (mx_is(args[1], "softsign")) op = OP_softsign;
    else {
        size_t length;
        const char *given = args[1] && is_str(args[1]) ? str_utf8(vm, args[1], &length) : "None";
        if (!given) return NO_VALUE;
        core_fail(lib->core, CE_BAD_VALUE, "Invalid Input: '%s', valid values are: {'relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'}, in operator Activation(name=\"\", act_type=\"%s\")", given, given);
        return tensor_raise(lib, ACCENT_MXNET);
    }
    if (op == OP_softplus) {
        soft[value_value].number = scalar_int(1);
        soft[value_other].number = scalar_int(20);
    }
    return mx_give(lib, mx_run1(lib, op, x, op == OP_softplus ? soft : NULL), args[2]);
}

/* data, gamma=None, act_type='leaky', slope=0.25, lower_bound=0.125, upper_bound=0.334, out, name */
static Value fn_leaky(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib;
    Tensor *x = mx_tensor(vm, args[0], "LeakyReLU", &lib);
    Attr attrs[value_ATTRS];
    double slope;
    if (!x || !mx_float(vm, args[3], 0.25, &slope)) return NO_VALUE;
    attrs_default(op_get(OP_leaky_relu), attrs);
    attrs[value_value].number = scalar_float(slope);
    if (!mx_given(args[2]) || mx_is(args[2], "leaky")) return mx_give(lib, mx_run1(lib, OP_leaky_relu, x, attrs), args[6]);
    if (mx_is(args[2], "elu")) return mx_give(lib, mx_run1(lib, OP_elu, x, attrs), args[6]);
    if (mx_is(args[2], "selu")) return mx_give(lib, mx_run1(lib, OP_selu, x, NULL), args[6]);
    if (mx_is(args[2], "gelu")) return mx_give(lib, mx_run1(lib, OP_gelu, x, NULL), args[6]);
    if (mx_is(args[2], "prelu")) {
        Arg in[2];
        Tensor *gamma = mx_tensor(vm, args[1], "LeakyReLU", &lib);
        if (!gamma) return NO_VALUE;
        in[0] = arg_tensor(x);
        in[1] = arg_tensor(gamma);
        return mx_give(lib, mx_run(lib, OP_prelu, in, 2, NULL), args[6]);
    }
    return err_raise(vm, EXC_ValueError, "Invalid Input: %R, valid values are: {'elu', 'gelu', 'leaky', 'prelu', 'selu'}", args[2]);
}

static const char convolution_signature[] = "data, weight, bias=None, kernel=None, stride=None, dilate=None, pad=None, num_filter=None, num_group=1, workspace=1024, no_bias=False, "
                                            "cudnn_tune=None, cudnn_off=False, layout=None, out=None, name=None";
static const char deconvolution_signature[] = "data, weight, bias=None, kernel=None, stride=None, dilate=None, pad=None, adj=None, target_shape=None, num_filter=None, num_group=1, "
                                              "workspace=512, no_bias=True, cudnn_tune=None, cudnn_off=False, layout=None, out=None, name=None";
static const char pooling_signature[] = "data, kernel=(), pool_type='max', global_pool=False, cudnn_off=False, pooling_convention='valid', stride=None, pad=None, p_value=None, "
                                        "count_include_pad=True, layout=None, out=None, name=None";
static const char batch_norm_signature[] = "data, gamma=None, beta=None, moving_mean=None, moving_var=None, eps=0.001, momentum=0.9, fix_gamma=True, use_global_stats=False, "
                                           "output_mean_var=False, axis=1, cudnn_off=False, out=None, name=None";
const NativeDef mx_net_functions[] = {
    {"FullyConnected", fn_fully_connected, "data, weight, bias=None, num_hidden=None, no_bias=False, flatten=True, out=None, name=None", "data · weightᵀ + bias.", NATIVE_KW},
    {"Convolution", fn_convolution, convolution_signature, "Convolution in one to three dimensions.", NATIVE_KW},
    {"Deconvolution", fn_deconvolution, deconvolution_signature, "The transposed convolution.", NATIVE_KW},
    {"Pooling", fn_pooling, pooling_signature, "One value for each window.", NATIVE_KW},
    {"BatchNorm", fn_batch_norm, batch_norm_signature, "Normed over the batch.", NATIVE_KW},
    {"LayerNorm", fn_layer_norm, "data, gamma=None, beta=None, axis=-1, eps=1e-05, output_mean_var=False, out=None, name=None", "Normed over an axis.", NATIVE_KW},
    {"GroupNorm", fn_group_norm, "data, gamma=None, beta=None, num_groups=1, eps=1e-05, output_mean_var=False, out=None, name=None", "Normed over groups of channels.", NATIVE_KW},
    {"InstanceNorm", fn_instance_norm, "data, gamma=None, beta=None, eps=0.001, out=None, name=None", "Normed over each channel.", NATIVE_KW},
    {"Dropout", fn_dropout, "data, p=0.5, mode='training', axes=(), cudnn_off=False, out=None, name=None", "Zeros by chance, in training.", NATIVE_KW},
    {"Activation", fn_activation, "data, act_type, out=None, name=None", "relu, sigmoid, tanh, softrelu or softsign.", NATIVE_KW},
    {"LeakyReLU", fn_leaky, "data, gamma=None, act_type='leaky', slope=0.25, lower_bound=0.125, upper_bound=0.334, out=None, name=None", "leaky, elu, selu, gelu or prelu.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};
