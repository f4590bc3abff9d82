/* random_counts.c: whole numbers of the distributions. */
#include <math.h>
#include <string.h>

#include "random_variates.h"

/* The logarithm of the gamma function by Stirling's series from 7 on; below, by recurrence. The coefficients are B(2k) / (2k (2k - 1)) of Bernoulli's numbers. */
double random_loggam(double x)
{
    static const double series[10] = {8.333333333333333e-02, -2.777777777777778e-03, 7.936507936507937e-04, -5.952380952380952e-04, 8.417508417508418e-04, -1.917526917526918e-03,
        6.410256410256410e-03, -2.955065359477124e-02, 1.796443723688307e-01, -1.39243221690590e+00};
    if (x == 1.0 || x == 2.0) return 0.0;
    int64_t steps = x < 7.0 ? (int64_t)(7 - x) : 0;
    double at = x + (double)steps, inverse = 1.0 / at * (1.0 / at), sum = series[9];
    for (int k = 8; k >= 0; k--) sum = sum * inverse + series[k];
    double value = sum / at + 0.5 * 1.8378770664093453 + (at - 0.5) * log(at) - at; /* log(2 pi) */
    if (x < 7.0)
        for (int64_t k = 1; k <= steps; k++) {
            value -= log(at - 1.0);
            at -= 1.0;
        }
    return value;
}

double random_log_factorial(int64_t k)
{
    static const double small[] = {
#include "random_log_factorials.inc"
    };
    if (k < (int64_t)(sizeof small / sizeof *small)) return small[k];
    double x = (double)k;
    return (x + 0.5) * log(x) - x + (0.9189385332046727 + 1.0 / x * (1 / 12.0 - 1 / (360.0 * x * x)));
}

/* ---- binomial ---- */
static int64_t by_inversion(const Bits *b, int64_t n, double p)
{
    double q = 1.0 - p, none = exp((double)n * log(q)), np = (double)n * p, far = np + 10.0 * sqrt(np * q + 1);
    int64_t x = 0, most = (int64_t)((double)n < far ? (double)n : far);
    double px = none, u = bits_unit(b);
    while (u > px) {
        if (++x > most) {
            x = 0;
            px = none;
            u = bits_unit(b);
        } else {
            u -= px;
            px = (double)(n - x + 1) * p * px / ((double)x * q);
        }
    }
    return x;
}

/* Stirling's correction times 166320, by x and x squared */
static double correction(double x)
{
    double s = x * x;
    return (13680. - (462. - (132. - (99. - 140. / s) / s) / s) / s) / x / 166320.;
}

