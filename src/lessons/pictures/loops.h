/* loops.h: what the hot loops over pixels share: their clones for wider machines, four bands in one word, clipping, arguments. */
#ifndef PERCH_LESSONS_LOOPS_H
#define PERCH_LESSONS_LOOPS_H

#include "core/clones.h"
#include "picture.h"

#define LOOP_INLINE static inline __attribute__((always_inline))

typedef int32_t Four __attribute__((vector_size(16)));
typedef uint8_t FourBytes __attribute__((vector_size(4)));
LOOP_INLINE Four four_at(const uint8_t *p)
{
    FourBytes b;
    memcpy(&b, p, 4);
    return __builtin_convertvector(b, Four);
}
LOOP_INLINE uint8_t clip8(int32_t v) { return (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v); }
LOOP_INLINE uint8_t clip8f(float v) { return (uint8_t)(v <= 0 ? 0 : v >= 255 ? 255 : v); } /* cut off, not rounded */

/* Which bytes of a pixel a result has: those between LA's two bands, and the fourth of a picture of three, are 0 in what Pillow computes. */
static inline uint32_t picture_band_mask(const Picture *p)
{
    uint8_t bytes[4] = {255, p->mode->bands > 2 ? 255 : 0, p->mode->bands > 2 ? 255 : 0, p->mode->bands == 3 ? 0 : 255};
    uint32_t mask;
    memcpy(&mask, bytes, 4);
    return mask;
}

/* An argument, the number-th, of `want` numbers. false: raised. */
bool numbers_of(VM *vm, Ref v, int number, int64_t *out, int want);
bool doubles_of(VM *vm, Ref v, int number, double *out, int want);
bool picture_int(VM *vm, Ref v, int *out); /* as C's int: OverflowError beyond */
/* The part of p from (x0, y0) to (x1, y1), which lies within it; with its palette. */
Picture *picture_part(VM *vm, const Picture *p, int x0, int y0, int x1, int y1);
/* transform.c: `in`, seen through an affine map, nearest pixels, fills all of `out`. */
bool picture_affine(VM *vm, Picture *out, const Picture *in, const double a[6]);

#endif
