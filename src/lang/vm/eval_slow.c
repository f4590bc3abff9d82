/* eval_slow.c: what the eval loop does when its fast paths do not apply: filling the inline caches of globals (eval_attr.c: of
 * attributes), unpacking, with, match, raising, unwinding. */
#include "eval.h"
#include "eval_fast.h"
#include "lang/types/dict_impl.h"
#include "lang/types/iters.h"
#include "lang/object/thread.h"
#include "lang/types/weak.h"

/* ---- arithmetic and comparing ---- */

Value slow_arith(VM *vm, BinOp op, Ref a, Ref b)
{
    if (op == OP_MATMUL) return op_binary(vm, op, a, b); /* no number has it: the TypeError */
    if (both_small(a, b)) return int_binary(vm, op, a, b);
    if (is_float(a) && is_float(b)) {
        Value r = float_binary(vm, op, a, b);
        if (r != V_NOTIMPL) return r;
    }
    return op_binary(vm, op, a, b);
}

Value slow_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (is_heap(a) && is_heap(b) && as_obj(a)->type == CLASS(str) && as_obj(b)->type == CLASS(str)) {
        if (op == CMP_EQ) return make_bool(a == b || str_equal(a, b));
        if (op == CMP_NE) return make_bool(a != b && !str_equal(a, b));
        int order = str_compare(a, b);
        return make_bool(op == CMP_LT ? order < 0 : op == CMP_LE ? order <= 0 : op == CMP_GT ? order > 0 : order >= 0);
    }
    return op_compare(vm, a, b, op);
}

/* A plain key in a dict, or in what a class made from dict reads by dict's own: what is there is found without a call, what is not goes the long way. */
Value slow_getitem(VM *vm, Ref o, Ref k)
{
    if (is_heap(o) && as_obj(o)->type->s.getitem == CLASS(dict)->s.getitem) {
        Ref found = dict_get_plain(vm, o, k);
        if (found) return retain(found);
    }
    return op_getitem(vm, o, k);
}

/* The bounds of o[start:stop] for a sequence of `len`; false: they are not plain. */
static bool plain_bounds(Ref start, Ref stop, int64_t len, int64_t *from, int64_t *to)
{
    if (is_none(start)) *from = 0;
    else if (is_small(start)) *from = small_of(start);
    else return false;
    if (is_none(stop)) *to = len;
    else if (is_small(stop)) *to = small_of(stop);
    else return false;
    if (*from < 0 && (*from += len) < 0) *from = 0;
    if (*to < 0 && (*to += len) < 0) *to = 0;
    if (*to > len) *to = len;
    if (*from > *to) *from = *to;
    return true;
}

Value slow_getslice(VM *vm, Ref o, Ref start, Ref stop)
{
    int64_t from, to;
    if (is_heap(o)) {
        const Type *t = as_obj(o)->type;
        if (t == CLASS(list)) {
            if (plain_bounds(start, stop, as_list(o)->len, &from, &to)) return list_from(vm, from < to ? as_refs(as_list(o)->items) + from : NULL, to - from);
        } else if (t == CLASS(str)) {
            if (plain_bounds(start, stop, as_str(o)->len, &from, &to)) return str_substr(vm, o, from, to);
        } else if (t == CLASS(bytes)) {
            if (plain_bounds(start, stop, as_bytes(o)->len, &from, &to))
                return to - from == as_bytes(o)->len ? retain(o) : bytes_from(vm, as_bytes(o)->data + from, to - from);
        } else if (t == CLASS(bytearray)) {
            if (plain_bounds(start, stop, as_bytearray(o)->len, &from, &to)) return bytearray_from(vm, as_bytearray(o)->data + from, to - from);
        } else if (t == CLASS(tuple)) {
            if (plain_bounds(start, stop, as_tuple(o)->len, &from, &to)) {
                if (to - from == as_tuple(o)->len) return retain(o);
                return to > from ? tuple_from(vm, as_refs(as_tuple(o)->items) + from, to - from) : retain(vm->empty_tuple);
            }
        }
    }
    Value slice = slice_new(vm, start, stop, V_NONE), r = slice ? op_getitem(vm, o, slice) : NULL;
    release(vm, slice);
    return r;
}

