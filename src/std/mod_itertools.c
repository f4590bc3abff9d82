/* mod_itertools.c: the module itertools: the iterators over one or several inputs. The combinatoric ones (product,
 * permutations, combinations) are mod_itertools_comb.c, tee is mod_itertools_tee.c; all share the layout of mod_itertools.h. */
#include "mod_itertools.h"

Value it_self(VM *vm, Ref o) { return retain(o); }

/* What an iterator holds may be itself: accumulate's function answers what it likes. */
void it_clear(VM *vm, Obj *o)
{
    It *it = (It *)o;
    for (int i = 0; i < IT_VALUES; i++) value_clear(vm, &it->v[i]);
}

void it_dealloc(VM *vm, Obj *o)
{
    It *it = (It *)o;
    it_clear(vm, o);
    if (it->idx != NULL) mem_free(vm->mem, it->idx, (size_t)it->nidx * sizeof *it->idx);
    it->idx = NULL;
    obj_free(vm, o, o->type->inst_size);
}

void it_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    It *it = (It *)o;
    for (int i = 0; i < IT_VALUES; i++)
        if (is_heap(it->v[i])) visit(it->v[i], arg);
}

It *it_alloc(VM *vm, Ref type) { return (It *)obj_alloc(vm, as_type(type), as_type(type)->inst_size); }

bool it_need(VM *vm, const char *fn, const Ref *in, int at, const char *name)
{
    return in[at] != NULL || err_false(vm, EXC_TypeError, "%s() missing required argument '%s' (pos %d)", fn, name, at + 1);
}

/* A new iterator whose first value is iter(src). */
static It *over(VM *vm, Ref type, Ref src)
{
    Value i = op_iter(vm, src);
    It *it = i == NO_VALUE ? NULL : it_alloc(vm, type);
    if (it == NULL) release(vm, i);
    else it->v[0] = i;
    return it;
}

/* A subclass with an __init__ of its own may take names. */
bool it_no_kw(VM *vm, Ref type, const char *name, Ref kwnames, const Ref *args, int n, int min, int max)
{
    return (as_type(type)->s.init != object_init || args_no_kw(vm, name, kwnames)) && args_count(vm, name, n, min, max);
}

/* ---- count: i while it is a word and the step 1; else v[0] = number, v[1] = step ---- */
static Value count_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"start", "step"};
    Ref in[2];
    if (!args_bind(vm, "count", args, n, kwnames, names, 2, in)) return NO_VALUE;
    for (int i = 0; i < 2; i++) {
        if (in[i] == NULL || is_int(in[i]) || is_float(in[i])) continue;
        const Slots *s = &type_of(vm, in[i])->s;
        if (s->to_index == NULL && s->to_float == NULL && s->to_int == NULL && !is_complex(in[i])) return err_raise(vm, EXC_TypeError, "a number is required");
    }
    It *it = it_alloc(vm, type);
    if (it == NULL) return NO_VALUE;
    Ref start = in[0] == NULL ? make_small(0) : in[0], step = in[1] == NULL ? make_small(1) : in[1];
    if (is_small(start) && step == make_small(1)) {
        it->i = small_of(start);
        return VAL(it);
    }
    it->v[0] = retain(start);
    it->v[1] = retain(step);
    return VAL(it);
}

static Value count_next(VM *vm, Ref o)
{
    It *it = as_it(o);
    if (it->v[0] == NO_VALUE) {
        if (it->i < SMALL_MAX) return make_small(it->i++);
        it->v[0] = make_small(it->i);
        it->v[1] = make_small(1);
    }
    Value next = op_binary(vm, OP_ADD, it->v[0], it->v[1]);
    if (next == NO_VALUE) return next;
    Value now = it->v[0];
    it->v[0] = next;
    return now;
}

static Value count_repr(VM *vm, Ref o)
{
    It *it = as_it(o);
    if (it->v[0] == NO_VALUE) return str_format(vm, "count(%lld)", (long long)it->i);
    if (it->v[1] == make_small(1)) return str_format(vm, "count(%R)", (Ref)it->v[0]);
    return str_format(vm, "count(%R, %R)", (Ref)it->v[0], (Ref)it->v[1]);
}

