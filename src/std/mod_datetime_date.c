/* mod_datetime_date.c: the calendar, and date. */
#include "mod_datetime.h"
#include "lang/types/structseq.h"
#include <errno.h>
#include <math.h>
#include <time.h>

const char *const datetime_months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
const char *const datetime_days[] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};

/* ---- the calendar ---- */
enum { DAYS_4 = 4 * 365 + 1, DAYS_100 = 25 * DAYS_4 - 1, DAYS_400 = 4 * DAYS_100 + 1 };
static const int16_t before_month[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};

bool year_is_leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }
int month_days(int year, int month) { return month == 2 ? 28 + year_is_leap(year) : 30 + ((month + (month > 7)) & 1); }
static int days_before(int year, int month) { return before_month[month - 1] + (month > 2 && year_is_leap(year)); }
int ordinal_of(int year, int month, int day)
{
    int y = year - 1;
    return y * 365 + y / 4 - y / 100 + y / 400 + days_before(year, month) + day;
}
void ordinal_split(int ordinal, int *year, int *month, int *day)
{
    int n = ordinal - 1, n400 = n / DAYS_400;
    n %= DAYS_400;
    int n100 = n / DAYS_100 - (n / DAYS_100 == 4); /* the last day of 400 years belongs to the fourth century */
    n -= n100 * DAYS_100;
    int n4 = n / DAYS_4;
    n %= DAYS_4;
    int n1 = n / 365 - (n / 365 == 4);
    n -= n1 * 365;
    *year = n400 * 400 + n100 * 100 + n4 * 4 + n1 + 1;
    int m = n / 31 + 1; /* right, or one too early */
    if (m < 12 && n >= days_before(*year, m + 1)) m++;
    *month = m;
    *day = n - days_before(*year, m) + 1;
}
static int weekday_of(const Date *d) { return (ordinal_of(d->year, d->month, d->day) + 6) % 7; }
static int first_monday(int year) /* of its ISO week 1: the week with the year's first Thursday */
{
    int first = ordinal_of(year, 1, 1), weekday = (first + 6) % 7;
    return first - weekday + (weekday > 3 ? 7 : 0);
}
bool iso_week_split(int year, int week, int day, int *y, int *m, int *d, const char **wrong)
{
    *wrong = "Year is out of range: %d";
    if (year < MIN_YEAR || year > MAX_YEAR) return false;
    *wrong = "Invalid week: %d";
    if (week < 1 || week > 53) return false;
    if (week == 53) {
        int weekday = ordinal_of(year, 1, 1) % 7; /* 0: Sunday */
        if (weekday != 4 && !(weekday == 3 && year_is_leap(year))) return false;
    }
    *wrong = "Invalid weekday: %d (range is [1, 7])";
    if (day < 1 || day > 7) return false;
    int ordinal = first_monday(year) + (week - 1) * 7 + day - 1;
    *wrong = NULL;
    if (ordinal < 1) { /* 1 January of year 1 is a Monday: not reached */
        *y = 0;
        *m = *d = 1;
    } else ordinal_split(ordinal, y, m, d);
    return true;
}

bool date_check(VM *vm, int year, int month, int day)
{
    if (year < MIN_YEAR || year > MAX_YEAR) return err_false(vm, EXC_ValueError, "year %d is out of range", year);
    if (month < 1 || month > 12) return err_false(vm, EXC_ValueError, "month must be in 1..12");
    return (day >= 1 && day <= month_days(year, month)) || err_false(vm, EXC_ValueError, "day is out of range for month");
}
Value date_out_of_range(VM *vm) { return err_raise(vm, EXC_OverflowError, "date value out of range"); }

/* ---- making ---- */
static Value date_new_unchecked(VM *vm, Ref cls, int year, int month, int day)
{
    Date *d = (Date *)obj_alloc(vm, as_type(cls), as_type(cls)->inst_size);
    if (!d) return NULL;
    d->year = (uint16_t)year;
    d->month = (uint8_t)month;
    d->day = (uint8_t)day;
    return VAL(d);
}

static Value date_new(VM *vm, Ref cls, int year, int month, int day) { return date_check(vm, year, month, day) ? date_new_unchecked(vm, cls, year, month, day) : NULL; }

Value date_make(VM *vm, Ref cls, int year, int month, int day)
{
    DatetimeState *s = datetime_state(vm);
    if (!s) return NULL;
    return as_type(cls) == s->date ? date_new(vm, cls, year, month, day) : call3(vm, cls, make_small(year), make_small(month), make_small(day));
}

static Value from_ordinal(VM *vm, Ref cls, int64_t ordinal)
{
    int y, m, d;
    if (ordinal < 1 || ordinal > MAX_ORDINAL) return date_out_of_range(vm);
    ordinal_split((int)ordinal, &y, &m, &d);
    return date_make(vm, cls, y, m, d);
}