bool slow_setslice(VM *vm, Ref o, Ref start, Ref stop, Ref v)
{
    int64_t from, to, len;
    if (is_exact(o, CLASS(list)) && is_exact(v, CLASS(list)) && o != v) {
        len = as_list(o)->len;
        if (plain_bounds(start, stop, len, &from, &to)) {
            /* an empty range stands at its start, also when the stop lies before it */
            if (is_small(start) && from < (small_of(start) < 0 ? small_of(start) + len : small_of(start)))
                from = to = small_of(start) < 0 ? small_of(start) + len : small_of(start) > len ? len : small_of(start);
            return list_set_slice(vm, o, from, to, as_refs(as_list(v)->items), as_list(v)->len);
        }
    }
    Value slice = slice_new(vm, start, stop, V_NONE);
    bool ok = slice && op_setitem(vm, o, slice, v);
    release(vm, slice);
    return ok;
}

/* ---- names ---- */

/* A name of the scope behind the builtins; NULL without exception: it has none of this name. */
static Value prelude_get(VM *vm, Ref name)
{
    if (vm->prelude) {
        Ref v = dict_get_str(vm, REF(vm->prelude), name);
        if (v) return retain(v);
    }
    Value v = vm->prelude_find(vm, name);
    if (!v) return NULL;
    if (!vm->prelude) vm->prelude = as_dict(dict_new(vm));
    if (!vm->prelude || !dict_set(vm, REF(vm->prelude), name, v)) value_clear(vm, &v);
    return v;
}

/* A name that an import was to bind, in these globals. */
static Value unbound_key(VM *vm, const Frame *f, Ref name) { return str_format(vm, "%lld %U", (long long)(uintptr_t)f->globals, name); }

/* `import numpyy as np` has failed: np is not the scope behind's. The names are those that the rest of the statement stores. */
void slow_import_failed(VM *vm, Frame *f)
{
    const Code *c = f->code;
    if (!vm->prelude_find || c->flags & CODE_LIBRARY) return;
    Value e = err_take(vm);
    uint32_t at = (uint32_t)(f->pc - c->ins) - 1;
    const Span *spans = code_spans(c);
    for (uint32_t i = at; spans && i < c->nins && !memcmp(&spans[i], &spans[at], sizeof(Span)); i++) {
        if (c->ins[i].op != BC_STORE_GLOBAL && c->ins[i].op != BC_STORE_NAME) continue;
        Value key = unbound_key(vm, f, REF(c->names[c->ins[i].b]));
        if (!vm->unbound) vm->unbound = as_dict(dict_new(vm));
        if (key && vm->unbound) dict_set(vm, REF(vm->unbound), key, V_TRUE);
        release(vm, key);
        err_clear(vm);
    }
    err_put(vm, e);
}

static bool is_unbound(VM *vm, const Frame *f, Ref name)
{
    Value key = vm->unbound ? unbound_key(vm, f, name) : NO_VALUE;
    bool found = key && dict_get_str(vm, REF(vm->unbound), key);
    release(vm, key);
    return found;
}

Value slow_load_global(VM *vm, Frame *f, Ref name, Cache *c)
{
    int64_t i = dict_entry_of_str(vm, REF(f->globals), name);
    if (i >= 0) {
        if (c) {
            c->version = (uint32_t)f->globals->version;
            c->index = (uint32_t)i;
            c->kind = 1;
        }
        return retain(f->globals->entries[i].value);
    }
    i = dict_entry_of_str(vm, REF(f->builtins), name);
    if (i >= 0) {
        if (c) {
            c->version = (uint32_t)f->globals->version;
            c->version2 = (uint32_t)f->builtins->version;
            c->index = (uint32_t)i;
            c->kind = 2;
        }
        return retain(f->builtins->entries[i].value);
    }
    if (vm->prelude_find && f->builtins == vm->builtins && !is_unbound(vm, f, name)) {
        Value v = prelude_get(vm, name);
        if (v || err_occurred(vm)) return v;
    }
    return err_name(vm, name);
}

Value slow_load_name(VM *vm, Frame *f, Ref name)
{
    if (is_exact(f->locals, CLASS(dict))) {
        Ref v = dict_get_str(vm, f->locals, name);
        if (v) return retain(v);
    } else {
        Value v = op_getitem(vm, f->locals, name);
        if (v) return v;
        if (!err_matches(vm, EXC_KeyError)) return NULL;
        err_clear(vm);
    }
    return slow_load_global(vm, f, name, NULL);
}

