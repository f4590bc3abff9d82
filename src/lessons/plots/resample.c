/* resample.c: an image drawn into another through a transform. For each row of the page that the image touches: where its pixels lie in the image, what stands there (the nearest pixel, or
 * those around by their weights; beyond its border the image is mirrored), and that laid over what the page holds. */
#include "resample.h"

typedef struct Job {
    const Picture *from, *to;
    const Resample *how;
    Affine back;
    Filter filter;
    bool nearest, wide;                   /* wide: the filter is as much wider as the picture becomes smaller */
    int64_t wide_x, wide_y, step_x, step_y; /* by how much, and a picture's pixel in the filter's steps: 256ths */
    VM *vm;
    bool stopped;
} Job;

/* ---- parts of pixels ---- */

static inline __attribute__((always_inline)) double part_at(const Picture *p, int64_t i, Depth depth)
{
    switch (depth) {
    case DEPTH_8: return ((const uint8_t *)p->data)[i];
    case DEPTH_16: return ((const uint16_t *)(const void *)p->data)[i];
    case DEPTH_FLOAT: return ((const float *)(const void *)p->data)[i];
    default: return ((const double *)(const void *)p->data)[i];
    }
}
static inline void part_put(const Picture *p, int64_t i, double v)
{
    switch (p->depth) {
    case DEPTH_8: ((uint8_t *)p->data)[i] = (uint8_t)v; break;
    case DEPTH_16: ((uint16_t *)(void *)p->data)[i] = (uint16_t)v; break;
    case DEPTH_FLOAT: ((float *)(void *)p->data)[i] = (float)v; break;
    case DEPTH_DOUBLE: ((double *)(void *)p->data)[i] = v; break;
    }
}
static double full_of(Depth depth) { return depth == DEPTH_8 ? 255 : depth == DEPTH_16 ? 65535 : 1; }
static bool is_whole(Depth depth) { return depth <= DEPTH_16; }

/* Mirrored at both borders, again and again. */
static inline int64_t mirrored(int64_t v, int64_t size)
{
    if (v >= 0 && v < size) return v;
    v %= 2 * size;
    if (v < 0) v += 2 * size;
    return v < size ? v : 2 * size - 1 - v;
}

/* ---- what stands at a spot ---- */

static void nearest_at(const Job *j, int64_t x, int64_t y, double *out)
{
    int64_t at = (mirrored(y >> 8, j->from->height) * j->from->width + mirrored(x >> 8, j->from->width)) * j->from->parts;
    for (int k = 0; k < j->from->parts; k++) out[k] = part_at(j->from, at + k, j->from->depth);
}

/* The pixels around (x, y), by their weights; the weights' sum. */
static inline __attribute__((always_inline)) int64_t sum_around(const Job *j, int64_t x, int64_t y, double *sums, const int parts, const Depth depth)
{
    const Picture *p = j->from;
    const int32_t *weights = j->filter.at;
    int64_t size = (int64_t)j->filter.diameter * FILTER_STEPS, half = j->filter.diameter / 2 - 1, left, top, first_x, first_y, total = 0;
    if (j->wide) {
        x += FILTER_STEPS / 2 - (j->filter.diameter * j->wide_x >> 1);
        y += FILTER_STEPS / 2 - (j->filter.diameter * j->wide_y >> 1);
        left = x >> 8;
        top = y >> 8;
        first_x = (FILTER_STEPS - 1 - (x & 255)) * j->step_x >> 8;
        first_y = (FILTER_STEPS - 1 - (y & 255)) * j->step_y >> 8;
    } else {
        x -= FILTER_STEPS / 2;
        y -= FILTER_STEPS / 2;
        left = (x >> 8) - half;
        top = (y >> 8) - half;
        first_x = FILTER_STEPS - 1 - (x & 255);
        first_y = FILTER_STEPS - 1 - (y & 255);
    }
    for (int64_t wy = first_y; wy < size; wy += j->step_y, top++) {
        int64_t row = mirrored(top, p->height) * p->width, down = weights[wy], column = left;
        for (int64_t wx = first_x; wx < size; wx += j->step_x, column++) {
            int64_t weight = (down * weights[wx] + FILTER_ONE / 2) >> 14, at = (row + mirrored(column, p->width)) * parts;
            for (int k = 0; k < parts; k++) sums[k] += part_at(p, at + k, depth) * (double)weight;
            total += weight;
        }
    }
    return total;
}

