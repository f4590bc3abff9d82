/* time_calendar.c: days and years of the Gregorian calendar, which is taken to have been always; values of datetime64 as moments and back. */
#include "time.h"

enum { ERA_DAYS = 146097, ERA_YEARS = 400, EPOCH_DAY = 719468 /* 1970-01-01 from 0000-03-01 */ };
#define SECOND_ATTOS INT64_C(1000000000000000000)

static int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0); }

/* Years are counted from March, so that the leap day ends one; 153 days are the five months from March to July. */
int64_t days_of_civil(int64_t year, int month, int day)
{
    if (month <= 2) year--;
    int64_t era = floor_div(year, ERA_YEARS), in_era = year - era * ERA_YEARS;
    int64_t in_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    int64_t rest = in_era * 365 + in_era / 4 - in_era / 100 + in_year - EPOCH_DAY;
    return (int64_t)((uint64_t)era * ERA_DAYS + (uint64_t)rest);
}

void civil_of_days(int64_t days, int64_t *year, int *month, int *day)
{
    int64_t era = floor_div(days, ERA_DAYS), in_era = days - era * ERA_DAYS + EPOCH_DAY;
    era += in_era / ERA_DAYS;
    in_era %= ERA_DAYS;
    int64_t y = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
    int64_t in_year = in_era - (365 * y + y / 4 - y / 100);
    int m = (int)((5 * in_year + 2) / 153);
    *day = (int)(in_year - (153 * m + 2) / 5) + 1;
    *month = m < 10 ? m + 3 : m - 9;
    *year = era * ERA_YEARS + y + (*month <= 2);
}

int civil_month_days(int64_t year, int month)
{
    if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
    return 30 + ((month + (month > 7)) & 1);
}

/* Steps of a unit in a day, and what one is in attoseconds, for hours and below. */
typedef struct UnitSize { unsigned __int128 per_day; __int128 attos; } UnitSize;

static UnitSize unit_size(TimeUnit unit)
{
    unsigned __int128 per_day = 24;
    if (unit >= UNIT_m) per_day *= 60;
    if (unit >= UNIT_s) per_day *= 60;
    for (unsigned u = UNIT_ms; u <= unit; u++) per_day *= 1000;
    return (UnitSize){per_day, (__int128)SECOND_ATTOS * 86400 / (__int128)per_day};
}

static void moment_set_day(Moment *m, int64_t days) { civil_of_days(days, &m->year, &m->month, &m->day); }

Moment time_to_moment(int64_t value, TimeMeta meta)
{
    Moment m = {.month = 1, .day = 1};
    if (value == NAT) {
        m.year = INT64_MIN;
        return m;
    }
    int64_t units = (int64_t)((uint64_t)value * (uint64_t)(int64_t)meta.count);
    switch (meta.unit) {
    case UNIT_Y: m.year = 1970 + units; return m;
    case UNIT_M:
        m.year = 1970 + floor_div(units, 12);
        m.month = (int)(units - floor_div(units, 12) * 12) + 1;
        return m;
    case UNIT_W: moment_set_day(&m, (int64_t)((uint64_t)units * 7)); return m;
    case UNIT_D: moment_set_day(&m, units); return m;
    default: break;
    }
    UnitSize size = unit_size(meta.unit);
    __int128 per_day = (__int128)size.per_day, days = units / per_day, rest = units % per_day;
    if (rest < 0) {
        rest += per_day;
        days--;
    }
    moment_set_day(&m, (int64_t)days);
    __int128 attos = rest * size.attos;
    int64_t seconds = (int64_t)(attos / SECOND_ATTOS);
    m.atto = (int64_t)(attos % SECOND_ATTOS);
    m.hour = (int)(seconds / 3600);
    m.minute = (int)(seconds / 60 % 60);
    m.second = (int)(seconds % 60);
    return m;
}

int64_t time_of_moment(const Moment *m, TimeMeta meta)
{
    if (moment_is_nat(m)) return NAT;
    int64_t value;
    if (meta.unit == UNIT_Y) {
        value = m->year - 1970;
    } else if (meta.unit == UNIT_M) {
        value = (int64_t)((uint64_t)(m->year - 1970) * 12 + (uint64_t)(m->month - 1));
    } else {
        int64_t days = days_of_civil(m->year, m->month, m->day);
        if (meta.unit == UNIT_W) {
            value = floor_div(days, 7);
        } else if (meta.unit == UNIT_D) {
            value = days;
        } else {
            UnitSize size = unit_size(meta.unit);
            __int128 attos = ((__int128)m->hour * 3600 + m->minute * 60 + m->second) * SECOND_ATTOS + m->atto;
            value = (int64_t)(uint64_t)((unsigned __int128)(__int128)days * size.per_day + (unsigned __int128)(attos / size.attos));
        }
    }
    return meta.count == 1 ? value : floor_div(value, meta.count);
}

void moment_add_minutes(Moment *m, int64_t minutes)
{
    int64_t total = m->hour * 60 + m->minute + minutes, days = floor_div(total, 1440);
    total -= days * 1440;
    m->hour = (int)(total / 60);
    m->minute = (int)(total % 60);
    if (days) moment_set_day(m, days_of_civil(m->year, m->month, m->day) + days);
}

/* ---- timedelta64 ---- */
static bool times(int64_t *v, int64_t by) { return !__builtin_mul_overflow(*v, by, v); }

/* How many of the finer unit a coarser one has; between years or months and days the parts of 400 years. */
static bool unit_ratio(TimeUnit coarse, TimeUnit fine, int64_t *num, int64_t *den)
{
    static const int16_t steps[] = {12, 0, 7, 1, 24, 60, 60, 1000, 1000, 1000, 1000, 1000, 1000}; /* to the next finer one; 3 is none */
    *num = *den = 1;
    unsigned from = coarse;
    if (coarse == UNIT_Y && fine == UNIT_M) return *num = 12, true;
    if (coarse <= UNIT_M && fine > UNIT_M) {
        *num = ERA_DAYS;
        *den = coarse == UNIT_Y ? ERA_YEARS : ERA_YEARS * 12;
        if (fine == UNIT_W) *den *= 7;
        from = UNIT_D;
    }
    for (unsigned u = from; u < fine; u++)
        if (!times(num, steps[u]) || *num >= TIME_FACTOR_MOST) return false;
    return true;
}

static int64_t gcd(int64_t a, int64_t b)
{
    while (b) {
        int64_t t = a % b;
        a = b;
        b = t;
    }
    return a;
}

bool time_factor(TimeMeta from, TimeMeta to, int64_t *num, int64_t *den)
{
    *num = *den = 1;
    if (from.unit == UNIT_GENERIC || to.unit == UNIT_GENERIC) return true;
    bool ok = from.unit <= to.unit ? unit_ratio(from.unit, to.unit, num, den) : unit_ratio(to.unit, from.unit, den, num);
    if (!ok || !times(num, from.count) || !times(den, to.count)) return false;
    int64_t common = gcd(*num, *den);
    if (common > 1) {
        *num /= common;
        *den /= common;
    }
    return true;
}
