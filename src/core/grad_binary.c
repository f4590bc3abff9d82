/* grad_binary.c: gradients of elementwise ops with two and three operands: a, b (and c) broadcast, y the result, g its gradient. Any of them may be a number. */
#include <math.h>

#include "grad_work.h"

static V g0(GradWork *w) { return grad_out(w, 0); }

GRADIENT(add)
{
    V g = g0(w);
    give(w, 0, g);
    give(w, 1, g);
}
GRADIENT(subtract)
{
    V g = g0(w);
    give(w, 0, g);
    if (wanted(w, 1)) give(w, 1, neg(w, g));
}
GRADIENT(overwrite)
{
    V g = g0(w);
    if (wanted(w, 0)) give(w, 0, fill_like(w, g, 0));
    give(w, 1, g);
}
GRADIENT(multiply)
{
    V g = g0(w);
    if (wanted(w, 0)) give(w, 0, mul(w, g, saved_in(w, 1)));
    if (wanted(w, 1)) give(w, 1, mul(w, g, saved_in(w, 0)));
}
GRADIENT(divide)
{
    V g = g0(w), b = saved_in(w, 1);
    if (wanted(w, 0)) give(w, 0, over(w, g, b));
    if (wanted(w, 1)) give(w, 1, mul(w, neg(w, g), over(w, over(w, saved_in(w, 0), b), b)));
}

/* a = q * b + rest, with q whole */
static void rest_gradient(GradWork *w, OpId quotient)
{
    V g = g0(w);
    give(w, 0, g);
    if (wanted(w, 1)) give(w, 1, neg(w, mul(w, g, op2(w, quotient, saved_in(w, 0), saved_in(w, 1)))));
}
GRADIENT(mod) { rest_gradient(w, OP_floor_divide); }
GRADIENT(fmod) { rest_gradient(w, OP_trunc_divide); }

GRADIENT(power)
{
    V g = g0(w), a = saved_in(w, 0), b = saved_in(w, 1);
    if (wanted(w, 0)) {
        if (!b.tensor) {
            double p = scalar_as_double(b.number);
            if (p == 0) give(w, 0, fill_like(w, g, 0));
            else if (p == 1) give(w, 0, g);
            else if (p == 2) give(w, 0, mul(w, g, mul(w, a, num(2))));
            else give(w, 0, mul(w, g, mul(w, op2(w, OP_power, a, num(p - 1)), num(p))));
        } else /* 0 to the power -1 does not come in where b is 0 */
            give(w, 0, where_or_zero(w, op2(w, OP_not_equal, b, num(0)), mul(w, g, mul(w, b, op2(w, OP_power, a, sub(w, b, num(1)))))));
    }
    if (wanted(w, 1)) {
        V y = saved_out(w, 0);
        if (!a.tensor) {
            double base = scalar_as_double(a.number);
            give(w, 1, base == 0 ? where_or_zero(w, op2(w, OP_less, b, num(0)), mul(w, g, mul(w, y, num(log(base))))) : mul(w, g, mul(w, y, num(log(base)))));
        } else { /* 0 to the power b has slope 0 for b >= 0 */
            V flat = op2(w, OP_equal, a, num(0));
            bool of_complex = b.tensor && dtype_is_complex((DType)b.tensor->dtype);
            V part = of_complex ? view_select(w, op1(w, OP_view_as_real, b), b.tensor->ndim, 0) : b;
            flat = op2(w, OP_logical_and, flat, op2(w, OP_greater_equal, part, num(0)));
            give(w, 1, select_where(w, flat, num(0), mul(w, g, mul(w, y, op1(w, OP_log, a)))));
        }
    }
}

/* MXNet gives the gradient of equals to one side, PyTorch half to each. */
static void extreme_gradient(GradWork *w, OpId beats)
{
    V g = g0(w), a = saved_in(w, 0), b = saved_in(w, 1);
    if (!accent_rules((Accent)w->node->accent)->ties_share_grad) {
        OpId at_least = beats == OP_greater ? OP_greater_equal : OP_less_equal;
        V first = op2(w, at_least, a, b);
        if (wanted(w, 0)) give(w, 0, where_or_zero(w, first, g));
        if (wanted(w, 1)) give(w, 1, select_where(w, first, num(0), g));
        return;
    }
    V shared = select_where(w, op2(w, OP_equal, a, b), mul(w, g, num(0.5)), g);
    if (wanted(w, 0)) give(w, 0, select_where(w, op2(w, beats == OP_greater ? OP_less : OP_greater, a, b), num(0), shared));
    if (wanted(w, 1)) give(w, 1, select_where(w, op2(w, beats, a, b), num(0), shared));
}
GRADIENT(maximum) { extreme_gradient(w, OP_greater); }
GRADIENT(minimum) { extreme_gradient(w, OP_less); }

