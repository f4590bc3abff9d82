/* rng.h: the random numbers of a Core: one counter-based generator a device, and the originals' own streams where lessons print them. */
#ifndef PERCH_CORE_RNG_H
#define PERCH_CORE_RNG_H

#include "device.h"

typedef struct Rng Rng;
Rng *rng_open(Core *c, uint64_t seed); /* NULL: no memory */
void rng_close(Core *c, Rng *r);
void rng_seed(Core *c, uint64_t seed); /* all of them */
/* The key and the first counter of the next random op on a device; it will use `numbers` of them. */
void rng_next(Core *c, Device *d, int64_t numbers, uint64_t out[2]);

#endif
