/* transfer_time.c: datetimes and timedeltas of one unit into those of another.
 *
 * Units from weeks down have a fixed measure: a count is multiplied and divided, rounded down. Years and months have none: a date goes by the calendar, a span of time by the calendar's
 * average (400 years are 146097 days).
 */
#include "transfer_impl.h"

enum { DAYS_OF_400_YEARS = 146097, EPOCH_DAYS = 719468 /* from 0000-03-01 to 1970-01-01 */ };

/* A year here begins in March, so that the odd day is its last. */
static int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

static int64_t days_of_month(int64_t months) /* months since 1970-01: the days up to its first */
{
    int64_t march = months + 1970 * 12 - 2, year = floor_div(march, 12), month = march - year * 12; /* month 0: March */
    int64_t era = floor_div(year, 400), of_era = year - era * 400;
    int64_t day = (153 * month + 2) / 5;
    return era * DAYS_OF_400_YEARS + of_era * 365 + of_era / 4 - of_era / 100 + day - EPOCH_DAYS;
}
static int64_t month_of_days(int64_t days)
{
    int64_t since = days + EPOCH_DAYS, era = floor_div(since, DAYS_OF_400_YEARS), of_era = since - era * DAYS_OF_400_YEARS;
    int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / (DAYS_OF_400_YEARS - 1)) / 365;
    int64_t day = of_era - (365 * year + year / 4 - year / 100);
    int64_t month = (5 * day + 2) / 153;
    return (era * 400 + year) * 12 + month + 2 - 1970 * 12;
}

typedef struct Ratio { int64_t up, down; } Ratio;
typedef struct TimePlan {
    Ratio before;               /* to months or days where the calendar is asked, else all of it */
    enum { BY_RATIO, TO_DAYS, TO_MONTHS } calendar;
    Ratio after;
} TimePlan;

static const int64_t steps[] = {[UNIT_Y] = 12, [UNIT_W] = 7, [UNIT_D] = 24, [UNIT_h] = 60, [UNIT_m] = 60, [UNIT_s] = 1000, [UNIT_ms] = 1000, [UNIT_us] = 1000, [UNIT_ns] = 1000, [UNIT_ps] = 1000, [UNIT_fs] = 1000};
static bool unit_factor(TimeUnit coarse, TimeUnit fine, int64_t *factor) /* both below months or both above; false: too large */
{
    for (unsigned u = coarse; u < fine; u++)
        if (u < sizeof steps / sizeof *steps && steps[u] && __builtin_mul_overflow(*factor, steps[u], factor)) return false;
    return true;
}
static void reduce(Ratio *r)
{
    int64_t a = r->up, b = r->down;
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    r->up /= a;
    r->down /= a;
}
static bool ratio_of(TimeMeta from, TimeMeta to, Ratio *r)
{
    *r = (Ratio){1, 1};
    bool years = from.unit <= UNIT_M && to.unit > UNIT_M, to_years = to.unit <= UNIT_M && from.unit > UNIT_M;
    bool ok = true;
    if (years || to_years) { /* a span, by the average */
        TimeUnit coarse = years ? from.unit : to.unit, fine = years ? to.unit : from.unit;
        int64_t up = DAYS_OF_400_YEARS, down = coarse == UNIT_Y ? 400 : 4800;
        if (fine == UNIT_W) down *= 7;
        else ok = unit_factor(UNIT_D, fine, &up);
        *r = years ? (Ratio){up, down} : (Ratio){down, up};
    } else if (from.unit <= to.unit) ok = unit_factor(from.unit, to.unit, &r->up);
    else ok = unit_factor(to.unit, from.unit, &r->down);
    if (!ok || __builtin_mul_overflow(r->up, (int64_t)from.count, &r->up) || __builtin_mul_overflow(r->down, (int64_t)to.count, &r->down)) return false;
    reduce(r);
    return true;
}
static inline int64_t scaled(int64_t v, Ratio r)
{
    v = (int64_t)((uint64_t)v * (uint64_t)r.up); /* too large wraps round, as NumPy's does */
    return r.down == 1 ? v : floor_div(v, r.down);
}
static int64_t converted(const TimePlan *p, int64_t v)
{
    v = scaled(v, p->before);
    if (p->calendar == BY_RATIO) return v;
    return scaled(p->calendar == TO_DAYS ? days_of_month(v) : month_of_days(v), p->after);
}
static bool run_times(VM *vm, const Transfer *t, const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n)
{
    const TimePlan *p = t->parts;
    bool swap_in = !descr_is_native(t->from), swap_out = !descr_is_native(t->to);
    (void)vm;
    for (; n > 0; n--, src += src_stride, dst += dst_stride) {
        int64_t v;
        memcpy(&v, src, sizeof v);
        if (swap_in) v = (int64_t)__builtin_bswap64((uint64_t)v);
        if (v != NAT) v = converted(p, v);
        if (swap_out) v = (int64_t)__builtin_bswap64((uint64_t)v);
        memcpy(dst, &v, sizeof v);
    }
    return true;
}
static bool plan_make(const Transfer *t, TimePlan *p)
{
    TimeMeta from = t->from->time, to = t->to->time;
    *p = (TimePlan){{1, 1}, BY_RATIO, {1, 1}};
    bool months = from.unit <= UNIT_M, to_months = to.unit <= UNIT_M;
    if (t->from->num == NP_TIMEDELTA || months == to_months) return ratio_of(from, to, &p->before);
    TimeMeta middle = {months ? UNIT_M : UNIT_D, 1}, other = {months ? UNIT_D : UNIT_M, 1};
    p->calendar = months ? TO_DAYS : TO_MONTHS;
    return ratio_of(from, middle, &p->before) && ratio_of(other, to, &p->after);
}
bool time_plan(VM *vm, Transfer *t, bool *is_needed)
{
    TimeMeta from = t->from->time, to = t->to->time;
    *is_needed = false;
    if (t->from->num != t->to->num || !num_is_time(t->from->num) || (from.unit == to.unit && from.count == to.count) || from.unit == UNIT_GENERIC) return true;
    if (to.unit == UNIT_GENERIC) return err_false(vm, EXC_ValueError, "Cannot convert from specific units to generic units in NumPy datetimes or timedeltas");
    TimePlan plan;
    if (!plan_make(t, &plan)) {
        Value a = time_meta_text(vm, (TimeMeta){from.unit, 1}, false), b = a ? time_meta_text(vm, (TimeMeta){to.unit, 1}, false) : NO_VALUE;
        if (b) err_raise(vm, EXC_OverflowError, "Integer overflow while computing the conversion factor between NumPy datetime units %U and %U", a, b);
        release(vm, a);
        release(vm, b);
        return false;
    }
    TimePlan *kept = mem_alloc(vm->mem, sizeof plan);
    if (!kept) return err_no_memory(vm), false;
    *kept = plan;
    t->parts = kept;
    t->room = sizeof plan;
    t->run = run_times;
    *is_needed = true;
    return true;
}
