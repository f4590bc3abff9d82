/* rules.h: PyTorch's modes that look at calls before they run: autocast, deterministic algorithms, inference mode, and anomaly detection for gradients.
 *
 * Core.rules has a bit for each that is on; 0 is the usual case, and costs a call one test. What a mode makes of an op is a row of rules.def. Only calls in
 * PyTorch's accent are looked at.
 */
#ifndef PERCH_CORE_RULES_H
#define PERCH_CORE_RULES_H

#include "core.h"

enum RuleBits {
    RULES_CAST = 1,        /* autocast is on for some kind of device */
    RULES_ALERT = 2,       /* use_deterministic_algorithms */
    RULES_ALERT_WARN = 4,  /* … warn_only */
    RULES_INFERENCE = 8,   /* new tensors are inference tensors */
    RULES_INFERRED = 16,   /* there is, or was, one */
    RULES_ANOMALY = 32,    /* recorded calls keep the lines that asked for them; a gradient that fails is told with them */
    RULES_NAN = 64,        /* … and one that is NaN fails */
    RULES_ELSEWHERE = 256, /* there is, or was, a tensor that stands for what is kept otherwise */
    RULES_BATCHED = 128,   /* functorch's vmap runs: what is computed from an example knows so, and what asks for its value is refused */
};

enum { INFERENCE_SAVED, INFERENCE_IN_PLACE, INFERENCE_REQUIRES_GRAD }; /* CE_INFERENCE_TENSOR's number */

typedef struct CastEntry { Tensor *leaf, *cast; } CastEntry; /* owned both */
typedef struct Rules {
    bool on[2], remember;  /* autocast by DeviceKind; whether casts of leaves are kept */
    uint8_t dtype[2];
    bool busy;             /* a cast is being made */
    int64_t batch;         /* RULES_BATCHED: how many examples there are */
    CastEntry *entries;
    int count, capacity;
    bool (*warn)(void *owner, const char *op);          /* of a nondeterministic op; NULL: CuBLAS; false: it became an error */
    int (*sites)(void *owner, uint32_t *out, int most); /* of the frames that run */
    bool (*anomaly)(void *owner, GradNode *node, int input); /* a node gave NaN for that input, or (-1) failed; false: an error */
} Rules;

Rules *core_rules(Core *c);
uint16_t core_rule_bits(const Core *c);
void core_set_rule(Core *c, uint16_t bits, bool on);
void core_set_autocast(Core *c, DeviceKind kind, bool on, DType dtype);
void core_forget_casts(Core *c);                 /* what was cast and kept (the outermost `with` ends) */

/* vmap: how many examples the innermost one has, 0: none runs; what was before. */
int64_t core_set_batch(Core *c, int64_t examples);
bool core_is_batched(const Core *c, const Tensor *t);

/* ---- for core's own files ---- */
bool rules_all_here(Core *c, const Op *op, const Arg *in, int n, int flags, Tensor *const *out); /* RULES_ELSEWHERE; false: recorded */
bool rules_batch_admits(Core *c, const Op *op, const Arg *in, int n, int flags, Tensor *const *out); /* RULES_BATCHED; false: recorded */
void rules_batch_marks(Core *c, const Op *op, const Arg *in, int n, Tensor *const *out);
/* The operands (and attributes) as the modes have them: in `cast`, whose new tensors are owned and counted in *made. false: refused. */
typedef struct Ruled { Arg *in; const Attr *attrs; Arg few[MAX_INPUTS_FIXED]; Attr own[MAX_ATTRS]; size_t room; Tensor **made, *few_made[MAX_INPUTS_FIXED]; int made_count; } Ruled;
bool rules_enter(Core *c, const Op *op, Arg *in, int in_count, const Attr *attrs, int flags, Tensor *given, Ruled *r);
void rules_leave(Core *c, Ruled *r);
void rules_tell_failure(Core *c, GradNode *n);                            /* RULES_ANOMALY: the node's gradient could not be computed */
void rules_trace(Core *c, GradNode *n);
bool rules_check_gradient(Core *c, GradNode *n, Tensor *const *in_grads); /* RULES_NAN; false: CE_ANOMALY is recorded */

#endif