/* Kachitvichyanukul and Schmeiser's BTPE (1988): a triangle, parallelograms and two exponential tails over the density. */
typedef struct Btpe { int64_t n, m; double r, q, middle, left, right, p1, p2, p3, p4, c, left_rate, right_rate; } Btpe;
static Btpe btpe_of(int64_t n, double p)
{
    Btpe t = {.n = n, .r = p < 1.0 - p ? p : 1.0 - p};
    t.q = 1.0 - t.r;
    double fm = (double)n * t.r + t.r;
    t.m = (int64_t)floor(fm);
    t.p1 = floor(2.195 * sqrt((double)n * t.r * t.q) - 4.6 * t.q) + 0.5;
    t.middle = (double)t.m + 0.5;
    t.left = t.middle - t.p1;
    t.right = t.middle + t.p1;
    t.c = 0.134 + 20.5 / (15.3 + (double)t.m);
    double a = (fm - t.left) / (fm - t.left * t.r);
    t.left_rate = a * (1.0 + a / 2.0);
    a = (t.right - fm) / (t.right * t.q);
    t.right_rate = a * (1.0 + a / 2.0);
    t.p2 = t.p1 * (1.0 + 2.0 * t.c);
    t.p3 = t.p2 + t.c / t.left_rate;
    t.p4 = t.p3 + t.c / t.right_rate;
    return t;
}
/* Is y, drawn with v, below the density? */
static bool btpe_takes(const Btpe *t, int64_t y, double v)
{
    int64_t k = y > t->m ? y - t->m : t->m - y;
    double nrq = (double)t->n * t->r * t->q;
    if (!(k > 20 && (double)k < nrq / 2.0 - 1)) {
        double s = t->r / t->q, a = s * (double)(t->n + 1), f = 1.0;
        for (int64_t i = t->m + 1; i <= y; i++) f *= a / (double)i - s;
        for (int64_t i = y + 1; i <= t->m; i++) f /= a / (double)i - s;
        return v <= f;
    }
    double dk = (double)k, rho = dk / nrq * ((dk * (dk / 3.0 + 0.625) + 0.16666666666666666) / nrq + 0.5), edge = -dk * dk / (2 * nrq), a = log(v);
    if (a < edge - rho) return true;
    if (a > edge + rho) return false;
    double x1 = (double)(y + 1), f1 = (double)(t->m + 1), z = (double)(t->n + 1 - t->m), w = (double)(t->n - y + 1);
    return !(a > t->middle * log(f1 / x1) + ((double)(t->n - t->m) + 0.5) * log(z / w) + (double)(y - t->m) * log(w * t->r / (x1 * t->q)) + correction(f1) + correction(z) + correction(x1) + correction(w));
}
static int64_t by_btpe(const Bits *b, int64_t n, double p)
{
    Btpe t = btpe_of(n, p);
    int64_t y;
    for (;;) {
        double u = bits_unit(b) * t.p4, v = bits_unit(b);
        if (u <= t.p1) {
            y = (int64_t)floor(t.middle - t.p1 * v + u);
            break;
        }
        if (u <= t.p2) {
            double x = t.left + (u - t.p1) / t.c;
            v = v * t.c + 1.0 - fabs((double)t.m - x + 0.5) / t.p1;
            if (v > 1.0) continue;
            y = (int64_t)floor(x);
        } else if (u <= t.p3) {
            y = (int64_t)floor(t.left + log(v) / t.left_rate);
            if (y < 0 || v == 0.0) continue;
            v = v * (u - t.p2) * t.left_rate;
        } else {
            y = (int64_t)floor(t.right - log(v) / t.right_rate);
            if (y > n || v == 0.0) continue;
            v = v * (u - t.p3) * t.right_rate;
        }
        if (btpe_takes(&t, y, v)) break;
    }
    return p > 0.5 ? n - y : y;
}
int64_t random_binomial(const Bits *b, int64_t n, double p)
{
    if (n == 0 || p == 0.0) return 0;
    if (p <= 0.5) return p * (double)n <= 30.0 ? by_inversion(b, n, p) : by_btpe(b, n, p);
    double q = 1.0 - p;
    return n - (q * (double)n <= 30.0 ? by_inversion(b, n, q) : by_btpe(b, n, q));
}
int64_t draw_binomial(const void *s, int64_t n, double p) { return random_binomial(s, n, p); }
/* The same, but that a number is drawn also where nothing is left to chance. */
int64_t draw_old_binomial(const void *s, int64_t n, double p) { return n == 0 || p == 0.0 ? by_inversion(s, n, p) : random_binomial(s, n, p); }

void random_multinomial(const Bits *b, int64_t n, int64_t *out, const double *p, int64_t count)
{
    double left = 1.0;
    for (int64_t i = 0; i < count - 1; i++) {
        out[i] = random_binomial(b, n, p[i] / left);
        n -= out[i];
        if (n <= 0) return;
        left -= p[i];
    }
    if (n > 0 && count > 0) out[count - 1] = n;
}

/* ---- Poisson: products of units below 10, Hörmann's transformed rejection (PTRS, 1993) from there ---- */
int64_t random_poisson(const Bits *b, double rate)
{
    if (rate == 0) return 0;
    if (!(rate >= 10)) {
        double end = exp(-rate), product = 1.0;
        for (int64_t k = 0;; k++) {
            product *= bits_unit(b);
            if (!(product > end)) return k;
        }
    }
    double root = sqrt(rate), log_rate = log(rate), wide = 0.931 + 2.53 * root, a = -0.059 + 0.02483 * wide, inverse = 1.1239 + 1.1328 / (wide - 3.4), v_r = 0.9277 - 3.6224 / (wide - 2);
    for (;;) {
        double u = bits_unit(b) - 0.5, v = bits_unit(b), us = 0.5 - fabs(u);
        int64_t k = (int64_t)floor((2 * a / us + wide) * u + rate + 0.43);
        if (us >= 0.07 && v <= v_r) return k;
        if (k < 0 || (us < 0.013 && v > us)) continue;
        if (log(v) + log(inverse) - log(a / (us * us) + wide) <= -rate + (double)k * log_rate - random_loggam((double)k + 1)) return k;
    }
}
int64_t draw_poisson(const void *s, double rate) { return random_poisson(s, rate); }
int64_t draw_negative_binomial(const void *s, double n, double p) { return random_poisson(s, draw_gamma(s, n, (1 - p) / p)); }

