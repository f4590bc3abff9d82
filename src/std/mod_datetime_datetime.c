/* mod_datetime_datetime.c: datetime. */
#include "mod_datetime.h"
#include <errno.h>
#include <math.h>
#include <time.h>

#define EPOCH_SECONDS ((int64_t)719163 * DAY_SECONDS) /* 1 January 1970, counted as datetime_micros counts */

Value datetime_new(VM *vm, Ref cls, const Date *d, const Clock *c, Ref zone)
{
    DateTime *t = (DateTime *)obj_alloc(vm, as_type(cls), as_type(cls)->inst_size);
    if (!t) return NULL;
    t->date.year = d->year;
    t->date.month = d->month;
    t->date.day = d->day;
    t->clock = *c;
    t->zone = retain(zone);
    return VAL(t);
}

Micros datetime_micros(const DateTime *t)
{
    return (Micros)ordinal_of(t->date.year, t->date.month, t->date.day) * DAY_MICROS + clock_micros(&t->clock);
}

/* cls(...): a derived class is called, for it may want more. */
static Value made(VM *vm, Ref cls, const Date *d, const Clock *c, Ref zone)
{
    DatetimeState *s = datetime_state(vm);
    if (!s) return NULL;
    if (as_type(cls) == s->datetime) return datetime_new(vm, cls, d, c, zone);
    Ref v[9] = {make_small(d->year), make_small(d->month), make_small(d->day), make_small(c->hour), make_small(c->minute), make_small(c->second), make_small(c->micros), zone, make_small(1)};
    Value names = c->fold ? str_intern_c(vm, "fold") : NO_VALUE, kwnames = names ? tuple_of(vm, 1, REF(names)) : NO_VALUE;
    Value r = c->fold && !kwnames ? NO_VALUE : call(vm, cls, v, 8, kwnames);
    release(vm, names);
    release(vm, kwnames);
    return r;
}

static Clock clock_of(int32_t seconds, int32_t micros) { return (Clock){(uint8_t)(seconds / 3600), (uint8_t)(seconds / 60 % 60), (uint8_t)(seconds % 60), 0, micros}; }

static bool split(VM *vm, Micros m, Date *d, Clock *c)
{
    if (m < DAY_MICROS || m >= (Micros)(MAX_ORDINAL + 1) * DAY_MICROS) return date_out_of_range(vm), false;
    int y, mo, da;
    ordinal_split((int)(m / DAY_MICROS), &y, &mo, &da);
    int64_t rest = (int64_t)(m % DAY_MICROS);
    d->year = (uint16_t)y;
    d->month = (uint8_t)mo;
    d->day = (uint8_t)da;
    *c = clock_of((int32_t)(rest / 1000000), (int32_t)(rest % 1000000));
    return true;
}

/* A day's number in a month, where it is one of the month before or after. False: it lies further away, or beyond the years that there are. */
static bool near_month(int *year, int *month, int64_t *day)
{
    if (*day < 1) {
        if (--*month < 1) *month = 12, --*year;
        if (*year >= MIN_YEAR) *day += month_days(*year, *month);
    } else if (*day > month_days(*year, *month)) {
        *day -= month_days(*year, *month);
        if (++*month > 12) *month = 1, ++*year;
    }
    return *year >= MIN_YEAR && *year <= MAX_YEAR && *day >= 1 && *day <= month_days(*year, *month);
}

/* Most steps lead to a day nearby: no calendar is needed for these, and no more than 64 bits. */
static bool add_nearby(const DateTime *t, Micros m, Date *d, Clock *c)
{
    const int64_t day = (int64_t)DAY_MICROS, most = 32 * day;
    if (m < -most || m > most) return false;
    int64_t rest = (int64_t)clock_micros(&t->clock) + (int64_t)m, days = rest / day;
    rest -= days * day;
    if (rest < 0) rest += day, days--;
    days += t->date.day;
    int year = t->date.year, month = t->date.month;
    if (!near_month(&year, &month, &days)) return false;
    d->year = (uint16_t)year;
    d->month = (uint8_t)month;
    d->day = (uint8_t)days;
    *c = clock_of((int32_t)(rest / 1000000), (int32_t)(rest % 1000000));
    return true;
}