bool date_state_take(VM *vm, Ref state, int64_t size, int at, unsigned char *out)
{
    if (is_bytes(state)) {
        if (as_bytes(state)->len != size) return false;
        memcpy(out, as_bytes(state)->data, (size_t)size);
    } else if (is_str(state)) { /* of a Python 2, read as Latin-1 */
        if (as_str(state)->len != size) return false;
        for (int64_t i = 0; i < size; i++) {
            uint32_t c = str_at(as_str(state), i);
            if (c > 255) return false;
            out[i] = (unsigned char)c;
        }
    } else return false;
    return at < 0 || ((out[at] & 127) >= 1 && (out[at] & 127) <= 12);
}

static Value date_construct(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"year", "month", "day"};
    unsigned char state[4];
    Ref in[3];
    int v[3];
    if (n == 1 && !kwnames && date_state_take(vm, args[0], 4, 2, state) && state[2] <= 12) return date_new_unchecked(vm, cls, state[0] << 8 | state[1], state[2], state[3]);
    if (!datetime_bind(vm, args, n, kwnames, names, 3, 3, in)) return NULL;
    for (int i = 0; i < 3; i++)
        if (!datetime_int(vm, in[i], &v[i])) return NULL;
    return date_new(vm, cls, v[0], v[1], v[2]);
}

/* ---- class methods ---- */
#define METHOD(name) static Value m_##name(VM *vm, const Ref *a, int n, Ref kw)
#define SELF as_date(a[0])

METHOD(fromtimestamp)
{
    struct tm tm;
    int64_t seconds;
    if (is_float_any(a[1])) {
        double d = float_any_of(a[1]);
        if (isnan(d)) return err_raise(vm, EXC_ValueError, "Invalid value NaN (not a number)");
        if (fabs(d) > 9e18) return err_raise(vm, EXC_OverflowError, "timestamp out of range for platform time_t");
        seconds = (int64_t)floor(d);
    } else {
        Value i = num_index(vm, a[1]);
        if (!i) return NULL;
        bool fits = int_fits_i64(i, &seconds);
        release(vm, i);
        if (!fits) return err_raise(vm, EXC_OverflowError, "timestamp out of range for platform time_t");
    }
    time_t t = (time_t)seconds;
    errno = 0;
    if (!localtime_r(&t, &tm)) return err_errno(vm, errno ? errno : EOVERFLOW, NULL);
    return call3(vm, a[0], make_small((int64_t)tm.tm_year + 1900), make_small(tm.tm_mon + 1), make_small(tm.tm_mday));
}
METHOD(today)
{
    Value now = import_attr(vm, "time", "time"), t = now ? call0(vm, now) : NO_VALUE;
    Value name = t ? str_intern_c(vm, "fromtimestamp") : NO_VALUE, r = name ? call_method(vm, a[0], name, (Ref[]){t}, 1) : NO_VALUE;
    release(vm, now);
    release(vm, t);
    release(vm, name);
    return r;
}
METHOD(fromordinal)
{
    int64_t ordinal;
    int y, m, d;
    if (!num_index_i64(vm, a[1], &ordinal)) return NULL;
    if (ordinal < 1) return err_raise(vm, EXC_ValueError, "ordinal must be >= 1");
    if (ordinal > MAX_ORDINAL) return err_raise(vm, EXC_ValueError, "year is out of range");
    ordinal_split((int)ordinal, &y, &m, &d);
    return call3(vm, a[0], make_small(y), make_small(m), make_small(d));
}
METHOD(fromisoformat)
{
    char buf[16];
    int len, y, m, d;
    if (!is_str(a[1])) return err_raise(vm, EXC_TypeError, "fromisoformat: argument must be str");
    char *p = iso_ascii(vm, a[1], buf, sizeof buf, &len, false);
    if (!p || (len != 7 && len != 8 && len != 10) || !iso_date_parse(p, len, &y, &m, &d)) return iso_invalid(vm, a[1]);
    return date_make(vm, a[0], y, m, d);
}
METHOD(fromisocalendar)
{
    int v[3], y, m, d;
    const char *wrong;
    for (int i = 0; i < 3; i++) {
        int64_t x;
        if (!num_index_i64(vm, a[i + 1], &x)) {
            if (!err_matches(vm, EXC_OverflowError) && !err_matches(vm, EXC_IndexError)) return NULL;
            err_clear(vm);
            return err_raise(vm, EXC_ValueError, "ISO calendar component out of range");
        }
        if (x != (int)x) return err_raise(vm, EXC_ValueError, "ISO calendar component out of range");
        v[i] = (int)x;
    }
    if (!iso_week_split(v[0], v[1], v[2], &y, &m, &d, &wrong))
        return err_raise(vm, EXC_ValueError, wrong, wrong[0] == 'Y' ? v[0] : wrong[8] == 'w' && wrong[12] == ':' ? v[1] : v[2]);
    if (y > MAX_YEAR) return err_raise(vm, EXC_ValueError, "year %d is out of range", y);
    return call3(vm, a[0], make_small(y), make_small(m), make_small(d));
}

