/* complex_formulas.h: elementwise formulas of complex numbers, once with R float and once with R double: C is the pair, F(name) the C library's function of that width
 * and NAME(name) ours. Included by complex.c alone. A row function computes n elements; results that are real or bool stand in the real part. */
typedef struct { R re, im; } NAME(C);
#define C NAME(C)

static inline C NAME(of)(CC z) { return (C){F(creal)(z), F(cimag)(z)}; }
static inline CC NAME(to)(C z) { union { R parts[2]; CC z; } both = {{z.re, z.im}}; return both.z; }
static inline C NAME(pair)(R re, R im) { return (C){re, im}; }
static inline C NAME(plus)(C a, C b) { return (C){a.re + b.re, a.im + b.im}; }
static inline C NAME(minus)(C a, C b) { return (C){a.re - b.re, a.im - b.im}; }
static inline C NAME(times)(C a, C b) { return (C){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
static inline C NAME(scaled)(C a, R by) { return (C){a.re * by, a.im * by}; }

/* scaled by the divisor's larger part, so that nothing overflows on the way */
static C NAME(over)(C a, C b)
{
    R x = F(fabs)(b.re), y = F(fabs)(b.im);
    if (x >= y) {
        if (x == 0 && y == 0) return (C){a.re / x, a.im / x};
        R ratio = b.im / b.re, scale = 1 / (b.re + b.im * ratio);
        return (C){(a.re + a.im * ratio) * scale, (a.im - a.re * ratio) * scale};
    }
    R ratio = b.re / b.im, scale = 1 / (b.im + b.re * ratio);
    return (C){(a.re * ratio + a.im) * scale, (a.im * ratio - a.re) * scale};
}

/* Small whole powers are products */
static C NAME(power)(C a, C b)
{
    if (b.re == 0 && b.im == 0) return (C){1, 0};
    if (a.re == 0 && a.im == 0) return b.re > 0 && b.im == 0 ? (C){0, 0} : (C){(R)NAN, (R)NAN};
    if (b.im == 0 && b.re > -100 && b.re < 100 && b.re == F(floor)(b.re)) {
        int n = (int)b.re, left = n < 0 ? -n : n;
        C product = {1, 0}, square = a;
        if (n == 1) return a;
        if (n == 2) return NAME(times)(a, a);
        if (n == 3) return NAME(times)(a, NAME(times)(a, a));
        for (; left; left >>= 1, square = NAME(times)(square, square))
            if (left & 1) product = NAME(times)(product, square);
        return n < 0 ? NAME(over)((C){1, 0}, product) : product;
    }
    return NAME(of)(F(cpow)(NAME(to)(a), NAME(to)(b)));
}

static inline bool NAME(is_nan)(C a) { return isnan(a.re) || isnan(a.im); }
/* NumPy's order: by the real parts, then by the imaginary ones */
static inline bool NAME(less)(C a, C b) { return a.re < b.re || (a.re == b.re && a.im < b.im); }
static inline bool NAME(less_equal)(C a, C b) { return a.re < b.re || (a.re == b.re && a.im <= b.im); }
static inline C NAME(larger)(C a, C b) { return NAME(is_nan)(a) ? a : NAME(is_nan)(b) ? b : NAME(less_equal)(b, a) ? a : b; }
static inline C NAME(smaller)(C a, C b) { return NAME(is_nan)(a) ? a : NAME(is_nan)(b) ? b : NAME(less_equal)(a, b) ? a : b; }
static inline C NAME(sign)(C a) { return NAME(is_nan)(a) ? (C){(R)NAN, 0} : (C){(R)(a.re != 0 ? (a.re > 0) - (a.re < 0) : (a.im > 0) - (a.im < 0)), 0}; }
static inline C NAME(sigmoid)(C a) { return NAME(over)((C){1, 0}, NAME(plus)((C){1, 0}, NAME(of)(F(cexp)(NAME(to)((C){-a.re, -a.im}))))); }
static inline C NAME(expm1)(C a)
{
    R half = F(sin)(a.im / 2);
    return (C){F(expm1)(a.re) * F(cos)(a.im) - 2 * half * half, F(exp)(a.re) * F(sin)(a.im)};
}

/* x, y, z: the operands' elements; k: the call's number */
#define ROW(name, ...) \
    static void NAME(row_##name)(int64_t n, C *out, const C *a, const C *b, const C *c, C k) \
    { \
        (void)b, (void)c, (void)k; \
        for (int64_t i = 0; i < n; i++) { \
            const C x = a[i], y = b ? b[i] : x, z = c ? c[i] : x; \
            (void)y, (void)z; \
            out[i] = __VA_ARGS__; \
        } \
    }
#define BY_LIBRARY(name, function) ROW(name, NAME(of)(F(function)(NAME(to)(x))))
#define YESNO(name, ...) ROW(name, (C){(__VA_ARGS__) ? 1 : 0, 0})
ROW(copy, x)
ROW(conj, (C){x.re, -x.im})
ROW(make_complex, (C){x.re, y.re})
ROW(negative, (C){-x.re, -x.im})
ROW(abs, (C){F(hypot)(x.re, x.im), 0})
ROW(square, NAME(times)(x, x))
ROW(reciprocal, NAME(over)((C){1, 0}, x))
ROW(rsqrt, NAME(over)((C){1, 0}, NAME(of)(F(csqrt)(NAME(to)(x)))))
ROW(log2, NAME(scaled)(NAME(of)(F(clog)(NAME(to)(x))), (R)1.442695040888963407359924681001892137))
ROW(log10, NAME(scaled)(NAME(of)(F(clog)(NAME(to)(x))), (R)0.434294481903251827651128918916605082))
ROW(log1p, (C){F(log)(F(hypot)(x.re + 1, x.im)), F(atan2)(x.im, x.re + 1)})
ROW(exp2, NAME(of)(F(cexp)(NAME(to)(NAME(scaled)(x, (R)0.693147180559945309417232121458176568)))))
ROW(expm1, NAME(expm1)(x))
ROW(sigmoid, NAME(sigmoid)(x))
ROW(silu, NAME(times)(x, NAME(sigmoid)(x)))
ROW(round, (C){F(rint)(x.re), F(rint)(x.im)})
ROW(sign, NAME(sign)(x))
BY_LIBRARY(sqrt, csqrt)
BY_LIBRARY(exp, cexp)
BY_LIBRARY(log, clog)
BY_LIBRARY(sin, csin)
BY_LIBRARY(cos, ccos)
BY_LIBRARY(tan, ctan)
BY_LIBRARY(arcsin, casin)
BY_LIBRARY(arccos, cacos)
BY_LIBRARY(arctan, catan)
BY_LIBRARY(sinh, csinh)
BY_LIBRARY(cosh, ccosh)
BY_LIBRARY(tanh, ctanh)
BY_LIBRARY(arcsinh, casinh)
BY_LIBRARY(arccosh, cacosh)
BY_LIBRARY(arctanh, catanh)
ROW(add, NAME(plus)(x, y))
ROW(subtract, NAME(minus)(x, y))
ROW(multiply, NAME(times)(x, y))
ROW(divide, NAME(over)(x, y))
ROW(power, NAME(power)(x, y))
ROW(maximum, NAME(larger)(x, y))
ROW(minimum, NAME(smaller)(x, y))
ROW(fmax, NAME(is_nan)(x) ? y : NAME(is_nan)(y) ? x : NAME(larger)(x, y))
ROW(fmin, NAME(is_nan)(x) ? y : NAME(is_nan)(y) ? x : NAME(smaller)(x, y))
/* PyTorch's vectors give NaN for what is divided by 0, and its powers of 0 ask for a positive real part alone */
ROW(divide_torch, y.re == 0 && y.im == 0 ? (C){(R)NAN, (R)NAN} : NAME(over)(x, y))
ROW(power_torch, x.re == 0 && x.im == 0 && y.re > 0 ? (C){0, 0} : NAME(power)(x, y))
YESNO(equal, x.re == y.re && x.im == y.im)
YESNO(not_equal, x.re != y.re || x.im != y.im)
YESNO(less, NAME(less)(x, y))
YESNO(less_equal, NAME(less_equal)(x, y))
YESNO(greater, NAME(less)(y, x))
YESNO(greater_equal, NAME(less_equal)(y, x))
YESNO(logical_not, x.re == 0 && x.im == 0)
YESNO(logical_and, (x.re != 0 || x.im != 0) && (y.re != 0 || y.im != 0))
YESNO(logical_or, x.re != 0 || x.im != 0 || y.re != 0 || y.im != 0)
YESNO(logical_xor, (x.re != 0 || x.im != 0) != (y.re != 0 || y.im != 0))
YESNO(isnan, NAME(is_nan)(x))
YESNO(isinf, isinf(x.re) || isinf(x.im))
YESNO(isfinite, isfinite(x.re) && isfinite(x.im))
ROW(where, x.re != 0 || x.im != 0 ? y : z)
ROW(masked_fill, y.re != 0 ? k : x)
ROW(addcmul, NAME(plus)(x, NAME(times)(NAME(times)(k, y), z)))
ROW(addcdiv, NAME(plus)(x, NAME(over)(NAME(times)(k, y), z)))
ROW(lerp, NAME(plus)(x, NAME(times)(z, NAME(minus)(y, x))))

typedef void (*NAME(Row))(int64_t n, C *out, const C *a, const C *b, const C *c, C k);
static const NAME(Row) NAME(rows)[OPS_TOTAL] = {
#define HAS(name) [OP_##name] = NAME(row_##name),
    HAS(copy) HAS(conj) HAS(make_complex) HAS(negative) HAS(abs) HAS(square) HAS(reciprocal) HAS(rsqrt) HAS(log2) HAS(log10) HAS(log1p) HAS(exp2) HAS(expm1)
    HAS(sigmoid) HAS(silu) HAS(round) HAS(sign) HAS(sqrt) HAS(exp) HAS(log) HAS(sin) HAS(cos) HAS(tan) HAS(arcsin) HAS(arccos) HAS(arctan) HAS(sinh) HAS(cosh)
    HAS(tanh) HAS(arcsinh) HAS(arccosh) HAS(arctanh) HAS(add) HAS(subtract) HAS(multiply) HAS(divide) HAS(power) HAS(maximum) HAS(minimum) HAS(fmax) HAS(fmin)
    HAS(equal) HAS(not_equal) HAS(less) HAS(less_equal) HAS(greater) HAS(greater_equal) HAS(logical_not) HAS(logical_and) HAS(logical_or) HAS(logical_xor)
    HAS(isnan) HAS(isinf) HAS(isfinite) HAS(where) HAS(masked_fill) HAS(addcmul) HAS(addcdiv) HAS(lerp)
    [OP_cast] = NAME(row_copy),
#undef HAS
};

/* n elements of a view from place `at` on in row-major order, broadcast: strides are those over the result's shape. */
static void NAME(read)(const Sides *s, int which, const int64_t *index, int64_t offset, int64_t n, C *to)
{
    const View *v = s->view[which];
    int64_t step = s->ndim ? s->strides[which][s->ndim - 1] : 0, bytes = (int64_t)dtype_bytes(v->dtype);
    const char *at = v->at + offset * bytes;
    (void)index;
    if (v->dtype == TYPE)
        for (int64_t i = 0; i < n; i++) to[i] = ((const C *)at)[i * step];
    else
        for (int64_t i = 0; i < n; i++) {
            Scalar x = dtype_load(v->dtype, at + i * step * bytes);
            to[i] = (C){(R)scalar_as_double(x), (R)x.im};
        }
}

static void NAME(part)(void *data, int64_t from, int64_t end)
{
    enum { BLOCK = 256 };
    const Sides *s = data;
    const View *out = s->view[3];
    NAME(Row) row = s->torch && s->op == OP_divide ? NAME(row_divide_torch) : s->torch && s->op == OP_power ? NAME(row_power_torch) : NAME(rows)[s->op];
    int last = s->ndim - 1;
    int64_t row_length = s->ndim ? out->shape[last] : 1, index[MAX_DIMS], bytes = (int64_t)dtype_bytes(out->dtype), step = s->ndim ? out->strides[last] : 0;
    C in[3][BLOCK], result[BLOCK];
    while (from < end) {
        int64_t column = s->ndim ? from % row_length : 0, rest = s->ndim ? from / row_length : 0, n = row_length - column, offset[4] = {0};
        if (n > end - from) n = end - from;
        if (n > BLOCK) n = BLOCK;
        for (int d = last - 1; d >= 0; d--) {
            index[d] = rest % out->shape[d];
            rest /= out->shape[d];
            for (int k = 0; k < 4; k++) offset[k] += index[d] * s->strides[k][d];
        }
        for (int k = 0; k < 4 && s->ndim; k++) offset[k] += column * s->strides[k][last];
        for (int k = 0; k < s->count; k++) {
            if (s->view[k]) NAME(read)(s, k, index, offset[k], n, in[k]);
            else for (int64_t i = 0; i < n; i++) in[k][i] = (C){(R)scalar_as_double(s->number[k]), (R)s->number[k].im};
        }
        row(n, result, in[0], s->count > 1 ? in[1] : NULL, s->count > 2 ? in[2] : NULL, (C){(R)scalar_as_double(s->k), (R)s->k.im});
        char *at = out->at + offset[3] * bytes;
        if (out->dtype == TYPE)
            for (int64_t i = 0; i < n; i++) ((C *)at)[i * step] = result[i];
        else
            for (int64_t i = 0; i < n; i++) dtype_store(out->dtype, at + i * step * bytes, scalar_complex(result[i].re, result[i].im));
        from += n;
    }
}
#undef C
#undef ROW
#undef BY_LIBRARY
#undef YESNO