Value datetime_add(VM *vm, Ref t, Micros m)
{
    Date d;
    Clock c;
    if (!add_nearby(as_datetime(t), m, &d, &c) && !split(vm, datetime_micros(as_datetime(t)) + m, &d, &c)) return NULL;
    Value zone = retain(as_datetime(t)->zone), r = made(vm, REF(as_obj(t)->type), &d, &c, zone);
    release(vm, zone);
    return r;
}

/* ---- making ---- */
static Value from_parts(VM *vm, Ref cls, const int *v, Ref zone)
{
    Clock c;
    if (!date_check(vm, v[0], v[1], v[2]) || !clock_check(vm, v[3], v[4], v[5], v[6], v[7], &c) || !zone_check(vm, zone)) return NULL;
    Date d = {.year = (uint16_t)v[0], .month = (uint8_t)v[1], .day = (uint8_t)v[2]};
    return datetime_new(vm, cls, &d, &c, zone);
}

static Value datetime_construct(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"year", "month", "day", "hour", "minute", "second", "microsecond", "tzinfo", "fold"};
    unsigned char p[10];
    Ref in[9];
    int v[8] = {0};
    if (n >= 1 && n <= 2 && !kwnames && date_state_take(vm, args[0], 10, 2, p)) {
        if (n == 2 && !is_none(args[1]) && !is_tzinfo(args[1])) return err_raise(vm, EXC_TypeError, "bad tzinfo state arg");
        Date d = {.year = (uint16_t)(p[0] << 8 | p[1]), .month = p[2] & 127, .day = p[3]};
        Clock c = {p[4], p[5], p[6], p[2] >> 7, p[7] << 16 | p[8] << 8 | p[9]}; /* believed, as they stand */
        return datetime_new(vm, cls, &d, &c, n == 2 ? args[1] : V_NONE);
    }
    if (!datetime_bind(vm, args, n, kwnames, names, 9, 3, in)) return NULL;
    if (n > 8) return err_raise(vm, EXC_TypeError, "function takes at most 8 positional arguments (%d given)", n);
    for (int i = 0; i < 7; i++)
        if (!datetime_int(vm, in[i], &v[i])) return NULL;
    if (!datetime_int(vm, in[8], &v[7])) return NULL;
    return from_parts(vm, cls, v, in[7] ? in[7] : V_NONE);
}

static void datetime_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((DateTime *)o)->zone);
    obj_free(vm, o, o->type->inst_size);
}
static void datetime_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((DateTime *)o)->zone) visit(((DateTime *)o)->zone, arg);
}

/* ---- the system's clock and zone ---- */
enum { FOLD_SECONDS = 24 * 3600 }; /* clocks go back by less */

static bool local_parts(VM *vm, int64_t timestamp, struct tm *tm)
{
    time_t t = (time_t)timestamp;
    errno = 0;
    if (localtime_r(&t, tm)) return true;
    return err_errno(vm, errno ? errno : EOVERFLOW, NULL) != NULL;
}

int64_t local_seconds(VM *vm, int64_t utc, bool *ok)
{
    struct tm tm;
    *ok = utc >= DAY_SECONDS && utc < (int64_t)(MAX_ORDINAL + 1) * DAY_SECONDS;
    if (!*ok) return err_raise(vm, EXC_ValueError, "year is out of range"), 0;
    if (!(*ok = local_parts(vm, utc - EPOCH_SECONDS, &tm))) return 0;
    if (tm.tm_year + 1900 < MIN_YEAR || tm.tm_year + 1900 > MAX_YEAR) {
        *ok = err_false(vm, EXC_ValueError, "year %d is out of range", tm.tm_year + 1900);
        return 0;
    }
    return (int64_t)ordinal_of(tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday) * DAY_SECONDS + tm.tm_hour * 3600 + tm.tm_min * 60 + (tm.tm_sec > 59 ? 59 : tm.tm_sec);
}

