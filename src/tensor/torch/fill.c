/* fill.c: torch's methods that fill a tensor with a value or with random numbers (fill_, zero_, uniform_ …), and what make.c shares of drawing: streams, attributes, complex pairs. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "core/op_more.h"
#include "torch.h"

void torch_random_attrs(Attr *attrs, const Dims *shape, DType dtype, double a, double b)
{
    attrs_default(op_get(OP_random_uniform), attrs);
    attrs[random_shape].ints = (Ints){shape->d, shape->n};
    attrs[random_dtype].i = dtype;
    attrs[random_a].f = a;
    attrs[random_b].f = b;
}

/* generator=: an object that says its stream as _stream, and as _on_gpu whether it draws for GPUs; NULL: for the CPU */
bool torch_stream_of(VM *vm, Ref generator, const Device *to, Attr *attrs)
{
    if (!generator || is_none(generator)) return true;
    Value asked = str_intern_c(vm, "_on_gpu"), on_gpu = NO_VALUE;
    int says = asked ? obj_lookup_attr(vm, generator, asked, &on_gpu) : -1;
    release(vm, asked);
    if (says < 0) return false;
    bool gpu = to && to->kind == DEVICE_GPU, differs = says && (on_gpu == V_TRUE) != gpu;
    if (says) release(vm, on_gpu);
    if (differs)
        return err_raise(vm, EXC_RuntimeError, TORCH_SAYS(GENERATOR_DEVICE), gpu ? "cuda" : "cpu", gpu ? "cpu" : "cuda"), tensor_explained(vm, "P0114") != NO_VALUE;
    Value name = str_intern_c(vm, "_stream"), stream = NO_VALUE;
    int found = name ? obj_lookup_attr(vm, generator, name, &stream) : -1;
    release(vm, name);
    if (found < 0) return false;
    bool ok = found && num_index_i64(vm, stream, &attrs[random_stream].i);
    if (found) release(vm, stream);
    return ok || err_false(vm, EXC_TypeError, "argument 'generator' must be torch.Generator, not %T", generator);
}

/* Integers are drawn by randint and random_ alone. */
Value torch_not_drawn(VM *vm, OpId op, DType d)
{
    static const char *const words[DTYPE_COUNT] = {"Bool", "Byte", "Char", "Short", "Int", "Long"};
    return err_raise(vm, torch_two(TORCH_FLAG_NO_KERNEL_CLASS) ? EXC_NotImplementedError : EXC_RuntimeError, TORCH_SAYS(NO_KERNEL), op == OP_random_normal ? "normal_kernel_cpu" : "check_uniform_bounds", "", words[d]);
}

static Value fill_with(VM *vm, Ref self, Scalar value)
{
    Arg in = arg_tensor(self_of(self));
    Attr attrs[value_ATTRS] = {[value_value].number = value, [value_other].number = scalar_int(0), [value_third].number = scalar_int(0)};
    return torch_call_in(vm, OP_fill, self, &in, 1, attrs);
}

/* The step that a draw over a computed tensor is in its graph */
static bool drawn_over(VM *vm, Ref self, OpId op)
{
    const char *name = op == OP_random_uniform ? "UniformBackward0" : op == OP_random_normal ? "NormalBackward0" : op == OP_random_exponential ? "ExponentialBackward0" : "RandomBackward0";
    Value filled = torch_named(fill_with(vm, self, scalar_int(0)), name);
    release(vm, filled);
    return filled != NO_VALUE;
}

static Value refill_real(VM *vm, Ref self, Tensor *t, OpId op, double a, double b, int64_t low, int64_t high, Ref generator)
{
    TensorLib *lib = lib_of(t);
    Attr attrs[MAX_ATTRS];
    Dims shape = {.n = t->ndim};
    memcpy(shape.d, t->shape, sizeof *t->shape * (size_t)t->ndim);
    torch_random_attrs(attrs, &shape, (DType)t->dtype, a, b);
    attrs[random_low].i = op == OP_random_normal ? !tensor_is_contiguous(t) : low; /* PyTorch draws sixteen at once where there are no gaps */
    attrs[random_high].i = high;
    if (!torch_stream_of(vm, generator, tensor_device(t), attrs)) return NO_VALUE;
    core_set_place(lib->core, tensor_device(t));
    Tensor *out = t;
    bool ends = tensor_of(self)->grad && core_mode(lib->core)->grad[ACCENT_TORCH] && !grad_is_leaf(tensor_of(self)); /* what it was computed from gets zeros */
    if (ends && !drawn_over(vm, self, op)) return NO_VALUE;
    if (!core_call(lib->core, op, ACCENT_TORCH, lang_site(vm), NULL, 0, attrs, CALL_OUT_GIVEN | (ends ? CALL_NO_GRAD : 0), &out)) return tensor_raise(lib, ACCENT_TORCH);
    tensor_release(lib->core, out);
    return retain(self);
}

