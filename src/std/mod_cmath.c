/* mod_cmath.c: the module cmath: functions of complex numbers.
 *
 * Finite arguments go through formulas that keep their accuracy near the branch cuts and do not overflow on the way
 * (Kahan; Hull, Fairgrieve and Tang). Infinities and NaNs have the C library's answers, which are C99's annex G. */
#include "lang/object/vm.h"

#include <complex.h>
#include <float.h>
#include <math.h>

typedef double complex C;
typedef enum { FINE, DOMAIN_ERROR, RANGE_ERROR } Fault;
typedef C (*Fn)(C z, Fault *fault);

static const double LARGE = DBL_MAX / 4, LN_2 = 0.6931471805599453094, LN_10 = 2.302585092994045684;
static double re(C z) { return __real__ z; }
static double im(C z) { return __imag__ z; }
static C cart(double x, double y) /* CMPLX, which clang lacks: x + y * I would spoil infinities and signs of zeros */
{
    C z;
    __real__ z = x;
    __imag__ z = y;
    return z;
}
static bool finite_c(C z) { return isfinite(re(z)) && isfinite(im(z)); }
static bool huge_c(C z) { return fabs(re(z)) > LARGE || fabs(im(z)) > LARGE; }
static double log_large(void) { return log(LARGE); }
static double log_half(C z) { return log(hypot(re(z) / 2, im(z) / 2)) + 2 * LN_2; } /* log |2 z|, z huge */

/* ---- the functions ---- */
static C f_sqrt(C z, Fault *fault)
{
    double x = fabs(re(z)), y = fabs(im(z)), s;
    if (!finite_c(z)) return csqrt(z);
    if (x == 0 && y == 0) return cart(0, im(z));
    if (x < DBL_MIN && y < DBL_MIN) {
        x = ldexp(x, 53);
        s = ldexp(sqrt(x + hypot(x, ldexp(y, 53))), -27);
    } else {
        x /= 8;
        s = 2 * sqrt(x + hypot(x, y / 8));
    }
    double d = y / (2 * s);
    return re(z) >= 0 ? cart(s, copysign(d, im(z))) : cart(d, copysign(s, im(z)));
}

static C f_acos(C z, Fault *fault)
{
    if (!finite_c(z)) return cacos(z);
    if (huge_c(z)) {
        double l = log_half(z);
        return cart(atan2(fabs(im(z)), re(z)), re(z) < 0 ? -copysign(l, im(z)) : copysign(l, -im(z)));
    }
    C a = f_sqrt(cart(1 - re(z), -im(z)), fault), b = f_sqrt(cart(1 + re(z), im(z)), fault);
    return cart(2 * atan2(re(a), re(b)), asinh(re(b) * im(a) - im(b) * re(a)));
}

static C f_acosh(C z, Fault *fault)
{
    if (!finite_c(z)) return cacosh(z);
    if (huge_c(z)) return cart(log_half(z), atan2(im(z), re(z)));
    C a = f_sqrt(cart(re(z) - 1, im(z)), fault), b = f_sqrt(cart(re(z) + 1, im(z)), fault);
    return cart(asinh(re(a) * re(b) + im(a) * im(b)), 2 * atan2(im(a), re(b)));
}

static C f_asinh(C z, Fault *fault)
{
    if (!finite_c(z)) return casinh(z);
    if (huge_c(z)) {
        double l = log_half(z);
        return cart(im(z) >= 0 ? copysign(l, re(z)) : -copysign(l, -re(z)), atan2(im(z), fabs(re(z))));
    }
    C a = f_sqrt(cart(1 + im(z), -re(z)), fault), b = f_sqrt(cart(1 - im(z), re(z)), fault);
    return cart(asinh(re(a) * im(b) - re(b) * im(a)), atan2(im(z), re(a) * re(b) - im(a) * im(b)));
}

static C f_atanh(C z, Fault *fault)
{
    if (!finite_c(z)) return catanh(z);
    if (signbit(re(z))) {
        C r = f_atanh(cart(-re(z), -im(z)), fault);
        return cart(-re(r), -im(r));
    }
    double x = re(z), y = fabs(im(z)), much = sqrt(LARGE);
    if (x > much || y > much) {
        double h = hypot(x / 2, im(z) / 2);
        return cart(x / 4 / h / h, -copysign(M_PI / 2, -im(z)));
    }
    if (x == 1 && y < sqrt(DBL_MIN)) {
        if (y == 0) return *fault = DOMAIN_ERROR, cart(INFINITY, im(z));
        return cart(-log(sqrt(y) / sqrt(hypot(y, 2))), copysign(atan2(2, -y) / 2, im(z)));
    }
    return cart(log1p(4 * x / ((1 - x) * (1 - x) + y * y)) / 4, -atan2(-2 * im(z), (1 - x) * (1 + x) - y * y) / 2);
}

