/* ranks.c: calls of all ranks of a group: heads, agreement, values, and the waiting for them (ranks.h). */
#include "ranks_impl.h"

#include <math.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

Run ranks_run;

double ranks_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- kinds ---- */
static const struct { const char *name; bool reduces, root; } kinds[DIST_KINDS] = {
#define DIST_KIND(NAME, name, reduces, root) {name, reduces, root},
#include "core/dist.def"
};
static const char *const reductions[] = {
#define DIST_REDUCE(NAME, name) name,
#include "core/dist.def"
};

size_t call_bytes(const DistCall *c) { return (size_t)c->count * dtype_bytes(c->dtype); }

static uint64_t mixed(uint64_t h, uint64_t x)
{
    h = (h ^ x) * 0x9E3779B97F4A7C15u;
    return h ^ h >> 29;
}
static uint64_t about(const RankCall *r)
{
    const DistCall *c = &r->call;
    uint64_t h = mixed(1 + (uint64_t)c->kind, r->about + r->elsewhere);
    if (kinds[c->kind].reduces) h = mixed(h, (uint64_t)c->reduce);
    if (kinds[c->kind].root) h = mixed(h, (uint64_t)c->root);
    return c->kind == DIST_BARRIER || c->kind == DIST_GROUP ? h : mixed(mixed(h, (uint64_t)c->dtype), c->kind == DIST_ALL_TO_ALL ? 0 : (uint64_t)c->count);
}

/* ---- words ---- */
static int shape_words(const RankWork *w, char *out, size_t n)
{
    int at = snprintf(out, n, "%s [", dtype_info[w->said.call.dtype].name);
    for (int i = 0; i < w->said.ndim && at < (int)n; i++)
        at += i < SHAPE_TOLD ? snprintf(out + at, n - (size_t)at, i ? ", %lld" : "%lld", (long long)w->dims[i]) : snprintf(out + at, n - (size_t)at, i == SHAPE_TOLD ? ", …" : "%s", "");
    return at < (int)n ? at + snprintf(out + at, n - (size_t)at, "]") : at;
}

void work_words(const RankWork *w, char *out, size_t n)
{
    const DistCall *c = &w->said.call;
    char shape[160] = "", how[40] = "", place[160] = "?";
    bool pair = w->letter != NULL;
    if (pair || (c->kind != DIST_BARRIER && c->kind != DIST_GROUP)) shape_words(w, shape, sizeof shape);
    if (pair && w->said.peer == DIST_ANY) snprintf(how, sizeof how, " from any rank");
    else if (pair) snprintf(how, sizeof how, w->step == STEP_SENDING ? " to rank %d" : " from rank %d", w->group->members[w->said.peer]);
    else if (kinds[c->kind].reduces && kinds[c->kind].root) snprintf(how, sizeof how, "(%s) to rank %d", reductions[c->reduce], w->group->members[c->root]);
    else if (kinds[c->kind].reduces) snprintf(how, sizeof how, "(%s)", reductions[c->reduce]);
    else if (kinds[c->kind].root) snprintf(how, sizeof how, c->kind == DIST_GATHER ? " to rank %d" : " from rank %d", w->group->members[c->root]);
    ranks_run.host.where(ranks_run.host.data, w->said.site, place, sizeof place);
    snprintf(out, n, "%s%s%s%s at %s", w->verb, how, *shape ? " of " : "", shape, place);
}

void work_fails(RankWork *w, const char *format, ...)
{
    va_list list;
    if (!w->error && (w->error = malloc(ERROR_ROOM))) {
        va_start(list, format);
        vsnprintf(w->error, ERROR_ROOM, format, list);
        va_end(list);
    }
    w->step = STEP_FAILED;
}
void work_engine_failed(RankWork *w)
{
    char words[400];
    work_words(w, words, sizeof words);
    work_fails(w, "%s says: %s (in %s)", ranks_run.engine->name, ranks_run.engine->said(), words);
}