/* What the local clocks show, in UTC: where they show it twice, `fold` says which. Both offsets around are tried. */
static bool utc_of_local(VM *vm, const DateTime *t, int64_t *out)
{
    int64_t local = (int64_t)(datetime_micros(t) / SECOND_MICROS), shift[2], utc[2];
    bool ok;
    shift[0] = local_seconds(vm, local, &ok) - local;
    if (!ok) return false;
    utc[0] = local - shift[0];
    int64_t shown = local_seconds(vm, utc[0], &ok);
    if (!ok) return false;
    if (shown == local) { /* one way that shows it: is there another on the side that fold asks for? */
        int64_t other = utc[0] + (t->clock.fold ? FOLD_SECONDS : -FOLD_SECONDS);
        shift[1] = local_seconds(vm, other, &ok) - other;
        if (!ok) return false;
        if (shift[1] == shift[0]) return *out = utc[0], true;
    } else shift[1] = shown - utc[0];
    utc[1] = local - shift[1];
    int64_t shown_there = local_seconds(vm, utc[1], &ok);
    if (!ok) return false;
    if (shown_there == local) *out = utc[1];
    else if (shown == local) *out = utc[0];
    else *out = (utc[0] > utc[1]) == !t->clock.fold ? utc[0] : utc[1]; /* in the gap: the offset before it, or with fold the one behind */
    return true;
}

static Value zone_of_naive(VM *vm, const DateTime *t)
{
    int64_t utc;
    return utc_of_local(vm, t, &utc) ? zone_of_local(vm, utc - EPOCH_SECONDS) : NULL;
}

/* ---- class methods ---- */
#define METHOD(name) static Value m_##name(VM *vm, const Ref *a, int n, Ref kw)
#define SELF as_datetime(a[0])

/* The moment `seconds` and `micros` behind the epoch, as UTC or the local clocks show it. */
static Value from_moment(VM *vm, Ref cls, int64_t seconds, int micros, bool local, Ref zone)
{
    struct tm tm;
    time_t t = (time_t)seconds;
    if (!local) {
        errno = 0;
        if (!gmtime_r(&t, &tm)) return err_errno(vm, errno ? errno : EOVERFLOW, NULL);
    } else if (!local_parts(vm, seconds, &tm)) return NULL;
    int64_t year = (int64_t)tm.tm_year + 1900;
    if (year < MIN_YEAR || year > MAX_YEAR) return err_raise(vm, EXC_ValueError, "year %lld is out of range", (long long)year);
    Date d = {.year = (uint16_t)year, .month = (uint8_t)(tm.tm_mon + 1), .day = (uint8_t)tm.tm_mday};
    Clock c = {(uint8_t)tm.tm_hour, (uint8_t)tm.tm_min, (uint8_t)(tm.tm_sec > 59 ? 59 : tm.tm_sec), 0, micros};
    if (local && is_none(zone) && seconds + EPOCH_SECONDS > 2 * FOLD_SECONDS + DAY_SECONDS) { /* were the clocks put back within the last day, to here? */
        bool ok;
        DateTime now = {.date = d, .clock = c};
        int64_t shown = (int64_t)(datetime_micros(&now) / SECOND_MICROS), before = local_seconds(vm, seconds + EPOCH_SECONDS - FOLD_SECONDS, &ok);
        if (!ok) return NULL;
        int64_t change = shown - before - FOLD_SECONDS;
        if (change < 0) {
            int64_t then = local_seconds(vm, seconds + EPOCH_SECONDS + change, &ok);
            if (!ok) return NULL;
            c.fold = then == shown;
        }
    }
    return made(vm, cls, &d, &c, zone);
}

/* A timestamp's seconds and microseconds, to the nearest, halves to even. */
static bool read_timestamp(VM *vm, Ref v, int64_t *seconds, int *micros)
{
    *micros = 0;
    if (is_float_any(v)) {
        double d = float_any_of(v), whole, part = modf(d, &whole);
        if (isnan(d)) return err_false(vm, EXC_ValueError, "Invalid value NaN (not a number)");
        if (fabs(d) > 9e18) return err_false(vm, EXC_OverflowError, "timestamp out of range for platform time_t");
        double us = nearbyint(part * 1e6);
        *seconds = (int64_t)whole;
        if (us < 0) us += 1e6, --*seconds;
        if (us >= 1e6) us -= 1e6, ++*seconds;
        *micros = (int)us;
        return true;
    }
    Value i = num_index(vm, v);
    if (!i) return false;
    bool fits = int_fits_i64(i, seconds);
    release(vm, i);
    return fits || err_false(vm, EXC_OverflowError, "timestamp out of range for platform time_t");
}