/* f(iz) / i: asin from asinh, and so on. */
static C turned(Fn f, C z, Fault *fault)
{
    C r = f(cart(-im(z), re(z)), fault);
    return cart(im(r), -re(r));
}
static C f_asin(C z, Fault *fault) { return turned(f_asinh, z, fault); }
static C f_atan(C z, Fault *fault) { return turned(f_atanh, z, fault); }

static C overflow_checked(C r, Fault *fault)
{
    if (isinf(re(r)) || isinf(im(r))) *fault = RANGE_ERROR;
    return r;
}

static C f_cosh(C z, Fault *fault)
{
    double x = re(z), y = im(z);
    if (!finite_c(z)) {
        if (isinf(y) && !isnan(x)) *fault = DOMAIN_ERROR;
        return ccosh(z);
    }
    if (fabs(x) <= log_large()) return overflow_checked(cart(cos(y) * cosh(x), sin(y) * sinh(x)), fault);
    double less = x - copysign(1, x);
    return overflow_checked(cart(cos(y) * cosh(less) * M_E, sin(y) * sinh(less) * M_E), fault);
}

static C f_sinh(C z, Fault *fault)
{
    double x = re(z), y = im(z);
    if (!finite_c(z)) {
        if (isinf(y) && !isnan(x)) *fault = DOMAIN_ERROR;
        return csinh(z);
    }
    if (fabs(x) <= log_large()) return overflow_checked(cart(cos(y) * sinh(x), sin(y) * cosh(x)), fault);
    double less = x - copysign(1, x);
    return overflow_checked(cart(cos(y) * sinh(less) * M_E, sin(y) * cosh(less) * M_E), fault);
}

static C f_tanh(C z, Fault *fault)
{
    double x = re(z), y = im(z);
    if (!finite_c(z)) {
        if (isinf(y) && isfinite(x)) *fault = DOMAIN_ERROR;
        return ctanh(z);
    }
    if (fabs(x) > log_large()) return cart(copysign(1, x), 4 * sin(y) * cos(y) * exp(-2 * fabs(x)));
    double tx = tanh(x), ty = tan(y), cx = 1 / cosh(x), both = tx * ty, denom = 1 + both * both;
    return cart(tx * (1 + ty * ty) / denom, ty / denom * cx * cx);
}

static C f_cos(C z, Fault *fault) { return f_cosh(cart(-im(z), re(z)), fault); }
static C f_sin(C z, Fault *fault) { return turned(f_sinh, z, fault); }
static C f_tan(C z, Fault *fault) { return turned(f_tanh, z, fault); }

static C f_exp(C z, Fault *fault)
{
    double x = re(z), y = im(z);
    if (!finite_c(z)) {
        if (isinf(y) && !isnan(x) && x != -INFINITY) *fault = DOMAIN_ERROR;
        return cexp(z);
    }
    bool big = x > log_large();
    double l = exp(big ? x - 1 : x);
    return overflow_checked(big ? cart(l * cos(y) * M_E, l * sin(y) * M_E) : cart(l * cos(y), l * sin(y)), fault);
}

static C f_log(C z, Fault *fault)
{
    if (!finite_c(z)) return clog(z);
    double x = fabs(re(z)), y = fabs(im(z)), r, h = hypot(x, y);
    if (huge_c(z)) r = log(hypot(x / 2, y / 2)) + LN_2;
    else if (x < DBL_MIN && y < DBL_MIN) {
        if (x == 0 && y == 0) *fault = DOMAIN_ERROR;
        r = x == 0 && y == 0 ? -INFINITY : log(hypot(ldexp(x, 53), ldexp(y, 53))) - 53 * LN_2;
    } else if (h >= 0.71 && h <= 1.73) {
        double most = x > y ? x : y, least = x > y ? y : x;
        r = log1p((most - 1) * (most + 1) + least * least) / 2;
    } else r = log(h);
    return cart(r, atan2(im(z), re(z)));
}

