/* promote.c: the dtype that several meet in (promote.h).
 *
 * Numbers meet by kind and size; a text takes what the other's numbers need; times meet in a unit that measures both; structures meet field by field, which NumPy's Python half does.
 * An array that is a single number counts by its value where others are of its kind or a wider one: NumPy 1's rule. What is met in is always of this machine's byte order.
 */
#include "promote.h"
#include "element.h"
#include "time.h"

/* ---- numbers ---- */
static Num integer_of(int bytes, bool is_unsigned)
{
    static const Num plain[] = {NP_BYTE, NP_SHORT, NP_INT, NP_LONG};
    int i = bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3;
    return plain[i] + (is_unsigned ? 1 : 0);
}
static Num integers_meet(Num a, Num b)
{
    int m = np_elements[a].bytes, n = np_elements[b].bytes;
    if (num_is_unsigned(a) == num_is_unsigned(b)) return m == n ? (a > b ? a : b) : m > n ? a : b; /* long and long long: the latter */
    Num with_sign = num_is_unsigned(a) ? b : a, without = with_sign == a ? b : a;
    if (np_elements[with_sign].bytes > np_elements[without].bytes) return with_sign;
    return np_elements[without].bytes == 8 ? NP_DOUBLE : integer_of(2 * np_elements[without].bytes, false);
}
static int rank_of(Num n) /* the float that holds it: half, single, double, long double */
{
    if (num_is_integer(n)) return np_elements[n].bytes == 1 ? 0 : np_elements[n].bytes == 2 ? 1 : 2;
    switch (n) {
    case NP_BOOL: case NP_HALF: return 0;
    case NP_FLOAT: case NP_CFLOAT: return 1;
    case NP_DOUBLE: case NP_CDOUBLE: return 2;
    default: return 3;
    }
}
static Num numbers_meet(Num a, Num b)
{
    static const Num floats[] = {NP_HALF, NP_FLOAT, NP_DOUBLE, NP_LONGDOUBLE}, complexes[] = {NP_CFLOAT, NP_CFLOAT, NP_CDOUBLE, NP_CLONGDOUBLE};
    if (a == NP_BOOL) return b;
    if (b == NP_BOOL) return a;
    if (num_is_integer(a) && num_is_integer(b)) return integers_meet(a, b);
    int rank = rank_of(a) > rank_of(b) ? rank_of(a) : rank_of(b);
    return num_is_complex(a) || num_is_complex(b) ? complexes[rank] : floats[rank];
}
static bool counts_as_time(Num n) { return n == NP_BOOL || (num_is_integer(n) && n != NP_ULONG && n != NP_ULONGLONG); }

Num num_promote(Num a, Num b)
{
    if (a == b) return a;
    if (a == NP_OBJECT || b == NP_OBJECT) return NP_OBJECT;
    if (num_is_number(a) && num_is_number(b)) return numbers_meet(a, b);
    if (num_is_time(a) && num_is_time(b)) return NP_DATETIME;
    if (a == NP_TIMEDELTA && counts_as_time(b)) return a;
    if (b == NP_TIMEDELTA && counts_as_time(a)) return b;
    return NP_NONE;
}

/* ---- dtypes ---- */
static bool all_native(const Descr *d)
{
    if (!descr_is_native(d)) return false;
    if (d->base) return all_native(d->base);
    for (int64_t i = 0; i < d->n_fields; i++)
        if (!all_native(d->fields[i].descr)) return false;
    return true;
}
Descr *descr_canonical(VM *vm, Descr *d) { return all_native(d) ? descr_retain(d) : descr_ordered(vm, d, '='); }

static Descr *raise_no_common(VM *vm, const Descr *a, const Descr *b)
{
    err_raise(vm, EXC_TypeError, "The DTypes %R and %R do not have a common DType. For example they cannot be stored in a single array unless the dtype is `object`.",
              REF(a->np->dtype_classes[a->num]), REF(b->np->dtype_classes[b->num]));
    return NULL;
}
static Descr *raise_type(VM *vm, const char *text)
{
    err_raise(vm, EXC_TypeError, "%s", text);
    return NULL;
}
static bool is_text(const Descr *d) { return d->num == NP_STRING || d->num == NP_UNICODE; }

