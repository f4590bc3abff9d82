/* ufunc_args.c: what a call of a ufunc is given: operands as arrays, keywords, dtypes that are asked for. */
#include "scalar.h"
#include "ufunc_args.h"

static NdArray *number_array(VM *vm, Np *np, Num num, const void *at)
{
    NdArray *a = array_new(vm, np, descr_shared(np, num), NULL, 0, ORDER_C);
    if (a) memcpy(a->data, at, np_elements[num].bytes);
    return a;
}
NdArray *ufunc_operand(VM *vm, Np *np, Ref v)
{
    if (is_array(v, np)) return array_retain(as_array(v));
    if (is_float(v)) return number_array(vm, np, NP_DOUBLE, &(double){float_of(v)});
    if (is_small(v)) return number_array(vm, np, NP_LONG, &(int64_t){small_of(v)});
    if (is_scalar(vm, np, v)) return scalar_array(vm, np, v);
    return array_from_any(vm, np, v, NULL, 0);
}

/* ---- outputs ---- */
static bool take_output(VM *vm, Np *np, Ref v, Ref *to)
{
    if (is_none(v)) return true;
    if (!is_array(v, np)) return err_false(vm, EXC_TypeError, "return arrays must be of ArrayType");
    if (!array_is(as_array(v), ARRAY_WRITEABLE)) return err_false(vm, EXC_ValueError, "output array is read-only");
    *to = v;
    return true;
}
static bool take_out_keyword(VM *vm, Np *np, const Ufunc *u, Ref v, CallArgs *c)
{
    if (is_none(v)) return true;
    if (c->has_out) return err_false(vm, EXC_TypeError, "cannot specify 'out' as both a positional and keyword argument");
    c->has_out = true;
    if (!is_tuple(v)) {
        if (u->nout > 1) return err_false(vm, EXC_TypeError, "'out' must be a tuple of arrays");
        return take_output(vm, np, v, &c->out[0]);
    }
    if (as_tuple(v)->len != u->nout) return err_false(vm, EXC_ValueError, "The 'out' tuple must have exactly one entry per ufunc output");
    for (int i = 0; i < u->nout; i++)
        if (!take_output(vm, np, as_tuple(v)->items[i], &c->out[i])) return false;
    return true;
}

/* ---- keywords ---- */
typedef struct KeywordRow { const char *name; size_t offset; int which; /* 0: all, 1: with core dimensions alone, 2: without */ } KeywordRow;
static const KeywordRow keywords[] = {
#define KEYWORD(name, which) {#name, offsetof(CallArgs, name), which},
    KEYWORD(where, 2) KEYWORD(axes, 1) KEYWORD(axis, 1) KEYWORD(keepdims, 1) KEYWORD(casting, 0) KEYWORD(order, 0) KEYWORD(dtype, 0) KEYWORD(signature, 0) KEYWORD(subok, 0) KEYWORD(extobj, 0)
#undef KEYWORD
};
static bool take_keyword(VM *vm, Np *np, const Ufunc *u, Ref name, Ref v, CallArgs *c)
{
    if (str_equal_c(name, "out")) return take_out_keyword(vm, np, u, v, c);
    if (str_equal_c(name, "sig")) {
        if (c->signature) return err_false(vm, EXC_TypeError, "cannot specify both 'sig' and 'signature'");
        c->signature = v;
        return true;
    }
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        const KeywordRow *row = &keywords[i];
        if (!str_equal_c(name, row->name) || (row->which && (row->which == 1) != (u->core != NULL))) continue;
        Ref *at = (Ref *)((char *)c + row->offset);
        if (*at && !strcmp(row->name, "signature")) return err_false(vm, EXC_TypeError, "cannot specify both 'sig' and 'signature'");
        *at = v;
        return true;
    }
    return err_false(vm, EXC_TypeError, "%s() got an unexpected keyword argument '%U'", u->name, name);
}

bool ufunc_args(VM *vm, Np *np, const Ufunc *u, const Ref *args, int n, Ref kwnames, CallArgs *c)
{
    memset(c, 0, sizeof *c);
    c->n_in = u->nin;
    for (int i = 0; i < u->nin; i++) c->in[i] = args[i];
    for (int i = u->nin; i < n; i++) {
        c->has_out = true;
        if (!take_output(vm, np, args[i], &c->out[i - u->nin])) return false;
    }
    for (int64_t i = 0; kwnames && i < as_tuple(kwnames)->len; i++)
        if (!take_keyword(vm, np, u, as_tuple(kwnames)->items[i], args[n + i], c)) return false;
    if (c->signature && is_none(c->signature)) c->signature = NULL;
    if (c->dtype && is_none(c->dtype)) c->dtype = NULL;
    if (c->signature && c->dtype) return err_false(vm, EXC_TypeError, "cannot specify both 'signature' and 'dtype'");
    if (c->subok && !is_bool(c->subok)) return err_false(vm, EXC_TypeError, "'subok' must be a boolean");
    if (c->where && is_bool(c->where) && c->where == V_TRUE) c->where = NULL;
    return true;
}

