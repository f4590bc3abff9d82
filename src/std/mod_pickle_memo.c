/* mod_pickle_memo.c: Pickler.memo and Unpickler.memo: their owner's memo, to be copied, forgotten or given to another. */
#include "mod_pickle.h"

static bool of_pickler(Ref self) { return as_obj(self)->type->def == &pickler_memo_def; }

Value pickle_memo_new(VM *vm, Type *type, Ref owner)
{
    MemoProxy *m = (MemoProxy *)obj_alloc(vm, type, sizeof *m);
    if (m) m->owner = retain(owner);
    return VAL(m);
}

static Value proxy_clear(VM *vm, const Ref *a, int n, Ref kw)
{
    (of_pickler(a[0]) ? pickler_forget : unpickler_forget)(vm, as_memo_proxy(a[0])->owner);
    return V_NONE;
}

static Value proxy_copy(VM *vm, const Ref *a, int n, Ref kw) { return (of_pickler(a[0]) ? pickler_memo_copy : unpickler_memo_copy)(vm, as_memo_proxy(a[0])->owner); }

static Value proxy_reduce(VM *vm, const Ref *a, int n, Ref kw)
{
    Value d = proxy_copy(vm, a, n, kw), args = d ? tuple_of(vm, 1, REF(d)) : NO_VALUE, r = args ? tuple_of(vm, 2, REF(CLASS(dict)), REF(args)) : NO_VALUE;
    release(vm, d);
    release(vm, args);
    return r;
}

static void proxy_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((MemoProxy *)o)->owner);
    obj_free(vm, o, o->type->inst_size);
}

static void proxy_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((MemoProxy *)o)->owner) visit(((MemoProxy *)o)->owner, arg);
}

static const NativeDef methods[] = {
    {"clear", proxy_clear, "self, /", "Forget all.", 0},
    {"copy", proxy_copy, "self, /", "As a dict.", 0},
    {"__reduce__", proxy_reduce, "self, /", "As a dict.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

#define MEMO_TYPE(NAME, DOC)                                                                                                                      \
    {.name = "_pickle." NAME, .doc = DOC, .kind = KIND_OPAQUE, .size = sizeof(MemoProxy), .flags = TYPE_GC | TYPE_NO_NEW | TYPE_IMMUTABLE, \
     .dealloc = proxy_dealloc, .traverse = proxy_traverse, .methods = methods}
const TypeDef pickler_memo_def = MEMO_TYPE("PicklerMemoProxy", "What a pickler has written.");
const TypeDef unpickler_memo_def = MEMO_TYPE("UnpicklerMemoProxy", "What an unpickler has read.");
