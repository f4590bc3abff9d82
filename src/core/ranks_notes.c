/* ranks_notes.c: what ranks tell each other beside their calls: that one waits (for what), that it goes on, that it has ended (why); and what a rank that waits makes of it.
 *
 * A rank that waits for a second says so to all. Where all say so and nothing has changed for a while, nobody will ever come: each ends with what everybody waits for. A rank that has ended
 * is not waited for, nor one whose process is gone (seen for those of the same machine). SIGTERM, which a launcher sends when a rank died, is put off while a rank waits: it says whom it waited for.
 */
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include "ranks_impl.h"


enum { NOTE_TEXT = 360, NOTE_TAG = 7, BEHIND = 64 };
typedef enum NoteKind { NOTE_NONE, NOTE_WAITS, NOTE_WENT_ON, NOTE_RESTS, NOTE_ENDED, NOTE_FAILED /* it ended with an error */ } NoteKind;
typedef struct Note { uint32_t kind, cell /*NOTE_RESTS: which has ended*/; char text[NOTE_TEXT]; } Note;
typedef struct Peer { /* what is known of a rank */
    Note last;              /* does it wait? */
    double ended, rested;   /* when that was heard; 0: it was not. rested: its last cell has ended, whose number is: */
    uint32_t rests;
    char why[NOTE_TEXT];    /* it ended; why its cell failed, or "" */
    int64_t process;        /* 0: on another machine */
    bool died, failed;
} Peer;
typedef struct Where { int64_t process; char host[120]; } Where;

static struct {
    DistComm *comm;
    Peer *peers;
    double changed;                                                      /* when the last note came or went */
    struct { Note note; DistRequest *request; } *out;                    /* BEHIND notes to each rank that may still be under way, in turn */
    uint32_t *sent;
} notes;

static volatile sig_atomic_t waits, told_to_end;
static _Atomic int64_t card_waits; /* until then (milliseconds) it is taken to wait for its GPU: who does says so again and again (group_lost) */
static int64_t milliseconds(void) { return (int64_t)(1e3 * ranks_now()); }
static void terminated(int number)
{
    if (waits || milliseconds() < card_waits) {
        told_to_end = 1;
        return;
    }
    if (ranks_run.within) { /* the engine is at it and does not come back: what can be said is said here */
        char words[400], text[500];
        work_words(ranks_run.within, words, sizeof words);
        int n = snprintf(text, sizeof text, "The run is being ended. Rank %d was in %s\n", ranks_run.rank, words);
        if (write(STDERR_FILENO, text, (size_t)n) < 0) {} /* nobody reads it */
    }
    signal(number, SIG_DFL);
    raise(number);
}
static void watch_signal(void)
{
    struct sigaction now, own = {.sa_handler = terminated};
    if (sigaction(SIGTERM, NULL, &now) == 0 && now.sa_handler == SIG_DFL) sigaction(SIGTERM, &own, NULL);
}

/* ---- where the ranks are ---- */
static bool meet(void)
{
    Where mine = {.process = getpid()}, *all = calloc((size_t)ranks_run.size, sizeof *all);
    if (!all) return false;
    gethostname(mine.host, sizeof mine.host - 1);
    const DistCall c = {.kind = DIST_ALL_GATHER, .dtype = DT_UINT8, .count = sizeof mine, .in = &mine, .out = all};
    bool ok = ranks_run.engine->run(notes.comm, &c);
    int here = 0;
    for (int i = 0; ok && i < ranks_run.size; i++) {
        bool same = strcmp(all[i].host, mine.host) == 0;
        notes.peers[i].process = same ? all[i].process : 0;
        here += same;
    }
    ranks_run.crowded = here > sysconf(_SC_NPROCESSORS_ONLN);
    free(all);
    return ok;
}

bool notes_open(void)
{
    int *ranks = malloc(sizeof(int) * (size_t)ranks_run.size);
    notes.peers = calloc((size_t)ranks_run.size, sizeof *notes.peers);
    notes.out = calloc((size_t)ranks_run.size * BEHIND, sizeof *notes.out);
    notes.sent = calloc((size_t)ranks_run.size, sizeof *notes.sent);
    for (int i = 0; ranks && i < ranks_run.size; i++) ranks[i] = i;
    bool ok = ranks && notes.peers && notes.out && notes.sent && (notes.comm = ranks_run.engine->comm(NULL, ranks, ranks_run.size, 2)) && meet();
    free(ranks);
    if (ok) watch_signal();
    return ok;
}

void notes_close(void) {} /* (what the engine may still read stays) */