bool slow_store_global(VM *vm, Frame *f, Ref name, Ref v, Cache *c)
{
    if (!dict_set(vm, REF(f->globals), name, v)) return false;
    int64_t i = c ? dict_entry_of_str(vm, REF(f->globals), name) : -1;
    if (i >= 0) {
        c->version = (uint32_t)f->globals->version;
        c->index = (uint32_t)i;
        c->kind = 1;
    }
    return true;
}

static bool delete_from(VM *vm, Ref dict, Ref name)
{
    int r = dict_del(vm, dict, name);
    if (r == 0) err_name(vm, name);
    return r > 0;
}

bool slow_delete_global(VM *vm, Frame *f, Ref name) { return delete_from(vm, REF(f->globals), name); }

bool slow_store_name(VM *vm, Frame *f, Ref name, Ref v)
{
    if (is_exact(f->locals, CLASS(dict))) return dict_set(vm, f->locals, name, v);
    return op_setitem(vm, f->locals, name, v);
}

bool slow_delete_name(VM *vm, Frame *f, Ref name)
{
    if (!f->locals) return slow_delete_global(vm, f, name);
    if (is_exact(f->locals, CLASS(dict))) return delete_from(vm, f->locals, name);
    if (op_setitem(vm, f->locals, name, NULL)) return true;
    if (err_matches(vm, EXC_KeyError)) {
        err_clear(vm);
        err_name(vm, name);
    }
    return false;
}

void raise_unbound(VM *vm, Ref name, bool free)
{
    if (free)
        err_raise(vm, EXC_NameError, "cannot access free variable '%U' where it is not associated with a value in enclosing scope", name);
    else
        err_raise(vm, EXC_UnboundLocalError, "cannot access local variable '%U' where it is not associated with a value", name);
}

/* ---- functions ---- */

Value slow_make_function(VM *vm, Frame *f, Ref code, Value *parts)
{
    Value v = function_new(vm, code, REF(f->globals));
    if (!v) return NULL;
    Function *fn = as_function(v);
    Code *c = as_code(code);
    if (parts) {
        fn->defaults = parts[0];
        fn->kwdefaults = parts[1];
        fn->annotations = parts[2];
        parts[0] = parts[1] = parts[2] = NULL;
    }
    if (c->nfree) {
        fn->closure = mem_zalloc(vm->mem, c->nfree * sizeof(Value));
        if (!fn->closure) {
            release(vm, v);
            return err_no_memory(vm);
        }
        for (unsigned i = 0; i < c->nfree; i++) {
            unsigned from = c->captures[i];
            fn->closure[i] = retain(from < 0x8000 ? f->regs[from] : f->closure[from - 0x8000]);
        }
    }
    return v;
}

/* kwargs: NULL, a dict, or the only mapping behind ** as it is. */
Value slow_call_ex(VM *vm, Ref f, Ref args, Ref kwargs)
{
    Value merged = NO_VALUE, tuple = NO_VALUE, r = NO_VALUE;
    if (kwargs && !is_exact(kwargs, CLASS(dict))) {
        if (!(merged = dict_new(vm)) || !dict_merge_kwargs(vm, merged, kwargs, f)) goto done;
        kwargs = merged;
    }
    if (!is_tuple(args) && !type_of(vm, args)->s.iter && !type_of(vm, args)->s.getitem) {
        Value text = call_text(vm, f);
        if (text) err_raise(vm, EXC_TypeError, "%U argument after * must be an iterable, not %T", (Ref)text, args);
        release(vm, text);
        goto done;
    }
    if ((tuple = is_tuple(args) ? retain(args) : tuple_from_iter(vm, args))) r = call_tuple(vm, f, tuple, kwargs);
done:
    release(vm, merged);
    release(vm, tuple);
    return r;
}

Value slow_call_super(VM *vm, Value *base, Ref type)
{
    if (base[0] != VAL(CLASS(super))) return call(vm, base[0], NULL, 0, NULL);
    Ref self = base[1] && is_kind(base[1], KIND_CELL) ? ((Cell *)BITS(base[1]))->value : (Ref)base[1];
    if (!self) return err_raise(vm, EXC_RuntimeError, "super(): arg[0] deleted");
    if (!type) return err_raise(vm, EXC_RuntimeError, "super(): empty __class__ cell");
    if (!is_type(type)) return err_raise(vm, EXC_RuntimeError, "super(): __class__ is not a type (%T)", type);
    return call2(vm, base[0], type, self);
}

