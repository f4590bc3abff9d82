/* hashes.h: which values of arrays are equal: a table from a value to its number, 0, 1, 2 … in the order in which they came first, and what numbers of rows (codes) are good for.
 * Nothing here knows the interpreter; numbers are whole numbers of 64 bits or doubles, of which 0.0 and -0.0 are one and all NaN are one. What the program's objects need on top stands in
 * hash_table.c. false: there is no memory. */
#ifndef PERCH_TABLES_HASHES_H
#define PERCH_TABLES_HASHES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct Slot {
    uint64_t key; /* a number's bits, an object's hash */
    int64_t code; /* -1: nothing stands here */
} Slot;

/* Open addressing, at most half full. While the numbers lie close together `near` answers instead: near[x - low] is the code, -1 none. */
typedef struct Hashes {
    Slot *slots;
    int bits;      /* 1 << bits slots; 0: none yet */
    int64_t used;  /* slots that are taken */
    int64_t *near;
    int64_t low, span;
    int64_t count; /* codes that were given */
    int64_t blank; /* the code of the values that are not there, -1: none has come */
} Hashes;

void hashes_open(Hashes *h);
void hashes_close(Hashes *h);
bool hashes_grow(Hashes *h); /* room for one more */

/* Multiplied by an odd number the highest bits depend on all of the key's. */
static inline uint64_t hashes_place(const Hashes *h, uint64_t key) { return key * 0x9E3779B97F4A7C15u >> (64 - h->bits); }
static inline bool hashes_full(const Hashes *h) { return h->bits == 0 || h->used * 2 >= (int64_t)1 << h->bits; }

/* What is done with rows: each is looked up, and what is new gets a code (unless `known`: then it has -1). Every array but `values` may be NULL. */
typedef struct Rows {
    const uint64_t *values; /* the bits of whole numbers or doubles */
    const unsigned char *mask; /* 1: nothing is there, whatever the value says */
    int64_t *codes;
    int64_t *first;        /* by code: its first row */
    int64_t *counts;       /* by code: how many rows */
    unsigned char *flags;  /* by row: whether the value was there before (known: whether it is in the table) */
    int64_t count;
    bool doubles, nat;     /* what the numbers are; the smallest whole number stands for no moment */
    bool drop;             /* what is not there has code -1 and is not flagged */
    bool backward, known;
} Rows;
bool hashes_rows(Hashes *h, const Rows *r);

static inline int64_t rows_at(const Rows *r, int64_t k) { return r->backward ? r->count - 1 - k : k; }

/* Row i has this code; fresh: it came first. */
static inline void rows_note(const Rows *r, int64_t i, int64_t code, bool fresh)
{
    if (r->codes) r->codes[i] = code;
    if (r->flags) r->flags[i] = r->known ? code >= 0 : code >= 0 && !fresh;
    if (code < 0) return;
    if (fresh) {
        if (r->first) r->first[code] = i;
        if (r->counts) r->counts[code] = 0;
    }
    if (r->counts) r->counts[code]++;
}

/* In row i nothing is there. */
static inline void rows_blank(Hashes *h, const Rows *r, int64_t i)
{
    bool fresh = !r->drop && !r->known && h->blank < 0;
    if (fresh) h->blank = h->count++;
    rows_note(r, i, r->drop ? -1 : h->blank, fresh);
}

/* ---- codes ---- */
/* The rows of each code in their order, one code behind the other; ends[k]: where those of code k end. Rows of code -1 are left out. */
void codes_order(const int64_t *codes, int64_t rows, int64_t groups, int64_t *order, int64_t *ends);
/* codes[i] becomes back[codes[i]]; -1 stays. */
void codes_renumber(const int64_t *codes, int64_t rows, const int64_t *back, int64_t *out);
/* out[i]: how many rows before row i have its code (backward: behind it); 0 for -1. seen: room for a number a code. */
void codes_within(const int64_t *codes, int64_t rows, int64_t *seen, int64_t groups, bool backward, int64_t *out);
/* Of two rising arrays: where each number of `its` stands in `mine`, -1: nowhere. */
void rising_places(const int64_t *mine, int64_t n, const int64_t *its, int64_t m, int64_t *out);
/* Before how many of rising values each number would stand; right: behind those that are the same. Numbers that rise, too, are found in one walk. */
void rising_search(const int64_t *values, int64_t n, const int64_t *its, int64_t m, bool right, int64_t *out);
/* Every row of the left (in `left_order`, or NULL: as they stand) with all rows of the right that have its code; keep: with -1 where there is none. out NULL: they are counted alone. */
typedef struct Pairs {
    const int64_t *left, *left_order, *right_order, *right_ends;
    int64_t rows; /* of the left: of left_order where it is given */
    bool keep;
    int64_t *out_left, *out_right;
} Pairs;
int64_t codes_pairs(const Pairs *p);

#endif
