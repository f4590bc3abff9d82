/* draw_loops.h: the loops of random numbers, compiled once for each vector unit (isa/draw.c): words of the generators, and numbers made of words.
 *
 * They give the bits that the one-at-a-time functions of draw.c give. n is at most DRAW_BLOCK; outputs and inputs do not overlap unless said.
 */
#ifndef PERCH_CORE_CPU_DRAW_LOOPS_H
#define PERCH_CORE_CPU_DRAW_LOOPS_H

#include <stdint.h>

enum { DRAW_BLOCK = 1024 }; /* numbers at a time: their words and themselves stay in the first cache */

typedef struct DrawLoops {
    /* words */
    void (*refill)(uint32_t *key);                                     /* a twister's next 624 */
    void (*temper)(int64_t n, uint32_t *out, const uint32_t *key);
    void (*philox)(int64_t n, uint64_t key, uint64_t first, uint32_t (*words)[DRAW_BLOCK]); /* words[0 … 3] of the blocks first … first + n - 1, in the order they are drawn */
    /* units: scale (word & mask), of one word; of two, the first the higher (PyTorch) */
    void (*units)(int64_t n, float *out, const uint32_t *words, uint32_t mask, float scale);
    void (*units_long)(int64_t n, double *out, const uint32_t *high, const uint32_t *low, int step); /* step: from one number's word to the next's */
    void (*units_mxnet)(int64_t n, float *out, const uint32_t *words);
    void (*units_numpy)(int64_t n, double *out, const uint32_t *high, const uint32_t *low, int step);
    /* from low on, in the arithmetic of the libraries; out may be u */
    void (*stretch_torch)(int64_t n, float *out, const float *u, float low, float wide);  /* multiplied in double precision */
    void (*stretch_mxnet)(int64_t n, float *out, const float *u, float low, float wide);
    void (*stretch_long)(int64_t n, double *out, const double *u, double low, double wide);
    /* normal numbers */
    void (*pairs)(int64_t n, const float *u, const float *v, float *cosines, float *sines);       /* Box and Muller: sqrt(-2 log(1 - u)) times cos, sin of 2 pi v */
    void (*pairs_long)(int64_t n, const double *u, const double *v, double *cosines);             /* in double, within an ulp of the C library's: for float results */
    void (*points)(int64_t n, const uint32_t *first, const uint32_t *second, int step, float *x, float *y); /* MXNet: of the square that holds the circle */
    void (*polar_end)(int64_t n, float *x, float *y);                                             /* in place: the two normal numbers of each point in the circle */
    void (*exponentials)(int64_t n, double *out, const double *u);                                /* -log(1 - u), within an ulp */
    /* masks: factor where u < p, else 0; mask_words: where the number of units_long's two words, side by side, is below `bound` (of 2^53) */
    void (*mask_words)(int64_t n, float *out, const uint32_t *words, uint64_t bound, float factor);
    void (*mask)(int64_t n, float *out, const double *u, double p, float factor);
    void (*mask_long)(int64_t n, double *out, const double *u, double p, double factor);
    /* integers: low + word mod range, range < 2^32 */
    void (*integers)(int64_t n, int64_t *out, const uint32_t *words, uint32_t range, int64_t low);
} DrawLoops;

#endif