static int64_t sum_of(const Job *j, int64_t x, int64_t y, double *sums)
{
#define CASE(depth) case depth: return j->from->parts == 1 ? sum_around(j, x, y, sums, 1, depth) : sum_around(j, x, y, sums, 4, depth);
    switch (j->from->depth) {
        CASE(DEPTH_8)
        CASE(DEPTH_16)
        CASE(DEPTH_FLOAT)
        CASE(DEPTH_DOUBLE)
    }
#undef CASE
    return 0;
}

static void filtered_at(const Job *j, int64_t x, int64_t y, double *out)
{
    double full = full_of(j->from->depth);
    int parts = j->from->parts;
    for (int k = 0; k < parts; k++) out[k] = 0;
    int64_t total = sum_of(j, x, y, out);
    for (int k = 0; k < parts; k++) {
        if (!j->wide) total = FILTER_ONE;
        out[k] = total ? out[k] / (double)total : 0;
        if (is_whole(j->from->depth)) out[k] = j->wide ? trunc(out[k]) : floor(out[k]);
        if (out[k] < 0) out[k] = 0;
    }
    double most = out[parts - 1] > full ? full : out[parts - 1]; /* no colour is more than its alpha */
    for (int k = 0; k < parts; k++)
        if (out[k] > most) out[k] = most;
}

/* ---- laid over the page ---- */

static double times(Depth depth, double a, double b) /* of two parts, as a part */
{
    if (!is_whole(depth)) return a * b;
    uint64_t half = depth == DEPTH_8 ? 128 : 32768, bits = depth == DEPTH_8 ? 8 : 16, t = (uint64_t)a * (uint64_t)b + half;
    return (double)(((t >> bits) + t) >> bits);
}
static double covered(Depth depth, double a, unsigned cover)
{
    return depth == DEPTH_8 ? times(depth, a, cover) : depth == DEPTH_16 ? times(depth, a, cover * 257) : a * cover / 255;
}
static double between(Depth depth, double p, double q, double a)
{
    if (!is_whole(depth)) return (1 - a) * p + a * q;
    int64_t half = depth == DEPTH_8 ? 128 : 32768, bits = depth == DEPTH_8 ? 8 : 16, t = ((int64_t)q - (int64_t)p) * (int64_t)a + half - (p > q);
    return p + (double)(((t >> bits) + t) >> bits);
}

static void lay_color(const Picture *to, int64_t at, const double *v, double alpha)
{
    Depth d = to->depth;
    double below = part_at(to, at + 3, d);
    if (!is_whole(d)) {
        double both = below + alpha - below * alpha;
        for (int k = 0; k < 3; k++) part_put(to, at + k, both > 0 ? ((1 - alpha) * part_at(to, at + k, d) * below + alpha * v[k]) / both : 0);
        part_put(to, at + 3, both);
        return;
    }
    int bits = d == DEPTH_8 ? 8 : 16;
    int64_t part = (int64_t)alpha, under = (int64_t)below, both = ((part + under) << bits) - part * under;
    for (int k = 0; k < 3; k++) {
        int64_t old = (int64_t)part_at(to, at + k, d) * under;
        part_put(to, at + k, (double)(((((int64_t)v[k] << bits) - old) * part + (old << bits)) / both));
    }
    part_put(to, at + 3, (double)(both >> bits));
}

static void lay(const Job *j, int64_t at, double *v, unsigned cover)
{
    const Picture *to = j->to;
    double full = full_of(to->depth), alpha = to->parts == 4 ? v[3] : full;
    if (j->how->alpha != 1) alpha = is_whole(to->depth) ? trunc(alpha * j->how->alpha) : alpha * j->how->alpha;
    if (alpha <= 0) return;
    if (alpha >= full && cover == 255) {
        for (int k = 0; k < to->parts; k++) part_put(to, at + k, k == 3 ? full : v[k]);
        return;
    }
    alpha = covered(to->depth, alpha, cover);
    if (to->parts == 1) part_put(to, at, between(to->depth, part_at(to, at, to->depth), v[0], alpha));
    else if (alpha > 0) lay_color(to, at, v, alpha);
}

static bool same_layout(const Job *j) { return j->how->alpha == 1 && j->from->parts == 1; }

/* Grey pixels, nearest ones, whole: most of what is shown. */
static void copy_nearest(const Job *j, int64_t to, int64_t x, int64_t y)
{
    int64_t from = mirrored(y >> 8, j->from->height) * j->from->width + mirrored(x >> 8, j->from->width);
    switch (j->from->depth) {
    case DEPTH_8: ((uint8_t *)j->to->data)[to] = ((const uint8_t *)j->from->data)[from]; break;
    case DEPTH_16: ((uint16_t *)(void *)j->to->data)[to] = ((const uint16_t *)(const void *)j->from->data)[from]; break;
    case DEPTH_FLOAT: ((float *)(void *)j->to->data)[to] = ((const float *)(const void *)j->from->data)[from]; break;
    case DEPTH_DOUBLE: ((double *)(void *)j->to->data)[to] = ((const double *)(const void *)j->from->data)[from]; break;
    }
}

