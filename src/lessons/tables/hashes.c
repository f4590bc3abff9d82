/* hashes.c: the table from numbers to their codes, and what is done with codes: rows in order of them, other numbers for them, pairs of rows that share one. */
#include "hashes.h"

#include <stdlib.h>
#include <sys/mman.h>

enum { FIRST_BITS = 6, HUGE_PAGE = 1 << 21, AHEAD = 16 /* rows: their slots are fetched while others are compared */ };
#define NAN_BITS 0x7FF8000000000000u
#define NAT_BITS 0x8000000000000000u /* the smallest whole number; of doubles -0.0 */

void hashes_open(Hashes *h) { *h = (Hashes){.blank = -1}; }

void hashes_close(Hashes *h)
{
    free(h->slots);
    free(h->near);
    hashes_open(h);
}

/* Large tables lie in large pages where the system has them: rows come to them in no order. */
static Slot *slots_new(int bits)
{
    size_t bytes = sizeof(Slot) << bits;
    Slot *made = bytes < HUGE_PAGE ? malloc(bytes) : aligned_alloc(HUGE_PAGE, bytes);
#ifdef MADV_HUGEPAGE
    if (made && bytes >= HUGE_PAGE) madvise(made, bytes, MADV_HUGEPAGE);
#endif
    if (made) memset(made, 0xFF, bytes); /* (every code is -1) */
    return made;
}

static void put_again(Hashes *h, Slot s)
{
    uint64_t at = hashes_place(h, s.key), mask = ((uint64_t)1 << h->bits) - 1;
    while (h->slots[at].code >= 0) at = (at + 1) & mask;
    h->slots[at] = s;
}

static bool resized(Hashes *h, int bits)
{
    Hashes made = *h;
    made.bits = bits;
    if (!(made.slots = slots_new(bits))) return false;
    for (int64_t i = 0; h->bits && i < (int64_t)1 << h->bits; i++) /* (as the places go by the highest bits, they come in order) */
        if (h->slots[i].code >= 0) put_again(&made, h->slots[i]);
    free(h->slots);
    *h = made;
    return true;
}

bool hashes_grow(Hashes *h) { return !hashes_full(h) || resized(h, h->bits ? h->bits + (h->bits < 20 ? 2 : 1) : FIRST_BITS); }

/* ---- one row ---- */
static inline uint64_t key_of(const Rows *r, int64_t i)
{
    uint64_t x = r->values[i];
    if (!r->doubles) return x;
    if ((x & 0x7FFFFFFFFFFFFFFFu) > 0x7FF0000000000000u) return NAN_BITS;
    return x == NAT_BITS ? 0 : x;
}

static inline bool is_blank(const Rows *r, int64_t i, uint64_t key)
{
    if (r->mask && r->mask[i]) return true;
    return r->doubles ? key == NAN_BITS : r->nat && key == NAT_BITS;
}

/* ---- numbers that lie close together ---- */
static bool span_of(const Rows *r, int64_t *low, int64_t *high)
{
    const int64_t *values = (const int64_t *)r->values;
    int64_t least = INT64_MAX, most = INT64_MIN;
    if (!r->mask && !r->nat) {
        for (int64_t i = 0; i < r->count; i++) least = values[i] < least ? values[i] : least, most = values[i] > most ? values[i] : most;
    } else {
        for (int64_t i = 0; i < r->count; i++) {
            if (is_blank(r, i, r->values[i])) continue;
            if (values[i] < least) least = values[i];
            if (values[i] > most) most = values[i];
        }
    }
    *low = least, *high = most;
    return least <= most;
}

/* A table by place, for a table that has none yet, where it takes no more than a few words a row. */
static bool open_near(Hashes *h, const Rows *r)
{
    int64_t low, high;
    if (r->doubles || h->count || h->bits || r->known || !span_of(r, &low, &high)) return true;
    uint64_t span = (uint64_t)high - (uint64_t)low;
    if (span >= (uint64_t)r->count * 2 + 1024) return true;
    h->low = low, h->span = (int64_t)span + 1;
    if (!(h->near = malloc((size_t)h->span * sizeof *h->near))) return false;
    memset(h->near, 0xFF, (size_t)h->span * sizeof *h->near); /* (all -1) */
    return true;
}

