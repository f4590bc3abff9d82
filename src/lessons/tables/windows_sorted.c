/* windows_sorted.c: numbers in order, of which a window's next is put in and its first taken out. They lie in blocks, so that a change moves a block's numbers only; the blocks' last numbers are searched
 * by halves. */
#include <stdlib.h>
#include <string.h>

#include "tables.h"

enum { FULL = 512 }; /* numbers of a block: its bytes fit the first cache many times over */

typedef struct Block { int count; double items[FULL]; } Block;
struct Sorted {
    Block **blocks;
    int64_t used, room, count;
};

Sorted *sorted_new(void) { return calloc(1, sizeof(Sorted)); }

void sorted_clear(Sorted *s)
{
    while (s->used > 0) free(s->blocks[--s->used]);
    s->count = 0;
}

void sorted_free(Sorted *s)
{
    if (!s) return;
    sorted_clear(s);
    free(s->blocks);
    free(s);
}

int64_t sorted_count(const Sorted *s) { return s->count; }

static bool block_new(Sorted *s, int64_t at)
{
    if (s->used == s->room) {
        int64_t room = s->room ? s->room * 2 : 8;
        Block **more = realloc(s->blocks, (size_t)room * sizeof *more);
        if (!more) return false;
        s->blocks = more, s->room = room;
    }
    Block *made = malloc(sizeof *made);
    if (!made) return false;
    made->count = 0;
    memmove(s->blocks + at + 1, s->blocks + at, (size_t)(s->used - at) * sizeof *s->blocks);
    s->blocks[at] = made;
    s->used++;
    return true;
}

/* The first block whose last number is not smaller than x; the last block if there is none. */
static int64_t block_of(const Sorted *s, double x)
{
    int64_t low = 0, high = s->used - 1;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        const Block *b = s->blocks[middle];
        if (b->items[b->count - 1] < x) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* How many of a block's numbers are smaller than x. */
static int below(const Block *b, double x)
{
    int low = 0, high = b->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (b->items[middle] < x) low = middle + 1;
        else high = middle;
    }
    return low;
}

static bool split(Sorted *s, int64_t at)
{
    if (!block_new(s, at + 1)) return false;
    Block *full = s->blocks[at], *half = s->blocks[at + 1];
    half->count = FULL / 2;
    full->count = FULL - half->count;
    memcpy(half->items, full->items + full->count, (size_t)half->count * sizeof *half->items);
    return true;
}

bool sorted_add(Sorted *s, double x)
{
    if (!s->used && !block_new(s, 0)) return false;
    int64_t at = s->count ? block_of(s, x) : 0;
    if (s->blocks[at]->count == FULL) {
        if (!split(s, at)) return false;
        at = block_of(s, x);
    }
    Block *b = s->blocks[at];
    int place = below(b, x);
    memmove(b->items + place + 1, b->items + place, (size_t)(b->count - place) * sizeof *b->items);
    b->items[place] = x;
    b->count++;
    s->count++;
    return true;
}

/* x must be there */
void sorted_remove(Sorted *s, double x)
{
    int64_t at = block_of(s, x);
    Block *b = s->blocks[at];
    int place = below(b, x);
    b->count--;
    s->count--;
    memmove(b->items + place, b->items + place + 1, (size_t)(b->count - place) * sizeof *b->items);
    if (b->count) return;
    free(b);
    s->used--;
    memmove(s->blocks + at, s->blocks + at + 1, (size_t)(s->used - at) * sizeof *s->blocks);
}

double sorted_at(const Sorted *s, int64_t place)
{
    int64_t at = 0;
    while (place >= s->blocks[at]->count) place -= s->blocks[at++]->count;
    return s->blocks[at]->items[place];
}

int64_t sorted_below(const Sorted *s, double x, bool or_same)
{
    int64_t found = 0;
    for (int64_t at = 0; at < s->used; at++) {
        const Block *b = s->blocks[at];
        if (or_same ? b->items[b->count - 1] <= x : b->items[b->count - 1] < x) {
            found += b->count;
            continue;
        }
        int place = below(b, x);
        while (or_same && place < b->count && b->items[place] == x) place++;
        return found + place;
    }
    return found;
}
