/* mod_tables.c: the module _tables: kernels under perch's pandas. They take the memory of arrays without gaps, doubles and whole numbers of 64 bits; what calls them (core/windows, groupby) made those arrays. */
#include "tables.h"

#include "lang/object/args.h"
#include "lang/object/thread.h"
#include "std/lent.h"
#include "std/std.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)
enum { SMALL = 1 << 14 }; /* so few rows are not worth handing over the lock */

/* ---- memory: d doubles, l whole numbers, ? doubles or None, D and L the same, to be written ---- */
static bool fits(const Lent *l, const BufferView *v, char kind, char letter)
{
    bool whole = letter == 'l' || letter == 'L', written = letter == 'D' || letter == 'L';
    return v->itemsize == 8 && (whole ? kind == 'l' || kind == 'q' : kind == 'd') && !(written && v->readonly);
}

static bool lend(VM *vm, const Ref *args, const char *format, Lent *l)
{
    return lent_take(vm, args, format, fits, "arrays of doubles and of whole numbers of 64 bits where they count", l);
}

static int64_t items(const BufferView *v) { return v->data ? v->len / 8 : 0; }

static Value done(VM *vm, Lent *l, bool ok)
{
    lent_back(vm, l);
    return ok ? V_NONE : err_raise(vm, EXC_MemoryError, "rows in order");
}

/* ---- windows ---- */
static const WindowKernel window_kernels[] = {window_sum, window_mean, window_var, window_skew, window_kurt, window_min, window_max, window_quantile, window_rank};

static bool bounds_inside(const Windows *w)
{
    for (int64_t i = 0; i < w->count; i++)
        if (w->begin[i] < 0 || w->end[i] > w->count || w->begin[i] > w->end[i]) return false;
    return true;
}

/* values, begin, end, out, kernel, least, given, way, flag */
FN(fn_window)
{
    Lent l;
    Windows w;
    int64_t which, rest[2];
    if (!num_index_i64(vm, args[4], &which) || !num_index_i64(vm, args[5], &w.least) || !num_to_double(vm, args[6], &w.given) || !lent_numbers(vm, args + 7, 2, rest)) return NO_VALUE;
    if (which < 0 || which >= (int64_t)(sizeof window_kernels / sizeof *window_kernels)) return err_raise(vm, EXC_ValueError, "window %lld is not known", (long long)which);
    if (!lend(vm, args, "dllD", &l)) return NO_VALUE;
    w.values = (const double *)l.views[0].data, w.begin = (const int64_t *)l.views[1].data, w.end = (const int64_t *)l.views[2].data, w.out = (double *)l.views[3].data;
    w.count = items(&l.views[0]), w.way = (int)rest[0], w.flag = rest[1] != 0;
    for (int i = 1; i < 4; i++)
        if (items(&l.views[i]) != w.count) return lent_refuse(vm, &l, "a beginning, an end and a result for each row"), NO_VALUE;
    if (!bounds_inside(&w)) return lent_refuse(vm, &l, "windows of rows that are there"), NO_VALUE;
    bool away = w.count > SMALL;
    Thread *me = away ? thread_leave(vm) : NULL;
    bool ok = window_kernels[which](&w);
    if (away) thread_enter(vm, me);
    return done(vm, &l, ok);
}

/* ---- groups ---- */
static const GroupKernel group_kernels[] = {group_sum, group_mean, group_var, group_min, group_max, group_prod, group_median};

static bool codes_inside(const Groups *g)
{
    for (int64_t i = 0; i < g->rows; i++)
        if (g->codes[i] >= g->groups) return false;
    return true;
}

/* values, codes, out, counts, kernel, ddof */
FN(fn_group)
{
    Lent l;
    Groups g;
    int64_t numbers[2];
    if (!lent_numbers(vm, args + 4, 2, numbers)) return NO_VALUE;
    if (numbers[0] < 0 || numbers[0] >= (int64_t)(sizeof group_kernels / sizeof *group_kernels)) return err_raise(vm, EXC_ValueError, "aggregate %lld is not known", (long long)numbers[0]);
    if (!lend(vm, args, "dlDL", &l)) return NO_VALUE;
    g = (Groups){.values = (const double *)l.views[0].data, .codes = (const int64_t *)l.views[1].data, .out = (double *)l.views[2].data, .counts = (int64_t *)l.views[3].data, .ddof = numbers[1]};
    g.rows = items(&l.views[0]), g.groups = items(&l.views[2]);
    if (items(&l.views[1]) != g.rows || items(&l.views[3]) != g.groups) return lent_refuse(vm, &l, "a group for each row, a count for each group"), NO_VALUE;
    if (!codes_inside(&g)) return lent_refuse(vm, &l, "groups that are there"), NO_VALUE;
    bool away = g.rows > SMALL;
    Thread *me = away ? thread_leave(vm) : NULL;
    bool ok = group_kernels[numbers[0]](&g);
    if (away) thread_enter(vm, me);
    return done(vm, &l, ok);
}

/* ---- older values count less ---- */
typedef void (*FadingKernel)(const Fading *f);
static const FadingKernel fading_kernels[] = {fading_mean, fading_sum, fading_cov};

/* values, other, distances, out, kernel, least, alpha, adjust, skip what is missing, bias */
FN(fn_fading)
{
    Lent l;
    Fading f;
    int64_t numbers[2], flags[3];
    if (!lent_numbers(vm, args + 4, 2, numbers) || !num_to_double(vm, args[6], &f.alpha) || !lent_numbers(vm, args + 7, 3, flags)) return NO_VALUE;
    if (numbers[0] < 0 || numbers[0] >= (int64_t)(sizeof fading_kernels / sizeof *fading_kernels)) return err_raise(vm, EXC_ValueError, "mean %lld is not known", (long long)numbers[0]);
    if (!lend(vm, args, "d??D", &l)) return NO_VALUE;
    f.values = (const double *)l.views[0].data, f.other = (const double *)l.views[1].data, f.wide = (const double *)l.views[2].data, f.out = (double *)l.views[3].data;
    f.count = items(&l.views[0]), f.least = numbers[1], f.adjust = flags[0] != 0, f.skip = flags[1] != 0, f.bias = flags[2] != 0;
    bool fits = items(&l.views[3]) == f.count && (f.other ? items(&l.views[1]) == f.count : numbers[0] != 2) && (!f.wide || items(&l.views[2]) >= f.count - 1);
    if (!fits) return lent_refuse(vm, &l, "arrays of one length"), NO_VALUE;
    bool away = f.count > SMALL;
    Thread *me = away ? thread_leave(vm) : NULL;
    fading_kernels[numbers[0]](&f);
    if (away) thread_enter(vm, me);
    return done(vm, &l, true);
}

static const NativeDef functions[] = {
    {"window", fn_window, "values, begin, end, out, kernel, least, given, way, flag, /", "What windows of rows come to.", 0},
    {"group", fn_group, "values, codes, out, counts, kernel, ddof, /", "What groups of rows come to.", 0},
    {"fading", fn_fading, "values, other, distances, out, kernel, least, alpha, adjust, skip, bias, /", "Means, sums and covariances of which older values count less.", 0},
    {NULL, NULL, NULL, NULL, 0}};

const ModuleDef tables_module = {.name = "_tables", .doc = "Kernels under perch's pandas.", .functions = functions};
