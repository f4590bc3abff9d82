/* rng.h: the random numbers of a Core: a counter-based generator (Philox) for each device, and on the CPU the originals' own streams, which
 * lessons print: an op in PyTorch's accent draws from the stream that torch.manual_seed sets, and so on.
 */
#ifndef PERCH_CORE_RNG_H
#define PERCH_CORE_RNG_H

#include "device.h"
#include "twister.h"

typedef struct Rng Rng;
Rng *rng_open(Core *c, uint64_t seed); /* NULL: no memory */
void rng_close(Core *c, Rng *r);
void rng_seed(Core *c, uint64_t seed);                        /* all of them */
void rng_seed_accent(Core *c, Accent accent, uint64_t seed);  /* one library's stream; PyTorch's and MXNet's devices too */
void rng_begin(Core *c, Accent accent, uint64_t seed);       /* the same, before the first draw; devices keep theirs */
uint64_t rng_seed_of(Core *c, Accent accent);                 /* torch.initial_seed() */
Lanes *rng_lanes(Core *c, Accent accent);                     /* the library's own; NULL: no memory, recorded */
/* The key and the first counter of the next random op on a device; it will use `numbers` of them. */
size_t rng_save(Core *c, char *out);                          /* where all streams are: how many bytes that takes, written if out */
bool rng_restore(Core *c, const char *saved, size_t size);    /* false: not such bytes, or no memory (recorded) */
typedef struct RngPlace { uint64_t seed, used; } RngPlace; /* a device's stream: its seed, and how many counters were taken */
RngPlace *rng_place(Core *c, int gpu);                        /* a GPU's, to be read and set; NULL: no such number */
void rng_next(Core *c, Device *d, int64_t numbers, uint64_t out[2]);

#endif
