/* random_variates.c: real numbers of the distributions, as Generator draws them. Whole numbers: random_counts.c; RandomState's own ways: random_legacy.c. */
#include "random_variates.h"

#include <math.h>

#include "core/ziggurat.h"

uint64_t random_interval(const Bits *b, uint64_t last)
{
    if (last == 0) return 0;
    uint64_t mask = UINT64_MAX >> __builtin_clzll(last), value;
    do value = (last <= UINT32_MAX ? bits32(b) : bits64(b)) & mask;
    while (value > last);
    return value;
}

uint64_t random_below(const Bits *b, uint64_t last)
{
    if (last == 0) return 0;
    if (last == UINT32_MAX) return bits32(b);
    if (last == UINT64_MAX) return bits64(b);
    if (last < UINT32_MAX) {
        uint32_t size = (uint32_t)last + 1;
        uint64_t m = (uint64_t)bits32(b) * size;
        if ((uint32_t)m < size)
            for (uint32_t least = (UINT32_MAX - (uint32_t)last) % size; (uint32_t)m < least;) m = (uint64_t)bits32(b) * size;
        return m >> 32;
    }
    uint64_t size = last + 1;
    Wide m = (Wide)bits64(b) * size;
    if ((uint64_t)m < size)
        for (uint64_t least = (UINT64_MAX - last) % size; (uint64_t)m < least;) m = (Wide)bits64(b) * size;
    return (uint64_t)(m >> 64);
}

/* ---- normal and exponential: ziggurats; what is rare (under 2 in 100) stands in functions of its own ---- */
static __attribute__((noinline)) double normal_tail(const Bits *b, bool minus)
{
    for (;;) {
        double x = -ZIGGURAT_NORMAL_EDGE_INVERSE * log1p(-bits_unit(b)), y = -log1p(-bits_unit(b));
        if (y + y > x * x) return minus ? -(ZIGGURAT_NORMAL_EDGE + x) : ZIGGURAT_NORMAL_EDGE + x;
    }
}
double random_normal(const Bits *b)
{
    const Ziggurat *z = &ziggurat_normal;
    for (;;) {
        uint64_t r = bits64(b);
        int layer = (int)(r & 0xff);
        r >>= 8;
        uint64_t size = r >> 1 & 0x000fffffffffffff;
        double x = (double)size * z->w[layer];
        if (r & 1) x = -x;
        if (size < z->k[layer]) return x;
        if (layer == 0) return normal_tail(b, size >> 8 & 1);
        if ((z->f[layer - 1] - z->f[layer]) * bits_unit(b) + z->f[layer] < exp(-0.5 * x * x)) return x;
    }
}
float random_normal_float(const Bits *b)
{
    const ZigguratFloat *z = &ziggurat_normal_float;
    for (;;) {
        uint32_t r = bits32(b), size = r >> 9 & 0x007fffff;
        int layer = (int)(r & 0xff);
        float x = (float)size * z->w[layer];
        if (r >> 8 & 1) x = -x;
        if (size < z->k[layer]) return x;
        if (layer == 0)
            for (;;) {
                float a = -(float)ZIGGURAT_NORMAL_EDGE_INVERSE * log1pf(-bits_unit_float(b)), c = -log1pf(-bits_unit_float(b));
                if (c + c > a * a) return size >> 8 & 1 ? -((float)ZIGGURAT_NORMAL_EDGE + a) : (float)ZIGGURAT_NORMAL_EDGE + a;
            }
        if ((z->f[layer - 1] - z->f[layer]) * bits_unit_float(b) + z->f[layer] < exp(-0.5 * (double)x * (double)x)) return x;
    }
}
double random_exponential(const Bits *b)
{
    const Ziggurat *z = &ziggurat_exponential;
    for (;;) {
        uint64_t r = bits64(b) >> 3;
        int layer = (int)(r & 0xff);
        r >>= 8;
        double x = (double)r * z->w[layer];
        if (r < z->k[layer]) return x;
        if (layer == 0) return ZIGGURAT_EXPONENTIAL_EDGE - log1p(-bits_unit(b));
        if ((z->f[layer - 1] - z->f[layer]) * bits_unit(b) + z->f[layer] < exp(-x)) return x;
    }
}
float random_exponential_float(const Bits *b)
{
    const ZigguratFloat *z = &ziggurat_exponential_float;
    for (;;) {
        uint32_t r = bits32(b) >> 1;
        int layer = (int)(r & 0xff);
        r >>= 8;
        float x = (float)r * z->w[layer];
        if (r < z->k[layer]) return x;
        if (layer == 0) return (float)ZIGGURAT_EXPONENTIAL_EDGE - log1pf(-bits_unit_float(b));
        if ((z->f[layer - 1] - z->f[layer]) * bits_unit_float(b) + z->f[layer] < expf(-x)) return x;
    }
}

