/* busday.c: business days: which days of the week count, which holidays do not; numpy.busdaycalendar and the functions that take one.
 *
 * A calendar's holidays are sorted, single, and lie on days of the week that count: then holidays in a span are a difference of two places.
 */
#include "special.h"
#include "time.h"
#include "transfer.h"

#include "std/mod_datetime.h"

#include <stdlib.h>

typedef struct Business {
    bool week[7];      /* Monday first */
    int days;          /* of a week that count */
    int64_t *holidays; /* n of them; of the VM's memory */
    int64_t n, room;
} Business;
typedef struct Calendar { Obj head; Business b; } Calendar;
static const TypeDef calendar_def;
static Calendar *as_calendar(Ref v) { return (Calendar *)BITS(v); }

static int weekday(int64_t day) /* 1970-01-05 was a Monday */
{
    int64_t d = (day - 4) % 7;
    return (int)(d < 0 ? d + 7 : d);
}

/* ---- the days of the week ---- */
static bool week_of_text(VM *vm, Business *b, Ref text)
{
    static const char names[7][4] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
    size_t n, at = 0;
    const char *s = str_utf8(vm, text, &n);
    if (!s) return false;
    bool ok = n == 7 && (s[0] == '0' || s[0] == '1');
    if (ok) {
        for (int d = 0; d < 7; d++) {
            b->week[d] = s[d] == '1';
            ok = ok && (s[d] == '0' || s[d] == '1');
        }
        if (ok) return true;
    }
    memset(b->week, 0, sizeof b->week);
    for (ok = true; ok && at < n;) {
        if (s[at] == ' ' || (s[at] >= '\t' && s[at] <= '\r')) {
            at++;
            continue;
        }
        ok = false;
        for (int d = 0; d < 7 && !ok; d++)
            if (n - at >= 3 && !memcmp(s + at, names[d], 3)) ok = b->week[d] = true;
        at += 3;
    }
    return ok || err_false(vm, EXC_ValueError, "Invalid business day weekmask string \"%U\"", text);
}

static bool week_of_sequence(VM *vm, Business *b, Ref v)
{
    if (!is_list(v) && !is_tuple(v) && !type_lookup(vm, type_of(vm, v), NAME(__getitem__))) return err_false(vm, EXC_ValueError, "Couldn't convert object into a business day weekmask");
    Value items = tuple_from_iter(vm, v);
    if (!items) return false;
    bool ok = as_tuple(items)->len == 7 || err_false(vm, EXC_ValueError, "A business day weekmask array must have length 7");
    for (int d = 0; ok && d < 7; d++) {
        int64_t i;
        Ref item = as_tuple(items)->items[d];
        Np *np = np_state(vm);
        bool flag = np && is_instance_of(vm, item, np->scalars[NP_BOOL]);
        if (flag) i = op_truth(vm, item);
        else ok = num_index_i64(vm, item, &i);
        ok = ok && (i == 0 || i == 1 || err_false(vm, EXC_ValueError, "A business day weekmask array must have all 1's and 0's"));
        if (ok) b->week[d] = i == 1;
    }
    release(vm, items);
    return ok;
}

static bool week_take(VM *vm, Business *b, Ref v)
{
    bool ok;
    memset(b->week, 0, sizeof b->week);
    if (!v) {
        for (int d = 0; d < 5; d++) b->week[d] = true;
        ok = true;
    } else if (is_str(v) || is_bytes(v)) {
        Value text = is_str(v) ? retain(v) : str_from_latin1(vm, as_bytes(v)->data, (size_t)as_bytes(v)->len);
        ok = text && week_of_text(vm, b, text);
        release(vm, text);
    } else {
        ok = week_of_sequence(vm, b, v);
    }
    b->days = 0;
    for (int d = 0; d < 7; d++) b->days += b->week[d];
    return ok;
}