/* ---- parts and texts ---- */
Value datetime_struct_time(VM *vm, const Date *d, const Clock *c, int dst)
{
    int v[9] = {d->year, d->month, d->day, c ? c->hour : 0, c ? c->minute : 0, c ? c->second : 0, weekday_of(d), days_before(d->year, d->month) + d->day, dst};
    Value tuple = tuple_new(vm, 9), cls = tuple ? import_attr(vm, "time", "struct_time") : NO_VALUE, r = NO_VALUE;
    for (int i = 0; tuple && i < 9; i++) as_tuple(tuple)->items[i] = make_small(v[i]);
    if (cls) r = call1(vm, cls, tuple);
    release(vm, tuple);
    release(vm, cls);
    return r;
}

static Value get_year(VM *vm, Ref self) { return make_small(as_date(self)->year); }
static Value get_month(VM *vm, Ref self) { return make_small(as_date(self)->month); }
static Value get_day(VM *vm, Ref self) { return make_small(as_date(self)->day); }
METHOD(toordinal) { return make_small(ordinal_of(SELF->year, SELF->month, SELF->day)); }
METHOD(weekday) { return make_small(weekday_of(SELF)); }
METHOD(isoweekday) { return make_small(weekday_of(SELF) + 1); }
METHOD(isocalendar)
{
    DatetimeState *s = datetime_state(vm);
    if (!s) return NULL;
    int year = SELF->year, today = ordinal_of(year, SELF->month, SELF->day), monday = first_monday(year);
    if (today < monday) monday = first_monday(--year);
    else if (today >= monday + 52 * 7 && today >= first_monday(year + 1)) monday = first_monday(++year);
    Ref v[3] = {make_small(year), make_small((today - monday) / 7 + 1), make_small((today - monday) % 7 + 1)};
    return structseq_new(vm, s->iso_date, v, 3);
}
METHOD(timetuple) { return datetime_struct_time(vm, SELF, NULL, -1); }
static Value date_text(VM *vm, Ref self)
{
    char text[16];
    return str_from_ascii(vm, text, (size_t)snprintf(text, sizeof text, "%04d-%02d-%02d", as_date(self)->year, as_date(self)->month, as_date(self)->day));
}
METHOD(isoformat) { return date_text(vm, a[0]); }
static Value date_str(VM *vm, Ref self)
{
    Value name = str_intern_c(vm, "isoformat"), r = name ? call_method(vm, self, name, NULL, 0) : NO_VALUE;
    release(vm, name);
    return r;
}
METHOD(ctime)
{
    char text[48];
    int len = snprintf(text, sizeof text, "%s %s %2d 00:00:00 %04d", datetime_days[weekday_of(SELF)], datetime_months[SELF->month - 1], SELF->day, SELF->year);
    return str_from_ascii(vm, text, (size_t)len);
}
METHOD(strftime)
{
    if (!is_str(a[1])) return err_raise(vm, EXC_TypeError, "strftime() argument 1 must be str, not %T", a[1]);
    Value name = str_intern_c(vm, "timetuple"), tuple = name ? call_method(vm, a[0], name, NULL, 0) : NO_VALUE;
    bool has_clock = is_datetime(a[0]); /* a datetime is a date: this is its method too */
    Value zone = has_clock ? retain(as_datetime(a[0])->zone) : V_NONE;
    Value r = tuple ? datetime_strftime(vm, a[0], a[1], tuple, zone, a[0], has_clock ? as_datetime(a[0])->clock.micros : 0) : NO_VALUE;
    release(vm, zone);
    release(vm, name);
    release(vm, tuple);
    return r;
}
METHOD(replace)
{
    int v[3] = {SELF->year, SELF->month, SELF->day};
    for (int i = 0; i < 3; i++)
        if (!datetime_int(vm, a[i + 1], &v[i])) return NULL;
    return date_new(vm, REF(as_obj(a[0])->type), v[0], v[1], v[2]);
}
METHOD(reduce)
{
    unsigned char state[4] = {(unsigned char)(SELF->year >> 8), (unsigned char)SELF->year, SELF->month, SELF->day};
    Value bytes = bytes_from(vm, state, 4), args = bytes ? tuple_of(vm, 1, REF(bytes)) : NO_VALUE, r = args ? tuple_of(vm, 2, REF(as_obj(a[0])->type), REF(args)) : NO_VALUE;
    release(vm, bytes);
    release(vm, args);
    return r;
}