static Value in_zone(VM *vm, Ref zone, Value t /*taken, or NULL*/)
{
    if (!t || is_none(zone)) return t;
    Value name = str_intern_c(vm, "fromutc"), r = name ? call_method(vm, zone, name, (Ref[]){t}, 1) : NO_VALUE;
    release(vm, name);
    release(vm, t);
    return r;
}

METHOD(fromtimestamp)
{
    int64_t seconds;
    int micros;
    Ref zone = a[2] ? a[2] : V_NONE;
    if (!zone_check(vm, zone) || !read_timestamp(vm, a[1], &seconds, &micros)) return NULL;
    return in_zone(vm, zone, from_moment(vm, a[0], seconds, micros, is_none(zone), zone));
}
METHOD(utcfromtimestamp)
{
    int64_t seconds;
    int micros;
    return read_timestamp(vm, a[1], &seconds, &micros) ? from_moment(vm, a[0], seconds, micros, false, V_NONE) : NULL;
}
static Value now(VM *vm, Ref cls, bool local, Ref zone)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return in_zone(vm, zone, from_moment(vm, cls, t.tv_sec, (int)(t.tv_nsec / 1000), local, zone));
}
METHOD(now)
{
    Ref zone = a[1] ? a[1] : V_NONE;
    return zone_check(vm, zone) ? now(vm, a[0], is_none(zone), zone) : NULL;
}
METHOD(utcnow) { return now(vm, a[0], false, V_NONE); }

METHOD(strptime)
{
    if (!is_str(a[1])) return err_raise(vm, EXC_TypeError, "strptime() argument 1 must be str, not %T", a[1]);
    if (!is_str(a[2])) return err_raise(vm, EXC_TypeError, "strptime() argument 2 must be str, not %T", a[2]);
    Value f = import_attr(vm, "_strptime", "_strptime_datetime");
    Value r = f ? call3(vm, f, a[0], a[1], a[2]) : NO_VALUE;
    release(vm, f);
    return r;
}
METHOD(combine)
{
    if (!is_date(a[1])) return err_raise(vm, EXC_TypeError, "combine() argument 1 must be datetime.date, not %T", a[1]);
    if (!is_time(a[2])) return err_raise(vm, EXC_TypeError, "combine() argument 2 must be datetime.time, not %T", a[2]);
    Ref zone = a[3] ? a[3] : (Ref)as_time(a[2])->zone;
    return zone_check(vm, zone) ? made(vm, a[0], as_date(a[1]), &as_time(a[2])->clock, zone) : NULL;
}
METHOD(fromisoformat)
{
    char buf[64];
    int len, y, m, d, day;
    IsoTime t = {0};
    Clock c;
    if (!is_str(a[1])) return err_raise(vm, EXC_TypeError, "fromisoformat: argument must be str");
    char *p = iso_ascii(vm, a[1], buf, sizeof buf, &len, true);
    if (!p || len < 7) return iso_invalid(vm, a[1]);
    day = iso_date_length(p, len);
    if (day < 7 || day > len || !iso_date_parse(p, day, &y, &m, &d) || (len > day && !iso_time_parse(p + day + 1, len - day - 1, &t))) return iso_invalid(vm, a[1]);
    for (int i = 0; !str_is_ascii(as_str(a[1])) && i < len; i++) /* what was not ASCII may stand between the two alone */
        if (str_at(as_str(a[1]), i) > 126 && i != day) return iso_invalid(vm, a[1]);
    if (!date_check(vm, y, m, d) || !clock_check(vm, t.clock.hour, t.clock.minute, t.clock.second, t.clock.micros, 0, &c)) return NULL;
    Date date = {.year = (uint16_t)y, .month = (uint8_t)m, .day = (uint8_t)d};
    Value zone = iso_zone(vm, &t), r = zone ? made(vm, a[0], &date, &c, zone) : NO_VALUE;
    release(vm, zone);
    return r;
}

