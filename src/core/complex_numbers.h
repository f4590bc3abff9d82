/* complex_numbers.h: a complex number and its arithmetic, valid as C and as CUDA; included once with R float and once with R double. C is the pair, F(name) the mathematics'
 * function of that width, NAME(name) ours, CF_FUNCTION what a function begins with, LIBRARY(name, z) and LIBRARY2(name, a, b) a function of complex numbers that the
 * language has. What is computed of them elementwise: complex_formulas.def. */
typedef struct { R re, im; } NAME(C);
#define C NAME(C)

CF_FUNCTION C NAME(pair)(R re, R im)
{
    C z;
    z.re = re;
    z.im = im;
    return z;
}
#ifdef __cplusplus /* to the language's own type, CC, and back */
CF_FUNCTION C NAME(of)(CC z) { return NAME(pair)(z.real(), z.imag()); }
CF_FUNCTION CC NAME(to)(C z) { return CC(z.re, z.im); }
#else
CF_FUNCTION C NAME(of)(CC z) { return NAME(pair)(F(creal)(z), F(cimag)(z)); }
CF_FUNCTION CC NAME(to)(C z) { union { R parts[2]; CC z; } both = {{z.re, z.im}}; return both.z; }
#endif
CF_FUNCTION C NAME(plus)(C a, C b) { return NAME(pair)(a.re + b.re, a.im + b.im); }
CF_FUNCTION C NAME(minus)(C a, C b) { return NAME(pair)(a.re - b.re, a.im - b.im); }
CF_FUNCTION C NAME(times)(C a, C b) { return NAME(pair)(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re); }
CF_FUNCTION C NAME(scaled)(C a, R by) { return NAME(pair)(a.re * by, a.im * by); }

/* scaled by the divisor's larger part, so that nothing overflows on the way */
CF_FUNCTION C NAME(over)(C a, C b)
{
    R x = F(fabs)(b.re), y = F(fabs)(b.im);
    if (x >= y) {
        if (x == 0 && y == 0) return NAME(pair)(a.re / x, a.im / x);
        R ratio = b.im / b.re, scale = 1 / (b.re + b.im * ratio);
        return NAME(pair)((a.re + a.im * ratio) * scale, (a.im - a.re * ratio) * scale);
    }
    R ratio = b.re / b.im, scale = 1 / (b.im + b.re * ratio);
    return NAME(pair)((a.re * ratio + a.im) * scale, (a.im * ratio - a.re) * scale);
}

/* Small whole powers are products */
CF_FUNCTION C NAME(power)(C a, C b)
{
    if (b.re == 0 && b.im == 0) return NAME(pair)(1, 0);
    if (a.re == 0 && a.im == 0) return b.re > 0 && b.im == 0 ? NAME(pair)(0, 0) : NAME(pair)((R)NAN, (R)NAN);
    if (b.im == 0 && b.re > -100 && b.re < 100 && b.re == F(floor)(b.re)) {
        int n = (int)b.re, left = n < 0 ? -n : n;
        C product = NAME(pair)(1, 0), square = a;
        if (n == 1) return a;
        if (n == 2) return NAME(times)(a, a);
        if (n == 3) return NAME(times)(a, NAME(times)(a, a));
        for (; left; left >>= 1, square = NAME(times)(square, square))
            if (left & 1) product = NAME(times)(product, square);
        return n < 0 ? NAME(over)(NAME(pair)(1, 0), product) : product;
    }
    return LIBRARY2(pow, a, b);
}

CF_FUNCTION bool NAME(is_nan)(C a) { return isnan(a.re) || isnan(a.im); }
/* NumPy's order: by the real parts, then by the imaginary ones */
CF_FUNCTION bool NAME(less)(C a, C b) { return a.re < b.re || (a.re == b.re && a.im < b.im); }
CF_FUNCTION bool NAME(less_equal)(C a, C b) { return a.re < b.re || (a.re == b.re && a.im <= b.im); }
CF_FUNCTION C NAME(larger)(C a, C b) { return NAME(is_nan)(a) ? a : NAME(is_nan)(b) ? b : NAME(less_equal)(b, a) ? a : b; }
CF_FUNCTION C NAME(smaller)(C a, C b) { return NAME(is_nan)(a) ? a : NAME(is_nan)(b) ? b : NAME(less_equal)(a, b) ? a : b; }
CF_FUNCTION C NAME(sign)(C a) { return NAME(is_nan)(a) ? NAME(pair)((R)NAN, 0) : NAME(pair)((R)(a.re != 0 ? (a.re > 0) - (a.re < 0) : (a.im > 0) - (a.im < 0)), 0); }
CF_FUNCTION C NAME(sigmoid)(C a) { return NAME(over)(NAME(pair)(1, 0), NAME(plus)(NAME(pair)(1, 0), LIBRARY(exp, NAME(pair)(-a.re, -a.im)))); }
CF_FUNCTION C NAME(expm1)(C a)
{
    R half = F(sin)(a.im / 2);
    return NAME(pair)(F(expm1)(a.re) * F(cos)(a.im) - 2 * half * half, F(exp)(a.re) * F(sin)(a.im));
}
