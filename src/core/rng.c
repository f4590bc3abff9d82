/* rng.c: seeds and counters of the random ops. */
#include "rng.h"

#include "core_impl.h"

struct Rng {
    uint64_t seed;
    uint64_t used[MAX_GPUS + 1]; /* counters taken so far, by device; the CPU last */
};

Rng *rng_open(Core *c, uint64_t seed)
{
    Rng *r = core_alloc(c, sizeof *r);
    if (r) *r = (Rng){.seed = seed};
    return r;
}

void rng_close(Core *c, Rng *r) { core_free(c, r, sizeof *r); }

void rng_seed(Core *c, uint64_t seed) { *c->rng = (Rng){.seed = seed}; }

void rng_next(Core *c, Device *d, int64_t numbers, uint64_t out[2])
{
    int i = d->kind == DEVICE_CPU ? MAX_GPUS : d->index;
    out[0] = c->rng->seed + (uint64_t)(d->kind == DEVICE_CPU ? 0 : d->index + 1) * 0x9E3779B97F4A7C15u;
    out[1] = c->rng->used[i];
    c->rng->used[i] += ((uint64_t)numbers + 3) / 4 * 4;
}
