/* draw.h: where a random kernel's words come from: a library's own twister, in order, or Philox-4x32-10, where element i of a call has words of its own
 * and may be drawn by any thread.
 */
#ifndef PERCH_CORE_CPU_DRAW_H
#define PERCH_CORE_CPU_DRAW_H

#include "core/twister.h"
#include "work.h"

typedef struct Draw {
    Twister *twister;  /* NULL: Philox */
    uint64_t key, block;
    uint32_t round;    /* blocks of this element so far */
    int left;          /* words of `words` that are left */
    uint32_t words[4];
} Draw;

/* The words of element i of this call. */
Draw draw_open(const Work *w, Twister *t, int64_t i);
void draw_refill(Draw *d);
static inline uint32_t draw_word(Draw *d)
{
    if (d->twister) return twister_next(d->twister);
    if (d->left == 0) draw_refill(d);
    return d->words[--d->left];
}
static inline uint64_t draw_long(Draw *d)
{
    uint64_t high = draw_word(d);
    return high << 32 | draw_word(d);
}
/* Units, 0 <= x < 1 with the bits of the dtype, as the libraries make them of the words. */
double draw_canonical(Draw *d, DType type); /* C++'s canonical numbers: one word for a float, two for a double, the first the lower */
double draw_masked(Draw *d, DType type);    /* the low bits of a word, of two for a double; another dtype's as in draw_53 */
double draw_53(Draw *d, DType type);        /* 27 and 26 bits of two words */
/* The last two of a double, without the question for which dtype: who draws several for each number asks so. */
static inline double draw_double_53(Draw *d)
{
    uint32_t high = draw_word(d) >> 5, low = draw_word(d) >> 6;
    return (high * 67108864.0 + low) * 0x1p-53;
}
static inline double draw_double_masked(Draw *d) { return (double)(draw_long(d) & 0x1FFFFFFFFFFFFF) * 0x1p-53; }
/* How an accent draws: a row each (draw_rules). */
typedef double (*DrawNumber)(Draw *d, DType type);
typedef struct DrawRules {
    DrawNumber unit, normal;
    double (*stretch)(double unit, double low, double high, DType type);       /* a unit to a range */
    double (*shift)(double normal, double mean, double deviation, DType type); /* a normal number to where it belongs */
    double (*exponential)(Draw *d, double scale, DType type);
    double (*gamma)(Draw *d, double shape, DType type);
    double (*poisson)(Draw *d, double rate);
} DrawRules;
extern const DrawRules draw_rules[ACCENT_COUNT]; /* random.c */
double draw_normal_polar(Draw *d, DType type);   /* points in a circle in the dtype; the second number is forgotten */
double draw_normal_both(Draw *d, DType type);    /* the same, the second waits in the twister */
double draw_normal_legacy(Draw *d, DType type);  /* points in a circle in double precision */
double draw_normal_pair(Draw *d, DType type);    /* Box and Muller's in double precision; the second waits in the twister */
/* Elements 0 … n - 1 by part(data, twister, from, to): on a CPU in order, MXNet's arrays of more than 64 shared among its lanes; on a GPU (no twister) by threads. false: w->error. */
typedef void (*DrawPart)(void *data, Twister *t, int64_t from, int64_t to);
bool draw_all(Work *w, int64_t n, int64_t grain, DrawPart part, void *data);
/* The twister of a CPU call in this accent; NULL: the words come from Philox (a GPU), or there is no memory (w->error). */
Twister *draw_twister(Work *w, int lane);

#endif
