/* rng.c: seeds and counters of the random ops. */
#include "rng.h"

#include <string.h>

#include "core_impl.h"

struct Rng {
    RngPlace places[MAX_GPUS + 1]; /* by device; the CPU last */
    uint64_t seeds[ACCENT_COUNT];
    Lanes *lanes[ACCENT_COUNT];  /* made at first use */
};

static void restart(Rng *r, uint64_t seed)
{
    for (int i = 0; i <= MAX_GPUS; i++) r->places[i] = (RngPlace){seed, 0};
}

Rng *rng_open(Core *c, uint64_t seed)
{
    Rng *r = core_alloc(c, sizeof *r);
    if (!r) return NULL;
    *r = (Rng){.seeds = {seed, seed, seed, seed}};
    restart(r, seed);
    return r;
}

void rng_close(Core *c, Rng *r)
{
    for (int a = 0; a < ACCENT_COUNT; a++)
        if (r->lanes[a]) lanes_close(r->lanes[a]);
    core_free(c, r, sizeof *r);
}

void rng_seed_accent(Core *c, Accent accent, uint64_t seed)
{
    Rng *r = c->rng;
    r->seeds[accent] = seed;
    if (r->lanes[accent]) lanes_seed(r->lanes[accent], seed);
    for (int a = 0; a < ACCENT_COUNT; a++) /* one seed of a library, a stream for each of its accents */
        if (a != (int)accent && accent_library((Accent)a) == accent) rng_seed_accent(c, (Accent)a, seed);
    if (accent_rules(accent)->seeds_devices) restart(r, seed);
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
    accent = accent_library(accent); /* a library's accents draw from the same generators: mx.np, and what of mx.nd draws single numbers */
    if (!r->lanes[accent]) r->lanes[accent] = lanes_open(c, accent, r->seeds[accent]);
    return r->lanes[accent];
}

/* The Rng itself, then for each accent that has lanes: their seed, how many are in use, and each with its number. */
typedef struct SavedLanes { uint32_t seed; int32_t count; } SavedLanes;
typedef struct SavedLane { int32_t number; Twister lane; } SavedLane;

static void put(char *out, size_t *at, const void *data, size_t n)
{
    if (out) memcpy(out + *at, data, n);
    *at += n;
}

size_t rng_save(Core *c, char *out)
{
    size_t n = 0;
    put(out, &n, c->rng, sizeof *c->rng);
    for (int a = 0; a < ACCENT_COUNT; a++) {
        const Lanes *l = c->rng->lanes[a];
        if (!l) continue;
        SavedLanes head = {.seed = l->seed};
        for (int i = 0; i < LANES_ALL; i++) head.count += l->lane[i] != NULL;
        put(out, &n, &head, sizeof head);
        for (int i = 0; i < LANES_ALL; i++) {
            if (!l->lane[i]) continue;
            SavedLane one;
            memset(&one, 0, sizeof one);
            one.number = i;
            one.lane = *l->lane[i];
            put(out, &n, &one, sizeof one);
        }
    }
    return n;
}

static bool get(const char *saved, size_t size, size_t *at, void *data, size_t n)
{
    if (size - *at < n) return false;
    memcpy(data, saved + *at, n);
    *at += n;
    return true;
}

bool rng_restore(Core *c, const char *saved, size_t size)
{
    size_t at = 0;
    Rng was;
    if (!get(saved, size, &at, &was, sizeof was)) return false;
    for (int a = 0; a < ACCENT_COUNT; a++) {
        c->rng->seeds[a] = was.seeds[a];
        if (!was.lanes[a]) { /* not drawn from yet: its seed alone */
            if (c->rng->lanes[a]) lanes_seed(c->rng->lanes[a], was.seeds[a]);
            continue;
        }
        SavedLanes head;
        Lanes *l = rng_lanes(c, (Accent)a);
        if (!l || !get(saved, size, &at, &head, sizeof head)) return false;
        lanes_seed(l, head.seed);
        for (int i = 0; i < head.count; i++) {
            SavedLane one;
            if (!get(saved, size, &at, &one, sizeof one) || one.number < 0 || one.number >= LANES_ALL) return false;
            Twister *t = lanes_get(l, one.number);
            if (!t) return false;
            *t = one.lane;
        }
    }
    memcpy(c->rng->places, was.places, sizeof was.places);
    return true;
}

void rng_next(Core *c, Device *d, int64_t numbers, uint64_t out[2])
{
    int i = d->kind == DEVICE_GPU ? d->index : MAX_GPUS;
    if (d->kind == DEVICE_META) numbers = 0;
    RngPlace *at = &c->rng->places[i];
    out[0] = at->seed;
    if (!d->driver->draws) out[0] += (uint64_t)(d->kind == DEVICE_GPU ? d->index + 1 : 0) * 0x9E3779B97F4A7C15u; /* (on CUDA every card's generator has the same seed) */
    out[1] = at->used;
    at->used += (uint64_t)numbers;
}

RngPlace *rng_place(Core *c, int gpu) { return gpu >= 0 && gpu < MAX_GPUS ? &c->rng->places[gpu] : NULL; }