/* Devroye's rejection (1986, chapter 10.6). From about 1,030 on 2**(a - 1) is no double any more, and 1 all that comes. */
int64_t draw_zipf(const void *s, double a)
{
    double am1 = a - 1.0, b = pow(2.0, am1);
    if (isinf(b)) return 1;
    for (;;) {
        double u = 1.0 - bits_unit(s), v = bits_unit(s), x = floor(pow(u, -1.0 / am1));
        if (x > (double)INT64_MAX || x < 1.0) continue;
        double t = pow(1.0 + 1.0 / x, am1);
        if (v * x * (t - 1.0) / (b - 1.0) <= t / b) return (int64_t)x;
    }
}
int64_t draw_geometric(const void *s, double p)
{
    if (p >= 0.333333333333333333333333) {
        int64_t x = 1;
        double sum = p, part = p, q = 1.0 - p, u = bits_unit(s);
        while (u > sum) {
            part *= q;
            sum += part;
            x++;
        }
        return x;
    }
    double z = ceil(-random_exponential(s) / log1p(-p));
    return z >= 9.223372036854776e+18 ? INT64_MAX : (int64_t)z;
}
/* Kemp's second accelerated generator (1981) */
int64_t draw_logseries(const void *s, double p)
{
    double r = log1p(-p);
    for (;;) {
        double v = bits_unit(s);
        if (v >= p) return 1;
        double q = -expm1(r * bits_unit(s));
        if (v <= q * q) {
            int64_t x = (int64_t)floor(1 + log(v) / log(q));
            if (x < 1 || v == 0.0) continue;
            return x;
        }
        return v >= q ? 1 : 2;
    }
}

/* ---- hypergeometric ---- */
/* One drawn after the other, of whichever is less: the sample or what stays behind. */
static int64_t urn(const Bits *b, int64_t good, int64_t bad, int64_t sample)
{
    int64_t all = good + bad, left = sample > all / 2 ? all - sample : sample, left_good = good;
    for (int64_t rest = all;; left--) {
        if (!(left > 0 && left_good > 0 && rest > left_good)) {
            if (rest == left_good) left_good -= left;
            break;
        }
        if ((int64_t)random_interval(b, (uint64_t)--rest) < left_good) left_good--;
    }
    return sample > all / 2 ? left_good : good - left_good;
}

static double ways(int64_t k, int64_t fewer, int64_t more, int64_t sample)
{
    return random_log_factorial(k) + random_log_factorial(fewer - k) + random_log_factorial(sample - k) + random_log_factorial(more - sample + k);
}
/* Stadlober's ratio of uniforms (HRUA, 1989) */
static int64_t ratio(const Bits *b, int64_t good, int64_t bad, int64_t sample)
{
    int64_t all = good + bad, taken = sample < all - sample ? sample : all - sample, fewer = good < bad ? good : bad, more = good < bad ? bad : good, k;
    double p = (double)fewer / (double)all, q = (double)more / (double)all, mean = (double)taken * p, a = mean + 0.5;
    double c = sqrt((double)(all - taken) * (double)taken * p * q / (double)(all - 1) + 0.5), h = 1.7155277699214135 * c + 0.8989161620588988; /* 2 sqrt(2 / e), 3 - 2 sqrt(3 / e) */
    int64_t mode = (int64_t)floor((double)(taken + 1) * (double)(fewer + 1) / (double)(all + 2));
    double g = ways(mode, fewer, more, taken), least = (double)((taken < fewer ? taken : fewer) + 1), far = floor(a + 16 * c), end = least < far ? least : far;
    for (;;) {
        double u = bits_unit(b), v = bits_unit(b), x = a + h * (v - 0.5) / u;
        if (x < 0.0 || x >= end) continue;
        k = (int64_t)floor(x);
        double t = g - ways(k, fewer, more, taken);
        if (u * (4.0 - u) - 3.0 <= t) break;
        if (u * (u - t) >= 1) continue;
        if (2.0 * log(u) <= t) break;
    }
    if (good > bad) k = taken - k;
    return taken < sample ? good - k : k;
}
int64_t random_hypergeometric(const Bits *b, int64_t good, int64_t bad, int64_t sample)
{
    return sample >= 10 && sample <= good + bad - 10 ? ratio(b, good, bad, sample) : urn(b, good, bad, sample);
}
int64_t draw_hypergeometric(const void *s, int64_t good, int64_t bad, int64_t sample) { return random_hypergeometric(s, good, bad, sample); }
