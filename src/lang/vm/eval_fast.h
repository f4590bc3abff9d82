/* eval_fast.h: the short ways of instructions (instructions.inc) that are more than a line: numbers in the word, frames of plain calls, what an iterator in a loop gives. */
#ifndef PERCH_LANG_EVAL_FAST_H
#define PERCH_LANG_EVAL_FAST_H

#include "eval.h"
#include "lang/object/sig.h"
#include "lang/types/iters.h"
#include "watch.h"

/* The 49 payload bits at the top of a word: arithmetic there overflows exactly when the payload would. */
#define TOP(v) ((int64_t)(BITS(v) << 15))
#define FROM_TOP(r) ((Value)(INT_TAG | (uint64_t)(r) >> 15))

/* Both operands as doubles if they are floats, or one a float and the other a small int. */
static inline bool two_doubles(Ref a, Ref b, double *x, double *y)
{
    if (is_float(a)) {
        *x = float_of(a);
        if (is_float(b)) *y = float_of(b);
        else if (is_small(b)) *y = (double)small_of(b);
        else return false;
        return true;
    }
    if (is_small(a) && is_float(b)) {
        *x = (double)small_of(a);
        *y = float_of(b);
        return true;
    }
    return false;
}

static inline bool small_floordiv(int64_t a, int64_t b, int64_t *q)
{
    if (b == 0) return false;
    *q = a / b;
    if ((a % b != 0) && ((a < 0) != (b < 0))) --*q;
    return small_fits(*q);
}

static inline bool small_mod(int64_t a, int64_t b, int64_t *r)
{
    if (b == 0) return false;
    *r = a % b;
    if (*r && (*r < 0) != (b < 0)) *r += b;
    return true;
}

/* a CMP b on numbers in words: 1, 0, or -1 when they are something else. */
#define FAST_COMPARE(out, a, b, op)                                        \
    double cx_, cy_;                                                       \
    if (both_small(a, b)) out = TOP(a) op TOP(b);                          \
    else if (two_doubles(a, b, &cx_, &cy_)) out = cx_ op cy_;              \
    else out = -1;

/* Are two exact strs the same text? -1: not both are exact strs. */
static inline int same_text(VM *vm, Ref a, Ref b)
{
    if (!is_heap(a) || !is_heap(b) || as_obj(a)->type != CLASS(str) || as_obj(b)->type != CLASS(str)) return -1;
    return a == b ? 1 : as_str(a)->len != as_str(b)->len ? 0 : str_equal(a, b);
}

/* list.append, as the method's object knows it. */
extern const NativeDef list_methods[];
static inline bool is_list_append(Ref callee) { return is_heap(callee) && as_obj(callee)->kind == KIND_METHOD_DESCR && ((const MethodDescr *)as_obj(callee))->def == &list_methods[0]; }

/* The built-in len, as its object knows it. */
Value builtin_len(VM *vm, const Ref *args, int n, Ref kwnames);
static inline bool is_len(Ref callee) { return is_heap(callee) && as_obj(callee)->kind == KIND_NATIVE && as_obj(callee)->refs > 1 && ((const Native *)as_obj(callee))->def->fn == builtin_len; }
static inline int64_t plain_len(VM *vm, Ref o) /* -1: it is something else */
{
    const Type *t = as_obj(o)->type;
    if (t == CLASS(list)) return as_list(o)->len;
    if (t == CLASS(str)) return as_str(o)->len;
    if (t == CLASS(dict)) return as_dict(o)->used;
    if (t == CLASS(tuple)) return as_tuple(o)->len;
    return t == CLASS(set) ? as_set(o)->used : -1;
}

/* Where item i (from the end where it is negative) of a list or tuple lies; NULL: there is none. */
static inline Value *list_item(const List *l, int64_t i)
{
    if (i < 0) i += l->len;
    return (uint64_t)i < (uint64_t)l->len ? &l->items[i] : NULL;
}
static inline const Value *tuple_item(const Tuple *t, int64_t i)
{
    if (i < 0) i += t->len;
    return (uint64_t)i < (uint64_t)t->len ? &t->items[i] : NULL;
}

/* op_next of an iterator that stands in a frame's temporary: nobody can take it away meanwhile, so it is not retained. */
static inline Value next_of_held(VM *vm, Obj *it)
{
    UnaryFn next = it->type->s.next;
    if (__builtin_expect(!next || vm->breaker || !rec_room(vm), 0)) return op_next(vm, REF(it));
    Value v = next(vm, REF(it));
    if (!v && err_occurred(vm) && err_matches(vm, EXC_StopIteration)) err_clear(vm);
    return v;
}