/* ---- a work's life ---- */
RankWork *work_new(RankGroup *g, const RankCall *call, const char *verb)
{
    RankWork *w = malloc(sizeof *w);
    if (!w) return NULL;
    memset(w, 0, offsetof(RankWork, head));
    memset((char *)w + offsetof(RankWork, heads), 0, sizeof *w - offsetof(RankWork, heads));
    w->group = g;
    w->verb = verb;
    w->uses = 2;
    w->said = *call;
    w->later = call->later;
    w->source = -1;
    w->began = ranks_run.recorded ? ranks_now() : 0;
    for (int i = 0; i < call->ndim && i < SHAPE_TOLD; i++) w->dims[i] = call->shape[i];
    w->said.shape = w->dims;
    return w;
}

RankWork *work_retain(RankWork *w) { return w->uses++, w; }
void work_release(RankWork *w)
{
    if (!w || --w->uses) return;
    free(w->heads);
    free(w->texts);
    free(w->letter);
    free(w->counts);
    free(w->error);
    free(w);
}

/* It leaves its queue: the engine is done with its memory. */
static void work_leaves(RankWork *w)
{
    row_note(w);
    for (int i = 0; i < 2; i++)
        if (w->said.kept[i]) {
            ranks_run.host.let_go(ranks_run.host.data, w->said.kept[i]);
            w->said.kept[i] = NULL;
        }
    work_release(w);
}

/* ---- small values: they came with the heads ---- */
static bool fits_head(const DistCall *c)
{
    return c->kind == DIST_BARRIER || c->kind == DIST_GROUP || (c->kind <= DIST_GATHER && call_bytes(c) <= HEAD_SMALL);
}

static void take_small(RankWork *w)
{
    const DistCall *c = &w->said.call;
    size_t n = call_bytes(c);
    const RankGroup *g = w->group;
    bool mine = !kinds[c->kind].root || c->root == g->rank;
    switch (c->kind) {
    case DIST_BROADCAST: memcpy(c->out, w->heads[c->root].small, n); break;
    case DIST_ALL_REDUCE: case DIST_REDUCE:
        if (!mine) break;
        union { unsigned char bytes[HEAD_SMALL]; double align; } sum, part; /* (the library may want its operands aligned) */
        memcpy(sum.bytes, w->heads[0].small, HEAD_SMALL);
        for (int i = 1; i < g->size; i++) {
            memcpy(part.bytes, w->heads[i].small, HEAD_SMALL);
            if (!ranks_run.engine->fold(part.bytes, sum.bytes, c->count, c->dtype, c->reduce)) return work_engine_failed(w);
        }
        memcpy(c->out, sum.bytes, n);
        break;
    case DIST_ALL_GATHER: case DIST_GATHER:
        for (int i = 0; mine && i < g->size; i++) memcpy((char *)c->out + (size_t)i * n, w->heads[i].small, n);
        break;
    default: break;
    }
    w->step = STEP_DONE;
}

/* ---- where ranks differ, each says what it does ---- */
enum { TEXT = 320 };

static void begin_texts(RankWork *w)
{
    if (!(w->texts = calloc((size_t)w->group->size + 1, TEXT))) return work_fails(w, "no memory");
    char *mine = w->texts + (size_t)w->group->size * TEXT;
    work_words(w, mine, TEXT);
    const DistCall c = {.kind = DIST_ALL_GATHER, .dtype = DT_UINT8, .count = TEXT, .in = mine, .out = w->texts};
    w->step = STEP_TEXTS;
    if (!(w->request = ranks_run.engine->start(w->group->data, &c))) work_engine_failed(w);
}

/* "rank 0 does …; ranks 1, 2 do …" */
static void tell_difference(RankWork *w)
{
    char all[ERROR_ROOM - 200];
    int at = 0, size = w->group->size;
    for (int i = 0; i < size && at < (int)sizeof all - TEXT; i++) {
        const char *text = w->texts + (size_t)i * TEXT;
        if (!*text) continue;
        int alike = 0;
        for (int j = i + 1; j < size; j++) alike += strcmp(text, w->texts + (size_t)j * TEXT) == 0;
        at += snprintf(all + at, sizeof all - (size_t)at, alike ? "%sranks %d" : "%srank %d", at ? "; " : "", w->group->members[i]);
        for (int j = i + 1, told = 0; j < size && alike; j++) {
            char *other = w->texts + (size_t)j * TEXT;
            if (strcmp(text, other) != 0) continue;
            if (told++ < 8) at += snprintf(all + at, sizeof all - (size_t)at, ", %d", w->group->members[j]);
            else if (told == 9) at += snprintf(all + at, sizeof all - (size_t)at, " …");
            *other = 0;
        }
        at += snprintf(all + at, sizeof all - (size_t)at, ": %s", text);
    }
    bool same_call = true;
    for (int i = 1; i < size; i++) same_call &= w->heads[i].about == w->heads[0].about;
    work_fails(w, same_call ? "The ranks are not at the same call: %s" : "The ranks do not do the same: %s", all);
}

