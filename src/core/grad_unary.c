/* grad_unary.c: gradients of elementwise ops with one operand, and of the activations. x is the operand, y the result, g the gradient of y. */
#include <math.h>

#include "grad_work.h"

static V g0(GradWork *w) { return grad_out(w, 0); }
static V x0(GradWork *w) { return saved_in(w, 0); }
static V result(GradWork *w) { return saved_out(w, 0); }
static V square(GradWork *w, V a) { return op1(w, OP_square, a); }
static V one_minus_square(GradWork *w, V a) { return sub(w, num(1), square(w, a)); }

GRADIENT(copy) { give(w, 0, g0(w)); }
GRADIENT(cast) { give(w, 0, g0(w)); }
GRADIENT(zero)
{
    for (int i = 0; i < w->node->in_count; i++) {
        if (!wanted(w, i)) continue;
        const InputInfo *info = input(w, i);
        Tensor *t = tensor_new(w->c, info->device, (DType)info->dtype, info->shape, info->ndim);
        give(w, i, fill_like(w, keep_temp(w, t), 0));
    }
}
GRADIENT(negative) { give(w, 0, neg(w, g0(w))); }
GRADIENT(abs)
{
    V x = x0(w);
    if (w->failed || !dtype_is_complex((DType)input(w, 0)->dtype)) {
        give(w, 0, mul(w, g0(w), op1(w, OP_sign, x)));
        return;
    }
    V size = op1(w, OP_abs, x), none = op2(w, OP_equal, size, num(0)); /* in its direction; nowhere from 0 */
    give(w, 0, mul(w, g0(w), select_where(w, none, num(0), over(w, x, select_where(w, none, num(1), size)))));
}
GRADIENT(square) { give(w, 0, mul(w, g0(w), mul(w, x0(w), num(2)))); }
GRADIENT(sqrt) { give(w, 0, over(w, g0(w), mul(w, result(w), num(2)))); }
GRADIENT(rsqrt) { V y = result(w); give(w, 0, mul(w, mul(w, g0(w), num(-0.5)), mul(w, y, square(w, y)))); }
GRADIENT(cbrt) { give(w, 0, over(w, g0(w), mul(w, square(w, result(w)), num(3)))); }
GRADIENT(rcbrt) { give(w, 0, mul(w, g0(w), over(w, result(w), mul(w, x0(w), num(-3))))); }
GRADIENT(reciprocal) { give(w, 0, mul(w, neg(w, g0(w)), square(w, result(w)))); }
GRADIENT(exp) { give(w, 0, mul(w, g0(w), result(w))); }
GRADIENT(exp2) { give(w, 0, mul(w, g0(w), mul(w, result(w), num(M_LN2)))); }
GRADIENT(expm1) { give(w, 0, mul(w, g0(w), add(w, result(w), num(1)))); }
GRADIENT(log) { give(w, 0, over(w, g0(w), x0(w))); }
GRADIENT(log2) { give(w, 0, over(w, g0(w), mul(w, x0(w), num(M_LN2)))); }
GRADIENT(log10) { give(w, 0, over(w, g0(w), mul(w, x0(w), num(M_LN10)))); }
GRADIENT(log1p) { give(w, 0, over(w, g0(w), add(w, x0(w), num(1)))); }
GRADIENT(sin) { give(w, 0, mul(w, g0(w), op1(w, OP_cos, x0(w)))); }
GRADIENT(cos) { give(w, 0, neg(w, mul(w, g0(w), op1(w, OP_sin, x0(w))))); }
GRADIENT(tan) { give(w, 0, mul(w, g0(w), add(w, square(w, result(w)), num(1)))); }
GRADIENT(arcsin) { give(w, 0, mul(w, g0(w), op1(w, OP_rsqrt, one_minus_square(w, x0(w))))); }
GRADIENT(arccos) { give(w, 0, neg(w, mul(w, g0(w), op1(w, OP_rsqrt, one_minus_square(w, x0(w)))))); }
GRADIENT(arctan) { give(w, 0, over(w, g0(w), add(w, square(w, x0(w)), num(1)))); }
GRADIENT(sinh) { give(w, 0, mul(w, g0(w), op1(w, OP_cosh, x0(w)))); }
GRADIENT(cosh) { give(w, 0, mul(w, g0(w), op1(w, OP_sinh, x0(w)))); }
/* Is the gradient an op, which rounds as the library's kernel does? */
static bool has_own_slope(const GradWork *w) { return accent_rules((Accent)w->node->accent)->slopes_at_once && !dtype_is_complex((DType)input(w, 0)->dtype); }

