/* abreast.h: the loops of convolutions of few channels for as many images at once as a vector has lanes (conv_abreast.c), compiled once for each instruction set.
 *
 * Each image is a lane, so that rows of any length and any stride fill the vectors. Where there are fewer images than lanes, a vector holds all of them at some neighbouring positions of a
 * row. A group's source is a picture of each channel with its margins; in it and in the result `images` numbers are a position, and a result's rows are filled up to whole vectors.
 */
#ifndef PERCH_CORE_CPU_ABREAST_H
#define PERCH_CORE_CPU_ABREAST_H

#include <stdint.h>

#include "picture.h"

typedef struct AbreastSums {
    const float *x;          /* a group's pictures, channel by channel */
    float *y;                /* its results: filter by filter, positions one behind the other */
    const int32_t *offsets;  /* of each tap, in elements, from where a position's first one lies */
    int64_t filters, taps;
    int64_t high, vectors;   /* rows of results, and vectors of each */
    int64_t down, across;    /* elements of x from one row of results to the next, from one vector to the next */
    /* forward: taps are in order of the kernel's rows, `row_taps` of each; of them those are computed that see the image: high_image rows of it, `margin` zeros above, kernel rows
     * `dilate` apart, positions `stride` apart */
    int64_t row_taps, kernel_rows, high_image, margin, dilate, stride;
    const float *weights;    /* ABREAST_FILTERS filters at a time, of each tap side by side */
    const float *bias;       /* or NULL */
} AbreastSums;

typedef struct WideAbreast {
    int lanes, filters;      /* filters that are computed at a time */
    void (*picture)(const float *x, const Picture *p, float *to, int64_t rows);               /* of one channel of `lanes` images */
    void (*result)(const float *y, int64_t count, float *to, int64_t plane, int skip);        /* of one channel, but for the first images */
    void (*picture_of_few)(const float *x, const Picture *p, int images, float *to, int64_t rows); /* of fewer images than lanes */
    void (*result_of_few)(const float *y, const Picture *p, int images, float *to, int skip); /* its rows into planes: the other way */
    void (*hide)(float *y, int64_t count, int images, int hidden);                            /* zeros for the first images at `count` positions */
    void (*forward)(const AbreastSums *s);
    void (*weight)(const AbreastSums *s, float *sums);                                        /* sums[f * taps + t], vectors, += … */
    void (*totals)(const float *sums, int64_t count, float *to);                              /* to[i] += all lanes of vector i */
} WideAbreast;

#endif
