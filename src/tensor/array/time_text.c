/* time_text.c: moments as ISO 8601 texts, and the reading of them: as numpy.datetime64 takes and prints them. */
#include "time.h"

#include <stdio.h>
#include <time.h>

/* ---- reading ---- */
typedef struct Reader { const char *s; size_t n, at; } Reader;

static int digit_at(const Reader *r, size_t at) { return at < r->n && r->s[at] >= '0' && r->s[at] <= '9' ? r->s[at] - '0' : -1; }
static bool blank_at(const Reader *r, size_t at) { return at < r->n && (r->s[at] == ' ' || (r->s[at] >= '\t' && r->s[at] <= '\r')); }

static bool two_digits(Reader *r, int *out)
{
    int a = digit_at(r, r->at), b = digit_at(r, r->at + 1);
    if (a < 0 || b < 0) return false;
    *out = 10 * a + b;
    r->at += 2;
    return true;
}

static bool is_word(const char *s, size_t n, const char *word)
{
    if (strlen(word) != n) return false;
    for (size_t i = 0; i < n; i++)
        if ((s[i] | 32) != word[i]) return false;
    return true;
}

static bool wrong(VM *vm, const Reader *r, const char *what)
{
    Value shown = str_from_utf8(vm, r->s, r->n);
    if (!shown) return false;
    if (what) err_raise(vm, EXC_ValueError, "%s out of range in datetime string \"%U\"", what, (Ref)shown);
    else err_raise(vm, EXC_ValueError, "Error parsing datetime string \"%U\" at position %zu", (Ref)shown, r->at);
    release(vm, shown);
    return false;
}

static bool read_date(VM *vm, Reader *r, Moment *m, TimeUnit *unit, bool *clock)
{
    bool negative = false;
    uint64_t year = 0;
    while (blank_at(r, r->at)) r->at++;
    if (r->at < r->n && (r->s[r->at] == '-' || r->s[r->at] == '+')) negative = r->s[r->at++] == '-';
    if (digit_at(r, r->at) < 0) return wrong(vm, r, NULL);
    for (; digit_at(r, r->at) >= 0; r->at++) year = year * 10 + (uint64_t)digit_at(r, r->at);
    m->year = (int64_t)(negative ? -year : year);
    *unit = UNIT_Y;
    *clock = false;
    if (r->at == r->n) return true;
    if (r->s[r->at] != '-') return wrong(vm, r, NULL);
    r->at++;
    if (!two_digits(r, &m->month)) return wrong(vm, r, NULL);
    if (m->month < 1 || m->month > 12) return wrong(vm, r, "Month");
    *unit = UNIT_M;
    if (r->at == r->n) return true;
    if (r->s[r->at] != '-') return wrong(vm, r, NULL);
    r->at++;
    if (!two_digits(r, &m->day)) return wrong(vm, r, NULL);
    if (m->day < 1 || m->day > civil_month_days(m->year, m->month)) return wrong(vm, r, "Day");
    *unit = UNIT_D;
    if (r->at == r->n) return true;
    if (r->s[r->at] != 'T' && r->s[r->at] != ' ') return wrong(vm, r, NULL);
    r->at++;
    *clock = true;
    return true;
}

static void read_fraction(Reader *r, Moment *m, TimeUnit *unit)
{
    enum { PLACES = 18 };
    int n = 0;
    for (; n < PLACES && digit_at(r, r->at) >= 0; n++, r->at++) m->atto = m->atto * 10 + digit_at(r, r->at);
    for (int i = n; i < PLACES; i++) m->atto *= 10;
    *unit = (TimeUnit)(UNIT_ms + (n > 3 ? (n - 1) / 3 : 0));
}

