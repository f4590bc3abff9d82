/* random_legacy.c: the distributions as RandomState draws them, whose numbers are frozen: normal numbers in pairs by Marsaglia's polar method, exponential ones by logarithms. */
#include <math.h>

#include "random_variates.h"

double random_beta_johnk(const Bits *s, double a, double b, bool legacy); /* random_variates.c */

double draw_old_exponential0(const void *s) { return -log(1.0 - bits_unit(s)); }
double draw_old_normal0(const void *s)
{
    Legacy *l = (Legacy *)(uintptr_t)s; /* a const one is never made: rows of all kinds share a signature */
    if (l->has_normal) {
        double x = l->normal;
        l->has_normal = 0;
        l->normal = 0;
        return x;
    }
    double x, y, r;
    do {
        x = 2.0 * bits_unit(s) - 1.0;
        y = 2.0 * bits_unit(s) - 1.0;
        r = x * x + y * y;
    } while (r >= 1.0 || r == 0.0);
    double f = sqrt(-2.0 * log(r) / r);
    l->normal = f * x;
    l->has_normal = 1;
    return f * y;
}
double draw_old_cauchy(const void *s)
{
    double x = draw_old_normal0(s);
    return x / draw_old_normal0(s);
}
double draw_old_exponential(const void *s, double scale) { return scale * draw_old_exponential0(s); }

double draw_old_gamma1(const void *s, double shape)
{
    if (shape == 1) return draw_old_exponential0(s);
    if (shape == 0) return 0;
    if (shape < 1)
        for (;;) {
            double u = bits_unit(s), v = draw_old_exponential0(s);
            if (u <= 1.0 - shape) {
                double x = pow(u, 1. / shape);
                if (x <= v) return x;
            } else {
                double y = -log((1 - u) / shape), x = pow(1.0 - shape + shape * y, 1. / shape);
                if (x <= v + y) return x;
            }
        }
    double d = shape - 1. / 3., c = 1. / sqrt(9 * d);
    for (;;) {
        double x, v;
        do {
            x = draw_old_normal0(s);
            v = 1.0 + c * x;
        } while (v <= 0.0);
        v = v * v * v;
        double u = bits_unit(s);
        if (u < 1.0 - 0.0331 * (x * x) * (x * x)) return d * v;
        if (log(u) < 0.5 * x * x + d * (1. - v + log(v))) return d * v;
    }
}
double draw_old_chisquare(const void *s, double df) { return 2.0 * draw_old_gamma1(s, df / 2.0); }
double draw_old_t(const void *s, double df)
{
    double x = draw_old_normal0(s), y = draw_old_gamma1(s, df / 2);
    return sqrt(df / 2) * x / sqrt(y);
}
double draw_old_pareto(const void *s, double a) { return exp(draw_old_exponential0(s) / a) - 1; }
double draw_old_weibull(const void *s, double a) { return a == 0.0 ? 0.0 : pow(draw_old_exponential0(s), 1. / a); }
double draw_old_power(const void *s, double a) { return pow(1 - exp(-draw_old_exponential0(s)), 1. / a); }
double draw_old_rayleigh(const void *s, double mode) { return mode * sqrt(-2.0 * log1p(-bits_unit(s))); }
double draw_old_beta(const void *s, double a, double b)
{
    if (a <= 1.0 && b <= 1.0) return random_beta_johnk(s, a, b, true);
    double x = draw_old_gamma1(s, a), y = draw_old_gamma1(s, b);
    return x / (x + y);
}
double draw_old_normal(const void *s, double mean, double deviation) { return mean + deviation * draw_old_normal0(s); }
double draw_old_gamma(const void *s, double shape, double scale) { return scale * draw_old_gamma1(s, shape); }
double draw_old_lognormal(const void *s, double mean, double sigma) { return exp(draw_old_normal(s, mean, sigma)); }
double draw_old_f(const void *s, double n, double d)
{
    double x = draw_old_chisquare(s, n) * d;
    return x / (draw_old_chisquare(s, d) * n);
}
double draw_old_noncentral_chisquare(const void *s, double df, double nonc)
{
    if (nonc == 0) return draw_old_chisquare(s, df);
    if (1 < df) {
        double x = draw_old_chisquare(s, df - 1), y = draw_old_normal0(s) + sqrt(nonc);
        return x + y * y;
    }
    double x = draw_old_chisquare(s, df + 2 * (double)random_poisson(s, nonc / 2.0));
    return isnan(nonc) ? NAN : x;
}
double draw_old_noncentral_f(const void *s, double n, double d, double nonc)
{
    double x = draw_old_noncentral_chisquare(s, n, nonc) * d;
    return x / (draw_old_chisquare(s, d) * n);
}

/* ---- whole numbers ---- */
int64_t draw_old_geometric(const void *s, double p)
{
    if (p >= 0.333333333333333333333333) return draw_geometric(s, p);
    return (int64_t)ceil(log1p(-bits_unit(s)) / log(1 - p));
}
int64_t draw_old_negative_binomial(const void *s, double n, double p) { return random_poisson(s, draw_old_gamma(s, n, (1 - p) / p)); }

/* Stadlober's ratio of uniforms (HRUA, 1989) */
static int64_t by_ratio(const void *s, int64_t good, int64_t bad, int64_t sample)
{
    int64_t fewer = good < bad ? good : bad, more = good > bad ? good : bad, all = good + bad, m = sample < all - sample ? sample : all - sample, z;
    double p = (double)fewer / (double)all, q = 1.0 - p, mean = (double)m * p + 0.5, deviation = sqrt((double)(all - m) * (double)sample * p * q / (double)(all - 1) + 0.5);
    double width = 1.7155277699214135 * deviation + 0.8989161620588988, mode = floor((double)(m + 1) * (double)(fewer + 1) / (double)(all + 2)); /* 2 sqrt(2 / e), 3 - 2 sqrt(3 / e) */
    double at_mode = random_loggam(mode + 1) + random_loggam((double)fewer - mode + 1) + random_loggam((double)m - mode + 1) + random_loggam((double)(more - m) + mode + 1);
    double least = (double)((m < fewer ? m : fewer) + 1), far = floor(mean + 16 * deviation), end = least < far ? least : far;
    for (;;) {
        double x = bits_unit(s), y = bits_unit(s), w = mean + width * (y - 0.5) / x;
        if (w < 0.0 || w >= end) continue;
        z = (int64_t)floor(w);
        double t = at_mode - (random_loggam((double)(z + 1)) + random_loggam((double)(fewer - z + 1)) + random_loggam((double)(m - z + 1)) + random_loggam((double)(more - m + z + 1)));
        if (x * (4.0 - x) - 3.0 <= t) break;
        if (x * (x - t) >= 1) continue;
        if (2.0 * log(x) <= t) break;
    }
    if (good > bad) z = m - z;
    if (m < sample) z = good - z;
    return z;
}
static int64_t by_drawing(const void *s, int64_t good, int64_t bad, int64_t sample)
{
    int64_t others = bad + good - sample, fewer = bad < good ? bad : good, k = sample;
    double left = (double)fewer;
    while (left > 0.0) {
        double u = bits_unit(s);
        left -= (double)(int64_t)floor(u + left / (double)(others + k));
        if (--k == 0) break;
    }
    int64_t z = (int64_t)((double)fewer - left);
    return good > bad ? sample - z : z;
}
int64_t draw_old_hypergeometric(const void *s, int64_t good, int64_t bad, int64_t sample)
{
    if (sample > 10) return by_ratio(s, good, bad, sample);
    return sample > 0 ? by_drawing(s, good, bad, sample) : 0;
}
