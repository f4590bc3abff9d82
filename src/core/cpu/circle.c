/* circle.c: Fourier transforms: lengths of small factors in passes that sort themselves, from one array to another and back, the innermost loop over neighbours; other lengths as a
 * convolution with a chirp (Bluestein), whose length is a power of two.
 */
#include "circle.h"

#include <math.h>
#include <string.h>

#include "core/clones.h"

enum { LARGEST_FACTOR = 31, BLOCK = 1 << 14 /* elements between two looks at the pace */ };

static C times(C a, C b) { return (C){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
static C times_point(C a, C point, int64_t which) { return which ? times(a, point) : a; } /* (point 0 is 1: an infinity stays one) */
static C plus(C a, C b) { return (C){a.re + b.re, a.im + b.im}; }
static C minus(C a, C b) { return (C){a.re - b.re, a.im - b.im}; }
static C turned(C a) { return (C){a.im, -a.re}; } /* a quarter with the clock */
static bool stopped(const Pace *pace) { return pace && pace->stopped(pace->who); }

/* ---- points ---- */
typedef struct Long { long double re, im; } Long;
/* The i-th of n points, with the clock: the angle is brought into an eighth of the circle, where sine and cosine lose nothing. */
static Long exact_point(int64_t i, int64_t n)
{
    unsigned __int128 eight = (unsigned __int128)8 * (unsigned __int128)(i % n);
    int eighths = (int)(eight / (unsigned __int128)n);
    long double rest = (long double)(int64_t)(eight % (unsigned __int128)n) / (long double)n;
    if (eighths & 1) rest = 1 - rest;
    long double c = cosl(rest * 0.785398163397448309615660845819875721L), s = sinl(rest * 0.785398163397448309615660845819875721L), x = eighths & 1 ? s : c, y = eighths & 1 ? c : s;
    switch (eighths / 2) {
    case 0: return (Long){x, -y};
    case 1: return (Long){-y, -x};
    case 2: return (Long){-x, y};
    default: return (Long){y, x};
    }
}
/* All n: products of few exact ones, each from the coarse points and the fine ones between two of them. */
bool circle_turns(C *to, int64_t n, const Pace *pace)
{
    enum { FINE = 64 };
    Long fine[FINE];
    for (int64_t k = 0; k < FINE && k < n; k++) fine[k] = exact_point(k, n);
    for (int64_t i = 0; i < n; i += FINE) {
        Long coarse = exact_point(i, n);
        for (int64_t k = 0; k < FINE && i + k < n; k++)
            to[i + k] = (C){(double)(coarse.re * fine[k].re - coarse.im * fine[k].im), (double)(coarse.re * fine[k].im + coarse.im * fine[k].re)};
        if (i % BLOCK == 0 && stopped(pace)) return false;
    }
    for (int64_t i = 1; i < 8; i++) { /* the axes and diagonals hold no rounding */
        Long p = exact_point(i * n / 8, n);
        if (i * n % 8 == 0) to[i * n / 8] = (C){(double)p.re, (double)p.im};
    }
    return true;
}

/* ---- how a length is taken apart ---- */
static int factor_of(int64_t n)
{
    if (n % 4 == 0) return 4;
    for (int p = 2; p <= LARGEST_FACTOR && (int64_t)p * p <= n; p++)
        if (n % p == 0) return p;
    return n <= LARGEST_FACTOR ? (int)n : 0;
}
static bool take_apart(Circle *c, int64_t n)
{
    c->steps = 0;
    while (n > 1) {
        int p = factor_of(n);
        if (!p) return false;
        c->factors[c->steps++] = p;
        n /= p;
    }
    return true;
}

void circle_plan(Circle *c, int64_t n)
{
    *c = (Circle){.n = n};
    if (take_apart(c, n)) return;
    c->padded = 1;
    while (c->padded < 2 * n - 1) c->padded *= 2;
    take_apart(c, c->padded);
}
int64_t circle_points(const Circle *c) { return c->padded ? 2 * c->padded + 2 * c->n : c->n; }
int64_t circle_room(const Circle *c) { return c->padded ? 2 * c->padded : c->n; }

/* ---- one pass: `many` transforms of length n interleaved become p times as many of length n / p ---- */
typedef struct Pass { /* stride: from one of n points to the next; q and k: which part of it is done now */
    int64_t n, many, stride, q0, q1, k0, k1;
    const C *points;
} Pass;

LOOP_WIDE static void pass2(const Pass *s, const C *restrict x, C *restrict y)
{
    int64_t m = s->n / 2, many = s->many;
    for (int64_t q = s->q0; q < s->q1; q++) {
        const C w = s->points[q * s->stride], *a = x + q * many, *b = a + m * many;
        C *o = y + 2 * q * many;
        if (!q) {
            for (int64_t k = s->k0; k < s->k1; k++) {
                C u = a[k], v = b[k];
                o[k] = plus(u, v);
                o[many + k] = minus(u, v);
            }
            continue;
        }
        for (int64_t k = s->k0; k < s->k1; k++) {
            C u = a[k], v = b[k];
            o[k] = plus(u, v);
            o[many + k] = times(minus(u, v), w);
        }
    }
}
LOOP_WIDE static void pass4(const Pass *s, const C *restrict x, C *restrict y)
{
    int64_t m = s->n / 4, many = s->many;
    for (int64_t q = s->q0; q < s->q1; q++) {
        const C w1 = s->points[q * s->stride], w2 = s->points[2 * q * s->stride], w3 = s->points[3 * q * s->stride];
        const C *a = x + q * many, *b = a + m * many, *c = b + m * many, *d = c + m * many;
        C *o = y + 4 * q * many;
        if (!q) {
            for (int64_t k = s->k0; k < s->k1; k++) {
                C even = plus(a[k], c[k]), across = minus(a[k], c[k]), odd = plus(b[k], d[k]), side = turned(minus(b[k], d[k]));
                o[k] = plus(even, odd);
                o[many + k] = plus(across, side);
                o[2 * many + k] = minus(even, odd);
                o[3 * many + k] = minus(across, side);
            }
            continue;
        }
        for (int64_t k = s->k0; k < s->k1; k++) {
            C even = plus(a[k], c[k]), across = minus(a[k], c[k]), odd = plus(b[k], d[k]), side = turned(minus(b[k], d[k]));
            o[k] = plus(even, odd);
            o[many + k] = times(plus(across, side), w1);
            o[2 * many + k] = times(minus(even, odd), w2);
            o[3 * many + k] = times(minus(across, side), w3);
        }
    }
}
/* Odd p: the i-th and the last but i-th turn by conjugate angles. */
static inline __attribute__((always_inline)) void pass_of(const Pass *s, const int p, const C *circle /*p points, `apart` apart*/, int64_t apart, const C *restrict x, C *restrict y)
{
    int64_t m = s->n / p, many = s->many;
    int half = p / 2;
    C root[LARGEST_FACTOR];
    for (int i = 0; i < p; i++) root[i] = circle[i * apart];
    for (int64_t q = s->q0; q < s->q1; q++)
        for (int64_t k = s->k0; k < s->k1; k++) {
            C sum[LARGEST_FACTOR], difference[LARGEST_FACTOR];
            const C first = x[q * many + k];
            C total = first;
            for (int i = 1; i <= half; i++) {
                C a = x[(q + i * m) * many + k], b = x[(q + (p - i) * m) * many + k];
                sum[i] = plus(a, b);
                difference[i] = minus(a, b);
                total = plus(total, sum[i]);
            }
            C *o = y + p * q * many + k;
            o[0] = total;
            for (int j = 1; j <= half; j++) {
                C even = first, odd = {0, 0};
                for (int i = 1, at = j; i <= half; i++, at = at + j >= p ? at + j - p : at + j) {
                    even.re += sum[i].re * root[at].re;
                    even.im += sum[i].im * root[at].re;
                    odd.re += difference[i].im * root[at].im;
                    odd.im += difference[i].re * root[at].im;
                }
                o[j * many] = times_point((C){even.re - odd.re, even.im + odd.im}, s->points[q * j * s->stride], q);
                o[(p - j) * many] = times_point((C){even.re + odd.re, even.im - odd.im}, s->points[q * (p - j) * s->stride], q);
            }
        }
}

LOOP_WIDE static void pass3(const Pass *s, const C *circle, int64_t apart, const C *restrict x, C *restrict y) { pass_of(s, 3, circle, apart, x, y); }
LOOP_WIDE static void pass5(const Pass *s, const C *circle, int64_t apart, const C *restrict x, C *restrict y) { pass_of(s, 5, circle, apart, x, y); }
LOOP_WIDE static void pass7(const Pass *s, const C *circle, int64_t apart, const C *restrict x, C *restrict y) { pass_of(s, 7, circle, apart, x, y); }
LOOP_WIDE static void pass_odd(const Pass *s, int p, const C *circle, int64_t apart, const C *restrict x, C *restrict y) { pass_of(s, p, circle, apart, x, y); }

static void pass_part(const Pass *s, int p, int64_t whole, const C *x, C *y)
{
    if (p == 2) pass2(s, x, y);
    else if (p == 4) pass4(s, x, y);
    else if (p == 3) pass3(s, s->points, whole / p, x, y);
    else if (p == 5) pass5(s, s->points, whole / p, x, y);
    else if (p == 7) pass7(s, s->points, whole / p, x, y);
    else pass_odd(s, p, s->points, whole / p, x, y);
}
/* A pass in parts of about a block. */
static bool pass(Pass s, int p, int64_t whole, const C *x, C *y, const Pace *pace)
{
    int64_t m = s.n / p, rows = BLOCK / (s.many * p), wide = BLOCK / p;
    if (rows < 1) rows = 1;
    for (s.q0 = 0; s.q0 < m; s.q0 = s.q1) {
        s.q1 = s.q0 + rows < m ? s.q0 + rows : m;
        for (s.k0 = 0; s.k0 < s.many; s.k0 = s.k1) {
            s.k1 = rows == 1 && s.k0 + wide < s.many ? s.k0 + wide : s.many;
            pass_part(&s, p, whole, x, y);
            if (whole >= BLOCK && stopped(pace)) return false;
        }
    }
    return true;
}
static bool copy_points(C *to, const C *from /*NULL: zeros*/, int64_t n, const Pace *pace)
{
    for (int64_t i = 0; i < n; i += BLOCK) {
        size_t bytes = sizeof *to * (size_t)(n - i < BLOCK ? n - i : BLOCK);
        if (from) memcpy(to + i, from + i, bytes);
        else memset(to + i, 0, bytes);
        if (n > BLOCK && stopped(pace)) return false;
    }
    return true;
}

/* In x, with room for as many; whichever holds the result is copied into x. */
static bool passes(const Circle *c, int64_t n, int64_t lines, const C *points, C *x, C *room, const Pace *pace)
{
    C *from = x, *to = room;
    int64_t left = n, many = lines;
    for (int i = 0; i < c->steps; i++) {
        int p = c->factors[i];
        const Pass s = {.n = left, .many = many, .stride = n / left, .points = points};
        if (!pass(s, p, n, from, to, pace)) return false;
        left /= p;
        many *= p;
        C *other = from;
        from = to;
        to = other;
    }
    return from == x || copy_points(x, from, n * lines, pace);
}

/* ---- any length ---- */
static C chirp_at(const Circle *c, int64_t i) { return c->points[c->padded + (int64_t)((unsigned __int128)i * (unsigned __int128)i % (unsigned __int128)(2 * c->n))]; }

bool circle_fill(Circle *c, C *points, C *room, const Pace *pace)
{
    c->points = points;
    int64_t n = c->n, m = c->padded;
    if (!m) return circle_turns(points, n, pace);
    C *chirp = points + m + 2 * n;
    if (!circle_turns(points, m, pace) || !circle_turns(points + m, 2 * n, pace)) return false;
    if (!copy_points(chirp, NULL, m, pace)) return false;
    for (int64_t i = 0; i < n; i++) {
        if (i % BLOCK == BLOCK - 1 && stopped(pace)) return false;
        C at = chirp_at(c, i);
        chirp[i] = (C){at.re, -at.im};
        if (i) chirp[m - i] = chirp[i];
    }
    return passes(c, m, 1, points, chirp, room, pace);
}

/* Each line times the points, and conjugated. */
static bool by_points(int64_t n, int64_t lines, C *x, const C *by, const Pace *pace)
{
    for (int64_t i = 0; i < n; i++) {
        for (int64_t l = 0; l < lines; l++) {
            C t = times(x[i * lines + l], by[i]);
            x[i * lines + l] = (C){t.re, -t.im}; /* back by the conjugates */
        }
        if (i % BLOCK == BLOCK - 1 && stopped(pace)) return false;
    }
    return true;
}

bool circle_run(const Circle *c, int64_t lines, C *x, C *room, const Pace *pace)
{
    int64_t n = c->n, m = c->padded;
    if (n <= 1) return true;
    if (!m) return passes(c, n, lines, c->points, x, room, pace);
    C *a = room, *b = room + m * lines;
    const C *chirp = c->points + m + 2 * n;
    for (int64_t i = 0; i < n; i++) {
        C at = chirp_at(c, i);
        for (int64_t l = 0; l < lines; l++) a[i * lines + l] = times(x[i * lines + l], at);
        if (i % BLOCK == BLOCK - 1 && stopped(pace)) return false;
    }
    if (!copy_points(a + n * lines, NULL, (m - n) * lines, pace) || !passes(c, m, lines, c->points, a, b, pace)) return false;
    if (!by_points(m, lines, a, chirp, pace) || !passes(c, m, lines, c->points, a, b, pace)) return false;
    for (int64_t i = 0; i < n; i++) {
        C at = chirp_at(c, i);
        for (int64_t l = 0; l < lines; l++) x[i * lines + l] = times((C){a[i * lines + l].re / (double)m, -a[i * lines + l].im / (double)m}, at);
        if (i % BLOCK == BLOCK - 1 && stopped(pace)) return false;
    }
    return true;
}