/* ---- unpacking ---- */

static bool wrong_length(VM *vm, int want, int64_t got)
{
    if (got < want) return err_false(vm, EXC_ValueError, "not enough values to unpack (expected %d, got %d)", want, (int)got);
    return err_false(vm, EXC_ValueError, "too many values to unpack (expected %d)", want);
}

static Value unpack_iter(VM *vm, Ref seq)
{
    Type *t = type_of(vm, seq);
    if (!t->s.iter && !t->s.getitem) return err_raise(vm, EXC_TypeError, "cannot unpack non-iterable %N object", t);
    return op_iter(vm, seq);
}

Value slow_call_bound(VM *vm, Value *base, int n)
{
    Value held = base[0];
    Native *nat = (Native *)BITS(held);
    base[0] = retain(nat->self);
    Value got = call_native(vm, nat->def, &nat->sig, nat->owner, as_refs(base), n + 1);
    value_put(vm, &base[0], held);
    return got;
}

Frame *slow_push_method(VM *vm, Frame *f, Value *base, int n)
{
    Method *m = (Method *)BITS(base[0]);
    if (!is_function(m->fn)) return NULL;
    Function *fn = as_function(m->fn);
    Code *code = fn->code;
    if (!(code->flags & CODE_SIMPLE) || n + 1 > code->argcount || !fill_defaults(fn, base, n + 1)) return NULL;
    Frame *nf = push_simple(vm, f, fn, code, base, code->argcount);
    if (!nf) {
        for (unsigned i = (unsigned)n + 1; i < code->argcount; i++) value_clear(vm, &base[i]);
        return NULL;
    }
    retain(REF(fn));
    nf->pc = code->ins; /* (the method may go now, and a weak reference's callback look at the frames) */
    value_put(vm, &base[0], retain(m->self));
    return nf;
}

bool slow_unpack(VM *vm, Ref seq, Value *out, int n)
{
    if (is_exact(seq, CLASS(tuple))) return wrong_length(vm, n, as_tuple(seq)->len);
    if (is_exact(seq, CLASS(list))) return n == 0 && as_list(seq)->len == 0 ? true : wrong_length(vm, n, as_list(seq)->len);
    Value it = unpack_iter(vm, seq);
    if (!it) return false;
    int i = 0;
    bool ok = true;
    for (; i < n; i++) {
        Value v = op_next(vm, it);
        if (!v) {
            ok = err_occurred(vm) ? false : wrong_length(vm, n, i);
            break;
        }
        out[i] = v;
    }
    if (ok) {
        Value extra = op_next(vm, it);
        if (extra) ok = wrong_length(vm, n, n + 1);
        else ok = !err_occurred(vm);
        release(vm, extra);
    }
    release(vm, it);
    if (!ok)
        for (int k = 0; k < i; k++) value_clear(vm, &out[k]);
    return ok;
}

static bool unpack_items(VM *vm, const Value *items, int64_t len, Value *out, int before, int after)
{
    if (len < before + after) return err_false(vm, EXC_ValueError, "not enough values to unpack (expected at least %d, got %d)", before + after, (int)len);
    int64_t rest = len - before - after;
    Value middle = list_from(vm, as_refs(items + before), rest);
    if (!middle) return false;
    for (int i = 0; i < before; i++) out[i] = retain(items[i]);
    out[before] = middle;
    for (int i = 0; i < after; i++) out[before + 1 + i] = retain(items[before + rest + i]);
    return true;
}

bool slow_unpack_ex(VM *vm, Ref seq, Value *out, int before, int after)
{
    if (is_exact(seq, CLASS(list))) return unpack_items(vm, as_list(seq)->items, as_list(seq)->len, out, before, after);
    if (is_exact(seq, CLASS(tuple))) return unpack_items(vm, as_tuple(seq)->items, as_tuple(seq)->len, out, before, after);
    Value it = unpack_iter(vm, seq), list = it ? list_from_iter(vm, it) : NULL;
    release(vm, it);
    if (!list) return false;
    bool ok = unpack_items(vm, as_list(list)->items, as_list(list)->len, out, before, after);
    release(vm, list);
    return ok;
}

bool slow_list_extend(VM *vm, Ref list, Ref it)
{
    Type *t = type_of(vm, it);
    if (!t->s.iter && !t->s.getitem) return err_false(vm, EXC_TypeError, "Value after * must be an iterable, not %N", t);
    return list_extend(vm, list, it);
}

