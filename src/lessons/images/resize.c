/* resize.c: pictures in other sizes, with OpenCV 3.4's numbers: bytes are weighed with weights of 11 bits, floats with floats. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "images.h"

enum { MOST_TAPS = 8,
       WEIGHT_BITS = 11,
       ONE = 1 << WEIGHT_BITS };
enum { WEIGHED,
       BLOCKS,
       AREAS,
       NEAREST };
typedef struct Share {
    int64_t from, to;
    float part;
} Share; /* so much of a pixel goes into that one */

typedef struct Plan {
    int way, taps;
    Size size;
    int64_t width, height, block_width, block_height;
    int64_t *x_places, *y_places; /* the pixel before (or at) the point looked for */
    void *x_weights, *y_weights;  /* taps of them a place: int16_t for bytes, else float */
    Share *x_shares, *y_shares;
    int64_t x_count, y_count;
} Plan;

static void plan_free(Plan *p)
{
    void *all[] = {p->x_places, p->y_places, p->x_weights, p->y_weights, p->x_shares, p->y_shares};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

/* ---- weights ---- */

static void cubic(float at, float *w)
{
    const float bend = -0.75f;
    float far = at + 1, back = 1 - at;
    w[0] = ((bend * far - 5 * bend) * far + 8 * bend) * far - 4 * bend;
    w[1] = ((bend + 2) * at - (bend + 3)) * at * at + 1;
    w[2] = ((bend + 2) * back - (bend + 3)) * back * back + 1;
    w[3] = 1.f - w[0] - w[1] - w[2];
}

/* sin(pi d) sin(pi d / 4) / d², up to a factor: the first sine of eight points one apart is one sine, turned by an eighth of a circle each. */
static void lanczos(float at, float *w)
{
    static const double half = 0.70710678118654752440;
    const double turns[8][2] = {{1, 0}, {-half, -half}, {0, 1}, {half, -half}, {-1, 0}, {half, half}, {0, -1}, {-half, half}};
    if (at < FLT_EPSILON) {
        for (int k = 0; k < 8; k++) w[k] = k == 3;
        return;
    }
    float sum = 0;
    double quarter = -(at + 3) * M_PI * 0.25, sine = sin(quarter), cosine = cos(quarter);
    for (int k = 0; k < 8; k++) {
        double angle = -(at + 3 - (float)k) * M_PI * 0.25;
        w[k] = (float)((turns[k][0] * sine + turns[k][1] * cosine) / (angle * angle));
        sum += w[k];
    }
    sum = 1.f / sum;
    for (int k = 0; k < 8; k++) w[k] *= sum;
}

/* For each of `wanted` places along a side of n: the pixel before it, and the weights from there on. */
typedef struct Side {
    int64_t n, wanted;
    double scale, back;
    bool clamp, by_area, bytes;
    int taps;
} Side;
static bool side_plan(const Side *s, int64_t **places, void **weights)
{
    *places = malloc((size_t)s->wanted * sizeof **places);
    *weights = malloc((size_t)(s->wanted * s->taps) * (s->bytes ? sizeof(int16_t) : sizeof(float)));
    if (!*places || !*weights) return false;
    for (int64_t i = 0; i < s->wanted; i++) {
        float w[MOST_TAPS], at = (float)(((double)i + 0.5) * s->scale - 0.5);
        int64_t before = (int64_t)floorf(at);
        at -= (float)before;
        if (s->by_area) {
            before = (int64_t)floor((double)i * s->scale);
            at = (float)((double)(i + 1) - (double)(before + 1) * s->back);
            at = at <= 0 ? 0.f : at - floorf(at);
        }
        if (s->clamp && s->taps == 2 && (before < 0 || before >= s->n - 1)) before = before < 0 ? 0 : s->n - 1, at = 0;
        if (s->taps == 4) cubic(at, w);
        else if (s->taps == 8) lanczos(at, w);
        else w[0] = 1.f - at, w[1] = at;
        (*places)[i] = before;
        for (int k = 0; k < s->taps; k++) {
            if (s->bytes) ((int16_t *)*weights)[i * s->taps + k] = (int16_t)lrintf(w[k] * ONE);
            else ((float *)*weights)[i * s->taps + k] = w[k];
        }
    }
    return true;
}

static bool nearest_plan(int64_t n, int64_t wanted, double scale, int64_t **places)
{
    if (!(*places = malloc((size_t)wanted * sizeof **places))) return false;
    for (int64_t i = 0; i < wanted; i++) {
        int64_t at = (int64_t)floor((double)i * scale);
        (*places)[i] = at < n - 1 ? at : n - 1;
    }
    return true;
}

static double least(double a, double b) { return a < b ? a : b; }

static bool shares_plan(int64_t n, int64_t wanted, double scale, Share **shares, int64_t *count)
{
    Share *s = *shares = malloc((size_t)(2 * n + 2 * wanted) * sizeof **shares);
    if (!s) return false;
    for (int64_t i = 0; i < wanted; i++) {
        double from = (double)i * scale, to = from + scale, wide = least(scale, (double)n - from);
        int64_t last = (int64_t)least(floor(to), (double)(n - 1)), first = (int64_t)least(ceil(from), (double)last);
        if ((double)first - from > 1e-3) *s++ = (Share){first - 1, i, (float)(((double)first - from) / wide)};
        for (int64_t k = first; k < last; k++) *s++ = (Share){k, i, (float)(1.0 / wide)};
        if (to - (double)last > 1e-3) *s++ = (Share){last, i, (float)(least(least(to - (double)last, 1), wide) / wide)};
    }
    *count = s - *shares;
    return true;
}

static bool plan_make(Plan *p, Size size, int64_t width, int64_t height, int between, bool bytes)
{
    *p = (Plan){.size = size, .width = width, .height = height, .taps = between == BETWEEN_CUBIC ? 4 : between == BETWEEN_LANCZOS ? 8
                                                                                                                                  : 2};
    double back_x = (double)width / (double)size.width, back_y = (double)height / (double)size.height, x = 1 / back_x, y = 1 / back_y;
    if (between == BETWEEN_NEAREST) {
        p->way = NEAREST;
        return nearest_plan(size.width, width, x, &p->x_places) && nearest_plan(size.height, height, y, &p->y_places);
    }
    p->block_width = llrint(x);
    p->block_height = llrint(y);
    bool whole = fabs(x - (double)p->block_width) < DBL_EPSILON && fabs(y - (double)p->block_height) < DBL_EPSILON;
    if (between == BETWEEN_LINEAR && whole && p->block_width == 2 && p->block_height == 2) between = BETWEEN_AREA;
    if (between == BETWEEN_AREA && x >= 1 && y >= 1) {
        p->way = whole ? BLOCKS : AREAS;
        return whole || (shares_plan(size.width, width, x, &p->x_shares, &p->x_count) && shares_plan(size.height, height, y, &p->y_shares, &p->y_count));
    }
    Side across = {size.width, width, x, back_x, true, between == BETWEEN_AREA, bytes, p->taps}, down = {size.height, height, y, back_y, false, between == BETWEEN_AREA, bytes, p->taps};
    return side_plan(&across, &p->x_places, &p->x_weights) && side_plan(&down, &p->y_places, &p->y_weights);
}

/* ---- what differs between bytes and floats ---- */

static uint8_t byte_of(int64_t v) { return (uint8_t)(v < 0 ? 0 : v > 255 ? 255
                                                                         : v); }
static uint8_t rounded_bytes(float v) { return byte_of(lrintf(v)); }
static float rounded_floats(float v) { return v; }

/* Two rows: sums are cut off to 15 bits, products to 16, and rounded once. */
static void down_two(const int32_t *restrict a, const int32_t *restrict b, int16_t by_a, int16_t by_b, uint8_t *restrict to, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        int x = (int16_t)(a[i] >> 4) * by_a >> 16, y = (int16_t)(b[i] >> 4) * by_b >> 16;
        to[i] = (uint8_t)((x + y + 2) >> 2);
    }
}
/* Four rows: eight numbers at a time in floats, what is left of a row in integers. */
static void down_four(int32_t *const *rows, const int16_t *w, uint8_t *restrict to, int64_t n)
{
    const float scale = 1.f / (ONE * ONE), a = (float)w[0] * scale, b = (float)w[1] * scale, c = (float)w[2] * scale, d = (float)w[3] * scale;
    const int32_t *restrict p = rows[0], *restrict q = rows[1], *restrict r = rows[2], *restrict s = rows[3];
    int64_t i = 0, eights = n & ~(int64_t)7;
    for (; i < eights; i++) to[i] = rounded_bytes((float)p[i] * a + (float)q[i] * b + (float)r[i] * c + (float)s[i] * d);
    for (; i < n; i++) to[i] = byte_of(((int64_t)p[i] * w[0] + (int64_t)q[i] * w[1] + (int64_t)r[i] * w[2] + (int64_t)s[i] * w[3] + (1 << 21)) >> 22);
}
static void down_bytes(const Plan *p, int32_t *const *rows, const int16_t *w, uint8_t *restrict to, int64_t n)
{
    if (p->taps == 2) down_two(rows[0], rows[1], w[0], w[1], to, n);
    else if (p->taps == 4) down_four(rows, w, to, n);
    else {
        for (int64_t i = 0; i < n; i++) {
            int64_t sum = 1 << 21;
            for (int k = 0; k < MOST_TAPS; k++) sum += (int64_t)rows[k][i] * w[k];
            to[i] = byte_of(sum >> 22);
        }
    }
}
static void down_floats(const Plan *p, float *const *rows, const float *w, float *restrict to, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        float sum = rows[0][i] * w[0];
        for (int k = 1; k < p->taps; k++) sum += rows[k][i] * w[k];
        to[i] = sum;
    }
}

#define PIXEL   uint8_t
#define SUM     int32_t
#define WEIGHT  int16_t
#define NAME(x) x##_bytes
#include "resize_of.h"
#undef PIXEL
#undef SUM
#undef WEIGHT
#undef NAME
#define PIXEL   float
#define SUM     float
#define WEIGHT  float
#define NAME(x) x##_floats
#include "resize_of.h"
