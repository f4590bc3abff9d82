/* discover.c: array(v): what shape and dtype nested sequences have, and their values in an array of these. Also what lends its memory: buffers, __array_interface__, __array__. */
#include "element.h"
#include "promote.h"
#include "time.h"
#include "transfer.h"

typedef struct Discovery {
    VM *vm;
    Np *np;
    Descr *asked;           /* or NULL */
    Descr *found;           /* what the values so far meet in; owned; NULL: none yet */
    int64_t shape[NP_DIMS_MOST], text; /* text: of an asked S or U without a size: the longest, in characters */
    int known, ndim;        /* dimensions met; those that there can be at most */
    bool ragged, time_known, structured, texts, times;
    TimeMeta time;
    Value cache;            /* a list: what was made of things that are neither list nor tuple, in the order in which they come */
    int64_t cached;         /* … read so far, when values are stored */
} Discovery;

/* ---- what lends an array ---- */

/* Truths that lie elsewhere as any bytes (a picture of mode 1 has 255) are 0 and 1 here, as all kernels take them: a copy. */
static NdArray *truths_from(VM *vm, Np *np, Descr *d, const NpDims *dims, const uint8_t *in)
{
    NdArray *a = array_zeros(vm, np, d, dims->v, dims->n, ORDER_C);
    int64_t n = 1;
    for (int i = 0; i < dims->n; i++) n *= dims->v[i];
    for (int64_t i = 0; a && i < n; i++) ((uint8_t *)a->data)[i] = in[i] != 0;
    return a;
}
static NdArray *from_interface(VM *vm, Np *np, Ref v, Ref interface)
{
    if (!is_dict(interface)) return err_raise(vm, EXC_ValueError, "Invalid __array_interface__ value, must be a dict"), NULL;
    Ref typestr = dict_get_c(vm, interface, "typestr"), shape = dict_get_c(vm, interface, "shape"), data = dict_get_c(vm, interface, "data"), strides = dict_get_c(vm, interface, "strides"),
        offset = dict_get_c(vm, interface, "offset"), fields = dict_get_c(vm, interface, "descr");
    if (!typestr) return err_raise(vm, EXC_ValueError, "Missing __array_interface__ typestr"), NULL;
    if (!is_str(typestr) && !is_bytes(typestr)) return err_raise(vm, EXC_TypeError, "__array_interface__ typestr must be a string"), NULL;
    if (!shape) return err_raise(vm, EXC_ValueError, "Missing __array_interface__ shape"), NULL;
    if (!is_tuple(shape)) return err_raise(vm, EXC_TypeError, "shape must be a tuple"), NULL;
    Value held[] = {retain(shape), data ? retain(data) : NO_VALUE, strides ? retain(strides) : NO_VALUE, retain(typestr), fields ? retain(fields) : NO_VALUE};
    NdArray *a = NULL;
    Descr *d = descr_parse(vm, np, held[3], false);
    NpDims dims, steps = {.n = 0};
    int64_t start = 0;
    if (!d) goto done;
    if (d->num == NP_VOID && held[4] && is_list(held[4])) { /* the fields, where they mean the same bytes */
        Descr *e = descr_parse(vm, np, held[4], false);
        if (e && e->size == d->size && e->n_fields && as_str(e->fields[0].name)->len) {
            descr_release(vm, d);
            d = e;
        } else {
            descr_release(vm, e);
            err_clear(vm);
        }
    }
    if (!np_dims(vm, held[0], &dims)) goto done;
    if (held[2] && !is_none(held[2])) {
        if (!is_tuple(held[2])) err_raise(vm, EXC_TypeError, "strides must be a tuple");
        else if (as_tuple(held[2])->len != dims.n) err_raise(vm, EXC_ValueError, "mismatch in length of strides and shape");
        else if (np_dims(vm, held[2], &steps)) goto go;
        goto done;
    }
go:
    if (held[1] && is_tuple(held[1])) {
        int64_t address = 0;
        if (as_tuple(held[1])->len != 2 || !is_int(as_tuple(held[1])->items[0])) {
            err_raise(vm, EXC_TypeError, "__array_interface__ data must be a 2-tuple with (data pointer integer, read-only flag)");
            goto done;
        }
        int readonly = op_truth(vm, as_tuple(held[1])->items[1]);
        if (readonly < 0 || !num_index_i64(vm, as_tuple(held[1])->items[0], &address)) goto done;
        int64_t n = 1;
        for (int i = 0; i < dims.n; i++) n *= dims.v[i];
        if (!address && n) {
            err_raise(vm, EXC_ValueError, "data pointer of __array_interface__ is NULL");
            goto done;
        }
        if (!address) a = array_zeros(vm, np, d, dims.v, dims.n, ORDER_C);
        else a = array_make(vm, np, NULL, d, dims.v, steps.n ? steps.v : NULL, dims.n, (void *)(uintptr_t)address, readonly ? 0 : ARRAY_WRITEABLE, retain(v), NULL);
        goto done;
    }
    BufferView view;
    if (offset && !num_index_i64(vm, offset, &start)) goto done;
    if (!buffer_get(vm, held[1] && !is_none(held[1]) ? (Ref)held[1] : v, &view)) goto done;
    int64_t span = d->size;
    for (int i = 0; i < dims.n; i++) span += steps.n ? (dims.v[i] - 1) * steps.v[i] : 0;
    if (!steps.n)
        for (int i = 0; i < dims.n; i++) span *= dims.v[i];
    if (start < 0 || start + span > view.len) err_raise(vm, EXC_ValueError, "buffer is too small for requested array");
    else if (d->num == NP_BOOL && view.readonly && !steps.n) a = truths_from(vm, np, d, &dims, view.data + start);
    else a = array_make(vm, np, NULL, d, dims.v, steps.n ? steps.v : NULL, dims.n, view.data + start, view.readonly ? 0 : ARRAY_WRITEABLE, retain(held[1] && !is_none(held[1]) ? (Ref)held[1] : v), NULL);
    buffer_release(vm, &view);
done:
    descr_release(vm, d);
    for (size_t i = 0; i < sizeof held / sizeof *held; i++) release(vm, held[i]);
    return a;
}