bool slow_dict_update(VM *vm, Ref d, Ref other)
{
    if (!is_dict(other)) {
        Value keys = NULL;
        int has = obj_lookup_attr(vm, other, NAME(keys), &keys);
        release(vm, keys);
        if (has < 0) return false;
        if (!has) return err_false(vm, EXC_TypeError, "'%T' object is not a mapping", other);
    }
    return dict_update(vm, d, other);
}

Value slow_convert(VM *vm, Ref v, int how)
{
    switch (how) {
    case 's': return op_str(vm, v);
    case 'r': return op_repr(vm, v);
    default: return op_ascii(vm, v);
    }
}

/* ---- generators ---- */

Value slow_yield_iter(VM *vm, Ref v, uint32_t code_flags)
{
    if (is_exact(v, CLASS(coroutine))) {
        if (code_flags & (CODE_COROUTINE | CODE_ITERABLE_COROUTINE)) return retain(v);
        return err_raise(vm, EXC_TypeError, "cannot 'yield from' a coroutine object in a non-coroutine generator");
    }
    if (is_exact(v, CLASS(generator))) return retain(v);
    return op_iter(vm, v);
}

int slow_yield_from(VM *vm, Ref it, Value *slot)
{
    Value r, sent = *slot ? *slot : V_NONE;
    *slot = NULL;
    if (is_kind(it, KIND_GENERATOR)) r = gen_send(vm, it, sent);
    else if (is_none(sent)) r = type_of(vm, it)->s.next(vm, it); /* op_next would lose the value of a StopIteration */
    else {
        Ref args[1] = {sent};
        r = call_method(vm, it, NAME(send), args, 1);
    }
    release(vm, sent);
    if (r) {
        *slot = r;
        return 1;
    }
    *slot = stop_value(vm);
    return *slot ? 0 : -1;
}

/* ---- exceptions ---- */

static Value make_exception(VM *vm, Ref v, const char *complaint)
{
    if (is_exception(v)) return retain(v);
    if (is_type(v) && type_is_subtype(as_type(v), vm->exc_types[EXC_BaseException])) {
        Value e = call0(vm, v);
        if (!e || is_exception(e)) return e;
        err_raise(vm, EXC_TypeError, "calling %R should have returned an instance of BaseException, not %R", v, REF(type_of(vm, e)));
        release(vm, e);
        return NULL;
    }
    return err_raise(vm, EXC_TypeError, "%s", complaint);
}

bool slow_raise(VM *vm, Ref exc, Ref cause)
{
    if (!exc) return err_false(vm, EXC_RuntimeError, "No active exception to reraise");
    Value e = make_exception(vm, exc, "exceptions must derive from BaseException");
    if (!e) return false;
    if (cause) {
        Value c = is_none(cause) ? NULL : make_exception(vm, cause, "exception causes must derive from BaseException");
        if (!c && !is_none(cause)) {
            release(vm, e);
            return false;
        }
        value_put(vm, &as_exception(e)->cause, c);
        as_exception(e)->suppress_context = true;
    }
    err_raise_obj(vm, e);
    return false;
}

static bool catchable(VM *vm, Ref cls)
{
    if (is_type(cls) && type_is_subtype(as_type(cls), vm->exc_types[EXC_BaseException])) return true;
    return err_false(vm, EXC_TypeError, "catching classes that do not inherit from BaseException is not allowed");
}

Value slow_match_exc(VM *vm, Ref exc, Ref match)
{
    if (!is_tuple(match)) {
        if (!catchable(vm, match)) return NULL;
        return make_bool(type_is_subtype(as_obj(exc)->type, as_type(match)));
    }
    bool hit = false;
    for (int64_t i = 0; i < as_tuple(match)->len; i++) {
        Ref cls = as_tuple(match)->items[i];
        if (!catchable(vm, cls)) return NULL;
        hit |= type_is_subtype(as_obj(exc)->type, as_type(cls));
    }
    return make_bool(hit);
}

