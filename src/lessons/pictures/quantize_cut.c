/* quantize_cut.c: few colours by median cut: the box with most pixels is cut where half of them lie on each side, along the band in which it looks widest, until there are enough boxes. */
#include "quantize.h"

enum { MOST = 1 << 16 }; /* different colours: where there are more, bits of each band are left out */
typedef struct Box {
    uint32_t from, to;   /* its colours */
    uint32_t count;      /* of pixels */
    int16_t more, less;  /* the boxes that it was cut in, or -1 */
} Box;
typedef struct Cut {
    Few *f;
    Colours coarse;      /* without the bits left out, or of no place */
    int shift;
    Colour *colours;
    Box boxes[512];
    int used;
    int16_t heap[256];   /* boxes to be cut, the one with most pixels first */
    int waiting;
} Cut;

static uint32_t coarser(uint32_t rgb, int shift) { return rgb >> shift & (0xffu >> shift) * 0x10101u; }

/* ---- whose turn it is ---- */

static uint32_t weight(const Cut *c, int at) { return c->boxes[c->heap[at]].count; }
static void wait(Cut *c, int16_t box)
{
    int at = c->waiting++;
    for (; at > 0 && c->boxes[box].count > weight(c, (at - 1) / 2); at = (at - 1) / 2) c->heap[at] = c->heap[(at - 1) / 2];
    c->heap[at] = box;
}
static int16_t next_box(Cut *c)
{
    const int16_t first = c->heap[0], moved = c->heap[--c->waiting];
    int at = 0;
    for (int below = 1; below < c->waiting; at = below, below = 2 * at + 1) {
        if (below + 1 < c->waiting && weight(c, below) < weight(c, below + 1)) below++;
        if (c->boxes[moved].count > weight(c, below)) break;
        c->heap[at] = c->heap[below];
    }
    c->heap[at] = moved;
    return first;
}

/* ---- a cut ---- */

/* How many pixels have each value of a band. */
typedef struct Values { uint32_t count[256]; int low, high; } Values;
static void count_values(const Cut *c, const Box *b, int band, Values *v)
{
    *v = (Values){.low = 255};
    for (uint32_t i = b->from; i < b->to; i++) {
        const int value = band_of_word(c->colours[i].rgba, band);
        v->count[value] += c->colours[i].count;
        v->low = value < v->low ? value : v->low;
        v->high = value > v->high ? value : v->high;
    }
}
static int widest_band(const Cut *c, const Box *b, Values *out)
{
    static const int looks[3] = {77, 150, 29}; /* how much light a step of each band is */
    int best = -1, band = 0;
    for (int k = 0; k < 3; k++) {
        Values v;
        count_values(c, b, k, &v);
        if ((v.high - v.low) * looks[k] <= best) continue;
        best = (v.high - v.low) * looks[k];
        band = k;
        *out = v;
    }
    return band;
}
/* Its colours from `limit` on come first. */
static uint32_t part(Cut *c, const Box *b, int band, int limit)
{
    uint32_t at = b->from;
    for (uint32_t i = b->from; i < b->to; i++)
        if (band_of_word(c->colours[i].rgba, band) >= limit) {
            const Colour moved = c->colours[i];
            c->colours[i] = c->colours[at];
            c->colours[at++] = moved;
        }
    return at;
}
static bool cut(Cut *c, int16_t number)
{
    Box *b = &c->boxes[number];
    Values v = {.low = 0};
    const int band = widest_band(c, b, &v);
    if (v.low == v.high) return false;
    uint32_t more = 0;
    int limit = v.high + 1;
    while (limit > v.low && more * 2 <= b->count) more += v.count[--limit];
    if (limit == v.low) { /* something is to be left on the other side */
        more -= v.count[limit++];
        while (!v.count[limit]) limit++;
    }
    const uint32_t at = part(c, b, band, limit);
    b->more = (int16_t)c->used++;
    b->less = (int16_t)c->used++;
    c->boxes[b->more] = (Box){b->from, at, more, -1, -1};
    c->boxes[b->less] = (Box){at, b->to, b->count - more, -1, -1};
    return true;
}

/* ---- all of them ---- */

static bool open_colours(Cut *c)
{
    VM *vm = c->f->vm;
    const Colours *all = &c->f->colours;
    while (all->used > MOST) {
        Colours next;
        if (!vm_poll(vm) || !colours_open(vm, &next, 1 << 17)) return false;
        bool ok = true;
        for (uint32_t i = 0; ok && i <= all->mask; i++)
            if (all->at[i].count) ok = colours_add(vm, &next, all->at[i].rgba >> 1 & (0x7fu >> c->shift) * 0x10101u, all->at[i].count);
        colours_close(vm, &c->coarse);
        c->coarse = next;
        all = &c->coarse;
        c->shift++;
        if (!ok) return false;
    }
    if (!(c->colours = mem_alloc(vm->mem, sizeof *c->colours * all->used))) return err_no_memory(vm), false;
    uint32_t n = 0;
    for (uint32_t i = 0; i <= all->mask; i++)
        if (all->at[i].count) c->colours[n++] = all->at[i];
    c->boxes[0] = (Box){0, n, (uint32_t)c->f->count, -1, -1};
    c->used = 1;
    return true;
}
/* Boxes that were not cut, in order, are the palette's numbers. */
static void number_boxes(Cut *c, int16_t number)
{
    const Box *b = &c->boxes[number];
    if (b->more >= 0) {
        number_boxes(c, b->more);
        number_boxes(c, b->less);
        return;
    }
    for (uint32_t i = b->from; i < b->to; i++) colours_find(c->shift ? &c->coarse : &c->f->colours, c->colours[i].rgba)->number = (uint32_t)c->f->got;
    c->f->got++;
}
static bool cut_all(Cut *c)
{
    wait(c, 0);
    for (int boxes = 1; boxes < c->f->want; boxes++) {
        int16_t box = 0;
        bool done = false;
        while (!done && c->waiting) {
            if (!vm_poll(c->f->vm)) return false;
            done = cut(c, box = next_box(c));
        }
        if (!done) break;
        wait(c, c->boxes[box].more);
        wait(c, c->boxes[box].less);
    }
    number_boxes(c, 0);
    Colours *all = &c->f->colours;
    for (uint32_t i = 0; c->shift && i <= all->mask; i++)
        if (all->at[i].count) all->at[i].number = colours_find(&c->coarse, coarser(all->at[i].rgba, c->shift))->number;
    return true;
}
bool few_by_cut(Few *f)
{
    VM *vm = f->vm;
    Cut *c = mem_zalloc(vm->mem, sizeof *c);
    if (!c) return err_no_memory(vm), false;
    c->f = f;
    const bool ok = open_colours(c) && cut_all(c);
    if (c->colours) mem_free(vm->mem, c->colours, sizeof *c->colours * (c->shift ? c->coarse.used : f->colours.used));
    colours_close(vm, &c->coarse);
    mem_free(vm->mem, c, sizeof *c);
    return ok;
}
