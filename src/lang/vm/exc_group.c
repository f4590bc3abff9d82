/* exc_group.c: BaseExceptionGroup and ExceptionGroup: making them, split, subgroup, derive. */
#include "eval.h"

Value group_new(VM *vm, Type *type, const Ref *args, int n)
{
    if (n != 2) return err_raise(vm, EXC_TypeError, "BaseExceptionGroup.__new__() takes exactly 2 arguments (%d given)", n);
    if (!is_str(args[0])) return err_raise(vm, EXC_TypeError, "BaseExceptionGroup.__new__() argument 1 must be str, not %T", args[0]);
    Value items = NULL;
    if (is_list(args[1]) || is_tuple(args[1])) items = tuple_from_iter(vm, args[1]);
    else return err_raise(vm, EXC_TypeError, "second argument (exceptions) must be a sequence");
    if (!items) return NULL;
    Tuple *t = as_tuple(items);
    if (!t->len) {
        release(vm, items);
        return err_raise(vm, EXC_ValueError, "second argument (exceptions) must be a non-empty sequence");
    }
    bool plain = true;
    for (int64_t i = 0; i < t->len; i++) {
        if (!is_exception(t->items[i])) {
            err_raise(vm, EXC_ValueError, "Item %lld of second argument (exceptions) is not an exception", (long long)i);
            release(vm, items);
            return NULL;
        }
        plain &= err_is(vm, t->items[i], EXC_Exception);
    }
    if (type == vm->exc_types[EXC_BaseExceptionGroup] && plain) type = vm->exception_group;
    else if (!plain && type == vm->exception_group) {
        release(vm, items);
        return err_raise(vm, EXC_TypeError, "Cannot nest BaseExceptions in an ExceptionGroup");
    } else if (!plain && type_is_subtype(type, vm->exc_types[EXC_Exception])) {
        release(vm, items);
        return err_raise(vm, EXC_TypeError, "Cannot nest BaseExceptions in '%N'", type);
    }
    Exception *e = (Exception *)obj_alloc(vm, type, type->inst_size);
    if (e) {
        e->head.aux = EXCL_GROUP;
        e->args = tuple_from(vm, args, 2);
        e->x[0] = retain(args[0]);
        e->x[1] = items;
        if (!e->args) {
            release(vm, VAL(e));
            return NULL;
        }
        return VAL(e);
    }
    release(vm, items);
    return NULL;
}

/* self.derive(list) with what a part keeps of the whole: traceback, context, cause and notes. */
static Value part_of(VM *vm, Ref self, Value list /*taken*/)
{
    if (!list) return NULL;
    if (!as_list(list)->len) {
        release(vm, list);
        return V_NONE;
    }
    Ref args[1] = {list};
    Value name = str_intern_c(vm, "derive");
    Value part = name ? call_method(vm, self, name, args, 1) : NULL;
    release(vm, name);
    release(vm, list);
    if (!part) return NULL;
    if (!is_exception(part) || as_exception(part)->head.aux != EXCL_GROUP) {
        release(vm, part);
        return err_raise(vm, EXC_TypeError, "derive must return an instance of BaseExceptionGroup");
    }
    Exception *p = as_exception(part), *s = as_exception(self);
    value_put(vm, &p->traceback, s->traceback ? retain(s->traceback) : NULL);
    value_put(vm, &p->context, s->context ? retain(s->context) : NULL);
    value_put(vm, &p->cause, s->cause ? retain(s->cause) : NULL);
    p->suppress_context = true; /* setting the cause does that, None too */
    Value notes = NULL;
    if (obj_lookup_attr(vm, self, NAME(__notes__), &notes) > 0 && is_list(notes)) {
        Value copy = list_from_iter(vm, notes);
        if (copy) obj_setattr(vm, part, NAME(__notes__), copy);
        release(vm, copy);
    }
    release(vm, notes);
    if (err_occurred(vm)) value_clear(vm, &part);
    return part;
}

static Value address_of(Ref exc) { return make_small((int64_t)(BITS(exc) >> 3)); }

/* Does a condition (class, tuple of classes, predicate, or a set of the addresses of plain exceptions) hold for exc? 1 0 -1 */
static int holds(VM *vm, Ref cond, Ref exc)
{
    if (is_exact(cond, CLASS(set))) return as_exception(exc)->head.aux == EXCL_GROUP ? 0 : set_contains(vm, cond, address_of(exc));
    if (is_type(cond) || is_tuple(cond)) return op_isinstance(vm, exc, cond);
    Value r = call1(vm, cond, exc);
    int truth = r ? op_truth(vm, r) : -1;
    release(vm, r);
    return truth;
}