GRADIENT(tanh) { V y = result(w); give(w, 0, has_own_slope(w) ? op2(w, OP_tanh_grad, g0(w), y) : mul(w, g0(w), one_minus_square(w, y))); }
GRADIENT(tanh_grad)
{
    V a = saved_in(w, 0), y = saved_in(w, 1);
    give(w, 0, op2(w, OP_tanh_grad, g0(w), y));
    if (wanted(w, 1)) give(w, 1, mul(w, mul(w, g0(w), num(-2)), mul(w, a, y)));
}
GRADIENT(arcsinh) { give(w, 0, mul(w, g0(w), op1(w, OP_rsqrt, add(w, square(w, x0(w)), num(1))))); }
GRADIENT(arccosh)
{
    V x = x0(w);
    if (dtype_is_complex((DType)input(w, 0)->dtype)) give(w, 0, mul(w, g0(w), mul(w, op1(w, OP_rsqrt, add(w, x, num(1))), op1(w, OP_rsqrt, sub(w, x, num(1)))))); /* on this branch */
    else give(w, 0, mul(w, g0(w), op1(w, OP_rsqrt, sub(w, square(w, x), num(1)))));
}
GRADIENT(arctanh) { give(w, 0, over(w, g0(w), one_minus_square(w, x0(w)))); }
GRADIENT(erf) { give(w, 0, mul(w, g0(w), mul(w, op1(w, OP_exp, neg(w, square(w, x0(w)))), num(M_2_SQRTPI)))); }
GRADIENT(erfc) { give(w, 0, mul(w, g0(w), mul(w, op1(w, OP_exp, neg(w, square(w, x0(w)))), num(-M_2_SQRTPI)))); }
GRADIENT(erfinv) { give(w, 0, mul(w, g0(w), mul(w, op1(w, OP_exp, square(w, op1(w, OP_erfinv, x0(w)))), num(1 / M_2_SQRTPI)))); }
GRADIENT(lgamma) { give(w, 0, mul(w, g0(w), op1(w, OP_digamma, x0(w)))); }
GRADIENT(gamma) { give(w, 0, mul(w, g0(w), mul(w, result(w), op1(w, OP_digamma, x0(w))))); }
static V polygamma_of(GradWork *w, double n)
{
    Attr attrs[value_ATTRS] = {[value_value] = {.number = scalar_float(n)}, [value_other] = {.number = scalar_float(0)}};
    return op1_with(w, OP_polygamma, x0(w), attrs);
}
GRADIENT(digamma) { give(w, 0, mul(w, g0(w), polygamma_of(w, 1))); }
GRADIENT(polygamma) { give(w, 0, mul(w, g0(w), polygamma_of(w, attr_number(w, value_value) + 1))); }
GRADIENT(degrees) { give(w, 0, mul(w, g0(w), num(180 / M_PI))); }
GRADIENT(radians) { give(w, 0, mul(w, g0(w), num(M_PI / 180))); }
GRADIENT(nan_to_num) { give(w, 0, where_or_zero(w, op1(w, OP_isfinite, x0(w)), g0(w))); }

/* ---- activations ---- */
GRADIENT(relu) { give(w, 0, op2(w, OP_relu_grad, g0(w), result(w))); }
GRADIENT(relu_grad)
{
    V y = saved_in(w, 1);
    give(w, 0, op2(w, OP_relu_grad, g0(w), y));
    if (wanted(w, 1)) give(w, 1, fill_like(w, y, 0));
}

/* g where low < x < high (or <=) */
static V inside(GradWork *w, V g, V x, double low, double high)
{
    return where_or_zero(w, op2(w, OP_logical_and, op2(w, OP_greater, x, num(low)), op2(w, OP_less, x, num(high))), g);
}