/* ---- parts and texts ---- */
static Value get_hour(VM *vm, Ref self) { return make_small(as_datetime(self)->clock.hour); }
static Value get_minute(VM *vm, Ref self) { return make_small(as_datetime(self)->clock.minute); }
static Value get_second(VM *vm, Ref self) { return make_small(as_datetime(self)->clock.second); }
static Value get_micros(VM *vm, Ref self) { return make_small(as_datetime(self)->clock.micros); }
static Value get_fold(VM *vm, Ref self) { return make_small(as_datetime(self)->clock.fold); }
static Value get_zone(VM *vm, Ref self) { return retain(as_datetime(self)->zone); }

METHOD(date) { return date_make(vm, REF(datetime_state(vm)->date), SELF->date.year, SELF->date.month, SELF->date.day); }
METHOD(time) { return time_new(vm, REF(datetime_state(vm)->time), &SELF->clock, V_NONE); }
METHOD(timetz) { return time_new(vm, REF(datetime_state(vm)->time), &SELF->clock, SELF->zone); }
METHOD(utcoffset) { return zone_ask(vm, SELF->zone, "utcoffset", a[0]); }
METHOD(dst) { return zone_ask(vm, SELF->zone, "dst", a[0]); }
METHOD(tzname) { return zone_name(vm, SELF->zone, a[0]); }

METHOD(timetuple)
{
    Value dst = zone_ask(vm, SELF->zone, "dst", a[0]);
    if (!dst) return NULL;
    int flag = is_none(dst) ? -1 : delta_micros(as_delta(dst)) != 0;
    release(vm, dst);
    return datetime_struct_time(vm, &SELF->date, &SELF->clock, flag);
}
METHOD(utctimetuple)
{
    Micros offset;
    Date d = SELF->date;
    Clock c = SELF->clock;
    int has = zone_offset(vm, SELF->zone, a[0], &offset);
    if (has < 0 || (has && !split(vm, datetime_micros(SELF) - offset, &d, &c))) return NULL;
    return datetime_struct_time(vm, &d, &c, 0);
}
METHOD(timestamp)
{
    Micros offset;
    int has = zone_offset(vm, SELF->zone, a[0], &offset);
    if (has < 0) return NULL;
    if (has) {
        Value delta = delta_of(vm, datetime_micros(SELF) - offset - EPOCH_SECONDS * SECOND_MICROS), name = delta ? str_intern_c(vm, "total_seconds") : NO_VALUE;
        Value r = name ? call_method(vm, delta, name, NULL, 0) : NO_VALUE;
        release(vm, name);
        release(vm, delta);
        return r;
    }
    int64_t utc;
    return utc_of_local(vm, SELF, &utc) ? make_float((double)(utc - EPOCH_SECONDS) + SELF->clock.micros / 1e6) : NULL;
}
METHOD(isoformat)
{
    char text[CLOCK_TEXT];
    uint32_t sep = 'T';
    if (a[1] && (!is_str(a[1]) || as_str(a[1])->len != 1)) return err_raise(vm, EXC_TypeError, "isoformat() argument 1 must be a unicode character, not %T", a[1]);
    if (a[1]) sep = str_at(as_str(a[1]), 0);
    if (a[2] && !is_str(a[2])) return err_raise(vm, EXC_TypeError, "isoformat() argument 2 must be str, not %T", a[2]);
    if (!clock_text(vm, &SELF->clock, a[2], text)) return NULL;
    StrB b = STRB_INIT(vm);
    char day[16], *end = day_text(&SELF->date, day);
    strb_ascii(&b, day, (size_t)(end - day));
    strb_char(&b, sep);
    strb_ascii(&b, text, strlen(text));
    if (offset_text(vm, &b, SELF->zone, a[0], ":")) return strb_take(&b);
    strb_drop(&b);
    return NULL;
}
METHOD(ctime)
{
    char text[48];
    int weekday = (ordinal_of(SELF->date.year, SELF->date.month, SELF->date.day) + 6) % 7;
    int len = snprintf(text, sizeof text, "%s %s %2d %02d:%02d:%02d %04d", datetime_days[weekday], datetime_months[SELF->date.month - 1], SELF->date.day, SELF->clock.hour, SELF->clock.minute,
                       SELF->clock.second, SELF->date.year);
    return str_from_ascii(vm, text, (size_t)len);
}
METHOD(replace)
{
    const Date *d = &SELF->date;
    const Clock *c = &SELF->clock;
    int v[8] = {d->year, d->month, d->day, c->hour, c->minute, c->second, c->micros, c->fold};
    for (int i = 0; i < 7; i++)
        if (!datetime_int(vm, a[i + 1], &v[i])) return NULL;
    if (!datetime_int(vm, a[9], &v[7])) return NULL;
    return from_parts(vm, REF(as_obj(a[0])->type), v, a[8] ? a[8] : (Ref)SELF->zone);
}
METHOD(astimezone)
{
    Ref to = a[1] ? a[1] : V_NONE;
    if (!is_none(to) && !is_tzinfo(to)) return err_raise(vm, EXC_TypeError, "tzinfo argument must be None or of a tzinfo subclass, not type '%T'", to);
    Value from = is_none(SELF->zone) ? zone_of_naive(vm, SELF) : retain(SELF->zone), zone = NO_VALUE, t = NO_VALUE;
    Micros offset;
    if (!from) return NULL;
    if (from == to) {
        release(vm, from);
        return retain(a[0]);
    }
    int has = zone_offset(vm, from, a[0], &offset);
    if (has == 0) { /* a zone that does not say: as without one */
        value_put(vm, &from, zone_of_naive(vm, SELF));
        has = !from ? -1 : from == to ? 2 : zone_offset(vm, from, a[0], &offset);
    }
    release(vm, from);
    if (has < 0) return NULL;
    if (has == 2) return retain(a[0]);
    Date d;
    Clock c;
    if (!split(vm, datetime_micros(SELF) - offset, &d, &c)) return NULL;
    DateTime utc = {.date = d, .clock = c};
    zone = is_none(to) ? zone_of_local(vm, (int64_t)(datetime_micros(&utc) / SECOND_MICROS) - EPOCH_SECONDS) : retain(to);
    t = zone ? made(vm, REF(as_obj(a[0])->type), &d, &c, zone) : NO_VALUE;
    t = in_zone(vm, zone ? (Ref)zone : V_NONE, t);
    release(vm, zone);
    return t;
}

