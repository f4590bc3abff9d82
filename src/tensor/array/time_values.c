/* time_values.c: Python's date, datetime and timedelta as datetime64 and timedelta64 and back, and datetime_as_string. */
#include "time.h"

#include "std/mod_datetime.h"

#include <time.h>

static const TimeMeta days_meta = {UNIT_D, 1}, micros_meta = {UNIT_us, 1};

/* ---- to Python ---- */
static Value datetime_item(VM *vm, TimeMeta meta, int64_t value)
{
    DatetimeState *s = datetime_state(vm);
    if (!s) return NULL;
    Moment m = time_to_moment(value, meta);
    if (m.year < MIN_YEAR || m.year > MAX_YEAR) return int_from_i64(vm, value);
    Date date = {.year = (uint16_t)m.year, .month = (uint8_t)m.month, .day = (uint8_t)m.day};
    if (meta.unit <= UNIT_D) return date_make(vm, REF(s->date), date.year, date.month, date.day);
    Clock clock = {(uint8_t)m.hour, (uint8_t)m.minute, (uint8_t)m.second, 0, (int32_t)(m.atto / INT64_C(1000000000000))};
    return datetime_new(vm, REF(s->datetime), &date, &clock, V_NONE);
}

static Value delta_item(VM *vm, TimeMeta meta, int64_t value)
{
    static const int64_t micros[] = {[UNIT_W] = INT64_C(604800000000), [UNIT_D] = INT64_C(86400000000), [UNIT_h] = INT64_C(3600000000), [UNIT_m] = 60000000, [UNIT_s] = 1000000, [UNIT_ms] = 1000, [UNIT_us] = 1};
    if (meta.unit < UNIT_W) return int_from_i64(vm, value);
    Micros m = (Micros)value * meta.count * micros[meta.unit];
    if (m < -(Micros)MAX_DELTA_DAYS * DAY_MICROS || m >= ((Micros)MAX_DELTA_DAYS + 1) * DAY_MICROS) return int_from_i64(vm, value);
    return delta_of(vm, m);
}

Value time_item(VM *vm, Descr *d, int64_t value)
{
    if (value == NAT || (d->num == NP_DATETIME && d->time.unit == UNIT_GENERIC)) return V_NONE;
    if (d->time.unit > UNIT_us) return int_from_i64(vm, value); /* finer than Python's, or none at all */
    return d->num == NP_DATETIME ? datetime_item(vm, d->time, value) : delta_item(vm, d->time, value);
}

/* ---- from Python ---- */
static const char *text_of(VM *vm, Ref v, size_t *n) /* of a str or bytes */
{
    if (is_str(v)) return str_utf8(vm, v, n);
    *n = (size_t)as_bytes(v)->len;
    return (const char *)as_bytes(v)->data;
}

/* A scalar or an array of no dimensions of the same kind: its own unit and value. 1: it is one; 0: not; -1: raised. */
static int time_scalar_take(VM *vm, Np *np, Num num, Ref v, TimeMeta *meta, int64_t *out)
{
    if (is_array(v, np)) {
        NdArray *a = as_array(v);
        if (a->ndim || a->descr->num != num) return 0;
        memcpy(out, a->data, sizeof *out);
        if (!descr_is_native(a->descr)) *out = (int64_t)__builtin_bswap64((uint64_t)*out);
        *meta = a->descr->time;
        return 1;
    }
    if (!is_instance_of(vm, v, np->scalars[num])) return 0;
    Descr *d = scalar_descr(vm, np, v);
    if (!d) return -1;
    *meta = d->time;
    bool ok = scalar_get(vm, np, v, d, (char *)out);
    descr_release(vm, d);
    return ok ? 1 : -1;
}

static bool fit(VM *vm, Num num, const char *what, int64_t value, TimeMeta own, TimeMeta *meta, Casting casting, int64_t *out)
{
    if (meta->unit == UNIT_GENERIC) *meta = own;
    if (value == NAT) return *out = NAT, true;
    if (!time_can_cast(own, *meta, casting, num == NP_TIMEDELTA)) return time_raise_cast(vm, what, own, *meta, casting);
    return time_convert(vm, num, value, own, *meta, out);
}