/* native_call, whose commonest case is seen here: as many arguments as there are parameters. */
static inline Value call_native(VM *vm, const NativeDef *def, Sig **sig, Type *owner, const Ref *args, int n)
{
    if (__builtin_expect(!*sig || (*sig)->exact != n, 0)) return native_call(vm, def, sig, owner, args, n, NULL);
    Value r = def->fn(vm, args, n, NULL);
    if (__builtin_expect(r && err_occurred(vm), 0)) value_clear(vm, &r); /* (as native_call has it) */
    return r;
}

/* Where a global's or builtin's value is, by the place's cache; NULL: it has to be looked for. */
static inline const Value *cached_global(const Frame *f, const Cache *c)
{
    if (c->version != (uint32_t)f->globals->version) return NULL;
    if (c->kind == 1) return &f->globals->entries[c->index].value;
    return c->kind == 2 && c->version2 == (uint32_t)f->builtins->version ? &f->builtins->entries[c->index].value : NULL;
}

/* s += t of a global: the next instruction puts the text back where it came from, and nobody else holds it. Where that is, or NULL. */
static inline Value *held_by_global(const Frame *f, unsigned reg, const Str *s, const Str *t)
{
    const Ins *next = f->pc;
    if (s->head.refs != 2 || s == t || (s->head.aux & STR_INTERNED) || !s->len || str_width(t) > str_width(s)) return NULL; /* (what str_append wants, but for the second reference) */
    if ((next->op != BC_STORE_NAME && next->op != BC_STORE_GLOBAL) || next->a != reg || next->c == NO_REG || f->locals) return NULL;
    const Cache *c = &f->code->caches[next->c];
    if (c->kind != 1 || c->version != (uint32_t)f->globals->version) return NULL;
    Value *at = &f->globals->entries[c->index].value;
    return as_str(REF(*at)) == s ? at : NULL;
}

/* It grows in place as a local's does: in a loop of a program's outermost level too a text of n pieces is not copied n times. */
static inline bool append_global(VM *vm, Value *slot, Value *at, Ref t)
{
    as_obj(REF(*slot))->refs--;
    bool ok = str_append(vm, slot, t);
    *at = *slot;
    as_obj(REF(*slot))->refs++;
    return ok;
}

/* The frame of a plain call (CODE_SIMPLE): the arguments already stand where its first registers are. */
static inline Frame *push_simple(VM *vm, Frame *f, Function *fn, Code *code, Value *regs, int n)
{
    Frame *nf = f->next;
    if (__builtin_expect(!nf, 0) && !(nf = frame_more(vm, f))) return NULL;
    Value *top = regs + code->nregs;
    if (__builtin_expect(top > vm->stack_end || vm->depth >= vm->depth_limit, 0)) {
        err_raise(vm, EXC_RecursionError, "maximum recursion depth exceeded");
        return NULL;
    }
    vm->depth++;
    nf->prev = f;
    nf->code = code;
    nf->regs = regs;
    nf->top = top;
    nf->fn = fn;
    nf->globals = fn->globals;
    nf->builtins = fn->builtins;
    nf->closure = fn->closure;
    nf->flags = 0;
    for (unsigned i = (unsigned)n; i < code->nlocals; i++) regs[i] = NULL;
    vm->frame = nf;
    return nf;
}

/* The instance itself has nothing of this name: no shape that its class hands out has it (the cache knows that), nor its dict. */
static inline bool is_not_own(VM *vm, Obj *o, Ref name)
{
    const Attrs *a = obj_attrs(o);
    return a->shape || !a->dict || !dict_get_str(vm, REF(a->dict), name);
}

/* Where the value is that `name` had at entry `at` of a dict of another instance; NULL: here something else stands there. */
static inline Value *hinted(Dict *d, uint32_t at, Ref name) { return at < d->nentries && REF(d->entries[at].key) == name ? &d->entries[at].value : NULL; }