/* A memory that is lent (memoryview, array.array, bytearray …) as an array that keeps a memoryview of it: nobody can move it meanwhile. */
static NdArray *from_buffer(VM *vm, Np *np, Ref v)
{
    Value lent = is_kind(v, KIND_MEMORYVIEW) ? retain(v) : call1(vm, REF(CLASS(memoryview)), v);
    if (!lent) return err_clear(vm), NULL;
    BufferView view;
    NdArray *a = NULL;
    if (buffer_get_strided(vm, lent, &view)) {
        Value format = obj_getattr_c(vm, lent, "format");
        Ref given = format;
        bool plain = format && is_str(format) && as_str(format)->len == 1;
        Value made = NO_VALUE;
        if (plain) {
            uint32_t c = str_at(as_str(format), 0);
            const char *known = "?bBhHiIlLqQefdg";
            made = c < 128 && strchr(known, (int)c) ? VAL(descr_parse(vm, np, format, false)) : c == 'n' ? VAL(descr_of(np, NP_LONG)) : c == 'N' ? VAL(descr_of(np, NP_ULONG)) : NO_VALUE;
        }
        if (!made && !err_occurred(vm) && format) made = np_ask(vm, np, PY_DTYPE_FROM_PEP3118, &given, 1);
        if (made && is_descr(vm, np, made) && (as_descr(made)->size == view.itemsize || as_descr(made)->size == 0)) {
            int ndim = view.ndim > 0 ? view.ndim : 1;
            int64_t whole = view.itemsize ? view.len / view.itemsize : 0, step = view.itemsize;
            bool shaped = view.ndim > 0 && view.ndim <= 8;
            int64_t zero_d = 0;
            Value nd = obj_getattr_c(vm, lent, "ndim");
            if (nd && is_small(nd) && !small_of(nd)) zero_d = 1;
            release(vm, nd);
            a = array_make(vm, np, NULL, as_descr(made), shaped ? view.shape : &whole, shaped ? view.strides : &step, zero_d ? 0 : ndim, view.data, view.readonly ? 0 : ARRAY_WRITEABLE, retain(lent), NULL);
        }
        release(vm, made);
        release(vm, format);
        buffer_release(vm, &view);
    }
    release(vm, lent);
    if (!a && !err_matches(vm, EXC_MemoryError)) err_clear(vm);
    return a;
}

