/* mod_time.c: the module time: clocks, sleeping, calendar time and its texts. strptime is Python's (_strptime). */
#include <errno.h>
#include <math.h>
#include <time.h>

#include "mod_posix.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

typedef struct TimeState { Value struct_time; } TimeState;
extern const ModuleDef time_module;

/* ---- clocks ---- */

static Value clock_seconds(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return make_float((double)t.tv_sec + 1e-9 * (double)t.tv_nsec);
}
static Value clock_ns(VM *vm, clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return int_from_i64(vm, (int64_t)t.tv_sec * 1000000000 + t.tv_nsec);
}
#define CLOCK(fn, fn_ns, id) \
    FN(fn) { return clock_seconds(id); } \
    FN(fn_ns) { return clock_ns(vm, id); }
CLOCK(fn_time, fn_time_ns, CLOCK_REALTIME)
CLOCK(fn_monotonic, fn_monotonic_ns, CLOCK_MONOTONIC)
CLOCK(fn_process_time, fn_process_time_ns, CLOCK_PROCESS_CPUTIME_ID)
CLOCK(fn_thread_time, fn_thread_time_ns, CLOCK_THREAD_CPUTIME_ID)

static bool clock_id(VM *vm, Ref v, clockid_t *id)
{
    int i;
    if (!int_arg(vm, v, &i)) return false;
    *id = i;
    return true;
}
FN(fn_clock_gettime)
{
    clockid_t id;
    struct timespec t;
    if (!clock_id(vm, args[0], &id)) return NULL;
    return clock_gettime(id, &t) < 0 ? err_errno(vm, errno, NULL) : clock_seconds(id);
}
FN(fn_clock_gettime_ns)
{
    clockid_t id;
    struct timespec t;
    if (!clock_id(vm, args[0], &id)) return NULL;
    return clock_gettime(id, &t) < 0 ? err_errno(vm, errno, NULL) : clock_ns(vm, id);
}
FN(fn_clock_getres)
{
    clockid_t id;
    struct timespec t;
    if (!clock_id(vm, args[0], &id)) return NULL;
    return clock_getres(id, &t) < 0 ? err_errno(vm, errno, NULL) : make_float((double)t.tv_sec + 1e-9 * (double)t.tv_nsec);
}

FN(fn_get_clock_info)
{
    static const struct { const char *name, *implementation; clockid_t id; bool monotonic, adjustable; } rows[] = {
        {"time", "clock_gettime(CLOCK_REALTIME)", CLOCK_REALTIME, false, true},
        {"monotonic", "clock_gettime(CLOCK_MONOTONIC)", CLOCK_MONOTONIC, true, false},
        {"perf_counter", "clock_gettime(CLOCK_MONOTONIC)", CLOCK_MONOTONIC, true, false},
        {"process_time", "clock_gettime(CLOCK_PROCESS_CPUTIME_ID)", CLOCK_PROCESS_CPUTIME_ID, true, false},
        {"thread_time", "clock_gettime(CLOCK_THREAD_CPUTIME_ID)", CLOCK_THREAD_CPUTIME_ID, true, false}};
    if (!is_str(args[0])) return err_raise(vm, EXC_TypeError, "get_clock_info() argument 1 must be str, not %T", args[0]);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!str_equal_c(args[0], rows[i].name)) continue;
        struct timespec t;
        clock_getres(rows[i].id, &t);
        Value ns = call0(vm, REF(CLASS(SimpleNamespace))), text = ns ? str_from_c(vm, rows[i].implementation) : NULL;
        static const char *const keys[] = {"implementation", "monotonic", "adjustable", "resolution"};
        Ref values[] = {text, make_bool(rows[i].monotonic), make_bool(rows[i].adjustable), make_float((double)t.tv_sec + 1e-9 * (double)t.tv_nsec)};
        bool ok = text != NULL;
        for (int k = 0; ok && k < 4; k++) {
            Value key = str_intern_c(vm, keys[k]);
            ok = key && obj_setattr(vm, ns, key, values[k]);
            release(vm, key);
        }
        release(vm, text);
        if (!ok) value_clear(vm, &ns);
        return ns;
    }
    return err_raise(vm, EXC_ValueError, "unknown clock");
}

