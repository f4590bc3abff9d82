/* mod_itertools_tee.c: tee: a chain of blocks of items that all copies walk. A copy: v[0] = the block it stands in, i = the item there.
 * The last block asks the source; those before it are full. */
#include "mod_itertools.h"

enum { TEE_ITEMS = 56 }; /* a block is as large as blocks from a free list are (mem.c) */
typedef struct TeeBlock {
    Obj head;
    Value source;  /* NULL once there is a block behind */
    Value next;    /* that block, or NULL */
    int64_t n;     /* items that have come so far */
    bool busy;     /* the source is being asked */
    Value items[TEE_ITEMS];
} TeeBlock;
static TeeBlock *as_block(Ref v) { return (TeeBlock *)BITS(v); }

static void block_clear(VM *vm, Obj *o)
{
    TeeBlock *b = (TeeBlock *)o;
    value_clear(vm, &b->source);
    value_clear(vm, &b->next);
    while (b->n) release(vm, b->items[--b->n]);
}

static void block_dealloc(VM *vm, Obj *o)
{
    block_clear(vm, o);
    obj_free(vm, o, sizeof(TeeBlock));
}

static void block_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    TeeBlock *b = (TeeBlock *)o;
    if (b->source) visit(b->source, arg);
    if (b->next) visit(b->next, arg);
    for (int64_t i = 0; i < b->n; i++) visit(b->items[i], arg);
}

static Value tee_at(VM *vm, Ref block, int64_t at)
{
    ItertoolsState *state = module_state(vm, &itertools_module);
    It *tee = state == NULL ? NULL : it_alloc(vm, REF(state->tee));
    if (tee == NULL) return NO_VALUE;
    tee->v[0] = retain(block);
    tee->i = at;
    return VAL(tee);
}

static Value new_block(VM *vm, Value source /*taken*/)
{
    ItertoolsState *state = module_state(vm, &itertools_module);
    TeeBlock *b = state == NULL ? NULL : (TeeBlock *)obj_alloc_open(vm, state->tee_block, offsetof(TeeBlock, items), sizeof(TeeBlock));
    if (b != NULL) b->source = source;
    else release(vm, source);
    return VAL(b);
}

static Value tee_next(VM *vm, Ref o)
{
    It *tee = as_it(o);
    if (tee->v[0] == NO_VALUE) return NO_VALUE; /* (the collector took it apart) */
    TeeBlock *b = as_block(tee->v[0]);
    if (tee->i == TEE_ITEMS) {
        if (b->next == NO_VALUE) {
            if ((b->next = new_block(vm, retain(b->source))) == NO_VALUE) return NO_VALUE;
            value_clear(vm, &b->source);
        }
        value_put(vm, &tee->v[0], retain(b->next));
        tee->i = 0;
        b = as_block(tee->v[0]);
    }
    if (tee->i < b->n) return retain(b->items[tee->i++]);
    if (b->source == NO_VALUE) return NO_VALUE;
    if (b->busy) return err_raise(vm, EXC_RuntimeError, "cannot re-enter the tee iterator");
    Value held = retain(REF(b)), v;
    b->busy = true;
    v = op_next(vm, b->source);
    b->busy = false;
    if (v != NO_VALUE) {
        b->items[b->n++] = retain(v);
        tee->i++;
    }
    release(vm, held);
    return v;
}

static Value tee_copy(VM *vm, const Ref *args, int n, Ref kwnames) { return tee_at(vm, as_it(args[0])->v[0], as_it(args[0])->i); }

static Value tee_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    if (!it_no_kw(vm, type, "_tee", kwnames, args, n, 1, 1)) return NO_VALUE;
    Value src = op_iter(vm, args[0]);
    Value block = src == NO_VALUE ? NO_VALUE : new_block(vm, src), tee = block == NO_VALUE ? NO_VALUE : tee_at(vm, block, 0);
    release(vm, block);
    return tee;
}

Value itertools_tee(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t count = 2;
    if (args[1] != NULL && !num_index_i64(vm, args[1], &count)) return NO_VALUE;
    if (count < 0) return err_raise(vm, EXC_ValueError, "n must be >= 0");
    Value out = tuple_new(vm, count), it = count == 0 || out == NO_VALUE ? NO_VALUE : op_iter(vm, args[0]), copy = NO_VALUE;
    if (it == NO_VALUE) {
        if (count == 0) return out;
        release(vm, out);
        return NO_VALUE;
    }
    int has = obj_lookup_attr(vm, it, NAME(__copy__), &copy);
    if (has == 0) {
        ItertoolsState *state = module_state(vm, &itertools_module);
        Ref src = it;
        Value tee = state == NULL ? NO_VALUE : tee_new(vm, REF(state->tee), &src, 1, NULL);
        value_put(vm, &it, tee);
        has = tee == NO_VALUE ? -1 : 0;
    }
    bool ok = has >= 0;
    if (ok) as_tuple(out)->items[0] = retain(it);
    for (int64_t i = 1; ok && i < count; i++) ok = (as_tuple(out)->items[i] = has ? call0(vm, copy) : tee_at(vm, as_it(it)->v[0], 0)) != NO_VALUE;
    if (has > 0) release(vm, copy);
    release(vm, it);
    if (ok) return out;
    release(vm, out);
    return NO_VALUE;
}

static const NativeDef tee_methods[] = {{"__copy__", tee_copy, "self, /", "Another iterator at the same place.", 0}, {NULL, NULL, NULL, NULL, 0}};

const TypeDef itertools_tee_def = IT_DEF("_tee", tee_new, tee_next, tee_methods, NULL, "Remembers what its slower copies have yet to see.");
const TypeDef itertools_tee_block_def = {
    .name = "itertools._tee_dataobject", .kind = KIND_OPAQUE, .size = sizeof(TeeBlock), .flags = TYPE_GC | TYPE_IMMUTABLE | TYPE_NO_NEW,
    .dealloc = block_dealloc, .traverse = block_traverse, .clear = block_clear,
};