static void row(void *to, int x, int y, int n, const uint8_t *covers)
{
    Job *j = to;
    bool mesh = j->how->mesh != NULL, plain = j->nearest && same_layout(j);
    RowSpots at = row_spots(&j->back, x + 0.5, y + 0.5, n);
    if (j->stopped || !vm_poll(j->vm)) {
        j->stopped = true;
        return;
    }
    for (int i = 0; i < n; i++) {
        int64_t sx = at.x.at, sy = at.y.at, pixel = (int64_t)y * j->to->width + x + i;
        double v[4];
        if (mesh) {
            double mx = j->how->mesh[pixel * 2] * FILTER_STEPS, my = j->how->mesh[pixel * 2 + 1] * FILTER_STEPS;
            sx = fabs(mx) < 1e15 ? (int64_t)mx : INT32_MIN;
            sy = fabs(my) < 1e15 ? (int64_t)my : INT32_MIN;
        } else {
            ramp_step(&at.x);
            ramp_step(&at.y);
        }
        if (plain && covers[i] == 255) {
            copy_nearest(j, pixel, sx, sy);
            continue;
        }
        if (!covers[i]) continue;
        if (j->nearest) nearest_at(j, sx, sy, v);
        else filtered_at(j, sx, sy, v);
        lay(j, pixel * j->to->parts, v, covers[i]);
    }
}

/* How much smaller the picture becomes, each way: at most 200 of its pixels count for one. */
static void widen(Job *j)
{
    enum { MOST = 200 };
    double x = sqrt(j->back.a * j->back.a + j->back.c * j->back.c), y = sqrt(j->back.b * j->back.b + j->back.d * j->back.d), both = x * y;
    if (both > MOST) {
        x = x * MOST / both;
        y = y * MOST / both;
    }
    x = x < 1 ? 1 : x > MOST ? MOST : x;
    y = y < 1 ? 1 : y > MOST ? MOST : y;
    j->wide_x = (int64_t)(x * FILTER_STEPS + 0.5);
    j->wide_y = (int64_t)(y * FILTER_STEPS + 0.5);
    j->step_x = (int64_t)(1 / x * FILTER_STEPS + 0.5);
    j->step_y = (int64_t)(1 / y * FILTER_STEPS + 0.5);
}

bool picture_resample(VM *vm, const Picture *from, const Picture *to, const Resample *how)
{
    Job j = {.from = from, .to = to, .how = how, .step_x = FILTER_STEPS, .step_y = FILTER_STEPS, .vm = vm};
    Raster raster = {0};
    bool straight = !how->mesh && fabs(how->by.a) == 1 && fabs(how->by.d) == 1 && how->by.b == 0 && how->by.c == 0;
    if (!from->width || !from->height || !to->width || !to->height) return true;
    if (to->width >= 1 << 23 || to->height >= 1 << 23) return err_false(vm, EXC_ValueError, "output array is too large");
    j.nearest = how->kind == FILTER_NEAREST || straight;
    j.back = how->mesh ? AFFINE_NONE : affine_inverse(how->by);
    if (!isfinite(j.back.a + j.back.b + j.back.c + j.back.d + j.back.e + j.back.f)) return true; /* it has become a line, or nothing */
    if (!j.nearest && !filter_open(vm, how->kind, how->radius, how->norm, &j.filter)) return false;
    j.wide = !j.nearest && how->whole && !how->mesh;
    if (j.wide) widen(&j);
    const Picture *framed = how->mesh ? to : from;
    const double corners[4][2] = {{0, 0}, {(double)framed->width, 0}, {(double)framed->width, (double)framed->height}, {0, (double)framed->height}};
    bool ok = raster_open(vm, &raster, (int)to->width, (int)to->height);
    for (int i = 0; ok && i < 4; i++) {
        double x = corners[i][0], y = corners[i][1];
        if (!how->mesh) affine_apply(&how->by, &x, &y);
        if (i) raster_line(&raster, x, y);
        else raster_move(&raster, x, y);
    }
    if (ok) raster_sweep(&raster, row, &j);
    raster_close(vm, &raster);
    if (!j.nearest) filter_close(&j.filter);
    return ok && !j.stopped;
}