static Value date_repr(VM *vm, Ref self) { return str_format(vm, "%s(%d, %d, %d)", type_name(vm, as_obj(self)->type), as_date(self)->year, as_date(self)->month, as_date(self)->day); }
static bool date_hash(VM *vm, Ref self, int64_t *hash)
{
    *hash = datetime_mix(ordinal_of(as_date(self)->year, as_date(self)->month, as_date(self)->day) + ((Micros)1 << 80), vm->hash_seed);
    return true;
}
static Value date_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (!is_date(b)) return V_NOTIMPL;
    int x = as_date(a)->year * 512 + as_date(a)->month * 32 + as_date(a)->day, y = as_date(b)->year * 512 + as_date(b)->month * 32 + as_date(b)->day;
    switch (op) {
    case CMP_LT: return make_bool(x < y);
    case CMP_LE: return make_bool(x <= y);
    case CMP_EQ: return make_bool(x == y);
    case CMP_NE: return make_bool(x != y);
    case CMP_GT: return make_bool(x > y);
    default: return make_bool(x >= y);
    }
}
static Value moved(VM *vm, Ref d, int64_t days)
{
    return from_ordinal(vm, REF(as_obj(d)->type), ordinal_of(as_date(d)->year, as_date(d)->month, as_date(d)->day) + days);
}
static Value date_add(VM *vm, Ref a, Ref b)
{
    if (is_datetime(a) || is_datetime(b)) return V_NOTIMPL;
    if (is_date(a) && is_delta(b)) return moved(vm, a, as_delta(b)->days);
    return is_delta(a) && is_date(b) ? moved(vm, b, as_delta(a)->days) : V_NOTIMPL;
}
static Value date_sub(VM *vm, Ref a, Ref b)
{
    if (is_datetime(a) || is_datetime(b) || !is_date(a)) return V_NOTIMPL;
    if (is_delta(b)) return moved(vm, a, -(int64_t)as_delta(b)->days);
    if (!is_date(b)) return V_NOTIMPL;
    int days = ordinal_of(as_date(a)->year, as_date(a)->month, as_date(a)->day) - ordinal_of(as_date(b)->year, as_date(b)->month, as_date(b)->day);
    return delta_of(vm, days * DAY_MICROS);
}

static const NativeDef methods[] = {
    {"fromtimestamp", m_fromtimestamp, "cls, timestamp, /", "The local day in which a timestamp lies.", NATIVE_CLASS},
    {"fromordinal", m_fromordinal, "cls, ordinal, /", "The day that has this number, 1 January of year 1 being 1.", NATIVE_CLASS},
    {"fromisoformat", m_fromisoformat, "cls, string, /", "The day that a text in a form of ISO 8601 names.", NATIVE_CLASS},
    {"fromisocalendar", m_fromisocalendar, "cls, year, week, day", "The day of a week of ISO's calendar.", NATIVE_CLASS | NATIVE_KW},
    {"today", m_today, "cls, /", "The local day that it is.", NATIVE_CLASS},
    {"ctime", m_ctime, "self, /", "As C's ctime writes it.", 0},
    {"strftime", m_strftime, "self, format", "As the format has it.", NATIVE_KW},
    {"__format__", datetime_format, "self, format_spec, /", "strftime, or str when there is no format.", 0},
    {"timetuple", m_timetuple, "self, /", "A struct_time.", 0},
    {"isocalendar", m_isocalendar, "self, /", "Year, week and day of ISO's calendar.", 0},
    {"isoformat", m_isoformat, "self, /", "YYYY-MM-DD", 0},
    {"isoweekday", m_isoweekday, "self, /", "1 (Monday) to 7", 0},
    {"toordinal", m_toordinal, "self, /", "The day's number, 1 January of year 1 being 1.", 0},
    {"weekday", m_weekday, "self, /", "0 (Monday) to 6", 0},
    {"replace", m_replace, "self, /, year=None, month=None, day=None", "Another day, with some parts of its own.", NATIVE_KW},
    {"__reduce__", m_reduce, "self, /", "Its class and four bytes.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef getsets[] = {
    {"year", get_year, NULL, NULL},
    {"month", get_month, NULL, NULL},
    {"day", get_day, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};
const TypeDef date_def = {
    .name = "datetime.date", .doc = "A day of the calendar.", .kind = KIND_OPAQUE, .size = sizeof(Date), .flags = TYPE_BASE | TYPE_IMMUTABLE,
    .s = {.new_ = date_construct, .repr = date_repr, .str = date_str, .hash = date_hash, .compare = date_compare, .nb = {[OP_ADD] = date_add, [OP_SUB] = date_sub}},
    .methods = methods, .getsets = getsets, .text_signature = "year, month, day",
};
