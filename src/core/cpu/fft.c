/* fft.c: the discrete Fourier transform along an axis, in double: lengths whose factors are small by splitting them off one by one, others through a convolution of
 * a power of two (Bluestein). Any length is O(n log n).
 */
#include <math.h>
#include <string.h>

#include "kernels.h"

typedef struct C { double re, im; } C;
enum { LARGEST_FACTOR = 31 };

static C times(C a, C b) { return (C){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }

/* The i-th of n points on the circle, exact on the axes and diagonals: the angle is brought into an eighth of it. */
static C point(int64_t i, int64_t n)
{
    i %= n;
    int64_t eighths = 8 * i / n;
    long double rest = (long double)(8 * i - eighths * n) / (long double)n;
    if (eighths & 1) rest = 1 - rest;
    double c = (double)cosl(rest * 0.785398163397448309615660845819875721L), s = (double)sinl(rest * 0.785398163397448309615660845819875721L), x = eighths & 1 ? s : c, y = eighths & 1 ? c : s;
    switch (eighths / 2) {
    case 0: return (C){x, -y};
    case 1: return (C){-y, -x};
    case 2: return (C){-x, y};
    default: return (C){y, x};
    }
}

static int64_t factor_of(int64_t n)
{
    if (n % 4 == 0) return 4;
    for (int64_t p = 2; p <= LARGEST_FACTOR && p * p <= n; p++)
        if (n % p == 0) return p;
    return n;
}

static bool is_smooth(int64_t n)
{
    while (n > 1) {
        int64_t p = factor_of(n);
        if (p > LARGEST_FACTOR) return false;
        n /= p;
    }
    return true;
}

/* out[0 … n-1] from in[0], in[step] …; circle: `whole` points, of which every whole/n-th is used. false: stopped. */
static bool split(Work *w, int64_t n, C *out, const C *in, int64_t step, const C *circle, int64_t whole)
{
    if (n == 1) {
        out[0] = in[0];
        return true;
    }
    int64_t p = factor_of(n), m = n / p, stride = whole / n;
    C part[LARGEST_FACTOR];
    for (int64_t k = 0; k < p; k++)
        if (!split(w, m, out + k * m, in + k * step, step * p, circle, whole)) return false;
    if (n >= WORK_STEPS && work_stopped(w)) return false;
    for (int64_t i = 0; i < m; i++) {
        if (work_paced(w, i)) return false;
        for (int64_t k = 0; k < p; k++) part[k] = k ? times(out[k * m + i], circle[i * k % n * stride]) : out[i];
        if (p == 2) {
            out[i] = (C){part[0].re + part[1].re, part[0].im + part[1].im};
            out[m + i] = (C){part[0].re - part[1].re, part[0].im - part[1].im};
            continue;
        }
        if (p == 4) {
            C a = {part[0].re + part[2].re, part[0].im + part[2].im}, b = {part[0].re - part[2].re, part[0].im - part[2].im};
            C c = {part[1].re + part[3].re, part[1].im + part[3].im}, d = {part[1].im - part[3].im, part[3].re - part[1].re};
            out[i] = (C){a.re + c.re, a.im + c.im};
            out[m + i] = (C){b.re + d.re, b.im + d.im};
            out[2 * m + i] = (C){a.re - c.re, a.im - c.im};
            out[3 * m + i] = (C){b.re - d.re, b.im - d.im};
            continue;
        }
        C first = part[0]; /* odd: the k-th and the last but k-th turn by conjugate angles */
        C total = first;
        for (int64_t k = 1; 2 * k < p; k++) {
            C a = part[k], b = part[p - k];
            part[k] = (C){a.re + b.re, a.im + b.im};
            part[p - k] = (C){a.re - b.re, a.im - b.im};
            total.re += part[k].re;
            total.im += part[k].im;
        }
        out[i] = total;
        for (int64_t j = 1; 2 * j < p; j++) {
            C even = first, odd = {0, 0};
            for (int64_t k = 1; 2 * k < p; k++) {
                C t = circle[j * k % p * (whole / p)];
                even.re += part[k].re * t.re;
                even.im += part[k].im * t.re;
                odd.re += part[p - k].im * t.im;
                odd.im += part[p - k].re * t.im;
            }
            out[i + j * m] = (C){even.re - odd.re, even.im + odd.im};
            out[i + (p - j) * m] = (C){even.re + odd.re, even.im - odd.im};
        }
    }
    return true;
}

typedef struct Plan {
    int64_t n, room;      /* room: elements of scratch a line needs */
    bool smooth;
    C *circle;            /* of n points, or of 2n for chirps */
    int64_t padded;       /* Bluestein: a power of two */
    C *padded_circle, *chirp; /* chirp: the transform of the conjugate chirp */
} Plan;

static bool copied(Work *w, C *to, const C *from, int64_t n) /* from NULL: zeros */
{
    for (int64_t i = 0; i < n; i += WORK_STEPS) {
        size_t bytes = sizeof *to * (size_t)(n - i < WORK_STEPS ? n - i : WORK_STEPS);
        if (from) memcpy(to + i, from + i, bytes);
        else memset(to + i, 0, bytes);
        if (n > WORK_STEPS && work_stopped(w)) return false;
    }
    return true;
}

static bool put_points(Work *w, C *circle, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        circle[i] = point(i, n);
        if (work_paced(w, 16 * i + 15)) return false; /* (a step is some hundred nanoseconds) */
    }
    return true;
}