/* 1: *out; 0: v lends nothing; -1: raised. */
static int array_like_of(VM *vm, Np *np, Ref v, Descr *asked, NdArray **out)
{
    *out = NULL;
    if (!is_heap(v)) return 0;
    if (is_array(v, np)) return *out = array_retain(as_array(v)), 1;
    switch (as_obj(v)->kind) {
    case KIND_LIST: case KIND_TUPLE: case KIND_DICT: case KIND_STR: case KIND_BYTES: case KIND_INT: case KIND_FLOAT: case KIND_COMPLEX: case KIND_TYPE: case KIND_SET:
        if (as_obj(v)->type == CLASS(list) || as_obj(v)->type == CLASS(tuple) || !(as_obj(v)->type->flags & TYPE_HEAP)) return 0;
        break;
    default: break;
    }
    if (is_scalar(vm, np, v)) return 0;
    if (!is_str(v) && !is_bytes(v) && buffer_check(vm, v)) {
        if ((*out = from_buffer(vm, np, v))) return 1;
        if (err_occurred(vm)) return -1;
    }
    static const char *const names[] = {"__array_interface__", "__array__"};
    for (int i = 0; i < 2; i++) {
        Value key = str_intern_c(vm, names[i]), found = NO_VALUE;
        int has = 0;
        if (key && !is_type(v)) has = obj_lookup_attr(vm, v, key, &found);
        release(vm, key);
        if (has < 0) return -1;
        if (!has || is_none(found)) {
            release(vm, found);
            continue;
        }
        if (!i) *out = from_interface(vm, np, v, found);
        else {
            Ref given[] = {asked ? REF(asked) : (Ref)V_NONE};
            Value made = call(vm, found, given, asked ? 1 : 0, NULL);
            if (made && !is_array(made, np)) {
                err_raise(vm, EXC_ValueError, "object __array__ method not producing an array");
                value_clear(vm, &made);
            }
            *out = made ? as_array(made) : NULL;
        }
        release(vm, found);
        return *out ? 1 : -1;
    }
    return 0;
}

/* ---- first walk: shape and dtype ---- */

static bool ends_at(Discovery *d, int depth) /* a value that is no sequence */
{
    if (depth >= d->ndim) return true;
    if (d->known > depth) d->ragged = true;
    d->ndim = depth;
    return true;
}
static bool goes_on(Discovery *d, int depth, int64_t n) /* a sequence of n; false: it is one value here */
{
    if (depth >= d->ndim) {
        if (d->ndim < NP_DIMS_MOST && depth < NP_DIMS_MOST) d->ragged = true;
        return false;
    }
    if (d->known <= depth) {
        d->shape[depth] = n;
        d->known = depth + 1;
        return true;
    }
    if (d->shape[depth] == n) return true;
    d->ragged = true;
    d->ndim = depth;
    return false;
}

static bool meet(Discovery *d, Descr *e /*taken, may be NULL*/)
{
    if (!e) return false;
    if (!d->found) return d->found = e, true;
    if (d->found == e || (d->found->num == e->num && num_is_number((Num)e->num) && descr_is_native(d->found) && descr_is_native(e))) return descr_release(d->vm, e), true;
    Descr *both = descr_promote(d->vm, d->found, e);
    if (!both && err_matches(d->vm, EXC_TypeError)) { /* nothing in common but that they are objects */
        err_clear(d->vm);
        both = descr_of(d->np, NP_OBJECT);
    }
    descr_release(d->vm, e);
    if (!both) return false;
    descr_release(d->vm, d->found);
    d->found = both;
    return true;
}

static Descr *descr_of_value(Discovery *d, Ref v)
{
    VM *vm = d->vm;
    Np *np = d->np;
    if (is_bool(v)) return descr_of(np, NP_BOOL);
    if (is_small(v)) return descr_of(np, NP_LONG);
    if (is_float(v)) return descr_of(np, NP_DOUBLE);
    if (!is_heap(v)) return descr_of(np, NP_OBJECT);
    if (is_scalar(vm, np, v)) return scalar_descr(vm, np, v);
    switch (as_obj(v)->kind) {
    case KIND_INT: {
        int64_t i;
        if (int_fits_i64(v, &i)) return descr_of(np, NP_LONG);
        return descr_of(np, int_sign(v) > 0 && ((const Int *)BITS(v))->size == 1 ? NP_ULONG : NP_OBJECT);
    }
    case KIND_FLOAT: return descr_of(np, NP_DOUBLE);
    case KIND_COMPLEX: return descr_of(np, NP_CDOUBLE);
    case KIND_STR: return descr_sized(vm, np, NP_UNICODE, as_str(v)->len * 4);
    case KIND_BYTES: return descr_sized(vm, np, NP_STRING, as_bytes(v)->len);
    default: return descr_of(np, NP_OBJECT);
    }
}