static bool check_condition(VM *vm, Ref cond)
{
    bool ok = false;
    if (is_type(cond)) ok = type_is_subtype(as_type(cond), vm->exc_types[EXC_BaseException]);
    else if (is_tuple(cond)) {
        ok = true;
        for (int64_t i = 0; i < as_tuple(cond)->len; i++) {
            Ref c = as_tuple(cond)->items[i];
            ok &= is_type(c) && type_is_subtype(as_type(c), vm->exc_types[EXC_BaseException]);
        }
    } else ok = type_of(vm, cond)->s.call != NULL;
    return ok || err_false(vm, EXC_TypeError, "expected a function, exception type or tuple of exception types");
}

/* *yes and *no: the matching and the other part, each a group (or exc itself), or None. */
static bool split(VM *vm, Ref exc, Ref cond, Value *yes, Value *no)
{
    *yes = *no = NULL;
    int whole = holds(vm, cond, exc);
    if (whole < 0) return false;
    if (whole || as_exception(exc)->head.aux != EXCL_GROUP) {
        *yes = whole ? retain(exc) : V_NONE;
        *no = whole ? V_NONE : retain(exc);
        return true;
    }
    if (!rec_enter(vm, " in exceptiongroup_split_recursive")) return false;
    Value a = list_new(vm, 0), b = list_new(vm, 0);
    Value kids = retain(as_exception(exc)->x[1]);
    bool ok = a && b;
    for (int64_t i = 0; ok && i < as_tuple(kids)->len; i++) {
        Value y, n;
        ok = split(vm, as_tuple(kids)->items[i], cond, &y, &n);
        if (ok && !is_none(y)) ok = list_append(vm, a, y);
        if (ok && !is_none(n)) ok = list_append(vm, b, n);
        release(vm, y);
        release(vm, n);
    }
    release(vm, kids);
    rec_leave(vm);
    if (!ok) {
        release(vm, a);
        release(vm, b);
        return false;
    }
    *yes = part_of(vm, exc, a);
    *no = *yes ? part_of(vm, exc, b) : (release(vm, b), NULL);
    if (*yes && *no) return true;
    value_clear(vm, yes);
    return false;
}

static Value group_split(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value yes, no;
    if (!check_condition(vm, args[1]) || !split(vm, args[0], args[1], &yes, &no)) return NULL;
    Value pair[2] = {yes, no};
    return tuple_take(vm, pair, 2);
}

static Value group_subgroup(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value yes, no;
    if (!check_condition(vm, args[1]) || !split(vm, args[0], args[1], &yes, &no)) return NULL;
    release(vm, no);
    return yes;
}

static Value group_derive(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Exception *e = as_exception(args[0]);
    return call2(vm, REF(vm->exc_types[EXC_BaseExceptionGroup]), e->x[0], args[1]);
}

static Value group_class_getitem(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return call2(vm, REF(CLASS(GenericAlias)), args[0], args[1]);
}

const NativeDef group_methods[] = {
    {"split", group_split, "self, condition, /", NULL, 0},
    {"subgroup", group_subgroup, "self, condition, /", NULL, 0},
    {"derive", group_derive, "self, excs, /", NULL, 0},
    {"__class_getitem__", group_class_getitem, "cls, item, /", NULL, NATIVE_CLASS},
    {0},
};

/* ---- except* ---- */

static Value new_group(VM *vm, Ref exceptions /*list or tuple*/)
{
    return call2(vm, REF(vm->exc_types[EXC_BaseExceptionGroup]), vm->empty_str, exceptions);
}

/* The part of *rest that matches (None if nothing does); *rest becomes the other part. A plain exception that matches is
 * wrapped in a group. */
