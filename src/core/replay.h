/* replay.h: calls that are written down while a program makes them, and made again without the program: what torch.compile and hybridize() run by.
 *
 * Between replay_begin and replay_end every call of an op that comes in by core_call is a step: its op, attributes, line, and where its operands come from: an input, a
 * tensor that was there before (a parameter: held), a result of an earlier step, a number. So is a look whether numbers are within bounds (core_within), which must come out as it did. A replay makes the same calls with other inputs, so that checks, memory, the tape,
 * random numbers and failures are those of single calls; only the language between them is missing, and a value goes after its last step. What a replay could not do again spoils
 * the record: a value that the host reads or writes, a copy between devices, a tensor whose steps nobody saw, a gradient that is asked for or put in place, another thread's calls.
 */
#ifndef PERCH_CORE_REPLAY_H
#define PERCH_CORE_REPLAY_H

#include "op.h"

typedef struct Replay Replay;
Replay *replay_begin(Core *c, Tensor *const *in, int n);           /* NULL: no memory, recorded */
bool replay_end(Replay *r, Tensor *const *out, int n);             /* false: it cannot be replayed, and replay_why says why not; out NULL: the program failed */
const char *replay_why(const Replay *r);
extern const char replay_not_now[];                                /* … in a dry run, in vmap, where another is written down: later, perhaps */
int replay_steps(const Replay *r);
void replay_no_graph(Replay *r);                                   /* it is to be run step by step, on GPUs too (replay_graph.h) */
Tensor *replay_held(const Replay *r, int i);                       /* the tensors that were there before, borrowed; NULL: no more of them */
bool replay_constant_held(const Replay *r, int i);                 /* was it made of the program's numbers meanwhile? */
void replay_free(Replay *r);

/* Do the inputs, what it holds and the Core's modes look as they did? */
bool replay_fits(const Replay *r, Tensor *const *in, int n);
/* All steps; out: the results, owned. false: recorded, with the step's line and operands; *again: nothing but results was written and nothing drawn, so the program may be run instead. */
bool replay_run(Replay *r, Tensor *const *in, Tensor **out, bool *again);

/* ---- for core's own files ---- */
bool replay_once(Replay *r, Tensor *const *in, Tensor **out, bool *again); /* replay_run, step by step */
Device *replay_gpu(const Replay *r);            /* of the first input, or tensor that was there, on one; NULL: none */
uint32_t replay_site(const Replay *r);          /* of the first step */
const char *replay_bars_graph(const Replay *r); /* what in its steps keeps it from being a graph (replay_graph.h); NULL: nothing */
bool replay_call(Core *c, OpId id, Accent accent, uint32_t site, Arg *in, int n, const Attr *attrs, int flags, Tensor **out); /* core_call while one is under way */
void replay_spoil(Core *c, const char *why); /* unless it is a step's own doing */
void replay_read(Core *c, const char *why);  /* the same, whoever does it */
void replay_check(Core *c, Tensor *t, double low, double high, bool within); /* core_within was asked */
void replay_made(Core *c, const Tensor *t);  /* a new tensor */
void replay_constant(Core *c, const Tensor *t); /* … of the program's numbers */
bool core_call_plainly(Core *c, OpId op, Accent accent, uint32_t site, Arg *in, int in_count, const Attr *attrs, int flags, Tensor **out);
bool replay_apart(Core *c, bool on);         /* what follows is one thing with the step or constant under way; what was before */

#endif