/* ---- gamma: Marsaglia and Tsang (2000) from 1 on, Ahrens and Dieter's rejection with an exponential below ---- */
double random_gamma(const Bits *b, double shape)
{
    if (shape == 1) return random_exponential(b);
    if (shape == 0) return 0;
    if (shape < 1)
        for (;;) {
            double u = bits_unit(b), v = random_exponential(b);
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
            x = random_normal(b);
            v = 1.0 + c * x;
        } while (v <= 0.0);
        v = v * v * v;
        double u = bits_unit(b);
        if (u < 1.0 - 0.0331 * (x * x) * (x * x)) return d * v;
        if (log(u) < 0.5 * x * x + d * (1. - v + log(v))) return d * v;
    }
}
float random_gamma_float(const Bits *b, float shape)
{
    if (shape == 1) return random_exponential_float(b);
    if (shape == 0) return 0;
    if (shape < 1)
        for (;;) {
            float u = bits_unit_float(b), v = random_exponential_float(b);
            if (u <= 1.0f - shape) {
                float x = powf(u, 1.0f / shape);
                if (x <= v) return x;
            } else {
                float y = -logf((1.0f - u) / shape), x = powf(1.0f - shape + shape * y, 1.0f / shape);
                if (x <= v + y) return x;
            }
        }
    float d = shape - 1.0f / 3.0f, c = 1.0f / sqrtf(9.0f * d);
    for (;;) {
        float x, v;
        do {
            x = random_normal_float(b);
            v = 1.0f + c * x;
        } while (v <= 0.0f);
        v = v * v * v;
        float u = bits_unit_float(b);
        if (u < 1.0f - 0.0331f * (x * x) * (x * x)) return d * v;
        if (logf(u) < 0.5f * x * x + d * (1.0f - v + logf(v))) return d * v;
    }
}

/* ---- one row a distribution ---- */
double draw_random(const void *s) { return bits_unit(s); }
double draw_cauchy(const void *s)
{
    double x = random_normal(s);
    return x / random_normal(s);
}
double draw_exponential(const void *s, double scale) { return scale * random_exponential(s); }
double draw_chisquare(const void *s, double df) { return 2.0 * random_gamma(s, df / 2.0); }
double draw_t(const void *s, double df)
{
    double x = random_normal(s), y = random_gamma(s, df / 2);
    return sqrt(df / 2) * x / sqrt(y);
}
double draw_pareto(const void *s, double a) { return expm1(random_exponential(s) / a); }
double draw_weibull(const void *s, double a) { return a == 0.0 ? 0.0 : pow(random_exponential(s), 1. / a); }
double draw_power(const void *s, double a) { return pow(-expm1(-random_exponential(s)), 1. / a); }
double draw_rayleigh(const void *s, double mode) { return mode * sqrt(2.0 * random_exponential(s)); }

/* Two powers of units that sum up to at most 1 (Jöhnk, 1964), `powers` tells by logarithms where both are too small. */
double random_beta_johnk(const Bits *s, double a, double b, bool legacy);
double random_beta_johnk(const Bits *s, double a, double b, bool legacy)
{
    for (;;) {
        double u = bits_unit(s), v = bits_unit(s), x = pow(u, 1.0 / a), y = pow(v, 1.0 / b), sum = x + y;
        if (!(sum <= 1.0) || !(legacy || u + v > 0.0)) continue;
        if (sum > 0) return x / sum;
        double log_x = log(u) / a, log_y = log(v) / b, most = log_x > log_y ? log_x : log_y;
        log_x -= most;
        log_y -= most;
        return exp(log_x - log(exp(log_x) + exp(log_y)));
    }
}
double draw_beta(const void *s, double a, double b)
{
    if (a <= 1.0 && b <= 1.0) return random_beta_johnk(s, a, b, false);
    double x = random_gamma(s, a), y = random_gamma(s, b);
    return x / (x + y);
}
double draw_uniform(const void *s, double low, double range) { return low + range * bits_unit(s); }
double draw_normal(const void *s, double mean, double deviation) { return mean + deviation * random_normal(s); }
double draw_gamma(const void *s, double shape, double scale) { return scale * random_gamma(s, shape); }
double draw_f(const void *s, double n, double d)
{
    double x = draw_chisquare(s, n) * d;
    return x / (draw_chisquare(s, d) * n);
}
double draw_noncentral_chisquare(const void *s, double df, double nonc)
{
    if (isnan(nonc)) return NAN;
    if (nonc == 0) return draw_chisquare(s, df);
    if (1 < df) {
        double x = draw_chisquare(s, df - 1), y = random_normal(s) + sqrt(nonc);
        return x + y * y;
    }
    return draw_chisquare(s, df + 2 * (double)random_poisson(s, nonc / 2.0));
}