/* ---- telling and hearing ---- */
static void tell(int to, NoteKind kind, uint32_t cell, const char *text)
{
    __typeof__(*notes.out) *slot = &notes.out[(size_t)to * BEHIND + notes.sent[to] % BEHIND];
    if (slot->request && ranks_run.engine->test(slot->request, NULL) == DIST_RUNS) return; /* so many notes that nobody has taken: that rank hears nothing anyway */
    notes.sent[to]++;
    memset(&slot->note, 0, sizeof slot->note);
    slot->note.kind = kind;
    slot->note.cell = cell;
    snprintf(slot->note.text, sizeof slot->note.text, "%s", text);
    slot->request = ranks_run.engine->send(notes.comm, to, NOTE_TAG, &slot->note, sizeof slot->note);
}
static void tell_all(NoteKind kind, uint32_t cell, const char *text)
{
    for (int i = 0; i < ranks_run.size; i++)
        if (i != ranks_run.rank) tell(i, kind, cell, text);
    notes.changed = ranks_now();
}

static void hear(void)
{
    int from;
    Note note;
    while (ranks_run.engine->peek(notes.comm, &from, NOTE_TAG)) {
        DistRequest *r = ranks_run.engine->receive(notes.comm, from, NOTE_TAG, &note, sizeof note);
        while (r && ranks_run.engine->test(r, NULL) == DIST_RUNS) {}
        if (!r) return;
        Peer *p = &notes.peers[from];
        note.text[NOTE_TEXT - 1] = 0;
        if (note.kind == NOTE_RESTS) {
            p->rests = note.cell;
            p->rested = ranks_now();
            if (!p->ended) memcpy(p->why, note.text, NOTE_TEXT);
        } else if (note.kind < NOTE_ENDED) {
            p->last = note;
            notes.changed = ranks_now();
        } else if (!p->ended) {
            p->ended = ranks_now();
            p->failed = note.kind == NOTE_FAILED;
            memcpy(p->why, note.text, NOTE_TEXT);
        }
    }
}

static void look_for_dead(double now)
{
    for (int i = 0; i < ranks_run.size; i++) {
        Peer *p = &notes.peers[i];
        if (i == ranks_run.rank || p->ended || !p->process || kill((pid_t)p->process, 0) == 0 || errno != ESRCH) continue;
        p->died = true;
        p->ended = now;
        snprintf(p->why, sizeof p->why, "its process (%lld) has died", (long long)p->process);
    }
}

/* ---- what a rank that waits makes of it ---- */
static const double first_look = 0.02, tells_after = 1, grace = 0.5, quiet = 8, looks_for_dead_every = 0.1, may_still_do = 2 /* what it had given to its GPU */;

static bool is_of(const RankWork *w, int rank)
{
    if (w->letter && w->said.peer != DIST_ANY) return w->group->members[w->said.peer] == rank;
    for (int i = 0; i < w->group->size; i++)
        if (w->group->members[i] == rank) return true;
    return false;
}

/* Why a rank will not come: "has ended", "is gone"; in a run that is steered its cell is over, or it has none. NULL: it may. */
static const char *absence(int rank, double now, double began)
{
    const Peer *p = &notes.peers[rank];
    if (p->ended) return now - p->ended <= (told_to_end ? 0 : grace) ? NULL : p->died ? "is gone: " : "has ended: ";
    if (!ranks_at.runs) return NULL;
    if (cell_is_target(rank)) return p->rests != ranks_at.number || now - p->rested <= grace ? NULL : *p->why ? "has left its cell: " : "has come to the end of its cell";
    return ranks_at.alone && now - began > tells_after ? "has no cell to run" : NULL;
}

/* The rank that is waited for and will not come; any rank's message: none of them will. */
static int missing(const RankWork *w, double now, double began)
{
    int found = -1;
    bool any = w->letter && w->said.peer == DIST_ANY;
    for (int i = 0; i < ranks_run.size; i++) {
        if (i == ranks_run.rank || !is_of(w, i)) continue;
        bool gone = absence(i, now, began) != NULL;
        if (gone && found < 0) found = i;
        if (any && !gone) return -1;
    }
    return found;
}

static bool all_wait(void)
{
    for (int i = 0; i < ranks_run.size; i++)
        if (i != ranks_run.rank && notes.peers[i].last.kind != NOTE_WAITS && !notes.peers[i].ended) return false;
    return ranks_run.size > 1;
}

static void what_others_do(char *out, size_t n)
{
    size_t at = 0;
    *out = 0;
    for (int i = 0; i < ranks_run.size && at < n; i++) {
        const Peer *p = &notes.peers[i];
        if (i == ranks_run.rank) continue;
        bool said = p->last.kind == NOTE_WAITS;
        const char *how = said ? "waits in " : p->ended ? "has ended: " : "does something else";
        at += (size_t)snprintf(out + at, n - at, "; rank %d %s%s", i, how, said ? p->last.text : p->ended ? p->why : "");
    }
}