static Descr *texts_meet(VM *vm, Descr *a, Descr *b) /* one of them is a text */
{
    int64_t length = 0;
    bool wide = false;
    for (int i = 0; i < 2; i++) {
        const Descr *d = i ? b : a;
        if (!is_text(d) && !num_is_number(d->num)) return raise_no_common(vm, a, b);
        int64_t n = is_text(d) ? text_length(d) : num_text_width(d->num);
        if (n > length) length = n;
        wide |= d->num == NP_UNICODE;
    }
    Num num = wide ? NP_UNICODE : NP_STRING;
    int64_t size = wide ? 4 * length : length;
    if (a->num == num && a->size == size && descr_is_native(a)) return descr_retain(a);
    return descr_sized(vm, a->np, num, size);
}
static Descr *times_meet(VM *vm, Descr *a, Descr *b)
{
    Num num = num_promote(a->num, b->num);
    if (num == NP_NONE) return raise_no_common(vm, a, b);
    TimeMeta meta;
    if (!num_is_time(a->num)) meta = b->time;
    else if (!num_is_time(b->num)) meta = a->time;
    else if (!time_meta_common(vm, a->time, b->time, num == NP_TIMEDELTA, &meta)) return NULL;
    return descr_time(vm, a->np, num, meta);
}
static Descr *fields_meet(VM *vm, Descr *a, Descr *b)
{
    Ref promote = np_python(vm, a->np, PY_PROMOTE_FIELDS);
    Value got = promote ? call2(vm, promote, REF(a), REF(b)) : NO_VALUE;
    if (got && !is_descr(vm, a->np, got)) {
        release(vm, got);
        return raise_type(vm, "invalid type promotion");
    }
    return as_descr(got);
}
static Descr *voids_meet(VM *vm, Descr *a, Descr *b)
{
    if (a->base && b->base) {
        if (!subarray_shapes_equal(a, b)) return raise_type(vm, "invalid type promotion with subarray datatypes (shape mismatch).");
        Descr *base = descr_promote(vm, a->base, b->base);
        Descr *made = base ? descr_subarray(vm, base, a->shape) : NULL;
        descr_release(vm, base);
        return made;
    }
    if (descr_is_structured(a) && descr_is_structured(b)) return fields_meet(vm, a, b);
    if (a->base || b->base || descr_is_structured(a) || descr_is_structured(b)) return raise_type(vm, "invalid type promotion with structured datatype(s).");
    if (a->size == b->size) return descr_retain(a);
    return raise_type(vm, "Invalid type promotion with void datatypes of different lengths. Use the `np.bytes_` datatype instead to pad the shorter value with trailing zero bytes.");
}
Descr *descr_promote(VM *vm, Descr *a, Descr *b)
{
    if (a == b && descr_is_native(a) && !descr_is_structured(a) && !a->base) return descr_retain(a);
    if (a->num == NP_OBJECT || b->num == NP_OBJECT) return descr_of(a->np, NP_OBJECT);
    if (a->num == NP_VOID && b->num == NP_VOID) return voids_meet(vm, a, b);
    if (a->num == NP_VOID || b->num == NP_VOID) return raise_no_common(vm, a, b);
    if (is_text(a) || is_text(b)) return texts_meet(vm, a, b);
    if (num_is_time(a->num) || num_is_time(b->num)) return times_meet(vm, a, b);
    return descr_of(a->np, numbers_meet(a->num, b->num));
}

/* ---- by value ---- */
static Num minimal_positive(uint64_t v, bool *small)
{
    for (int bytes = 1; bytes < 8; bytes *= 2)
        if (v >> (8 * bytes) == 0) {
            *small = v >> (8 * bytes - 1) == 0;
            return integer_of(bytes, true);
        }
    *small = v >> 63 == 0;
    return NP_ULONG;
}
static Num minimal_negative(int64_t v)
{
    return v >= INT8_MIN ? NP_BYTE : v >= INT16_MIN ? NP_SHORT : v >= INT32_MIN ? NP_INT : NP_LONG;
}
static bool within(long double v, long double bound) { return v > -bound && v < bound; }
/* NumPy's bounds, a little below what the types hold; precision may be lost. */
static const long double HALF_BOUND = 65000, FLOAT_BOUND = (long double)3.4e38, DOUBLE_BOUND = (long double)1.7e308;