static bool measure_text(Discovery *d, Ref v) /* what an asked S or U without a size needs */
{
    int64_t n = 0;
    if (is_str(v)) n = as_str(v)->len;
    else if (is_bytes(v)) n = as_bytes(v)->len;
    else {
        Value s = op_str(d->vm, v);
        if (!s) return false;
        n = as_str(s)->len;
        release(d->vm, s);
    }
    if (n > d->text) d->text = n;
    return true;
}

static bool measure_time(Discovery *d, Ref v)
{
    TimeMeta m = {UNIT_GENERIC, 1};
    if (!time_meta_of_value(d->vm, v, (Num)d->asked->num, &m)) return false;
    if (!d->time_known) return d->time = m, d->time_known = true, true;
    TimeMeta both;
    if (!time_meta_common(d->vm, d->time, m, false, &both)) return false;
    d->time = both;
    return true;
}

static bool see_value(Discovery *d, Ref v)
{
    if (d->texts) return measure_text(d, v);
    if (d->times) return measure_time(d, v);
    return d->asked ? true : meet(d, descr_of_value(d, v));
}

static bool see(Discovery *d, Ref v, int depth);

static bool see_array(Discovery *d, NdArray *a, int depth)
{
    int i = 0;
    for (; i < a->ndim; i++)
        if (!goes_on(d, depth + i, a->shape[i])) break;
    if (i == a->ndim) ends_at(d, depth + i);
    if (d->texts) {
        Descr *fit = descr_adapted(d->vm, d->asked, a);
        if (!fit) return false;
        int64_t n = fit->num == NP_UNICODE ? fit->size / 4 : fit->size;
        if (n > d->text) d->text = n;
        descr_release(d->vm, fit);
        return true;
    }
    if (d->times) {
        Descr *fit = descr_adapted(d->vm, d->asked, a);
        if (!fit) return false;
        TimeMeta both = fit->time;
        bool ok = !d->time_known || time_meta_common(d->vm, d->time, fit->time, false, &both);
        descr_release(d->vm, fit);
        d->time = both;
        d->time_known = true;
        return ok;
    }
    return d->asked ? true : meet(d, descr_retain(a->descr));
}

static bool see_items(Discovery *d, Ref seq, int depth)
{
    bool ok = true;
    for (int64_t i = 0; ok && i < (is_list(seq) ? as_list(seq)->len : as_tuple(seq)->len); i++) {
        Value item = retain(is_list(seq) ? as_list(seq)->items[i] : as_tuple(seq)->items[i]);
        ok = see(d, item, depth + 1);
        release(d->vm, item);
    }
    return ok;
}

static bool is_plain(Ref v, VM *vm) /* one value for sure */
{
    return !is_heap(v) || is_str(v) || is_bytes(v) || is_kind(v, KIND_INT) || is_kind(v, KIND_FLOAT) || is_kind(v, KIND_COMPLEX) || is_type(v);
}

/* A sequence that is neither list nor tuple, as a list of its items; NULL without error: it is one value. */
static Value as_items(Discovery *d, Ref v)
{
    VM *vm = d->vm;
    const Slots *s = &type_of(vm, v)->s;
    if (!s->len || !s->getitem || is_dict(v) || is_set(v) || is_descr(vm, d->np, v)) return NO_VALUE;
    int64_t n = op_len(vm, v);
    if (n < 0) {
        if (err_matches(vm, EXC_RecursionError) || err_matches(vm, EXC_MemoryError)) return NO_VALUE;
        return err_clear(vm), NO_VALUE;
    }
    Value items = list_from_iter(vm, v);
    if (!items && err_matches(vm, EXC_KeyError)) err_clear(vm); /* (a mapping after all) */
    return items;
}