static bool look_for_end(RankWork *w, Waiting *waiting, double now)
{
    int gone = missing(w, now, waiting->began);
    char words[400], others[ERROR_ROOM - 500];
    if (gone >= 0) {
        work_words(w, words, sizeof words);
        const char *how = absence(gone, now, waiting->began);
        work_fails(w, "Rank %d %s%s. Rank %d waited for it in %s", gone, how, how[strlen(how) - 1] == ' ' ? notes.peers[gone].why : "", ranks_run.rank, words);
        return true;
    }
    if (!waiting->said || now - notes.changed < quiet || !all_wait() || w->step == STEP_DATA || w->step == STEP_TAKING || w->step == STEP_TEXTS || !ranks_run.host.alone(ranks_run.host.data)) return false;
    work_words(w, words, sizeof words);
    what_others_do(others, sizeof others);
    waiting->said = false; /* it does not go on: the others find the same */
    work_fails(w, "All ranks wait, and none will go on: rank %d waits in %s%s", ranks_run.rank, words, others);
    return true;
}

bool notes_look(RankWork *w, Waiting *waiting, double now, double limit)
{
    waits = 1;
    if (now - waiting->began < first_look && !told_to_end) return false;
    hear();
    if (told_to_end || now - waiting->looked > looks_for_dead_every) look_for_dead(now), waiting->looked = now;
    double patience = (limit - waiting->began) / 2;
    if (!waiting->said && now - waiting->began > (patience < tells_after ? patience : tells_after)) {
        char words[NOTE_TEXT];
        work_words(w, words, sizeof words);
        waiting->said = true;
        tell_all(NOTE_WAITS, 0, words);
    }
    if (look_for_end(w, waiting, now)) return true;
    if (!told_to_end) return false;
    char words[400];
    work_words(w, words, sizeof words);
    work_fails(w, "The run is being ended. Rank %d waited in %s", ranks_run.rank, words);
    return true;
}

void notes_went_on(Waiting *waiting)
{
    waits = 0;
    if (waiting->said) tell_all(NOTE_WENT_ON, 0, "");
}

void notes_late(RankWork *w, Waiting *waiting, double seconds)
{
    waiting->said = false; /* it stays at this call, for all that the others know */
    char words[400], others[ERROR_ROOM - 600];
    hear();
    work_words(w, words, sizeof words);
    what_others_do(others, sizeof others);
    work_fails(w, "Timed out after %.6g s: rank %d waits in %s%s", seconds, ranks_run.rank, words, others);
}

/* ---- the end ---- */
void notes_rest(const char *failed, uint32_t cell) { tell_all(NOTE_RESTS, cell, failed ? failed : ""); }
void notes_end(const char *words) { tell_all(words ? NOTE_FAILED : NOTE_ENDED, 0, words ? words : "its program is done"); }

/* It ended with an error, or left the cell that runs here with one: what it had not given to its GPU by then never comes. */
static bool has_failed(const Peer *p, double now)
{
    if (p->ended) return p->failed && now - p->ended > may_still_do;
    return ranks_at.runs && p->rests == ranks_at.number && *p->why && now - p->rested > may_still_do;
}

bool group_lost(const RankGroup *g, char *why, size_t n)
{
    const RankGroup *living = ranks_run.groups;
    while (living && living != g) living = living->next;
    if (!ranks_are_open() || !living) return false;
    double now = ranks_now();
    card_waits = milliseconds() + 500;
    hear();
    look_for_dead(now);
    for (int i = 0; i < g->size; i++) {
        const Peer *p = &notes.peers[g->members[i]];
        bool gone = g->members[i] != ranks_run.rank && (p->died || has_failed(p, now));
        const char *how = p->died ? "is gone" : p->ended ? "has ended" : "has left its cell";
        if (gone) return snprintf(why, n, "Rank %d %s: %s. Rank %d waited for it on its GPU", g->members[i], how, p->why, ranks_run.rank), true;
    }
    if (told_to_end) return snprintf(why, n, "The run is being ended. Rank %d waited for others on its GPU", ranks_run.rank), true;
    return false;
}

bool notes_all_ended(double seconds)
{
    double until = ranks_now() + seconds;
    for (;;) {
        bool all = true;
        hear();
        look_for_dead(ranks_now());
        for (int i = 0; i < ranks_run.size; i++) {
            if (notes.peers[i].died) return false;
            all &= i == ranks_run.rank || notes.peers[i].ended != 0;
        }
        if (all || ranks_now() >= until) return all;
        struct timespec nap = {0, 200000};
        nanosleep(&nap, NULL);
    }
}