int slow_star_match(VM *vm, Value *handler, Ref match)
{
    for (int64_t i = 0, n = is_tuple(match) ? as_tuple(match)->len : 1; i < n; i++)
        if (!catchable(vm, is_tuple(match) ? as_tuple(match)->items[i] : match)) return -1;
    for (int64_t i = 0, n = is_tuple(match) ? as_tuple(match)->len : 1; i < n; i++) {
        Ref cls = is_tuple(match) ? as_tuple(match)->items[i] : match;
        if (type_is_subtype(as_type(cls), vm->exc_types[EXC_BaseExceptionGroup]))
            return err_minus(vm, EXC_TypeError, "catching ExceptionGroup with except* is not allowed. Use except instead.");
    }
    Value part = exc_star_match(vm, &handler[3], match);
    if (!part) return -1;
    if (is_none(part)) return 0;
    value_put(vm, &handler[0], retain(part));
    value_put(vm, &vm->handled, part);
    return 1;
}

static ExceptRegion *outermost_left(Code *c, uint32_t at, uint32_t target, bool to_handler)
{
    for (uint32_t i = 0; i < c->nexcepts; i++) {
        ExceptRegion *r = &c->excepts[i];
        if (at < r->start || at >= r->end) continue;
        if (to_handler && target >= r->start && target < r->end) continue;
        return r;
    }
    return NULL;
}

static void restore_handled(VM *vm, Frame *f, ExceptRegion *r)
{
    Value outer = f->regs[r->reg + 1];
    f->regs[r->reg + 1] = NULL;
    value_put(vm, &vm->handled, outer);
}

int32_t frame_unwind(VM *vm, Frame *f, uint32_t at)
{
    Code *c = f->code;
    if (__builtin_expect(vm->unwinding, 0)) return -1;
    for (uint32_t i = 0; i < c->nhandlers; i++) {
        Handler *h = &c->handlers[i];
        if (at < h->start || at >= h->end) continue;
        Value exc = err_take(vm);
        ExceptRegion *left = c->nexcepts ? outermost_left(c, at, h->target, true) : NULL;
        if (left && left->reg >= h->depth) restore_handled(vm, f, left);
        for (unsigned r = c->nregs; r-- > h->depth;) value_clear(vm, &f->regs[r]);
        err_clear(vm);
        f->regs[h->reg] = exc;
        f->regs[h->reg + 1] = vm->handled;
        vm->handled = retain(exc);
        return (int32_t)h->target;
    }
    return -1;
}

void leave_except_regions(VM *vm, Frame *f, uint32_t at)
{
    if (!f->code->nexcepts) return;
    ExceptRegion *left = outermost_left(f->code, at, 0, false);
    if (left) restore_handled(vm, f, left);
}

Value slow_with_enter(VM *vm, Value *slot)
{
    Value mgr = *slot;
    Type *t = type_of(vm, mgr);
    Ref enter = type_lookup(vm, t, NAME(__enter__)), exit = type_lookup(vm, t, NAME(__exit__));
    if (!enter) return err_raise(vm, EXC_TypeError, "'%N' object does not support the context manager protocol", t);
    if (!exit) return err_raise(vm, EXC_TypeError, "'%N' object does not support the context manager protocol (missed __exit__ method)", t);
    TernaryFn get = type_of(vm, exit)->s.descr_get;
    Value bound = get ? get(vm, exit, mgr, REF(t)) : retain(exit);
    if (!bound) return NULL;
    bool found;
    Value result = call_special(vm, mgr, NAME(__enter__), NULL, 0, &found);
    if (!result) {
        release(vm, bound);
        return NULL;
    }
    *slot = bound;
    release(vm, mgr);
    return result;
}

Value slow_with_call(VM *vm, Ref exit, Ref exc)
{
    Exception *e = as_exception(exc);
    Value tb = e->traceback ? retain(e->traceback) : V_NONE;
    Value r = call3(vm, exit, REF(e->head.type), exc, tb);
    release(vm, tb);
    return r;
}

int slow_with_except(VM *vm, Ref exit, Ref exc)
{
    Value r = slow_with_call(vm, exit, exc);
    if (!r) return -1;
    int t = op_truth(vm, r);
    release(vm, r);
    return t;
}

/* ---- namespaces ---- */

bool slow_import_star(VM *vm, Frame *f, Ref module) { return import_star(vm, module, f->locals ? f->locals : (Value)VAL(f->globals)); }

