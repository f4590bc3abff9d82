/* groups.c: one number for each group of rows, and means of which older values count less. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tables.h"

static void fill(const Groups *g, double x)
{
    for (int64_t k = 0; k < g->groups; k++) g->out[k] = x, g->counts[k] = 0;
}

/* ---- sums: with what rounding lost beside them ---- */
static bool sums(const Groups *g)
{
    double *lost = calloc((size_t)(g->groups ? g->groups : 1), sizeof *lost);
    if (!lost) return false;
    fill(g, 0);
    for (int64_t i = 0; i < g->rows; i++) {
        int64_t k = g->codes[i];
        double x = g->values[i];
        if (k < 0 || x != x) continue;
        g->counts[k]++;
        double whole = g->out[k], t = whole + x;
        if (isfinite(t)) lost[k] += fabs(whole) >= fabs(x) ? (whole - t) + x : (x - t) + whole;
        g->out[k] = t;
    }
    for (int64_t k = 0; k < g->groups; k++) g->out[k] += lost[k];
    free(lost);
    return true;
}

bool group_sum(const Groups *g) { return sums(g); }

bool group_mean(const Groups *g)
{
    if (!sums(g)) return false;
    for (int64_t k = 0; k < g->groups; k++) g->out[k] = g->counts[k] ? g->out[k] / (double)g->counts[k] : NAN;
    return true;
}

bool group_var(const Groups *g)
{
    double *means = malloc((size_t)(g->groups ? g->groups : 1) * sizeof *means);
    if (!means) return false;
    bool ok = group_mean(g);
    if (ok) {
        memcpy(means, g->out, (size_t)g->groups * sizeof *means);
        for (int64_t k = 0; k < g->groups; k++) g->out[k] = 0;
        for (int64_t i = 0; i < g->rows; i++) {
            int64_t k = g->codes[i];
            double x = g->values[i];
            if (k >= 0 && x == x) g->out[k] += (x - means[k]) * (x - means[k]);
        }
        for (int64_t k = 0; k < g->groups; k++) g->out[k] = g->counts[k] > g->ddof ? g->out[k] / (double)(g->counts[k] - g->ddof) : NAN;
    }
    free(means);
    return ok;
}

static bool ends(const Groups *g, double sign)
{
    fill(g, NAN);
    for (int64_t i = 0; i < g->rows; i++) {
        int64_t k = g->codes[i];
        double x = g->values[i];
        if (k < 0 || x != x) continue;
        if (!g->counts[k]++ || sign * x < sign * g->out[k]) g->out[k] = x;
    }
    return true;
}

bool group_min(const Groups *g) { return ends(g, 1); }
bool group_max(const Groups *g) { return ends(g, -1); }

bool group_prod(const Groups *g)
{
    fill(g, 1);
    for (int64_t i = 0; i < g->rows; i++) {
        int64_t k = g->codes[i];
        double x = g->values[i];
        if (k < 0 || x != x) continue;
        g->counts[k]++;
        g->out[k] *= x;
    }
    return true;
}

/* ---- medians: the rows of each group together, then the middle by parting them ---- */
static double chosen(double *v, int64_t n, int64_t want)
{
    int64_t low = 0, high = n - 1;
    while (low < high) {
        double pivot = v[(low + high) / 2];
        int64_t i = low, j = high;
        while (i <= j) {
            while (v[i] < pivot) i++;
            while (v[j] > pivot) j--;
            if (i > j) break;
            double t = v[i];
            v[i++] = v[j];
            v[j--] = t;
        }
        if (want <= j) high = j;
        else if (want >= i) low = i;
        else break;
    }
    return v[want];
}

static double median_of(double *v, int64_t n)
{
    if (!n) return NAN;
    double upper = chosen(v, n, n / 2);
    if (n % 2) return upper;
    double lower = v[0];
    for (int64_t i = 1; i < n / 2; i++)
        if (v[i] > lower) lower = v[i];
    return (lower + upper) / 2;
}

bool group_median(const Groups *g)
{
    int64_t *at = malloc((size_t)(g->groups + 1) * sizeof *at);
    double *rows = malloc((size_t)(g->rows ? g->rows : 1) * sizeof *rows);
    if (at && rows) {
        fill(g, NAN);
        for (int64_t i = 0; i < g->rows; i++)
            if (g->codes[i] >= 0 && g->values[i] == g->values[i]) g->counts[g->codes[i]]++;
        at[0] = 0;
        for (int64_t k = 0; k < g->groups; k++) at[k + 1] = at[k] + g->counts[k];
        for (int64_t i = 0; i < g->rows; i++)
            if (g->codes[i] >= 0 && g->values[i] == g->values[i]) rows[at[g->codes[i]]++] = g->values[i];
        for (int64_t k = 0; k < g->groups; k++) g->out[k] = median_of(rows + at[k] - g->counts[k], g->counts[k]);
    }
    bool ok = at && rows;
    free(at);
    free(rows);
    return ok;
}

/* ---- older values count less ---- */
static double aged(double weight, double rest, const double *wide, int64_t i) { return wide ? weight * pow(rest, wide[i]) : weight * rest; }

void fading_mean(const Fading *f)
{
    double rest = 1 - f->alpha, fresh = f->adjust ? 1 : f->alpha, weight = 1, mean = NAN;
    int64_t seen = 0;
    for (int64_t i = 0; i < f->count; i++) {
        double x = f->values[i];
        bool there = x == x;
        seen += there;
        if (mean != mean) mean = x;
        else if (there || !f->skip) {
            weight = aged(weight, rest, f->wide, i - 1);
            if (there) {
                if (mean != x) mean = (weight * mean + fresh * x) / (weight + fresh);
                weight = f->adjust ? weight + fresh : 1;
            }
        }
        f->out[i] = seen >= f->least ? mean : NAN;
    }
}

void fading_sum(const Fading *f)
{
    double rest = 1 - f->alpha, sum = NAN;
    int64_t seen = 0;
    for (int64_t i = 0; i < f->count; i++) {
        double x = f->values[i];
        bool there = x == x;
        seen += there;
        if (sum != sum) sum = x;
        else if (there || !f->skip) sum = aged(sum, rest, f->wide, i - 1) + (there ? x : 0);
        f->out[i] = seen >= f->least ? sum : NAN;
    }
}

/* The covariance of two arrays; the sums of weights and of their squares make it unbiased. */
void fading_cov(const Fading *f)
{
    double rest = 1 - f->alpha, fresh = f->adjust ? 1 : f->alpha;
    double mx = NAN, my = NAN, cov = 0, sum = 1, squares = 1, weight = 1;
    int64_t seen = 0;
    for (int64_t i = 0; i < f->count; i++) {
        double x = f->values[i], y = f->other[i];
        bool there = x == x && y == y;
        seen += there;
        if (mx != mx) {
            if (there) mx = x, my = y;
        } else if (there || !f->skip) {
            sum *= rest, squares *= rest * rest, weight *= rest;
            if (there) {
                double ox = mx, oy = my, both = weight + fresh;
                if (mx != x) mx = (weight * ox + fresh * x) / both;
                if (my != y) my = (weight * oy + fresh * y) / both;
                cov = (weight * (cov + (ox - mx) * (oy - my)) + fresh * (x - mx) * (y - my)) / both;
                sum += fresh, squares += fresh * fresh, weight += fresh;
                if (!f->adjust) sum /= weight, squares /= weight * weight, weight = 1;
            }
        }
        double top = sum * sum, below = top - squares;
        f->out[i] = seen < f->least || mx != mx ? NAN : f->bias ? cov : below > 0 ? top / below * cov : NAN;
    }
}
