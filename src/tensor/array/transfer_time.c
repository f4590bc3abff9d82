/* transfer_time.c: datetimes and timedeltas of one unit into those of another.
 *
 * Where both units have a fixed measure, and for every timedelta, a value is multiplied and divided by numbers known beforehand; a datetime between years or months and days goes by the
 * calendar (time.h).
 */
#include "time.h"
#include "transfer_impl.h"

typedef struct TimePlan {
    int64_t up, down;
    bool by_calendar;
} TimePlan;

static inline int64_t converted(const Transfer *t, const TimePlan *p, int64_t v)
{
    if (v == NAT) return v;
    if (!p->by_calendar) return time_scaled(v, p->up, p->down);
    Moment m = time_to_moment(v, t->from->time);
    return time_of_moment(&m, t->to->time);
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
        v = converted(t, p, v);
        if (swap_out) v = (int64_t)__builtin_bswap64((uint64_t)v);
        memcpy(dst, &v, sizeof v);
    }
    return true;
}
static bool raise_factor(VM *vm, TimeUnit from, TimeUnit to)
{
    return err_false(vm, EXC_OverflowError, "Integer overflow while computing the conversion factor between NumPy datetime units %s and %s", time_unit_names[from], time_unit_names[to]);
}
bool time_plan(VM *vm, Transfer *t, bool *is_needed)
{
    TimeMeta from = t->from->time, to = t->to->time;
    *is_needed = false;
    if (t->from->num != t->to->num || !num_is_time(t->from->num) || (from.unit == to.unit && from.count == to.count) || from.unit == UNIT_GENERIC) return true;
    if (to.unit == UNIT_GENERIC) return err_false(vm, EXC_ValueError, "Cannot convert from specific units to generic units in NumPy datetimes or timedeltas");
    TimePlan plan = {1, 1, t->from->num == NP_DATETIME && (from.unit <= UNIT_M) != (to.unit <= UNIT_M)};
    if (!plan.by_calendar && !time_factor(from, to, &plan.up, &plan.down)) return raise_factor(vm, from.unit, to.unit);
    TimePlan *kept = mem_alloc(vm->mem, sizeof plan);
    if (!kept) return err_no_memory(vm), false;
    *kept = plan;
    t->parts = kept;
    t->room = sizeof plan;
    t->run = run_times;
    *is_needed = true;
    return true;
}