/* ---- holidays ---- */
/* An array of days from dates of any kind that become days safely. which: of the operands, for the words. NULL: raised. */
static NdArray *days_array(VM *vm, Np *np, Ref v, int which)
{
    Descr *day = descr_time(vm, np, NP_DATETIME, (TimeMeta){UNIT_D, 1});
    bool own = is_array(v, np) && as_array(v)->descr->num == NP_DATETIME;
    NdArray *a = day ? array_from_any(vm, np, v, own ? NULL : descr_shared(np, NP_DATETIME), 0) : NULL, *out = NULL;
    if (a && a->descr->time.unit != UNIT_GENERIC && !descr_can_cast(vm, a->descr, day, CASTING_SAFE)) {
        if (which < 0) err_raise(vm, EXC_ValueError, "Cannot safely convert provided holidays input into an array of dates");
        else err_raise(vm, EXC_TypeError, "Iterator operand %d dtype could not be cast from %R to %R according to the rule 'safe'", which, REF(a->descr), REF(day));
    } else if (a) {
        out = array_as(vm, a, day, ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST);
    }
    descr_release(vm, day);
    array_release(vm, a);
    return out;
}

static int compare_days(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static bool holidays_take(VM *vm, Np *np, Business *b, Ref v)
{
    b->holidays = NULL;
    b->n = b->room = 0;
    if (!v || is_none(v)) return true;
    NdArray *a = days_array(vm, np, v, -1);
    if (!a) return false;
    int64_t size = array_size(a), n = 0;
    const int64_t *from = (const int64_t *)(const void *)a->data;
    bool ok = a->ndim == 1 || err_false(vm, EXC_ValueError, "holidays must be a provided as a one-dimensional array");
    if (ok && size) {
        b->holidays = mem_alloc(vm->mem, (size_t)size * sizeof *b->holidays);
        ok = b->holidays || (err_no_memory(vm), false);
        b->room = size;
    }
    for (int64_t i = 0; ok && i < size; i++)
        if (from[i] != NAT && b->week[weekday(from[i])]) b->holidays[n++] = from[i];
    if (ok && n) {
        qsort(b->holidays, (size_t)n, sizeof *b->holidays, compare_days);
        for (int64_t i = 0; i < n; i++)
            if (!i || b->holidays[i] != b->holidays[i - 1]) b->holidays[b->n++] = b->holidays[i];
    }
    array_release(vm, a);
    return ok;
}

static void business_close(VM *vm, Business *b)
{
    mem_free(vm->mem, b->holidays, (size_t)b->room * sizeof *b->holidays);
    b->holidays = NULL;
}

static int64_t holidays_before(const Business *b, int64_t day)
{
    int64_t low = 0, high = b->n;
    while (low < high) {
        int64_t mid = low + (high - low) / 2;
        if (b->holidays[mid] < day) low = mid + 1;
        else high = mid;
    }
    return low;
}

static bool is_business(const Business *b, int64_t day)
{
    if (!b->week[weekday(day)]) return false;
    int64_t at = holidays_before(b, day);
    return at == b->n || b->holidays[at] != day;
}

/* Business days from the first on, before the last. */
static int64_t business_between(const Business *b, int64_t first, int64_t last)
{
    int64_t weeks = (last - first) / 7, count = weeks * b->days - (holidays_before(b, last) - holidays_before(b, first));
    for (int64_t day = first + weeks * 7; day < last; day++) count += b->week[weekday(day)];
    return count;
}

/* From a business day so many on, or back. */
static int64_t business_step(const Business *b, int64_t day, int64_t offset)
{
    int64_t way = offset < 0 ? -1 : 1, left = offset < 0 ? -offset : offset;
    while (left > 0) {
        int64_t weeks = left / b->days;
        if (!weeks) {
            day += way;
            left -= is_business(b, day);
            continue;
        }
        int64_t to = day + way * 7 * weeks, met = way > 0 ? holidays_before(b, to + 1) - holidays_before(b, day + 1) : holidays_before(b, day) - holidays_before(b, to);
        left = left % b->days + met;
        day = to;
    }
    return day;
}

/* ---- rolling to a business day ---- */
typedef enum Roll { ROLL_RAISE, ROLL_NAT, ROLL_FORWARD, ROLL_BACKWARD, ROLL_MODIFIED_FORWARD, ROLL_MODIFIED_BACKWARD } Roll;

static bool roll_take(VM *vm, Ref v, Roll *out)
{
    static const struct { const char *name; Roll roll; } rows[] = {
        {"raise", ROLL_RAISE}, {"nat", ROLL_NAT}, {"forward", ROLL_FORWARD}, {"following", ROLL_FORWARD}, {"backward", ROLL_BACKWARD}, {"preceding", ROLL_BACKWARD},
        {"modifiedfollowing", ROLL_MODIFIED_FORWARD}, {"modifiedpreceding", ROLL_MODIFIED_BACKWARD},
    };
    *out = ROLL_RAISE;
    if (!v) return true;
    if (is_str(v))
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            if (str_equal_c(v, rows[i].name)) return *out = rows[i].roll, true;
    if (!is_str(v)) return err_false(vm, EXC_TypeError, "bad argument type for built-in operation");
    return err_false(vm, EXC_ValueError, "Invalid business day roll parameter \"%U\"", v);
}

static int month_of(int64_t day)
{
    int64_t year;
    int month, in_month;
    civil_of_days(day, &year, &month, &in_month);
    return month;
}

static int64_t next_business(const Business *b, int64_t day, int way)
{
    while (!is_business(b, day)) day += way;
    return day;
}

static bool roll_day(VM *vm, const Business *b, Roll roll, int64_t *day)
{
    if (*day == NAT) return roll != ROLL_RAISE || err_false(vm, EXC_ValueError, "NaT input in busday_offset");
    if (is_business(b, *day)) return true;
    int64_t from = *day;
    switch (roll) {
    case ROLL_RAISE: return err_false(vm, EXC_ValueError, "Non-business day date in busday_offset");
    case ROLL_NAT: *day = NAT; return true;
    case ROLL_FORWARD: case ROLL_MODIFIED_FORWARD: *day = next_business(b, from, 1); break;
    default: *day = next_business(b, from, -1);
    }
    if (roll >= ROLL_MODIFIED_FORWARD && month_of(*day) != month_of(from)) *day = next_business(b, from, roll == ROLL_MODIFIED_FORWARD ? -1 : 1);
    return true;
}

/* ---- the class ---- */
static Value calendar_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"weekmask", "holidays"};
    Ref in[2];
    Np *np = np_state(vm);
    if (!np || !args_bind(vm, "busdaycal", args, n, kwnames, names, 2, in)) return NULL;
    Calendar *c = (Calendar *)obj_alloc(vm, as_type(cls), as_type(cls)->inst_size);
    if (!c) return NULL;
    bool ok = week_take(vm, &c->b, in[0]) && holidays_take(vm, np, &c->b, in[1]);
    ok = ok && (c->b.days || err_false(vm, EXC_ValueError, "Cannot construct a numpy.busdaycal with a weekmask of all zeros"));
    if (ok) return VAL(c);
    release(vm, VAL(c));
    return NULL;
}