static C f_log10(C z, Fault *fault)
{
    C r = f_log(z, fault);
    return cart(re(r) / LN_10, im(r) / LN_10);
}

/* ---- arguments ---- */
static bool complex_arg(VM *vm, Ref v, C *out)
{
    double d;
    if (!is_complex(v) && !is_float(v) && !is_int(v)) { /* __complex__ comes first */
        bool found;
    
        Value r = call_special(vm, v, NAME(__complex__), NULL, 0, &found);
        if (r == NO_VALUE && err_occurred(vm)) return false;
        if (r != NO_VALUE) {
            bool ok = is_complex(r) || err_false(vm, EXC_TypeError, "__complex__ returned non-complex (type %T)", r);
            if (ok) *out = cart(((Complex *)BITS(r))->re, ((Complex *)BITS(r))->im);
            release(vm, r);
            return ok;
        }
    }
    if (is_complex(v)) {
        *out = cart(((Complex *)BITS(v))->re, ((Complex *)BITS(v))->im);
        return true;
    }
    if (!num_to_double(vm, v, &d)) return false;
    *out = cart(d, 0);
    return true;
}

static bool faulty(VM *vm, Fault fault)
{
    if (fault == DOMAIN_ERROR) err_raise(vm, EXC_ValueError, "math domain error");
    if (fault == RANGE_ERROR) err_raise(vm, EXC_OverflowError, "math range error");
    return fault != FINE;
}

static Value apply(VM *vm, Fn f, Ref v)
{
    C z;
    Fault fault = FINE;
    if (!complex_arg(vm, v, &z)) return NO_VALUE;
    C r = f(z, &fault);
    return faulty(vm, fault) ? NO_VALUE : complex_new(vm, re(r), im(r));
}

#define FUNCTIONS(ROW)                                                                                              \
    ROW(acos, "Return the arc cosine of z.") ROW(acosh, "Return the inverse hyperbolic cosine of z.")               \
    ROW(asin, "Return the arc sine of z.") ROW(asinh, "Return the inverse hyperbolic sine of z.")                   \
    ROW(atan, "Return the arc tangent of z.") ROW(atanh, "Return the inverse hyperbolic tangent of z.")             \
    ROW(cos, "Return the cosine of z.") ROW(cosh, "Return the hyperbolic cosine of z.")                             \
    ROW(exp, "Return the exponential value e**z.") ROW(log10, "Return the base-10 logarithm of z.")                 \
    ROW(sin, "Return the sine of z.") ROW(sinh, "Return the hyperbolic sine of z.")                                 \
    ROW(sqrt, "Return the square root of z.") ROW(tan, "Return the tangent of z.") ROW(tanh, "Return the hyperbolic tangent of z.")
#define ROW(id, doc) static Value fn_##id(VM *vm, const Ref *args, int n, Ref kwnames) { return apply(vm, f_##id, args[0]); }
FUNCTIONS(ROW)
#undef ROW

static Value fn_log(VM *vm, const Ref *args, int n, Ref kwnames)
{
    C z, base;
    Fault fault = FINE;
    if (args[1] == NULL) return apply(vm, f_log, args[0]);
    if (!complex_arg(vm, args[0], &z) || !complex_arg(vm, args[1], &base)) return NO_VALUE;
    z = f_log(z, &fault);
    fault = FINE; /* log(0, b) is not an error to CPython: the base has the last word */
    base = f_log(base, &fault);
    if (re(base) == 0 && im(base) == 0) fault = DOMAIN_ERROR;
    if (faulty(vm, fault)) return NO_VALUE;
    Value a = complex_new(vm, re(z), im(z)), b = complex_new(vm, re(base), im(base));
    Value r = a == NO_VALUE || b == NO_VALUE ? NO_VALUE : op_binary(vm, OP_DIV, a, b);
    release(vm, a);
    release(vm, b);
    return r;
}

static Value fn_phase(VM *vm, const Ref *args, int n, Ref kwnames)
{
    C z;
    return complex_arg(vm, args[0], &z) ? make_float_any(atan2(im(z), re(z))) : NO_VALUE;
}

static Value fn_polar(VM *vm, const Ref *args, int n, Ref kwnames)
{
    C z;
    if (!complex_arg(vm, args[0], &z)) return NO_VALUE;
    double r = hypot(re(z), im(z));
    if (isinf(r) && finite_c(z)) return err_raise(vm, EXC_OverflowError, "math range error");
    return tuple_of(vm, 2, (Ref)make_float_any(r), (Ref)make_float_any(atan2(im(z), re(z))));
}

