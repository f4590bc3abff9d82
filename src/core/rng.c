/* rng.c: seeds and counters of the random ops. */
#include "rng.h"

#include "core_impl.h"

struct Rng {
    uint64_t seed;               /* of the devices */
    uint64_t used[MAX_GPUS + 1]; /* counters taken so far, by device; the CPU last */
    uint64_t seeds[ACCENT_COUNT];
    Lanes *lanes[ACCENT_COUNT];  /* made at first use */
};

Rng *rng_open(Core *c, uint64_t seed)
{
    Rng *r = core_alloc(c, sizeof *r);
    if (r) *r = (Rng){.seed = seed, .seeds = {seed, seed, seed}};
    return r;
}

void rng_close(Core *c, Rng *r)
{
    for (int a = 0; a < ACCENT_COUNT; a++)
        if (r->lanes[a]) lanes_close(r->lanes[a]);
    core_free(c, r, sizeof *r);
}

static void restart(Rng *r, uint64_t seed)
{
    r->seed = seed;
    for (int i = 0; i <= MAX_GPUS; i++) r->used[i] = 0;
}

void rng_seed_accent(Core *c, Accent accent, uint64_t seed)
{
    Rng *r = c->rng;
    r->seeds[accent] = seed;
    if (r->lanes[accent]) lanes_seed(r->lanes[accent], seed);
    if (accent != ACCENT_NUMPY) restart(r, seed);
}

void rng_begin(Core *c, Accent accent, uint64_t seed) { c->rng->seeds[accent] = seed; }

void rng_seed(Core *c, uint64_t seed)
{
    for (int a = 0; a < ACCENT_COUNT; a++) rng_seed_accent(c, (Accent)a, seed);
}

uint64_t rng_seed_of(Core *c, Accent accent) { return c->rng->seeds[accent]; }

Lanes *rng_lanes(Core *c, Accent accent)
{
    Rng *r = c->rng;
    if (!r->lanes[accent]) r->lanes[accent] = lanes_open(c, accent, r->seeds[accent]);
    return r->lanes[accent];
}

void rng_next(Core *c, Device *d, int64_t numbers, uint64_t out[2])
{
    int i = d->kind == DEVICE_CPU ? MAX_GPUS : d->index;
    out[0] = c->rng->seed + (uint64_t)(d->kind == DEVICE_CPU ? 0 : d->index + 1) * 0x9E3779B97F4A7C15u;
    out[1] = c->rng->used[i];
    c->rng->used[i] += (uint64_t)numbers;
}