/* The first operand takes the gradient where it was chosen, equals included; the other one where that did not hold. */
static void chosen_gradient(GradWork *w, OpId at_least)
{
    V g = g0(w), a = saved_in(w, 0), b = saved_in(w, 1), first = op2(w, OP_logical_or, op2(w, at_least, a, b), op1(w, OP_isnan, b));
    if (wanted(w, 0)) give(w, 0, where_or_zero(w, first, g));
    if (wanted(w, 1)) give(w, 1, select_where(w, first, num(0), g));
}
GRADIENT(fmax) { chosen_gradient(w, OP_greater_equal); }
GRADIENT(fmin) { chosen_gradient(w, OP_less_equal); }

GRADIENT(hypot)
{
    V scaled = over(w, g0(w), saved_out(w, 0));
    if (wanted(w, 0)) give(w, 0, mul(w, scaled, saved_in(w, 0)));
    if (wanted(w, 1)) give(w, 1, mul(w, scaled, saved_in(w, 1)));
}

static V square_of(GradWork *w, V a)
{
    if (a.tensor) return op1(w, OP_square, a);
    double x = scalar_as_double(a.number);
    return num(x * x);
}
GRADIENT(arctan2)
{
    V a = saved_in(w, 0), b = saved_in(w, 1), scaled = over(w, g0(w), add(w, square_of(w, a), square_of(w, b)));
    if (wanted(w, 0)) give(w, 0, mul(w, scaled, b));
    if (wanted(w, 1)) give(w, 1, neg(w, mul(w, scaled, a)));
}
GRADIENT(logaddexp)
{
    V g = g0(w), y = saved_out(w, 0);
    for (int i = 0; i < 2; i++)
        if (wanted(w, i)) give(w, i, mul(w, g, op1(w, OP_exp, sub(w, saved_in(w, i), y))));
}
GRADIENT(copysign)
{
    V g = g0(w), a = saved_in(w, 0), b = saved_in(w, 1);
    if (wanted(w, 0)) { /* 1 where the sign stays, -1 where it turns, 0 at 0 */
        V same = op2(w, OP_copysign, op1(w, OP_sign, op1(w, OP_abs, a)), b);
        give(w, 0, mul(w, g, mul(w, op1(w, OP_sign, a), same)));
    }
    if (wanted(w, 1)) give(w, 1, fill_like(w, g, 0));
}
GRADIENT(prelu)
{
    V g = g0(w), a = saved_in(w, 0), b = saved_in(w, 1), above = op2(w, OP_greater, a, num(0));
    int64_t shape[MAX_DIMS];
    if (w->failed) return;
    /* the slopes are one, or one a channel of axis 1 */
    int n = a.tensor->ndim;
    bool channels = b.tensor && b.tensor->ndim == 1 && b.tensor->size > 1 && n > 1;
    if (channels)
        for (int i = 0; i < n; i++) shape[i] = i == 1 ? b.tensor->size : 1;
    V slope = channels ? view_reshape(w, b, shape, n) : b;
    if (wanted(w, 0)) give(w, 0, select_where(w, above, g, mul(w, g, slope)));
    if (wanted(w, 1)) {
        V each = select_where(w, above, num(0), mul(w, g, a));
        int64_t axes[MAX_DIMS];
        int count = 0;
        for (int i = 0; i < n; i++)
            if (!channels || i != 1) axes[count++] = i;
        V total = sum_axes(w, each, axes, count, false);
        give(w, 1, view_reshape(w, total, input(w, 1)->shape, input(w, 1)->ndim));
    }
}
GRADIENT(where)
{
    V g = g0(w), condition = saved_in(w, 0);
    if (!w->failed && condition.tensor && condition.tensor->dtype != DT_BOOL) condition = op2(w, OP_not_equal, condition, num(0)); /* MXNet's may be numbers */
    if (wanted(w, 1)) give(w, 1, where_or_zero(w, condition, g));
    if (wanted(w, 2)) give(w, 2, select_where(w, condition, num(0), g));
}
GRADIENT(addcmul)
{
    V g = g0(w), scaled = mul(w, g, num(attr_number(w, value_value)));
    give(w, 0, g);
    if (wanted(w, 1)) give(w, 1, mul(w, scaled, saved_in(w, 2)));
    if (wanted(w, 2)) give(w, 2, mul(w, scaled, saved_in(w, 1)));
}
GRADIENT(addcdiv)
{
    V g = g0(w), c = saved_in(w, 2), scaled = over(w, mul(w, g, num(attr_number(w, value_value))), c);
    give(w, 0, g);
    if (wanted(w, 1)) give(w, 1, scaled);
    if (wanted(w, 2)) give(w, 2, neg(w, mul(w, scaled, over(w, saved_in(w, 1), c))));
}
GRADIENT(lerp)
{
    V g = g0(w), weight = saved_in(w, 2), part = mul(w, g, weight);
    if (wanted(w, 0)) give(w, 0, sub(w, g, part));
    give(w, 1, part);
    if (wanted(w, 2)) give(w, 2, mul(w, g, sub(w, saved_in(w, 1), saved_in(w, 0))));
}
GRADIENT(masked_fill)
{
    V g = g0(w);
    if (wanted(w, 0)) give(w, 0, select_where(w, saved_in(w, 1), num(0), g));
}
