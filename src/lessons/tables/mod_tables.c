/* mod_tables.c: the module _tables: kernels under perch's pandas. They take the memory of arrays without gaps, doubles and whole numbers of 64 bits; what calls them (core/windows, groupby) made those arrays. */
#include "tables.h"

#include "fields.h"
#include "hash_table.h"
#include "hashes.h"
#include "moments.h"
#include "lang/object/args.h"
#include "lang/object/str.h"
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

/* ---- codes ---- */
static bool codes_below(const BufferView *v, int64_t most)
{
    const int64_t *codes = (const int64_t *)v->data;
    int64_t highest = -1;
    for (int64_t i = 0; i < items(v); i++)
        if (codes[i] > highest) highest = codes[i];
    return highest < most;
}

/* codes, order, ends */
FN(fn_order)
{
    Lent l;
    if (!lend(vm, args, "lLL", &l)) return NO_VALUE;
    int64_t rows = items(&l.views[0]), groups = items(&l.views[2]);
    if (items(&l.views[1]) < rows || !codes_below(&l.views[0], groups)) return lent_refuse(vm, &l, "groups that are there, and a place for each row"), NO_VALUE;
    codes_order((const int64_t *)l.views[0].data, rows, groups, (int64_t *)l.views[1].data, (int64_t *)l.views[2].data);
    return done(vm, &l, true);
}

/* codes, back, out */
FN(fn_renumber)
{
    Lent l;
    if (!lend(vm, args, "llL", &l)) return NO_VALUE;
    int64_t rows = items(&l.views[0]);
    if (items(&l.views[2]) < rows || !codes_below(&l.views[0], items(&l.views[1]))) return lent_refuse(vm, &l, "codes that are there, and a place for each row"), NO_VALUE;
    codes_renumber((const int64_t *)l.views[0].data, rows, (const int64_t *)l.views[1].data, (int64_t *)l.views[2].data);
    return done(vm, &l, true);
}

/* codes, seen, out, backward */
FN(fn_within)
{
    Lent l;
    int64_t backward;
    if (!lent_numbers(vm, args + 3, 1, &backward)) return NO_VALUE;
    if (!lend(vm, args, "lLL", &l)) return NO_VALUE;
    int64_t rows = items(&l.views[0]), groups = items(&l.views[1]);
    if (items(&l.views[2]) < rows || !codes_below(&l.views[0], groups)) return lent_refuse(vm, &l, "groups that are there, and a place for each row"), NO_VALUE;
    codes_within((const int64_t *)l.views[0].data, rows, (int64_t *)l.views[1].data, groups, backward != 0, (int64_t *)l.views[2].data);
    return done(vm, &l, true);
}

/* mine, its, out */
FN(fn_rising)
{
    Lent l;
    if (!lend(vm, args, "llL", &l)) return NO_VALUE;
    int64_t m = items(&l.views[1]);
    if (items(&l.views[2]) < m) return lent_refuse(vm, &l, "a place for each row"), NO_VALUE;
    rising_places((const int64_t *)l.views[0].data, items(&l.views[0]), (const int64_t *)l.views[1].data, m, (int64_t *)l.views[2].data);
    return done(vm, &l, true);
}

/* values, its, out, right */
FN(fn_search)
{
    Lent l;
    int64_t right;
    if (!lent_numbers(vm, args + 3, 1, &right)) return NO_VALUE;
    if (!lend(vm, args, "llL", &l)) return NO_VALUE;
    int64_t m = items(&l.views[1]);
    if (items(&l.views[2]) < m) return lent_refuse(vm, &l, "a place for each row"), NO_VALUE;
    rising_search((const int64_t *)l.views[0].data, items(&l.views[0]), (const int64_t *)l.views[1].data, m, right != 0, (int64_t *)l.views[2].data);
    return done(vm, &l, true);
}

