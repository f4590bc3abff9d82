/* sort.c: putting lines in order: sort, topk, median_axis, unique.
 *
 * Values become unsigned keys in whose order they stand (NaN above all, -0 with 0; descending: turned over), keys are sorted with their places: a few by
 * insertion, many by counting bytes, from the low one up. Both keep equals in order.
 */
#include <math.h>
#include <string.h>

#include "kernels.h"
#include "lines.h"
#include "loose.h"

enum { FEW = 64, BYTES = 8 };

static uint64_t key_of(DType type, const void *x, int64_t i)
{
    if (type == DT_FLOAT32) {
        union { float f; uint32_t u; } v = {((const float *)x)[i] + 0.0f};
        if (v.f != v.f) return UINT32_MAX;
        return v.u >> 31 ? ~v.u : v.u | 0x80000000u;
    }
    if (type == DT_FLOAT64) {
        union { double f; uint64_t u; } v = {((const double *)x)[i] + 0.0};
        if (v.f != v.f) return UINT64_MAX;
        return v.u >> 63 ? ~v.u : v.u | 0x8000000000000000u;
    }
    return (uint64_t)((const int64_t *)x)[i] ^ 0x8000000000000000u;
}

/* What follows stops where the Work does (false), with its results half made: who called uses none of them. */

static bool make_keys(Work *w, DType type, const void *x, int64_t n, bool descending, Key *keys)
{
    uint64_t turn = !descending ? 0 : type == DT_FLOAT32 ? UINT32_MAX : UINT64_MAX;
    for (int64_t i = 0; i < n; i++) {
        keys[i] = (Key){key_of(type, x, i) ^ turn, i};
        if (work_paced(w, i)) return false;
    }
    return true;
}

static void sort_few(Key *keys, int64_t n)
{
    for (int64_t i = 1; i < n; i++) {
        Key k = keys[i];
        int64_t j = i;
        for (; j > 0 && keys[j - 1].key > k.key; j--) keys[j] = keys[j - 1];
        keys[j] = k;
    }
}

/* By each byte that differs somewhere; the result is in `keys` or `other`: returned. */
static Key *sort_many(Work *w, Key *keys, Key *other, int64_t n, int64_t (*counts)[256])
{
    memset(counts, 0, sizeof *counts * BYTES);
    for (int64_t i = 0; i < n; i++) {
        for (int b = 0; b < BYTES; b++) counts[b][keys[i].key >> 8 * b & 255]++;
        if (work_paced(w, i)) return NULL;
    }
    for (int b = 0; b < BYTES; b++) {
        int64_t *count = counts[b], sum = 0;
        if (count[keys[0].key >> 8 * b & 255] == n) continue;
        for (int v = 0; v < 256; v++) {
            int64_t c = count[v];
            count[v] = sum;
            sum += c;
        }
        for (int64_t i = 0; i < n; i++) {
            other[count[keys[i].key >> 8 * b & 255]++] = keys[i];
            if (work_paced(w, i)) return NULL;
        }
        Key *t = keys;
        keys = other;
        other = t;
    }
    return keys;
}

size_t sort_room(int64_t len) { return (size_t)len * 2 * sizeof(Key) + sizeof(int64_t[BYTES][256]); }

/* The few smallest keys of many: kept in order as they come. */
static bool select_few(Work *w, DType type, const void *x, int64_t n, bool descending, int64_t count, Key *best)
{
    uint64_t turn = !descending ? 0 : type == DT_FLOAT32 ? UINT32_MAX : UINT64_MAX;
    int64_t have = 0;
    for (int64_t i = 0; i < n; i++) {
        uint64_t key = key_of(type, x, i) ^ turn;
        if (work_paced(w, i)) return false;
        if (have == count && key >= best[have - 1].key) continue;
        int64_t j = have < count ? have++ : have - 1;
        for (; j > 0 && best[j - 1].key > key; j--) best[j] = best[j - 1];
        best[j] = (Key){key, i};
    }
    return true;
}

