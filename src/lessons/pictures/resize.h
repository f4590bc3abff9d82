/* resize.h: what a new row of pixels weighs of an old one (resize.c), and the quick way along a row of pixels of four bytes (resize_row.c). */
#ifndef PERCH_LESSONS_RESIZE_H
#define PERCH_LESSONS_RESIZE_H

#include "picture.h"

enum { RESIZE_POINT = 22 }; /* bits behind the point of `fixed` */
typedef struct Weights {
    int count, room;                  /* new pixels; weights of each at most */
    struct Reach { int first, n; } *spans;
    double *exact;
    int32_t *fixed;
} Weights;

/* The same weights as products of 16 bits take them: of each new pixel a group for every four old ones, the last filled up with zeros. */
typedef struct RowWeights {
    int count;
    struct RowSpan { int first, groups, at; } *spans; /* at: its first group */
    struct RowGroup { int16_t low[4], high[4]; } *groups; /* a weight is high * 2^15 + low */
    size_t all;                       /* groups there is room for */
} RowWeights;

/* false: this machine, these weights or so short a row want the plain way; nothing is raised. */
bool row_weights_make(VM *vm, RowWeights *r, const Weights *w, int old_width);
void row_weights_free(VM *vm, RowWeights *r);
void row_resized(uint8_t *out, const uint8_t *in, const RowWeights *r, uint32_t mask); /* mask: which bytes of a pixel the picture has */

#endif
