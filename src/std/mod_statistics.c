/* mod_statistics.c: the module _statistics: the inverse of the normal distribution's cumulative function (Wichura's algorithm AS 241: three quotients of polynomials). */
#include "lang/object/vm.h"
#include <math.h>

enum { TERMS = 8 }; /* coefficients, the highest power's first */
typedef struct Quotient { double above[TERMS], below[TERMS]; } Quotient;
static const Quotient middle = {
    {2.5090809287301226727e+3, 3.3430575583588128105e+4, 6.7265770927008700853e+4, 4.5921953931549871457e+4, 1.3731693765509461125e+4, 1.9715909503065514427e+3, 1.3314166789178437745e+2, 3.3871328727963666080e+0},
    {5.2264952788528545610e+3, 2.8729085735721942674e+4, 3.9307895800092710610e+4, 2.1213794301586595867e+4, 5.3941960214247511077e+3, 6.8718700749205790830e+2, 4.2313330701600911252e+1, 1.0},
}, near = {
    {7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1, 1.27045825245236838258e+0, 3.64784832476320460504e+0, 5.76949722146069140550e+0, 4.63033784615654529590e+0, 1.42343711074968357734e+0},
    {1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2, 1.48103976427480074590e-1, 6.89767334985100004550e-1, 1.67638483018380384940e+0, 2.05319162663775882187e+0, 1.0},
}, far = {
    {2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3, 2.65321895265761230930e-2, 2.96560571828504891230e-1, 1.78482653991729133580e+0, 5.46378491116411436990e+0, 6.65790464350110377720e+0},
    {2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5, 7.86869131145613259100e-4, 1.48753612908506148525e-2, 1.36929880922735805310e-1, 5.99832206555887937690e-1, 1.0},
};

static double polynomial(const double *c, double x)
{
    double sum = c[0];
    for (int i = 1; i < TERMS; i++) sum = sum * x + c[i];
    return sum;
}

static Value fn_inv_cdf(VM *vm, const Ref *a, int n, Ref kw)
{
    double p, mu, sigma;
    if (!num_to_double(vm, a[0], &p) || !num_to_double(vm, a[1], &mu) || !num_to_double(vm, a[2], &sigma)) return NULL;
    double q = p - 0.5;
    if (fabs(q) <= 0.425) {
        double r = 0.180625 - q * q;
        return make_float_any(mu + polynomial(middle.above, r) * q / polynomial(middle.below, r) * sigma);
    }
    double r = q <= 0 ? p : 1 - p;
    if (!(r > 0)) return err_raise(vm, EXC_ValueError, "math domain error"); /* p must lie between 0 and 1 */
    r = sqrt(-log(r));
    const Quotient *tail = r <= 5 ? &near : &far;
    r -= r <= 5 ? 1.6 : 5;
    double x = polynomial(tail->above, r) / polynomial(tail->below, r);
    return make_float_any(mu + (q < 0 ? -x : x) * sigma);
}

static const NativeDef functions[] = {{"_normal_dist_inv_cdf", fn_inv_cdf, "p, mu, sigma, /", "The x below which lies the part p of a normal distribution.", 0}, {NULL, NULL, NULL, NULL, 0}};
const ModuleDef statistics_module = {.name = "_statistics", .doc = "What is hot in statistics.", .functions = functions};
