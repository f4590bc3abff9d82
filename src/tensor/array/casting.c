/* casting.c: may a dtype become another one, under which rule (promote.h).
 *
 * A pair of dtypes has a level: the strictest rule under which the one becomes the other, or LEVEL_NEVER where the move has no meaning. A rule allows what has its level or a stricter one.
 */
#include "promote.h"

enum { LEVEL_NEVER = CASTING_UNSAFE + 1 };
static const char *const casting_names[] = {"no", "equiv", "safe", "same_kind", "unsafe"};

const char *casting_name(Casting c) { return casting_names[c]; }

bool np_casting(VM *vm, Ref v, Casting *out)
{
    if (!v) return true;
    Value text = NO_VALUE;
    if (is_bytes(v)) text = str_from_latin1(vm, as_bytes(v)->data, (size_t)as_bytes(v)->len);
    else if (is_str(v)) text = retain(v);
    else return err_false(vm, EXC_TypeError, "casting must be str, not %T", v);
    if (!text) return false;
    bool found = false;
    for (int c = CASTING_NO; c <= CASTING_UNSAFE && !found; c++)
        if (str_equal_c(text, casting_names[c])) {
            *out = (Casting)c;
            found = true;
        }
    if (!found) err_raise(vm, EXC_ValueError, "casting must be one of 'no', 'equiv', 'safe', 'same_kind', or 'unsafe' (got %R)", text);
    release(vm, text);
    return found;
}

/* ---- numbers ---- */
static int float_rank(Num n) /* of a float, or of a complex number's parts */
{
    switch (n) {
    case NP_HALF: return 0;
    case NP_FLOAT: case NP_CFLOAT: return 1;
    case NP_DOUBLE: case NP_CDOUBLE: return 2;
    default: return 3;
    }
}
static int rank_for_integer(int bytes) { return bytes == 1 ? 0 : bytes == 2 ? 1 : 2; } /* the floats that hold it (of 64 bits: that are taken to) */
static bool integer_fits(Num from, Num to)
{
    int a = np_elements[from].bytes, b = np_elements[to].bytes;
    if (num_is_unsigned(from)) return num_is_unsigned(to) ? a <= b : a < b;
    return !num_is_unsigned(to) && a <= b;
}
bool num_casts_safely(Num from, Num to)
{
    if (from == to || to == NP_OBJECT) return true;
    if (to == NP_VOID) return from != NP_OBJECT;
    if (to == NP_UNICODE && from == NP_STRING) return true;
    if (!num_is_number(from)) return false;
    if (to == NP_STRING || to == NP_UNICODE) return true;
    if (from == NP_BOOL) return to != NP_DATETIME;
    if (to == NP_TIMEDELTA) return num_is_integer(from) && (!num_is_unsigned(from) || np_elements[from].bytes < 8);
    if (!num_is_number(to) || to == NP_BOOL) return false;
    if (num_is_integer(from)) {
        if (num_is_integer(to)) return integer_fits(from, to);
        return rank_for_integer(np_elements[from].bytes) <= float_rank(to);
    }
    if (num_is_integer(to) || (num_is_complex(from) && !num_is_complex(to))) return false;
    return float_rank(from) <= float_rank(to);
}
static int kind_rank(Num n) /* in the order in which kinds contain one another; timedeltas stand among the integers */
{
    if (n == NP_BOOL) return 0;
    if (n == NP_TIMEDELTA) return 3;
    if (num_is_integer(n)) return num_is_unsigned(n) ? 1 : 2;
    return num_is_complex(n) ? 5 : 4;
}
static bool same_layout(Num a, Num b) /* two numbers of one meaning: long and long long */
{
    return a == b || (num_is_integer(a) && num_is_integer(b) && np_elements[a].kind == np_elements[b].kind && np_elements[a].bytes == np_elements[b].bytes);
}
/* The numbers alone: what asks for a class and not for a dtype of it. */
static int num_level(Num from, Num to)
{
    if (same_layout(from, to)) return CASTING_NO;
    if (num_casts_safely(from, to)) return CASTING_SAFE;
    if (num_is_number(from) && (num_is_number(to) || to == NP_TIMEDELTA) && kind_rank(from) <= kind_rank(to)) return CASTING_SAME_KIND;
    return CASTING_UNSAFE;
}