/* walls, part, out */
FN(fn_parts)
{
    Lent l;
    int64_t part;
    Ref arrays[2] = {args[0], args[2]};
    if (!lent_numbers(vm, args + 1, 1, &part)) return NO_VALUE;
    if (part < 0 || part >= PARTS) return err_raise(vm, EXC_ValueError, "part %lld is not known", (long long)part);
    if (!lend(vm, arrays, "lL", &l)) return NO_VALUE;
    if (items(&l.views[1]) < items(&l.views[0])) return lent_refuse(vm, &l, "a place for each row"), NO_VALUE;
    moment_parts((const int64_t *)l.views[0].data, items(&l.views[0]), (MomentPart)part, (int64_t *)l.views[1].data);
    return done(vm, &l, true);
}

static bool rows_inside(const BufferView *v, int64_t rows)
{
    const int64_t *order = (const int64_t *)v->data;
    for (int64_t i = 0; i < items(v); i++)
        if (order[i] < 0 || order[i] >= rows) return false;
    return true;
}

static bool ends_rise(const BufferView *v, int64_t rows)
{
    const int64_t *ends = (const int64_t *)v->data;
    for (int64_t i = 0; i < items(v); i++)
        if (ends[i] < (i ? ends[i - 1] : 0) || ends[i] > rows) return false;
    return true;
}

/* codes of the left, their order or None, rows of the right by code, where each code's end, whether rows without a fellow stay, out left, out right (None: counted alone) */
FN(fn_pairs)
{
    Lent l;
    Ref arrays[6] = {args[0], args[1], args[2], args[3], args[5], args[6]};
    int64_t keep;
    if (!num_index_i64(vm, args[4], &keep)) return NO_VALUE;
    for (int i = l.count = 0; i < 6; i++) {
        BufferView *v = &l.views[i];
        if (is_none(arrays[i]) && (i == 1 || i > 3)) *v = (BufferView){.owner = V_NONE, .format = "B"};
        else if (!buffer_get(vm, arrays[i], v)) return lent_back(vm, &l), NO_VALUE;
        l.count++;
        if (v->data && !fits(&l, v, lent_kind(v), i > 3 ? 'L' : 'l')) return lent_refuse(vm, &l, "whole numbers of 64 bits"), NO_VALUE;
    }
    BufferView *v = l.views;
    Pairs p = {(const int64_t *)v[0].data, (const int64_t *)v[1].data, (const int64_t *)v[2].data, (const int64_t *)v[3].data, .keep = keep != 0};
    p.rows = p.left_order ? items(&v[1]) : items(&v[0]);
    if (!codes_below(&v[0], items(&v[3])) || !rows_inside(&v[1], items(&v[0])) || !ends_rise(&v[3], items(&v[2]))) return lent_refuse(vm, &l, "codes and rows that are there"), NO_VALUE;
    int64_t total = codes_pairs(&p);
    p.out_left = (int64_t *)v[4].data, p.out_right = (int64_t *)v[5].data;
    if (p.out_left && (!p.out_right || items(&v[4]) < total || items(&v[5]) < total)) return lent_refuse(vm, &l, "a place for each pair"), NO_VALUE;
    if (p.out_left) codes_pairs(&p);
    lent_back(vm, &l);
    return int_from_i64(vm, total);
}

/* ---- moments ---- */
enum { ZONE_NONE = 1 << 20, ZONE_BLANK, ZONE_UNREAD }; /* beside minutes from UTC; core/dates.py has them, too */

static bool is_ascii_text(VM *vm, Ref x) { return is_heap(x) && as_obj(x)->type == CLASS(str) && str_is_ascii(as_str(x)); }

static MomentText text_of(Ref x) { return (MomentText){(const char *)as_str(x)->data, (const char *)as_str(x)->data + as_str(x)->len}; }

