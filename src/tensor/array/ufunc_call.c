/* ufunc_call.c: a call of a ufunc, element by element: operands, the loop, results. */
#include <stdio.h>

#include "ufunc_args.h"

/* ---- whose results ---- */
static bool priority_of(VM *vm, Ref v, double *out)
{
    Value name = str_intern_c(vm, "__array_priority__"), p = NO_VALUE;
    int found = name ? obj_lookup_attr(vm, v, name, &p) : -1;
    release(vm, name);
    *out = -1000000.0;
    bool ok = found >= 0 && (found == 0 || num_to_double(vm, p, out));
    release(vm, p);
    return ok;
}
static bool is_plain(VM *vm, Np *np, Ref v) /* no class of a program's that would wrap anything */
{
    if (!is_heap(v) || is_array_exact(v, np)) return true;
    Type *t = type_of(vm, v);
    return t == CLASS(int) || t == CLASS(float) || t == CLASS(complex) || t == CLASS(str) || t == CLASS(bytes) || t == CLASS(list) || t == CLASS(tuple) || is_scalar(vm, np, v);
}
Value ufunc_find_wrap(VM *vm, Np *np, const Ref *in, int n, bool *failed)
{
    Value best = NO_VALUE;
    double most = 0;
    *failed = false;
    for (int i = 0; i < n; i++) {
        if (is_plain(vm, np, in[i])) continue;
        Value name = str_intern_c(vm, "__array_wrap__"), wrap = NO_VALUE;
        int found = name ? obj_lookup_attr(vm, in[i], name, &wrap) : -1;
        release(vm, name);
        double priority = 0;
        if (found < 0 || (found && !priority_of(vm, in[i], &priority))) {
            release(vm, wrap);
            release(vm, best);
            *failed = true;
            return NO_VALUE;
        }
        if (found && type_of(vm, wrap)->s.call && (!best || priority > most)) {
            value_put(vm, &best, wrap);
            most = priority;
        } else
            release(vm, wrap);
    }
    return best;
}
Value ufunc_wrap(VM *vm, Np *np, Ref wrap, NdArray *result, Ref context)
{
    if (!wrap) return array_return(vm, result);
    Value r = call2(vm, wrap, REF(result), context ? context : V_NONE);
    if (!r && err_matches(vm, EXC_TypeError)) { /* one of before contexts were: PyTorch's */
        err_clear(vm);
        r = call1(vm, wrap, REF(result));
    }
    array_release(vm, result);
    return r;
}