/* May this class be instantiated by the loop itself? Its __init__ (a Python function, borrowed) or NULL. */
static inline Function *plain_init(VM *vm, Type *t)
{
    if (t->init_version != t->version) {
        t->init_version = t->version;
        t->init_cache = NULL;
        if ((t->flags & TYPE_HEAP) && t->head.type == CLASS(type) && t->inst_kind == KIND_INSTANCE && t->s.new_ == CLASS(object)->s.new_ &&
            !(t->flags & TYPE_ABSTRACT)) {
            Ref init = type_lookup(vm, t, NAME(__init__));
            if (init && is_function(init) && !(as_function(init)->code->flags & CODE_ANY_GENERATOR)) t->init_cache = (Value)BITS(init);
        }
    }
    return (Function *)BITS(t->init_cache);
}

/* Fill the missing trailing parameters of a simple function from its defaults. */
static inline bool fill_defaults(Function *fn, Value *regs, int n)
{
    int argcount = fn->code->argcount, missing = argcount - n;
    if (missing <= 0) return missing == 0;
    if (!fn->defaults || as_tuple(fn->defaults)->len < missing) return false;
    Tuple *d = as_tuple(fn->defaults);
    for (int i = 0; i < missing; i++) regs[n + i] = retain(d->items[d->len - missing + i]);
    return true;
}

/* The frame returns *result: what was in it is released. LEFT_WRONG: an __init__ gave something; an error is pending. LEFT_LOOP: it was the generator of a loop in the frame below; LEFT_FROM: the one that
 * it delegated to. */
typedef enum Left { LEFT, LEFT_RUN, LEFT_LOOP, LEFT_FROM, LEFT_WRONG } Left;
static inline Left frame_leave(VM *vm, Frame *f, Value *R, Value *result)
{
    Frame *below = f->prev;
    unsigned flags = f->flags, nlocals = f->code->nlocals;
    if (__builtin_expect(f->gen != NULL, 0)) {
        gen_leave(vm, f->gen, GEN_CLOSED);
        return flags & FRAME_ENTRY ? LEFT_RUN : flags & FRAME_FROM ? LEFT_FROM : LEFT_LOOP; /* (the value that a loop's generator returns is lost, as in CPython) */
    }
    if (__builtin_expect(f->frame_obj != NULL, 0)) frame_detach(vm, f);
    for (unsigned i = 0; i < nlocals; i++) {
        Value v = R[i];
        if (is_heap(v)) {
            R[i] = NULL;
            release(vm, v);
        }
    }
    flags = f->flags;
    if (__builtin_expect(f->locals != NULL, 0)) value_clear(vm, &f->locals);
    if (__builtin_expect(flags & FRAME_GETTER, 0)) value_clear(vm, &f->self);
    Function *fn = f->fn;
    f->fn = NULL;
    bool wrong = false;
    if (__builtin_expect(flags & FRAME_INIT, 0)) {
        Value self = f->self, given = *result;
        f->self = NULL;
        *result = self;
        if (!is_none(given)) {
            vm->frame = below;
            vm->depth--;
            err_raise(vm, EXC_TypeError, "__init__() should return None, not '%T'", given);
            release(vm, given);
            release(vm, self);
            wrong = true;
        }
    }
    if (!wrong) {
        vm->frame = below;
        vm->depth--;
    }
    release(vm, VAL(fn));
    return wrong ? LEFT_WRONG : flags & FRAME_ENTRY ? LEFT_RUN : LEFT;
}

/* A generator's frame is put aside at a yield. true: vm_run returns. */
static inline bool frame_suspend(VM *vm, Frame *f)
{
    bool entry = f->flags & FRAME_ENTRY;
    gen_leave(vm, f->gen, GEN_SUSPENDED);
    return entry;
}

/* Is this a generator that a frame without a tracer may delegate to without a call of its own? (What cannot be resumed has errors or ends of its own.) A chain is not made longer so than calls in C
 * can close it again: beyond, the stack's end is the chain's. */
static inline Generator *delegate_of(const VM *vm, Obj *it, Ref sent)
{
    enum { DEEPEST = 8000 };
    if (it->kind != KIND_GENERATOR || vm->watch || vm->depth > DEEPEST) return NULL;
    Generator *g = (Generator *)it;
    return g->state == GEN_SUSPENDED || (g->state == GEN_CREATED && (!sent || is_none(sent))) ? g : NULL;
}

/* What a frame delegated to has ended with *result: the instruction of `f` ends. */
static inline void end_delegation(VM *vm, Frame *f, Value result)
{
    const Ins *at = f->pc - 1;
    value_put(vm, &f->regs[at->a], result);
    value_clear(vm, &f->regs[at->b]);
}

#endif
