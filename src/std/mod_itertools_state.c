/* mod_itertools_state.c: the iterators of itertools as pickle and copy see them: __reduce__ and __setstate__ of each class. What v[] and the numbers are is said at each class. */
#include "mod_itertools.h"

#define REDUCE(name) Value it_reduce_##name(VM *vm, const Ref *args, int n, Ref kwnames)
#define SETSTATE(name) Value it_setstate_##name(VM *vm, const Ref *args, int n, Ref kwnames)

/* (class, arguments[, state]); both are taken. state NO_VALUE: there is none. */
static Value parts(VM *vm, Ref cls, Value arguments, Value state, bool with_state)
{
    Value r = NO_VALUE;
    if (arguments != NO_VALUE && (state != NO_VALUE || !with_state)) r = with_state ? tuple_of(vm, 3, cls, (Ref)arguments, (Ref)state) : tuple_of(vm, 2, cls, (Ref)arguments);
    release(vm, arguments);
    release(vm, state);
    return r;
}
static Value made_of(VM *vm, const It *it, Value arguments) { return parts(vm, REF(it->head.type), arguments, NO_VALUE, false); }
static Value with_state(VM *vm, const It *it, Value arguments, Value state) { return parts(vm, REF(it->head.type), arguments, state, true); }

static Ref or_none(Ref v) { return v ? v : (Ref)V_NONE; }

static Value numbers(VM *vm, const int64_t *from, int64_t n)
{
    Value t = tuple_new(vm, n);
    for (int64_t i = 0; t != NO_VALUE && i < n; i++) as_tuple(t)->items[i] = make_small(from[i]);
    return t;
}

/* Numbers of a state within their limits; false: raised. */
static bool read_number(VM *vm, Ref v, int64_t least, int64_t most, int64_t *to)
{
    if (!num_index_i64(vm, v, to)) return false;
    if (*to > most) *to = most;
    if (*to < least) *to = least;
    return true;
}
static Value bad_state(VM *vm) { return err_raise(vm, EXC_ValueError, "invalid arguments"); }

/* A class of the module. */
static Value class_named(VM *vm, const char *name)
{
    Value cls = import_attr(vm, "itertools", name);
    return cls;
}

/* ---- over one iterator ---- */

REDUCE(source) { return made_of(vm, as_it(args[0]), tuple_of(vm, 2, (Ref)as_it(args[0])->v[1], (Ref)as_it(args[0])->v[0])); }
REDUCE(pair) { return made_of(vm, as_it(args[0]), tuple_of(vm, 2, (Ref)as_it(args[0])->v[0], (Ref)as_it(args[0])->v[1])); }
REDUCE(predicate) { return with_state(vm, as_it(args[0]), tuple_of(vm, 2, (Ref)as_it(args[0])->v[1], (Ref)as_it(args[0])->v[0]), make_small(as_it(args[0])->done)); }
SETSTATE(predicate)
{
    int done = op_truth(vm, args[1]);
    if (done < 0) return NO_VALUE;
    as_it(args[0])->done = done;
    return V_NONE;
}

static Value empty_iterator(VM *vm)
{
    Value list = list_new(vm, 0), i = list == NO_VALUE ? NO_VALUE : op_iter(vm, list);
    release(vm, list);
    return i;
}

REDUCE(islice)
{
    It *it = as_it(args[0]);
    if (it->v[0] == NO_VALUE) {
        Value none = empty_iterator(vm), r = none == NO_VALUE ? NO_VALUE : with_state(vm, it, tuple_of(vm, 2, (Ref)none, (Ref)make_small(0)), make_small(0));
        release(vm, none);
        return r;
    }
    Value next = int_from_i64(vm, it->j), stop = it->k < 0 ? V_NONE : int_from_i64(vm, it->k), step = int_from_i64(vm, it->step), r = NO_VALUE;
    if (next && stop && step) r = with_state(vm, it, tuple_of(vm, 4, (Ref)it->v[0], (Ref)next, (Ref)stop, (Ref)step), int_from_i64(vm, it->i));
    release(vm, next);
    release(vm, stop);
    release(vm, step);
    return r;
}
SETSTATE(islice) { return num_index_i64(vm, args[1], &as_it(args[0])->i) ? V_NONE : NO_VALUE; }

REDUCE(cycle)
{
    It *it = as_it(args[0]);
    if (it->v[0] != NO_VALUE) return with_state(vm, it, tuple_of(vm, 1, (Ref)it->v[0]), tuple_of(vm, 2, (Ref)it->v[1], make_bool(it->done)));
    Value rest = op_iter(vm, it->v[1]), r = NO_VALUE;
    for (int64_t i = 0; rest != NO_VALUE && i < it->i; i++) { /* as far as this one is */
        Value v = op_next(vm, rest);
        if (v == NO_VALUE && err_occurred(vm)) value_clear(vm, &rest);
        release(vm, v);
    }
    if (rest != NO_VALUE) r = with_state(vm, it, tuple_of(vm, 1, (Ref)rest), tuple_of(vm, 2, (Ref)it->v[1], (Ref)V_TRUE));
    release(vm, rest);
    return r;
}
SETSTATE(cycle)
{
    It *it = as_it(args[0]);
    if (!is_tuple(args[1])) return err_raise(vm, EXC_TypeError, "state is not a tuple");
    const Tuple *t = as_tuple(args[1]);
    if (t->len != 2 || !is_list(t->items[0])) return err_raise(vm, EXC_TypeError, "a state of cycle is (list, int)");
    int64_t whole;
    if (!num_index_i64(vm, t->items[1], &whole)) return NO_VALUE;
    value_put(vm, &it->v[1], retain(t->items[0]));
    it->done = whole != 0;
    it->i = 0;
    return V_NONE;
}