/* ---- parts that all calls share ---- */
bool running_open(VM *vm, Np *np, const Ufunc *u, const CallArgs *c, Running *r)
{
    memset(r, 0, sizeof *r);
    r->casting = CASTING_SAME_KIND;
    r->order = ORDER_KEEP;
    if (!errors_read(vm, np, c->extobj, &r->errors)) return false;
    if (c->casting && !np_casting(vm, c->casting, &r->casting)) return false;
    if (c->order) {
        if (!is_str(c->order) && !is_none(c->order)) return err_false(vm, EXC_TypeError, "order must be str, not %T", c->order);
        if (!np_order(vm, c->order, &r->order)) return false;
    }
    for (int i = 0; i < u->nin; i++)
        if (!(r->ops[i] = ufunc_operand(vm, np, c->in[i]))) return false;
    for (int i = 0; i < u->nout; i++)
        if (c->out[i]) r->ops[u->nin + i] = array_retain(as_array(c->out[i]));
    if (c->where && !(r->mask = array_from_any(vm, np, c->where, descr_shared(np, NP_BOOL), ARRAY_ALIGNED | ARRAY_NATIVE))) return false;
    bool failed = false;
    if (!(c->subok && c->subok == V_FALSE)) r->wrap = ufunc_find_wrap(vm, np, c->in, u->nin, &failed);
    return !failed;
}
bool running_resolve(VM *vm, Np *np, const Ufunc *u, const CallArgs *c, Running *r)
{
    Num fixed[UFUNC_OPERANDS];
    bool given = false;
    if ((c->dtype || c->signature) && !ufunc_dtypes(vm, np, u, c->dtype, c->signature, fixed, &given)) return false;
    return ufunc_resolve(vm, np, u, r->ops, given ? fixed : NULL, r->casting, &r->resolved);
}
static Value context_of(VM *vm, const Ufunc *u, const CallArgs *c, int i) /* (ufunc, arguments, which result) */
{
    Value all = tuple_new(vm, u->nin + (c->has_out ? u->nout : 0));
    for (int k = 0; all && k < as_tuple(all)->len; k++) as_tuple(all)->items[k] = retain(k < u->nin ? c->in[k] : c->out[k - u->nin] ? c->out[k - u->nin] : V_NONE);
    Value context = all ? tuple_of(vm, 3, REF(u), (Ref)all, make_small(i)) : NO_VALUE;
    release(vm, all);
    return context;
}
static Value one_result(VM *vm, Np *np, const Ufunc *u, const CallArgs *c, Running *r, int i)
{
    NdArray *a = r->ops[u->nin + i];
    r->ops[u->nin + i] = NULL;
    if (c->out[i] && is_array_exact(c->out[i], np)) return VAL(a);
    Value own = NO_VALUE;
    if (c->out[i]) { /* an output's own class says what becomes of it */
        if (c->subok == V_FALSE) return VAL(a);
        own = obj_getattr_c(vm, c->out[i], "__array_wrap__");
        if (!own) return array_release(vm, a), NO_VALUE;
    }
    Ref wrap = own ? (Ref)own : (Ref)r->wrap;
    Value context = wrap ? context_of(vm, u, c, i) : NO_VALUE, result = NO_VALUE;
    if (wrap && !context) array_release(vm, a);
    else result = ufunc_wrap(vm, np, wrap, a, context);
    release(vm, context);
    release(vm, own);
    return result;
}
Value running_results(VM *vm, Np *np, const Ufunc *u, const CallArgs *c, Running *r)
{
    if (u->nout == 1) return one_result(vm, np, u, c, r, 0);
    Value all = tuple_new(vm, u->nout);
    for (int i = 0; all && i < u->nout; i++)
        if (!(as_tuple(all)->items[i] = one_result(vm, np, u, c, r, i))) {
            release(vm, all);
            return NO_VALUE;
        }
    return all;
}
void running_close(VM *vm, const Ufunc *u, Running *r)
{
    for (int i = 0; i < ufunc_nargs(u); i++) array_release(vm, r->ops[i]);
    if (r->resolved.loop) resolved_drop(vm, u, &r->resolved);
    array_release(vm, r->mask);
    release(vm, r->wrap);
    errors_drop(vm, &r->errors);
}

/* ---- the shape that operands broadcast to ---- */
static void put_shape(StrB *b, const NdArray *a)
{
    strb_c(b, "(");
    for (int d = 0; d < a->ndim; d++) strb_format(b, d + 1 < a->ndim || a->ndim == 1 ? "%lld," : "%lld", a->shape[d]);
    strb_c(b, ") ");
}
static bool raise_shapes(VM *vm, const Ufunc *u, const Running *r)
{
    StrB b = STRB_INIT(vm);
    strb_c(&b, "operands could not be broadcast together with shapes ");
    for (int i = 0; i < ufunc_nargs(u); i++)
        if (r->ops[i]) put_shape(&b, r->ops[i]);
    if (r->mask) put_shape(&b, r->mask);
    Value text = strb_take(&b);
    if (text) err_raise(vm, EXC_ValueError, "%U", (Ref)text);
    release(vm, text);
    return false;
}
static bool raise_output(VM *vm, const NdArray *out, const NpDims *shape)
{
    Value is = np_dims_tuple(vm, out->shape, out->ndim), wanted = is ? np_dims_tuple(vm, shape->v, shape->n) : NO_VALUE, a = NO_VALUE, b = NO_VALUE;
    if (wanted && (a = op_repr(vm, is)) && (b = op_repr(vm, wanted))) {
        StrB t = STRB_INIT(vm);
        strb_c(&t, "non-broadcastable output operand with shape ");
        for (int64_t i = 0; i < as_str(a)->len; i++)
            if (str_at(as_str(a), i) != ' ') strb_char(&t, str_at(as_str(a), i));
        strb_c(&t, " doesn't match the broadcast shape ");
        for (int64_t i = 0; i < as_str(b)->len; i++)
            if (str_at(as_str(b), i) != ' ') strb_char(&t, str_at(as_str(b), i));
        Value text = strb_take(&t);
        if (text) err_raise(vm, EXC_ValueError, "%U", (Ref)text);
        release(vm, text);
    }
    release(vm, is);
    release(vm, wanted);
    release(vm, a);
    release(vm, b);
    return false;
}
static bool stretch(NpDims *shape, const NdArray *a)
{
    for (; shape->n < a->ndim; shape->n++) {
        memmove(shape->v + 1, shape->v, sizeof *shape->v * (size_t)shape->n);
        shape->v[0] = 1;
    }
    for (int d = 0; d < a->ndim; d++) {
        int64_t *at = &shape->v[shape->n - a->ndim + d];
        if (a->shape[d] == *at || a->shape[d] == 1) continue;
        if (*at != 1) return false;
        *at = a->shape[d];
    }
    return true;
}
static bool common_shape(VM *vm, const Ufunc *u, const Running *r, NpDims *shape)
{
    shape->n = 0;
    for (int i = 0; i < ufunc_nargs(u); i++)
        if (r->ops[i] && !stretch(shape, r->ops[i])) return raise_shapes(vm, u, r);
    if (r->mask && !stretch(shape, r->mask)) return raise_shapes(vm, u, r);
    for (int i = u->nin; i < ufunc_nargs(u); i++) {
        const NdArray *o = r->ops[i];
        if (!o) continue;
        bool same = o->ndim == shape->n;
        for (int d = 0; same && d < o->ndim; d++) same = o->shape[d] == shape->v[d];
        if (!same) return raise_output(vm, o, shape);
    }
    return true;
}

