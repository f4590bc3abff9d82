/* ufunc_impl.h: what the files of ufuncs share.
 *
 * A call goes through: arguments (ufunc_args.c), overrides (ufunc_override.c), which loop (ufunc_resolve.c), the run (ufunc_run.c; ufunc_core_dims.c where there are core dimensions), the
 * processor's flags (ufunc_errors.c), wrapping. Reductions are ufunc_reduce.c's, at() ufunc_at.c's.
 */
#ifndef PERCH_TENSOR_ARRAY_UFUNC_IMPL_H
#define PERCH_TENSOR_ARRAY_UFUNC_IMPL_H

#include "element.h"
#include "ufunc.h"

enum { UFUNC_OPERANDS = 32, UFUNC_BUFFER = 8192 };

typedef enum Resolver { /* which dtypes operands are computed in, where the table of loops alone does not say */
    BY_LOOPS, BY_ADD, BY_SUBTRACT, BY_MULTIPLY, BY_DIVIDE, BY_FLOOR_DIVIDE, BY_REMAINDER, BY_DIVMOD, BY_UNIFORM, BY_COMPARISON, BY_NEGATIVE, BY_ISNAT, BY_ABSOLUTE,
} Resolver;
typedef enum Identity { IDENTITY_NONE, IDENTITY_ZERO, IDENTITY_ONE, IDENTITY_MINUS_ONE, IDENTITY_TRUE, IDENTITY_FALSE, IDENTITY_MINUS_INF, IDENTITY_OBJECT } Identity;
enum { UFUNC_QUIET = 1 /* what the processor's flags say is nobody's business */, UFUNC_REORDERABLE = 2 /* may be reduced over several axes at once */ };

typedef struct LoopRow {
    const char *types; /* letters, inputs first */
    UfuncLoop run;
    const void *data;
} LoopRow;

typedef struct FunctionLoop { Value function; int nin, nout; } FunctionLoop; /* what frompyfunc's loop gets */
bool loop_function(VM *vm, char *const *args, const int64_t *count, const int64_t *steps, const void *data);

typedef struct CoreDim { const char *name; int length; int64_t size; /* -1: not fixed */ bool optional; } CoreDim;
typedef struct Signature { /* of a generalized ufunc: core dimensions by operand */
    int n_dims, n_operands;
    CoreDim dims[UFUNC_OPERANDS];
    int count[UFUNC_OPERANDS];                   /* of each operand */
    int8_t which[UFUNC_OPERANDS][NP_DIMS_MOST];  /* its dims */
} Signature;

typedef struct Ufunc {
    Obj head;
    const char *name;
    Value name_text;      /* owned: of one that a program made; else NULL */
    Value doc;            /* what _add_newdoc_ufunc said, or NULL */
    int nin, nout;
    Identity identity;
    Value identity_value; /* IDENTITY_OBJECT */
    Resolver resolver;
    unsigned flags;
    const char *signature; /* or NULL */
    Signature *core;      /* or NULL */
    const LoopRow *loops;
    int n_loops;
    FunctionLoop function; /* of frompyfunc */
    LoopRow own;
    char own_types[UFUNC_OPERANDS + 1];
} Ufunc;
/* A row of a table of ufuncs: ufuncs.def, linalg.c. */
typedef struct UfuncRow {
    const char *name;
    int nin, nout;
    Identity identity;
    Resolver resolver;
    unsigned flags;
    const char *signature;
    const LoopRow *loops;
    int n_loops;
} UfuncRow;
Value ufunc_of_row(VM *vm, Np *np, const UfuncRow *row);
static inline Ufunc *as_ufunc(Ref v) { return (Ufunc *)BITS(v); }
static inline bool is_ufunc(Ref v, const Np *np) { return is_heap(v) && as_obj(v)->type == np->ufunc; }
static inline int ufunc_nargs(const Ufunc *u) { return u->nin + u->nout; }

/* ---- errors: ufunc_errors.c ---- */
typedef struct ErrorState { int64_t buffer; int mask; Value handler; } ErrorState; /* handler: owned, or NULL */
bool errors_read(VM *vm, Np *np, Ref extobj /*or NULL*/, ErrorState *out);
void errors_begin(void);                                                  /* forget what the processor knows */
bool errors_came(void);                                                   /* anything that might be told */
bool errors_tell(VM *vm, const ErrorState *e, const char *what);           /* what came since then; false: raised */
static inline void errors_drop(VM *vm, ErrorState *e) { release(vm, e->handler); }
bool ufunc_errors_open(VM *vm, Np *np, Dict *ns);

