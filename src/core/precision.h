/* precision.h: how exactly a card's libraries may compute: what PyTorch's switches allow, and what MXNet's variables say.
 *
 * The CPU and simulated GPUs compute in the dtype, whatever is said here. A backward pass asks as the program that began it.
 */
#ifndef PERCH_CORE_PRECISION_H
#define PERCH_CORE_PRECISION_H

#include "core.h"

enum {
    TF32_PRODUCTS = 1, /* float32 with 10 bits of fraction: products of matrices */
    TF32_WINDOWS = 2,  /* convolutions */
    PLAIN_HALF = 4,    /* products of float16 without tensor cores */
    OWN_WINDOWS = 8,   /* convolutions by perch's own kernels */
};
unsigned core_precision(Core *c, Accent a);
void core_set_precision(Core *c, unsigned which, bool on); /* PyTorch's */

#endif