static Value count_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    It *it = as_it(args[0]);
    Value inner = it->v[0] == NO_VALUE ? tuple_of(vm, 1, (Ref)make_small(it->i)) : tuple_of(vm, 2, (Ref)it->v[0], (Ref)it->v[1]);
    if (inner == NO_VALUE) return inner;
    Value r = tuple_of(vm, 2, REF(it->head.type), (Ref)inner);
    release(vm, inner);
    return r;
}

static const NativeDef count_methods[] = {{"__reduce__", count_reduce, "self, /", NULL, 0}, {NULL, NULL, NULL, NULL, 0}};

/* ---- cycle: v[0] = the source until it ends, v[1] = what came, i = position; done: of the source all has come before ---- */
static Value cycle_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    if (!it_no_kw(vm, type, "cycle", kwnames, args, n, 1, 1)) return NO_VALUE;
    It *it = over(vm, type, args[0]);
    if (it != NULL && (it->v[1] = list_new(vm, 0)) == NO_VALUE) {
        release(vm, VAL(it));
        return NO_VALUE;
    }
    return VAL(it);
}

static Value cycle_next(VM *vm, Ref o)
{
    It *it = as_it(o);
    if (it->v[0] != NO_VALUE) {
        Value v = op_next(vm, it->v[0]);
        if (v != NO_VALUE) {
            if (it->done || list_append(vm, it->v[1], v)) return v;
            release(vm, v);
            return NO_VALUE;
        }
        if (err_occurred(vm)) return NO_VALUE;
        value_clear(vm, &it->v[0]);
    }
    List *l = as_list(it->v[1]);
    if (l->len == 0) return NO_VALUE;
    if (it->i >= l->len) it->i = 0;
    return retain(l->items[it->i++]);
}

/* ---- repeat: v[0] = the object, i = how often still (-1: for ever) ---- */
static Value repeat_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"object", "times"};
    Ref in[2];
    int64_t times = -1;
    if (!args_bind(vm, "repeat", args, n, kwnames, names, 2, in) || !it_need(vm, "repeat", in, 0, "object")) return NO_VALUE;
    if (in[1] != NULL && !num_index_i64(vm, in[1], &times)) return NO_VALUE;
    if (in[1] != NULL && times < 0) times = 0;
    It *it = it_alloc(vm, type);
    if (it == NULL) return NO_VALUE;
    it->v[0] = retain(in[0]);
    it->i = times;
    return VAL(it);
}

static Value repeat_next(VM *vm, Ref o)
{
    It *it = as_it(o);
    if (it->i == 0) return NO_VALUE;
    if (it->i > 0) it->i--;
    return retain(it->v[0]);
}

static Value repeat_repr(VM *vm, Ref o)
{
    It *it = as_it(o);
    if (it->i < 0) return str_format(vm, "repeat(%R)", (Ref)it->v[0]);
    return str_format(vm, "repeat(%R, %lld)", (Ref)it->v[0], (long long)it->i);
}

static Value repeat_hint(VM *vm, const Ref *args, int n, Ref kwnames)
{
    It *it = as_it(args[0]);
    return it->i < 0 ? err_raise(vm, EXC_TypeError, "len() of unsized object") : make_small(it->i);
}

static Value repeat_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    It *it = as_it(args[0]);
    Value inner = it->i < 0 ? tuple_of(vm, 1, (Ref)it->v[0]) : tuple_of(vm, 2, (Ref)it->v[0], (Ref)make_small(it->i));
    if (inner == NO_VALUE) return inner;
    Value r = tuple_of(vm, 2, REF(it->head.type), (Ref)inner);
    release(vm, inner);
    return r;
}