GRADIENT(relu6) { V g = g0(w); give(w, 0, inside(w, g, x0(w), 0, 6)); }
GRADIENT(sigmoid) { V y = result(w); give(w, 0, has_own_slope(w) ? op2(w, OP_sigmoid_grad, g0(w), y) : mul(w, g0(w), mul(w, y, sub(w, num(1), y)))); }
GRADIENT(sigmoid_grad)
{
    V a = saved_in(w, 0), y = saved_in(w, 1);
    give(w, 0, op2(w, OP_sigmoid_grad, g0(w), y));
    if (wanted(w, 1)) give(w, 1, mul(w, mul(w, g0(w), a), sub(w, num(1), mul(w, y, num(2)))));
}
GRADIENT(log_sigmoid) { give(w, 0, mul(w, g0(w), op1(w, OP_sigmoid, neg(w, x0(w))))); }
GRADIENT(hard_sigmoid)
{
    double a = attr_number(w, value_value), b = attr_number(w, value_other);
    V x = x0(w), y = add(w, mul(w, x, num(a)), num(b));
    give(w, 0, inside(w, mul(w, g0(w), num(a)), y, 0, 1));
}
GRADIENT(hard_swish)
{
    V x = x0(w), g = g0(w), middle = mul(w, g, add(w, over(w, x, num(3)), num(0.5)));
    give(w, 0, select_where(w, op2(w, OP_greater, x, num(3)), g, where_or_zero(w, op2(w, OP_greater_equal, x, num(-3)), middle))); /* at 3 and -3 PyTorch's is the middle's */
}
GRADIENT(softplus)
{
    double beta = attr_number(w, value_value), limit = attr_number(w, value_other);
    V x = x0(w), g = g0(w), scaled = mul(w, x, num(beta));
    give(w, 0, select_where(w, op2(w, OP_greater, scaled, num(limit)), g, mul(w, g, op1(w, OP_sigmoid, scaled))));
}
GRADIENT(softsign) { give(w, 0, over(w, g0(w), square(w, add(w, op1(w, OP_abs, x0(w)), num(1))))); }
GRADIENT(silu)
{
    V x = x0(w), s = op1(w, OP_sigmoid, x);
    give(w, 0, mul(w, g0(w), mul(w, s, add(w, mul(w, x, sub(w, num(1), s)), num(1)))));
}
GRADIENT(mish)
{
    Attr plain[value_ATTRS] = {[value_value] = {.number = scalar_float(1)}, [value_other] = {.number = scalar_float(20)}};
    V x = x0(w), t = op1(w, OP_tanh, op1_with(w, OP_softplus, x, plain)), s = op1(w, OP_sigmoid, x);
    give(w, 0, mul(w, g0(w), add(w, t, mul(w, mul(w, x, s), one_minus_square(w, t)))));
}
GRADIENT(gelu)
{
    V x = x0(w), cdf = mul(w, add(w, op1(w, OP_erf, mul(w, x, num(M_SQRT1_2))), num(1)), num(0.5));
    V pdf = mul(w, op1(w, OP_exp, mul(w, square(w, x), num(-0.5))), num(0.5 * M_2_SQRTPI * M_SQRT1_2));
    give(w, 0, mul(w, g0(w), add(w, cdf, mul(w, x, pdf))));
}
GRADIENT(gelu_tanh)
{
    const double k = M_SQRT2 * 0.5 * M_2_SQRTPI, cubic = 0.044715; /* sqrt(2 / pi) */
    V x = x0(w), x2 = square(w, x), inner = mul(w, mul(w, x, add(w, mul(w, x2, num(cubic)), num(1))), num(k)), t = op1(w, OP_tanh, inner);
    V slope = mul(w, add(w, mul(w, x2, num(3 * cubic)), num(1)), num(k));
    V left = mul(w, add(w, t, num(1)), num(0.5)), right = mul(w, mul(w, x, num(0.5)), mul(w, one_minus_square(w, t), slope));
    give(w, 0, mul(w, g0(w), add(w, left, right)));
}

/* x above zero keeps its slope; below, scale * alpha * exp(x) */
static V elu_slope(GradWork *w, V x, V g, double above, double alpha)
{
    return select_where(w, op2(w, OP_greater, x, num(0)), mul(w, g, num(above)), mul(w, g, mul(w, op1(w, OP_exp, op2(w, OP_minimum, x, num(0))), num(alpha))));
}
GRADIENT(elu) { V x = x0(w); give(w, 0, elu_slope(w, x, g0(w), 1, attr_number(w, value_value))); }
GRADIENT(selu)
{
    const double scale = 1.0507009873554804934193349852946, alpha = 1.6732632423543772848170429916717;
    V x = x0(w);
    if (accent_rules((Accent)w->node->accent)->selu_grad_of_result) {
        V slope = mul(w, add(w, op1(w, OP_selu, x), num(alpha)), num(scale));
        give(w, 0, mul(w, g0(w), select_where(w, op2(w, OP_greater, x, num(0)), num(scale), slope)));
        return;
    }
    give(w, 0, elu_slope(w, x, g0(w), scale, scale * alpha));
}
GRADIENT(leaky_relu)
{
    V x = x0(w), g = g0(w);
    give(w, 0, select_where(w, op2(w, OP_greater, x, num(0)), g, mul(w, g, num(attr_number(w, value_value)))));
}
GRADIENT(hard_tanh) { V g = g0(w); give(w, 0, inside(w, g, x0(w), attr_number(w, value_value), attr_number(w, value_other))); }
GRADIENT(threshold) { V g = g0(w); give(w, 0, where_or_zero(w, op2(w, OP_greater, x0(w), num(attr_number(w, value_value))), g)); }

/* The bounds themselves let the gradient through; a NaN bound is none. */
GRADIENT(clip)
{
    double low = attr_number(w, value_value), high = attr_number(w, value_other);
    V x = x0(w), g = g0(w);
    if (!isnan(low)) g = where_or_zero(w, op2(w, OP_greater_equal, x, num(low)), g);
    if (!isnan(high)) g = where_or_zero(w, op2(w, OP_less_equal, x, num(high)), g);
    give(w, 0, g);
}
GRADIENT(smooth_l1) /* MXNet's: of sigma, squared */
{
    double sigma = attr_number(w, value_value), sigma2 = sigma * sigma;
    V x = x0(w), near = op2(w, OP_less, op1(w, OP_abs, x), num(1 / sigma2));
    give(w, 0, mul(w, g0(w), select_where(w, near, mul(w, x, num(sigma2)), op1(w, OP_sign, x))));
}