/* ---- times ---- */
static const int16_t unit_steps[] = {12, 0, 7, 0, 24, 60, 60, 1000, 1000, 1000, 1000, 1000, 1000}; /* how many of the next finer unit; months and weeks stand apart */

/* Is each tick of `coarse` a whole number of ticks of `fine`? */
static bool time_divides(TimeMeta coarse, TimeMeta fine)
{
    uint64_t ticks = 1;
    bool by_year = coarse.unit <= UNIT_M, fine_by_year = fine.unit <= UNIT_M;
    if (by_year != fine_by_year) return true; /* years and days have no fixed measure */
    if (coarse.unit > fine.unit) return false;
    for (unsigned u = coarse.unit; u < fine.unit; u++) {
        unsigned step = u == 3 ? 1 : (unsigned)unit_steps[u]; /* 3 is no unit: weeks are followed by days */
        if ((ticks *= step) >> 56) return false; /* a factor this large counts as none */
    }
    return ticks * (uint64_t)coarse.count % (uint64_t)fine.count == 0;
}
static int time_level(const Descr *from, const Descr *to)
{
    TimeMeta a = from->time, b = to->time;
    if (a.unit == b.unit && a.count == b.count) return from->order == to->order ? CASTING_NO : CASTING_EQUIV;
    if (a.unit == UNIT_GENERIC) return CASTING_SAFE;
    if (b.unit == UNIT_GENERIC) return CASTING_UNSAFE;
    if (from->num == NP_TIMEDELTA && (a.unit <= UNIT_M) != (b.unit <= UNIT_M)) return CASTING_UNSAFE;
    return a.unit <= b.unit && time_divides(a, b) ? CASTING_SAFE : CASTING_SAME_KIND;
}

/* ---- texts ---- */
int64_t num_text_width(Num n)
{
    switch (np_elements[n].kind) {
    case 'b': return 5;
    case 'u': return (int64_t[]){0, 3, 5, 0, 10, 0, 0, 0, 20}[np_elements[n].bytes];
    case 'i': return (int64_t[]){0, 4, 6, 0, 11, 0, 0, 0, 21}[np_elements[n].bytes];
    case 'f': return n == NP_LONGDOUBLE ? 48 : 32;
    case 'c': return n == NP_CLONGDOUBLE ? 96 : 64;
    case 'm': return 21;
    default: return 0;
    }
}
int64_t text_length(const Descr *d) { return d->num == NP_UNICODE ? d->size / 4 : d->size; }

static int text_level(const Descr *from, const Descr *to)
{
    if (from->num == to->num) {
        if (from->size != to->size) return from->size < to->size ? CASTING_SAFE : CASTING_SAME_KIND;
        return from->order == to->order ? CASTING_NO : CASTING_EQUIV;
    }
    if (from->num == NP_UNICODE) return CASTING_UNSAFE;
    return text_length(from) <= text_length(to) ? CASTING_SAFE : CASTING_SAME_KIND;
}

/* ---- structures and subarrays ---- */
static int level_of(VM *vm, Descr *from, Descr *to);
static int looser(int a, int b) { return a > b ? a : b; }

