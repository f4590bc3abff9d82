/* direct.h: the loops of a convolution of stride 1 that reads its images in place (conv_direct.c), compiled once for each instruction set.
 *
 * An image's channels are planes with a margin of zeros, each row as long as the margin makes it, so that one tap of the kernel lies the same distance away for all positions.
 * Each sum is one chain of fused multiplications and additions in the order of its taps (or positions): that order, and not which loop runs, says what comes out. Pixels are vectors
 * of `lanes` planes' numbers at one position.
 */
#ifndef PERCH_CORE_CPU_DIRECT_H
#define PERCH_CORE_CPU_DIRECT_H

#include <stdbool.h>
#include <stdint.h>

typedef struct WideDirectTaps { const int32_t *offsets; const float *weight; int64_t count, stride; bool more; } WideDirectTaps; /* weight: of a filter, `stride` apart; more: added to what is there */
enum { DIRECT_WIDTH = 7, DIRECT_ROWS = 8 }; /* of taps whose sums are held at once */

typedef struct WideDirect {
    int lanes;
    int (*taps_held)(int width); /* rows of `width` taps that `weight` takes at once */
    /* y[f * y_plane + i * y_step + q] = the sum over taps of weight x[offset + i * x_step + q], for i < vectors and q < lanes */
    void (*forward)(const float *x, const WideDirectTaps *t, int64_t filters, float *y, int64_t y_plane, int64_t vectors, int64_t x_step, int64_t y_step);
    /* y, pixels: at row i and column j the sum over taps of the weight's pixels by x[offset + i * row + j] */
    void (*across)(const float *x, int64_t row, const WideDirectTaps *t, float *y, int64_t rows, int64_t wide);
    /* w, `held` rows of `width` pixels from w[at[r]] on, += the sum over rows and columns, in their order, of y's pixels by x[from[r] + i * row + j + tap] */
    void (*weight)(const float *x, int64_t row, const int32_t *from, const int32_t *at, int held, int width, const float *y, int64_t rows, int64_t wide, float *w);
    /* planes to pixels and back: `planes` of them, at most `lanes`, `plane` apart; pixels_out adds a pixel to each */
    void (*pixels_in)(const float *from, int64_t plane, int64_t planes, int64_t count, float *pixels);
    void (*pixels_out)(const float *pixels, const float *add, int64_t count, float *to, int64_t plane, int64_t planes);
    bool (*finite)(const float *x, int64_t count); /* is none of them infinite or NaN? */
    /* to[i * to_row + j] = from[i * from_row + j] + add, for `rows` rows of n */
    void (*rows)(float *to, int64_t to_row, const float *from, int64_t from_row, int64_t rows, int64_t n, float add);
} WideDirect;

#endif