/* ---- resolution: ufunc_resolve.c ---- */
typedef struct Resolved {
    const LoopRow *loop;
    Descr *descrs[UFUNC_OPERANDS]; /* owned: what each operand is computed in */
} Resolved;
/* ops: arrays, NULL for outputs that are to be made. fixed: dtypes that were asked for (signature=, dtype=), NULL where free; or NULL. */
bool ufunc_resolve(VM *vm, Np *np, const Ufunc *u, NdArray *const *ops, const Num *fixed, Casting casting, Resolved *out);
void resolved_drop(VM *vm, const Ufunc *u, Resolved *r);
bool resolve_check_casts(VM *vm, Np *np, const Ufunc *u, NdArray *const *ops, const Resolved *r, Casting casting);
const LoopRow *ufunc_loop_of(const Ufunc *u, const Num *nums); /* the one whose types are these; NULL: none */

/* ---- running: ufunc_run.c ---- */
/* The loop over operands broadcast to shape. ops[i] are arrays; mask: NULL or a bool array that broadcasts to shape. */
bool ufunc_run(VM *vm, const Ufunc *u, const Resolved *r, NdArray *const *ops, const int64_t *shape, int ndim, NdArray *mask, const ErrorState *errors);
bool ufunc_loop_run(VM *vm, const Resolved *r, char *const *args, int64_t n, const int64_t *steps); /* in blocks, so that an interrupt is seen */
/* Operand i held out of the outputs' way: a copy where it lies across one. false: raised */
bool ufunc_untangle(VM *vm, const Ufunc *u, NdArray **ops);
Value ufunc_text(VM *vm, const Ufunc *u);

/* ---- parts of a call: ufunc_call.c ---- */
typedef struct CallArgs {
    Ref in[UFUNC_OPERANDS], out[UFUNC_OPERANDS]; /* borrowed; out NULL: to be made */
    int n_in;
    Ref where, axes, axis, keepdims, casting, order, dtype, signature, subok, extobj; /* as given, or NULL */
    bool has_out;
} CallArgs;
Value ufunc_object_call(VM *vm, Ref self, const Ref *args, int n, Ref kwnames);
NdArray *ufunc_operand(VM *vm, Np *np, Ref v);                       /* an input as an array */
Value ufunc_wrap(VM *vm, Np *np, Ref wrap /*or NULL*/, NdArray *result /*taken*/, Ref context /*or NULL*/);
/* Whose __array_wrap__ results go through: owned, or NULL where they stay. *failed: raised. */
Value ufunc_find_wrap(VM *vm, Np *np, const Ref *in, int n, bool *failed);
Value ufunc_core_call(VM *vm, Np *np, Ufunc *u, CallArgs *c);         /* ufunc_core_dims.c */
Signature *signature_parse(VM *vm, const char *text, int nin, int nout);
bool ufunc_dtypes(VM *vm, Np *np, const Ufunc *u, Ref dtype, Ref signature, Num *fixed, bool *given);

/* ---- overrides: ufunc_override.c ---- */
bool has_override(VM *vm, Np *np, Ref v);
/* 1: *result is the answer (NULL: raised); 0: nobody overrides. out: a tuple or NULL (goes in as out=). */
int ufunc_override(VM *vm, Np *np, Ref self, const char *method, const Ref *args, int n, Ref kwnames, Value *result);

/* ---- methods: ufunc_reduce.c, ufunc_at.c ---- */
Value ufunc_method_reduce(VM *vm, const Ref *args, int n, Ref kwnames);
Value ufunc_method_accumulate(VM *vm, const Ref *args, int n, Ref kwnames);
Value ufunc_method_reduceat(VM *vm, const Ref *args, int n, Ref kwnames);
Value ufunc_method_outer(VM *vm, const Ref *args, int n, Ref kwnames);
Value ufunc_method_at(VM *vm, const Ref *args, int n, Ref kwnames);
Value ufunc_identity(VM *vm, const Ufunc *u); /* None: none */
bool ufunc_operators_open(VM *vm, Np *np, Dict *ns); /* ufunc_operators.c: set_numeric_ops */

#endif