static bool is_blank_text(MomentText t)
{
    static const char *const blank[] = {"", "NaT", "nat", "NAT", "nan", "NaN", "NAN", "NA"};
    for (size_t i = 0; i < sizeof blank / sizeof *blank; i++)
        if ((size_t)(t.end - t.at) == strlen(blank[i]) && !memcmp(t.at, blank[i], strlen(blank[i]))) return true;
    return false;
}

typedef enum { READ_ANY, READ_ISO, READ_FORM } ReadWay;
typedef struct Reading { MomentText form; ReadWay way; bool day_first; } Reading;

static bool read_text(const Reading *r, MomentText t, int64_t *out, int64_t *zone)
{
    Moment m;
    bool found = r->way != READ_FORM && moment_iso(t, r->day_first && r->way == READ_ANY, &m);
    if (!found && r->way == READ_ANY) found = moment_plain(t, r->day_first, &m);
    if (!found && r->form.at) found = moment_form(t, r->form, &m);
    if (!found || !moment_count(&m, out)) return false;
    *zone = m.zoned ? m.offset : ZONE_NONE;
    return true;
}

/* objects, out, zones, form (None: any), way, day_first: how many texts were not read */
FN(fn_moments)
{
    Lent l;
    BufferView v;
    int64_t rest[2];
    if (!lent_numbers(vm, args + 4, 2, rest)) return NO_VALUE;
    if (!is_none(args[3]) && !is_ascii_text(vm, args[3])) return err_raise(vm, EXC_ValueError, "a form of ASCII, or None");
    if (!lend(vm, args + 1, "LL", &l)) return NO_VALUE;
    if (!buffer_get(vm, args[0], &v)) return lent_back(vm, &l), NO_VALUE;
    int64_t count = v.data ? v.len / v.itemsize : 0, unread = 0;
    bool ok = v.format && v.format[0] == 'O' && items(&l.views[0]) >= count && items(&l.views[1]) >= count;
    Reading r = {is_none(args[3]) ? (MomentText){NULL, NULL} : text_of(args[3]), (ReadWay)rest[0], rest[1] != 0};
    int64_t *out = (int64_t *)l.views[0].data, *zones = (int64_t *)l.views[1].data;
    const Nothing *none = &tables_state(vm)->nothing;
    for (int64_t i = 0; ok && i < count; i++) {
        Ref x = ((const Ref *)v.data)[i];
        bool text = is_ascii_text(vm, x), blank = !x || is_none(x) || x == none->nat || x == none->na || (is_float(x) && float_of(x) != float_of(x)) || (text && is_blank_text(text_of(x)));
        if (blank) out[i] = INT64_MIN, zones[i] = ZONE_BLANK;
        else if (!text || !read_text(&r, text_of(x), &out[i], &zones[i])) out[i] = INT64_MIN, zones[i] = ZONE_UNREAD, unread++;
    }
    buffer_release(vm, &v);
    lent_back(vm, &l);
    return ok ? int_from_i64(vm, unread) : err_raise(vm, EXC_ValueError, "objects, and a place for each");
}

/* ---- fields ---- */
/* A text's bytes, and the arrays behind it. */
static bool lend_text(VM *vm, const Ref *args, const char *format, BufferView *text, Lent *l)
{
    if (!lend(vm, args + 1, format, l)) return false;
    if (buffer_get(vm, args[0], text)) return true;
    return lent_back(vm, l), false;
}

static Value text_back(VM *vm, BufferView *text, Lent *l, Value found)
{
    buffer_release(vm, text);
    lent_back(vm, l);
    return found;
}

static Value text_refuse(VM *vm, BufferView *text, Lent *l, const char *words)
{
    return text_back(vm, text, l, NO_VALUE), err_raise(vm, EXC_ValueError, "%s", words);
}

