/* scalar_make.c: np.float64(x), np.str_(…), np.datetime64(…), np.void(…): what the scalars' classes make of their arguments. */
#include "scalar.h"
#include "time.h"
#include "transfer.h"

/* An instance of a class that a program derived from ours, with the same value. */
static Value as_instance(VM *vm, Np *np, Type *class, Num num, Value made /*taken, may be NULL*/)
{
    if (!made || class == np->scalars[num] || as_obj(made)->type == class) return made;
    Value v = NO_VALUE;
    if (num == NP_VOID) {
        Descr *d = descr_retain(as_void(made)->descr);
        VoidObj *o = (VoidObj *)obj_alloc(vm, class, class->inst_size);
        if (o) {
            o->descr = d;
            o->data = as_void(made)->data;
            as_void(made)->data = NULL;
        } else descr_release(vm, d);
        v = VAL(o);
    } else {
        Obj *o = obj_alloc(vm, class, class->inst_size);
        if (o && num == NP_DOUBLE) ((FloatObj *)o)->value = ((const FloatObj *)BITS(made))->value;
        else if (o && num == NP_CDOUBLE) ((Complex *)o)->re = ((const Complex *)BITS(made))->re, ((Complex *)o)->im = ((const Complex *)BITS(made))->im;
        else if (o) memcpy(((ScalarObj *)o)->bytes, as_scalar(made)->bytes, 32), ((ScalarObj *)o)->meta = as_scalar(made)->meta;
        v = VAL(o);
    }
    release(vm, made);
    return v;
}

static Value make_number(VM *vm, Np *np, Num num, Ref v)
{
    Descr *d = np->descrs[num];
    _Alignas(16) char room[32] = {0};
    if (!v) return scalar_new(vm, d, room, NULL);
    if (is_float(v) || is_small(v) || is_bool(v)) return element_put(vm, d, room, v) ? scalar_new(vm, d, room, NULL) : NO_VALUE;
    NdArray *a = array_from_any(vm, np, v, d, ARRAY_FORCE_CAST);
    if (!a) return NULL;
    if (num == NP_DOUBLE && is_array(v, np) && array_size(a) == 1) { /* float64 is a float, which takes such an array */
        Value r = scalar_new(vm, a->descr, a->data, NULL);
        array_release(vm, a);
        return r;
    }
    return array_return(vm, a); /* of a list: an array */
}

/* str_ and bytes_: as str and bytes make one; what these refuse goes as an array's element. */
static Value make_text(VM *vm, Np *np, Num num, Ref cls, const Ref *args, int n, Ref kwnames)
{
    Type *base = num == NP_UNICODE ? CLASS(str) : CLASS(bytes);
    bool plain = n == 1 && !kwnames && num == NP_STRING && (is_str(args[0]) || is_none(args[0]) || is_float(args[0]));
    Value v = plain ? NO_VALUE : base->s.new_(vm, cls, args, n, kwnames);
    if (v || (!plain && n != 1)) return v;
    err_clear(vm);
    Descr *d = np->descrs[num];
    NdArray *a = array_from_any(vm, np, args[0], d, ARRAY_FORCE_CAST);
    return a ? array_return(vm, a) : NO_VALUE;
}

static Value make_time(VM *vm, Np *np, Num num, const Ref *args, int n)
{
    TimeMeta meta = {UNIT_GENERIC, 1};
    int64_t t = num == NP_DATETIME ? NAT : 0;
    if (n > 1 && !time_meta_argument(vm, args[1], &meta)) return NULL;
    if (n && (is_list(args[0]) || is_tuple(args[0]) || (is_array(args[0], np) && as_array(args[0])->ndim)))
        return err_raise(vm, EXC_ValueError, "Could not convert object to NumPy %s", num == NP_DATETIME ? "datetime" : "timedelta");
    if (n && !time_take(vm, np, num, args[0], &meta, CASTING_SAME_KIND, &t)) return NULL;
    Descr *d = descr_time(vm, np, num, meta);
    Value r = d ? scalar_new(vm, d, (const char *)&t, NULL) : NO_VALUE;
    descr_release(vm, d);
    return r;
}

