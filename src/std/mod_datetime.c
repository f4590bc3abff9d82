/* mod_datetime.c: the module _datetime: what its classes share of arguments, datetime's arithmetic and comparing (mod_datetime_datetime.c has its methods), the constants. */
#include "mod_datetime.h"
#include "lang/types/structseq.h"

/* ---- arguments ---- */
bool datetime_bind(VM *vm, const Ref *args, int n, Ref kwnames, const char *const *names, int count, int required, Ref *out)
{
    int nkw = kwnames ? (int)as_tuple(kwnames)->len : 0;
    for (int i = 0; i < count; i++) out[i] = i < n ? args[i] : NULL;
    if (n + nkw > count) return err_false(vm, EXC_TypeError, "function takes at most %d %sargument%s (%d given)", count, n ? "" : "keyword ", count == 1 ? "" : "s", n + nkw);
    for (int k = 0; k < nkw; k++) {
        Ref name = as_tuple(kwnames)->items[k];
        int i = 0;
        while (i < count && !str_equal_c(name, names[i])) i++;
        if (i == count) return err_false(vm, EXC_TypeError, "'%U' is an invalid keyword argument for this function", name);
        if (i < n) return err_false(vm, EXC_TypeError, "argument for function given by name ('%s') and position (%d)", names[i], i + 1);
        out[i] = args[n + k];
    }
    for (int i = 0; i < required; i++)
        if (!out[i]) return err_false(vm, EXC_TypeError, "function missing required argument '%s' (pos %d)", names[i], i + 1);
    return true;
}

bool datetime_int(VM *vm, Ref v, int *out)
{
    int64_t i;
    if (!v) return true;
    Value index = num_index(vm, v);
    if (!index) return false;
    bool fits = int_fits_i64(index, &i);
    release(vm, index);
    if (!fits) return err_false(vm, EXC_OverflowError, "Python int too large to convert to C int");
    if (i != (int)i) return err_false(vm, EXC_OverflowError, i < 0 ? "signed integer is less than minimum" : "signed integer is greater than maximum");
    *out = (int)i;
    return true;
}

int64_t datetime_mix(Micros m, uint64_t seed)
{
    uint64_t x = seed ^ (uint64_t)m ^ (uint64_t)(m >> 64) * 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 31) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 29) * 0x94D049BB133111EBu;
    x ^= x >> 32;
    return x == UINT64_MAX ? -2 : (int64_t)x;
}

/* ---- the module ---- */
static Value iso_date_reduce(VM *vm, const Ref *a, int n, Ref kw) /* as a plain tuple: its class has no name to be found by */
{
    Value plain = tuple_from(vm, as_refs(as_tuple(a[0])->items), as_tuple(a[0])->len), args = plain ? tuple_of(vm, 1, REF(plain)) : NO_VALUE;
    Value r = args ? tuple_of(vm, 2, REF(CLASS(tuple)), REF(args)) : NO_VALUE;
    release(vm, plain);
    release(vm, args);
    return r;
}
static const NativeDef iso_date_methods[] = {{"__reduce__", iso_date_reduce, "self, /", "As a tuple.", 0}, {NULL, NULL, NULL, NULL, 0}};

static bool put(VM *vm, Type *t, const char *name, Value v /*taken*/)
{
    Value key = v ? str_intern_c(vm, name) : NO_VALUE;
    bool ok = key && type_set_attr(vm, t, key, v);
    release(vm, key);
    release(vm, v);
    return ok;
}

static bool put_limits(VM *vm, DatetimeState *s)
{
    Clock first = {0}, last = {23, 59, 59, 0, 999999};
    Date begin = {.year = 1, .month = 1, .day = 1}, end = {.year = MAX_YEAR, .month = 12, .day = 31};
    Micros day_most = (Micros)(MAX_DELTA_DAYS + (int64_t)1) * DAY_MICROS - 1, minute = 60 * SECOND_MICROS;
    Value zero = delta_of(vm, 0), low = delta_of(vm, minute - DAY_MICROS), high = delta_of(vm, DAY_MICROS - minute);
    bool ok = zero && low && high && (s->utc = zone_new(vm, zero, NULL)) && put(vm, s->timezone, "utc", retain(s->utc)) && put(vm, s->timezone, "min", zone_new(vm, low, NULL)) &&
              put(vm, s->timezone, "max", zone_new(vm, high, NULL)) && put(vm, s->delta, "min", delta_of(vm, -MAX_DELTA_DAYS * DAY_MICROS)) && put(vm, s->delta, "max", delta_of(vm, day_most)) &&
              put(vm, s->delta, "resolution", delta_of(vm, 1)) && put(vm, s->date, "min", date_make(vm, REF(s->date), 1, 1, 1)) &&
              put(vm, s->date, "max", date_make(vm, REF(s->date), MAX_YEAR, 12, 31)) && put(vm, s->date, "resolution", delta_of(vm, DAY_MICROS)) &&
              put(vm, s->time, "min", time_new(vm, REF(s->time), &first, V_NONE)) && put(vm, s->time, "max", time_new(vm, REF(s->time), &last, V_NONE)) &&
              put(vm, s->time, "resolution", delta_of(vm, 1)) && put(vm, s->datetime, "min", datetime_new(vm, REF(s->datetime), &begin, &first, V_NONE)) &&
              put(vm, s->datetime, "max", datetime_new(vm, REF(s->datetime), &end, &last, V_NONE)) && put(vm, s->datetime, "resolution", delta_of(vm, 1));
    release(vm, zero);
    release(vm, low);
    release(vm, high);
    return ok;
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    DatetimeState *s = as_module(module)->state;
    static const char *const fields[] = {"year", "week", "weekday"};
    bool ok = (s->delta = type_from_def(vm, &delta_def, NULL)) && (s->date = type_from_def(vm, &date_def, NULL)) && (s->time = type_from_def(vm, &time_def, NULL)) &&
              (s->datetime = type_from_def(vm, &datetime_def, s->date)) && (s->tzinfo = type_from_def(vm, &tzinfo_def, NULL)) &&
              (s->timezone = type_from_def(vm, &timezone_def, s->tzinfo)) && (s->iso_date = structseq_type(vm, "datetime.IsoCalendarDate", fields, 3, 3)) &&
              type_add_methods(vm, as_type(s->iso_date), iso_date_methods);
    Type *const types[] = {s->delta, s->date, s->time, s->datetime, s->tzinfo, s->timezone};
    for (int i = 0; ok && i < 6; i++) ok = module_add_type(vm, ns, types[i]);
    return ok && put_limits(vm, s) && module_add(vm, ns, "UTC", retain(s->utc)) && module_add(vm, ns, "MINYEAR", make_small(MIN_YEAR)) && module_add(vm, ns, "MAXYEAR", make_small(MAX_YEAR));
}

static void done(VM *vm, void *state)
{
    DatetimeState *s = state;
    Type *const types[] = {s->delta, s->date, s->time, s->datetime, s->tzinfo, s->timezone};
    for (int i = 0; i < 6; i++) release(vm, VAL(types[i]));
    release(vm, s->iso_date);
    release(vm, s->utc);
}

const ModuleDef datetime_module = {.name = "_datetime", .doc = "Days, times and zones.", .init = init, .state_size = sizeof(DatetimeState), .done = done};
