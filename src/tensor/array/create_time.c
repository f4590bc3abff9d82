/* create_time.c: arange of datetimes and timedeltas. */
#include "element.h"
#include "overrides.h"
#include "scalar.h"
#include "time.h"

static bool is_time_value(VM *vm, const Np *np, Ref v)
{
    return v && is_scalar(vm, np, v) && num_is_time(scalar_num(vm, np, v));
}

/* start, stop and step as counts of one unit: the dtype's, or the one that the three have in common. */
NdArray *time_arange(VM *vm, Np *np, Ref start, Ref stop, Ref step, Descr *d)
{
    Num num = d && num_is_time((Num)d->num) ? (Num)d->num : NP_TIMEDELTA;
    if (!d && ((start && is_time_value(vm, np, start) && scalar_num(vm, np, start) == NP_DATETIME) || scalar_num(vm, np, stop) == NP_DATETIME)) num = NP_DATETIME;
    if (num == NP_DATETIME && !start) return err_raise(vm, EXC_ValueError, "arange requires both a start and a stop for NumPy datetime64 ranges"), NULL;
    TimeMeta meta = d ? d->time : (TimeMeta){UNIT_GENERIC, 1};
    if (!d || d->time.unit == UNIT_GENERIC) {
        Ref parts[] = {start, stop, step};
        bool known = false;
        for (int i = 0; i < 3; i++) {
            if (!parts[i] || is_int(parts[i])) continue;
            TimeMeta m, both;
            if (!time_meta_of_value(vm, parts[i], i == 2 ? NP_TIMEDELTA : num, &m)) return NULL;
            if (known && !time_meta_common(vm, meta, m, false, &both)) return NULL;
            meta = known ? both : m;
            known = true;
        }
    }
    Descr *e = descr_time(vm, np, num, meta), *delta = e ? descr_time(vm, np, NP_TIMEDELTA, meta) : NULL;
    int64_t from = 0, to = 0, by = 1;
    NdArray *a = NULL;
    bool stop_counts = num == NP_DATETIME && (is_int(stop) || (is_scalar(vm, np, stop) && scalar_num(vm, np, stop) != NP_DATETIME)); /* so many behind the start */
    bool ok = delta && (!start || time_put(vm, e, start, &from)) && time_put(vm, stop_counts ? delta : e, stop, &to) && (!step || time_put(vm, delta, step, &by));
    if (ok && stop_counts) to += from;
    if (ok && (from == NAT || to == NAT || by == NAT)) ok = err_false(vm, EXC_ValueError, "arange: cannot use NaT (not-a-time) datetime values");
    if (ok && !by) ok = err_false(vm, EXC_ValueError, "arange: step may not be zero");
    if (ok) {
        int64_t n = by > 0 ? (to > from ? (to - from + by - 1) / by : 0) : (to < from ? (from - to - by - 1) / -by : 0);
        if ((a = array_new(vm, np, e, &n, 1, ORDER_C)))
            for (int64_t i = 0, v = from; i < n; i++, v += by) memcpy(a->data + i * 8, &v, 8);
    }
    descr_release(vm, e);
    descr_release(vm, delta);
    return a;
}
