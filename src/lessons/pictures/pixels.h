/* pixels.h: what is reckoned with pixels (point.c, blend.c, chops.c, count.c, colours.c, effects.c), and the little that these files share (pixels.c). */
#ifndef PERCH_LESSONS_PIXELS_H
#define PERCH_LESSONS_PIXELS_H

#include "picture.h"

/* Pillow sees a picture as bytes or as words of four: a pixel of I;16 is taken for the byte that its place has. */
static inline bool picture_of_bytes(const Picture *p) { return p->mode->size < 4; }
static inline uint8_t clip_double(double v) { return (uint8_t)(v <= 0 ? 0 : v < 256 ? (int)v : 255); }
static inline int32_t whole_of(double v) { return v > -2147483649. && v < 2147483648. ? (int32_t)v : INT32_MIN; } /* as the machine cuts it */
/* What counts as a pixel's value: of three bands the fourth byte does not. */
static inline uint32_t picture_word_mask(const Picture *p) { return p->mode->bands == 3 ? 0xffffff : 0xffffffff; }
static inline uint32_t word_at(const uint8_t *at)
{
    uint32_t w;
    memcpy(&w, at, 4);
    return w;
}

Value picture_sequence(VM *vm, Ref v);                      /* its items, a tuple; TypeError "argument must be a sequence" */
bool picture_int_arg(VM *vm, Ref v, int32_t *out);          /* NULL leaves *out */
bool picture_double_arg(VM *vm, Ref v, double *out);        /* the same */

#endif