static bool date_take(VM *vm, Ref v, TimeMeta *meta, Casting casting, int64_t *out)
{
    const Date *date = as_date(v);
    Moment m = {.year = date->year, .month = date->month, .day = date->day};
    TimeMeta own = days_meta;
    if (is_datetime(v)) {
        const DateTime *t = as_datetime(v);
        m.hour = t->clock.hour;
        m.minute = t->clock.minute;
        m.second = t->clock.second;
        m.atto = t->clock.micros * INT64_C(1000000000000);
        own = micros_meta;
        if (!is_none(t->zone)) {
            Value zone = retain(t->zone);
            Micros offset = 0;
            bool ok = err_warn(vm, EXC_DeprecationWarning, str_from_c(vm, "parsing timezone aware datetimes is deprecated; this will raise an error in the future")) && zone_offset(vm, zone, v, &offset) >= 0;
            release(vm, zone);
            if (!ok) return false;
            moment_add_minutes(&m, -(int64_t)(offset / (60 * SECOND_MICROS)));
        }
    }
    if (meta->unit == UNIT_GENERIC) *meta = own;
    if (!time_unit_can_cast(own.unit, meta->unit, casting)) return time_raise_cast(vm, own.unit == UNIT_D ? "datetime.date object" : "datetime.datetime object", own, *meta, casting);
    *out = time_of_moment(&m, *meta);
    return true;
}

static bool datetime_take(VM *vm, Np *np, Ref v, TimeMeta *meta, Casting casting, int64_t *out)
{
    if (is_str(v) || is_bytes(v)) {
        size_t n;
        const char *s = text_of(vm, v, &n);
        Moment m;
        TimeUnit unit;
        if (!s || !time_parse(vm, s, n, meta->unit, casting, &m, &unit)) return false;
        if (meta->unit == UNIT_GENERIC && unit != UNIT_GENERIC) *meta = (TimeMeta){unit, 1};
        *out = time_of_moment(&m, *meta);
        return true;
    }
    if (is_int(v)) {
        if (meta->unit == UNIT_GENERIC) return err_false(vm, EXC_ValueError, "Converting an integer to a NumPy datetime requires a specified unit");
        return int_to_i64(vm, v, out);
    }
    TimeMeta own;
    int64_t value;
    int taken = time_scalar_take(vm, np, NP_DATETIME, v, &own, &value);
    if (taken) return taken > 0 && fit(vm, NP_DATETIME, "NumPy datetime64 scalar", value, own, meta, casting, out);
    if (is_date(v)) return date_take(vm, v, meta, casting, out);
    if (!is_none(v) && casting != CASTING_UNSAFE) return err_false(vm, EXC_ValueError, "Could not convert object to NumPy datetime");
    *out = NAT;
    return true;
}

static bool delta_text_take(VM *vm, Ref v, int64_t *out)
{
    size_t n;
    const char *s = text_of(vm, v, &n);
    if (!s) return false;
    if (!n || (n == 3 && (s[0] | 32) == 'n' && (s[1] | 32) == 'a' && (s[2] | 32) == 't')) return *out = NAT, true;
    Value text = is_str(v) ? retain(v) : str_from_latin1(vm, s, n), number = text ? int_from_text(vm, text, 10) : NO_VALUE;
    release(vm, text);
    bool ok = number && int_to_i64(vm, number, out);
    release(vm, number);
    if (ok || !err_matches(vm, EXC_ValueError)) return ok;
    err_clear(vm);
    return err_false(vm, EXC_ValueError, "Could not convert object to NumPy timedelta");
}

static bool delta_take(VM *vm, Np *np, Ref v, TimeMeta *meta, Casting casting, int64_t *out)
{
    if (is_str(v) || is_bytes(v)) return delta_text_take(vm, v, out);
    if (is_int(v)) return int_to_i64(vm, v, out);
    TimeMeta own;
    int64_t value;
    int taken = time_scalar_take(vm, np, NP_TIMEDELTA, v, &own, &value);
    if (taken) return taken > 0 && fit(vm, NP_TIMEDELTA, "NumPy timedelta64 scalar", value, own, meta, casting, out);
    if (is_delta(v)) return fit(vm, NP_TIMEDELTA, "datetime.timedelta object", (int64_t)delta_micros(as_delta(v)), micros_meta, meta, casting, out);
    if (is_instance_of(vm, v, np->abstract[NPC_INTEGER])) return num_index_i64(vm, v, out);
    if (!is_none(v) && casting != CASTING_UNSAFE) return err_false(vm, EXC_ValueError, "Could not convert object to NumPy timedelta");
    *out = NAT;
    return true;
}