static const NativeDef repeat_methods[] = {
    {"__length_hint__", repeat_hint, "self, /", NULL, 0},
    {"__reduce__", repeat_reduce, "self, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};

/* ---- chain: v[0] = iterator over the inputs (NULL at the end), v[1] = the one being read ---- */
static Value chain_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    if (!it_no_kw(vm, type, "chain", kwnames, args, n, 0, INT32_MAX)) return NO_VALUE;
    Value all = tuple_from(vm, args, n);
    It *it = all == NO_VALUE ? NULL : over(vm, type, all);
    release(vm, all);
    return VAL(it);
}

static Value chain_from(VM *vm, const Ref *args, int n, Ref kwnames) { return VAL(over(vm, args[0], args[1])); }

static Value chain_next(VM *vm, Ref o)
{
    It *it = as_it(o);
    while (it->v[0] != NO_VALUE) {
        if (it->v[1] == NO_VALUE) {
            Value next = op_next(vm, it->v[0]);
            if (next == NO_VALUE) {
                value_clear(vm, &it->v[0]);
                return NO_VALUE;
            }
            Value i = op_iter(vm, next);
            release(vm, next);
            if (i == NO_VALUE) {
                value_clear(vm, &it->v[0]);
                return NO_VALUE;
            }
            it->v[1] = i;
        }
        Value v = op_next(vm, it->v[1]);
        if (v != NO_VALUE || err_occurred(vm)) return v;
        value_clear(vm, &it->v[1]);
    }
    return NO_VALUE;
}

static const NativeDef chain_methods[] = {
    {"from_iterable", chain_from, "cls, iterable, /", "As chain, over an iterable of iterables.", NATIVE_CLASS},
    CLASS_GETITEM_ROW,
    IT_REDUCE(chain),
    IT_SETSTATE(chain),
    {NULL, NULL, NULL, NULL, 0},
};

/* ---- those with a predicate: v[0] = source, v[1] = function, done ---- */
static Value with_function(VM *vm, Ref type, const Ref *args, int n, Ref kwnames, const char *name)
{
    if (!it_no_kw(vm, type, name, kwnames, args, n, 2, 2)) return NO_VALUE;
    It *it = over(vm, type, args[1]);
    if (it != NULL) it->v[1] = retain(args[0]);
    return VAL(it);
}

static Value takewhile_new(VM *vm, Ref t, const Ref *a, int n, Ref kw) { return with_function(vm, t, a, n, kw, "takewhile"); }
static Value dropwhile_new(VM *vm, Ref t, const Ref *a, int n, Ref kw) { return with_function(vm, t, a, n, kw, "dropwhile"); }
static Value filterfalse_new(VM *vm, Ref t, const Ref *a, int n, Ref kw) { return with_function(vm, t, a, n, kw, "filterfalse"); }
static Value starmap_new(VM *vm, Ref t, const Ref *a, int n, Ref kw) { return with_function(vm, t, a, n, kw, "starmap"); }

static int truth_of_call(VM *vm, Ref fn, Ref v)
{
    Value r = call1(vm, fn, v);
    int t = r == NO_VALUE ? -1 : op_truth(vm, r);
    release(vm, r);
    return t;
}

static Value takewhile_next(VM *vm, Ref o)
{
    It *it = as_it(o);
    Value v = it->done ? NO_VALUE : op_next(vm, it->v[0]);
    if (v == NO_VALUE) return v;
    int t = truth_of_call(vm, it->v[1], v);
    if (t > 0) return v;
    if (t == 0) it->done = true;
    release(vm, v);
    return NO_VALUE;
}

static Value dropwhile_next(VM *vm, Ref o)
{
    It *it = as_it(o);
    for (unsigned steps = 1;; steps++) {
        Value v = op_next(vm, it->v[0]);
        if (v == NO_VALUE || it->done) return v;
        int t = truth_of_call(vm, it->v[1], v);
        if (t == 0) {
            it->done = true;
            return v;
        }
        release(vm, v);
        if (t < 0 || ((steps & 1023) == 0 && !vm_poll(vm))) return NO_VALUE;
    }
}

static Value filterfalse_next(VM *vm, Ref o)
{
    It *it = as_it(o);
    for (unsigned steps = 1;; steps++) {
        Value v = op_next(vm, it->v[0]);
        if (v == NO_VALUE) return v;
        int t = iter_passes(vm, it->v[1], v);
        if (t == 0) return v;
        release(vm, v);
        if (t < 0 || ((steps & 1023) == 0 && !vm_poll(vm))) return NO_VALUE;
    }
}

static Value starmap_next(VM *vm, Ref o)
{
    It *it = as_it(o);
    Value v = op_next(vm, it->v[0]);
    if (v == NO_VALUE) return v;
    if (!is_exact(v, CLASS(tuple))) value_put(vm, &v, tuple_from_iter(vm, v));
    if (v == NO_VALUE) return v;
    Value r = call(vm, it->v[1], as_refs(as_tuple(v)->items), (int)as_tuple(v)->len, NULL);
    release(vm, v);
    return r;
}

/* ---- accumulate: v[0] = source, v[1] = function or NULL, v[2] = total, v[3] = initial ---- */
static Value accumulate_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"iterable", "func", "initial"};
    Ref in[3];
    if (n > 2) return err_raise(vm, EXC_TypeError, "accumulate() takes at most 2 positional arguments (%d given)", n);
    if (!args_bind(vm, "accumulate", args, n, kwnames, names, 3, in) || !it_need(vm, "accumulate", in, 0, "iterable")) return NO_VALUE;
    It *it = over(vm, type, in[0]);
    if (it == NULL) return NO_VALUE;
    if (in[1] != NULL && !is_none(in[1])) it->v[1] = retain(in[1]);
    if (in[2] != NULL && !is_none(in[2])) it->v[3] = retain(in[2]);
    return VAL(it);
}

