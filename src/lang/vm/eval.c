/* eval.c: the eval loop: one frame after another, one instruction after another (opcodes.def says what each does).
 *
 * It holds the fast paths: small ints and floats in the word, exact lists, tuples and dicts, cached attributes and globals,
 * calls of Python functions without C recursion, for-loops over ranges, lists and generators. All else is in
 * eval_slow.c and the types' slots.
 *
 * Rules of the loop. `f->pc` is saved (SAVE) before anything that may raise, run other code or look at the line. A
 * register is written through PUT, which releases what was there. A consumed temporary is emptied (DROP) after its use;
 * immediates need no emptying. R stays valid throughout: the value stack does not move.
 * Long because one function that holds all instructions is what makes dispatch fast.
 */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-gcse", "no-crossjumping")
#endif
#include <math.h>

#include "trace.h"
#include "eval.h"
#include "lang/object/sig.h"
#include "lang/types/iters.h"
#include "watch.h"

#define A ((uint16_t)(w >> 16))
#define B ((uint16_t)(w >> 32))
#define C ((uint16_t)(w >> 48))
#define W ((int32_t)(w >> 32))

#define SAVE() (f->pc = pc)
/* What dies here may look at the line that lets it go. */
#define RELEASE(old)                                      \
    do {                                                  \
        if (is_heap(old) && --as_obj(old)->refs == 0) {   \
            SAVE();                                       \
            obj_dealloc(vm, as_obj(old));                 \
        }                                                 \
    } while (0)
#define PUT(reg, v)              \
    do {                         \
        Value *slot_ = &R[reg];  \
        Value old_ = *slot_;     \
        *slot_ = (v);            \
        RELEASE(old_);           \
    } while (0)
/* Empty a source register if it is a temporary. */
#define DROP(reg)                              \
    do {                                       \
        if ((reg) >= nlocals) {                \
            Value gone_ = R[reg];              \
            R[reg] = NULL;                     \
            release(vm, gone_);                \
        }                                      \
    } while (0)
/* The reference of a source: a temporary's is moved out, a local's copied. */
#define TAKE(var, reg)                         \
    Value var = R[reg];                        \
    if (is_heap(var)) {                        \
        if ((reg) >= nlocals) R[reg] = NULL;   \
        else as_obj(var)->refs++;              \
    }

#define DISPATCH()                             \
    do {                                       \
        memcpy(&w, pc, sizeof w);              \
        pc++;                                  \
        goto *labels[(uint16_t)w];             \
    } while (0)
#define TARGET(op) L_##op:
#define NEXT DISPATCH()

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

