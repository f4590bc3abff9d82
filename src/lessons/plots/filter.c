/* filter.c: the weights by which images are interpolated: of each kind by the distance from the sample, and a table of them in 2^-14ths. */
#include "filter.h"

static double cube(double x) { return x <= 0 ? 0 : x * x * x; }
static double polynomial(double x, double a, double b, double c, double d) { return ((a * x + b) * x + c) * x + d; } /* of the third degree */

/* The modified Bessel function of order 0, by its series. */
static double bessel_i0(double x)
{
    double sum = 1, term = 1;
    for (int k = 1; term > sum * 1e-12; k++) {
        term *= x * x / (4.0 * k * k);
        sum += term;
    }
    return sum;
}

static double spline16(double x) { return x < 1 ? polynomial(x, 1, -9.0 / 5, -1.0 / 5, 1) : polynomial(x - 1, -1.0 / 3, 4.0 / 5, -7.0 / 15, 0); }
static double spline36(double x)
{
    if (x < 1) return polynomial(x, 13.0 / 11, -453.0 / 209, -3.0 / 209, 1);
    if (x < 2) return polynomial(x - 1, -6.0 / 11, 270.0 / 209, -156.0 / 209, 0);
    return polynomial(x - 2, 1.0 / 11, -45.0 / 209, 26.0 / 209, 0);
}
static double quadric(double x) { return x < 0.5 ? 0.75 - x * x : x < 1.5 ? (x - 1.5) * (x - 1.5) / 2 : 0; }
static double catrom(double x) { return x < 1 ? polynomial(x, 1.5, -2.5, 0, 1) : x < 2 ? polynomial(x, -0.5, 2.5, -4, 2) : 0; }
static double mitchell(double x) { return x < 1 ? polynomial(x, 7, -12, 0, 16.0 / 3) / 6 : x < 2 ? polynomial(x, -7.0 / 3, 12, -20, 32.0 / 3) / 6 : 0; }
static double sinc(double x) { return x == 0 ? 1 : sin(M_PI * x) / (M_PI * x); }
static double blackman(double x, double radius) { return sinc(x) * (0.42 + 0.5 * cos(M_PI * x / radius) + 0.08 * cos(2 * M_PI * x / radius)); }

static double weight(Interpolation kind, double x, double radius)
{
    switch (kind) {
    case FILTER_BILINEAR: return 1 - x;
    case FILTER_BICUBIC: return (cube(x + 2) - 4 * cube(x + 1) + 6 * cube(x) - 4 * cube(x - 1)) / 6;
    case FILTER_SPLINE16: return spline16(x);
    case FILTER_SPLINE36: return spline36(x);
    case FILTER_HANNING: return 0.5 + 0.5 * cos(M_PI * x);
    case FILTER_HAMMING: return 0.54 + 0.46 * cos(M_PI * x);
    case FILTER_HERMITE: return polynomial(x, 2, -3, 0, 1);
    case FILTER_KAISER: return bessel_i0(6.33 * sqrt(1 - x * x)) / bessel_i0(6.33);
    case FILTER_QUADRIC: return quadric(x);
    case FILTER_CATROM: return catrom(x);
    case FILTER_GAUSSIAN: return exp(-2 * x * x) * sqrt(2 / M_PI);
    case FILTER_BESSEL: return x == 0 ? M_PI / 4 : j1(M_PI * x) / (2 * x);
    case FILTER_MITCHELL: return mitchell(x);
    case FILTER_SINC: return sinc(x);
    case FILTER_LANCZOS: return x > radius ? 0 : sinc(x) * sinc(x / radius);
    case FILTER_BLACKMAN: return x > radius ? 0 : blackman(x, radius);
    default: return 1;
    }
}

static int32_t whole(double v) { return (int32_t)(v < 0 ? v - 0.5 : v + 0.5); }

/* The weights of every fraction sum up to one: scaled, and what rounding leaves goes to the nearest pixels one by one, by turns before and behind. */
static void even_out(Filter *f)
{
    enum { TRIES = 16 };
    bool behind = true;
    for (int i = 0; i < FILTER_STEPS; i++) {
        int32_t *w = f->at + i;
        for (int tries = 0; tries < TRIES; tries++) {
            int64_t sum = 0, left = FILTER_ONE;
            for (int k = 0; k < f->diameter; k++) sum += w[k * FILTER_STEPS];
            if (sum == FILTER_ONE || !sum) break;
            double by = (double)FILTER_ONE / (double)sum;
            for (int k = 0; k < f->diameter; k++) left -= w[k * FILTER_STEPS] = whole(w[k * FILTER_STEPS] * by);
            for (int k = 0; k < f->diameter && left; k++) {
                behind = !behind;
                int at = f->diameter / 2 + (behind ? k / 2 : -(k / 2)), by_one = left > 0 ? 1 : -1;
                if (at >= f->diameter || w[at * FILTER_STEPS] >= FILTER_ONE) continue;
                w[at * FILTER_STEPS] += by_one;
                left -= by_one;
            }
        }
    }
    size_t middle = f->n / 2;
    for (size_t i = 0; i < middle; i++) f->at[middle + i] = f->at[middle - i];
    f->at[0] = f->at[f->n - 1];
}

bool filter_open(VM *vm, Interpolation kind, double radius, bool norm, Filter *out)
{
    static const double radii[] = {
#define FILTER(NAME, number, radius) radius,
#include "filter.def"
#undef FILTER
    };
    enum { RADIUS_MOST = 1 << 12 };
    if (radii[kind] != 0) radius = radii[kind];
    else if (!(radius >= 2)) radius = 2; /* less would show nothing of the waves */
    if (radius > RADIUS_MOST) radius = RADIUS_MOST;
    *out = (Filter){.diameter = (int)ceil(radius) * 2, .vm = vm};
    out->n = (size_t)out->diameter * FILTER_STEPS;
    if (!(out->at = mem_zalloc(vm->mem, out->n * sizeof *out->at))) return err_no_memory(vm), false;
    size_t middle = out->n / 2;
    for (size_t i = 0; i < middle; i++) out->at[middle + i] = out->at[middle - i] = whole(weight(kind, (double)i / FILTER_STEPS, radius) * FILTER_ONE);
    out->at[0] = out->at[out->n - 1];
    if (norm) even_out(out);
    return true;
}

void filter_close(Filter *f)
{
    mem_free(f->vm->mem, f->at, f->n * sizeof *f->at);
    f->at = NULL;
}
