/* mod_datetime.h: what the files of the module _datetime share: the objects, the calendar, and what zones are asked.
 *
 * A moment is counted in microseconds from the day before 1 January of year 1, in 128 bits: nothing that the classes can say overflows it. */
#ifndef PERCH_STD_MOD_DATETIME_H
#define PERCH_STD_MOD_DATETIME_H

#include "lang/object/args.h"
#include "lang/object/vm.h"

typedef __int128 Micros;
enum { MIN_YEAR = 1, MAX_YEAR = 9999, MAX_ORDINAL = 3652059, MAX_DELTA_DAYS = 999999999, DAY_SECONDS = 86400 };
#define SECOND_MICROS ((Micros)1000000)
#define DAY_MICROS (DAY_SECONDS * SECOND_MICROS)

typedef struct Delta { Obj head; int32_t days, seconds, micros; } Delta; /* 0 <= seconds < a day, 0 <= micros < a second */
typedef struct Date { Obj head; uint16_t year; uint8_t month, day; } Date;
typedef struct Clock { uint8_t hour, minute, second, fold; int32_t micros; } Clock;
typedef struct Time { Obj head; Clock clock; Value zone; } Time;                /* zone: None or a tzinfo */
typedef struct DateTime { Date date; Clock clock; Value zone; } DateTime;
typedef struct Zone { Obj head; Value offset, name; } Zone;                     /* timezone; name NULL: made of the offset */
typedef struct DatetimeState { Type *delta, *date, *time, *datetime, *tzinfo, *timezone; Value iso_date, utc; } DatetimeState;

extern const ModuleDef datetime_module;
extern const TypeDef delta_def, date_def, time_def, datetime_def, tzinfo_def, timezone_def;
static inline DatetimeState *datetime_state(VM *vm) { return module_state(vm, &datetime_module); }

/* Is it an object of the class with this table, or of one derived from it? (`base` is the class whose layout a class extends.) */
static inline bool is_made_by(Ref v, const TypeDef *def)
{
    if (!is_kind(v, KIND_OPAQUE)) return false;
    for (const Type *t = as_obj(v)->type; t; t = t->base)
        if (t->def == def) return true;
    return false;
}
static inline bool is_delta(Ref v) { return is_made_by(v, &delta_def); }
static inline bool is_date(Ref v) { return is_made_by(v, &date_def); }
static inline bool is_time(Ref v) { return is_made_by(v, &time_def); }
static inline bool is_datetime(Ref v) { return is_made_by(v, &datetime_def); }
static inline bool is_tzinfo(Ref v) { return is_made_by(v, &tzinfo_def); }
static inline Delta *as_delta(Ref v) { return (Delta *)BITS(v); }
static inline Date *as_date(Ref v) { return (Date *)BITS(v); }
static inline Time *as_time(Ref v) { return (Time *)BITS(v); }
static inline DateTime *as_datetime(Ref v) { return (DateTime *)BITS(v); }
static inline Zone *as_zone(Ref v) { return (Zone *)BITS(v); }

/* ---- arguments (mod_datetime.c): as PyArg_ParseTupleAndKeywords says what is wrong ---- */
bool datetime_bind(VM *vm, const Ref *args, int n, Ref kwnames, const char *const *names, int count, int required, Ref *out);
bool datetime_int(VM *vm, Ref v, int *out); /* v NULL: *out stays */
int64_t datetime_mix(Micros m, uint64_t seed); /* a hash */

/* ---- the calendar (mod_datetime_date.c) ---- */
bool year_is_leap(int year);
int month_days(int year, int month);
int ordinal_of(int year, int month, int day);
void ordinal_split(int ordinal, int *year, int *month, int *day);
bool date_check(VM *vm, int year, int month, int day);
bool iso_week_split(int year, int week, int day, int *y, int *m, int *d, const char **wrong);
Value date_make(VM *vm, Ref cls, int year, int month, int day); /* cls(year, month, day) */
Value date_out_of_range(VM *vm);
bool date_state_take(VM *vm, Ref state, int64_t size, int at, unsigned char *out); /* is it what __reduce__ has packed? Its bytes */
Value datetime_struct_time(VM *vm, const Date *d, const Clock *c, int dst);
extern const char *const datetime_months[], *const datetime_days[];

/* ---- timedelta ---- */
Value delta_new(VM *vm, Ref cls, Micros m);
Value delta_of(VM *vm, Micros m);
static inline Micros delta_micros(const Delta *d) { return d->days * DAY_MICROS + d->seconds * SECOND_MICROS + d->micros; }

/* ---- zones: tz None answers None ---- */
Value zone_ask(VM *vm, Ref tz, const char *method, Ref arg);   /* utcoffset, dst: None or a timedelta within a day */
Value zone_name(VM *vm, Ref tz, Ref arg);                       /* None or a str */
int zone_offset(VM *vm, Ref tz, Ref arg, Micros *out);          /* 1; 0: None; -1: raised */
Value zone_new(VM *vm, Ref offset, Ref name /*or NULL*/);
bool zone_check(VM *vm, Ref tz);                                 /* None or a tzinfo */
Value zone_of_local(VM *vm, int64_t timestamp);                  /* the system's zone then, a timezone */

/* ---- time of day ---- */
bool clock_check(VM *vm, int hour, int minute, int second, int micros, int fold, Clock *out);
static inline Micros clock_micros(const Clock *c) { return (c->hour * 3600 + c->minute * 60 + c->second) * SECOND_MICROS + c->micros; }
Value time_new(VM *vm, Ref cls, const Clock *c, Ref zone);

/* ---- datetime ---- */
Value datetime_new(VM *vm, Ref cls, const Date *d, const Clock *c, Ref zone); /* as __new__ would: no call of cls */
Micros datetime_micros(const DateTime *t);
Value datetime_add(VM *vm, Ref t, Micros m);                    /* of t's class */
int64_t local_seconds(VM *vm, int64_t utc, bool *ok);           /* seconds since year 1 */

/* ---- text (mod_datetime_text.c) ---- */
enum { CLOCK_TEXT = 64 };
char *day_text(const Date *d, char *out); /* YYYY-MM-DD; gives its end */
bool clock_text(VM *vm, const Clock *c, Ref timespec, char *out); /* timespec NULL: as needed */
bool offset_text(VM *vm, StrB *b, Ref tz, Ref arg, const char *colon);
Value datetime_strftime(VM *vm, Ref object, Ref format, Ref timetuple, Ref zone, Ref arg, int micros);
typedef struct IsoTime { Clock clock; bool has_zone; Micros offset; } IsoTime;
bool iso_date_parse(const char *p, int n, int *y, int *m, int *d);
bool iso_time_parse(const char *p, int n, IsoTime *out);
int iso_date_length(const char *p, int n);
Value iso_invalid(VM *vm, Ref text);
Value iso_zone(VM *vm, const IsoTime *t);
char *iso_ascii(VM *vm, Ref text, char *buf, int size, int *n, bool separator); /* NULL: no ISO text can look so */
Value datetime_format(VM *vm, const Ref *a, int n, Ref kw);      /* __format__ of the three */

#endif