static Value accumulate_next(VM *vm, Ref o)
{
    It *it = as_it(o);
    if (it->v[3] != NO_VALUE) {
        value_put(vm, &it->v[2], it->v[3]);
        it->v[3] = NO_VALUE;
        return retain(it->v[2]);
    }
    Value v = op_next(vm, it->v[0]);
    if (v == NO_VALUE) return v;
    Value total = v;
    if (it->v[2] != NO_VALUE) {
        Value before = retain(it->v[2]);
        total = it->v[1] == NO_VALUE ? op_binary(vm, OP_ADD, before, v) : call2(vm, it->v[1], before, v);
        release(vm, before);
        release(vm, v);
        if (total == NO_VALUE) return total;
    }
    value_put(vm, &it->v[2], retain(total));
    return total;
}

/* ---- compress: v[0] = data, v[1] = selectors ---- */
static Value compress_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"data", "selectors"};
    Ref in[2];
    if (!args_bind(vm, "compress", args, n, kwnames, names, 2, in)) return NO_VALUE;
    if (!it_need(vm, "compress", in, 0, "data") || !it_need(vm, "compress", in, 1, "selectors")) return NO_VALUE;
    It *it = over(vm, type, in[0]);
    if (it == NULL) return NO_VALUE;
    it->v[1] = op_iter(vm, in[1]);
    if (it->v[1] != NO_VALUE) return VAL(it);
    release(vm, VAL(it));
    return NO_VALUE;
}

static Value compress_next(VM *vm, Ref o)
{
    It *it = as_it(o);
    for (unsigned steps = 1;; steps++) {
        Value v = op_next(vm, it->v[0]);
        if (v == NO_VALUE) return v;
        Value s = op_next(vm, it->v[1]);
        int t = s == NO_VALUE ? -1 : op_truth(vm, s);
        release(vm, s);
        if (t > 0) return v;
        release(vm, v);
        if (t < 0 || ((steps & 1023) == 0 && !vm_poll(vm))) return NO_VALUE;
    }
}

/* ---- islice: v[0] = source (NULL at the end), i = items read, j = next to give, k = stop (-1 none), step ---- */
static bool slice_part(VM *vm, Ref v, int64_t *out, int64_t least, const char *message)
{
    if (v == NULL || is_none(v)) return true;
    if ((is_int(v) || type_of(vm, v)->s.to_index != NULL) && num_index_i64(vm, v, out) && *out >= least) return true;
    if (err_occurred(vm)) err_clear(vm);
    return err_false(vm, EXC_ValueError, "%s", message);
}

static Value islice_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    if (!it_no_kw(vm, type, "islice", kwnames, args, n, 2, 4)) return NO_VALUE;
    int64_t start = 0, stop = -1, step = 1;
    Ref last = args[n == 2 ? 1 : 2];
    if (!slice_part(vm, last, &stop, INT64_MIN, "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.")) return NO_VALUE;
    if (stop == -1 && last && !is_none(last))
        return err_raise(vm, EXC_ValueError, "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.");
    if (n > 2 && !slice_part(vm, args[1], &start, 0, "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")) return NO_VALUE;
    if (stop < -1) return err_raise(vm, EXC_ValueError, "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.");
    if (n == 4 && (!slice_part(vm, args[3], &step, 1, "Step for islice() must be a positive integer or None.") || step < 1))
        return err_occurred(vm) ? NO_VALUE : err_raise(vm, EXC_ValueError, "Step for islice() must be a positive integer or None.");
    It *it = over(vm, type, args[0]);
    if (it == NULL) return NO_VALUE;
    it->j = start;
    it->k = stop;
    it->step = step;
    return VAL(it);
}