/* PyTorch 2 draws float32 on the CPU where the short floats are asked for. */
bool torch_drawn_wide(OpId op, DType d, const Device *device)
{
    return torch_two(TORCH_FLAG_SHORT_FLOATS) && (op == OP_random_uniform || op == OP_random_exponential) && (d == DT_FLOAT16 || d == DT_BFLOAT16) && (!device || device->kind != DEVICE_GPU);
}

static Value refill_wide(VM *vm, Ref self, Tensor *t, OpId op, double a, double b, Ref generator)
{
    TensorLib *lib = lib_of(t);
    Value wide = tensor_show(lib, ACCENT_TORCH, tensor_new(lib->core, tensor_device(t), DT_FLOAT32, t->shape, t->ndim)), drawn = wide ? refill_real(vm, wide, tensor_of(wide), op, a, b, 0, 0, generator) : NO_VALUE;
    Tensor *out = t;
    Arg in = arg_tensor(drawn ? tensor_of(drawn) : NULL);
    Attr attrs[cast_ATTRS] = {[cast_dtype].i = t->dtype};
    bool ok = drawn && core_call(lib->core, OP_cast, ACCENT_TORCH, lang_site(vm), &in, 1, attrs, CALL_OUT_GIVEN | CALL_NO_GRAD, &out);
    if (ok) tensor_release(lib->core, out);
    release(vm, drawn);
    release(vm, wide);
    return ok ? retain(self) : drawn ? tensor_raise(lib, ACCENT_TORCH) : NO_VALUE;
}

/* A tensor's numbers drawn anew; complex ones are pairs, normal ones of the deviation together. */
Value torch_refill(VM *vm, Ref self, OpId op, double a, double b, int64_t low, int64_t high, Ref generator)
{
    Tensor *whole = self_of(self), *t = whole;
    TensorLib *lib = lib_of(whole);
    if (dtype_is_complex((DType)whole->dtype) && (op == OP_random_normal || op == OP_random_uniform)) {
        Arg in = arg_tensor(whole);
        if (!core_call(lib->core, OP_view_as_real, ACCENT_TORCH, lang_site(vm), &in, 1, NULL, CALL_NO_GRAD, &t)) return tensor_raise(lib, ACCENT_TORCH);
        if (op == OP_random_normal) b *= M_SQRT1_2;
    }
    Value v = torch_drawn_wide(op, (DType)t->dtype, tensor_device(t)) ? refill_wide(vm, self, t, op, a, b, generator) : refill_real(vm, self, t, op, a, b, low, high, generator);
    if (t != whole) tensor_release(lib->core, t);
    return v;
}

