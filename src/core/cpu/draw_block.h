/* draw_block.h: random numbers a block at a time, for what is drawn often: the same words in the same order as by draw.h's functions, and the same numbers. */
#ifndef PERCH_CORE_CPU_DRAW_BLOCK_H
#define PERCH_CORE_CPU_DRAW_BLOCK_H

#include "draw.h"

/* true: w->out[0] is filled, or w->error says why not; false: not in this accent and dtype, nothing has been drawn */
bool block_uniform(Work *w);
bool block_normal(Work *w);
bool block_exponential(Work *w);
bool block_integers(Work *w);
/* n <= DRAW_BLOCK exponential numbers of scale 1 as PyTorch makes them for floats, in double */
void block_exponentials(const Work *w, Twister *t, int64_t at, int64_t n, double *out);
bool block_bernoulli(Work *w, Twister *t); /* PyTorch's, of contiguous probabilities or one for all */
#define BLOCK_NO_CHANCE "a probability of %g does not lie between 0 and 1"
/* Dropout's mask, float32 or float64, from `at` on: factor where chance i is below p (MXNet: not above), else 0; n <= DRAW_BLOCK */
void block_mask(const Work *w, Twister *t, int64_t at, int64_t n, double p, DType type, double factor, void *mask);

#endif