static bool read_clock(VM *vm, Reader *r, Moment *m, TimeUnit *unit)
{
    if (!two_digits(r, &m->hour)) return wrong(vm, r, NULL);
    if (m->hour > 23) return wrong(vm, r, "Hours");
    *unit = UNIT_h;
    if (r->at == r->n || r->s[r->at] != ':') return true;
    r->at++;
    if (!two_digits(r, &m->minute)) return wrong(vm, r, NULL);
    if (m->minute > 59) return wrong(vm, r, "Minutes");
    *unit = UNIT_m;
    if (r->at == r->n || r->s[r->at] != ':') return true;
    r->at++;
    if (!two_digits(r, &m->second)) return wrong(vm, r, NULL);
    if (m->second > 59) return wrong(vm, r, "Seconds");
    *unit = UNIT_s;
    if (r->at == r->n || r->s[r->at] != '.') return true;
    r->at++;
    read_fraction(r, m, unit);
    return true;
}

static bool read_zone(VM *vm, Reader *r, Moment *m)
{
    if (r->at == r->n) return true;
    if (!err_warn(vm, EXC_DeprecationWarning, str_from_c(vm, "parsing timezone aware datetimes is deprecated; this will raise an error in the future"))) return false;
    char sign = r->s[r->at];
    if (sign == 'Z') {
        r->at++;
    } else if (sign == '+' || sign == '-') {
        int hours, minutes = 0;
        r->at++;
        if (!two_digits(r, &hours)) return wrong(vm, r, NULL);
        if (hours > 23) return wrong(vm, r, "Timezone hours offset");
        if (r->at < r->n && r->s[r->at] == ':') r->at++;
        if (r->at < r->n && !blank_at(r, r->at)) {
            if (!two_digits(r, &minutes)) return wrong(vm, r, NULL);
            if (minutes > 59) return wrong(vm, r, "Timezone minutes offset");
        }
        else if (r->s[r->at - 1] == ':') return wrong(vm, r, NULL);
        moment_add_minutes(m, sign == '-' ? hours * 60 + minutes : -(hours * 60 + minutes));
    }
    while (blank_at(r, r->at)) r->at++;
    return r->at == r->n || wrong(vm, r, NULL);
}

static void today(Moment *m)
{
    time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    m->year = local.tm_year + 1900;
    m->month = local.tm_mon + 1;
    m->day = local.tm_mday;
}

bool time_parse(VM *vm, const char *text, size_t n, TimeUnit asked, Casting casting, Moment *out, TimeUnit *unit)
{
    Reader r = {text, n, 0};
    bool clock = false;
    *out = (Moment){.month = 1, .day = 1};
    *unit = UNIT_GENERIC;
    if (!n || is_word(text, n, "nat")) {
        out->year = INT64_MIN;
        return true;
    }
    if (is_word(text, n, "today")) {
        today(out);
        *unit = UNIT_D;
    } else if (is_word(text, n, "now")) {
        *out = time_to_moment((int64_t)time(NULL), (TimeMeta){UNIT_s, 1});
        *unit = UNIT_s;
    } else if (!read_date(vm, &r, out, unit, &clock) || (clock && (!read_clock(vm, &r, out, unit) || !read_zone(vm, &r, out)))) {
        return false;
    }
    if (asked == UNIT_GENERIC || time_unit_can_cast(*unit, asked, casting)) return true;
    Value shown = str_from_utf8(vm, text, n);
    if (shown) err_raise(vm, EXC_TypeError, "Cannot parse \"%U\" as unit '%s' using casting rule '%s'", (Ref)shown, time_unit_names[asked], casting_name(casting));
    release(vm, shown);
    return false;
}

/* ---- writing ---- */
size_t moment_text(char out[TIME_TEXT], const Moment *m, TimeUnit unit, bool local, bool utc, int offset)
{
    if (moment_is_nat(m)) return memcpy(out, "NaT", 3), 3;
    int n = snprintf(out, 32, "%04lld", (long long)m->year);
    if (unit >= UNIT_M) n += snprintf(out + n, 8, "-%02d", m->month);
    if (unit >= UNIT_W) n += snprintf(out + n, 8, "-%02d", m->day);
    if (unit >= UNIT_h) n += snprintf(out + n, 8, "T%02d", m->hour);
    if (unit >= UNIT_m) n += snprintf(out + n, 8, ":%02d", m->minute);
    if (unit >= UNIT_s) n += snprintf(out + n, 8, ":%02d", m->second);
    if (unit >= UNIT_ms) {
        char digits[20];
        snprintf(digits, sizeof digits, "%018lld", (long long)m->atto);
        int places = 3 * ((int)unit - UNIT_ms + 1);
        out[n++] = '.';
        memcpy(out + n, digits, (size_t)places);
        n += places;
    }
    if (unit < UNIT_h) return (size_t)n;
    if (local) {
        int size = offset < 0 ? -offset : offset;
        n += snprintf(out + n, 8, "%c%02d%02d", offset < 0 ? '-' : '+', size / 60 % 100, size % 60);
    } else if (utc) {
        out[n++] = 'Z';
    }
    return (size_t)n;
}