static Num minimal_float(Num num, long double v)
{
    if (within(v, HALF_BOUND) || !__builtin_isfinite(v)) return NP_HALF;
    if (num == NP_FLOAT || within(v, FLOAT_BOUND)) return NP_FLOAT;
    return num == NP_DOUBLE || within(v, DOUBLE_BOUND) ? NP_DOUBLE : NP_LONGDOUBLE;
}
static Num minimal_complex(Num num, long double re, long double im)
{
    if (num == NP_CFLOAT || (within(re, FLOAT_BOUND) && within(im, FLOAT_BOUND))) return NP_CFLOAT;
    return num == NP_CDOUBLE || (within(re, DOUBLE_BOUND) && within(im, DOUBLE_BOUND)) ? NP_CDOUBLE : NP_CLONGDOUBLE;
}
typedef union AnyNumber {
    int8_t b; uint8_t B; int16_t h; uint16_t H; int32_t i; uint32_t I; int64_t l; uint64_t L;
    float f; double d; long double g; Np_cfloat F; Np_cdouble D; Np_clongdouble G;
} AnyNumber;

static Num minimal_signed(int64_t v, bool *small) { return v >= 0 ? minimal_positive((uint64_t)v, small) : minimal_negative(v); }

/* The smallest number that holds the value; *small: it would also hold it if it had a sign. */
static Num minimal_number(Num num, const AnyNumber *v, bool *small)
{
    *small = false;
    switch (num) {
    case NP_BYTE: return minimal_signed(v->b, small);
    case NP_SHORT: return minimal_signed(v->h, small);
    case NP_INT: return minimal_signed(v->i, small);
    case NP_LONG: case NP_LONGLONG: return minimal_signed(v->l, small);
    case NP_UBYTE: return minimal_positive(v->B, small);
    case NP_USHORT: return minimal_positive(v->H, small);
    case NP_UINT: return minimal_positive(v->I, small);
    case NP_ULONG: case NP_ULONGLONG: return minimal_positive(v->L, small);
    case NP_FLOAT: return minimal_float(num, (long double)v->f);
    case NP_DOUBLE: return minimal_float(num, (long double)v->d);
    case NP_LONGDOUBLE: return minimal_float(num, v->g);
    case NP_CFLOAT: return minimal_complex(num, (long double)v->F.re, (long double)v->F.im);
    case NP_CDOUBLE: return minimal_complex(num, (long double)v->D.re, (long double)v->D.im);
    case NP_CLONGDOUBLE: return minimal_complex(num, v->G.re, v->G.im);
    default: return num;
    }
}
static Num array_minimal(const NdArray *a, bool *small)
{
    AnyNumber v;
    memcpy(&v, a->data, (size_t)a->descr->size);
    if (!descr_is_native(a->descr)) element_swap(a->descr, (char *)&v);
    return minimal_number(a->descr->num, &v, small);
}
Num array_minimal_for(const NdArray *a, Num to)
{
    bool small;
    Num n = array_minimal(a, &small);
    return small && !(np_elements[to].kind == 'u') ? n - 1 : n; /* the signed one stands before the unsigned one */
}
static bool counts_by_value(const NdArray *a) { return !a->ndim && num_is_number(a->descr->num); }

static Descr *minimal_descr(VM *vm, NdArray *a, bool *small)
{
    *small = false;
    if (counts_by_value(a)) return descr_of(np_of(a), array_minimal(a, small));
    return descr_canonical(vm, a->descr);
}
Descr *descr_minimal(VM *vm, NdArray *zero_d)
{
    bool small;
    if (!counts_by_value(zero_d)) return descr_retain(zero_d->descr);
    return minimal_descr(vm, zero_d, &small);
}