bool sort_order(Work *w, DType type, const void *x, int64_t len, bool descending, int64_t count, int64_t *order, void *room)
{
    int64_t(*counts)[256] = room;
    Key *keys = (Key *)(counts + BYTES);
    if (count > 0 && count <= 16 && len > FEW) {
        if (!select_few(w, type, x, len, descending, count, keys)) return false;
    } else {
        if (!make_keys(w, type, x, len, descending, keys)) return false;
        if (len <= FEW) sort_few(keys, len);
        else if (!(keys = sort_many(w, keys, keys + len, len, counts))) return false;
    }
    for (int64_t i = 0; i < count; i++) order[i] = keys[i].at;
    return true;
}

/* The first `count` with equals as PyTorch's sort and topk leave them. */
static bool loose_order(Work *w, DType type, const void *x, int64_t len, bool descending, int64_t count, int64_t *order, void *room)
{
    Key *keys = room;
    if (!make_keys(w, type, x, len, descending, keys)) return false;
    if (!(w->op->id == OP_topk ? loose_first(w, keys, len, count) : loose_sort(w, keys, len))) return false;
    for (int64_t i = 0; i < count; i++) order[i] = keys[i].at;
    return true;
}

/* ---- lines with NaN, where the order is what a comparison makes of them ---- */
/* Up to sixteen elements by insertion, as the C++ library sorts a few; a NaN is before nothing and nothing before it. */
typedef struct Compared { DType type; const void *x; bool descending; } Compared;
enum { COMPARED = 16 };
static double value_at(const Compared *c, int64_t i) { return c->type == DT_FLOAT32 ? (double)((const float *)c->x)[i] : ((const double *)c->x)[i]; }
static bool before(const Compared *c, int64_t a, int64_t b) { return c->descending ? value_at(c, a) > value_at(c, b) : value_at(c, a) < value_at(c, b); }

static void sort_by_comparing(const Compared *c, int64_t n, int64_t *order)
{
    for (int64_t i = 0; i < n; i++) {
        int64_t j = i;
        bool first = i && before(c, i, order[0]);
        for (; j > 0 && (first || before(c, i, order[j - 1])); j--) order[j] = order[j - 1];
        order[j] = i;
    }
}

static bool has_nan(const Lines *l, const void *x)
{
    Compared c = {.type = l->type, .x = x};
    if (l->type == DT_INT64) return false;
    for (int64_t i = 0; i < l->len; i++)
        if (value_at(&c, i) != value_at(&c, i)) return true;
    return false;
}

/* ---- ops ---- */
static void pick(DType type, void *to, const void *x, const int64_t *order, int64_t n)
{
    if (type == DT_FLOAT32) for (int64_t i = 0; i < n; i++) ((float *)to)[i] = ((const float *)x)[order[i]];
    else if (type == DT_FLOAT64) for (int64_t i = 0; i < n; i++) ((double *)to)[i] = ((const double *)x)[order[i]];
    else for (int64_t i = 0; i < n; i++) ((int64_t *)to)[i] = ((const int64_t *)x)[order[i]];
}

static bool order_line(const Lines *l, const void *x, void *const *out, void *scratch)
{
    bool descending = l->w->attrs[axis_descending].i;
    if (accent_rules(l->w->accent)->sorts_by_comparing && l->len <= COMPARED && has_nan(l, x)) {
        int64_t order[COMPARED];
        sort_by_comparing(&(Compared){l->type, x, descending}, l->len, order);
        memcpy(out[1], order, sizeof *order * (size_t)l->out_len[0]);
    } else if (l->w->attrs[axis_loose].i) {
        if (!loose_order(l->w, l->type, x, l->len, descending, l->out_len[0], out[1], scratch)) return false;
    } else if (!sort_order(l->w, l->type, x, l->len, descending, l->out_len[0], out[1], scratch)) return false;
    pick(l->type, out[0], x, out[1], l->out_len[0]);
    return true;
}

