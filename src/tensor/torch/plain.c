/* plain.c: calls of torch.nn.functional whose arguments leave no doubt, straight to their op. What is of another kind in any way (modes, dtypes, places, sizes that do not fit, options) is nobody's here: None
 * is the answer then, and the function in Python looks closer, acts and says what is wrong. */
#include <string.h>

#include "core/op_more.h"
#include "core/rules.h"
#include "torch.h"

enum { LAST = 3 }; /* dimensions of a window, at most */

static bool is_torch(Ref v) { return is_tensor(v) && as_obj(v)->aux == ACCENT_TORCH; }
static bool is_single(const Tensor *t) { return t->dtype == DT_FLOAT32 || t->dtype == DT_FLOAT64; }
static bool same_kind(const Tensor *a, const Tensor *b) { return a->dtype == b->dtype && tensor_device(a) == tensor_device(b); }

/* A size for each dimension, or one for all: small numbers of at least `low`. */
static bool sizes_of(Ref v, int dims, int64_t low, int64_t *sizes)
{
    bool many = is_tuple(v) && as_tuple(v)->len == dims;
    for (int i = 0; i < dims; i++) {
        Ref one = many ? REF(as_tuple(v)->items[i]) : v;
        if (!is_small(one) || small_of(one) < low || small_of(one) > INT32_MAX) return false;
        sizes[i] = small_of(one);
    }
    return true;
}

typedef struct Windows { int64_t kernel[LAST], stride[LAST], pad[LAST], dilate[LAST], none[LAST], groups; } Windows;

static bool windows_fit(const Tensor *x, const Tensor *weight, int dims, const Windows *s)
{
    if (weight->shape[0] < 1 || weight->shape[0] % s->groups || x->shape[1] != weight->shape[1] * s->groups) return false;
    for (int i = 0; i < dims; i++)
        if (s->kernel[i] < 1 || x->shape[2 + i] + 2 * s->pad[i] < s->dilate[i] * (s->kernel[i] - 1) + 1) return false;
    return true;
}

/* args: input, weight, bias, stride, padding, dilation, groups */
static Value fn_plain_conv(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib || core_rule_bits(lib->core) || !is_torch(args[0]) || !is_torch(args[1]) || !(is_none(args[2]) || is_torch(args[2])) || !is_small(args[6]) || small_of(args[6]) < 1) return lib ? V_NONE : NO_VALUE;
    Tensor *x = tensor_of(args[0]), *weight = tensor_of(args[1]), *bias = is_none(args[2]) ? NULL : tensor_of(args[2]);
    int dims = x->ndim - 2;
    Windows s = {.groups = small_of(args[6])};
    if (dims < 1 || dims > LAST || weight->ndim != x->ndim || !is_single(x) || !same_kind(x, weight) || tensor_device(x)->kind == DEVICE_META) return V_NONE;
    if (bias && (bias->ndim != 1 || bias->shape[0] != weight->shape[0] || !same_kind(x, bias))) return V_NONE;
    if (!sizes_of(args[3], dims, 1, s.stride) || !sizes_of(args[4], dims, 0, s.pad) || !sizes_of(args[5], dims, 1, s.dilate)) return V_NONE;
    memcpy(s.kernel, weight->shape + 2, sizeof *s.kernel * (size_t)dims);
    if (!windows_fit(x, weight, dims, &s)) return V_NONE;
    Attr attrs[conv_ATTRS] = {[conv_kernel].ints = {s.kernel, dims}, [conv_stride].ints = {s.stride, dims}, [conv_pad].ints = {s.pad, dims}, [conv_dilate].ints = {s.dilate, dims},
                              [conv_groups].i = s.groups, [conv_output_pad].ints = {s.none, dims}};
    Arg in[] = {arg_tensor(x), arg_tensor(weight), bias ? arg_tensor(bias) : ARG_ABSENT};
    return torch_call(vm, OP_conv, in, 3, attrs);
}

static const char *reduction_of(Ref v)
{
    static const char *const words[] = {"mean", "sum", "none"};
    for (size_t i = 0; is_str(v) && i < sizeof words / sizeof *words; i++)
        if (str_equal_c(v, words[i])) return words[i];
    return NULL;
}

/* args: input (lines of classes), target (a class for each), ignore_index, reduction, label_smoothing: none of it */
static Value fn_plain_cross_entropy(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    const char *reduction = reduction_of(args[3]);
    bool within, smooth = !(is_float(args[4]) ? float_of(args[4]) == 0 : args[4] == REF(make_small(0)));
    if (!lib || core_rule_bits(lib->core) || !is_torch(args[0]) || !is_torch(args[1]) || !is_small(args[2]) || !reduction || smooth) return lib ? V_NONE : NO_VALUE;
    Tensor *x = tensor_of(args[0]), *target = tensor_of(args[1]);
    if (x->ndim != 2 || target->ndim != 1 || !x->size || x->shape[0] != target->shape[0] || !is_single(x) || target->dtype != DT_INT64) return V_NONE;
    if (tensor_device(x) != tensor_device(target) || tensor_device(x)->kind != DEVICE_CPU) return V_NONE;
    core_set_site(lib->core, lang_site(vm));
    if (!core_within(lib->core, target, 0, (double)(x->shape[1] - 1), &within)) return tensor_raise(lib, ACCENT_TORCH);
    if (!within) return V_NONE; /* (one that is ignored, or wrong) */
    Attr attrs[loss_ATTRS];
    attrs_default(op_get(OP_cross_entropy), attrs);
    attrs[loss_axis].i = 1;
    attrs[loss_reduction].text = reduction;
    attrs[loss_ignore].i = small_of(args[2]);
    attrs[loss_smoothing].f = 0;
    Arg in[] = {arg_tensor(x), arg_tensor(target), ARG_ABSENT};
    return torch_call(vm, OP_cross_entropy, in, 3, attrs);
}

const NativeDef torch_plain_functions[] = {
    {"plain_conv", fn_plain_conv, "input, weight, bias, stride, padding, dilation, groups, /", "The convolution, if these are as most are, else None.", NATIVE_KW},
    {"plain_cross_entropy", fn_plain_cross_entropy, "input, target, ignore_index, reduction, label_smoothing, /", "The loss, if these are as most are, else None.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};