/* ---- the result of several ---- */
/* b of value `small` takes a sign where the other one has one. */
static Descr *promote_small(VM *vm, Descr *small, Descr *other)
{
    if (other->num != NP_BOOL && np_elements[other->num].kind != 'u') {
        Num n = num_promote(small->num - 1, other->num);
        if (n != NP_NONE) return descr_of(small->np, n);
    }
    return descr_promote(vm, small, other);
}
static Descr *promote_by_value(VM *vm, Descr *a, bool a_small, Descr *b, bool b_small)
{
    if (a_small == b_small) return descr_promote(vm, a, b);
    return a_small ? promote_small(vm, a, b) : promote_small(vm, b, a);
}
/* *have (taken) and d (taken) meet. */
static bool result_fold(VM *vm, Descr **have, bool *small, Descr *d, bool d_small)
{
    if (!d) return false;
    if (!*have) {
        *have = d;
        *small = d_small;
        return true;
    }
    Descr *met = promote_by_value(vm, d, d_small, *have, *small);
    descr_release(vm, d);
    descr_release(vm, *have);
    *have = met;
    *small = *small && d_small;
    return met != NULL;
}
static Descr *result_by_value(VM *vm, NdArray *const *arrays, int n, Descr *const *descrs, int m)
{
    Descr *have = NULL;
    bool small = false, ok = true;
    for (int i = 0; i < n && ok; i++) {
        bool is_small;
        Descr *d = minimal_descr(vm, arrays[i], &is_small);
        ok = result_fold(vm, &have, &small, d, is_small);
    }
    for (int i = 0; i < m && ok; i++) ok = result_fold(vm, &have, &small, descr_retain(descrs[i]), false);
    return have;
}
static int kind_breadth(Num n) /* what counts by value gives way to what is as broad */
{
    switch (np_elements[n].kind) {
    case 'b': return 0;
    case 'u': case 'i': return 1;
    case 'f': case 'c': return 2;
    default: return 3;
    }
}
static bool values_count(NdArray *const *arrays, int n, Descr *const *descrs, int m)
{
    int single = -1, others = -1;
    for (int i = 0; i < n; i++) {
        int breadth = kind_breadth(arrays[i]->descr->num), *which = arrays[i]->ndim ? &others : &single;
        if (breadth > *which) *which = breadth;
    }
    for (int i = 0; i < m; i++)
        if (kind_breadth(descrs[i]->num) > others) others = kind_breadth(descrs[i]->num);
    return single >= 0 && others >= single;
}
typedef struct Meeting { NdArray *const *arrays; Descr *const *descrs; int n, m; } Meeting; /* dtypes first, as NumPy numbers them */
static Descr *meeting_at(const Meeting *w, int i) { return i < w->m ? w->descrs[i] : w->arrays[i - w->m]->descr; }

static Descr *raise_no_result(VM *vm, const Meeting *w, const Descr *a, const Descr *b)
{
    const Np *np = a->np;
    Value all = tuple_new(vm, w->n + w->m);
    if (!all) return NULL;
    for (int i = 0; i < w->n + w->m; i++) as_tuple(all)->items[i] = retain(REF(np->dtype_classes[meeting_at(w, i)->num]));
    err_raise(vm, EXC_TypeError,
              "The DType %R could not be promoted by %R. This means that no common DType exists for the given inputs. For example they cannot be stored in a single array unless the dtype is "
              "`object`. The full list of DTypes is: %R",
              REF(np->dtype_classes[a->num]), REF(np->dtype_classes[b->num]), all);
    release(vm, all);
    return NULL;
}
static bool has_common(const Descr *a, const Descr *b)
{
    if (num_promote(a->num, b->num) != NP_NONE) return true;
    return (is_text(a) || is_text(b)) && (is_text(a) || num_is_number(a->num)) && (is_text(b) || num_is_number(b->num));
}
/* All others meet the one of the widest kind, one after the other: so their order does not count (int16 and uint16 with float32 are float32). */
static Descr *result_by_types(VM *vm, const Meeting *w)
{
    int count = w->n + w->m, widest = 0;
    for (int i = 1; i < count; i++) {
        Num a = meeting_at(w, i)->num, b = meeting_at(w, widest)->num;
        if (num_is_number(a) && num_is_number(b) && kind_breadth(a) + num_is_complex(a) > kind_breadth(b) + num_is_complex(b)) widest = i;
    }
    Descr *first = meeting_at(w, widest), *have = count == 1 && descr_is_structured(first) && !first->base ? fields_meet(vm, first, first) : descr_canonical(vm, first); /* (packed) */
    for (int i = 0; i < count && have; i++) {
        if (i == widest) continue;
        Descr *d = meeting_at(w, i);
        Descr *met = has_common(have, d) ? i < widest ? descr_promote(vm, d, have) : descr_promote(vm, have, d) : raise_no_result(vm, w, have, d);
        descr_release(vm, have);
        have = met;
    }
    return have;
}
Descr *descr_result(VM *vm, Np *np, NdArray *const *arrays, int n, Descr *const *descrs, int m)
{
    if (n + m == 0) {
        err_raise(vm, EXC_ValueError, "at least one array or dtype is required");
        return NULL;
    }
    (void)np;
    if (n + m > 1 && values_count(arrays, n, descrs, m)) {
        Meeting w = {arrays, descrs, n, m};
        for (int i = 1; i < n + m; i++)
            if (!has_common(meeting_at(&w, 0), meeting_at(&w, i))) return raise_no_result(vm, &w, meeting_at(&w, 0), meeting_at(&w, i));
        return result_by_value(vm, arrays, n, descrs, m);
    }
    return result_by_types(vm, &(Meeting){arrays, descrs, n, m});
}