static Value fn_rect(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double r, phi;
    if (!num_to_double(vm, args[0], &r) || !num_to_double(vm, args[1], &phi)) return NO_VALUE;
    if (isinf(phi) && r != 0 && !isnan(r)) return err_raise(vm, EXC_ValueError, "math domain error");
    if (isinf(r) && isfinite(phi) && phi != 0) return complex_new(vm, copysign(INFINITY, r * cos(phi)), copysign(INFINITY, r * sin(phi)));
    if (isinf(r) && isnan(phi)) return complex_new(vm, INFINITY, NAN);
    if (r == 0 && !isfinite(phi)) return complex_new(vm, 0, 0);
    if (phi == 0 && !isfinite(r)) return complex_new(vm, r, isnan(r) ? 0 : r < 0 ? -phi : phi);
    return phi == 0 ? complex_new(vm, r, r * phi) : complex_new(vm, r * cos(phi), r * sin(phi));
}

#define TEST(id, expr)                                                    \
    static Value fn_##id(VM *vm, const Ref *args, int n, Ref kwnames)     \
    {                                                                     \
        C z;                                                              \
        return complex_arg(vm, args[0], &z) ? make_bool(expr) : NO_VALUE; \
    }
TEST(isfinite, finite_c(z))
TEST(isinf, isinf(re(z)) || isinf(im(z)))
TEST(isnan, isnan(re(z)) || isnan(im(z)))
#undef TEST

static Value fn_isclose(VM *vm, const Ref *args, int n, Ref kwnames)
{
    C a, b;
    double rel = 1e-9, abs = 0;
    if (!complex_arg(vm, args[0], &a) || !complex_arg(vm, args[1], &b) || (args[2] != NULL && !num_to_double(vm, args[2], &rel)) ||
        (args[3] != NULL && !num_to_double(vm, args[3], &abs)))
        return NO_VALUE;
    if (rel < 0 || abs < 0) return err_raise(vm, EXC_ValueError, "tolerances must be non-negative");
    if (re(a) == re(b) && im(a) == im(b)) return V_TRUE;
    if (isinf(re(a)) || isinf(im(a)) || isinf(re(b)) || isinf(im(b))) return V_FALSE;
    double apart = hypot(re(a) - re(b), im(a) - im(b));
    return make_bool(apart <= rel * hypot(re(b), im(b)) || apart <= rel * hypot(re(a), im(a)) || apart <= abs);
}

/* ---- the module ---- */
static bool init(VM *vm, Ref module, Dict *ns)
{
    return module_add(vm, ns, "infj", complex_new(vm, 0, INFINITY)) && module_add(vm, ns, "nanj", complex_new(vm, 0, NAN));
}

static const NativeDef functions[] = {
#define ROW(id, doc) {#id, fn_##id, "z, /", doc, 0},
    FUNCTIONS(ROW)
#undef ROW
    {"log", fn_log, "z, base=<unrepresentable>, /", "The logarithm of z: natural, or to a base.", 0},
    {"phase", fn_phase, "z, /", "The angle of z, from -pi to pi.", 0},
    {"polar", fn_polar, "z, /", "The pair (distance, angle) of z.", 0},
    {"rect", fn_rect, "r, phi, /", "The complex number at distance r and angle phi.", 0},
    {"isfinite", fn_isfinite, "z, /", "Whether both parts are finite.", 0},
    {"isinf", fn_isinf, "z, /", "Whether a part is an infinity.", 0},
    {"isnan", fn_isnan, "z, /", "Whether a part is a NaN.", 0},
    {"isclose", fn_isclose, "a, b, *, rel_tol=1e-09, abs_tol=0.0", "Whether a and b differ by no more than a tolerance.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};

static const ModuleConst constants[] = {
    {"pi", CONST_FLOAT, 0, M_PI, NULL},      {"e", CONST_FLOAT, 0, M_E, NULL},    {"tau", CONST_FLOAT, 0, 2 * M_PI, NULL},
    {"inf", CONST_FLOAT, 0, INFINITY, NULL}, {"nan", CONST_FLOAT, 0, NAN, NULL},  {NULL, CONST_INT, 0, 0, NULL},
};

const ModuleDef cmath_module = {
    .name = "cmath",
    .doc = "The functions of math, for complex numbers.",
    .functions = functions,
    .constants = constants,
    .init = init,
};