static bool calendar_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames) { return (void)vm, (void)self, (void)args, (void)n, (void)kwnames, true; } /* all is done */

static void calendar_dealloc(VM *vm, Obj *o)
{
    business_close(vm, &((Calendar *)o)->b);
    obj_free(vm, o, o->type->inst_size);
}

static Value calendar_week(VM *vm, Ref self)
{
    Np *np = np_state(vm);
    int64_t n = 7;
    NdArray *a = np ? array_new(vm, np, descr_shared(np, NP_BOOL), &n, 1, ORDER_C) : NULL;
    for (int d = 0; a && d < 7; d++) a->data[d] = as_calendar(self)->b.week[d];
    return VAL(a);
}

static Value calendar_holidays(VM *vm, Ref self)
{
    Np *np = np_state(vm);
    const Business *b = &as_calendar(self)->b;
    Descr *d = np ? descr_time(vm, np, NP_DATETIME, (TimeMeta){UNIT_D, 1}) : NULL;
    NdArray *a = d ? array_new(vm, np, d, &b->n, 1, ORDER_C) : NULL;
    if (a && b->n) memcpy(a->data, b->holidays, (size_t)b->n * 8);
    descr_release(vm, d);
    return VAL(a);
}

static const GetSetDef calendar_getsets[] = {
    {"weekmask", calendar_week, NULL, NULL},
    {"holidays", calendar_holidays, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};
static const TypeDef calendar_def = {
    .name = "numpy.busdaycalendar", .doc = "", .kind = KIND_OPAQUE, .size = sizeof(Calendar), .flags = TYPE_BASE,
    .s = {.new_ = calendar_new, .init = calendar_init}, .dealloc = calendar_dealloc, .getsets = calendar_getsets, .text_signature = "weekmask='1111100', holidays=None",
};

bool busday_open(VM *vm, Np *np, Dict *ns)
{
    (void)np;
    Type *t = type_from_def(vm, &calendar_def, NULL);
    bool ok = t && module_add_type(vm, ns, t);
    release(vm, VAL(t));
    return ok;
}

/* ---- the functions ---- */
typedef struct Asked { /* weekmask, holidays, busdaycal as given */
    const Business *b;
    Business own;
} Asked;

static bool asked_open(VM *vm, Np *np, const char *function, int position, Ref week, Ref holidays, Ref calendar, Asked *out)
{
    *out = (Asked){NULL, {.n = 0}};
    if (calendar && !is_none(calendar)) {
        if (!is_made_by(calendar, &calendar_def)) return err_false(vm, EXC_TypeError, "%s() argument %d must be numpy.busdaycalendar, not %T", function, position, calendar);
        if (week || (holidays && !is_none(holidays))) return err_false(vm, EXC_ValueError, "Cannot supply both the weekmask/holidays and the busdaycal parameters to %s()", function);
        out->b = &as_calendar(calendar)->b;
        return true;
    }
    if (!week_take(vm, &out->own, week)) return false;
    if (!out->own.days) return err_false(vm, EXC_ValueError, "the business day weekmask must have at least one valid business day");
    out->b = &out->own;
    return holidays_take(vm, np, &out->own, holidays);
}

/* One or two operands of 64 bits, broadcast, into results of 64 bits or (bool) one byte. */
typedef bool (*DayFn)(VM *vm, const Business *b, int64_t x, int64_t y, Roll roll, int64_t *out);

static bool days_run(VM *vm, const Business *b, DayFn fn, Roll roll, NdArray *x, NdArray *y, NdArray *out)
{
    int64_t xs[NP_DIMS_MOST], ys[NP_DIMS_MOST];
    if (!array_strides_in(vm, x, out->shape, out->ndim, xs) || !array_strides_in(vm, y, out->shape, out->ndim, ys)) return false;
    bool byte = out->descr->size == 1;
    Walk w;
    walk_open(&w, out->ndim, out->shape, 3, (char *const[]){out->data, x->data, y->data}, (const int64_t *const[]){out->strides, xs, ys});
    do {
        for (int64_t i = 0; i < w.inner; i++) {
            int64_t p, q, r;
            memcpy(&p, w.at[1] + i * w.inner_strides[1], 8);
            memcpy(&q, w.at[2] + i * w.inner_strides[2], 8);
            if (!fn(vm, b, p, q, roll, &r)) return false;
            char *to = w.at[0] + i * w.inner_strides[0];
            if (byte) *to = (char)r;
            else memcpy(to, &r, 8);
        }
        if (!vm_poll(vm)) return false;
    } while (walk_next(&w));
    return true;
}

/* The result as it was asked for: in `out`, or on its own. */
static Value days_result(VM *vm, Np *np, NdArray *r /*taken*/, Ref out)
{
    if (!out || is_none(out)) return array_return(vm, r);
    bool ok = is_array(out, np) || err_false(vm, EXC_ValueError, "busday_offset: must provide a NumPy array for 'out'");
    ok = ok && array_copy_into(vm, as_array(out), r);
    array_release(vm, r);
    return ok ? retain(out) : NULL;
}

static Value days_call(VM *vm, Np *np, const Asked *asked, DayFn fn, Roll roll, NdArray *x, NdArray *y, Descr *d, Ref out)
{
    NpDims shape;
    if (!operands_broadcast(vm, (NdArray *const[]){x, y}, 2, &shape)) return NULL;
    NdArray *r = array_new(vm, np, d, shape.v, shape.n, ORDER_C);
    if (r && days_run(vm, asked->b, fn, roll, x, y, r)) return days_result(vm, np, r, out);
    array_release(vm, r);
    return NULL;
}

static bool day_is(VM *vm, const Business *b, int64_t x, int64_t y, Roll roll, int64_t *out) { return (void)vm, (void)y, (void)roll, *out = x != NAT && is_business(b, x), true; }
static bool day_offset(VM *vm, const Business *b, int64_t x, int64_t y, Roll roll, int64_t *out)
{
    if (!roll_day(vm, b, roll, &x)) return false;
    *out = x == NAT ? NAT : business_step(b, x, y);
    return true;
}
static bool day_count(VM *vm, const Business *b, int64_t x, int64_t y, Roll roll, int64_t *out)
{
    (void)roll;
    if (x == NAT || y == NAT) return err_false(vm, EXC_ValueError, "Cannot compute a business day count with a NaT (not-a-time) date");
    *out = x <= y ? business_between(b, x, y) : -business_between(b, y, x);
    return true;
}

static Value is_busday(VM *vm, const Ref *a, int n, Ref kw)
{
    (void)n, (void)kw;
    Np *np = np_state(vm);
    Asked asked;
    NdArray *x = NULL;
    if (!np) return NULL;
    bool ok = asked_open(vm, np, "is_busday", 4, a[1], a[2], a[3], &asked) && (x = days_array(vm, np, a[0], 0));
    Value r = ok ? days_call(vm, np, &asked, day_is, ROLL_RAISE, x, x, descr_shared(np, NP_BOOL), a[4]) : NO_VALUE;
    array_release(vm, x);
    business_close(vm, &asked.own);
    return r;
}

static Value busday_offset(VM *vm, const Ref *a, int n, Ref kw)
{
    (void)n, (void)kw;
    Np *np = np_state(vm);
    Asked asked = {NULL, {.n = 0}};
    Roll roll;
    NdArray *x = NULL, *y = NULL;
    if (!np || !roll_take(vm, a[2], &roll)) return NULL;
    bool ok = asked_open(vm, np, "busday_offset", 6, a[3], a[4], a[5], &asked) && (x = days_array(vm, np, a[0], 0)) &&
              (y = array_from_any(vm, np, a[1], descr_shared(np, NP_LONG), ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST));
    Value r = ok ? days_call(vm, np, &asked, day_offset, roll, x, y, x->descr, a[6]) : NO_VALUE;
    array_release(vm, x);
    array_release(vm, y);
    business_close(vm, &asked.own);
    return r;
}

static Value busday_count(VM *vm, const Ref *a, int n, Ref kw)
{
    (void)n, (void)kw;
    Np *np = np_state(vm);
    Asked asked;
    NdArray *x = NULL, *y = NULL;
    if (!np) return NULL;
    bool ok = asked_open(vm, np, "busday_count", 5, a[2], a[3], a[4], &asked) && (x = days_array(vm, np, a[0], 0)) && (y = days_array(vm, np, a[1], 1));
    Value r = ok ? days_call(vm, np, &asked, day_count, ROLL_RAISE, x, y, descr_shared(np, NP_LONG), a[5]) : NO_VALUE;
    array_release(vm, x);
    array_release(vm, y);
    business_close(vm, &asked.own);
    return r;
}

const NativeDef multiarray_busday_functions[] = {
    {"is_busday", is_busday, "dates, weekmask='1111100', holidays=None, busdaycal=None, out=None", "Which dates are business days", NATIVE_KW},
    {"busday_offset", busday_offset, "dates, offsets, roll='raise', weekmask='1111100', holidays=None, busdaycal=None, out=None", "Dates so many business days on", NATIVE_KW},
    {"busday_count", busday_count, "begindates, enddates, weekmask='1111100', holidays=[], busdaycal=None, out=None", "Business days from the one date on before the other", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};