static void judge_heads(RankWork *w)
{
    w->later = false;
    bool same = true;
    for (int i = 0; i < w->group->size; i++) {
        same &= w->heads[i].about == w->head.about && w->heads[i].step == w->head.step;
        w->later |= w->heads[i].later != 0;
    }
    if (w->began) w->agreed = ranks_now();
    w->differs = !same; /* (the texts' turn comes in the order of the values) */
    w->small &= same;
    if (w->small) take_small(w);
    else w->step = same && w->said.elsewhere ? STEP_DONE : STEP_READY;
}

/* ---- steps ---- */
static void begin_values(RankWork *w)
{
    if (w->differs) return begin_texts(w);
    if (w->later) {
        w->step = STEP_DATA;
        if (!(w->request = ranks_run.engine->start(w->group->data, &w->said.call))) work_engine_failed(w);
        return;
    }
    ranks_run.within = w;
    bool ok = ranks_run.engine->run(w->group->data, &w->said.call);
    ranks_run.within = NULL;
    if (ok) w->step = STEP_DONE;
    else work_engine_failed(w);
}

static void step(RankWork *w, bool may_begin)
{
    if (w->step == STEP_READY) {
        if (may_begin) begin_values(w);
        return;
    }
    DistAnswer a = ranks_run.engine->test(w->request, NULL);
    if (a == DIST_RUNS) return;
    w->request = NULL;
    if (a == DIST_FAILED) work_engine_failed(w);
    else if (w->step == STEP_HEADS) judge_heads(w);
    else if (w->step == STEP_TEXTS) tell_difference(w);
    else w->step = STEP_DONE;
    if (w->step == STEP_READY && may_begin) begin_values(w);
}

bool work_has_ended(const RankWork *w) { return w->step >= STEP_DONE; }

/* The group's calls, in their order: values are begun when those of all before have been. */
static void advance(RankGroup *g)
{
    bool may_begin = true;
    for (RankWork **at = &g->first, *before = NULL; *at;) {
        RankWork *w = *at;
        if (!work_has_ended(w)) step(w, may_begin);
        else if (w->request && ranks_run.engine->test(w->request, NULL) != DIST_RUNS) w->request = NULL; /* it failed while it waited */
        may_begin &= w->step != STEP_HEADS && w->step != STEP_READY;
        if (work_has_ended(w) && !w->request) {
            *at = w->next;
            if (g->last == w) g->last = before;
            work_leaves(w);
        } else
            before = w, at = &w->next;
    }
}

static void advance_loose(void)
{
    for (RankWork **at = &ranks_run.loose; *at;) {
        RankWork *w = *at;
        pair_step(w);
        if (work_has_ended(w) && !w->request && !w->second) {
            *at = w->next;
            work_leaves(w);
        } else
            at = &w->next;
    }
}

void ranks_advance(void)
{
    for (RankGroup *g = ranks_run.groups; g; g = g->next)
        if (g->first) advance(g);
    if (ranks_run.loose) advance_loose();
}

