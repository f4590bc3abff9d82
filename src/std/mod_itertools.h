/* mod_itertools.h: the layout that all iterators of itertools share, and the table of the combinatoric ones. */
#ifndef PERCH_LIB_MOD_ITERTOOLS_H
#define PERCH_LIB_MOD_ITERTOOLS_H

#include "lang/object/args.h"
#include "lang/types/iters.h"
#include "lang/object/vm.h"

enum { IT_VALUES = 5 };
typedef struct It {
    Obj head;
    Value v[IT_VALUES]; /* what each stands for is said at each class; v[4] often is the tuple given out last */
    int64_t i, j, k, step;
    bool done;
    int64_t nidx;
    int64_t *idx; /* nidx numbers, owned */
} It;
static inline It *as_it(Ref v) { return (It *)BITS(v); }

typedef struct ItertoolsState { Type *group, *tee, *tee_block; } ItertoolsState;

Value it_self(VM *vm, Ref o);
void it_dealloc(VM *vm, Obj *o);
void it_clear(VM *vm, Obj *o);
void it_traverse(VM *vm, Obj *o, VisitFn visit, void *arg);
It *it_alloc(VM *vm, Ref type);
bool it_no_kw(VM *vm, Ref type, const char *name, Ref kwnames, const Ref *args, int n, int min, int max);
bool it_need(VM *vm, const char *fn, const Ref *in, int at, const char *name);

/* mod_itertools_state.c: what pickle and copy ask for */
typedef Value ItMethod(VM *vm, const Ref *args, int n, Ref kwnames);
ItMethod it_reduce_source, it_reduce_pair, it_reduce_predicate, it_reduce_islice, it_reduce_cycle, it_reduce_accumulate, it_reduce_chain, it_reduce_zip_longest, it_reduce_groupby, it_reduce_group, it_reduce_combinations, it_reduce_permutations, it_reduce_product;
ItMethod it_setstate_predicate, it_setstate_islice, it_setstate_cycle, it_setstate_accumulate, it_setstate_chain, it_setstate_zip_longest, it_setstate_groupby, it_setstate_combinations, it_setstate_replacement, it_setstate_product, it_setstate_permutations;
#define IT_REDUCE(which) {"__reduce__", it_reduce_##which, "self, /", "Return state information for pickling.", 0}
#define IT_SETSTATE(which) {"__setstate__", it_setstate_##which, "self, state, /", "Set state information for unpickling.", 0}

#define IT_DEF(id, new_fn, next_fn, table, repr_fn, help)                                                   \
    {                                                                                                       \
        .name = "itertools." id, .doc = help, .kind = KIND_OPAQUE, .size = sizeof(It),                      \
        .flags = TYPE_GC | TYPE_IMMUTABLE | ((new_fn) == NULL ? TYPE_NO_NEW : TYPE_BASE),                   \
        .s = {.iter = it_self, .next = next_fn, .new_ = new_fn, .repr = repr_fn}, .dealloc = it_dealloc,    \
        .traverse = it_traverse, .clear = it_clear, .methods = table                                        \
    }

extern const TypeDef itertools_comb_defs[]; /* ended by a row without name */
/* mod_itertools_tee.c */
Value itertools_tee(VM *vm, const Ref *args, int n, Ref kwnames);
extern const TypeDef itertools_tee_def, itertools_tee_block_def;

extern const ModuleDef itertools_module;

#endif
