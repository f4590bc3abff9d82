/* time.c: the units of datetime64 and timedelta64: as texts and tuples, the one that two have in common, which may become which. */
#include "time.h"

#include <stdio.h>
#include <stdlib.h>

const char *const time_unit_names[] = {"Y", "M", "W", "", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as", "generic"};

/* ---- texts ---- */
static bool unit_named(const char *s, size_t n, TimeUnit *out)
{
    static const char micro[] = "\xce\xbcs"; /* with a Greek letter */
    if (n == 3 && !memcmp(s, micro, 3)) return *out = UNIT_us, true;
    for (int u = UNIT_Y; u <= UNIT_GENERIC; u++)
        if (n && strlen(time_unit_names[u]) == n && !memcmp(time_unit_names[u], s, n)) return *out = (TimeUnit)u, true;
    return false;
}

/* A unit of which `divisor` make one: some finer one of which a whole number does. */
static bool meta_divide(VM *vm, TimeMeta *meta, int64_t divisor, Ref text)
{
    static const struct { int32_t n; uint8_t unit; } finer[][3] = {
        [UNIT_Y] = {{12, UNIT_M}, {52, UNIT_W}, {365, UNIT_D}}, [UNIT_M] = {{4, UNIT_W}, {30, UNIT_D}, {720, UNIT_h}}, [UNIT_W] = {{7, UNIT_D}, {168, UNIT_h}, {10080, UNIT_m}},
        [UNIT_D] = {{24, UNIT_h}, {1440, UNIT_m}, {86400, UNIT_s}}, [UNIT_h] = {{60, UNIT_m}, {3600, UNIT_s}}, [UNIT_m] = {{60, UNIT_s}, {60000, UNIT_ms}},
    };
    for (int i = 0; i < 3; i++) {
        int32_t n = 0;
        unsigned unit = 0;
        if (meta->unit <= UNIT_m) {
            n = finer[meta->unit][i].n;
            unit = finer[meta->unit][i].unit;
        } else if (i < 2 && meta->unit + 1 + i <= UNIT_as) {
            n = i ? 1000000 : 1000;
            unit = meta->unit + 1U + (unsigned)i;
        }
        int64_t count = divisor ? (int64_t)meta->count * (n / divisor) : 0;
        if (!n || !divisor || n % divisor || count > INT32_MAX) continue;
        *meta = (TimeMeta){(TimeUnit)unit, (int32_t)count};
        return true;
    }
    if (text) return err_false(vm, EXC_ValueError, "divisor (%lld) is not a multiple of a lower-unit in datetime metadata \"%U\"", (long long)divisor, text);
    return err_false(vm, EXC_ValueError, "divisor (%lld) is not a multiple of a lower-unit in datetime metadata", (long long)divisor);
}

static size_t digits_read(const char *s, size_t n, int64_t *out) /* characters that are a number of 32 bits; 0: none */
{
    size_t i = 0;
    *out = 0;
    for (; i < n && s[i] >= '0' && s[i] <= '9'; i++) {
        *out = *out * 10 + (s[i] - '0');
        if (*out > INT32_MAX) return 0;
    }
    return i;
}

static bool metadata_wrong(VM *vm, const char *text, size_t n, int64_t at)
{
    Value shown = str_from_utf8(vm, text, n);
    if (!shown) return false;
    if (at < 0) err_raise(vm, EXC_TypeError, "Invalid datetime metadata string \"%U\"", (Ref)shown);
    else err_raise(vm, EXC_TypeError, "Invalid datetime metadata string \"%U\" at position %lld", (Ref)shown, (long long)at);
    release(vm, shown);
    return false;
}

bool time_meta_parse(VM *vm, const char *text, size_t n, TimeMeta *out)
{
    *out = (TimeMeta){UNIT_GENERIC, 1};
    if (!n) return true;
    if (n < 3 || text[0] != '[') return metadata_wrong(vm, text, n, -1);
    size_t at = 1, end;
    int64_t count = 1, divisor = 1;
    if (text[at] == '-' || (text[at] >= '0' && text[at] <= '9')) {
        size_t digits = digits_read(text + at, n - at, &count);
        if (!digits) return metadata_wrong(vm, text, n, (int64_t)at);
        at += digits;
    }
    for (end = at; end < n && text[end] != ']' && text[end] != '/'; end++) continue;
    if (end == at) return metadata_wrong(vm, text, n, (int64_t)at);
    TimeUnit unit;
    if (!unit_named(text + at, end - at, &unit)) {
        Value shown = str_from_utf8(vm, text, n);
        if (shown) err_raise(vm, EXC_TypeError, "Invalid datetime unit in metadata string \"%U\"", (Ref)shown);
        release(vm, shown);
        return false;
    }
    at = end;
    if (at < n && text[at] == '/') {
        size_t digits = digits_read(text + at + 1, n - at - 1, &divisor);
        if (!digits) return metadata_wrong(vm, text, n, (int64_t)at + 1);
        at += 1 + digits;
    }
    if (at >= n || text[at] != ']') return metadata_wrong(vm, text, n, (int64_t)at);
    if (at + 1 != n) return metadata_wrong(vm, text, n, (int64_t)at + 1);
    *out = (TimeMeta){unit, (int32_t)count};
    if (divisor == 1) return true;
    Value shown = str_from_utf8(vm, text, n);
    bool ok = shown && meta_divide(vm, out, divisor, shown);
    release(vm, shown);
    return ok;
}

Value time_meta_text(VM *vm, TimeMeta meta, bool brackets)
{
    if (meta.unit == UNIT_GENERIC) return str_from_c(vm, brackets ? "" : "generic");
    char text[40];
    int n = 0;
    if (brackets) text[n++] = '[';
    if (meta.count != 1) n += snprintf(text + n, 16, "%d", meta.count);
    n += snprintf(text + n, 8, "%s", time_unit_names[meta.unit]);
    if (brackets) text[n++] = ']';
    return str_from_ascii(vm, text, (size_t)n);
}

/* ---- arguments ---- */
static Value text_argument(VM *vm, Ref v) /* of a str or bytes; NULL without error: it is neither */
{
    if (is_str(v)) return retain(v);
    return is_bytes(v) ? str_from_latin1(vm, as_bytes(v)->data, (size_t)as_bytes(v)->len) : NO_VALUE;
}

static bool unit_of_text(VM *vm, Ref text, const char *s, size_t n, TimeUnit *out)
{
    return unit_named(s, n, out) || err_false(vm, EXC_TypeError, "Invalid datetime unit \"%U\" in metadata", text);
}

static bool meta_of_text(VM *vm, Ref text, TimeMeta *out)
{
    size_t n;
    const char *s = str_utf8(vm, text, &n);
    if (!s) return false;
    if (n && s[0] == '[') return time_meta_parse(vm, s, n, out);
    int64_t count = 1;
    size_t at = 0;
    if (n && (s[0] == '-' || (s[0] >= '0' && s[0] <= '9'))) {
        at = digits_read(s, n, &count);
        if (!at) return metadata_wrong(vm, s, n, -1);
    }
    if (at == n || memchr(s, '/', n)) return metadata_wrong(vm, s, n, -1);
    out->count = (int32_t)count;
    return unit_of_text(vm, text, s + at, n - at, &out->unit);
}

static bool meta_of_tuple(VM *vm, Ref v, TimeMeta *out)
{
    int64_t len = as_tuple(v)->len, count, divisor = 1;
    const Value *item = as_tuple(v)->items;
    if (len < 2 || len > 4) return err_false(vm, EXC_TypeError, "Require tuple of size 2 to 4 for tuple to NumPy datetime metadata conversion");
    Value text = text_argument(vm, item[0]);
    if (!text) return err_occurred(vm) ? false : err_false(vm, EXC_TypeError, "bad argument type for built-in operation");
    size_t n;
    const char *s = str_utf8(vm, text, &n);
    bool ok = s && unit_of_text(vm, text, s, n, &out->unit);
    release(vm, text);
    if (!ok || !num_index_i64(vm, item[1], &count)) return false;
    if (len == 3 && !err_warn(vm, EXC_DeprecationWarning, str_from_c(vm, "When passing a 3-tuple as (unit, num, event), the event is ignored (since 1.7) - use (unit, num) instead"))) return false;
    if (len == 4 && !is_none(item[3]) &&
        !err_warn(vm, EXC_DeprecationWarning, str_from_c(vm, "When passing a 4-tuple as (unit, num, den, event), the event argument is ignored (since 1.7), so should be None")))
        return false;
    if (len == 4 && !num_index_i64(vm, as_tuple(v)->items[2], &divisor)) return false;
    if (count <= 0 || count > INT32_MAX || divisor <= 0 || divisor > INT32_MAX) return err_false(vm, EXC_TypeError, "Invalid tuple values for tuple to NumPy datetime metadata conversion");
    out->count = (int32_t)count;
    return divisor == 1 || meta_divide(vm, out, divisor, NULL);
}

bool time_meta_argument(VM *vm, Ref v, TimeMeta *out)
{
    *out = (TimeMeta){UNIT_GENERIC, 1};
    if (is_tuple(v)) return meta_of_tuple(vm, v, out);
    Value text = text_argument(vm, v);
    if (!text) return err_occurred(vm) ? false : err_false(vm, EXC_TypeError, "Invalid object for specifying NumPy datetime metadata");
    bool ok = meta_of_text(vm, text, out);
    release(vm, text);
    return ok;
}

bool time_unit_argument(VM *vm, Ref v, TimeUnit *out)
{
    Value text = text_argument(vm, v);
    if (!text) return err_occurred(vm) ? false : err_false(vm, EXC_TypeError, "bad argument type for built-in operation");
    size_t n;
    const char *s = str_utf8(vm, text, &n);
    bool ok = s && unit_of_text(vm, text, s, n, out);
    release(vm, text);
    return ok;
}

Value time_meta_tuple(VM *vm, TimeMeta meta)
{
    Value unit = str_intern_c(vm, time_unit_names[meta.unit]), r = unit ? tuple_of(vm, 2, (Ref)unit, (Ref)make_small(meta.count)) : NO_VALUE;
    release(vm, unit);
    return r;
}

/* ---- two units ---- */
static bool raise_pair(VM *vm, ExcId id, const char *format, TimeMeta a, TimeMeta b, const char *what, const char *rule)
{
    Value x = time_meta_text(vm, a, true), y = x ? time_meta_text(vm, b, true) : NO_VALUE;
    if (x && y) {
        if (what) err_raise(vm, id, format, what, (Ref)x, (Ref)y, rule);
        else err_raise(vm, id, format, (Ref)x, (Ref)y);
    }
    release(vm, x);
    release(vm, y);
    return false;
}

bool time_raise_cast(VM *vm, const char *what, TimeMeta from, TimeMeta to, Casting casting)
{
    return raise_pair(vm, EXC_TypeError, "Cannot cast %s from metadata %U to %U according to the rule '%s'", from, to, what, casting_name(casting));
}

static bool common_overflow(VM *vm, TimeMeta a, TimeMeta b)
{
    return raise_pair(vm, EXC_OverflowError, "Integer overflow getting a common metadata divisor for NumPy datetime metadata %U and %U.", a, b, NULL, NULL);
}

/* The steps that a coarser unit has in a finer one, where years, months and weeks count alike: a common unit is then the finer one, its count what both counts have in common. */
static bool common_steps(int64_t *count, TimeUnit from, TimeUnit to)
{
    static const int16_t steps[] = {1, 1, 7, 1, 24, 60, 60, 1000, 1000, 1000, 1000, 1000, 1000};
    if (from == UNIT_Y && to == UNIT_M) return !__builtin_mul_overflow(*count, 12, count);
    int64_t factor = 1;
    for (unsigned u = from; u < to; u++)
        if (__builtin_mul_overflow(factor, (int64_t)steps[u], &factor) || factor >= TIME_FACTOR_MOST) return false;
    return !__builtin_mul_overflow(*count, factor, count);
}

bool time_meta_common(VM *vm, TimeMeta a, TimeMeta b, bool strict, TimeMeta *out)
{
    if (a.unit == UNIT_GENERIC || b.unit == UNIT_GENERIC) return *out = a.unit == UNIT_GENERIC ? b : a, true;
    if (strict && (a.unit <= UNIT_M) != (b.unit <= UNIT_M))
        return raise_pair(vm, EXC_TypeError, "Cannot get a common metadata divisor for Numpy datetime metadata %U and %U because they have incompatible nonlinear base time units.", a, b, NULL, NULL);
    int64_t x = a.count, y = b.count;
    TimeUnit unit = a.unit > b.unit ? a.unit : b.unit;
    if (!common_steps(&x, a.unit, unit) || !common_steps(&y, b.unit, unit)) return common_overflow(vm, a, b);
    while (y) {
        int64_t t = x % y;
        x = y;
        y = t;
    }
    if (x > INT32_MAX) return common_overflow(vm, a, b);
    *out = (TimeMeta){unit, (int32_t)x};
    return true;
}

/* ---- casting ---- */
bool time_unit_can_cast(TimeUnit from, TimeUnit to, Casting casting)
{
    switch (casting) {
    case CASTING_UNSAFE: return true;
    case CASTING_SAME_KIND: return from == UNIT_GENERIC || to != UNIT_GENERIC;
    case CASTING_SAFE: return from == UNIT_GENERIC || (to != UNIT_GENERIC && from <= to);
    default: return from == to;
    }
}

bool time_can_cast(TimeMeta from, TimeMeta to, Casting casting, bool delta)
{
    if (casting == CASTING_UNSAFE) return true;
    if (casting <= CASTING_EQUIV) return from.unit == to.unit && from.count == to.count;
    if (from.unit == UNIT_GENERIC) return true;
    if (to.unit == UNIT_GENERIC) return false;
    if (delta && (from.unit <= UNIT_M) != (to.unit <= UNIT_M)) return false;
    if (casting == CASTING_SAME_KIND) return true;
    if (from.unit > to.unit) return false;
    if ((from.unit <= UNIT_M) != (to.unit <= UNIT_M)) return true; /* a day begins with each year */
    int64_t num, den;
    return time_factor(from, to, &num, &den) && den == 1;
}

bool time_convert(VM *vm, Num num, int64_t value, TimeMeta from, TimeMeta to, int64_t *out)
{
    *out = value;
    if (value == NAT || from.unit == UNIT_GENERIC || to.unit == UNIT_GENERIC || (from.unit == to.unit && from.count == to.count)) return true;
    if (num == NP_DATETIME) {
        Moment m = time_to_moment(value, from);
        *out = time_of_moment(&m, to);
        return true;
    }
    int64_t up, down;
    if (!time_factor(from, to, &up, &down))
        return err_false(vm, EXC_OverflowError, "Integer overflow while computing the conversion factor between NumPy datetime units %s and %s", time_unit_names[from.unit < to.unit ? from.unit : to.unit],
                         time_unit_names[from.unit < to.unit ? to.unit : from.unit]);
    *out = time_scaled(value, up, down);
    return true;
}