/* The same for two at once: 1, 0 at the end or where an error was raised, -1: it is asked for one as others are. */
static inline int pair_of_held(VM *vm, Obj *it, Value *two)
{
    if ((it->type != CLASS(zip) && it->type != CLASS(enumerate)) || __builtin_expect(vm->breaker || !rec_room(vm), 0)) return -1;
    int got = iter_two(vm, REF(it), two);
    if (got == 0 && err_occurred(vm) && err_matches(vm, EXC_StopIteration)) err_clear(vm);
    return got;
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

/* A call whose arguments need binding: moves nothing, copies into a frame above; then drops the originals. */
static Frame *push_general(VM *vm, Frame *f, Function *fn /*taken*/, Value *args, int n, Ref kwnames, Value *above)
{
    Value *saved_top = f->top;
    if (!f->gen) f->top = above; /* nothing lives above the arguments; a generator's registers are not on the stack */
    Frame *nf = frame_push(vm, fn, 0);
    f->top = saved_top;
    if (!nf) return NULL;
    if (!func_bind(vm, fn, nf->regs, as_refs(args), n, kwnames)) {
        frame_pop(vm, nf);
        return NULL;
    }
    return nf;
}

/* The same for f(*args, **kwargs): a tuple, and a dict or NULL. */
static Frame *push_ex(VM *vm, Frame *f, Function *fn /*taken*/, Ref args, Ref kwargs, Value *above)
{
    Value *saved_top = f->top;
    if (!f->gen) f->top = above;
    Frame *nf = frame_push(vm, fn, 0);
    f->top = saved_top;
    if (!nf) return NULL;
    if (func_bind_tuple(vm, fn, nf->regs, args, kwargs)) return nf;
    frame_pop(vm, nf);
    return NULL;
}

/* o[k] where a class statement's __getitem__ is a plain function: its frame. f itself: it is something else. NULL: raised. */
static Frame *push_getitem(VM *vm, Frame *f, Ref o, Ref k)
{
    if (!is_heap(o) || as_obj(o)->type->s.getitem != slot_getitem) return f;
    Ref own = type_lookup(vm, as_obj(o)->type, NAME(__getitem__));
    if (!own || !is_function(own) || (as_function(own)->code->flags & CODE_ANY_GENERATOR)) return f;
    Value args[2] = {(Value)BITS(o), (Value)BITS(k)}; /* (copied) */
    return push_general(vm, f, as_function(retain(own)), args, 2, NULL, f->top);
}

static inline bool traces(const VM *vm) { return is_watched(vm) || vm->hooks.step || (vm->trace & (TRACE_VM | TRACE_OPS)); }

Value vm_run(VM *vm, Frame *f)
{
    static const void *const table[] = {
#define BC(name, form, doc) &&L_##name,
#include "lang/compile/opcodes.def"
    };
    static const void *const traced[] = {
#define BC(name, form, doc) &&L_trace,
#include "lang/compile/opcodes.def"
    };
    const void *const *labels;
    const Ins *pc;
    Value *R;
    unsigned nlocals;
    Value *consts;
    uint64_t w;
    Value result;

#define LOAD_FRAME()                                             \
    do {                                                         \
        pc = f->pc;                                              \
        R = f->regs;                                             \
        nlocals = f->code->nlocals;                              \
        consts = f->code->consts;                                \
    } while (0)

    labels = traces(vm) ? traced : table;
    LOAD_FRAME();
    if (vm->error) goto error;
    if (__builtin_expect(vm->breaker != 0, 0)) goto breaker; /* a sort's key and the like: other threads wait for their turn */
    DISPATCH();

    TARGET(NOP) NEXT;

    TARGET(MOVE)
    {
        TAKE(v, B);
        PUT(A, v);
        NEXT;
    }
    TARGET(COPY)
    {
        Value v = retain(R[B]);
        PUT(A, v);
        NEXT;
    }
    TARGET(LOADK)
    {
        Value v = retain(consts[W]);
        PUT(A, v);
        NEXT;
    }
    TARGET(LOAD_INT)
    {
        PUT(A, make_small(W));
        NEXT;
    }
    TARGET(CLEAR)
    {
        PUT(A, NULL);
        NEXT;
    }
    TARGET(CHECK_LOCAL)
    {
        if (__builtin_expect(R[A] != NULL, 1)) NEXT;
        SAVE();
        raise_unbound(vm, REF(f->code->localnames[A]), false);
        goto error;
    }
    TARGET(DEL_LOCAL)
    {
        SAVE();
        if (!R[A]) {
            raise_unbound(vm, REF(f->code->localnames[A]), false);
            goto error;
        }
        PUT(A, NULL);
        NEXT;
    }

    /* ---- shared variables ---- */
    TARGET(MAKE_CELL)
    {
        SAVE();
        Value held = R[A];
        R[A] = NULL;
        Value cell = cell_new(vm, held);
        if (!cell) goto error;
        R[A] = cell;
        NEXT;
    }
    TARGET(LOAD_CELL)
    {
        Value v = ((Cell *)BITS(R[B]))->value;
        if (__builtin_expect(!v, 0)) {
            SAVE();
            raise_unbound(vm, REF(f->code->localnames[B]), false);
            goto error;
        }
        retain(v);
        PUT(A, v);
        NEXT;
    }
    TARGET(STORE_CELL)
    {
        TAKE(v, B);
        SAVE();
        value_put(vm, &((Cell *)BITS(R[A]))->value, v);
        NEXT;
    }
    TARGET(DEL_CELL)
    {
        Cell *cell = (Cell *)BITS(R[A]);
        SAVE();
        if (!cell->value) {
            raise_unbound(vm, REF(f->code->localnames[A]), false);
            goto error;
        }
        value_clear(vm, &cell->value);
        NEXT;
    }
    TARGET(LOAD_FREE)
    {
        Value v = ((Cell *)BITS(f->closure[B]))->value;
        if (__builtin_expect(!v, 0)) {
            SAVE();
            raise_unbound(vm, REF(f->code->freenames[B]), true);
            goto error;
        }
        retain(v);
        PUT(A, v);
        NEXT;
    }
    TARGET(STORE_FREE)
    {
        TAKE(v, B);
        SAVE();
        value_put(vm, &((Cell *)BITS(f->closure[A]))->value, v);
        NEXT;
    }
    TARGET(DEL_FREE)
    {
        Cell *cell = (Cell *)BITS(f->closure[A]);
        SAVE();
        if (!cell->value) {
            raise_unbound(vm, REF(f->code->freenames[A]), true);
            goto error;
        }
        value_clear(vm, &cell->value);
        NEXT;
    }
    TARGET(LOAD_CLASS_FREE)
    {
        SAVE();
        Value v = NULL;
        Ref name = REF(f->code->names[C]);
        if (f->locals) {
            if (is_exact(f->locals, CLASS(dict))) {
                Ref found = dict_get_str(vm, f->locals, name);
                if (found) v = retain(found);
            } else {
                v = op_getitem(vm, f->locals, name);
                if (!v && !err_matches(vm, EXC_KeyError)) goto error;
                if (!v) err_clear(vm);
            }
        }
        if (!v) {
            v = ((Cell *)BITS(f->closure[B]))->value;
            if (!v) {
                raise_unbound(vm, REF(f->code->freenames[B]), true);
                goto error;
            }
            retain(v);
        }
        PUT(A, v);
        NEXT;
    }

    /* ---- names ---- */
    TARGET(LOAD_NAME)
    {
        if (f->locals) {
            SAVE();
            Value v = slow_load_name(vm, f, REF(f->code->names[B]));
            if (!v) goto error;
            PUT(A, v);
            NEXT;
        }
    }
    /* fall through */
    TARGET(LOAD_GLOBAL)
    {
        Value v;
        Cache *c = &f->code->caches[C];
        if (C != NO_REG && c->version == (uint32_t)f->globals->version) {
            if (c->kind == 1) {
                v = f->globals->entries[c->index].value;
                retain(v);
                PUT(A, v);
                NEXT;
            }
            if (c->kind == 2 && c->version2 == (uint32_t)f->builtins->version) {
                v = f->builtins->entries[c->index].value;
                retain(v);
                PUT(A, v);
                NEXT;
            }
        }
        SAVE();
        v = slow_load_global(vm, f, REF(f->code->names[B]), C != NO_REG ? c : NULL);
        if (!v) goto error;
        PUT(A, v);
        NEXT;
    }
    TARGET(STORE_NAME)
    {
        if (f->locals) {
            SAVE();
            if (!slow_store_name(vm, f, REF(f->code->names[B]), R[A])) goto error;
            DROP(A);
            NEXT;
        }
    }
    /* fall through */
    TARGET(STORE_GLOBAL)
    {
        Cache *c = &f->code->caches[C];
        if (C != NO_REG && c->kind == 1 && c->version == (uint32_t)f->globals->version) {
            TAKE(v, A);
            SAVE();
            value_put(vm, &f->globals->entries[c->index].value, v);
            NEXT;
        }
        SAVE();
        if (!slow_store_global(vm, f, REF(f->code->names[B]), R[A], C != NO_REG ? c : NULL)) goto error;
        DROP(A);
        NEXT;
    }
    TARGET(DEL_GLOBAL)
    {
        SAVE();
        if (!slow_delete_global(vm, f, REF(f->code->names[B]))) goto error;
        NEXT;
    }
    TARGET(DEL_NAME)
    {
        SAVE();
        if (!slow_delete_name(vm, f, REF(f->code->names[B]))) goto error;
        NEXT;
    }

    /* ---- attributes ---- */
    TARGET(GETATTR)
    {
        Ref o = R[B];
        Cache *c = &f->code->caches[C];
        Value v;
        SAVE();
        if (is_heap(o) && c->kind) {
            Obj *p = as_obj(o);
            if (c->version == p->type->version) {
                if (c->kind == 1) { /* in the shape, or in the dict of an instance that has one */
                    Attrs *at = obj_attrs(p);
                    if (at->shape == c->ptr) {
                        v = retain(at->values[c->index]);
                        goto got_attr;
                    }
                    Value *hint = !at->shape && at->dict ? hinted(at->dict, c->index, REF(f->code->names[c->name])) : NULL;
                    if (hint) {
                        v = retain(*hint);
                        goto got_attr;
                    }
                } else if (c->kind == 3) { /* a __slots__ member */
                    v = *(Value *)((char *)p + c->index);
                    if (v) {
                        retain(v);
                        goto got_attr;
                    }
                } else if (c->kind == 4) { /* a plain class attribute, in no shape of the class */
                    if (is_not_own(vm, p, REF(f->code->names[c->name]))) {
                        v = retain((Ref)c->ptr2);
                        goto got_attr;
                    }
                } else if (c->kind == 7) {
                    v = slow_getset(vm, o, REF(f->code->names[c->name]), c);
                    if (!v) goto error;
                    goto got_attr;
                }
            } else if (c->kind == 5 && p->kind == KIND_MODULE && (uint32_t)((Module *)p)->dict->version == c->version) {
                v = retain(((Module *)p)->dict->entries[c->index].value);
                goto got_attr;
            } else if (c->kind == 6 && p->kind == KIND_TYPE && ((Type *)p)->version == c->version) {
                v = retain((Ref)c->ptr2);
                goto got_attr;
            }
        }
        v = slow_getattr(vm, o, REF(f->code->names[c->name]), c);
        if (!v) goto error;
    got_attr:
        DROP(B);
        PUT(A, v);
        NEXT;
    }
    TARGET(SETATTR)
    {
        Ref o = R[A];
        Cache *c = &f->code->caches[C];
        SAVE();
        if (is_heap(o) && c->kind && c->version == as_obj(o)->type->version) {
            Obj *p = as_obj(o);
            if (c->kind == 3) {
                TAKE(v, B);
                value_put(vm, (Value *)((char *)p + c->index), v);
                DROP(A);
                NEXT;
            }
            Attrs *at = obj_attrs(p);
            if (at->shape == c->ptr) {
                if (c->kind == 1) {
                    TAKE(v, B);
                    value_put(vm, &at->values[c->index], v);
                    DROP(A);
                    NEXT;
                }
                if (c->kind == 2) { /* one more name, and there is room */
                    TAKE(v, B);
                    at->values[c->index] = v;
                    at->shape = c->ptr2;
                    DROP(A);
                    NEXT;
                }
            } else if (c->kind == 1 && !at->shape && at->dict) {
                Value *hint = hinted(at->dict, c->index, REF(f->code->names[c->name]));
                if (hint) {
                    TAKE(v, B);
                    value_put(vm, hint, v);
                    DROP(A);
                    NEXT;
                }
            }
        }
        if (!slow_setattr(vm, o, REF(f->code->names[c->name]), R[B], c)) goto error;
        DROP(B);
        DROP(A);
        NEXT;
    }
    TARGET(DELATTR)
    {
        SAVE();
        if (!obj_setattr(vm, R[A], REF(f->code->names[B]), NULL)) goto error;
        DROP(A);
        NEXT;
    }

    /* ---- items ---- */
    TARGET(GETITEM)
    {
        Ref o = R[B], k = R[C];
        Value v;
        if (is_heap(o)) {
            Obj *p = as_obj(o);
            if (is_small(k)) {
                int64_t i = small_of(k);
                if (p->type == CLASS(list)) {
                    List *l = (List *)p;
                    if (i < 0) i += l->len;
                    if ((uint64_t)i < (uint64_t)l->len) {
                        v = retain(l->items[i]);
                        goto got_item;
                    }
                } else if (p->type == CLASS(tuple)) {
                    Tuple *t = (Tuple *)p;
                    if (i < 0) i += t->len;
                    if ((uint64_t)i < (uint64_t)t->len) {
                        v = retain(t->items[i]);
                        goto got_item;
                    }
                } else if (p->type == CLASS(str) && (p->aux & STR_WIDTH) == 1) {
                    Str *t = (Str *)p;
                    if (i < 0) i += t->len;
                    if ((uint64_t)i < (uint64_t)t->len) {
                        v = retain(vm->chars[t->data[i]]);
                        goto got_item;
                    }
                }
            }
            if (p->type == CLASS(dict)) {
                SAVE();
                Ref found = is_str(k) && as_obj(k)->type == CLASS(str) ? dict_get_str(vm, o, k) : dict_get(vm, o, k);
                if (found) {
                    v = retain(found);
                    goto got_item;
                }
                if (err_occurred(vm)) goto error;
            }
        }
        SAVE();
        Frame *nf = push_getitem(vm, f, o, k);
        if (!nf) goto error;
        if (nf != f) {
            DROP(C);
            DROP(B);
            nf->dst = A;
            f = nf;
            LOAD_FRAME();
            if (__builtin_expect(vm->breaker != 0, 0)) goto breaker;
            NEXT;
        }
        v = slow_getitem(vm, o, k);
        if (!v) goto error;
    got_item:
        SAVE();
        DROP(C);
        DROP(B);
        PUT(A, v);
        NEXT;
    }
    TARGET(GETITEMK)
    {
        Ref o = R[B], k = consts[C];
        Value v;
        if (is_heap(o) && is_small(k)) {
            Obj *p = as_obj(o);
            int64_t i = small_of(k);
            if (p->type == CLASS(list)) {
                List *l = (List *)p;
                if (i < 0) i += l->len;
                if ((uint64_t)i < (uint64_t)l->len) {
                    v = retain(l->items[i]);
                    goto got_itemk;
                }
            } else if (p->type == CLASS(tuple)) {
                Tuple *t = (Tuple *)p;
                if (i < 0) i += t->len;
                if ((uint64_t)i < (uint64_t)t->len) {
                    v = retain(t->items[i]);
                    goto got_itemk;
                }
            }
        }
        SAVE();
        Frame *nf = push_getitem(vm, f, o, k);
        if (!nf) goto error;
        if (nf != f) {
            DROP(B);
            nf->dst = A;
            f = nf;
            LOAD_FRAME();
            if (__builtin_expect(vm->breaker != 0, 0)) goto breaker;
            NEXT;
        }
        v = slow_getitem(vm, o, k);
        if (!v) goto error;
    got_itemk:
        SAVE();
        DROP(B);
        PUT(A, v);
        NEXT;
    }
    TARGET(SETITEM)
    {
        Ref o = R[A], k = R[B];
        SAVE();
        if (is_heap(o)) {
            Obj *p = as_obj(o);
            if (p->type == CLASS(list) && is_small(k)) {
                List *l = (List *)p;
                int64_t i = small_of(k);
                if (i < 0) i += l->len;
                if ((uint64_t)i < (uint64_t)l->len) {
                    TAKE(v, C);
                    value_put(vm, &l->items[i], v);
                    DROP(A);
                    NEXT;
                }
            } else if (p->type == CLASS(dict)) {
                if (!dict_set(vm, o, k, R[C])) goto error;
                DROP(C);
                DROP(B);
                DROP(A);
                NEXT;
            }
        }
        if (!op_setitem(vm, o, k, R[C])) goto error;
        DROP(C);
        DROP(B);
        DROP(A);
        NEXT;
    }
    TARGET(DELITEM)
    {
        SAVE();
        if (!op_setitem(vm, R[A], R[B], NULL)) goto error;
        DROP(B);
        DROP(A);
        NEXT;
    }
    TARGET(GETSLICE)
    {
        SAVE();
        Value *r = &R[C];
        Value v = slow_getslice(vm, R[B], r[0], r[1]);
        if (!v) goto error;
        value_clear(vm, &r[1]);
        value_clear(vm, &r[0]);
        DROP(B);
        PUT(A, v);
        NEXT;
    }
    TARGET(SETSLICE)
    {
        SAVE();
        Value *r = &R[B];
        if (!slow_setslice(vm, R[A], r[0], r[1], R[C])) goto error;
        value_clear(vm, &r[1]);
        value_clear(vm, &r[0]);
        DROP(C);
        DROP(A);
        NEXT;
    }
    TARGET(BUILD_SLICE)
    {
        SAVE();
        Value *r = &R[B];
        Value v = slice_new(vm, r[0], r[1], C == 3 ? r[2] : V_NONE);
        if (!v) goto error;
        for (unsigned i = C; i-- > 0;) value_clear(vm, &r[i]);
        PUT(A, v);
        NEXT;
    }

    /* ---- arithmetic ---- RHS is R[C] or a constant; DROP_RHS its consumption */
#define BINARY(name, suffix, rhs, drop_rhs, int_part, float_part, slow)  \
    TARGET(name##suffix)                                                 \
    {                                                                    \
        Ref a = R[B], b = rhs;                                           \
        Value v;                                                         \
        if (both_small(a, b)) {                                          \
            int_part                                                     \
        } else {                                                         \
            double x, y;                                                 \
            if (two_doubles(a, b, &x, &y)) {                             \
                float_part                                               \
            }                                                            \
        }                                                                \
        SAVE();                                                          \
        v = slow;                                                        \
        if (!v) goto error;                                              \
        drop_rhs;                                                        \
        DROP(B);                                                         \
        PUT(A, v);                                                       \
        NEXT;                                                            \
    }
#define DONE(value)    \
    do {               \
        v = (value);   \
        PUT(A, v);     \
        NEXT;          \
    } while (0)
    /* Each operator in its four forms. */
#define BINARY4(name, int_part, float_part)                                                                           \
    BINARY(name, , R[C], DROP(C), int_part, float_part, slow_arith(vm, OP_##name, a, b))                              \
    BINARY(name, K, consts[C], (void)0, int_part, float_part, slow_arith(vm, OP_##name, a, b))                        \
    BINARY(name, _I, R[C], DROP(C), int_part, float_part, op_inplace(vm, OP_##name, a, b))                            \
    BINARY(name, K_I, consts[C], (void)0, int_part, float_part, op_inplace(vm, OP_##name, a, b))

#define SUM_INT                                                          \
    int64_t r;                                                           \
    if (!__builtin_add_overflow(TOP(a), TOP(b), &r)) DONE(FROM_TOP(r));
#define DIFF_INT                                                         \
    int64_t r;                                                           \
    if (!__builtin_sub_overflow(TOP(a), TOP(b), &r)) DONE(FROM_TOP(r));
#define PRODUCT_INT                                                      \
    int64_t r;                                                           \
    if (!__builtin_mul_overflow(TOP(a), small_of(b), &r)) DONE(FROM_TOP(r));
#define QUOTIENT_INT                                                     \
    if (small_of(b)) DONE(make_float((double)small_of(a) / (double)small_of(b)));
#define FLOOR_INT                                                        \
    int64_t r;                                                           \
    if (small_floordiv(small_of(a), small_of(b), &r)) DONE(make_small(r));
#define MOD_INT                                                          \
    int64_t r;                                                           \
    if (small_mod(small_of(a), small_of(b), &r)) DONE(make_small(r));
#define LSHIFT_INT                                                       \
    int64_t n = small_of(b);                                             \
    int64_t r;                                                           \
    if (n >= 0 && n < 48 && !__builtin_mul_overflow(TOP(a), (int64_t)1 << n, &r)) DONE(FROM_TOP(r));
#define RSHIFT_INT                                                       \
    int64_t n = small_of(b);                                             \
    if (n >= 0) DONE(make_small(small_of(a) >> (n > 63 ? 63 : n)));
#define QUOTIENT_FLOAT                                                   \
    if (y != 0.0) DONE(make_float(x / y));

    /* s = s + t and s += t where nobody else holds s: the text grows in place */
#define ADD_TARGET(name, rhs, drop_rhs, slow)                                                                          \
    TARGET(name)                                                                                                       \
    {                                                                                                                  \
        Ref a = R[B], b = rhs;                                                                                         \
        Value v;                                                                                                       \
        if (both_small(a, b)) {                                                                                        \
            SUM_INT                                                                                                    \
        } else {                                                                                                       \
            double x, y;                                                                                               \
            if (two_doubles(a, b, &x, &y)) DONE(make_float(x + y));                                                    \
        }                                                                                                              \
        SAVE();                                                                                                        \
        if (A == B && is_heap(a) && is_heap(b) && as_obj(a)->type == CLASS(str) && as_obj(b)->type == CLASS(str)) {    \
            Value s = R[A];                                                                                            \
            R[A] = NULL;                                                                                               \
            bool grown = str_append(vm, &s, b);                                                                        \
            R[A] = s;                                                                                                  \
            if (!grown) goto error;                                                                                    \
            drop_rhs;                                                                                                  \
            NEXT;                                                                                                      \
        }                                                                                                              \
        v = slow;                                                                                                      \
        if (!v) goto error;                                                                                            \
        drop_rhs;                                                                                                      \
        DROP(B);                                                                                                       \
        PUT(A, v);                                                                                                     \
        NEXT;                                                                                                          \
    }
    ADD_TARGET(ADD_I, R[C], DROP(C), op_inplace(vm, OP_ADD, a, b))
    ADD_TARGET(ADDK_I, consts[C], (void)0, op_inplace(vm, OP_ADD, a, b))
    ADD_TARGET(ADD, R[C], DROP(C), slow_arith(vm, OP_ADD, a, b))
    ADD_TARGET(ADDK, consts[C], (void)0, slow_arith(vm, OP_ADD, a, b))
#undef ADD_TARGET
    BINARY4(SUB, DIFF_INT, DONE(make_float(x - y));)
    BINARY4(MUL, PRODUCT_INT, DONE(make_float(x * y));)
    BINARY4(DIV, QUOTIENT_INT, QUOTIENT_FLOAT)
    BINARY4(FLOORDIV, FLOOR_INT, )
    BINARY4(MOD, MOD_INT, )
    BINARY4(POW, , )
    BINARY4(LSHIFT, LSHIFT_INT, )
    BINARY4(RSHIFT, RSHIFT_INT, )
    BINARY4(AND, DONE((Value)(BITS(a) & BITS(b)));, )
    BINARY4(XOR, DONE((Value)((BITS(a) ^ BITS(b)) | INT_TAG));, )
    BINARY4(OR, DONE((Value)(BITS(a) | BITS(b)));, )
    BINARY4(MATMUL, , )

    TARGET(NEG)
    {
        Ref a = R[B];
        Value v;
        if (is_small(a) && small_fits(-small_of(a))) DONE(make_small(-small_of(a)));
        if (is_float(a)) DONE(make_float(-float_of(a)));
        SAVE();
        v = op_neg(vm, a);
        if (!v) goto error;
        DROP(B);
        PUT(A, v);
        NEXT;
    }
    TARGET(POS)
    {
        SAVE();
        Value v = op_pos(vm, R[B]);
        if (!v) goto error;
        DROP(B);
        PUT(A, v);
        NEXT;
    }
    TARGET(INVERT)
    {
        SAVE();
        Value v = is_small(R[B]) ? make_small(~small_of(R[B])) : op_invert(vm, R[B]);
        if (!v) goto error;
        DROP(B);
        PUT(A, v);
        NEXT;
    }
    TARGET(NOT)
    {
        SAVE();
        Ref a = R[B];
        int t = is_bool(a) ? a == V_TRUE : op_truth(vm, a);
        if (t < 0) goto error;
        DROP(B);
        PUT(A, make_bool(!t));
        NEXT;
    }

    /* ---- comparing ---- */
#define COMPARE(name, suffix, rhs, drop_rhs, op)             \
    TARGET(name##suffix)                                     \
    {                                                        \
        Ref a = R[B], b = rhs;                               \
        int t;                                               \
        FAST_COMPARE(t, a, b, op)                            \
        if (t >= 0) {                                        \
            PUT(A, make_bool(t));                            \
            NEXT;                                            \
        }                                                    \
        SAVE();                                              \
        Value v = slow_compare(vm, a, b, CMP_##name);        \
        if (!v) goto error;                                  \
        drop_rhs;                                            \
        DROP(B);                                             \
        PUT(A, v);                                           \
        NEXT;                                                \
    }
#define COMPARE2(name, op)                       \
    COMPARE(name, , R[C], DROP(C), op)           \
    COMPARE(name, K, consts[C], (void)0, op)
    COMPARE2(LT, <)
    COMPARE2(LE, <=)
    COMPARE2(EQ, ==)
    COMPARE2(NE, !=)
    COMPARE2(GT, >)
    COMPARE2(GE, >=)

    TARGET(IS)
    {
        bool t = R[B] == R[C];
        SAVE();
        DROP(C);
        DROP(B);
        PUT(A, make_bool(t));
        NEXT;
    }
    TARGET(IS_NOT)
    {
        bool t = R[B] != R[C];
        SAVE();
        DROP(C);
        DROP(B);
        PUT(A, make_bool(t));
        NEXT;
    }
    TARGET(IN)
    {
        SAVE();
        int t = op_contains(vm, R[C], R[B]);
        if (t < 0) goto error;
        DROP(C);
        DROP(B);
        PUT(A, make_bool(t));
        NEXT;
    }
    TARGET(NOT_IN)
    {
        SAVE();
        int t = op_contains(vm, R[C], R[B]);
        if (t < 0) goto error;
        DROP(C);
        DROP(B);
        PUT(A, make_bool(!t));
        NEXT;
    }

    /* A test is followed by its jump, forward or back: taken when the outcome is C. */
#define BRANCH(t)                                                         \
    do {                                                                  \
        if ((t) == (int)C) {                                              \
            const Ins *j_ = pc;                                           \
            pc += 1 + ins_bc(*j_);                                        \
            if (j_->op == BC_JMP_BACK && __builtin_expect(vm->breaker != 0, 0)) { \
                f->pc = j_ + 1;                                           \
                goto breaker_at_jump;                                     \
            }                                                             \
        } else pc++;                                                      \
        NEXT;                                                             \
    } while (0)
#define TEST(name, suffix, rhs, drop_rhs, op)                \
    TARGET(TEST_##name##suffix)                              \
    {                                                        \
        Ref a = R[A], b = rhs;                               \
        int t;                                               \
        FAST_COMPARE(t, a, b, op)                            \
        if (t >= 0) BRANCH(t);                               \
        SAVE();                                              \
        Value v = slow_compare(vm, a, b, CMP_##name);        \
        if (!v) goto error;                                  \
        if (is_bool(v)) t = v == V_TRUE;                     \
        else {                                               \
            t = op_truth(vm, v);                             \
            release(vm, v);                                  \
            if (t < 0) goto error;                           \
        }                                                    \
        drop_rhs;                                            \
        DROP(A);                                             \
        BRANCH(t);                                           \
    }
#define TEST2(name, op)                       \
    TEST(name, , R[B], DROP(B), op)           \
    TEST(name, K, consts[B], (void)0, op)
    TEST2(LT, <)
    TEST2(LE, <=)
    TEST2(EQ, ==)
    TEST2(NE, !=)
    TEST2(GT, >)
    TEST2(GE, >=)

    TARGET(TEST_IS)
    {
        int t = R[A] == R[B];
        SAVE();
        DROP(B);
        DROP(A);
        BRANCH(t);
    }
    TARGET(TEST_IN)
    {
        SAVE();
        int t = op_contains(vm, R[B], R[A]);
        if (t < 0) goto error;
        DROP(B);
        DROP(A);
        BRANCH(t);
    }
    TARGET(TEST_NONE)
    {
        int t = is_none(R[A]);
        SAVE();
        DROP(A);
        BRANCH(t);
    }
    TARGET(TEST_TRUE)
    {
        Ref a = R[A];
        SAVE();
        int t = is_bool(a) ? a == V_TRUE : op_truth(vm, a);
        if (t < 0) goto error;
        DROP(A);
        BRANCH(t);
    }

    /* ---- jumps ---- */
    TARGET(JMP)
    {
        pc += W;
        NEXT;
    }
    TARGET(JMP_BACK)
    {
        pc += W;
        if (__builtin_expect(vm->breaker != 0, 0)) {
            f->pc = pc - W;
            goto breaker_at_jump;
        }
        NEXT;
    }
#define JUMP_IF(name, sense)                                      \
    TARGET(name)                                                  \
    {                                                             \
        Ref a = R[A];                                             \
        if (is_bool(a)) {                                         \
            if ((a == V_TRUE) == sense) pc += W;                  \
            NEXT;                                                 \
        }                                                         \
        SAVE();                                                   \
        int t = op_truth(vm, a);                                  \
        if (t < 0) goto error;                                    \
        DROP(A);                                                  \
        if (t == sense) pc += W;                                  \
        NEXT;                                                     \
    }
    JUMP_IF(JMP_FALSE, 0)
    JUMP_IF(JMP_TRUE, 1)
#define JUMP_OR_POP(name, sense)                                  \
    TARGET(name)                                                  \
    {                                                             \
        Ref a = R[A];                                             \
        SAVE();                                                   \
        int t = is_bool(a) ? a == V_TRUE : op_truth(vm, a);       \
        if (t < 0) goto error;                                    \
        if (t == sense) pc += W;                                  \
        else PUT(A, NULL);                                        \
        NEXT;                                                     \
    }
    JUMP_OR_POP(JMP_FALSE_OR_POP, 0)
    JUMP_OR_POP(JMP_TRUE_OR_POP, 1)

    /* ---- loops ---- */
    TARGET(GET_ITER)
    {
        SAVE();
        Value v = op_iter(vm, R[B]);
        if (!v) goto error;
        DROP(B);
        PUT(A, v);
        NEXT;
    }
/* for a, b in …: where the pair is taken apart at once, no tuple is made of it. (Who traces sees each instruction.) */
#define PAIR_FOLLOWS() (pc[1].op == BC_UNPACK_SEQ && pc[1].a == A && pc[1].c == 2 && A >= nlocals && labels == table)
#define GIVE_PAIR(first, second)         \
    do {                                 \
        R[pc[1].b] = (first);            \
        R[pc[1].b + 1] = (second);       \
        pc += 2;                         \
    } while (0)
    TARGET(FOR_ITER)
    {
        Obj *it = as_obj(R[B]);
        Value v;
        SAVE();
        switch (it->kind) {
        case KIND_RANGE_ITER: {
            RangeIter *r = (RangeIter *)it;
            if (r->left <= 0) goto exhausted;
            r->left--;
            v = make_small(r->next);
            r->next += r->step;
            break;
        }
        case KIND_LIST_ITER: {
            SeqIter *s = (SeqIter *)it;
            if (!s->seq) goto exhausted;
            List *l = as_list(s->seq);
            if (s->next >= l->len) {
                value_clear(vm, &s->seq);
                goto exhausted;
            }
            v = retain(l->items[s->next++]);
            break;
        }
        case KIND_TUPLE_ITER: {
            SeqIter *s = (SeqIter *)it;
            if (!s->seq) goto exhausted;
            Tuple *t = as_tuple(s->seq);
            if (s->next >= t->len) {
                value_clear(vm, &s->seq);
                goto exhausted;
            }
            v = retain(t->items[s->next++]);
            break;
        }
        case KIND_DICT_ITER: {
            DictIter *d = (DictIter *)it;
            const DictEntry *e = d->head.aux < DICT_ITEMS || (d->head.aux == DICT_ITEMS && PAIR_FOLLOWS()) ? dict_iter_step(d) : NULL;
            if (!e) goto any_iterator;
            if (d->head.aux == DICT_ITEMS) {
                GIVE_PAIR(retain(e->key), retain(e->value));
                NEXT;
            }
            v = retain(d->head.aux == DICT_KEYS ? e->key : e->value);
            break;
        }
        case KIND_GENERATOR: {
            Generator *g = (Generator *)it;
            if (g->state == GEN_CLOSED) goto exhausted;
            if (!gen_enter(vm, g, V_NONE, FRAME_GEN)) goto error;
            g->frame.dst = A;
            f = &g->frame;
            LOAD_FRAME();
            NEXT;
        }
        default:
            if (PAIR_FOLLOWS() && it->kind == KIND_OPAQUE) {
                Value two[2];
                int got = pair_of_held(vm, it, two);
                if (got > 0) {
                    GIVE_PAIR(two[0], two[1]);
                    NEXT;
                }
                if (got == 0) goto no_more;
            }
        any_iterator:
            v = next_of_held(vm, it);
            if (!v) {
            no_more:
                if (err_occurred(vm)) goto error;
                if (__builtin_expect(vm->watch != NULL, 0) && !watch_exhausted(vm, f, R[B], NULL)) goto error;
                goto exhausted;
            }
        }
        PUT(A, v);
        pc++;
        NEXT;
    exhausted:
        PUT(B, NULL);
        pc += 1 + ins_bc(*pc);
        NEXT;
    }

    /* ---- calls ---- */
    TARGET(CALL)
    {
        Value *base = &R[B];
        unsigned n = C;
        SAVE();
        Ref callee = base[0];
        if (__builtin_expect(!is_heap(callee), 0)) goto call_generic;
        switch (as_obj(callee)->kind) {
        case KIND_FUNCTION: {
            Function *fn = as_function(callee);
            Code *code = fn->code;
            if (!(code->flags & CODE_SIMPLE) || f->gen) goto call_function;
            if (n != code->argcount && (n > code->argcount || !fill_defaults(fn, base + 1, (int)n))) goto call_function;
            Frame *nf = push_simple(vm, f, fn, code, base + 1, code->argcount);
            if (!nf) {
                for (unsigned i = n; i < code->argcount; i++) value_clear(vm, &base[1 + i]);
                goto error;
            }
            base[0] = NULL; /* the frame owns the function now */
            nf->dst = A;
            f = nf;
            pc = code->ins;
            R = base + 1;
            nlocals = code->nlocals;
            consts = code->consts;
            if (__builtin_expect(vm->breaker != 0, 0)) goto breaker;
            NEXT;
        call_function:
            if (code->flags & CODE_ANY_GENERATOR) goto call_generic;
            base[0] = NULL;
            nf = push_general(vm, f, fn, base + 1, (int)n, NULL, base + 1 + n);
            if (!nf) goto error;
            for (unsigned i = n; i-- > 0;) value_clear(vm, &base[1 + i]);
            nf->dst = A;
            f = nf;
            LOAD_FRAME();
            if (__builtin_expect(vm->breaker != 0, 0)) goto breaker;
            NEXT;
        }
        case KIND_NATIVE: {
            Native *nat = (Native *)as_obj(callee);
            if (nat->self && nat->owner) goto call_generic;
            result = call_native(vm, nat->def, &nat->sig, nat->owner, as_refs(base + 1), (int)n);
            goto call_done;
        }
        case KIND_TYPE: {
            Type *t = as_type(callee);
            Function *init = plain_init(vm, t);
            if (!init || f->gen) goto call_generic;
            Obj *self = obj_alloc(vm, t, t->inst_size);
            if (!self) goto error;
            Code *code = init->code;
            Value type_ref = base[0];
            base[0] = VAL(self);
            Frame *nf;
            if ((code->flags & CODE_SIMPLE) && n + 1 <= code->argcount &&
                (n + 1 == code->argcount || fill_defaults(init, base, (int)n + 1))) {
                retain(REF(init));
                nf = push_simple(vm, f, init, code, base, code->argcount);
                if (!nf) {
                    release(vm, VAL(init));
                    for (unsigned i = n + 1; i < code->argcount; i++) value_clear(vm, &base[i]);
                    release(vm, type_ref);
                    goto error;
                }
            } else {
                retain(REF(init));
                nf = push_general(vm, f, init, base, (int)n + 1, NULL, base + 1 + n);
                if (!nf) {
                    release(vm, type_ref);
                    goto error;
                }
                for (unsigned i = n + 1; i-- > 1;) value_clear(vm, &base[i]);
                base[0] = NULL; /* its reference becomes the frame's self */
                self->refs--;
            }
            nf->pc = code->ins;
            self->refs++;
            nf->self = VAL(self);
            nf->flags = FRAME_INIT;
            nf->dst = A;
            f = nf;
            LOAD_FRAME();
            release(vm, type_ref);
            NEXT;
        }
        default: break;
        }
    call_generic:
        result = call(vm, base[0], as_refs(base + 1), (int)n, NULL);
    call_done:
        for (unsigned i = n; i > 0; i--) value_clear(vm, &base[i]);
        value_clear(vm, &base[0]);
        if (!result) goto error;
        PUT(A, result);
        if (__builtin_expect(vm->breaker != 0, 0)) goto breaker;
        NEXT;
    }
    TARGET(CALL_KW)
    {
        Value *base = &R[B];
        unsigned n = C;
        SAVE();
        Ref names = base[1 + n], callee = base[0];
        int npos = (int)n - (int)as_tuple(names)->len;
        if (is_function(callee) && !(as_function(callee)->code->flags & CODE_ANY_GENERATOR)) {
            Function *fn = as_function(callee);
            base[0] = NULL;
            Frame *nf = push_general(vm, f, fn, base + 1, npos, names, base + 2 + n);
            if (!nf) goto error;
            for (unsigned i = n + 1; i > 0; i--) value_clear(vm, &base[i]);
            nf->dst = A;
            f = nf;
            LOAD_FRAME();
            NEXT;
        }
        result = call(vm, callee, as_refs(base + 1), npos, names);
        for (unsigned i = n + 2; i-- > 0;) value_clear(vm, &base[i]);
        if (!result) goto error;
        PUT(A, result);
        if (__builtin_expect(vm->breaker != 0, 0)) goto breaker;
        NEXT;
    }
    TARGET(LOAD_METHOD)
    {
        Ref o = R[B];
        Cache *c = &f->code->caches[C];
        Value fn, self;
        SAVE();
        if (is_heap(o) && c->kind && c->version == as_obj(o)->type->version) {
            if (c->kind == 1 || (c->kind == 2 && is_not_own(vm, as_obj(o), REF(f->code->names[c->name])))) {
                fn = retain((Ref)c->ptr2);
                TAKE(receiver, B);
                PUT(A, fn);
                PUT(A + 1, receiver);
                NEXT;
            }
        } else if (c->kind == 5 && is_heap(o) && as_obj(o)->kind == KIND_MODULE && (uint32_t)as_module(o)->dict->version == c->version) {
            fn = retain(as_module(o)->dict->entries[c->index].value);
            DROP(B);
            PUT(A, fn);
            PUT(A + 1, NULL);
            NEXT;
        }
        fn = slow_load_method(vm, o, REF(f->code->names[c->name]), c, &self);
        if (!fn) goto error;
        DROP(B);
        PUT(A, fn);
        PUT(A + 1, self);
        NEXT;
    }
    TARGET(CALL_METHOD)
    {
        Value *base = &R[B];
        unsigned n = C;
        SAVE();
        Ref callee = base[0];
        Value *args = base[1] ? base + 1 : base + 2;
        unsigned given = base[1] ? n + 1 : n;
        if (is_heap(callee)) {
            if (as_obj(callee)->kind == KIND_FUNCTION) {
                Function *fn = as_function(callee);
                Code *code = fn->code;
                if (!(code->flags & CODE_SIMPLE) || f->gen) goto method_function;
                if (given != code->argcount && (given > code->argcount || !fill_defaults(fn, args, (int)given))) goto method_function;
                Frame *nf = push_simple(vm, f, fn, code, args, code->argcount);
                if (!nf) {
                    for (unsigned i = given; i < code->argcount; i++) value_clear(vm, &args[i]);
                    goto error;
                }
                base[0] = NULL;
                nf->dst = A;
                f = nf;
                pc = code->ins;
                R = args;
                nlocals = code->nlocals;
                consts = code->consts;
                if (__builtin_expect(vm->breaker != 0, 0)) goto breaker;
                NEXT;
            method_function:
                if (code->flags & CODE_ANY_GENERATOR) goto method_generic;
                base[0] = NULL;
                nf = push_general(vm, f, fn, args, (int)given, NULL, base + 2 + n);
                if (!nf) goto error;
                for (unsigned i = n + 1; i > 0; i--) value_clear(vm, &base[i]);
                nf->dst = A;
                f = nf;
                LOAD_FRAME();
                NEXT;
            }
            if (as_obj(callee)->kind == KIND_METHOD_DESCR && base[1]) {
                MethodDescr *d = (MethodDescr *)as_obj(callee);
                if (d->def) {
                    result = call_native(vm, d->def, &d->sig, d->owner, as_refs(args), (int)given);
                    goto method_done;
                }
            } else if (as_obj(callee)->kind == KIND_NATIVE && !base[1]) {
                Native *nat = (Native *)as_obj(callee);
                if (!nat->self || !nat->owner) {
                    result = call_native(vm, nat->def, &nat->sig, nat->owner, as_refs(args), (int)given);
                    goto method_done;
                }
            }
        }
    method_generic:
        result = call(vm, callee, as_refs(args), (int)given, NULL);
    method_done:
        for (unsigned i = n + 1; i > 0; i--) value_clear(vm, &base[i]);
        value_clear(vm, &base[0]);
        if (!result) goto error;
        PUT(A, result);
        if (__builtin_expect(vm->breaker != 0, 0)) goto breaker;
        NEXT;
    }
    TARGET(CALL_METHOD_KW)
    {
        Value *base = &R[B];
        unsigned n = C;
        SAVE();
        Ref names = base[2 + n], callee = base[0];
        Value *args = base[1] ? base + 1 : base + 2;
        int npos = (int)(base[1] ? n + 1 : n) - (int)as_tuple(names)->len;
        if (is_function(callee) && !(as_function(callee)->code->flags & CODE_ANY_GENERATOR)) {
            Function *fn = as_function(callee);
            base[0] = NULL;
            Frame *nf = push_general(vm, f, fn, args, npos, names, base + 3 + n);
            if (!nf) goto error;
            for (unsigned i = n + 2; i > 0; i--) value_clear(vm, &base[i]);
            nf->dst = A;
            f = nf;
            LOAD_FRAME();
            NEXT;
        }
        result = call(vm, callee, as_refs(args), npos, names);
        for (unsigned i = n + 3; i-- > 0;) value_clear(vm, &base[i]);
        if (!result) goto error;
        PUT(A, result);
        if (__builtin_expect(vm->breaker != 0, 0)) goto breaker;
        NEXT;
    }
    TARGET(CALL_EX)
    {
        Value *base = &R[B];
        SAVE();
        if (is_function(base[0]) && !(as_function(base[0])->code->flags & CODE_ANY_GENERATOR) && is_exact(base[1], CLASS(tuple)) &&
            (C == 0 || is_exact(base[2], CLASS(dict)))) {
            Function *fn = as_function(base[0]);
            base[0] = NULL;
            Frame *nf = push_ex(vm, f, fn, base[1], C ? (Ref)base[2] : NULL, base + 2 + C);
            if (!nf) goto error;
            for (unsigned i = 1 + C; i > 0; i--) value_clear(vm, &base[i]);
            nf->dst = A;
            f = nf;
            LOAD_FRAME();
            if (__builtin_expect(vm->breaker != 0, 0)) goto breaker;
            NEXT;
        }
        result = slow_call_ex(vm, base[0], base[1], C == 1 ? base[2] : NULL);
        if (C == 1) value_clear(vm, &base[2]);
        value_clear(vm, &base[1]);
        value_clear(vm, &base[0]);
        if (!result) goto error;
        PUT(A, result);
        if (__builtin_expect(vm->breaker != 0, 0)) goto breaker;
        NEXT;
    }
    TARGET(CALL_SUPER)
    {
        Value *base = &R[B];
        SAVE();
        result = slow_call_super(vm, base, ((Cell *)BITS(f->closure[C]))->value);
        for (int i = 2; i-- > 0;) value_clear(vm, &base[i]);
        if (!result) goto error;
        PUT(A, result);
        NEXT;
    }
    TARGET(RETURN_NONE)
    {
        result = V_NONE;
        goto do_return;
    }
    TARGET(RETURN)
    {
        TAKE(v, A);
        result = v;
    }
do_return:
    {
        Frame *below = f->prev;
        Code *code = f->code;
        SAVE();
        if (__builtin_expect(f->gen != NULL, 0)) {
            int flags = f->flags;
            gen_leave(vm, f->gen, GEN_CLOSED);
            if (flags & FRAME_ENTRY) return result;
            /* FOR_ITER below is exhausted; the value returned is lost, as in CPython */
            f = below;
            LOAD_FRAME();
            memcpy(&w, pc - 1, sizeof w);
            bool told = __builtin_expect(!vm->watch, 1) || watch_exhausted(vm, f, R[B], result);
            release(vm, result);
            if (!told) goto error;
            goto exhausted;
        }
        if (__builtin_expect(f->frame_obj != NULL, 0)) frame_detach(vm, f);
        for (unsigned i = 0; i < code->nlocals; i++) {
            Value v = R[i];
            if (is_heap(v)) {
                R[i] = NULL;
                release(vm, v);
            }
        }
        unsigned flags = f->flags;
        if (__builtin_expect(f->locals != NULL, 0)) value_clear(vm, &f->locals);
        Function *fn = f->fn;
        f->fn = NULL;
        if (__builtin_expect(flags & FRAME_INIT, 0)) {
            Value self = f->self;
            f->self = NULL;
            if (!is_none(result)) {
                vm->frame = below;
                vm->depth--;
                err_raise(vm, EXC_TypeError, "__init__() should return None, not '%T'", result);
                release(vm, result);
                release(vm, self);
                release(vm, VAL(fn));
                f = below;
                LOAD_FRAME();
                goto error;
            }
            result = self;
        }
        uint16_t dst = f->dst;
        vm->frame = below;
        vm->depth--;
        release(vm, VAL(fn));
        if (flags & FRAME_ENTRY) return result;
        f = below;
        LOAD_FRAME();
        PUT(dst, result);
        NEXT;
    }

    /* ---- building ---- */
    TARGET(BUILD_TUPLE)
    {
        SAVE();
        unsigned n = C;
        Value v = n ? tuple_new(vm, n) : retain(vm->empty_tuple);
        if (!v) goto error;
        for (unsigned i = 0; i < n; i++) {
            as_tuple(v)->items[i] = R[B + i];
            R[B + i] = NULL;
        }
        PUT(A, v);
        NEXT;
    }
    TARGET(BUILD_LIST)
    {
        SAVE();
        unsigned n = C;
        Value v = list_new(vm, n);
        if (!v) goto error;
        for (unsigned i = 0; i < n; i++) {
            as_list(v)->items[i] = R[B + i];
            R[B + i] = NULL;
        }
        as_list(v)->len = n;
        PUT(A, v);
        NEXT;
    }
    TARGET(BUILD_SET)
    {
        SAVE();
        Value v = set_new(vm);
        if (!v) goto error;
        for (unsigned i = 0; i < C; i++) {
            if (set_add(vm, v, R[B + i]) < 0) {
                release(vm, v);
                goto error;
            }
        }
        for (unsigned i = 0; i < C; i++) value_clear(vm, &R[B + i]);
        PUT(A, v);
        NEXT;
    }
    TARGET(BUILD_DICT)
    {
        SAVE();
        Value v = dict_new(vm);
        if (!v) goto error;
        for (unsigned i = 0; i < C; i++) {
            if (!dict_set(vm, v, R[B + 2 * i], R[B + 2 * i + 1])) {
                release(vm, v);
                goto error;
            }
        }
        for (unsigned i = 0; i < 2u * C; i++) value_clear(vm, &R[B + i]);
        PUT(A, v);
        NEXT;
    }
    TARGET(BUILD_STRING)
    {
        SAVE();
        Value v = str_join(vm, vm->empty_str, as_refs(&R[B]), C);
        if (!v) goto error;
        for (unsigned i = 0; i < C; i++) value_clear(vm, &R[B + i]);
        PUT(A, v);
        NEXT;
    }
    TARGET(LIST_APPEND)
    {
        TAKE(v, B);
        SAVE();
        if (!list_append_take(vm, R[A], v)) goto error;
        NEXT;
    }
    TARGET(SET_ADD)
    {
        SAVE();
        if (set_add(vm, R[A], R[B]) < 0) goto error;
        DROP(B);
        NEXT;
    }
    TARGET(DICT_PUT)
    {
        SAVE();
        if (!dict_set(vm, R[A], R[B], R[C])) goto error;
        DROP(C);
        DROP(B);
        NEXT;
    }
    TARGET(LIST_EXTEND)
    {
        SAVE();
        if (!slow_list_extend(vm, R[A], R[B])) goto error;
        DROP(B);
        NEXT;
    }
    TARGET(SET_UPDATE)
    {
        SAVE();
        if (!set_update(vm, R[A], R[B])) goto error;
        DROP(B);
        NEXT;
    }
    TARGET(DICT_UPDATE)
    {
        SAVE();
        if (!slow_dict_update(vm, R[A], R[B])) goto error;
        DROP(B);
        NEXT;
    }
    TARGET(DICT_MERGE)
    {
        SAVE();
        if (!dict_merge_kwargs(vm, R[A], R[B], R[C])) goto error;
        DROP(B);
        NEXT;
    }
    TARGET(LIST_TO_TUPLE)
    {
        SAVE();
        Value v = tuple_from(vm, as_refs(as_list(R[B])->items), as_list(R[B])->len);
        if (!v) goto error;
        DROP(B);
        PUT(A, v);
        NEXT;
    }
    TARGET(FORMAT_VALUE)
    {
        SAVE();
        Ref o = R[B];
        Value v;
        if (C == NO_REG && is_heap(o) && as_obj(o)->type == CLASS(str)) v = retain(o);
        else v = format_value(vm, o, C == NO_REG ? NULL : R[C]);
        if (!v) goto error;
        if (C != NO_REG) DROP(C);
        DROP(B);
        PUT(A, v);
        NEXT;
    }
    TARGET(CONVERT)
    {
        SAVE();
        Value v = slow_convert(vm, R[B], C);
        if (!v) goto error;
        DROP(B);
        PUT(A, v);
        NEXT;
    }

    /* ---- unpacking ---- */
    TARGET(UNPACK_SEQ)
    {
        Ref o = R[A];
        unsigned n = C;
        SAVE();
        Value *items = NULL;
        if (is_heap(o)) {
            if (as_obj(o)->type == CLASS(tuple) && as_tuple(o)->len == n) items = as_tuple(o)->items;
            else if (as_obj(o)->type == CLASS(list) && as_list(o)->len == n) items = as_list(o)->items;
        }
        if (items) {
            TAKE(held, A);
            for (unsigned i = 0; i < n; i++) R[B + i] = retain(items[i]);
            release(vm, held);
            NEXT;
        }
        Value held = retain(o);
        DROP(A);
        bool ok = slow_unpack(vm, held, &R[B], (int)n);
        release(vm, held);
        if (!ok) goto error;
        NEXT;
    }
    TARGET(UNPACK_EX)
    {
        SAVE();
        TAKE(held, A);
        bool ok = slow_unpack_ex(vm, held, &R[B], C & 255, C >> 8);
        release(vm, held);
        if (!ok) goto error;
        NEXT;
    }

    /* ---- functions and classes ---- */
    TARGET(MAKE_FUNCTION)
    {
        SAVE();
        Value v = slow_make_function(vm, f, consts[B], C == NO_REG ? NULL : &R[C]);
        if (!v) goto error;
        PUT(A, v);
        NEXT;
    }
    TARGET(LOAD_BUILD_CLASS)
    {
        SAVE();
        Ref b = dict_get_str(vm, REF(f->builtins), NAME(__build_class__));
        if (!b) {
            err_raise(vm, EXC_NameError, "__build_class__ not found");
            goto error;
        }
        retain(b);
        PUT(A, (Value)BITS(b));
        NEXT;
    }
    TARGET(LOAD_LOCALS)
    {
        SAVE();
        Value v = frame_locals(vm, f);
        if (!v) goto error;
        PUT(A, v);
        NEXT;
    }
    TARGET(SETUP_ANNOTATIONS)
    {
        SAVE();
        if (!slow_setup_annotations(vm, f)) goto error;
        NEXT;
    }

    /* ---- generators ---- */
    TARGET(YIELD)
    {
        TAKE(v, B);
        result = v;
    }
do_yield:
    {
        SAVE();
        Generator *g = f->gen;
        int flags = f->flags;
        uint16_t dst = f->dst;
        Frame *below = f->prev;
        gen_leave(vm, g, GEN_SUSPENDED);
        if (flags & FRAME_ENTRY) return result;
        f = below;
        LOAD_FRAME();
        PUT(dst, result);
        pc++;
        if (__builtin_expect(vm->breaker != 0, 0)) goto breaker;
        NEXT;
    }
    TARGET(GET_YIELD_ITER)
    {
        SAVE();
        Value v = slow_yield_iter(vm, R[B], f->code->flags);
        if (!v) goto error;
        DROP(B);
        PUT(A, v);
        NEXT;
    }
    TARGET(YIELD_FROM)
    {
        SAVE();
        Value sent = R[A];
        R[A] = NULL;
        Value out;
        int step = slow_yield_from(vm, R[B], sent ? sent : V_NONE, &out);
        if (step < 0) goto error;
        if (step > 0) {
            if (__builtin_expect(vm->watch != NULL, 0) && !watch_leaves(vm, f, out)) {
                release(vm, out);
                goto error;
            }
            result = out;
            pc--; /* runs again at the resumption */
            goto do_yield;
        }
        if (__builtin_expect(vm->watch != NULL, 0) && !watch_exhausted(vm, f, R[B], out)) {
            release(vm, out);
            goto error;
        }
        PUT(A, out);
        PUT(B, NULL);
        NEXT;
    }

    TARGET(GET_AWAITABLE)
    {
        SAVE();
        Value v = await_iter(vm, R[B], C);
        if (!v) goto error;
        DROP(B);
        PUT(A, v);
        NEXT;
    }
    TARGET(GET_AITER)
    {
        SAVE();
        Value v = async_iter(vm, R[B]);
        if (!v) goto error;
        DROP(B);
        PUT(A, v);
        NEXT;
    }
    TARGET(GET_ANEXT)
    {
        SAVE();
        Value v = async_next(vm, R[B]);
        if (!v) goto error;
        PUT(A, v);
        NEXT;
    }
    TARGET(AWITH_ENTER)
    {
        SAVE();
        Value v;
        if (!async_enter(vm, &R[B], &v)) goto error;
        PUT(A, v);
        NEXT;
    }
    TARGET(AWITH_EXIT)
    {
        SAVE();
        Value exit = R[B];
        R[B] = NULL;
        Value v = call3(vm, exit, V_NONE, V_NONE, V_NONE);
        release(vm, exit);
        if (!v) goto error;
        PUT(A, v);
        NEXT;
    }
    TARGET(AWITH_EXCEPT)
    {
        SAVE();
        Value v = slow_with_call(vm, R[B], R[C]);
        if (!v) goto error;
        PUT(A, v);
        NEXT;
    }

    /* ---- exceptions ---- */
    TARGET(RAISE)
    {
        SAVE();
        if (A == NO_REG && vm->handled) { /* again, as it was: no new level of traceback */
            err_put(vm, retain(vm->handled));
            goto reraise;
        }
        slow_raise(vm, A == NO_REG ? NULL : R[A], B == NO_REG ? NULL : R[B]);
        if (B != NO_REG) DROP(B);
        if (A != NO_REG) DROP(A);
        goto error;
    }
    TARGET(RERAISE)
    {
        TAKE(v, A);
        SAVE();
        err_put(vm, v);
        goto reraise;
    }
    TARGET(MATCH_EXC)
    {
        SAVE();
        Value v = slow_match_exc(vm, R[B], R[C]);
        if (!v) goto error;
        DROP(C);
        PUT(A, v);
        NEXT;
    }
    TARGET(STAR_BEGIN)
    {
        SAVE();
        Value list = list_new(vm, 0);
        if (!list) goto error;
        PUT(A + 2, retain(R[A]));
        PUT(A + 3, retain(R[A]));
        PUT(A + 4, list);
        NEXT;
    }
    TARGET(STAR_MATCH)
    {
        SAVE();
        int t = slow_star_match(vm, &R[B], R[C]);
        if (t < 0) goto error;
        DROP(C);
        PUT(A, make_bool(t));
        NEXT;
    }
    TARGET(STAR_END)
    {
        SAVE();
        Value v = exc_star_result(vm, R[B + 2], R[B + 3], R[B + 4]);
        if (!v) goto error;
        for (int i = 5; i-- > 2;) value_clear(vm, &R[B + i]);
        PUT(A, v);
        NEXT;
    }
    TARGET(END_ASYNC_FOR)
    {
        if (!err_is(vm, R[A], EXC_StopAsyncIteration)) {
            SAVE();
            err_put(vm, retain(R[A]));
            goto reraise;
        }
    }
    /* fall through */
    TARGET(POP_EXC)
    {
        SAVE();
        Value outer = R[A + 1];
        R[A + 1] = NULL;
        value_put(vm, &vm->handled, outer);
        PUT(A, NULL);
        NEXT;
    }
    TARGET(LOAD_ASSERTION_ERROR)
    {
        Value v = retain(REF(vm->exc_types[EXC_AssertionError]));
        PUT(A, v);
        NEXT;
    }
    TARGET(WITH_ENTER)
    {
        SAVE();
        Value v;
        if (!slow_with_enter(vm, &R[B], &v)) goto error;
        PUT(A, v);
        NEXT;
    }
    TARGET(WITH_EXIT)
    {
        SAVE();
        Value exit = R[A];
        R[A] = NULL;
        Value v = call3(vm, exit, V_NONE, V_NONE, V_NONE);
        release(vm, exit);
        if (!v) goto error;
        release(vm, v);
        NEXT;
    }
    TARGET(WITH_EXCEPT)
    {
        SAVE();
        int t = slow_with_except(vm, R[B], R[C]);
        if (t < 0) goto error;
        PUT(A, make_bool(t));
        NEXT;
    }

    /* ---- import ---- */
    TARGET(IMPORT_NAME)
    {
        SAVE();
        Value v = import_name(vm, REF(f->code->names[B]), REF(f->globals), R[C + 1], (int)small_of(R[C]));
        if (!v) {
            slow_import_failed(vm, f);
            goto error;
        }
        value_clear(vm, &R[C + 1]);
        value_clear(vm, &R[C]);
        PUT(A, v);
        NEXT;
    }
    TARGET(IMPORT_FROM)
    {
        SAVE();
        Value v = import_from(vm, R[B], REF(f->code->names[C]));
        if (!v) {
            slow_import_failed(vm, f);
            goto error;
        }
        PUT(A, v);
        NEXT;
    }
    TARGET(IMPORT_STAR)
    {
        SAVE();
        if (!slow_import_star(vm, f, R[A])) goto error;
        DROP(A);
        NEXT;
    }

    /* ---- match ---- */
    TARGET(MATCH_SEQ)
    {
        bool t = type_of(vm, R[B])->flags & TYPE_MATCH_SEQ;
        PUT(A, make_bool(t));
        NEXT;
    }
    TARGET(MATCH_MAP)
    {
        bool t = type_of(vm, R[B])->flags & TYPE_MATCH_MAP;
        PUT(A, make_bool(t));
        NEXT;
    }
    TARGET(MATCH_LEN)
    {
        SAVE();
        int64_t n = op_len(vm, R[B]);
        if (n < 0) goto error;
        PUT(A, make_small(n));
        NEXT;
    }
    TARGET(MATCH_KEYS)
    {
        SAVE();
        Value v = slow_match_keys(vm, R[B], R[C]);
        if (!v) goto error;
        PUT(A, v);
        NEXT;
    }
    TARGET(MATCH_REST)
    {
        SAVE();
        Value v = slow_match_rest(vm, R[B], R[C]);
        if (!v) goto error;
        PUT(A, v);
        NEXT;
    }
    TARGET(MATCH_CLASS)
    {
        SAVE();
        Value *base = &R[C];
        Value v = slow_match_class(vm, R[B], base[0], (int)small_of(base[1]), base[2]);
        for (int i = 3; i-- > 0;) value_clear(vm, &base[i]);
        if (!v) goto error;
        PUT(A, v);
        NEXT;
    }
    TARGET(PRINT_EXPR)
    {
        SAVE();
        if (!slow_print_expr(vm, R[A])) goto error;
        DROP(A);
        NEXT;
    }

L_trace:
    {
        const Ins *at = pc - 1;
        if (vm->trace & (TRACE_VM | TRACE_OPS)) {
            SAVE();
            trace_instruction(vm, f, at);
        }
        if (vm->hooks.step) {
            SAVE();
            vm->hooks.step(vm, f, at);
        }
        if (vm->watch) {
            SAVE();
            if (!watch_step(vm, f, at)) goto error;
            if (f->pc != pc) { /* its trace function has set the line */
                pc = f->pc;
                memcpy(&w, pc - 1, sizeof w);
            }
        }
        if (!traces(vm)) labels = table;
        goto *table[(uint16_t)w];
    }

breaker:
    SAVE();
breaker_at_jump: /* the jump back is what an interrupt stops (f->pc stands behind it), not the statement before the loop; and the handlers around the jump see it */
    labels = traces(vm) ? traced : table;
    if (!slow_breaker(vm)) goto error;
    NEXT;

error:
    {
        uint32_t at = f->pc > f->code->ins ? (uint32_t)(f->pc - f->code->ins) - 1 : 0;
        if (!vm->error) err_raise(vm, EXC_SystemError, "error return without exception set");
        tb_add(vm, f->code, f->globals, (int32_t)at);
        if (__builtin_expect(vm->watch != NULL, 0)) watch_raised(vm, f);
    }
reraise:
    for (;;) {
        uint32_t at = f->pc > f->code->ins ? (uint32_t)(f->pc - f->code->ins) - 1 : 0;
        int32_t target = frame_unwind(vm, f, at);
        if (target >= 0) {
            f->pc = f->code->ins + target;
            LOAD_FRAME();
            labels = traces(vm) ? traced : table;
            NEXT;
        }
        if (__builtin_expect(vm->watch != NULL, 0)) watch_ends(vm, f);
        leave_except_regions(vm, f, at);
        frame_hand_over(vm, f);
        Frame *below = f->prev;
        unsigned flags = f->flags;
        if (f->gen) {
            gen_leave(vm, f->gen, GEN_CLOSED);
            if (!(flags & FRAME_ENTRY)) gen_failed(vm, NULL);
        } else frame_pop(vm, f);
        if (flags & FRAME_ENTRY) return NULL;
        f = below;
        uint32_t caller = (uint32_t)(f->pc - f->code->ins) - 1;
        tb_add(vm, f->code, f->globals, (int32_t)caller);
        if (__builtin_expect(vm->watch != NULL, 0)) watch_raised(vm, f);
    }
}