static Value make_void(VM *vm, Np *np, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"", "dtype"};
    Ref given[2];
    if (!args_bind(vm, "void", args, n, kwnames, names, 2, given)) return NULL;
    if (!given[0]) return err_raise(vm, EXC_TypeError, "void() takes at least 1 positional argument (0 given)");
    Descr *d = NULL;
    if (given[1] && !is_none(given[1])) {
        if (!(d = descr_parse(vm, np, given[1], false))) return NULL;
        if (d->num != NP_VOID || d->base) {
            Value text = descr_text(vm, d);
            if (text) err_raise(vm, EXC_TypeError, "void: descr must be a `void` dtype without a subarray, got %U", (Ref)text);
            release(vm, text);
            descr_release(vm, d);
            return NULL;
        }
    }
    Value r = NO_VALUE;
    if (!d && (is_int(given[0]) || (is_scalar(vm, np, given[0]) && num_is_integer(scalar_num(vm, np, given[0]))))) { /* so many zero bytes */
        int64_t bytes;
        if (!num_index_i64(vm, given[0], &bytes)) return NULL;
        if (bytes < 0 || bytes > INT32_MAX) return err_raise(vm, EXC_OverflowError, "size must be non-negative and not greater than %d", INT32_MAX);
        if (!(d = descr_sized(vm, np, NP_VOID, bytes))) return NULL;
        char *zero = mem_zalloc(vm->mem, bytes ? (size_t)bytes : 1);
        if (zero) r = scalar_new(vm, d, zero, NULL);
        else err_no_memory(vm);
        mem_free(vm->mem, zero, bytes ? (size_t)bytes : 1);
        descr_release(vm, d);
        return r;
    }
    NdArray *a = array_from_any(vm, np, given[0], d ? d : np->descrs[NP_VOID], ARRAY_FORCE_CAST);
    descr_release(vm, d);
    if (!a) return NULL;
    if (!a->ndim && !a->descr->base) { /* a copy of its own */
        r = scalar_new(vm, a->descr, a->data, NULL);
        array_release(vm, a);
        return r;
    }
    return array_return(vm, a);
}

Value scalar_make(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    if (!np) return NULL;
    int num = 0;
    while (num < NP_NUMS && !type_is_subtype(as_type(cls), np->scalars[num])) num++;
    if (num == NP_NUMS) return err_raise(vm, EXC_TypeError, "cannot create '%N' instances", as_type(cls));
    const char *name = np_elements[num].name;
    Value r;
    if (num == NP_STRING || num == NP_UNICODE) return make_text(vm, np, (Num)num, cls, args, n, kwnames);
    if (num == NP_VOID) return as_instance(vm, np, as_type(cls), NP_VOID, make_void(vm, np, args, n, kwnames));
    if (as_type(cls)->s.init == CLASS(object)->s.init && !args_no_kw(vm, name, kwnames)) return NULL;
    if (!args_count(vm, name, n, 0, num_is_time((Num)num) ? 2 : 1)) return NULL;
    if (num == NP_OBJECT) { /* an object's own value; of a list: an array of them */
        NdArray *a = n ? array_from_any(vm, np, args[0], np->descrs[NP_OBJECT], ARRAY_FORCE_CAST) : NULL;
        return n ? (a ? array_return(vm, a) : NO_VALUE) : V_NONE;
    }
    if (num_is_time((Num)num)) r = make_time(vm, np, (Num)num, args, n);
    else if (num == NP_BOOL && n && !is_array(args[0], np) && !is_list(args[0]) && !is_tuple(args[0])) {
        int t = op_truth(vm, args[0]);
        const char byte = t == 1;
        r = t < 0 ? NO_VALUE : scalar_new(vm, np->descrs[NP_BOOL], &byte, NULL);
    } else
        r = make_number(vm, np, (Num)num, n ? args[0] : (Ref)NULL);
    return r && is_array(r, np) ? r : as_instance(vm, np, as_type(cls), (Num)num, r);
}
