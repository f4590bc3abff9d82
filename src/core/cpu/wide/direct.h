/* direct.h: the loops of a convolution of stride 1 that reads its images in place (conv_direct.c), compiled once for each instruction set.
 *
 * An image's channels are planes with a margin of zeros, each row as long as the margin makes it; a result's plane has rows of that length, too, so that one tap of the kernel
 * lies the same distance away for all positions of the plane. Positions between the rows' ends are computed and not looked at.
 */
#ifndef PERCH_CORE_CPU_DIRECT_H
#define PERCH_CORE_CPU_DIRECT_H

#include <stdint.h>

typedef struct WideDirect {
    int lanes;
    /* y[f * y_plane + q] = the sum of w[f * taps + t] x[offsets[t] + q], for q < count filled up to whole vectors (y has room for them, and x can be read) */
    void (*forward)(const float *x, const int32_t *offsets, int64_t taps, const float *w, int64_t filters, float *y, int64_t y_plane, int64_t count);
    /* w[f * taps + t] += the sum over `images` (x_image, y_image apart) and q < count, whole vectors, of y[f * y_plane + q] x[offsets[t] + q] */
    void (*weight)(const float *x, const int32_t *offsets, int64_t taps, const float *y, int64_t y_plane, int64_t filters, int64_t images, int64_t x_image, int64_t y_image, int64_t count, float *w);
    /* to[i * to_row + j] = from[i * from_row + j] + add, for `rows` rows of n */
    void (*rows)(float *to, int64_t to_row, const float *from, int64_t from_row, int64_t rows, int64_t n, float add);
} WideDirect;

#endif