static bool titles_equal(const Field *a, const Field *b)
{
    if (!a->title || !b->title) return !a->title && !b->title;
    return a->title == b->title || (is_str(a->title) && is_str(b->title) && str_equal(a->title, b->title));
}
static int fields_level(VM *vm, Descr *from, Descr *to)
{
    if (from->n_fields != to->n_fields) return LEVEL_NEVER;
    int level = CASTING_NO;
    bool moved = from->size != to->size || ((from->flags ^ to->flags) & DESCR_ALIGNED_STRUCT);
    for (int64_t i = 0; i < from->n_fields; i++) {
        const Field *a = &from->fields[i], *b = &to->fields[i];
        level = looser(level, level_of(vm, a->descr, b->descr));
        if (!str_equal(a->name, b->name) || !titles_equal(a, b)) level = looser(level, CASTING_SAFE);
        moved |= a->offset != b->offset;
    }
    return moved ? looser(level, CASTING_EQUIV) : level;
}
static int structure_level(VM *vm, Descr *from, Descr *to) /* one of them has fields, none is a subarray */
{
    if (descr_is_structured(from) && descr_is_structured(to)) return fields_level(vm, from, to);
    if (descr_is_structured(from)) {
        if (to->num == NP_OBJECT) return CASTING_SAFE;
        return from->n_fields == 1 ? looser(CASTING_UNSAFE, level_of(vm, from->fields[0].descr, to)) : LEVEL_NEVER;
    }
    int level = CASTING_UNSAFE;
    for (int64_t i = 0; i < to->n_fields; i++) level = looser(level, level_of(vm, from, to->fields[i].descr));
    return level;
}
bool subarray_shapes_equal(const Descr *a, const Descr *b)
{
    const Tuple *s = as_tuple(a->shape), *t = as_tuple(b->shape);
    if (s->len != t->len) return false;
    for (int64_t i = 0; i < s->len; i++)
        if (small_of(s->items[i]) != small_of(t->items[i])) return false;
    return true;
}
static int subarray_level(VM *vm, Descr *from, Descr *to)
{
    if (!from->base) return looser(CASTING_SAFE, level_of(vm, from, to->base));
    if (to->num == NP_OBJECT && !to->base) return CASTING_SAFE;
    int level = level_of(vm, from->base, to->base ? to->base : to);
    if (to->base && subarray_shapes_equal(from, to)) return level;
    return looser(CASTING_UNSAFE, level);
}

/* ---- any two dtypes ---- */
static int sized_level(Descr *from, Descr *to) /* neither structures nor subarrays */
{
    if (to->num == NP_VOID) {
        if (from->num == NP_VOID && from->size == to->size) return CASTING_NO;
        if (from->num == NP_OBJECT) return CASTING_UNSAFE;
        return from->size <= to->size ? CASTING_SAFE : from->num == NP_VOID ? CASTING_SAME_KIND : CASTING_UNSAFE;
    }
    if (to->num == NP_STRING || to->num == NP_UNICODE) {
        if (from->num == NP_STRING || from->num == NP_UNICODE) return text_level(from, to);
        if (num_is_number(from->num)) return num_text_width(from->num) <= text_length(to) ? CASTING_SAFE : CASTING_SAME_KIND;
        return CASTING_UNSAFE;
    }
    if (from->num == to->num && num_is_time(from->num)) return time_level(from, to);
    int level = num_level(from->num, to->num);
    return level == CASTING_NO && from->order != to->order ? CASTING_EQUIV : level;
}
static bool is_unsized(const Descr *d) { return num_is_flexible(d->num) && d->size == 0 && !d->base && !descr_is_structured(d); }

static int level_of(VM *vm, Descr *from, Descr *to)
{
    if (from == to) return CASTING_NO;
    if (!rec_room(vm)) {
        err_clear(vm);
        return LEVEL_NEVER;
    }
    if (from->base || to->base) return subarray_level(vm, from, to);
    if (descr_is_structured(from) || descr_is_structured(to)) return structure_level(vm, from, to);
    return sized_level(from, to);
}
bool descr_can_cast(VM *vm, Descr *from, Descr *to, Casting casting)
{
    if (is_unsized(to)) { /* any dtype of its class will do */
        if (descr_is_structured(from) && to->num != NP_VOID) return false;
        int level = from->num == to->num && !descr_is_native(from) ? CASTING_EQUIV : num_level(from->num, to->num);
        return level <= (int)casting;
    }
    return level_of(vm, from, to) <= (int)casting;
}
bool array_can_cast(VM *vm, NdArray *from, Descr *to, Casting casting)
{
    if (descr_can_cast(vm, from->descr, to, casting)) return true;
    if (from->ndim || casting == CASTING_UNSAFE || is_unsized(to) || !num_is_number(from->descr->num)) return false;
    Num n = array_minimal_for(from, to->num);
    if (n == from->descr->num) return false;
    Descr *d = descr_of(np_of(from), n);
    bool can = descr_can_cast(vm, d, to, casting);
    descr_release(vm, d);
    return can;
}
bool raise_cannot_cast(VM *vm, Descr *from, Descr *to, Casting casting, bool scalar)
{
    return err_false(vm, EXC_TypeError, "Cannot cast %s from %R to %R according to the rule '%s'", scalar ? "scalar" : "array data", REF(from), REF(to), casting_name(casting));
}