static Value reduced(VM *vm, Ref self, bool with_fold)
{
    const DateTime *t = as_datetime(self);
    const Clock *c = &t->clock;
    unsigned char state[10] = {(unsigned char)(t->date.year >> 8), (unsigned char)t->date.year, (unsigned char)(t->date.month | (with_fold && c->fold ? 128 : 0)), t->date.day,
                               c->hour, c->minute, c->second, (unsigned char)(c->micros >> 16), (unsigned char)(c->micros >> 8), (unsigned char)c->micros};
    Value bytes = bytes_from(vm, state, 10), args = !bytes ? NO_VALUE : is_none(t->zone) ? tuple_of(vm, 1, REF(bytes)) : tuple_of(vm, 2, REF(bytes), (Ref)t->zone);
    Value r = args ? tuple_of(vm, 2, REF(as_obj(self)->type), REF(args)) : NO_VALUE;
    release(vm, bytes);
    release(vm, args);
    return r;
}
METHOD(reduce) { return reduced(vm, a[0], false); }
METHOD(reduce_ex)
{
    int64_t protocol;
    return num_index_i64(vm, a[1], &protocol) ? reduced(vm, a[0], protocol > 3) : NULL;
}

static Value datetime_repr(VM *vm, Ref self)
{
    const DateTime *t = as_datetime(self);
    const Clock *c = &t->clock;
    StrB b = STRB_INIT(vm);
    strb_format(&b, "%s(%d, %d, %d, %d, %d", type_name(vm, as_obj(self)->type), t->date.year, t->date.month, t->date.day, c->hour, c->minute);
    if (c->second || c->micros) strb_format(&b, ", %d", c->second);
    if (c->micros) strb_format(&b, ", %d", c->micros);
    if (c->fold) strb_c(&b, ", fold=1");
    bool ok = true;
    if (!is_none(t->zone)) {
        strb_c(&b, ", tzinfo=");
        ok = strb_repr(&b, t->zone);
    }
    strb_char(&b, ')');
    if (ok) return strb_take(&b);
    strb_drop(&b);
    return NULL;
}
static Value datetime_str(VM *vm, Ref self)
{
    Value blank = str_from_char(vm, ' ');
    Ref space = blank;
    Value name = blank ? str_intern_c(vm, "isoformat") : NO_VALUE, r = name ? call_method(vm, self, name, &space, 1) : NO_VALUE;
    release(vm, name);
    release(vm, blank);
    return r;
}