bool slow_setup_annotations(VM *vm, Frame *f)
{
    Ref ns = f->locals ? (Ref)f->locals : REF(f->globals);
    Value d;
    if (is_exact(ns, CLASS(dict))) {
        if (dict_get_str(vm, ns, NAME(__annotations__))) return true;
    } else {
        d = op_getitem(vm, ns, NAME(__annotations__));
        if (d) return release(vm, d), true;
        if (!err_matches(vm, EXC_KeyError)) return false;
        err_clear(vm);
    }
    d = dict_new(vm);
    bool ok = d && op_setitem(vm, ns, NAME(__annotations__), d);
    release(vm, d);
    return ok;
}

bool slow_print_expr(VM *vm, Ref v)
{
    Ref hook = vm->sys_dict ? dict_get_str(vm, vm->sys_dict, NAME(displayhook)) : NULL;
    if (vm->hooks.display && (!hook || hook == dict_get_c(vm, vm->sys_dict, "__displayhook__"))) return vm->hooks.display(vm, vm->hook_data, v);
    if (!hook) return err_false(vm, EXC_RuntimeError, "lost sys.displayhook");
    Value f = retain(hook), r = call1(vm, f, v);
    release(vm, f);
    release(vm, r);
    return r != NULL;
}

/* ---- safe points ---- */

bool slow_breaker(VM *vm)
{
    uint32_t bits = thread_take(vm, ~0u);
    if (bits & BREAK_GC) gc_step(vm);
    if (vm->unwinding) {
        __atomic_fetch_or(&vm->breaker, BREAK_DIE, __ATOMIC_SEQ_CST); /* until it has ended */
        return thread_die(vm);
    }
    if (bits & BREAK_CALLED) return err_interrupt(vm), false;
    vm->outside += bits & BREAK_SIGNAL ? 1 : 0; /* a child's, perhaps */
    return !(bits & BREAK_SIGNAL) || !vm->on_signal || vm->on_signal(vm);
}

bool vm_poll(VM *vm)
{
    if (vm->unwinding) return thread_die(vm);
    if (!(vm->breaker & (BREAK_CALLED | BREAK_SIGNAL))) return true;
    uint32_t bits = thread_take(vm, BREAK_CALLED | BREAK_SIGNAL);
    if (!bits) return true;
    if (bits & BREAK_CALLED) return err_interrupt(vm), false;
    vm->outside++;
    return !vm->on_signal || vm->on_signal(vm);
}

/* A call whose arguments need binding: moves nothing, copies into a frame above; then drops the originals. */
Frame *push_general(VM *vm, Frame *f, Function *fn /*taken*/, Value *args, int n, Ref kwnames, Value *above)
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

Frame *push_from_generator(VM *vm, Frame *f, Function *fn, Value *args, unsigned n)
{
    Code *code = fn->code;
    unsigned missing = code->argcount - n;
    if (!(code->flags & CODE_SIMPLE) || n > code->argcount || (missing && (!fn->defaults || as_tuple(fn->defaults)->len < missing))) return f;
    Frame *nf = push_simple(vm, f, fn, code, f->top, 0);
    if (!nf) return NULL;
    nf->pc = code->ins;
    for (unsigned i = 0; i < n; i++) {
        nf->regs[i] = args[i];
        args[i] = NULL;
    }
    fill_defaults(fn, nf->regs, (int)n);
    return nf;
}

/* The same for f(*args, **kwargs): a tuple, and a dict or NULL. */
Frame *push_ex(VM *vm, Frame *f, Function *fn /*taken*/, Ref args, Ref kwargs, Value *above)
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
Frame *push_getitem(VM *vm, Frame *f, Ref o, Ref k)
{
    if (!is_heap(o) || as_obj(o)->type->s.getitem != slot_getitem) return f;
    Ref own = type_lookup(vm, as_obj(o)->type, NAME(__getitem__));
    if (!own || !is_function(own) || (as_function(own)->code->flags & CODE_ANY_GENERATOR)) return f;
    Value args[2] = {(Value)BITS(o), (Value)BITS(k)}; /* (copied) */
    return push_general(vm, f, as_function(retain(own)), args, 2, NULL, f->top);
}

int pair_of_held(VM *vm, Obj *it, Value *two)
{
    if ((it->type != CLASS(zip) && it->type != CLASS(enumerate)) || __builtin_expect(vm->breaker || !rec_room(vm), 0)) return -1;
    Value pair[2];
    int got = iter_two(vm, REF(it), pair);
    if (got > 0) {
        two[0] = pair[0];
        two[1] = pair[1];
    } else if (got == 0 && err_occurred(vm) && err_matches(vm, EXC_StopIteration)) err_clear(vm);
    return got;
}