static Value islice_next(VM *vm, Ref o)
{
    It *it = as_it(o);
    if (it->v[0] == NO_VALUE) return NO_VALUE;
    while (it->i < it->j) { /* skip; stop itself may be smaller than the next index */
        if (it->k >= 0 && it->i >= it->k) break;
        Value v = op_next(vm, it->v[0]);
        if (v == NO_VALUE) goto end;
        release(vm, v);
        it->i++;
        if ((it->i & 1023) == 0 && !vm_poll(vm)) return NO_VALUE;
    }
    if (it->k >= 0 && it->i >= it->k) goto end;
    Value v = op_next(vm, it->v[0]);
    if (v == NO_VALUE) goto end;
    it->i++;
    if (__builtin_add_overflow(it->j, it->step, &it->j)) it->j = INT64_MAX;
    if (it->k >= 0 && it->j > it->k) it->j = it->k;
    return v;
end:
    value_clear(vm, &it->v[0]);
    return NO_VALUE;
}

/* ---- pairwise: v[0] = source, v[1] = the item before, v[4] = the tuple given last ---- */
static Value pairwise_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    return it_no_kw(vm, type, "pairwise", kwnames, args, n, 1, 1) ? VAL(over(vm, type, args[0])) : NO_VALUE;
}

static Value pairwise_next(VM *vm, Ref o)
{
    It *it = as_it(o);
    if (it->v[0] == NO_VALUE) return NO_VALUE;
    if (it->v[1] == NO_VALUE) {
        Value first = op_next(vm, it->v[0]);
        if (first == NO_VALUE) {
            value_clear(vm, &it->v[0]);
            return NO_VALUE;
        }
        value_put(vm, &it->v[1], first);
    }
    Value before = retain(it->v[1]), v = it->v[0] == NO_VALUE ? NO_VALUE : op_next(vm, it->v[0]);
    if (v == NO_VALUE) {
        release(vm, before);
        value_clear(vm, &it->v[0]);
        value_clear(vm, &it->v[1]);
        return NO_VALUE;
    }
    Value pair = tuple_pair(vm, before, retain(v));
    value_put(vm, &it->v[1], v);
    return pair;
}

/* ---- zip_longest: v[0] = tuple of iterators (NULL where one ended), v[1] = fill value, i = how many still run ---- */
static Value zip_longest_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    Ref fill = V_NONE;
    for (int64_t i = 0; kwnames != NULL && i < as_tuple(kwnames)->len; i++) {
        if (!str_equal_c(as_tuple(kwnames)->items[i], "fillvalue"))
            return err_raise(vm, EXC_TypeError, "zip_longest() got an unexpected keyword argument");
        fill = args[n + i];
    }
    Value its = iter_tuple_of(vm, args, n);
    It *it = its == NO_VALUE ? NULL : it_alloc(vm, type);
    if (it == NULL) {
        release(vm, its);
        return NO_VALUE;
    }
    it->v[0] = its;
    it->v[1] = retain(fill);
    it->i = n;
    return VAL(it);
}

/* The item of number i, or what stands in for it; NULL: all have ended, or raised. */
static Value longest_item(VM *vm, It *it, Tuple *its, int64_t i)
{
    if (its->items[i] == NO_VALUE) return retain(it->v[1]);
    Value v = op_next(vm, its->items[i]);
    if (v != NO_VALUE) return v;
    if (err_occurred(vm) || --it->i <= 0) {
        it->i = 0;
        return NO_VALUE;
    }
    value_clear(vm, &its->items[i]);
    return retain(it->v[1]);
}

static Value zip_longest_few(VM *vm, It *it, Tuple *its)
{
    Value few[ITER_FEW];
    for (int64_t i = 0; i < its->len; i++) {
        if ((few[i] = longest_item(vm, it, its, i)) != NO_VALUE) continue;
        while (i > 0) release(vm, few[--i]);
        return NO_VALUE;
    }
    return iter_few(vm, &it->v[4], few, its->len);
}