/* Best and Fisher's wrapped Cauchy envelope (1979); for an angle that is hardly spread, a normal number wrapped. */
static double wrapped_normal(const void *s, double mu, double kappa)
{
    double x = mu + sqrt(1. / kappa) * random_normal(s);
    if (x < -M_PI) x += 2 * M_PI;
    if (x > M_PI) x -= 2 * M_PI;
    return x;
}
static double vonmises(const void *s, double mu, double kappa, bool legacy)
{
    if (isnan(kappa)) return NAN;
    if (kappa < 1e-8) return M_PI * (2 * bits_unit(s) - 1);
    double spread;
    if (kappa < 1e-5) spread = 1. / kappa + kappa; /* the first terms of its series */
    else {
        if (!legacy && kappa > 1e6) return wrapped_normal(s, mu, kappa);
        double r = 1 + sqrt(1 + 4 * kappa * kappa), rho = (r - sqrt(2 * r)) / (2 * kappa);
        spread = (1 + rho * rho) / (2 * rho);
    }
    double w;
    for (;;) {
        double u = bits_unit(s), z = cos(M_PI * u);
        w = (1 + spread * z) / (spread + z);
        double y = kappa * (spread - w), v = bits_unit(s);
        if (y * (2 - y) - v >= 0 || log(y / v) + 1 - y >= 0) break; /* V == 0 is fine, y never is */
    }
    double x = acos(w);
    if (bits_unit(s) < 0.5) x = -x;
    x += mu;
    double turned = fmod(fabs(x) + M_PI, 2 * M_PI) - M_PI;
    return x < 0 ? -turned : turned;
}
double draw_vonmises(const void *s, double mu, double kappa) { return vonmises(s, mu, kappa, false); }
double draw_old_vonmises(const void *s, double mu, double kappa) { return vonmises(s, mu, kappa, true); }

double draw_laplace(const void *s, double loc, double scale)
{
    for (;;) {
        double u = bits_unit(s);
        if (u >= 0.5) return loc - scale * log(2.0 - u - u);
        if (u > 0.0) return loc + scale * log(u + u);
    }
}
double draw_gumbel(const void *s, double loc, double scale)
{
    for (;;) {
        double u = 1.0 - bits_unit(s);
        if (u < 1.0) return loc - scale * log(-log(u));
    }
}
double draw_logistic(const void *s, double loc, double scale)
{
    for (;;) {
        double u = bits_unit(s);
        if (u > 0.0) return loc + scale * log(u / (1.0 - u));
    }
}
double draw_lognormal(const void *s, double mean, double sigma) { return exp(draw_normal(s, mean, sigma)); }

/* The smaller root of Michael, Schucany and Haas (1976), or with its own chance the larger. */
static double inverse_gaussian(const void *s, double normal, double mean, double scale)
{
    double half = mean / (2 * scale), y = mean * normal * normal, x = mean + half * (y - sqrt(4 * scale * y + y * y));
    return bits_unit(s) <= mean / (mean + x) ? x : mean * mean / x;
}
double draw_wald(const void *s, double mean, double scale) { return inverse_gaussian(s, random_normal(s), mean, scale); }
double draw_old_wald(const void *s, double mean, double scale) { return inverse_gaussian(s, draw_old_normal0(s), mean, scale); }

double draw_noncentral_f(const void *s, double n, double d, double nonc)
{
    double x = draw_noncentral_chisquare(s, n, nonc) * d;
    return x / (draw_chisquare(s, d) * n);
}
double draw_triangular(const void *s, double left, double mode, double right)
{
    double base = right - left, left_base = mode - left, u = bits_unit(s);
    if (u <= left_base / base) return left + sqrt(u * (left_base * base));
    return right - sqrt((1.0 - u) * ((right - mode) * base));
}