/* ---- hash, comparing, arithmetic ---- */

/* The offset that the zone would say for the other of the two moments that show alike. */
static int folded_offset(VM *vm, Ref t, bool fold, Micros *out)
{
    const DateTime *d = as_datetime(t);
    if (d->clock.fold == fold) return zone_offset(vm, d->zone, t, out);
    Clock c = d->clock;
    c.fold = fold;
    Value other = datetime_new(vm, REF(datetime_state(vm)->datetime), &d->date, &c, d->zone);
    int has = other ? zone_offset(vm, d->zone, other, out) : -1;
    release(vm, other);
    return has;
}

static bool datetime_hash(VM *vm, Ref self, int64_t *hash)
{
    Micros offset;
    if (folded_offset(vm, self, false, &offset) < 0) return false;
    *hash = datetime_mix(datetime_micros(as_datetime(self)) - offset + ((Micros)1 << 82), vm->hash_seed);
    return true;
}

/* Does its offset hang on fold? Then it equals nothing in another zone. */
static int hangs_on_fold(VM *vm, Ref t, int has, Micros offset)
{
    Micros other;
    int has_other = folded_offset(vm, t, !as_datetime(t)->clock.fold, &other);
    return has_other < 0 ? -1 : has_other != has || other != offset;
}

static Value datetime_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    bool equality = op == CMP_EQ || op == CMP_NE;
    if (!is_datetime(b)) {
        if (!is_date(b)) return V_NOTIMPL; /* a day is no moment: date's own answer is not asked for */
        if (equality) return make_bool(op == CMP_NE);
        return err_raise(vm, EXC_TypeError, "can't compare %T to %T", a, b);
    }
    Micros x = 0, y = 0;
    bool other_zone = as_datetime(a)->zone != as_datetime(b)->zone;
    int has_x = 0, has_y = 0;
    if (other_zone) {
        has_x = zone_offset(vm, as_datetime(a)->zone, a, &x);
        has_y = has_x < 0 ? -1 : zone_offset(vm, as_datetime(b)->zone, b, &y);
        if (has_y < 0) return NULL;
        if (has_x != has_y) {
            if (equality) return make_bool(op == CMP_NE);
            return err_raise(vm, EXC_TypeError, "can't compare offset-naive and offset-aware datetimes");
        }
    }
    Micros left = datetime_micros(as_datetime(a)) - x, right = datetime_micros(as_datetime(b)) - y;
    if (equality && other_zone && left == right) {
        int differs = hangs_on_fold(vm, a, has_x, x);
        if (differs == 0) differs = hangs_on_fold(vm, b, has_y, y);
        if (differs < 0) return NULL;
        return make_bool((op == CMP_NE) == differs);
    }
    switch (op) {
    case CMP_LT: return make_bool(left < right);
    case CMP_LE: return make_bool(left <= right);
    case CMP_EQ: return make_bool(left == right);
    case CMP_NE: return make_bool(left != right);
    case CMP_GT: return make_bool(left > right);
    default: return make_bool(left >= right);
    }
}

static Value datetime_nb_add(VM *vm, Ref a, Ref b)
{
    if (is_datetime(a)) return is_delta(b) ? datetime_add(vm, a, delta_micros(as_delta(b))) : V_NOTIMPL;
    return is_datetime(b) && is_delta(a) ? datetime_add(vm, b, delta_micros(as_delta(a))) : V_NOTIMPL;
}
static Value datetime_nb_sub(VM *vm, Ref a, Ref b)
{
    if (!is_datetime(a)) return V_NOTIMPL;
    if (is_delta(b)) return datetime_add(vm, a, -delta_micros(as_delta(b)));
    if (!is_datetime(b)) return V_NOTIMPL;
    Micros x = 0, y = 0;
    if (as_datetime(a)->zone != as_datetime(b)->zone) {
        int has_x = zone_offset(vm, as_datetime(a)->zone, a, &x), has_y = has_x < 0 ? -1 : zone_offset(vm, as_datetime(b)->zone, b, &y);
        if (has_y < 0) return NULL;
        if (has_x != has_y) return err_raise(vm, EXC_TypeError, "can't subtract offset-naive and offset-aware datetimes");
    }
    return delta_of(vm, datetime_micros(as_datetime(a)) - x - (datetime_micros(as_datetime(b)) - y));
}