static Value zip_longest_next(VM *vm, Ref o)
{
    It *it = as_it(o);
    Tuple *its = as_tuple(it->v[0]);
    if (its->len == 0 || it->i == 0) return NO_VALUE;
    if (its->len <= ITER_FEW) return zip_longest_few(vm, it, its);
    Value t = iter_result(vm, &it->v[4], its->len);
    if (t == NO_VALUE) return t;
    for (int64_t i = 0; i < its->len; i++) {
        Value v = longest_item(vm, it, its, i);
        if (v == NO_VALUE) return release(vm, t), NO_VALUE;
        value_put(vm, &as_tuple(t)->items[i], v);
    }
    return t;
}

/* ---- groupby: v[0] = source, v[1] = key function or NULL, v[2] = current key, v[3] = current value (NULL: taken),
 * v[4] = the key of the group given last; i = number of that group. A group: v[0] = the groupby, v[1] = its key, i = its number ---- */
static Value groupby_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"iterable", "key"};
    Ref in[2];
    if (!args_bind(vm, "groupby", args, n, kwnames, names, 2, in) || !it_need(vm, "groupby", in, 0, "iterable")) return NO_VALUE;
    It *it = over(vm, type, in[0]);
    if (it != NULL && in[1] != NULL && !is_none(in[1])) it->v[1] = retain(in[1]);
    return VAL(it);
}

static bool group_step(VM *vm, It *it)
{
    Value v = op_next(vm, it->v[0]);
    if (v == NO_VALUE) return false;
    Value key = it->v[1] == NO_VALUE ? retain(v) : call1(vm, it->v[1], v);
    if (key == NO_VALUE) {
        release(vm, v);
        return false;
    }
    value_put(vm, &it->v[3], v);
    value_put(vm, &it->v[2], key);
    return true;
}

static int same_key(VM *vm, Ref a, Ref b)
{
    Value x = retain(a), y = retain(b);
    int eq = op_compare_bool(vm, x, y, CMP_EQ);
    release(vm, x);
    release(vm, y);
    return eq;
}

static Value groupby_next(VM *vm, Ref o)
{
    It *it = as_it(o);
    it->i++; /* the group given before sees that it is over */
    while (it->v[2] == NO_VALUE || it->v[4] != NO_VALUE) {
        if (it->v[2] != NO_VALUE) {
            int eq = same_key(vm, it->v[4], it->v[2]);
            if (eq < 0) return NO_VALUE;
            if (eq == 0) break;
        }
        if (!group_step(vm, it)) return NO_VALUE;
    }
    value_put(vm, &it->v[4], retain(it->v[2]));
    ItertoolsState *state = module_state(vm, &itertools_module);
    It *group = state == NULL ? NULL : it_alloc(vm, REF(state->group));
    if (group == NULL) return NO_VALUE;
    group->v[0] = retain(o);
    group->v[1] = retain(it->v[4]);
    group->i = it->i;
    Value pair = tuple_of(vm, 2, (Ref)it->v[2], REF(group));
    release(vm, VAL(group));
    return pair;
}

static Value group_next(VM *vm, Ref o)
{
    It *group = as_it(o), *it = as_it(group->v[0]);
    if (it->i != group->i) return NO_VALUE;
    if (it->v[3] == NO_VALUE && !group_step(vm, it)) return NO_VALUE;
    if (it->i != group->i) return NO_VALUE;
    int eq = same_key(vm, group->v[1], it->v[2]);
    if (eq <= 0) return NO_VALUE;
    Value v = it->v[3];
    it->v[3] = NO_VALUE;
    return v;
}

/* _grouper(groupby, key): as pickle makes it */
static Value grouper_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    if (!it_no_kw(vm, type, "_grouper", kwnames, args, n, 2, 2)) return NO_VALUE;
    if (type_of(vm, args[0])->s.next != groupby_next) return err_raise(vm, EXC_TypeError, "_grouper() argument 1 must be itertools.groupby, not %T", args[0]);
    It *group = it_alloc(vm, type);
    if (group == NULL) return NO_VALUE;
    group->v[0] = retain(args[0]);
    group->v[1] = retain(args[1]);
    group->i = as_it(args[0])->i;
    return VAL(group);
}