RankWork *ranks_begin(RankGroup *g, const RankCall *call)
{
    RankWork *w = work_new(g, call, kinds[call->call.kind].name);
    if (!w) return NULL;
    const DistCall *c = &w->said.call;
    w->small = fits_head(c) && !call->elsewhere;
    w->heads = malloc(sizeof(Head) * (size_t)g->size);
    bool room = w->heads != NULL;
    if (room && c->in_counts) {
        size_t n = sizeof(int) * (size_t)g->size;
        if ((room = (w->counts = malloc(2 * n)) != NULL)) {
            memcpy(w->counts, c->in_counts, n);
            memcpy(w->counts + g->size, c->out_counts, n);
            w->said.call.in_counts = w->counts;
            w->said.call.out_counts = w->counts + g->size;
        }
    }
    if (!room) return w->uses = 1, work_release(w), NULL;
    w->head.about = about(call);
    w->head.step = g->steps++;
    w->head.later = call->later || ranks_at.number; /* (a steered rank can be interrupted in its values' exchange, and outlives another's death there) */
    if (w->small && c->in) memcpy(w->head.small, c->in, call_bytes(c));
    _Static_assert((int)RANK_TOKEN <= (int)HEAD_SMALL, "a token fits");
    if (call->elsewhere) memcpy(w->head.small, call->token, RANK_TOKEN);
    const DistCall heads = {.kind = DIST_ALL_GATHER, .dtype = DT_UINT8, .count = sizeof(Head), .in = &w->head, .out = w->heads};
    if (g->last) g->last->next = w;
    else g->first = w;
    g->last = w;
    if (g->given_up) work_fails(w, GIVEN_UP);
    else if (!(w->request = ranks_run.engine->start(g->heads, &heads))) work_engine_failed(w);
    return w;
}

/* ---- waiting ---- */
static RankState state_of(const RankWork *w) { return w->step == STEP_DONE ? RANK_DONE : w->step == STEP_FAILED ? RANK_FAILED : RANK_RUNS; }
const char *work_error(const RankWork *w) { return w->error ? w->error : "no memory"; }
const unsigned char *work_token(const RankWork *w, int rank) { return w->heads[rank].small; }
int work_source(const RankWork *w) { return w->source; }

static void advance_for(RankWork *w)
{
    if (w->letter) advance_loose();
    else advance(w->group);
}

RankState work_test(RankWork *w)
{
    if (!work_has_ended(w)) ranks_advance();
    return state_of(w);
}

enum { SPINS = 400, LOOK_EVERY = 64 };
static const double nap_after = 0.02;

RankState work_wait(RankWork *w, double seconds)
{
    Waiting waiting = {0};
    double began = 0, now = 0;
    bool told = false;
    for (uint64_t spins = 0;; spins++) {
        if (work_has_ended(w)) break;
        advance_for(w);
        if (work_has_ended(w)) break;
        if (spins < SPINS && !(ranks_run.crowded && spins > 8)) continue;
        if (!began) waiting.began = began = ranks_now();
        if (!told && now - began >= nap_after) doing_set(w), told = true;
        if (spins % LOOK_EVERY == 0) {
            now = ranks_now();
            ranks_advance();
            if (!ranks_run.host.poll(ranks_run.host.data)) {
                if (told) doing_set(NULL);
                return RANK_INTERRUPTED;
            }
            if (!work_has_ended(w) && notes_look(w, &waiting, now, began + seconds)) break;
            if (!work_has_ended(w) && now - began >= seconds) notes_late(w, &waiting, seconds);
        }
        if (now - began < nap_after) sched_yield();
        else nanosleep(&(struct timespec){0, 50000}, NULL);
    }
    notes_went_on(&waiting);
    if (told) doing_set(NULL);
    return state_of(w);
}

/* ---- groups ---- */
RankGroup *ranks_everybody(void)
{
    RankGroup *g = ranks_run.groups;
    while (g && g->next) g = g->next;
    return g;
}
int group_rank(const RankGroup *g) { return g->rank; }
int group_size(const RankGroup *g) { return g->size; }
bool group_is_near(const RankGroup *g) { return ranks_run.engine->near(g->data); }

static bool group_comms(RankGroup *g, DistComm *parent)
{
    g->heads = ranks_run.engine->comm(parent, g->members, g->size, 0);
    g->data = g->heads ? ranks_run.engine->comm(parent, g->members, g->size, 1) : NULL;
    return g->data != NULL;
}
bool group_anew(RankGroup *g) { return group_comms(g, NULL); }

static RankGroup *group_new(DistComm *parent, const int *ranks, int n)
{
    RankGroup *g = calloc(1, sizeof *g);
    if (!g || !(g->members = malloc(sizeof(int) * (size_t)n))) return free(g), NULL;
    g->size = n;
    for (int i = 0; i < n; i++) {
        g->members[i] = ranks[i];
        if (ranks[i] == ranks_run.rank) g->rank = i;
    }
    if (group_comms(g, parent)) return g->next = ranks_run.groups, ranks_run.groups = g;
    free(g->members);
    free(g);
    return NULL;
}