FN(fn_sleep)
{
    double s;
    if (is_float_any(args[0])) s = float_any_of(args[0]);
    else if (is_int(args[0])) {
        int64_t i;
        if (!int_fits_i64(args[0], &i)) return err_raise(vm, EXC_OverflowError, "timestamp out of range for platform time_t");
        s = (double)i;
    } else {
        Value i = num_index(vm, args[0]);
        if (!i) return NULL;
        bool ok;
        s = int_to_double(vm, i, &ok);
        release(vm, i);
        if (!ok) return NULL;
    }
    if (isnan(s)) return err_raise(vm, EXC_ValueError, "Invalid value NaN (not a number)");
    if (s < 0) return err_raise(vm, EXC_ValueError, "sleep length must be non-negative");
    if (s > 9.2e9) return err_raise(vm, EXC_OverflowError, isinf(s) ? "timestamp out of range for platform time_t" : "timestamp too large to convert to C _PyTime_t");
    return lib_nap(vm, s) ? V_NONE : NO_VALUE;
}

/* ---- calendar time ---- */

static const char *const fields[] = {"tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday", "tm_yday", "tm_isdst"};
static const char *const hidden[] = {"tm_zone", "tm_gmtoff"};

static Value struct_time(VM *vm, const struct tm *t)
{
    TimeState *s = module_state(vm, &time_module);
    Value zone = s ? str_from_c(vm, t->tm_zone ? t->tm_zone : "") : NULL;
    if (!zone) return NULL;
    Ref v[11] = {make_small((int64_t)t->tm_year + 1900), make_small(t->tm_mon + 1), make_small(t->tm_mday), make_small(t->tm_hour), make_small(t->tm_min),
                 make_small(t->tm_sec), make_small((t->tm_wday + 6) % 7), make_small(t->tm_yday + 1), make_small(t->tm_isdst), zone,
                 make_small(t->tm_gmtoff)};
    Value r = structseq_new_hidden(vm, s->struct_time, v, 9, hidden, 2);
    release(vm, zone);
    return r;
}

/* Seconds since the epoch: absent or None is now. */
static bool epoch(VM *vm, Ref v, time_t *out)
{
    if (!v || is_none(v)) {
        *out = time(NULL);
        return true;
    }
    int64_t i;
    if (is_float_any(v)) {
        double d = float_any_of(v);
        if (isnan(d)) return err_false(vm, EXC_ValueError, "Invalid value NaN (not a number)");
        d = floor(d);
        if (!(d >= -9.2e18 && d <= 9.2e18)) return err_false(vm, EXC_OverflowError, "timestamp out of range for platform time_t");
        *out = (time_t)d;
        return true;
    }
    Value n = num_index(vm, v);
    if (!n) return false;
    bool fits = int_fits_i64(n, &i);
    release(vm, n);
    if (!fits) return err_false(vm, EXC_OverflowError, "timestamp out of range for platform time_t");
    *out = i;
    return true;
}

static Value broken_down(VM *vm, Ref v, struct tm *(*convert)(const time_t *, struct tm *))
{
    time_t t;
    struct tm tm = {0};
    if (!epoch(vm, v, &t)) return NULL;
    errno = 0;
    if (!convert(&t, &tm)) return err_errno(vm, errno ? errno : EINVAL, NULL);
    return struct_time(vm, &tm);
}
FN(fn_localtime) { return broken_down(vm, args[0], localtime_r); }
FN(fn_gmtime) { return broken_down(vm, args[0], gmtime_r); }

/* A 9-tuple to C; tm_zone and tm_gmtoff from a struct_time. */
static bool tm_arg(VM *vm, Ref v, const char *fn, struct tm *out)
{
    memset(out, 0, sizeof *out);
    if (!is_tuple(v)) return err_false(vm, EXC_TypeError, "Tuple or struct_time argument required");
    if (as_tuple(v)->len != 9 && as_tuple(v)->len != 11) return err_false(vm, EXC_TypeError, "%s(): illegal time tuple argument", fn);
    int f[9];
    for (int i = 0; i < 9; i++)
        if (!int_arg(vm, as_tuple(v)->items[i], &f[i])) return false;
    if (f[0] < INT32_MIN + 1900) return err_false(vm, EXC_OverflowError, "year out of range");
    out->tm_year = f[0] - 1900;
    out->tm_mon = f[1] - 1;
    out->tm_mday = f[2];
    out->tm_hour = f[3];
    out->tm_min = f[4];
    out->tm_sec = f[5];
    out->tm_wday = (f[6] + 1) % 7;
    out->tm_yday = f[7] - 1;
    out->tm_isdst = f[8];
    return true;
}

