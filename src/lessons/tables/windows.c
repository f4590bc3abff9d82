/* windows.c: sums, means, spreads, ends and quantiles of windows that move along an array. A window takes over what the one before it had: what left is taken off, what came is put on, each with what
 * rounding lost (Neumaier's sums), so that long arrays keep their last digits; where windows do not move forward, each is made anew. */
#include <math.h>
#include <stdlib.h>

#include "tables.h"

/* ---- sums that keep what rounding loses ---- */
typedef struct Sum { double whole, lost; } Sum;

static inline void sum_add(Sum *s, double x)
{
    double t = s->whole + x;
    s->lost += fabs(s->whole) >= fabs(x) ? (s->whole - t) + x : (x - t) + s->whole;
    s->whole = t;
}

static inline double sum_of(const Sum *s) { return s->whole + s->lost; }

/* ---- a window's numbers, up to their fourth powers; `same` counts how many equal ones came last ---- */
typedef struct Moments {
    Sum power[4];
    int64_t count, same;
    double last;
    int powers;
    double middle; /* taken off every number, so that powers stay small */
} Moments;

static void moments_put(Moments *m, double x, double sign)
{
    if (sign > 0) {
        m->same = m->count && x == m->last ? m->same + 1 : 1;
        m->last = x;
        m->count++;
    } else m->count--;
    x -= m->middle;
    double power = sign;
    for (int k = 0; k < m->powers; k++) {
        power *= x;
        sum_add(&m->power[k], power);
    }
}

static void moments_clear(Moments *m)
{
    for (int k = 0; k < 4; k++) m->power[k] = (Sum){0, 0};
    m->count = m->same = 0;
}

/* Moves from window i - 1 to window i. */
static void moments_move(const Windows *w, Moments *m, int64_t i)
{
    int64_t from = w->begin[i], to = w->end[i], gone = i ? w->begin[i - 1] : 0, come = i ? w->end[i - 1] : 0;
    if (!i || from < gone || to < come || from >= come) {
        moments_clear(m);
        gone = come = from;
    }
    for (; gone < from; gone++)
        if (w->values[gone] == w->values[gone]) moments_put(m, w->values[gone], -1);
    for (; come < to; come++)
        if (w->values[come] == w->values[come]) moments_put(m, w->values[come], 1);
    if (!m->count) moments_clear(m);
}

static double mean_of_all(const Windows *w)
{
    Sum s = {0, 0};
    int64_t count = 0;
    for (int64_t i = 0; i < w->count; i++)
        if (w->values[i] == w->values[i]) sum_add(&s, w->values[i]), count++;
    double mean = count ? sum_of(&s) / (double)count : 0;
    return isfinite(mean) ? mean : 0;
}

typedef double (*Finish)(const Windows *w, const Moments *m);
static bool by_moments(const Windows *w, int powers, bool centred, Finish finish)
{
    Moments m = {.powers = powers, .middle = centred ? mean_of_all(w) : 0};
    for (int64_t i = 0; i < w->count; i++) {
        moments_move(w, &m, i);
        w->out[i] = m.count >= w->least ? finish(w, &m) : NAN;
    }
    return true;
}

static bool all_same(const Moments *m) { return m->same >= m->count; }

static double finish_sum(const Windows *w, const Moments *m)
{
    (void)w;
    return m->count && all_same(m) ? m->last * (double)m->count : sum_of(&m->power[0]);
}

static double finish_mean(const Windows *w, const Moments *m)
{
    (void)w;
    return !m->count ? NAN : all_same(m) ? m->last : sum_of(&m->power[0]) / (double)m->count;
}

static double squares_of(const Moments *m)
{
    double sum = sum_of(&m->power[0]);
    double found = sum_of(&m->power[1]) - sum * sum / (double)m->count;
    return found < 0 ? 0 : found;
}

static double finish_var(const Windows *w, const Moments *m)
{
    double free = (double)m->count - w->given;
    if (free <= 0) return NAN;
    return m->count == 1 || all_same(m) ? 0 : squares_of(m) / free;
}

static double finish_skew(const Windows *w, const Moments *m)
{
    (void)w;
    double n = (double)m->count;
    if (m->count < 3) return NAN;
    if (all_same(m)) return 0;
    double a = sum_of(&m->power[0]) / n, b = sum_of(&m->power[1]) / n - a * a, c = sum_of(&m->power[2]) / n - a * a * a - 3 * a * b;
    return b <= 1e-14 ? NAN : sqrt(n * (n - 1)) * c / ((n - 2) * b * sqrt(b));
}

static double finish_kurt(const Windows *w, const Moments *m)
{
    (void)w;
    double n = (double)m->count;
    if (m->count < 4) return NAN;
    if (all_same(m)) return -3;
    double a = sum_of(&m->power[0]) / n, r = a * a, b = sum_of(&m->power[1]) / n - r;
    r *= a;
    double c = sum_of(&m->power[2]) / n - r - 3 * a * b;
    r *= a;
    double d = sum_of(&m->power[3]) / n - r - 6 * b * a * a - 4 * c * a;
    return b <= 1e-14 ? NAN : ((n * n - 1) * d / (b * b) - 3 * (n - 1) * (n - 1)) / ((n - 2) * (n - 3));
}

