/* ranks_ledger.c: what this rank has done together with others, and when: a ring of the last calls, for the views (ranks.h). Off, it costs a test of one byte a call. */
#include <stdlib.h>

#include "ranks_impl.h"

enum { ROWS = 4096 };
static RankRow *rows;
static uint64_t written;

bool ranks_record(bool on)
{
    if (on && !rows && !(rows = calloc(ROWS, sizeof *rows))) return false;
    ranks_run.recorded = on && rows;
    return true;
}
void ranks_forget(void) { written = 0; }

void ranks_rows(uint64_t *first, uint64_t *end)
{
    *end = written;
    *first = written > ROWS ? written - ROWS : 0;
}
RankRow ranks_row(uint64_t i) { return rows[i % ROWS]; }

/* Groups are known by their members: the same number on all of them. */
static uint64_t number_of(const RankGroup *g)
{
    uint64_t h = 1;
    for (int i = 0; i < g->size; i++) h = (h ^ (uint64_t)g->members[i]) * 0x9E3779B97F4A7C15u;
    return g == ranks_everybody() ? 0 : h >> 2 | 1;
}

void row_note(const RankWork *w)
{
    if (!ranks_run.recorded || !w->began) return;
    const RankCall *r = &w->said;
    int from = w->source >= 0 ? w->source : r->peer;
    double now = ranks_now();
    rows[written++ % ROWS] = (RankRow){.verb = w->verb, .kind = r->call.kind, .reduce = r->call.reduce, .dtype = r->call.dtype, .between = w->letter != NULL, .failed = w->step == STEP_FAILED,
                                       .group = number_of(w->group), .size = w->group->size, .step = w->head.step, .peer = w->letter && from >= 0 ? w->group->members[from] : -1, .tag = r->tag,
                                       .count = r->call.count, .bytes = call_bytes(&r->call), .site = r->site, .began = w->began, .agreed = w->agreed ? w->agreed : now, .ended = now};
}