static bool see(Discovery *d, Ref v, int depth)
{
    VM *vm = d->vm;
    if (is_plain(v, vm) || is_scalar(vm, d->np, v)) return ends_at(d, depth) && see_value(d, v);
    if (!rec_enter(vm, " while making an array")) return false;
    bool ok;
    if ((is_list(v) || is_tuple(v)) && !(is_tuple(v) && d->structured) && (as_obj(v)->type == CLASS(list) || as_obj(v)->type == CLASS(tuple))) {
        int64_t n = is_list(v) ? as_list(v)->len : as_tuple(v)->len;
        ok = goes_on(d, depth, n) ? see_items(d, v, depth) : see_value(d, v);
        rec_leave(vm);
        return ok;
    }
    NdArray *a;
    int has = array_like_of(vm, d->np, v, d->asked, &a);
    if (has > 0) {
        ok = list_append(vm, d->cache, REF(a)) && see_array(d, a, depth);
        array_release(vm, a);
    } else if (has < 0) ok = false;
    else {
        Value items = is_tuple(v) && d->structured ? NO_VALUE : as_items(d, v);
        if (!items && err_occurred(vm)) ok = false;
        else if (!items) ok = list_append(vm, d->cache, V_NONE) && ends_at(d, depth) && see_value(d, v);
        else {
            ok = list_append(vm, d->cache, items);
            if (ok) ok = goes_on(d, depth, as_list(items)->len) ? see_items(d, items, depth) : see_value(d, v);
        }
        release(vm, items);
    }
    rec_leave(vm);
    return ok;
}

/* ---- second walk: the values ---- */

static bool changed(VM *vm) { return err_false(vm, EXC_RuntimeError, "Inconsistent object during array creation? Content of sequences changed (length inconsistent)."); }

static bool store(Discovery *d, NdArray *a, Ref v, int depth, char *at);

static bool store_items(Discovery *d, NdArray *a, Ref seq, int depth, char *at)
{
    bool ok = true;
    int64_t n = is_list(seq) ? as_list(seq)->len : as_tuple(seq)->len;
    if (n != a->shape[depth]) return changed(d->vm);
    for (int64_t i = 0; ok && i < n; i++) {
        if (is_list(seq) && as_list(seq)->len != n) return changed(d->vm);
        Ref item = is_list(seq) ? as_list(seq)->items[i] : as_tuple(seq)->items[i];
        char *to = at + i * a->strides[depth];
        if (is_float(item) && depth + 1 == a->ndim && a->descr->num == NP_DOUBLE && descr_is_native(a->descr)) {
            double x = float_of(item);
            memcpy(to, &x, sizeof x);
            continue;
        }
        if (is_small(item) && depth + 1 == a->ndim && a->descr->num == NP_LONG && descr_is_native(a->descr)) {
            int64_t x = small_of(item);
            memcpy(to, &x, sizeof x);
            continue;
        }
        Value held = retain(item);
        ok = store(d, a, held, depth + 1, to);
        release(d->vm, held);
    }
    return ok;
}

static bool store_array(Discovery *d, NdArray *a, NdArray *from, int depth, char *at)
{
    if (depth + from->ndim > a->ndim || (a->descr->num == NP_OBJECT && from->ndim && depth == a->ndim)) return element_put(d->vm, a->descr, at, REF(from));
    NdArray *to = array_make(d->vm, d->np, NULL, a->descr, a->shape + depth, a->strides + depth, a->ndim - depth, at, ARRAY_WRITEABLE, retain(REF(a)), NULL);
    bool ok = to && array_copy_into(d->vm, to, from);
    array_release(d->vm, to);
    return ok;
}

static bool store(Discovery *d, NdArray *a, Ref v, int depth, char *at)
{
    VM *vm = d->vm;
    if (is_plain(v, vm) || is_scalar(vm, d->np, v)) return depth == a->ndim ? element_put(vm, a->descr, at, v) : changed(vm);
    if ((is_list(v) || is_tuple(v)) && !(is_tuple(v) && d->structured) && (as_obj(v)->type == CLASS(list) || as_obj(v)->type == CLASS(tuple)))
        return depth == a->ndim ? element_put(vm, a->descr, at, v) : store_items(d, a, v, depth, at);
    if (d->cached >= as_list(d->cache)->len) return changed(vm);
    Value made = retain(as_list(d->cache)->items[d->cached++]);
    bool ok;
    if (is_array(made, d->np)) ok = store_array(d, a, as_array(made), depth, at);
    else if (depth == a->ndim) ok = element_put(vm, a->descr, at, v);
    else ok = is_list(made) ? store_items(d, a, made, depth, at) : changed(vm);
    release(vm, made);
    return ok;
}