Value exc_star_match(VM *vm, Value *rest, Ref match)
{
    if (is_none(*rest)) return V_NONE;
    int whole = op_isinstance(vm, *rest, match);
    if (whole < 0) return NULL;
    bool group = as_exception(*rest)->head.aux == EXCL_GROUP;
    if (whole) {
        Value part = *rest;
        *rest = V_NONE;
        if (group) return part;
        Ref one[1] = {part};
        Value tuple = tuple_from(vm, one, 1), made = tuple ? new_group(vm, tuple) : NULL;
        release(vm, tuple);
        release(vm, part);
        return made;
    }
    if (!group) return V_NONE;
    Ref args[1] = {match};
    Value pair = call_method(vm, *rest, NAME(split), args, 1);
    if (!pair) return NULL;
    if (!is_tuple(pair) || as_tuple(pair)->len < 2) {
        if (!is_tuple(pair)) err_raise(vm, EXC_TypeError, "%T.split must return a tuple, not %T", *rest, pair);
        else err_raise(vm, EXC_TypeError, "%T.split must return a 2-tuple, got tuple of size %d", *rest, (int)as_tuple(pair)->len);
        release(vm, pair);
        return NULL;
    }
    Value part = retain(as_tuple(pair)->items[0]);
    value_put(vm, rest, retain(as_tuple(pair)->items[1]));
    release(vm, pair);
    return part;
}

/* Was e raised again rather than anew? Then it is a part of orig and has orig's story. */
static bool same_story(VM *vm, Ref exc, Ref orig)
{
    const Exception *a = as_exception(exc), *b = as_exception(orig);
    if (a->traceback != b->traceback || a->context != b->context || a->cause != b->cause) return false;
    Value x = NULL, y = NULL;
    if (obj_lookup_attr(vm, exc, NAME(__notes__), &x) < 0 || obj_lookup_attr(vm, orig, NAME(__notes__), &y) < 0) err_clear(vm);
    bool same = x == y || (x && y); /* parts get a copy of the list */
    release(vm, x);
    release(vm, y);
    return same;
}

static bool add_leaves(VM *vm, Ref set, Ref exc)
{
    if (as_exception(exc)->head.aux != EXCL_GROUP) return set_add(vm, set, address_of(exc)) >= 0;
    if (!rec_enter(vm, " in collect_exception_group_leaf_ids")) return false;
    const Tuple *kids = as_tuple(as_exception(exc)->x[1]);
    bool ok = true;
    for (int64_t i = 0; ok && i < kids->len; i++) ok = add_leaves(vm, set, kids->items[i]);
    rec_leave(vm);
    return ok;
}

/* What an except* statement raises in the end, or None: the rest that no clause took and what clauses raised again, put
 * together in the shape of orig, and beside it what clauses raised anew. `raised` is a list, in order. */
Value exc_star_result(VM *vm, Ref orig, Ref rest, Ref raised)
{
    List *l = as_list(raised);
    if (!is_exception(orig) || as_exception(orig)->head.aux != EXCL_GROUP) { /* one clause at most has run */
        if (l->len) return retain(l->items[0]);
        return retain(rest);
    }
    Value anew = list_new(vm, 0), keep = set_new(vm), again = V_NONE, yes = NULL, no = NULL;
    bool ok = anew && keep && (is_none(rest) || add_leaves(vm, keep, rest));
    for (int64_t i = 0; ok && i < l->len; i++)
        ok = same_story(vm, l->items[i], orig) ? add_leaves(vm, keep, l->items[i]) : list_append(vm, anew, l->items[i]);
    if (ok && ((Set *)BITS(keep))->used) {
        ok = split(vm, orig, keep, &yes, &no);
        if (ok) {
            again = yes;
            release(vm, no);
        }
    }
    release(vm, keep);
    if (ok && !as_list(anew)->len) {
        release(vm, anew);
        return again;
    }
    if (ok && !is_none(again)) ok = list_append(vm, anew, again);
    Value result = NULL;
    if (ok) result = new_group(vm, anew);
    release(vm, anew);
    release(vm, again);
    return result;
}

bool exc_group_init(VM *vm)
{
    Ref bases[2] = {REF(vm->exc_types[EXC_BaseExceptionGroup]), REF(vm->exc_types[EXC_Exception])};
    Value tuple = tuple_from(vm, bases, 2), name = str_intern_c(vm, "ExceptionGroup"), ns = dict_new(vm), t = NULL;
    Value mod = str_intern_c(vm, "builtins");
    if (tuple && name && ns && mod && dict_set_c(vm, ns, "__module__", mod)) t = type_make(vm, REF(CLASS(type)), name, tuple, ns, NULL);
    release(vm, tuple);
    release(vm, name);
    release(vm, ns);
    release(vm, mod);
    vm->exception_group = (Type *)BITS(t);
    return t != NULL;
}
