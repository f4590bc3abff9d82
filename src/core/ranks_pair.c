/* ranks_pair.c: messages between two ranks: a letter says what comes (dtype, how much); small values are in it, larger ones follow under a tag of their own (ranks.h). */
#include <stdlib.h>
#include <string.h>

#include "ranks_impl.h"


enum { LETTER_ROOM = 4096 };
typedef struct Letter {
    uint64_t bytes;
    uint32_t dtype, tag; /* tag: of the values, on the group's other comm */
    unsigned char body[LETTER_ROOM];
} Letter;
enum { LETTER_HEAD = offsetof(Letter, body) };

static RankWork *pair_new(RankGroup *g, const RankCall *call, const char *verb, WorkStep step)
{
    RankWork *w = work_new(g, call, verb);
    if (w && !(w->letter = malloc(sizeof *w->letter))) return w->uses = 1, work_release(w), NULL;
    if (!w) return NULL;
    w->step = step;
    w->next = ranks_run.loose;
    return ranks_run.loose = w;
}

RankWork *ranks_send(RankGroup *g, const RankCall *call)
{
    RankWork *w = pair_new(g, call, call->later ? "isend" : "send", STEP_SENDING);
    if (!w) return NULL;
    if (g->given_up) return work_fails(w, GIVEN_UP), w;
    size_t n = call_bytes(&call->call);
    bool inside = n <= LETTER_ROOM;
    w->letter->bytes = n;
    w->letter->dtype = (uint32_t)call->call.dtype;
    w->letter->tag = inside ? 0 : 1 + ranks_run.letters++ % (DIST_TAGS - 1);
    if (inside) memcpy(w->letter->body, call->call.in, n);
    bool ok = (w->request = ranks_run.engine->send(g->heads, call->peer, call->tag, w->letter, LETTER_HEAD + (inside ? n : 0))) != NULL;
    if (ok && !inside) ok = (w->second = ranks_run.engine->send(g->data, call->peer, (int)w->letter->tag, call->call.in, n)) != NULL;
    if (!ok) work_engine_failed(w);
    return w;
}

RankWork *ranks_receive(RankGroup *g, const RankCall *call)
{
    RankWork *w = pair_new(g, call, call->later ? "irecv" : "recv", STEP_HEARING);
    if (!w) return NULL;
    if (g->given_up) return work_fails(w, GIVEN_UP), w;
    if (!(w->request = ranks_run.engine->receive(g->heads, call->peer, call->tag, w->letter, sizeof *w->letter))) work_engine_failed(w);
    return w;
}

static bool is_done(RankWork *w, DistRequest **r, int *from)
{
    if (!*r) return true;
    DistAnswer a = ranks_run.engine->test(*r, from);
    if (a == DIST_RUNS) return false;
    *r = NULL;
    if (a == DIST_FAILED) work_engine_failed(w);
    return true;
}

static void sending(RankWork *w)
{
    bool first = is_done(w, &w->request, NULL), second = is_done(w, &w->second, NULL);
    if (first && second && w->step == STEP_SENDING) w->step = STEP_DONE;
}

/* The letter is there: does it fit? */
static void judge(RankWork *w)
{
    const Letter *l = w->letter;
    const DistCall *c = &w->said.call;
    if (w->began) w->agreed = ranks_now();
    if (l->dtype != (uint32_t)c->dtype || l->bytes > call_bytes(c)) {
        char words[400];
        work_words(w, words, sizeof words);
        const char *type = l->dtype < DTYPE_COUNT ? dtype_info[l->dtype].name : "?";
        return work_fails(w, "Tensors of different ranks do not fit: rank %d sent %llu elements of %s to %s", w->group->members[w->source],
                          (unsigned long long)(l->bytes / (l->dtype < DTYPE_COUNT ? dtype_bytes((DType)l->dtype) : 1)), type, words);
    }
    if (!l->tag) {
        memcpy(c->out, l->body, l->bytes);
        w->step = STEP_DONE;
        return;
    }
    w->step = STEP_TAKING;
    if (!(w->request = ranks_run.engine->receive(w->group->data, w->source, (int)l->tag, c->out, l->bytes))) work_engine_failed(w);
}

static void hearing(RankWork *w)
{
    if (is_done(w, &w->request, &w->source) && w->step == STEP_HEARING) judge(w);
}

static void taking(RankWork *w)
{
    if (is_done(w, &w->request, NULL) && w->step == STEP_TAKING) w->step = STEP_DONE;
}

/* A letter that it waits for is not wanted any more; what the engine still reads or writes has to end by itself. */
static void giving_up(RankWork *w)
{
    if (w->source < 0 && w->request && !w->second && w->verb[w->verb[0] == 'i'] == 'r') ranks_run.engine->cancel(w->request), w->request = NULL;
    if (w->request && ranks_run.engine->test(w->request, NULL) != DIST_RUNS) w->request = NULL;
    if (w->second && ranks_run.engine->test(w->second, NULL) != DIST_RUNS) w->second = NULL;
}

void pair_step(RankWork *w)
{
    if (w->step == STEP_SENDING) sending(w);
    else if (w->step == STEP_HEARING) hearing(w);
    else if (w->step == STEP_TAKING) taking(w);
    else if (w->step == STEP_FAILED) giving_up(w);
}