/* ---- accumulate, chain, zip_longest ---- */

/* chain((first,), source) */
static Value behind(VM *vm, Ref first, Ref source)
{
    Value chain = class_named(vm, "chain"), one = chain ? tuple_of(vm, 1, first) : NO_VALUE, r = one ? call2(vm, chain, one, source) : NO_VALUE;
    release(vm, chain);
    release(vm, one);
    return r;
}

REDUCE(accumulate)
{
    It *it = as_it(args[0]);
    bool none_so_far = it->v[2] != NO_VALUE && is_none(it->v[2]);
    if (it->v[3] == NO_VALUE && !none_so_far) return with_state(vm, it, tuple_of(vm, 2, (Ref)it->v[0], or_none(it->v[1])), retain(or_none(it->v[2])));
    Value source = behind(vm, it->v[3] != NO_VALUE ? it->v[3] : it->v[2], it->v[0]);
    if (source == NO_VALUE) return source;
    if (it->v[3] != NO_VALUE) {
        Value r = with_state(vm, it, tuple_of(vm, 2, (Ref)source, or_none(it->v[1])), V_NONE);
        release(vm, source);
        return r;
    }
    /* a total of None would be no state: again from there, without the first */
    Value again = call2(vm, REF(it->head.type), source, or_none(it->v[1])), islice = again ? class_named(vm, "islice") : NO_VALUE, r = NO_VALUE;
    if (islice) r = parts(vm, islice, tuple_of(vm, 3, (Ref)again, (Ref)make_small(1), (Ref)V_NONE), NO_VALUE, false);
    release(vm, source);
    release(vm, again);
    release(vm, islice);
    return r;
}
SETSTATE(accumulate) { return value_put(vm, &as_it(args[0])->v[2], retain(args[1])), V_NONE; }

REDUCE(chain)
{
    It *it = as_it(args[0]);
    if (it->v[0] == NO_VALUE) return made_of(vm, it, tuple_new(vm, 0));
    return with_state(vm, it, tuple_new(vm, 0), it->v[1] == NO_VALUE ? tuple_of(vm, 1, (Ref)it->v[0]) : tuple_of(vm, 2, (Ref)it->v[0], (Ref)it->v[1]));
}
SETSTATE(chain)
{
    It *it = as_it(args[0]);
    if (!is_tuple(args[1])) return err_raise(vm, EXC_TypeError, "state is not a tuple");
    const Tuple *t = as_tuple(args[1]);
    if (t->len < 1 || t->len > 2) return err_raise(vm, EXC_TypeError, "function takes %s 1 argument (%lld given)", t->len ? "at most" : "at least", (long long)t->len);
    for (int64_t i = 0; i < t->len; i++)
        if (!type_of(vm, t->items[i])->s.next) return err_raise(vm, EXC_TypeError, "Arguments must be iterators.");
    value_put(vm, &it->v[0], retain(t->items[0]));
    value_put(vm, &it->v[1], t->len > 1 ? retain(t->items[1]) : NO_VALUE);
    return V_NONE;
}

REDUCE(zip_longest)
{
    It *it = as_it(args[0]);
    const Tuple *its = as_tuple(it->v[0]);
    Value all = tuple_new(vm, its->len);
    for (int64_t i = 0; all != NO_VALUE && i < its->len; i++) as_tuple(all)->items[i] = its->items[i] == NO_VALUE ? retain((Ref)vm->empty_tuple) : retain(its->items[i]);
    return with_state(vm, it, all, retain(it->v[1]));
}
SETSTATE(zip_longest) { return value_put(vm, &as_it(args[0])->v[1], retain(args[1])), V_NONE; }

/* ---- groupby ---- */

REDUCE(groupby)
{
    It *it = as_it(args[0]);
    Value arguments = tuple_of(vm, 2, (Ref)it->v[0], or_none(it->v[1]));
    if (it->v[2] == NO_VALUE || it->v[3] == NO_VALUE || it->v[4] == NO_VALUE) return made_of(vm, it, arguments);
    return with_state(vm, it, arguments, tuple_of(vm, 3, (Ref)it->v[2], (Ref)it->v[3], (Ref)it->v[4]));
}
SETSTATE(groupby)
{
    It *it = as_it(args[0]);
    if (!is_tuple(args[1])) return err_raise(vm, EXC_TypeError, "state is not a tuple");
    const Tuple *t = as_tuple(args[1]);
    if (t->len != 3) return err_raise(vm, EXC_TypeError, "function takes exactly 3 arguments (%lld given)", (long long)t->len);
    for (int i = 0; i < 3; i++) value_put(vm, &it->v[2 + i], retain(t->items[i]));
    return V_NONE;
}

