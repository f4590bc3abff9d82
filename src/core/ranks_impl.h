/* ranks_impl.h: what ranks.c (calls), ranks_pair.c (between two), ranks_notes.c (what a rank tells the others beside its calls), ranks_ledger.c (what was done) and
 * ranks_cells.c (runs that are steered) share. */
#ifndef PERCH_CORE_RANKS_IMPL_H
#define PERCH_CORE_RANKS_IMPL_H

#include "core/ranks.h"

enum { HEAD_SMALL = 40, ERROR_ROOM = 1600, SHAPE_TOLD = 6 };
typedef struct Head { /* what a rank says of its call; the first 16 bytes are the same on all ranks */
    uint64_t about;
    uint64_t step;
    uint64_t later;              /* may others wait for it blindly? */
    unsigned char small[HEAD_SMALL];
} Head;
_Static_assert(sizeof(Head) == 64, "a line of the cache");

typedef enum WorkStep { STEP_HEADS, STEP_READY, STEP_DATA, STEP_TEXTS, STEP_SENDING, STEP_HEARING, STEP_TAKING, STEP_DONE, STEP_FAILED } WorkStep;
struct RankWork {
    RankGroup *group;
    RankWork *next;              /* of the group's queue, or of the loose ones */
    const char *verb;            /* "all_reduce", "send" */
    WorkStep step;
    int uses;                    /* the caller's, the queue's */
    bool small, later, differs;  /* later: some rank of it does not wait at once; differs: the heads are not the same */
    RankCall said;
    int64_t dims[SHAPE_TOLD];
    Head head, *heads;           /* mine; all ranks' */
    char *texts;                 /* all ranks' words, where they differ */
    DistRequest *request, *second;
    struct Letter *letter;       /* between two */
    int source;
    int *counts;
    char *error;
    double began, agreed;        /* where calls are written down */
};
struct RankGroup {
    DistComm *heads, *data;      /* two, so that heads and values keep an order of their own */
    int rank, size, *members;
    uint64_t steps;
    RankWork *first, *last;      /* the queue */
    bool given_up;               /* its ranks were brought together again without it */
    RankGroup *next;
};

typedef struct Run {
    const DistEngine *engine;
    RanksHost host;
    int rank, size, process;     /* process: the one that joined; a child of it is no rank */
    bool recorded;               /* calls are written down */
    bool closed, crowded;        /* crowded: more ranks on this machine than processors */
    RankGroup *groups;           /* everybody's is the last */
    RankWork *loose;             /* between two */
    RankWork *within;            /* the engine exchanges its values now, and waits for the others */
    uint32_t letters;            /* large ones sent so far */
} Run;

typedef struct Cell { /* of a run that is steered */
    uint32_t number;             /* 0: it is none */
    bool alone, runs;
    int *targets, count;
} Cell;
extern Run ranks_run;

/* ---- ranks.c ---- */
RankWork *work_new(RankGroup *g, const RankCall *call, const char *verb);
void work_fails(RankWork *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
void work_engine_failed(RankWork *w);                    /* in the engine's words */
void work_words(const RankWork *w, char *out, size_t n); /* "all_reduce(SUM) of float32 [3] at train.py:12" */
size_t call_bytes(const DistCall *c);
/* ---- ranks_pair.c ---- */
void pair_step(RankWork *w);     /* one that has failed too: until the engine is done with it */
bool work_has_ended(const RankWork *w);
void ranks_advance(void);
bool group_anew(RankGroup *everybody);                   /* its comms; false: the engine failed */
#define GIVEN_UP "This group is of before an error, after which the ranks were brought together again: make it anew (new_group)"
/* ---- ranks_ledger.c ---- */
void row_note(const RankWork *w);
/* ---- ranks_cells.c ---- */
extern Cell ranks_at;
bool cell_is_target(int rank);
void doing_set(const RankWork *w /*NULL: nothing*/);
/* ---- ranks_notes.c ---- */
bool notes_open(void);           /* false: the engine failed */
void notes_close(void);
typedef struct Waiting { double began, looked; bool said; /* the others know of it */ } Waiting;
/* Looked at now and then by a rank that waits for w; true: w has failed. */
bool notes_look(RankWork *w, Waiting *waiting, double now, double limit);
void notes_went_on(Waiting *waiting);
void notes_late(RankWork *w, Waiting *waiting, double seconds); /* its time is over */
void notes_end(const char *words);
void notes_rest(const char *failed, uint32_t cell);
bool notes_all_ended(double seconds); /* have they all told so, within that time? */
double ranks_now(void);

#endif