#define TABLE(name, ...) static const NativeDef name##_methods[] = {__VA_ARGS__, {NULL, NULL, NULL, NULL, 0}};
TABLE(grouper, IT_REDUCE(group))
TABLE(cycle, IT_REDUCE(cycle), IT_SETSTATE(cycle))
TABLE(while, IT_REDUCE(predicate), IT_SETSTATE(predicate))
TABLE(function, IT_REDUCE(source))
TABLE(accumulate, IT_REDUCE(accumulate), IT_SETSTATE(accumulate))
TABLE(compress, IT_REDUCE(pair))
TABLE(islice, IT_REDUCE(islice), IT_SETSTATE(islice))
TABLE(zip_longest, IT_REDUCE(zip_longest), IT_SETSTATE(zip_longest))
static const NativeDef groupby_methods[] = {CLASS_GETITEM_ROW, IT_REDUCE(groupby), IT_SETSTATE(groupby), {NULL, NULL, NULL, NULL, 0}};

/* ---- the module ---- */
static const TypeDef defs[] = {
    IT_DEF("count", count_new, count_next, count_methods, count_repr, "Counts on from start by step, without end."),
    IT_DEF("cycle", cycle_new, cycle_next, cycle_methods, NULL, "Goes over the items again and again."),
    IT_DEF("repeat", repeat_new, repeat_next, repeat_methods, repeat_repr, "The same object without end, or times times."),
    IT_DEF("chain", chain_new, chain_next, chain_methods, NULL, "The items of each iterable, one iterable after another."),
    IT_DEF("takewhile", takewhile_new, takewhile_next, while_methods, NULL, "The items up to the first that fails predicate."),
    IT_DEF("dropwhile", dropwhile_new, dropwhile_next, while_methods, NULL, "The items from the first that fails predicate on."),
    IT_DEF("filterfalse", filterfalse_new, filterfalse_next, function_methods, NULL, "The items that function turns down."),
    IT_DEF("starmap", starmap_new, starmap_next, function_methods, NULL, "function(*arguments) for each tuple of arguments."),
    IT_DEF("accumulate", accumulate_new, accumulate_next, accumulate_methods, NULL, "The running totals, or another function's in place of the sum."),
    IT_DEF("compress", compress_new, compress_next, compress_methods, NULL, "The data whose selector is true."),
    IT_DEF("islice", islice_new, islice_next, islice_methods, NULL, "islice(iterable, stop)\nislice(iterable, start, stop[, step])\n\nThe items that a slice would hold, without an index: no part may be negative."),
    IT_DEF("pairwise", pairwise_new, pairwise_next, NULL, NULL, "Each item with the one after it."),
    IT_DEF("zip_longest", zip_longest_new, zip_longest_next, zip_longest_methods, NULL, "Tuples of an item from each iterable; fillvalue stands in for one that ended early."),
    IT_DEF("groupby", groupby_new, groupby_next, groupby_methods, NULL, "Runs of neighbours with one key: pairs (key, group)."),
    {.name = NULL},
};
static const TypeDef group_def = IT_DEF("_grouper", grouper_new, group_next, grouper_methods, NULL, NULL);
static bool add_types(VM *vm, Dict *ns, const TypeDef *table)
{
    for (; table->name != NULL; table++) {
        Type *t = type_from_def(vm, table, NULL);
        if (t == NULL) return false;
        bool ok = module_add_type(vm, ns, t);
        release(vm, VAL(t));
        if (!ok) return false;
    }
    return true;
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    ItertoolsState *s = as_module(module)->state;
    s->group = type_from_def(vm, &group_def, NULL);
    s->tee = type_from_def(vm, &itertools_tee_def, NULL);
    s->tee_block = type_from_def(vm, &itertools_tee_block_def, NULL);
    return s->group != NULL && s->tee != NULL && s->tee_block != NULL && module_add_type(vm, ns, s->group) && module_add_type(vm, ns, s->tee) &&
           module_add_type(vm, ns, s->tee_block) && add_types(vm, ns, defs) && add_types(vm, ns, itertools_comb_defs);
}

static void done(VM *vm, void *state)
{
    ItertoolsState *s = state;
    release(vm, VAL(s->group));
    release(vm, VAL(s->tee));
    release(vm, VAL(s->tee_block));
}

static const NativeDef functions[] = {
    {"tee", itertools_tee, "iterable, n=2, /", "Returns a tuple of n independent iterators.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

const ModuleDef itertools_module = {
    .name = "itertools",
    .doc = "Functional tools for creating and using iterators.",
    .functions = functions,
    .init = init,
    .state_size = sizeof(ItertoolsState),
    .done = done,
};