static bool tm_check(VM *vm, struct tm *t)
{
    if (t->tm_mon == -1) t->tm_mon = 0;
    else if (t->tm_mon < 0 || t->tm_mon > 11) return err_false(vm, EXC_ValueError, "month out of range");
    if (t->tm_mday == 0) t->tm_mday = 1;
    else if (t->tm_mday < 0 || t->tm_mday > 31) return err_false(vm, EXC_ValueError, "day of month out of range");
    if (t->tm_hour < 0 || t->tm_hour > 23) return err_false(vm, EXC_ValueError, "hour out of range");
    if (t->tm_min < 0 || t->tm_min > 59) return err_false(vm, EXC_ValueError, "minute out of range");
    if (t->tm_sec < 0 || t->tm_sec > 61) return err_false(vm, EXC_ValueError, "seconds out of range");
    if (t->tm_wday < 0) return err_false(vm, EXC_ValueError, "day of week out of range");
    if (t->tm_yday == -1) t->tm_yday = 0;
    else if (t->tm_yday < 0 || t->tm_yday > 365) return err_false(vm, EXC_ValueError, "day of year out of range");
    return true;
}

static bool tm_or_now(VM *vm, Ref v, const char *fn, struct tm *out)
{
    if (v) return tm_arg(vm, v, fn, out) && tm_check(vm, out);
    time_t now = time(NULL);
    localtime_r(&now, out);
    return true;
}

FN(fn_mktime)
{
    struct tm t;
    if (!tm_arg(vm, args[0], "mktime", &t)) return NULL;
    t.tm_wday = -1; /* stays so only if mktime fails: -1 alone may be the second before the epoch */
    time_t r = mktime(&t);
    if (r == (time_t)-1 && t.tm_wday == -1) return err_raise(vm, EXC_OverflowError, "mktime argument out of range");
    return make_float((double)r);
}

static Value text_of(VM *vm, const struct tm *t)
{
    static const char *const days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    char buf[80];
    int k = snprintf(buf, sizeof buf, "%s %s%3d %.2d:%.2d:%.2d %lld", days[t->tm_wday], months[t->tm_mon], t->tm_mday, t->tm_hour, t->tm_min, t->tm_sec,
                     (long long)t->tm_year + 1900);
    return str_from_ascii(vm, buf, (size_t)k);
}
FN(fn_asctime)
{
    struct tm t;
    return tm_or_now(vm, args[0], "asctime", &t) ? text_of(vm, &t) : NO_VALUE;
}
FN(fn_ctime)
{
    time_t t;
    struct tm tm;
    if (!epoch(vm, args[0], &t)) return NULL;
    if (!localtime_r(&t, &tm)) return err_errno(vm, errno, NULL);
    return text_of(vm, &tm);
}

/* The directives that are numbers, whatever the locale and the zone: no need to ask libc, which looks at the zone's file each time.
 * NULL without an error: there are others. */
static Value numbers_text(VM *vm, const Str *format, const struct tm *t)
{
    StrB b = STRB_INIT(vm);
    if (t->tm_year < 1000 - 1900 || t->tm_year > 9999 - 1900) return NULL;
    const struct { char name; uint8_t width; int value; } rows[] = {{'Y', 4, t->tm_year + 1900}, {'m', 2, t->tm_mon + 1}, {'d', 2, t->tm_mday}, {'H', 2, t->tm_hour},
        {'M', 2, t->tm_min}, {'S', 2, t->tm_sec}, {'y', 2, t->tm_year % 100}, {'j', 3, t->tm_yday + 1}};
    enum { ROWS = sizeof rows / sizeof *rows };
    for (int i = 1; i < ROWS; i++)
        if (rows[i].value < 0 || rows[i].value > (rows[i].width == 3 ? 999 : 99)) return NULL;
    for (int64_t i = 0; i < format->len; i++) {
        uint32_t c = str_at(format, i);
        if (c == 0 || c > 127) goto other;
        if (c != '%') {
            strb_char(&b, c);
            continue;
        }
        uint32_t name = ++i < format->len ? str_at(format, i) : 0;
        int k = 0;
        while (k < ROWS && (uint32_t)rows[k].name != name) k++;
        if (k == ROWS) goto other;
        for (int unit = rows[k].width == 4 ? 1000 : rows[k].width == 3 ? 100 : 10; unit; unit /= 10) strb_char(&b, (uint32_t)('0' + rows[k].value / unit % 10));
    }
    return strb_take(&b);
other:
    strb_drop(&b);
    return NULL;
}