/* ---- dtypes that are asked for ---- */
static bool take_dtype(VM *vm, Np *np, Ref v, Num *to)
{
    *to = NP_NONE;
    if (is_none(v)) return true;
    Num num = NP_NONE;
    if (is_type(v))
        for (int i = 0; i < NP_NUMS; i++)
            if (np->dtype_classes[i] == as_type(v)) num = (Num)i;
    if (num != NP_NONE) return *to = num, true;
    Descr *d = descr_parse(vm, np, v, false);
    if (!d) return false;
    const Descr *plain = descr_shared(np, (Num)d->num);
    bool generic = d == plain || (num_is_time((Num)d->num) ? d->time.unit == UNIT_GENERIC : d->size == plain->size && descr_is_native(d));
    num = (Num)d->num;
    descr_release(vm, d);
    if (!generic)
        return err_false(vm, EXC_TypeError, "The `dtype` and `signature` arguments to ufuncs only select the general DType and not details such as the byte order or time unit. "
                                            "You can avoid this error by using the scalar types `np.float64` or the dtype string notation.");
    *to = num;
    return true;
}
static bool take_letters(VM *vm, const Ufunc *u, Ref text, Num *fixed)
{
    size_t n;
    const char *s = str_utf8(vm, text, &n);
    if (!s) return false;
    int all = ufunc_nargs(u);
    if (n == 1 && u->nout == 1) { /* the output's */
        for (int i = 0; i < NP_NUMS; i++)
            if (np_elements[i].letter == s[0]) return fixed[u->nin] = (Num)i, true;
    }
    if (n != (size_t)all + 2 || s[u->nin] != '-' || s[u->nin + 1] != '>')
        return err_false(vm, EXC_ValueError, "a type-string for %s, %d typecode(s) before and %d after the -> sign", u->name, u->nin, u->nout);
    for (int i = 0; i < all; i++) {
        char letter = s[i < u->nin ? i : i + 2];
        for (int k = 0; k < NP_NUMS && fixed[i] == NP_NONE; k++)
            if (np_elements[k].letter == letter) fixed[i] = (Num)k;
        if (fixed[i] == NP_NONE) return err_false(vm, EXC_ValueError, "Invalid data-type for array");
    }
    return true;
}

bool ufunc_dtypes(VM *vm, Np *np, const Ufunc *u, Ref dtype, Ref signature, Num *fixed, bool *given)
{
    int all = ufunc_nargs(u);
    *given = false;
    for (int i = 0; i < all; i++) fixed[i] = NP_NONE;
    if (dtype) {
        Num num;
        if (!take_dtype(vm, np, dtype, &num)) return false;
        for (int i = u->nin; i < all; i++) fixed[i] = num;
    } else if (signature && is_tuple(signature)) {
        const Tuple *t = as_tuple(signature);
        if (t->len == 1 && all != 1) {
            if (is_none(t->items[0])) return err_false(vm, EXC_TypeError, "a single item type tuple cannot contain None.");
            Num num;
            if (!take_dtype(vm, np, t->items[0], &num)) return false;
            for (int i = u->nin; i < all; i++) fixed[i] = num;
        } else if (t->len != all)
            return err_false(vm, EXC_ValueError, "a type-tuple must be specified of length %d for ufunc '%s'", all, u->name);
        else
            for (int i = 0; i < all; i++)
                if (!take_dtype(vm, np, t->items[i], &fixed[i])) return false;
    } else if (signature && is_str(signature)) {
        if (!take_letters(vm, u, signature, fixed)) return false;
    } else if (signature && is_bytes(signature)) {
        Value text = str_from_latin1(vm, as_bytes(signature)->data, (size_t)as_bytes(signature)->len);
        bool ok = text && take_letters(vm, u, text, fixed);
        release(vm, text);
        if (!ok) return false;
    } else if (signature)
        return err_false(vm, EXC_TypeError, "the signature object to ufunc must be a string or a tuple.");
    for (int i = 0; i < all; i++) *given |= fixed[i] != NP_NONE;
    return true;
}