static const NativeDef methods[] = {
    {"now", m_now, "cls, tz=None", "It is now; in a zone, or as the local clocks show it.", NATIVE_CLASS | NATIVE_KW},
    {"utcnow", m_utcnow, "cls, /", "It is now, as UTC shows it, without a zone.", NATIVE_CLASS},
    {"fromtimestamp", m_fromtimestamp, "cls, timestamp, tz=None", "A timestamp's moment; in a zone, or as the local clocks show it.", NATIVE_CLASS | NATIVE_KW},
    {"utcfromtimestamp", m_utcfromtimestamp, "cls, timestamp, /", "A timestamp's moment as UTC shows it, without a zone.", NATIVE_CLASS},
    {"strptime", m_strptime, "cls, date_string, format, /", "The moment that a text in this format names.", NATIVE_CLASS},
    {"combine", m_combine, "cls, date, time, tzinfo=None", "A day and a time of day.", NATIVE_CLASS | NATIVE_KW},
    {"fromisoformat", m_fromisoformat, "cls, string, /", "The moment that a text in a form of ISO 8601 names.", NATIVE_CLASS},
    {"date", m_date, "self, /", "Its day.", 0},
    {"time", m_time, "self, /", "Its time of day, without the zone.", 0},
    {"timetz", m_timetz, "self, /", "Its time of day, with the zone.", 0},
    {"ctime", m_ctime, "self, /", "As C's ctime writes it.", 0},
    {"timetuple", m_timetuple, "self, /", "A struct_time.", 0},
    {"timestamp", m_timestamp, "self, /", "Seconds since 1970 in UTC, a float.", 0},
    {"utctimetuple", m_utctimetuple, "self, /", "A struct_time in UTC.", 0},
    {"isoformat", m_isoformat, "self, sep='T', timespec='auto'", "YYYY-MM-DDTHH:MM:SS, with microseconds and the offset from UTC where there are any.", NATIVE_KW},
    {"utcoffset", m_utcoffset, "self, /", "What its zone says.", 0},
    {"dst", m_dst, "self, /", "What its zone says.", 0},
    {"tzname", m_tzname, "self, /", "What its zone says.", 0},
    {"replace", m_replace, "self, /, year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None, tzinfo=None, *, fold=0", "Another moment, with some parts of its own.", NATIVE_KW},
    {"astimezone", m_astimezone, "self, tz=None", "The same moment as another zone's clocks show it.", NATIVE_KW},
    {"__reduce_ex__", m_reduce_ex, "self, proto, /", "Its class and what it is made of.", 0},
    {"__reduce__", m_reduce, "self, /", "Its class and what it is made of.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef getsets[] = {
    {"hour", get_hour, NULL, NULL}, {"minute", get_minute, NULL, NULL}, {"second", get_second, NULL, NULL}, {"microsecond", get_micros, NULL, NULL},
    {"tzinfo", get_zone, NULL, NULL}, {"fold", get_fold, NULL, NULL}, {NULL, NULL, NULL, NULL},
};
const TypeDef datetime_def = {
    .name = "datetime.datetime", .doc = "A day and a time of day, perhaps in a zone.", .kind = KIND_OPAQUE, .size = sizeof(DateTime), .flags = TYPE_BASE | TYPE_IMMUTABLE,
    .s = {.new_ = datetime_construct, .repr = datetime_repr, .str = datetime_str, .hash = datetime_hash, .compare = datetime_compare, .nb = {[OP_ADD] = datetime_nb_add, [OP_SUB] = datetime_nb_sub}},
    .dealloc = datetime_dealloc, .traverse = datetime_traverse, .methods = methods, .getsets = getsets,
    .text_signature = "year, month, day, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0",
};