/* data, counts, places (none at first), sep, quote, comment, flags: whether the text is plain; counts: rows and fields of each */
FN(fn_cut)
{
    Lent l;
    BufferView text;
    int64_t said[4];
    if (!lent_numbers(vm, args + 3, 4, said) || !lend_text(vm, args, "LL", &text, &l)) return NO_VALUE;
    int64_t *counts = (int64_t *)l.views[0].data;
    FieldPlace *places = items(&l.views[1]) ? (FieldPlace *)l.views[1].data : NULL;
    bool fits_in = items(&l.views[0]) == 2 && (!places || (counts[0] >= 0 && counts[1] > 0 && counts[0] <= items(&l.views[1]) / 2 / counts[1]));
    if (!fits_in) return text_refuse(vm, &text, &l, "two counts, and a place for each field");
    FieldsText t = {(const char *)text.data, text.len, (char)said[0], (char)said[1], (char)said[2], (said[3] & 1) != 0, (said[3] & 2) != 0};
    bool plain = text.len && fields_cut(&t, places, &counts[0], &counts[1]);
    return text_back(vm, &text, &l, make_bool(plain));
}

/* The places of a column, checked; NULL where there are no such. */
static const FieldPlace *column_of(const BufferView *text, const BufferView *places, int64_t wide, int64_t column, int64_t *rows)
{
    if (wide <= 0 || column < 0 || column >= wide) return NULL;
    const FieldPlace *first = (const FieldPlace *)places->data + column;
    *rows = items(places) / 2 / wide;
    for (int64_t i = 0; i < *rows; i++)
        if (first[i * wide].start < 0 || first[i * wide].end < first[i * wide].start || first[i * wide].end > text->len) return NULL;
    return first;
}

/* data, places, sizes, wholes, reals, nothings, wide, column: FieldsKind */
FN(fn_column)
{
    Lent l;
    BufferView text, nothings;
    int64_t at[2], rows = 0, total = 0;
    if (!lent_numbers(vm, args + 6, 2, at) || !buffer_get(vm, args[5], &nothings)) return NO_VALUE;
    if (!lend_text(vm, args, "llLD", &text, &l)) return buffer_release(vm, &nothings), NO_VALUE;
    const FieldPlace *places = column_of(&text, &l.views[0], at[0], at[1], &rows);
    FieldsNothing none = {.texts = (const char *)nothings.data, .sizes = (const int64_t *)l.views[1].data, .count = items(&l.views[1])};
    bool good = places && items(&l.views[2]) >= rows && items(&l.views[3]) >= rows;
    for (int64_t i = 0; good && i < none.count; i++) good = none.sizes[i] >= 0 && (total += none.sizes[i]) <= nothings.len;
    FieldsKind kind = FIELDS_TEXT;
    if (good) {
        fields_nothing(&none);
        kind = fields_numbers(&(FieldsText){.data = (const char *)text.data, .len = text.len}, places, rows, at[0], &none, (int64_t *)l.views[2].data, (double *)l.views[3].data);
    }
    buffer_release(vm, &nothings);
    return good ? text_back(vm, &text, &l, int_from_i64(vm, (int64_t)kind)) : text_refuse(vm, &text, &l, "places in the text, and one for each number");
}

enum { KNOWN_TEXTS = 256 };

/* data, places, wide, column: the texts as a list; equal ones that stand near each other are one object */
FN(fn_texts)
{
    Lent l;
    BufferView text;
    int64_t at[2], rows = 0, known[KNOWN_TEXTS];
    if (!lent_numbers(vm, args + 2, 2, at) || !lend_text(vm, args, "l", &text, &l)) return NO_VALUE;
    const FieldPlace *places = column_of(&text, &l.views[0], at[0], at[1], &rows);
    if (!places) return text_refuse(vm, &text, &l, "places in the text");
    Value found = tuple_new(vm, rows);
    for (int64_t i = 0; i < KNOWN_TEXTS; i++) known[i] = -1;
    for (int64_t i = 0; found && i < rows; i++) {
        const FieldPlace *p = &places[i * at[0]];
        const char *s = (const char *)text.data + p->start;
        int64_t len = p->end - p->start;
        uint32_t hash = (uint32_t)len;
        for (int64_t k = 0; k < len && k < 32; k++) hash = hash * 31 + (unsigned char)s[k];
        int64_t *spot = &known[hash % KNOWN_TEXTS], before = *spot;
        const FieldPlace *q = before < 0 ? NULL : &places[before * at[0]];
        bool same = q && q->end - q->start == len && !memcmp((const char *)text.data + q->start, s, (size_t)len);
        Value one = same ? retain(as_tuple(found)->items[before]) : str_from_utf8(vm, s, (size_t)len);
        if (!one) {
            release(vm, found);
            found = NO_VALUE;
            break;
        }
        as_tuple(found)->items[i] = one;
        *spot = i;
    }
    return text_back(vm, &text, &l, found);
}