FN(fn_strftime)
{
    struct tm t;
    if (!is_str(args[0])) return err_raise(vm, EXC_TypeError, "strftime() argument 1 must be str, not %T", args[0]);
    if (!tm_or_now(vm, args[1], "strftime", &t)) return NULL;
    if (t.tm_isdst < -1) t.tm_isdst = -1;
    else if (t.tm_isdst > 1) t.tm_isdst = 1;
    Value numbers = numbers_text(vm, as_str(args[0]), &t);
    if (numbers || err_occurred(vm)) return numbers;
    if (args[1] && is_tuple(args[1])) { /* the zone that belongs to the time, else the local one */
        Value zone;
        Value key = str_intern_c(vm, "tm_gmtoff"), off;
        int has = key ? obj_lookup_attr(vm, args[1], key, &off) : -1;
        release(vm, key);
        if (has < 0) return NULL;
        struct tm copy = t;
        copy.tm_isdst = t.tm_isdst;
        mktime(&copy);
        t.tm_zone = t.tm_isdst < 0 ? "" : tzname[t.tm_isdst > 0];
        t.tm_gmtoff = copy.tm_gmtoff;
        if (has > 0 && is_small(off)) {
            t.tm_gmtoff = (long)small_of(off);
            key = str_intern_c(vm, "tm_zone");
            has = key ? obj_lookup_attr(vm, args[1], key, &zone) : -1;
            release(vm, key);
            if (has < 0) return NULL;
            if (has && is_str(zone)) {
                const char *text = str_utf8(vm, zone, NULL);
                if (text) t.tm_zone = text;
                else err_clear(vm);
            }
            if (has) release(vm, zone);
        } else if (has > 0) release(vm, off);
    }
    /* A character is put before, so that an empty result can be told from one that does not fit. */
    Value fmt = codec_encode(vm, args[0], "utf-8", "surrogateescape");
    if (!fmt) return NULL;
    StrB b = STRB_INIT(vm);
    const char *p = (const char *)as_bytes(fmt)->data, *end = p + as_bytes(fmt)->len;
    Value r = NULL;
    size_t cap = 256 + (size_t)as_bytes(fmt)->len * 8;
    char *buf = mem_alloc(vm->mem, cap);
    while (buf && p < end) { /* zero characters split the format into C strings */
        if (*p) {
            size_t k = strftime(buf, cap, p, &t);
            Value piece = codec_decode(vm, buf, (int64_t)k, "utf-8", "surrogateescape");
            if (!piece) break;
            strb_str(&b, piece);
            release(vm, piece);
        } else strb_char(&b, 0);
        p += *p ? strlen(p) : 1;
    }
    if (!buf) err_no_memory(vm);
    else mem_free(vm->mem, buf, cap);
    if (buf && p >= end) r = strb_take(&b);
    else strb_drop(&b);
    release(vm, fmt);
    return r;
}

FN(fn_strptime)
{
    Value f = import_attr(vm, "_strptime", "_strptime_time"), fmt = NULL, r = NULL;
    if (f && (args[1] || (fmt = str_from_c(vm, "%a %b %d %H:%M:%S %Y")))) r = call2(vm, f, args[0], args[1] ? args[1] : (Ref)fmt);
    release(vm, fmt);
    release(vm, f);
    return r;
}

/* ---- zones ---- */

static bool put_zones(VM *vm, Dict *ns)
{
    tzset();
    time_t now = time(NULL);
    struct tm jan = {0}, jul = {0};
    localtime_r(&now, &jan);
    jul = jan;
    jan.tm_mon = 0, jan.tm_mday = 1, jan.tm_hour = 12, jan.tm_isdst = -1;
    jul.tm_mon = 6, jul.tm_mday = 1, jul.tm_hour = 12, jul.tm_isdst = -1;
    mktime(&jan);
    mktime(&jul);
    bool south = jul.tm_gmtoff < jan.tm_gmtoff; /* summer time is the further east of the two */
    const struct tm *winter = south ? &jul : &jan, *summer = south ? &jan : &jul;
    Value a = str_from_c(vm, winter->tm_zone), b = str_from_c(vm, summer->tm_zone), pair = a && b ? tuple_of(vm, 2, (Ref)a, (Ref)b) : NULL;
    release(vm, a);
    release(vm, b);
    return module_add(vm, ns, "tzname", pair) && dict_set_c(vm, REF(ns), "timezone", make_small(-winter->tm_gmtoff)) &&
           dict_set_c(vm, REF(ns), "altzone", make_small(-summer->tm_gmtoff)) &&
           dict_set_c(vm, REF(ns), "daylight", make_small(winter->tm_gmtoff != summer->tm_gmtoff));
}