/* The lower one of the two in the middle; a NaN is the answer where there is one. */
static bool middle_of_line(const Lines *l, const void *x, void *const *out, void *scratch)
{
    int64_t *order = (int64_t *)scratch, *at = out[1];
    if (!sort_order(l->w, l->type, x, l->len, false, l->len, order, (char *)scratch + l->len * 8)) return false;
    *at = order[(l->len - 1) / 2];
    for (int64_t i = 0; l->type != DT_INT64 && i < l->len; i++) {
        double v = l->type == DT_FLOAT32 ? (double)((const float *)x)[i] : ((const double *)x)[i];
        if (v != v) {
            *at = i;
            break;
        }
    }
    pick(l->type, out[0], x, at, 1);
    return true;
}

static int64_t line_length(const Lines *l)
{
    int64_t axis = l->w->attrs[axis_axis].i;
    return l->flat ? l->len : l->in->shape[axis < 0 ? axis + l->in->ndim : axis];
}

static bool in_order(Work *w, LineBody body, int64_t count)
{
    Lines l;
    lines_open(&l, w);
    int64_t len = line_length(&l);
    l.outs = 2;
    l.out_len[0] = l.out_len[1] = count < 0 ? len : count;
    l.out_type[0] = l.type;
    l.out_type[1] = DT_INT64;
    l.scratch_bytes = sort_room(len) + (size_t)len * 8;
    l.body = body;
    return lines_run(&l);
}

bool cpu_sort(Work *w) { return in_order(w, order_line, -1); }
bool cpu_median_axis(Work *w) { return in_order(w, middle_of_line, 1); }
bool cpu_topk(Work *w)
{
    if (w->out[0].size == 0) return true;
    return in_order(w, order_line, w->in[0].ndim ? w->attrs[axis_count].i : 1);
}

bool cpu_unique(Work *w)
{
    const View *v = &w->in[0];
    const EwIsa *isa = ew_isa();
    DType type = ew_register_type(v->dtype);
    if (type != DT_FLOAT32 && type != DT_FLOAT64) type = DT_INT64;
    int64_t n = v->size, room = w->out[0].size, groups = 0;
    if (n == 0) return true;
    void *mine = NULL;
    const void *x = lines_whole(w, v, type, &mine);
    char *memory = x ? work_scratch(w, sort_room(n) + (size_t)n * 16 + (size_t)room * 16) : NULL;
    if (memory) {
        int64_t *order = (int64_t *)memory, *inverse = order + n, *counts = inverse + n, *firsts = counts + room;
        bool ordered = sort_order(w, type, x, n, false, n, order, firsts + room);
        uint64_t before = 0, nan = type == DT_FLOAT32 ? UINT32_MAX : UINT64_MAX;
        for (int64_t i = 0; i < n && ordered; i++) {
            uint64_t key = key_of(type, x, order[i]);
            if (work_paced(w, i)) ordered = false;
            bool alone = type != DT_INT64 && key == nan && accent_rules(w->accent)->each_nan_alone; /* PyTorch finds no NaN again that it has put down: none counts, and 0 is their place */
            if ((i == 0 || key != before || alone) && groups < room) {
                firsts[groups] = order[i];
                counts[groups++] = 0;
            }
            counts[groups - 1] += !alone;
            inverse[order[i]] = alone ? 0 : groups - 1;
            before = key;
        }
        char *values = (char *)(firsts + room); /* over the sort's room, which is done with */
        if (ordered) pick(type, values, x, firsts, groups);
        lines_put(isa, &w->out[0], 0, groups, values, type);
        lines_put(isa, &w->out[1], 0, n, inverse, DT_INT64);
        lines_put(isa, &w->out[2], 0, groups, counts, DT_INT64);
        work_scratch_free(w, memory);
    }
    if (mine) work_scratch_free(w, mine);
    return memory != NULL && !work_stopped(w);
}