/* NaT, NA, ask: see Nothing */
FN(fn_nothing)
{
    Nothing *none = &tables_state(vm)->nothing;
    value_put(vm, &none->nat, retain(args[0]));
    value_put(vm, &none->na, retain(args[1]));
    value_put(vm, &none->ask, retain(args[2]));
    return V_NONE;
}

static const NativeDef functions[] = {
    {"order", fn_order, "codes, order, ends, /", "The rows of each code, one code behind the other, and where those of each end.", 0},
    {"renumber", fn_renumber, "codes, back, out, /", "Other numbers for codes.", 0},
    {"pairs", fn_pairs, "left, left_order, right_order, right_ends, keep, out_left, out_right, /", "Pairs of rows with one code: how many, and which.", 0},
    {"within", fn_within, "codes, seen, out, backward, /", "How many rows before each have its code.", 0},
    {"rising", fn_rising, "mine, its, out, /", "Where numbers that rise stand among others that do.", 0},
    {"search", fn_search, "values, its, out, right, /", "Where numbers would stand among others that rise.", 0},
    {"parts", fn_parts, "walls, part, out, /", "Years, months or days of moments.", 0},
    {"missing", hash_missing, "values, out, /", "Which objects stand for nothing.", 0},
    {"moments", fn_moments, "texts, out, zones, form, way, day_first, /", "Texts as moments; how many could not be read.", 0},
    {"cut", fn_cut, "data, counts, places, sep, quote, comment, flags, /", "Where the fields of a text of separated values stand.", 0},
    {"column", fn_column, "data, places, sizes, wholes, reals, nothings, wide, column, /", "A column's fields as numbers.", 0},
    {"texts", fn_texts, "data, places, wide, column, /", "A column's fields as texts.", 0},
    {"nothing", fn_nothing, "nat, na, ask, /", "What stands for a missing value among objects.", 0},
    {"window", fn_window, "values, begin, end, out, kernel, least, given, way, flag, /", "What windows of rows come to.", 0},
    {"group", fn_group, "values, codes, out, counts, kernel, ddof, /", "What groups of rows come to.", 0},
    {"fading", fn_fading, "values, other, distances, out, kernel, least, alpha, adjust, skip, bias, /", "Means, sums and covariances of which older values count less.", 0},
    {NULL, NULL, NULL, NULL, 0}};

static bool init(VM *vm, Ref module, Dict *ns)
{
    TablesState *s = as_module(module)->state;
    return (s->table = type_from_def(vm, &hash_table_def, NULL)) && module_add_type(vm, ns, s->table);
}

static void done_with(VM *vm, void *state)
{
    TablesState *s = state;
    release(vm, s->nothing.nat);
    release(vm, s->nothing.na);
    release(vm, s->nothing.ask);
    release(vm, VAL(s->table));
}

const ModuleDef tables_module = {.name = "_tables", .doc = "Kernels under perch's pandas.", .functions = functions, .init = init, .state_size = sizeof(TablesState), .done = done_with};

TablesState *tables_state(VM *vm) { return module_state(vm, &tables_module); }