/* ---- outputs that are to be made ---- */
static bool has_shape(const NdArray *a, const NpDims *shape)
{
    bool same = a->ndim == shape->n;
    for (int d = 0; same && d < a->ndim; d++) same = a->shape[d] == shape->v[d];
    return same;
}
static bool make_outputs(VM *vm, Np *np, const Ufunc *u, Running *r, const NpDims *shape)
{
    const NdArray *model = NULL;
    bool c = true, f = true;
    for (int i = 0; i < u->nin; i++) {
        const NdArray *a = r->ops[i];
        if (a->ndim == 0) continue;
        if (!model && has_shape(a, shape)) model = a;
        c &= array_is(a, ARRAY_C);
        f &= array_is(a, ARRAY_F) && has_shape(a, shape);
    }
    for (int i = u->nin; i < ufunc_nargs(u); i++) {
        if (r->ops[i]) continue;
        Descr *d = r->resolved.descrs[i];
        Order order = r->order == ORDER_KEEP || r->order == ORDER_ANY ? (!c && f && model ? ORDER_F : ORDER_C) : r->order;
        if (r->order == ORDER_KEEP && model && !c && !f) r->ops[i] = array_like(vm, (NdArray *)(uintptr_t)model, ORDER_KEEP, d, false);
        else r->ops[i] = array_new(vm, np, d, shape->v, shape->n, order);
        if (!r->ops[i]) return false;
    }
    return true;
}

static bool compute(VM *vm, Np *np, const Ufunc *u, const CallArgs *c, Running *r)
{
    NpDims shape;
    bool scalar = np->scalar_operator;
    np->scalar_operator = false;
    if (!running_resolve(vm, np, u, c, r) || !common_shape(vm, u, r, &shape)) return false;
    if (c->has_out && !ufunc_untangle(vm, u, r->ops)) return false;
    if (!make_outputs(vm, np, u, r, &shape)) return false;
    if (!(u->flags & UFUNC_QUIET)) errors_begin();
    if (!ufunc_run(vm, u, &r->resolved, r->ops, shape.v, shape.n, r->mask, &r->errors)) return false;
    if (u->flags & UFUNC_QUIET) return errors_begin(), true;
    if (!errors_came()) return true;
    char name[64];
    snprintf(name, sizeof name, "scalar %s", u->name);
    return errors_tell(vm, &r->errors, scalar ? name : u->name);
}

Value ufunc_object_call(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    Ufunc *u = as_ufunc(self);
    Np *np = np_state(vm);
    if (!np) return NO_VALUE;
    if (n < u->nin || n > ufunc_nargs(u)) {
        if (u->nout == 0) return err_raise(vm, EXC_TypeError, "%s() takes %d positional arguments but %d were given", u->name, u->nin, n);
        return err_raise(vm, EXC_TypeError, "%s() takes from %d to %d positional arguments but %d were given", u->name, u->nin, ufunc_nargs(u), n);
    }
    Value result = NO_VALUE;
    if (ufunc_override(vm, np, self, "__call__", args, n, kwnames, &result)) return result;
    CallArgs c;
    if (!ufunc_args(vm, np, u, args, n, kwnames, &c)) return NO_VALUE;
    Value held = retain(self);
    if (u->core) result = ufunc_core_call(vm, np, u, &c);
    else {
        Running r;
        if (running_open(vm, np, u, &c, &r) && compute(vm, np, u, &c, &r)) result = running_results(vm, np, u, &c, &r);
        running_close(vm, u, &r);
    }
    release(vm, held);
    return result;
}