/* ---- together ---- */

static Descr *settle(Discovery *d)
{
    VM *vm = d->vm;
    Descr *e = NULL;
    if (d->texts) e = descr_sized(vm, d->np, (Num)d->asked->num, (d->text ? d->text : 1) * (d->asked->num == NP_UNICODE ? 4 : 1));
    else if (d->times) e = descr_time(vm, d->np, (Num)d->asked->num, d->time);
    else if (d->asked) return descr_retain(d->asked);
    else if (d->found) return descr_retain(d->found);
    else return descr_of(d->np, NP_DOUBLE);
    if (e && !descr_is_native(d->asked)) {
        Descr *s = descr_ordered(vm, e, '>');
        descr_release(vm, e);
        e = s;
    }
    return e;
}

static NdArray *discover(VM *vm, Np *np, Ref v, Descr *asked, int max_ndim, Order order)
{
    Discovery d = {.vm = vm, .np = np, .asked = asked, .ndim = max_ndim ? max_ndim : NP_DIMS_MOST, .time = {UNIT_GENERIC, 1}};
    NdArray *a = NULL;
    Descr *e = NULL;
    d.texts = asked && (asked->num == NP_STRING || asked->num == NP_UNICODE) && !asked->size;
    d.times = asked && num_is_time((Num)asked->num) && asked->time.unit == UNIT_GENERIC;
    d.structured = asked && asked->num == NP_VOID && !asked->base;
    if (d.structured && !asked->size && !asked->fields && !asked->names) d.asked = NULL; /* dtype "V": as long as the values' bytes */
    if (!(d.cache = list_new(vm, 0))) return NULL;
    if (!see(&d, v, 0)) goto done;
    int ndim = d.ndim < d.known ? d.ndim : d.known;
    if (d.ragged && !(asked && asked->num == NP_OBJECT)) {
        Value shape = np_dims_tuple(vm, d.shape, ndim);
        if (shape && max_ndim && ndim == max_ndim)
            err_raise(vm, EXC_ValueError, "setting an array element with a sequence. The requested array would exceed the maximum number of dimension of %d.", max_ndim);
        else if (shape && ndim < NP_DIMS_MOST)
            err_raise(vm, EXC_ValueError, "setting an array element with a sequence. The requested array has an inhomogeneous shape after %d dimensions. The detected shape was %R + inhomogeneous part.", ndim, (Ref)shape);
        release(vm, shape);
        goto done;
    }
    if (!(e = settle(&d))) goto done;
    if (asked && !d.asked) { /* "V" */
        Descr *bytes = e->num == NP_VOID ? descr_retain(e) : descr_sized(vm, np, NP_VOID, e->size);
        descr_release(vm, e);
        e = bytes;
        d.asked = e;
        if (!e) goto done;
    }
    if (!(a = array_make(vm, np, NULL, e, d.shape, NULL, ndim, NULL, order == ORDER_F ? ARRAY_F : 0, NO_VALUE, NULL))) goto done;
    bool ok = store(&d, a, v, 0, a->data);
    if (!ok) {
        array_release(vm, a);
        a = NULL;
    }
done:
    descr_release(vm, e);
    descr_release(vm, d.found);
    release(vm, d.cache);
    return a;
}

