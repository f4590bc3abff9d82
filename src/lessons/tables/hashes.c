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

bool hashes_grow(Hashes *h)
{
    if (!hashes_full(h)) return true;
    int bits = h->bits ? h->bits + (h->bits < 20 ? 2 : 1) : FIRST_BITS;
    Hashes made = *h;
    made.bits = bits;
    if (!(made.slots = slots_new(bits))) return false;
    for (int64_t i = 0; h->bits && i < (int64_t)1 << h->bits; i++)
        if (h->slots[i].code >= 0) put_again(&made, h->slots[i]);
    free(h->slots);
    *h = made;
    return true;
}

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
    *low = INT64_MAX, *high = INT64_MIN;
    for (int64_t i = 0; i < r->count; i++) {
        int64_t x = (int64_t)r->values[i];
        if (is_blank(r, i, (uint64_t)x)) continue;
        if (x < *low) *low = x;
        if (x > *high) *high = x;
    }
    return *low <= *high;
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

static void rows_near(Hashes *h, const Rows *r)
{
    for (int64_t k = 0; k < r->count; k++) {
        int64_t i = rows_at(r, k);
        uint64_t x = r->values[i];
        if (is_blank(r, i, x)) {
            rows_blank(h, r, i);
            continue;
        }
        uint64_t at = x - (uint64_t)h->low;
        bool inside = at < (uint64_t)h->span, fresh = inside && h->near[at] < 0 && !r->known;
        if (fresh) h->near[at] = h->count++;
        rows_note(r, i, inside ? h->near[at] : -1, fresh);
    }
}

/* ---- all others ---- */
static inline Slot *slot_of(const Hashes *h, uint64_t key)
{
    uint64_t at = hashes_place(h, key), mask = ((uint64_t)1 << h->bits) - 1;
    while (h->slots[at].code >= 0 && h->slots[at].key != key) at = (at + 1) & mask;
    return &h->slots[at];
}

static inline void fetch_ahead(const Hashes *h, const Rows *r, int64_t k)
{
    if (h->bits > 12 && k + AHEAD < r->count) __builtin_prefetch(&h->slots[hashes_place(h, key_of(r, rows_at(r, k + AHEAD)))]);
}

static bool rows_hashed(Hashes *h, const Rows *r)
{
    for (int64_t k = 0; k < r->count; k++) {
        int64_t i = rows_at(r, k);
        uint64_t key = key_of(r, i);
        if (is_blank(r, i, key)) {
            rows_blank(h, r, i);
            continue;
        }
        if (!hashes_grow(h)) return false;
        fetch_ahead(h, r, k);
        Slot *s = slot_of(h, key);
        bool fresh = s->code < 0 && !r->known;
        if (fresh) *s = (Slot){key, h->count++}, h->used++;
        rows_note(r, i, s->code, fresh);
    }
    return true;
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