bool window_sum(const Windows *w) { return by_moments(w, 1, false, finish_sum); }
bool window_mean(const Windows *w) { return by_moments(w, 1, false, finish_mean); }
bool window_var(const Windows *w) { return by_moments(w, 2, true, finish_var); }
bool window_skew(const Windows *w) { return by_moments(w, 3, true, finish_skew); }
bool window_kurt(const Windows *w) { return by_moments(w, 4, true, finish_kurt); }

/* ---- smallest and largest: a queue of the rows that may still become it ---- */
static bool by_queue(const Windows *w, double sign)
{
    int64_t *queue = malloc((size_t)(w->count ? w->count : 1) * sizeof *queue);
    if (!queue) return false;
    int64_t head = 0, tail = 0, count = 0, gone = 0, come = 0;
    for (int64_t i = 0; i < w->count; i++) {
        int64_t from = w->begin[i], to = w->end[i];
        if (from < gone || to < come || from >= come) head = tail = count = 0, gone = come = from;
        for (; gone < from; gone++) count -= w->values[gone] == w->values[gone];
        for (; come < to; come++) {
            double x = w->values[come];
            if (x != x) continue;
            count++;
            while (tail > head && sign * w->values[queue[tail - 1]] >= sign * x) tail--;
            queue[tail++] = come;
        }
        while (head < tail && queue[head] < from) head++;
        w->out[i] = count >= w->least && head < tail ? w->values[queue[head]] : NAN;
    }
    free(queue);
    return true;
}

bool window_min(const Windows *w) { return by_queue(w, 1); }
bool window_max(const Windows *w) { return by_queue(w, -1); }

/* ---- quantiles and ranks: the numbers of the window in order ---- */
static bool sorted_move(const Windows *w, Sorted *s, int64_t i)
{
    int64_t from = w->begin[i], to = w->end[i], gone = i ? w->begin[i - 1] : 0, come = i ? w->end[i - 1] : 0;
    if (!i || from < gone || to < come || from >= come) {
        sorted_clear(s);
        gone = come = from;
    }
    for (; gone < from; gone++)
        if (w->values[gone] == w->values[gone]) sorted_remove(s, w->values[gone]);
    for (; come < to; come++)
        if (w->values[come] == w->values[come] && !sorted_add(s, w->values[come])) return false;
    return true;
}

enum { LINEAR, LOWER, HIGHER, NEAREST, MIDPOINT };
static double quantile_of(const Sorted *s, double part, int way)
{
    int64_t count = sorted_count(s);
    if (!count) return NAN;
    double place = part * (double)(count - 1);
    int64_t low = (int64_t)place;
    double rest = place - (double)low, a = sorted_at(s, low);
    if (rest == 0 || low + 1 >= count) return a;
    if (way == LOWER) return a;
    double b = sorted_at(s, low + 1);
    switch (way) {
    case HIGHER: return b;
    case NEAREST: return rest == 0.5 ? (low % 2 ? b : a) : rest > 0.5 ? b : a;
    case MIDPOINT: return (a + b) / 2;
    default: return a + (b - a) * rest;
    }
}

bool window_quantile(const Windows *w)
{
    Sorted *s = sorted_new();
    bool ok = s != NULL;
    for (int64_t i = 0; ok && i < w->count; i++) {
        ok = sorted_move(w, s, i);
        if (ok) w->out[i] = sorted_count(s) >= w->least ? quantile_of(s, w->given, w->way) : NAN;
    }
    sorted_free(s);
    return ok;
}

enum { AVERAGE, MIN, MAX, FALLING = 4 };
static double rank_of(const Windows *w, const Sorted *s, double x)
{
    int64_t count = sorted_count(s), smaller = sorted_below(s, x, false), upto = sorted_below(s, x, true);
    if (w->way & FALLING) {
        int64_t larger = count - upto;
        upto = count - smaller;
        smaller = larger;
    }
    int way = w->way & (FALLING - 1);
    double found = way == MIN ? (double)smaller + 1 : way == MAX ? (double)upto : (double)(smaller + 1 + upto) / 2;
    return w->flag ? found / (double)count : found;
}

bool window_rank(const Windows *w)
{
    Sorted *s = sorted_new();
    bool ok = s != NULL;
    for (int64_t i = 0; ok && i < w->count; i++) {
        ok = sorted_move(w, s, i);
        if (!ok) break;
        double x = w->end[i] > w->begin[i] ? w->values[w->end[i] - 1] : NAN;
        w->out[i] = sorted_count(s) >= w->least && x == x ? rank_of(w, s, x) : NAN;
    }
    sorted_free(s);
    return ok;
}