/* A group that is over is an iterator over nothing. */
REDUCE(group)
{
    It *group = as_it(args[0]), *it = as_it(group->v[0]);
    if (it->i == group->i) return made_of(vm, group, tuple_of(vm, 2, (Ref)group->v[0], (Ref)group->v[1]));
    Ref iter = dict_get_c(vm, REF(vm->builtins), "iter");
    return iter ? parts(vm, iter, tuple_of(vm, 1, (Ref)vm->empty_tuple), NO_VALUE, false) : err_raise(vm, EXC_AttributeError, "iter");
}

/* ---- the combinatoric ones ---- */

/* Nothing given yet: as at the start; nothing more to give: over nothing. */
static Value odometer(VM *vm, It *it, Value state)
{
    Value nothing = it->j && it->done ? tuple_new(vm, 0) : retain(it->v[0]), r = NO_VALUE;
    Value arguments = nothing == NO_VALUE ? NO_VALUE : tuple_of(vm, 2, (Ref)nothing, (Ref)make_small(it->i));
    release(vm, nothing);
    if (it->j && !it->done) return with_state(vm, it, arguments, state);
    r = made_of(vm, it, arguments);
    release(vm, state);
    return r;
}

REDUCE(combinations) { return odometer(vm, as_it(args[0]), numbers(vm, as_it(args[0])->idx, as_it(args[0])->nidx)); }
REDUCE(permutations)
{
    It *it = as_it(args[0]);
    int64_t len = it->nidx ? it->nidx - it->i : 0;
    Value places = numbers(vm, it->idx, len), cycles = places ? numbers(vm, it->idx + (it->idx ? len : 0), it->nidx - len) : NO_VALUE;
    Value state = cycles ? tuple_of(vm, 2, (Ref)places, (Ref)cycles) : NO_VALUE;
    release(vm, places);
    release(vm, cycles);
    return state ? odometer(vm, it, state) : NO_VALUE;
}
REDUCE(product)
{
    It *it = as_it(args[0]);
    if (it->done && it->j) return made_of(vm, it, tuple_of(vm, 1, (Ref)vm->empty_tuple));
    return it->j ? with_state(vm, it, retain(it->v[0]), numbers(vm, it->idx, it->nidx)) : made_of(vm, it, retain(it->v[0]));
}

/* Reads n numbers of a tuple, each from `least` to `most(it, i)`. */
static bool read_numbers(VM *vm, const It *it, Ref state, int64_t n, int64_t *to, int64_t least, int64_t (*most)(const It *, int64_t))
{
    if (!is_tuple(state) || as_tuple(state)->len != n) return bad_state(vm), false;
    for (int64_t i = 0; i < n; i++)
        if (!read_number(vm, as_tuple(state)->items[i], least, most(it, i), &to[i])) return false;
    return true;
}
static int64_t last_of_choice(const It *it, int64_t i) { return as_tuple(it->v[0])->len - it->i + i; }
static int64_t last_of_pool(const It *it, int64_t i) { return as_tuple(it->v[0])->len - 1; }
static int64_t last_of_product(const It *it, int64_t i) { return as_tuple(as_tuple(it->v[0])->items[i])->len - 1; }
static int64_t last_of_cycle(const It *it, int64_t i) { return as_tuple(it->v[0])->len - i; }

static Value begun(It *it, bool ok)
{
    if (ok) it->j = 1;
    return ok ? V_NONE : NO_VALUE;
}
SETSTATE(combinations) { return begun(as_it(args[0]), read_numbers(vm, as_it(args[0]), args[1], as_it(args[0])->nidx, as_it(args[0])->idx, 0, last_of_choice)); }
SETSTATE(replacement) { return begun(as_it(args[0]), read_numbers(vm, as_it(args[0]), args[1], as_it(args[0])->nidx, as_it(args[0])->idx, 0, last_of_pool)); }
SETSTATE(product)
{
    It *it = as_it(args[0]);
    return it->done ? V_NONE : begun(it, read_numbers(vm, it, args[1], it->nidx, it->idx, 0, last_of_product)); /* (an empty pool has nothing to stand at) */
}
SETSTATE(permutations)
{
    It *it = as_it(args[0]);
    bool two = is_tuple(args[1]) && as_tuple(args[1])->len == 2;
    if (!two || !is_tuple(as_tuple(args[1])->items[0]) || !is_tuple(as_tuple(args[1])->items[1])) return err_raise(vm, EXC_TypeError, "a state of permutations is (tuple, tuple)");
    int64_t len = it->nidx ? it->nidx - it->i : 0;
    const Tuple *t = as_tuple(args[1]);
    return begun(it, read_numbers(vm, it, t->items[0], len, it->idx, 0, last_of_pool) && read_numbers(vm, it, t->items[1], it->nidx - len, it->idx + (it->idx ? len : 0), 1, last_of_cycle));
}