static C chirp_at(const Plan *p, int64_t i) { return p->circle[(int64_t)((unsigned __int128)i * (unsigned __int128)i % (unsigned __int128)(2 * p->n))]; }

/* x[0 … n-1] in place; room: of plan->room. false: stopped. */
static bool transform(Work *w, const Plan *p, C *x, C *room)
{
    if (p->n == 1) return true;
    if (p->smooth) return copied(w, room, x, p->n) && split(w, p->n, x, room, 1, p->circle, p->n);
    int64_t n = p->n, m = p->padded;
    C *a = room, *b = room + m;
    if (!copied(w, a, NULL, m)) return false;
    for (int64_t i = 0; i < n; i++) {
        a[i] = times(x[i], chirp_at(p, i));
        if (work_paced(w, i)) return false;
    }
    if (!split(w, m, b, a, 1, p->padded_circle, m)) return false;
    for (int64_t i = 0; i < m; i++) {
        C t = times(b[i], p->chirp[i]);
        a[i] = (C){t.re, -t.im}; /* back by the conjugates */
        if (work_paced(w, i)) return false;
    }
    if (!split(w, m, b, a, 1, p->padded_circle, m)) return false;
    for (int64_t i = 0; i < n; i++) {
        C t = {b[i].re / (double)m, -b[i].im / (double)m};
        x[i] = times(t, chirp_at(p, i));
        if (work_paced(w, i)) return false;
    }
    return true;
}

static void drop_plan(Work *w, Plan *p)
{
    if (p->circle) work_scratch_free(w, p->circle);
    if (p->padded_circle) work_scratch_free(w, p->padded_circle);
    if (p->chirp) work_scratch_free(w, p->chirp);
}

/* The transform of the conjugate chirp, n points of it around 0. */
static bool put_chirp(Work *w, Plan *p)
{
    C *chirp = work_scratch(w, sizeof *chirp * (size_t)p->padded);
    bool ok = chirp && copied(w, chirp, NULL, p->padded);
    for (int64_t i = 0; ok && i < p->n; i++) {
        C c = chirp_at(p, i);
        chirp[i] = (C){c.re, -c.im};
        if (i) chirp[p->padded - i] = chirp[i];
        ok = !work_paced(w, i);
    }
    ok = ok && split(w, p->padded, p->chirp, chirp, 1, p->padded_circle, p->padded);
    if (chirp) work_scratch_free(w, chirp);
    return ok;
}

static bool make_plan(Work *w, Plan *p, int64_t n)
{
    *p = (Plan){.n = n, .smooth = is_smooth(n), .room = n};
    int64_t points = p->smooth ? n : 2 * n, m = 1;
    if (n >= INT64_C(1) << 40) return work_fail(w, CE_HOST_MEMORY, "fft: too many elements");
    bool ok = (p->circle = work_scratch(w, sizeof *p->circle * (size_t)points)) && put_points(w, p->circle, points);
    if (!p->smooth) {
        while (m < 2 * n - 1) m *= 2;
        p->padded = m;
        p->room = 2 * m;
        ok = ok && (p->padded_circle = work_scratch(w, sizeof *p->circle * (size_t)m)) && (p->chirp = work_scratch(w, sizeof *p->circle * (size_t)m))
             && put_points(w, p->padded_circle, m) && put_chirp(w, p);
    }
    if (!ok) drop_plan(w, p);
    return ok;
}

bool cpu_fft(Work *w)
{
    const View *v = &w->in[0], *out = &w->out[0];
    if (out->size == 0) return true;
    int64_t axis = w->attrs[fft_axis].i, n, have, count;
    if (axis < 0) axis += v->ndim;
    n = out->shape[axis];
    have = v->shape[axis] < n ? v->shape[axis] : n;
    count = out->size / n;
    double scale = w->attrs[fft_scale].f, sign = w->attrs[fft_inverse].i ? -1 : 1;
    Plan p;
    if (!make_plan(w, &p, n)) return false;
    C *x = work_scratch(w, sizeof *x * (size_t)(n + p.room));
    int64_t index[MAX_DIMS] = {0}, from = 0, to = 0, bytes = (int64_t)dtype_bytes(v->dtype), out_bytes = (int64_t)dtype_bytes(out->dtype);
    bool ok = x != NULL;
    for (int64_t line = 0; ok && line < count; line++) {
        for (int64_t i = 0; ok && i < n; i++) {
            Scalar s = i < have ? dtype_load(v->dtype, v->at + (from + i * v->strides[axis]) * bytes) : scalar_float(0);
            x[i] = (C){scalar_as_double(s), sign * s.im};
            ok = !work_paced(w, i);
        }
        ok = ok && transform(w, &p, x, x + n);
        for (int64_t i = 0; ok && i < n; i++) {
            dtype_store(out->dtype, out->at + (to + i * out->strides[axis]) * out_bytes, scalar_complex(x[i].re * scale, sign * x[i].im * scale));
            ok = !work_paced(w, i);
        }
        ok = ok && !work_stopped(w);
        for (int k = v->ndim - 1; k >= 0; k--) {
            if (k == axis) continue;
            from += v->strides[k];
            to += out->strides[k];
            if (++index[k] < out->shape[k]) break;
            from -= v->strides[k] * out->shape[k];
            to -= out->strides[k] * out->shape[k];
            index[k] = 0;
        }
    }
    if (x) work_scratch_free(w, x);
    drop_plan(w, &p);
    return ok;
}