/* What stands by place moves among the slots: other numbers come, too. */
static bool close_near(Hashes *h)
{
    for (int64_t i = 0; i < h->span; i++) {
        if (h->near[i] < 0) continue;
        if (!hashes_grow(h)) return false;
        put_again(h, (Slot){(uint64_t)(h->low + i), h->near[i]});
        h->used++;
    }
    free(h->near);
    h->near = NULL;
    return true;
}

static inline __attribute__((always_inline)) void near_loop(Hashes *table, const Rows *given, bool sparse)
{
    const Rows r = *given;
    Hashes h = *table;
    for (int64_t k = 0; k < r.count; k++) {
        int64_t i = rows_at(&r, k);
        uint64_t x = r.values[i];
        if (sparse && is_blank(&r, i, x)) {
            rows_blank(&h, &r, i);
            continue;
        }
        uint64_t at = x - (uint64_t)h.low;
        bool inside = at < (uint64_t)h.span, fresh = inside && h.near[at] < 0 && !r.known;
        if (fresh) h.near[at] = h.count++;
        rows_note(&r, i, inside ? h.near[at] : -1, fresh);
    }
    *table = h;
}

static void rows_near(Hashes *h, const Rows *r)
{
    if (r->mask || r->nat) near_loop(h, r, true);
    else near_loop(h, r, false);
}

/* ---- all others ---- */
enum { SAMPLE = 1 << 12 /* so many rows tell whether nearly all are different: then the table has its size at once */ };

static bool grow_for(Hashes *h, int64_t seen, int64_t rows)
{
    if (seen != SAMPLE || h->used < SAMPLE / 8 * 7 || rows < SAMPLE * 4) return hashes_grow(h);
    int bits = h->bits;
    while (bits < 24 && ((int64_t)1 << bits) < rows * 2) bits++;
    return bits == h->bits ? hashes_grow(h) : resized(h, bits);
}

/* The loop, once for each kind of rows: what it asks of `kind` is settled when it is compiled. The table is in a variable of its own, which writing flags cannot change. */
typedef enum { KIND_WHOLE, KIND_DOUBLE, KIND_SPARSE /* whole, with a mask or moments that are none */ } RowKind;
static inline __attribute__((always_inline)) bool hashed_loop(Hashes *table, const Rows *given, RowKind kind)
{
    const Rows r = *given;
    Hashes h = *table;
    for (int64_t k = 0; k < r.count; k++) {
        int64_t i = rows_at(&r, k);
        uint64_t key = kind == KIND_DOUBLE ? key_of(&r, i) : r.values[i];
        if (kind != KIND_WHOLE && is_blank(&r, i, key)) {
            rows_blank(&h, &r, i);
            continue;
        }
        if (hashes_full(&h) || (k == SAMPLE && !r.known)) {
            bool room = r.known || grow_for(&h, k, r.count);
            if (!room) return *table = h, false;
        }
        if (h.bits > 12 && k + AHEAD < r.count) __builtin_prefetch(&h.slots[hashes_place(&h, kind == KIND_DOUBLE ? key_of(&r, rows_at(&r, k + AHEAD)) : r.values[rows_at(&r, k + AHEAD)])]);
        uint64_t at = hashes_place(&h, key), mask = ((uint64_t)1 << h.bits) - 1;
        while (h.slots[at].code >= 0 && h.slots[at].key != key) at = (at + 1) & mask;
        Slot *s = &h.slots[at];
        bool fresh = s->code < 0 && !r.known;
        if (fresh) *s = (Slot){key, h.count++}, h.used++;
        rows_note(&r, i, s->code, fresh);
    }
    *table = h;
    return true;
}

