/* net.c: the rows of networks between simulated GPUs of several ranks, and what calls take on them (net.h). */
#include "net.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/core_impl.h"
#include "core/ledger.h"

static const NetModel nets[] = {
    {"10g", 1.25e9, 30e-6},  /* Ethernet, TCP */
    {"100g", 12.5e9, 10e-6}, /* Ethernet, RoCE */
    {"ib", 50e9, 2e-6},      /* InfiniBand NDR */
};

const NetModel *net_model(const char *key)
{
    for (size_t i = 0; i < sizeof nets / sizeof *nets; i++)
        if (strcmp(nets[i].key, key) == 0) return &nets[i];
    return NULL;
}

bool net_asked(Core *c, const NetModel **out)
{
    const char *asked = getenv("PERCH_NET");
    *out = asked && *asked ? net_model(asked) : NULL;
    return *out || !asked || !*asked || core_fail(c, CE_BAD_VALUE, "PERCH_NET is 10g, 100g or ib, not '%.40s'", asked);
}

/* ---- what a call takes: n ranks, B bytes; r: steps of a tree ---- */
typedef struct Sizes { double n, r, bytes, latency, rate; } Sizes;
typedef double (*Takes)(const Sizes *s);

static double no_bytes(const Sizes *s) { return 2 * s->r * s->latency; }
static double down_a_tree(const Sizes *s) { return s->r * s->latency + s->bytes / s->rate; } /* in pieces, one behind the other */
static double added_up(const Sizes *s)
{
    double ring = 2 * (s->n - 1) * (s->latency + s->bytes / s->n / s->rate), tree = 2 * (s->r * s->latency + s->bytes / s->rate);
    return ring < tree ? ring : tree;
}
static double round_a_ring(const Sizes *s) { return (s->n - 1) * (s->latency + s->bytes / s->rate); }
static double by_one_wire(const Sizes *s) { return s->r * s->latency + (s->n - 1) * s->bytes / s->rate; } /* the root's */
static double each_to_each(const Sizes *s) { return (s->n - 1) * (s->latency + s->bytes / s->n / s->rate); }

static const Takes takes[DIST_KINDS] = {
    [DIST_BARRIER] = no_bytes, [DIST_BROADCAST] = down_a_tree, [DIST_ALL_REDUCE] = added_up, [DIST_REDUCE] = down_a_tree, [DIST_ALL_GATHER] = round_a_ring, [DIST_GATHER] = by_one_wire,
    [DIST_SCATTER] = by_one_wire, [DIST_REDUCE_SCATTER] = round_a_ring, [DIST_ALL_TO_ALL] = each_to_each, [DIST_GROUP] = no_bytes,
};

double net_seconds(const NetModel *m, int kind, int n, double bytes)
{
    if (kind == NET_MESSAGE) return m->latency + bytes / m->bandwidth;
    const Sizes s = {n, ceil(log2(n)), bytes, m->latency, m->bandwidth};
    return n > 1 && kind >= 0 && kind < DIST_KINDS ? takes[kind](&s) : 0;
}

bool net_spend(const Tensor *t, int kind, int n, uint64_t bytes, uint32_t site)
{
    Device *d = tensor_device(t);
    Core *c = d->core;
    const NetModel *m;
    if (!sim_is(d) || c->mode.dry) return true;
    if (!net_asked(c, &m)) return false;
    double seconds = m ? net_seconds(m, kind, n, (double)bytes) : 0;
    if (seconds <= 0) return true;
    sim_spend(d, seconds);
    ledger_net(c, t, bytes, site);
    return true;
}
