/* ranks.h: several processes of one run, and what they do together, over an engine (dist.h). What an engine would hang on, or answer with wrong numbers, is an error here.
 *
 * Before anything else of a call, all its ranks tell each other in 64 bytes what they are about to do (kind, reduction, dtype, root, sizes, how many such calls before it). Small values
 * travel in these bytes; larger ones follow when all agree. Where they do not, each rank says who does what on which line. A rank that waits for long tells the others so, one that ends tells
 * them why: when all wait, or one that is waited for has ended or died, the waiting ends with an error.
 *
 * Calls of a group are done in the order in which they were begun. There is one run a process; these functions are called by one thread at a time.
 */
#ifndef PERCH_CORE_RANKS_H
#define PERCH_CORE_RANKS_H

#include "core/dist.h"

typedef struct RanksHost { /* the program around it */
    void *data;
    bool (*poll)(void *data);                                          /* now and then while a rank waits: lets other threads run; false: it was interrupted */
    bool (*alone)(void *data);                                         /* is the waiting thread the program's only one? */
    void (*where)(void *data, uint32_t site, char *out, size_t n);     /* "train.py:12" */
    void (*let_go)(void *data, void *kept);                            /* memory of a call is not used any more */
} RanksHost;

/* Joins the run, once. false: why not. */
bool ranks_open(const RanksHost *host, char *why, size_t n);
bool ranks_are_open(void); /* in this process: a child that it forks is no rank */
int ranks_rank(void), ranks_size(void);
const DistEngine *ranks_engine(void);
/* The end of this rank: the others are told (words: "ValueError: … at train.py:9", or NULL where all is well), and the engine closes if they all end too. */
void ranks_close(const char *words);

typedef struct RankGroup RankGroup;
RankGroup *ranks_everybody(void);
int group_rank(const RankGroup *g), group_size(const RankGroup *g);
bool group_is_near(const RankGroup *g); /* all on one machine */

enum { RANK_TOKEN = 24 };
typedef struct RankCall {
    DistCall call;               /* its arrays of counts are copied */
    int peer, tag;               /* between two: peer may be DIST_ANY in a receive */
    uint64_t about;              /* more that all must agree on */
    const int64_t *shape;        /* for sentences */
    int ndim;
    uint32_t site;               /* the line that asks for it */
    bool later;                  /* it is begun and not waited for at once */
    bool elsewhere;              /* its values travel another way: the ranks only agree, and tell each other `token` */
    unsigned char token[RANK_TOKEN];
    void *kept[2];               /* what holds the memory: host->let_go for each that is not NULL */
} RankCall;

typedef enum RankState { RANK_RUNS, RANK_DONE, RANK_FAILED, RANK_INTERRUPTED } RankState;
typedef struct RankWork RankWork;
/* Each is owned by the caller (work_release) and goes on without him. NULL: no memory. What is wrong is said by work_wait. */
RankWork *ranks_begin(RankGroup *g, const RankCall *call);
RankWork *ranks_send(RankGroup *g, const RankCall *call);
RankWork *ranks_receive(RankGroup *g, const RankCall *call);
RankState work_test(RankWork *w);
RankState work_wait(RankWork *w, double seconds); /* RANK_INTERRUPTED: it goes on, and may be waited for again */
const char *work_error(const RankWork *w);        /* of one that failed: a sentence */
const unsigned char *work_token(const RankWork *w, int rank); /* of a call that is done and whose values travel elsewhere: what that rank of the group told */
int work_source(const RankWork *w);               /* of a receive that is done: its rank in the group */
RankWork *work_retain(RankWork *w);
void work_release(RankWork *w);

/* ---- a run that is steered cell by cell: its ranks outlive errors, and wait between cells ---- */
/* A cell begins here: its number (from 1), which ranks run it (their count), and whether these are all that will run anything before it has ended. May come before the run is open. */
bool ranks_cell(uint32_t number, const int *targets, int n, bool alone);
/* It has ended; failed: "ValueError: … at In[3]:2", or NULL. Ranks that wait for this one in the same cell are told. */
void ranks_rest(const char *failed);
/* Behind an error: *calls that everybody's group has begun, *left: what this rank has begun and what is not done. Also lets go on what was begun. */
void ranks_state(uint64_t *calls, int *left);
/* After an error, when no rank runs anything; all ranks call it: what was begun is given up, and everybody begins anew. Groups of some ranks cannot be used any more. */
bool ranks_mend(char *why, size_t n);
/* What this rank waits for now, "all_reduce(SUM) of float32 [3] at train.py:12"; "": nothing. Any thread. */
void ranks_doing(char *out, size_t n);

/* ---- what was done together ---- */
typedef struct RankRow {
    const char *verb;             /* "all_reduce", "isend" */
    DistKind kind;
    DistReduce reduce;
    DType dtype;
    bool between, failed;         /* between: two ranks */
    uint64_t group, step;         /* the same on all its ranks (group 0: everybody); between two ranks calls are in the order of their tags */
    int size, peer, tag;          /* peer: a rank of the run, -1: none */
    int64_t count;
    uint64_t bytes;               /* of this rank's part */
    uint32_t site;
    double began, agreed, ended;  /* seconds (CLOCK_MONOTONIC); agreed: all were there */
} RankRow;
bool ranks_record(bool on);       /* false: no memory */
void ranks_forget(void);
void ranks_rows(uint64_t *first, uint64_t *end); /* their numbers; the oldest are overwritten */
RankRow ranks_row(uint64_t i);

/* A group of some ranks of the run (increasing); all ranks call it. *out NULL: this one is none of them. false: `why`. RANK_INTERRUPTED cannot be: it is short. */
bool ranks_group(const int *ranks, int n, uint32_t site, double seconds, RankGroup **out, char *why, size_t room);
void group_release(RankGroup *g);
/* Has another rank of the group died, or ended with an error? why: which, and how. For who waits for it by other means than these; a group that is gone has lost nobody. */
bool group_lost(const RankGroup *g, char *why, size_t n);

#endif