NdArray *array_as(VM *vm, NdArray *a, Descr *descr, unsigned flags)
{
    Descr *to = descr ? descr_adapted(vm, descr, a) : descr_retain(a->descr);
    if (to && (flags & ARRAY_NATIVE) && !descr_is_native(to)) {
        Descr *native = descr_ordered(vm, to, '=');
        descr_release(vm, to);
        to = native;
    }
    if (!to) return NULL;
    NdArray *r = NULL;
    if (!(flags & ARRAY_FORCE_CAST) && !array_can_cast(vm, a, to, CASTING_SAFE)) {
        if (!err_occurred(vm)) raise_cannot_cast(vm, a->descr, to, CASTING_SAFE, a->ndim == 0);
        goto done;
    }
    unsigned wanted = flags & (ARRAY_C | ARRAY_F | ARRAY_ALIGNED | ARRAY_WRITEABLE);
    bool order = (!(wanted & ARRAY_C) || array_is(a, ARRAY_C)) && (!(wanted & ARRAY_F) || array_is(a, ARRAY_F));
    if (!(flags & ARRAY_ENSURE_COPY) && order && array_is(a, wanted & (ARRAY_ALIGNED | ARRAY_WRITEABLE)) && descr_equivalent(vm, a->descr, to)) {
        r = flags & ARRAY_ENSURE_ARRAY ? array_view_exact(vm, a) : array_retain(a);
        goto done;
    }
    Order o = wanted & ARRAY_F ? ORDER_F : wanted & ARRAY_C ? ORDER_C : ORDER_KEEP;
    r = array_like(vm, a, o, to, !(flags & ARRAY_ENSURE_ARRAY));
    if (r && !array_copy_into(vm, r, a)) {
        array_release(vm, r);
        r = NULL;
    }
done:
    descr_release(vm, to);
    return r;
}

/* Ones in front of the shape. */
static NdArray *with_dims(VM *vm, NdArray *a /*taken*/, int ndim)
{
    if (!a || a->ndim >= ndim) return a;
    int64_t shape[NP_DIMS_MOST], strides[NP_DIMS_MOST];
    int more = ndim - a->ndim;
    for (int i = 0; i < ndim; i++) {
        shape[i] = i < more ? 1 : a->shape[i - more];
        strides[i] = i < more ? (a->ndim ? a->shape[0] * a->strides[0] : a->descr->size) : a->strides[i - more];
    }
    NdArray *r = array_view(vm, a, NULL, shape, strides, ndim, a->data);
    array_release(vm, a);
    return r;
}

NdArray *array_from(VM *vm, Np *np, Ref v, Descr *descr, int min_ndim, int max_ndim, unsigned flags, Order order)
{
    NdArray *a = NULL;
    if (order == ORDER_C) flags |= ARRAY_C;
    if (order == ORDER_F) flags |= ARRAY_F;
    int has = array_like_of(vm, np, v, descr, &a);
    if (has < 0) return NULL;
    if (has) {
        if (order == ORDER_ANY) flags |= array_is(a, ARRAY_F) && !array_is(a, ARRAY_C) ? ARRAY_F : (flags & ARRAY_ENSURE_COPY) || !(array_is(a, ARRAY_C) || array_is(a, ARRAY_F)) ? ARRAY_C : 0;
        NdArray *r = array_as(vm, a, descr, flags);
        array_release(vm, a);
        a = r;
    } else {
        a = discover(vm, np, v, descr, max_ndim, flags & ARRAY_F ? ORDER_F : ORDER_C);
    }
    if (a && max_ndim && a->ndim > max_ndim) {
        array_release(vm, a);
        return err_raise(vm, EXC_ValueError, "object too deep for desired array"), NULL;
    }
    return with_dims(vm, a, min_ndim);
}

bool array_assign(VM *vm, NdArray *a, Ref v)
{
    Np *np = np_of(a);
    if (!is_array(v, np) && (a->ndim == 0 || is_plain(v, vm)) && !a->descr->base) { /* one value for all */
        if (a->ndim == 0 && !is_list(v)) return element_put(vm, a->descr, a->data, v);
        NdArray *one = array_zeros(vm, np, a->descr, NULL, 0, ORDER_C);
        bool ok = one && element_put(vm, one->descr, one->data, v) && array_copy_into(vm, a, one);
        array_release(vm, one);
        return ok;
    }
    bool nested = (is_list(v) || is_tuple(v)) && a->ndim && !a->descr->base && (num_is_number((Num)a->descr->num) || a->descr->num == NP_OBJECT); /* (no deeper than where it goes) */
    NdArray *from = nested ? array_from(vm, np, v, a->descr, 0, a->ndim, ARRAY_FORCE_CAST, ORDER_KEEP) : array_from_any(vm, np, v, is_array(v, np) ? NULL : a->descr, ARRAY_FORCE_CAST);
    if (!from) return false;
    bool ok = array_copy_into(vm, a, from);
    array_release(vm, from);
    return ok;
}