bool ranks_group(const int *ranks, int n, uint32_t site, double seconds, RankGroup **out, char *why, size_t room)
{
    RankCall call = {.call = {.kind = DIST_GROUP}, .site = site, .about = 1};
    bool member = false;
    *out = NULL;
    for (int i = 0; i < n; i++) {
        call.about = mixed(call.about, (uint64_t)ranks[i] + 1);
        member |= ranks[i] == ranks_run.rank;
    }
    RankWork *w = ranks_begin(ranks_everybody(), &call);
    RankState s = w ? work_wait(w, seconds) : RANK_FAILED;
    if (s != RANK_DONE) snprintf(why, room, "%s", s == RANK_INTERRUPTED ? "" : w ? work_error(w) : "no memory");
    work_release(w);
    if (s != RANK_DONE || !member) return s == RANK_DONE;
    if ((*out = group_new(ranks_everybody()->data, ranks, n))) return true;
    return snprintf(why, room, "%s says: %s (in new_group)", ranks_run.engine->name, ranks_run.engine->said()), false;
}

void group_release(RankGroup *g)
{
    if (g == ranks_everybody() || g->first) return; /* (what was begun and never waited for goes on) */
    RankGroup **at = &ranks_run.groups;
    while (*at != g) at = &(*at)->next;
    *at = g->next; /* (its comms stay until the end: to free one is a call of all its ranks) */
    free(g->members);
    free(g);
}

/* ---- the run ---- */
bool ranks_are_open(void) { return ranks_run.engine && !ranks_run.closed && ranks_run.process == (int)getpid(); }
int ranks_rank(void) { return ranks_run.rank; }
int ranks_size(void) { return ranks_run.size; }
const DistEngine *ranks_engine(void) { return ranks_run.engine; }

bool ranks_open(const RanksHost *host, char *why, size_t n)
{
    if (ranks_are_open()) return true;
    if (ranks_run.engine) return snprintf(why, n, ranks_run.closed ? "this process has left its run of ranks, which cannot be joined twice" : "a child of a rank is no rank"), false;
    const DistEngine *e = dist_is_untold(why, n) ? NULL : dist_open(why, n);
    if (!e) return false;
    ranks_run = (Run){.host = *host, .process = (int)getpid(), .recorded = ranks_run.recorded};
    if (!dist_join(e, &ranks_run.rank, &ranks_run.size)) return snprintf(why, n, "%s says: %s", e->name, e->said()), false;
    char process[16];
    snprintf(process, sizeof process, "%d", ranks_run.process);
    setenv("PERCH_RANK", process, 1);
    ranks_run.engine = e;
    int *ranks = malloc(sizeof(int) * (size_t)ranks_run.size);
    for (int i = 0; ranks && i < ranks_run.size; i++) ranks[i] = i;
    bool ok = ranks && group_new(NULL, ranks, ranks_run.size) && notes_open();
    free(ranks);
    return ok || (snprintf(why, n, "%s says: %s", e->name, ranks ? e->said() : "no memory"), false);
}

/* What was begun by this rank and can still be done: the others need it. */
static bool is_idle(void)
{
    ranks_advance();
    for (RankGroup *g = ranks_run.groups; g; g = g->next)
        for (RankWork *w = g->first; w; w = w->next)
            if (!work_has_ended(w)) return false;
    for (RankWork *w = ranks_run.loose; w; w = w->next)
        if (w->step == STEP_SENDING) return false;
    return true;
}

static const double patience_at_end = 10; /* seconds that a rank which failed gives the others to hear of it and to say so */
static const double patience_steered = 0.2; /* of one that is steered: the others do not end */

void ranks_close(const char *words)
{
    if (!ranks_are_open()) return;
    double patience = ranks_at.number ? patience_steered : patience_at_end, until = ranks_now() + patience;
    notes_end(words);
    while (!is_idle() && ranks_now() < until && !notes_all_ended(0)) nanosleep(&(struct timespec){0, 50000}, NULL);
    if (notes_all_ended(words ? patience : INFINITY)) ranks_run.engine->close(); /* (else it would wait for one that never comes) */
    notes_close();
    ranks_run.closed = true;
}