FN(fn_tzset)
{
    Value m = import_module(vm, "time");
    bool ok = m && put_zones(vm, as_module(m)->dict);
    release(vm, m);
    return ok ? V_NONE : NO_VALUE;
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    TimeState *s = as_module(module)->state;
    s->struct_time = structseq_type_hidden(vm, "time.struct_time", fields, 9, 9, hidden, 2);
    return s->struct_time && dict_set_c(vm, REF(ns), "struct_time", s->struct_time) && put_zones(vm, ns);
}
static void done(VM *vm, void *state) { release(vm, ((TimeState *)state)->struct_time); }

static const NativeDef functions[] = {
    {"time", fn_time, "", "Seconds since 1970, in UTC.", 0},
    {"time_ns", fn_time_ns, "", "Nanoseconds since 1970, in UTC.", 0},
    {"monotonic", fn_monotonic, "", "Monotonic clock, cannot go backward.", 0},
    {"monotonic_ns", fn_monotonic_ns, "", "Monotonic clock, cannot go backward, as nanoseconds.", 0},
    {"perf_counter", fn_monotonic, "", "Performance counter for benchmarking.", 0},
    {"perf_counter_ns", fn_monotonic_ns, "", "Performance counter for benchmarking as nanoseconds.", 0},
    {"process_time", fn_process_time, "", "Seconds of processor the process has used.", 0},
    {"process_time_ns", fn_process_time_ns, "", "Process time for profiling as nanoseconds.", 0},
    {"thread_time", fn_thread_time, "", "Thread time for profiling.", 0},
    {"thread_time_ns", fn_thread_time_ns, "", "Thread time for profiling as nanoseconds.", 0},
    {"clock_gettime", fn_clock_gettime, "clk_id, /", "A clock's time in seconds.", 0},
    {"clock_gettime_ns", fn_clock_gettime_ns, "clk_id, /", "A clock's time in nanoseconds.", 0},
    {"clock_getres", fn_clock_getres, "clk_id, /", "The smallest step of a clock.", 0},
    {"get_clock_info", fn_get_clock_info, "name, /", "Get information of the specified clock.", 0},
    {"sleep", fn_sleep, "seconds, /", "Waits so many seconds.", 0},
    {"localtime", fn_localtime, "seconds=None, /", "A moment as local calendar fields.", 0},
    {"gmtime", fn_gmtime, "seconds=None, /", "A moment as UTC calendar fields.", 0},
    {"mktime", fn_mktime, "tuple, /", "The moment of local calendar fields.", 0},
    {"asctime", fn_asctime, "tuple=None, /", "Calendar fields as 24 characters of English.", 0},
    {"ctime", fn_ctime, "seconds=None, /", "A moment as 24 characters of English, local time.", 0},
    {"strftime", fn_strftime, "format, tuple=None, /", "Calendar fields as a format says.", 0},
    {"strptime", fn_strptime, "string, format=None, /", "Calendar fields read from text as a format says.", 0},
    {"tzset", fn_tzset, "", "Initialize, or reinitialize, the local timezone.", 0},
    {0},
};
#define C(name) {#name, CONST_INT, name, 0, NULL}
static const ModuleConst constants[] = {C(CLOCK_REALTIME), C(CLOCK_MONOTONIC), C(CLOCK_MONOTONIC_RAW), C(CLOCK_PROCESS_CPUTIME_ID), C(CLOCK_THREAD_CPUTIME_ID),
    C(CLOCK_BOOTTIME), C(CLOCK_TAI), {"_STRUCT_TM_ITEMS", CONST_INT, 11, 0, NULL}, {0}};

const ModuleDef time_module = {.name = "time", .doc = "Clocks and calendar time.", .functions = functions, .constants = constants, .init = init,
    .state_size = sizeof(TimeState), .done = done};