bool time_take(VM *vm, Np *np, Num num, Ref v, TimeMeta *meta, Casting casting, int64_t *out)
{
    return (num == NP_DATETIME ? datetime_take : delta_take)(vm, np, v, meta, casting, out);
}

bool time_put(VM *vm, Descr *d, Ref v, int64_t *out)
{
    TimeMeta meta = d->time;
    return time_take(vm, d->np, (Num)d->num, v, &meta, CASTING_SAME_KIND, out);
}

bool time_meta_of_value(VM *vm, Ref v, Num num, TimeMeta *out)
{
    Np *np = np_state(vm);
    if (!np) return false;
    int64_t value;
    *out = (TimeMeta){UNIT_GENERIC, 1};
    if (num == NP_DATETIME && (is_str(v) || is_bytes(v))) {
        size_t n;
        Moment m;
        const char *s = text_of(vm, v, &n);
        return s && time_parse(vm, s, n, UNIT_GENERIC, CASTING_SAME_KIND, &m, &out->unit);
    }
    int taken = time_scalar_take(vm, np, num, v, out, &value);
    if (taken) return taken > 0;
    if (num == NP_DATETIME ? is_datetime(v) : is_delta(v)) *out = micros_meta;
    else if (num == NP_DATETIME && is_date(v)) *out = days_meta;
    return true;
}

/* ---- datetime_data ---- */
static Value datetime_data(VM *vm, const Ref *a, int n, Ref kw)
{
    (void)n, (void)kw;
    Np *np = np_state(vm);
    Descr *d = np ? descr_parse(vm, np, a[0], false) : NULL;
    if (!d) return NULL;
    Value r = num_is_time((Num)d->num) ? time_meta_tuple(vm, d->time) : err_raise(vm, EXC_TypeError, "cannot get datetime metadata from non-datetime type");
    descr_release(vm, d);
    return r;
}

/* ---- datetime_as_string ---- */
typedef struct Shown { /* how moments are to look */
    TimeUnit unit;
    bool automatic, local, utc;
    Value zone;    /* who is asked for the offset, or NULL: the system */
    Casting casting;
} Shown;

static bool shown_zone(VM *vm, Shown *s, Ref v)
{
    if (!v) return true;
    if (!is_str(v)) {
        Value method = obj_getattr_c(vm, v, "fromutc");
        release(vm, method);
        s->local = true;
        s->zone = retain(v);
        return method != NO_VALUE;
    }
    if (str_equal_c(v, "naive")) return true;
    if (str_equal_c(v, "UTC")) s->utc = true;
    else if (str_equal_c(v, "local")) s->local = true;
    else return err_false(vm, EXC_ValueError, "Unsupported timezone input string \"%U\"", v);
    return true;
}

static bool shown_open(VM *vm, Shown *s, TimeMeta meta, const Ref *a)
{
    *s = (Shown){.unit = meta.unit, .casting = CASTING_SAME_KIND};
    if (!np_casting(vm, a[3], &s->casting)) return false;
    if (a[1] && !is_none(a[1])) {
        s->automatic = is_str(a[1]) && str_equal_c(a[1], "auto");
        if (!s->automatic && !time_unit_argument(vm, a[1], &s->unit)) return false;
    }
    if (!shown_zone(vm, s, a[2])) return false;
    if (s->automatic || meta.unit == UNIT_GENERIC) return true;
    if (s->local && s->unit <= UNIT_D && meta.unit > UNIT_D && s->casting != CASTING_UNSAFE)
        return err_false(vm, EXC_TypeError, "Cannot create a local timezone-based date string from a NumPy datetime without forcing 'unsafe' casting");
    if (!time_unit_can_cast(meta.unit, s->unit, s->casting))
        return err_false(vm, EXC_TypeError, "Cannot create a datetime string as units '%s' from a NumPy datetime with units '%s' according to the rule '%s'", time_unit_names[s->unit], time_unit_names[meta.unit],
                         casting_name(s->casting));
    return true;
}