TimeUnit moment_lossless_unit(const Moment *m)
{
    if (m->atto) {
        int64_t rest = m->atto;
        unsigned unit = UNIT_as;
        while (rest % 1000 == 0) {
            rest /= 1000;
            unit--;
        }
        return (TimeUnit)unit;
    }
    return m->second ? UNIT_s : m->hour || m->minute ? UNIT_m : UNIT_D;
}

size_t time_text_room(TimeUnit unit, bool local)
{
    size_t n = 21 + 1; /* a year of 64 bits with its sign; and one more, as the original counts a zero behind */
    if (unit == UNIT_GENERIC) return 4;
    if (unit >= UNIT_M) n += 3;
    if (unit >= UNIT_W) n += 3;
    if (unit >= UNIT_h) n += 3 + (local ? 5 : 1);
    if (unit >= UNIT_m) n += 3;
    if (unit >= UNIT_s) n += 3;
    if (unit >= UNIT_ms) n += 4 + 3 * ((size_t)unit - UNIT_ms);
    return n;
}

/* ---- scalars ---- */
static Value delta_text(VM *vm, TimeMeta meta, int64_t value)
{
    static const char *const words[] = {"years", "months", "weeks", "", "days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds", "picoseconds", "femtoseconds",
        "attoseconds", "generic time units"};
    return str_format(vm, "%lld %s", (long long)((uint64_t)value * (uint64_t)(int64_t)meta.count), words[meta.unit]);
}

static Value delta_repr(VM *vm, TimeMeta meta, int64_t value)
{
    Value number = value == NAT ? str_from_c(vm, "'NaT'") : str_format(vm, "%lld", (long long)value), unit = number ? time_meta_text(vm, meta, false) : NO_VALUE, r = NO_VALUE;
    if (unit) r = meta.unit == UNIT_GENERIC ? str_format(vm, "numpy.timedelta64(%U)", (Ref)number) : str_format(vm, "numpy.timedelta64(%U,'%U')", (Ref)number, (Ref)unit);
    release(vm, number);
    release(vm, unit);
    return r;
}

Value time_scalar_text(VM *vm, Num num, TimeMeta meta, int64_t value, bool repr)
{
    char text[TIME_TEXT];
    if (num == NP_TIMEDELTA && repr) return delta_repr(vm, meta, value);
    if (value == NAT && !repr) return str_from_c(vm, "NaT");
    if (num == NP_TIMEDELTA) return delta_text(vm, meta, value);
    if (meta.unit == UNIT_GENERIC && value != NAT) return err_raise(vm, EXC_RuntimeError, "NumPy datetime has no unit");
    Moment m = time_to_moment(value, meta);
    size_t n = moment_text(text, &m, meta.unit, false, false, 0);
    if (!repr) return str_from_ascii(vm, text, n);
    Value shown = str_from_ascii(vm, text, n), unit = shown ? time_meta_text(vm, meta, false) : NO_VALUE, r = NO_VALUE;
    bool plain = meta.unit == UNIT_GENERIC || (meta.count == 1 && meta.unit != UNIT_h); /* the text alone tells the unit (weeks are told by nobody) */
    if (unit) r = plain ? str_format(vm, "numpy.datetime64('%U')", (Ref)shown) : str_format(vm, "numpy.datetime64('%U','%U')", (Ref)shown, (Ref)unit);
    release(vm, shown);
    release(vm, unit);
    return r;
}