static bool two(VM *vm, Ref a, Ref b, double *x, double *y)
{
    return (!a || is_none(a) || num_to_double(vm, a, x)) && (!b || is_none(b) || num_to_double(vm, b, y));
}
static Value m_uniform_(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double a = 0, b = 1;
    if (!two(vm, args[1], args[2], &a, &b)) return NO_VALUE;
    DType d = (DType)tensor_of(args[0])->dtype;
    if (dtype_is_complex(d)) d = dtype_real_of(d);
    if (!dtype_is_float(d)) return torch_not_drawn(vm, OP_random_uniform, d);
    double most = d == DT_FLOAT16 ? 65504.0 : d == DT_FLOAT64 ? DBL_MAX : d == DT_BFLOAT16 ? 0x1.fep127 : (double)FLT_MAX;
    for (int i = 0; i < 2; i++)
        if (!(fabs(i ? b : a) <= most)) return err_raise(vm, EXC_RuntimeError, "%s is out of bounds for %s", i ? "to" : "from", torch_c_name(d));
    if (a > b) return err_raise(vm, EXC_RuntimeError, "uniform_ expects to return a [from, to) range, but found from=%g > to=%g", a, b);
    return torch_refill(vm, args[0], OP_random_uniform, a, b, 0, 0, args[3]);
}
static Value m_normal_(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double a = 0, b = 1;
    if (!two(vm, args[1], args[2], &a, &b)) return NO_VALUE;
    if (!(b >= 0)) return err_raise(vm, EXC_RuntimeError, "normal expects std >= 0.0, but found std %g", b);
    if (!dtype_is_inexact((DType)tensor_of(args[0])->dtype)) return torch_not_drawn(vm, OP_random_normal, (DType)tensor_of(args[0])->dtype);
    return torch_refill(vm, args[0], OP_random_normal, a, b, 0, 0, args[3]);
}
static Value m_exponential_(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double rate = 1, unused = 0;
    if (!two(vm, args[1], NULL, &rate, &unused)) return NO_VALUE;
    if (torch_two(TORCH_FLAG_RATE_POSITIVE) ? !(rate > 0) : !(rate >= 0)) return err_raise(vm, EXC_RuntimeError, TORCH_SAYS(RATE), rate);
    if (!dtype_is_float((DType)tensor_of(args[0])->dtype)) return err_raise(vm, torch_two(TORCH_FLAG_NO_KERNEL_CLASS) ? EXC_NotImplementedError : EXC_RuntimeError, TORCH_SAYS(NO_KERNEL), "exponential_cpu", "", torch_type_word((DType)tensor_of(args[0])->dtype));
    return torch_refill(vm, args[0], OP_random_exponential, 1 / rate, 0, 0, 0, args[2]);
}
static Value m_random_(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Tensor *t = self_of(args[0]);
    int64_t low = 0, high;
    DType d = (DType)t->dtype;
    static const int64_t last[DTYPE_COUNT] = {1, 255, 127, 32767, 2147483647, INT64_MAX - 1, 2048, 256, 1 << 24, (int64_t)1 << 53};
    high = last[d] + 1;
    if (args[1] && !num_index_i64(vm, args[1], &low)) return NO_VALUE;
    if (args[2] && !is_none(args[2])) {
        if (!num_index_i64(vm, args[2], &high)) return NO_VALUE;
    } else if (args[1]) high = low, low = 0;
    else if (d == DT_INT64) { /* 63 bits of 64 */
        Value drawn = torch_refill(vm, args[0], OP_random_integers, 0, 0, INT64_MIN, INT64_MAX, args[3]);
        Arg in[2] = {arg_tensor(t), arg_number(scalar_int(INT64_MAX))};
        Value v = drawn ? torch_call_in(vm, OP_bit_and, args[0], in, 2, NULL) : NO_VALUE;
        release(vm, drawn);
        return v;
    }
    if (low >= high) return err_raise(vm, EXC_RuntimeError, TORCH_SAYS(RANDOM_RANGE), (long long)low, (long long)high);
    static const int64_t least[DTYPE_COUNT] = {0, 0, -128, -32768, INT32_MIN, INT64_MIN, -65504}, most[DTYPE_COUNT] = {1, 255, 127, 32767, INT32_MAX, INT64_MAX, 65504};
    for (int i = 0; i < 2 && d <= DT_FLOAT16; i++)
        if ((i ? high - 1 : low) < least[d] || (i ? high - 1 : low) > most[d]) return err_raise(vm, EXC_RuntimeError, "%s is out of bounds for %s", i ? "to - 1" : "from", torch_c_name(d));
    return torch_refill(vm, args[0], OP_random_integers, 0, 0, low, high, args[3]);
}

static Value m_fill_(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Scalar value;
    TensorLib *lib = lib_of(self_of(args[0]));
    if (is_tensor(args[1]) && tensor_of(args[1])->ndim)
        return err_raise(vm, EXC_RuntimeError, "fill_ only supports 0-dimension value tensor but got tensor with %d dimensions.", tensor_of(args[1])->ndim);
    if (is_complex(args[1])) {
        if (!tensor_number_any(vm, args[1], &value)) return NO_VALUE;
        return core_number_fits(lib->core, ACCENT_TORCH, (DType)self_of(args[0])->dtype, value) ? torch_named(fill_with(vm, args[0], value), "FillBackward2") : tensor_raise(lib, ACCENT_TORCH);
    }
    return torch_number_arg(lib, "fill_", "value", 1, args[1], &value) ? torch_named(fill_with(vm, args[0], value), "FillBackward2") : NO_VALUE;
}
static Value m_zero_(VM *vm, const Ref *args, int n, Ref kwnames) { return torch_named(fill_with(vm, args[0], scalar_int(0)), "ZeroBackward0"); }

const NativeDef torch_make_methods[] = {
    {"fill_", m_fill_, "self, value", "One value everywhere, in place.", NATIVE_KW},
    {"zero_", m_zero_, "self", "Zeros, in place.", 0},
    {"uniform_", m_uniform_, "self, from=0, to=1, *, generator=None", "Uniform random numbers, in place.", NATIVE_KW},
    {"normal_", m_normal_, "self, mean=0, std=1, *, generator=None", "Normal random numbers, in place.", NATIVE_KW},
    {"exponential_", m_exponential_, "self, lambd=1, *, generator=None", "Exponential random numbers, in place.", NATIVE_KW},
    {"random_", m_random_, "self, from_=None, to=None, *, generator=None", "Random integers, in place.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};