/* Minutes that the zone is ahead of UTC at the moment. */
static bool zone_minutes(VM *vm, const Shown *s, const Moment *m, int64_t *out)
{
    if (!s->zone) {
        time_t utc = (time_t)time_of_moment(m, (TimeMeta){UNIT_s, 1});
        struct tm there;
        if (!localtime_r(&utc, &there)) return err_false(vm, EXC_OSError, "Failed to use 'localtime_r' to convert to a local time");
        *out = there.tm_gmtoff / 60;
        return true;
    }
    DatetimeState *state = datetime_state(vm);
    if (!state) return false;
    if (m->year < MIN_YEAR || m->year > MAX_YEAR) return err_false(vm, EXC_ValueError, "year %lld is out of range", (long long)m->year);
    Date date = {.year = (uint16_t)m->year, .month = (uint8_t)m->month, .day = (uint8_t)m->day};
    Clock clock = {(uint8_t)m->hour, (uint8_t)m->minute, 0, 0, 0};
    Value here = datetime_new(vm, REF(state->datetime), &date, &clock, s->zone), name = here ? str_intern_c(vm, "fromutc") : NO_VALUE;
    Value there = name ? call_method(vm, s->zone, name, (const Ref[]){here}, 1) : NO_VALUE;
    bool ok = there && (is_datetime(there) || err_false(vm, EXC_TypeError, "fromutc() gave a '%T', not a datetime", there));
    if (ok) *out = (int64_t)((datetime_micros(as_datetime(there)) - datetime_micros(as_datetime(here))) / (60 * SECOND_MICROS));
    release(vm, here);
    release(vm, name);
    release(vm, there);
    return ok;
}

static bool shown_text(VM *vm, const Shown *s, int64_t value, TimeMeta meta, char out[TIME_TEXT], size_t *n)
{
    if (value != NAT && meta.unit == UNIT_GENERIC) return err_false(vm, EXC_ValueError, "Cannot convert a NumPy datetime value other than NaT with generic units");
    Moment m = time_to_moment(value, meta);
    TimeUnit unit = s->automatic ? moment_lossless_unit(&m) : s->unit;
    int64_t offset = 0;
    if (s->automatic && s->local && unit < UNIT_m) unit = UNIT_m;
    if (s->local && !moment_is_nat(&m) && unit > UNIT_D) {
        if (!zone_minutes(vm, s, &m, &offset)) return false;
        moment_add_minutes(&m, offset);
    }
    *n = moment_text(out, &m, unit, s->local, s->utc, (int)offset);
    return true;
}

static bool fill_texts(VM *vm, const Shown *s, const NdArray *from, NdArray *to)
{
    int64_t n = array_size(from), room = to->descr->size / 4;
    for (int64_t i = 0; i < n; i++) {
        char text[TIME_TEXT];
        size_t length = 0;
        int64_t value;
        memcpy(&value, from->data + 8 * i, 8);
        if (!shown_text(vm, s, value, from->descr->time, text, &length)) return false;
        uint32_t *at = (uint32_t *)(void *)(to->data + i * to->descr->size);
        for (int64_t c = 0; c < room; c++) at[c] = c < (int64_t)length ? (unsigned char)text[c] : 0;
        if (i % 1024 == 0 && !vm_poll(vm)) return false;
    }
    return true;
}

static Value datetime_as_string(VM *vm, const Ref *a, int n, Ref kw)
{
    (void)n, (void)kw;
    Np *np = np_state(vm);
    NdArray *given = np ? array_from_any(vm, np, a[0], NULL, 0) : NULL, *plain = NULL, *out = NULL;
    if (!given) return NULL;
    Shown s = {0};
    bool ok = given->descr->num == NP_DATETIME || err_false(vm, EXC_TypeError, "input must have type NumPy datetime");
    ok = ok && shown_open(vm, &s, given->descr->time, a);
    ok = ok && (plain = array_as(vm, given, NULL, ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE));
    Descr *d = ok ? descr_sized(vm, np, NP_UNICODE, 4 * (int64_t)(s.automatic ? time_text_room(UNIT_as, true) + 1 : time_text_room(s.unit, s.local))) : NULL;
    if (d) out = array_new(vm, np, d, given->shape, given->ndim, ORDER_C);
    ok = out && fill_texts(vm, &s, plain, out);
    descr_release(vm, d);
    release(vm, s.zone);
    array_release(vm, plain);
    array_release(vm, given);
    if (ok) return array_return(vm, out);
    array_release(vm, out);
    return NULL;
}

const NativeDef multiarray_time_functions[] = {
    {"datetime_data", datetime_data, "dtype, /", "The unit of a datetime64 or timedelta64 dtype and its count", 0},
    {"datetime_as_string", datetime_as_string, "arr, unit=None, timezone='naive', casting='same_kind'", "datetime64s as ISO 8601 texts", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};