static bool rows_hashed(Hashes *h, const Rows *r)
{
    if (!h->bits && !hashes_grow(h)) return false;
    if (r->doubles) return hashed_loop(h, r, KIND_DOUBLE);
    return r->mask || r->nat ? hashed_loop(h, r, KIND_SPARSE) : hashed_loop(h, r, KIND_WHOLE);
}

bool hashes_rows(Hashes *h, const Rows *r)
{
    if (!open_near(h, r)) return false;
    if (h->near && !r->known && h->count) { /* (more rows, perhaps of other numbers) */
        if (!close_near(h)) return false;
    }
    if (h->near) return rows_near(h, r), true;
    return rows_hashed(h, r);
}

/* ---- codes ---- */
void codes_order(const int64_t *codes, int64_t rows, int64_t groups, int64_t *order, int64_t *ends)
{
    for (int64_t k = 0; k < groups; k++) ends[k] = 0;
    for (int64_t i = 0; i < rows; i++)
        if (codes[i] >= 0) ends[codes[i]]++;
    int64_t at = 0;
    for (int64_t k = 0; k < groups; k++) { /* (where each begins) */
        int64_t many = ends[k];
        ends[k] = at;
        at += many;
    }
    for (int64_t i = 0; i < rows; i++)
        if (codes[i] >= 0) order[ends[codes[i]]++] = i;
}

void codes_renumber(const int64_t *codes, int64_t rows, const int64_t *back, int64_t *out)
{
    for (int64_t i = 0; i < rows; i++) out[i] = codes[i] < 0 ? -1 : back[codes[i]];
}

void codes_within(const int64_t *codes, int64_t rows, int64_t *seen, int64_t groups, bool backward, int64_t *out)
{
    for (int64_t k = 0; k < groups; k++) seen[k] = 0;
    for (int64_t k = 0; k < rows; k++) {
        int64_t i = backward ? rows - 1 - k : k;
        out[i] = codes[i] < 0 ? 0 : seen[codes[i]]++;
    }
}

void rising_places(const int64_t *mine, int64_t n, const int64_t *its, int64_t m, int64_t *out)
{
    int64_t at = 0;
    for (int64_t i = 0; i < m; i++) {
        while (at < n && mine[at] < its[i]) at++;
        out[i] = at < n && mine[at] == its[i] ? at : -1;
    }
}

void rising_search(const int64_t *values, int64_t n, const int64_t *its, int64_t m, bool right, int64_t *out)
{
#define BEFORE(place) (values[place] < x || (right && values[place] == x))
    int64_t at = 0;
    for (int64_t i = 0; i < m; i++) {
        int64_t x = its[i], low = at, step = 1, high;
        if (at > 0 && !BEFORE(at - 1)) low = 0, high = at;
        else {
            for (high = at; high < n && BEFORE(high); step *= 2) low = high + 1, high += step;
            if (high > n) high = n;
        }
        while (low < high) {
            int64_t middle = low + (high - low) / 2;
            if (BEFORE(middle)) low = middle + 1;
            else high = middle;
        }
        out[i] = at = low;
    }
#undef BEFORE
}

static inline void pair(const Pairs *p, int64_t at, int64_t a, int64_t b)
{
    if (p->out_left) p->out_left[at] = a, p->out_right[at] = b;
}

int64_t codes_pairs(const Pairs *p)
{
    int64_t at = 0;
    for (int64_t k = 0; k < p->rows; k++) {
        int64_t i = p->left_order ? p->left_order[k] : k, code = p->left[i];
        int64_t end = code < 0 ? 0 : p->right_ends[code], begin = code <= 0 ? 0 : p->right_ends[code - 1];
        if (begin == end) {
            if (p->keep) pair(p, at++, i, -1);
        } else if (!p->out_left) at += end - begin;
        else for (int64_t j = begin; j < end; j++) pair(p, at++, i, p->right_order[j]);
    }
    return at;
}
