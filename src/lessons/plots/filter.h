/* filter.h: images seen through transforms: weights by distance, and where the pixels of a row lie in the image, in 256ths of a pixel. */
#ifndef PERCH_LESSONS_FILTER_H
#define PERCH_LESSONS_FILTER_H

#include <math.h>

#include "path.h"

typedef enum Interpolation { /* matplotlib's numbers */
#define FILTER(NAME, number, radius) FILTER_##NAME = number,
#include "filter.def"
#undef FILTER
    FILTER_COUNT
} Interpolation;

enum { FILTER_STEPS = 256 /* a pixel */, FILTER_ONE = 1 << 14 };
/* The weight of the pixel i steps before the sample's own is at[i * 256 + fraction]. */
typedef struct Filter { int diameter; int32_t *at; size_t n; VM *vm; } Filter;
bool filter_open(VM *vm, Interpolation kind, double radius, bool norm, Filter *out); /* radius: of SINC, LANCZOS and BLACKMAN */
void filter_close(Filter *f);

/* A line from one whole number to another in n steps, each rounded as its neighbours are. */
typedef struct Ramp { int64_t at, step, rest, gone, n; } Ramp;
static inline Ramp ramp_of(int64_t from, int64_t to, int64_t n)
{
    if (n < 1) n = 1;
    Ramp r = {from, (to - from) / n, (to - from) % n, 0, n};
    if (r.rest <= 0) {
        r.rest += n;
        r.step--;
    }
    r.gone = r.rest - n;
    return r;
}
static inline void ramp_step(Ramp *r)
{
    r->gone += r->rest;
    r->at += r->step;
    if (r->gone > 0) {
        r->gone -= r->n;
        r->at++;
    }
}

typedef struct RowSpots { Ramp x, y; } RowSpots; /* in 256ths of an image's pixel */
static inline int64_t spot_fixed(double v) { return (int64_t)(v * FILTER_STEPS + (v < 0 ? -0.5 : 0.5)); }
static inline RowSpots row_spots(const Affine *back, double x, double y, int n) /* of n pixels' middles, x and y the first's */
{
    double x1 = x, y1 = y, x2 = x + n, y2 = y;
    affine_apply(back, &x1, &y1);
    affine_apply(back, &x2, &y2);
    return (RowSpots){ramp_of(spot_fixed(x1), spot_fixed(x2), n), ramp_of(spot_fixed(y1), spot_fixed(y2), n)};
}

#endif
