/* time.h: datetime64 and timedelta64: units, moments, texts, Python's own classes.
 *
 * A value counts steps of `count` units since 1970 (a timedelta64: steps alone); NAT is no time. Years and months have no fixed length: datetime64s go through the calendar, timedelta64s
 * take 400 years for 146097 days. What is too large wraps, as in the original.
 */
#ifndef PERCH_TENSOR_ARRAY_TIME_H
#define PERCH_TENSOR_ARRAY_TIME_H

#include "element.h"
#include "promote.h"

/* ---- time_calendar.c: no VM ---- */
typedef struct Moment { /* year INT64_MIN: NaT */
    int64_t year;
    int month, day, hour, minute, second;
    int64_t atto; /* of the second: 10^-18 */
} Moment;
int64_t days_of_civil(int64_t year, int month, int day); /* since 1970-01-01 */
void civil_of_days(int64_t days, int64_t *year, int *month, int *day);
int civil_month_days(int64_t year, int month);
Moment time_to_moment(int64_t value, TimeMeta meta); /* meta is no generic one */
int64_t time_of_moment(const Moment *m, TimeMeta meta);
void moment_add_minutes(Moment *m, int64_t minutes);
static inline bool moment_is_nat(const Moment *m) { return m->year == INT64_MIN; }
#define TIME_FACTOR_MOST (INT64_C(1) << 56) /* steps of a unit in another one: so many and more count as too many */
/* A timedelta64 in another unit: value * num / den, rounded down. false: the factor is too large. */
bool time_factor(TimeMeta from, TimeMeta to, int64_t *num, int64_t *den);
static inline int64_t time_scaled(int64_t value, int64_t num, int64_t den)
{
    if (value == NAT) return NAT;
    int64_t wide = (int64_t)((uint64_t)value * (uint64_t)num);
    if (den == 1) return wide;
    return wide < 0 ? (wide - (den - 1)) / den : wide / den;
}

/* ---- time.c: units ---- */
extern const char *const time_unit_names[]; /* by TimeUnit: "Y" … "generic" */
bool time_meta_common(VM *vm, TimeMeta a, TimeMeta b, bool strict /*timedelta64: no years with days*/, TimeMeta *out);
bool time_meta_argument(VM *vm, Ref v, TimeMeta *out);   /* "25s", ("s", 25): what constructors and datetime_as_string take */
bool time_unit_argument(VM *vm, Ref v, TimeUnit *out);   /* "s" alone */
bool time_can_cast(TimeMeta from, TimeMeta to, Casting casting, bool delta);
bool time_unit_can_cast(TimeUnit from, TimeUnit to, Casting casting);
bool time_raise_cast(VM *vm, const char *what /*"NumPy datetime64 scalar"*/, TimeMeta from, TimeMeta to, Casting casting); /* TypeError; false */
/* A value in another unit; false: raised (a timedelta64's factor that is too large). For a datetime64 *out may have wrapped. */
bool time_convert(VM *vm, Num num, int64_t value, TimeMeta from, TimeMeta to, int64_t *out);
Value time_meta_tuple(VM *vm, TimeMeta meta);            /* ("s", 25) */

/* ---- time_text.c ---- */
enum { TIME_TEXT = 72 };
/* What an ISO 8601 text says; *unit the finest it names. asked: UNIT_GENERIC or the unit that it is to be cast to. false: raised. NaT: a moment of no year, UNIT_GENERIC. */
bool time_parse(VM *vm, const char *text, size_t n, TimeUnit asked, Casting casting, Moment *out, TimeUnit *unit);
size_t moment_text(char out[TIME_TEXT], const Moment *m, TimeUnit unit, bool local, bool utc, int offset_minutes); /* no zero behind */
TimeUnit moment_lossless_unit(const Moment *m);          /* what 'auto' shows */
size_t time_text_room(TimeUnit unit, bool local);        /* characters that any moment fits in */
Value time_scalar_text(VM *vm, Num num, TimeMeta meta, int64_t value, bool repr);

/* ---- time_values.c ---- */
Value time_item(VM *vm, Descr *d, int64_t value);        /* .item(): None, date, datetime, timedelta or an int */
/* v as a value of d. With a generic unit it must be one that needs none (NaT, an int for a timedelta64). */
bool time_put(VM *vm, Descr *d, Ref v, int64_t *out);
/* The same for a constructor: *meta generic takes v's own unit. */
bool time_take(VM *vm, Np *np, Num num, Ref v, TimeMeta *meta, Casting casting, int64_t *out);
bool time_meta_of_value(VM *vm, Ref v, Num num, TimeMeta *out); /* the unit that v asks for; generic: none */

extern const NativeDef multiarray_time_functions[];       /* datetime_data, datetime_as_string */
extern const NativeDef multiarray_busday_functions[];     /* is_busday, busday_offset, busday_count */
bool busday_open(VM *vm, Np *np, Dict *ns);               /* the class busdaycalendar */

#endif
