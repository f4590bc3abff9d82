/* quantize_cubes.c: few colours by two cubes of colours, a coarse one whose used cells are all kept and a fine one of which the fullest cells come beside them (Pillow calls it an octree). */
#include <stdlib.h>

#include "loops.h"
#include "quantize.h"

enum { BANDS = 4, MOST = 1 << 13 };
typedef struct CubeCell { uint64_t count, sums[BANDS]; int place; } CubeCell;
typedef struct Cube {
    const uint8_t *bits; /* of each band */
    int size;
    CubeCell cells[MOST];
} Cube;
static const uint8_t fine_bits[2][BANDS] = {{4, 4, 4, 0}, {3, 4, 3, 3}}, coarse_bits[2][BANDS] = {{2, 2, 2, 0}, {2, 2, 2, 2}};

static void cube_begin(Cube *c, const uint8_t *bits)
{
    memset(c, 0, sizeof *c);
    c->bits = bits;
    c->size = 1 << (bits[0] + bits[1] + bits[2] + bits[3]);
    for (int i = 0; i < c->size; i++) c->cells[i].place = i;
}
LOOP_INLINE int place_by(const uint8_t *bits, const uint8_t *rgba)
{
    int at = 0;
    for (int k = 0; k < BANDS; k++) at = at << bits[k] | rgba[k] >> (8 - bits[k]);
    return at;
}
static CubeCell *cell_of(Cube *c, const uint8_t *rgba) { return &c->cells[place_by(c->bits, rgba)]; }
/* The darkest colour of a cell. */
static void corner(const Cube *c, int at, uint8_t rgba[BANDS])
{
    for (int k = BANDS; k-- > 0; at >>= c->bits[k]) rgba[k] = (uint8_t)((at & ((1 << c->bits[k]) - 1)) << (8 - c->bits[k]));
}
static void mean_of(const CubeCell *c, uint8_t rgba[BANDS])
{
    const float count = (float)c->count;
    for (int k = 0; k < BANDS; k++) rgba[k] = c->count ? clip_int((int)((float)c->sums[k] / count)) : 0;
}
static int by_count(const void *a, const void *b)
{
    const CubeCell *x = a, *y = b;
    return x->count != y->count ? x->count > y->count ? -1 : 1 : x->place - y->place;
}
static int used_cells(const Cube *c)
{
    int used = 0;
    for (int i = 0; i < c->size; i++) used += c->cells[i].count != 0;
    return used;
}
/* What stands in cells of their own is no longer in the coarse ones. */
static void take_away(Cube *from, const CubeCell *cells, int n)
{
    for (int i = 0; i < n; i++) {
        uint8_t mean[BANDS];
        if (!cells[i].count) continue;
        mean_of(&cells[i], mean);
        CubeCell *c = cell_of(from, mean);
        c->count -= cells[i].count;
        for (int k = 0; k < BANDS; k++) c->sums[k] -= cells[i].sums[k];
    }
}

enum { SOME = 1 << 16 }; /* pixels; their sums fit 32 bits */
typedef struct Counted { Four sums; int32_t count; } Counted;
typedef struct Cubes { Cube fine, coarse; uint8_t numbers[2][MOST]; CubeCell sorted[MOST]; Counted some[MOST]; } Cubes;

LOOP_INLINE void count_by(const uint8_t *bits, Counted *cells, const uint32_t *pixels, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        const uint8_t *pixel = (const uint8_t *)&pixels[i];
        Counted *c = &cells[place_by(bits, pixel)];
        c->sums += four_at(pixel);
        c->count++;
    }
}
LOOP_INLINE void number_by(const uint8_t *bits, const uint8_t *of, uint8_t *out, const uint32_t *pixels, int64_t n)
{
    for (int64_t i = 0; i < n; i++) out[i] = of[place_by(bits, (const uint8_t *)&pixels[i])];
}
static int64_t some_of(const Few *f, int64_t i) { return f->count - i < SOME ? f->count - i : SOME; }

static bool fill(Few *f, Cubes *q, bool alpha)
{
    cube_begin(&q->fine, fine_bits[alpha]);
    cube_begin(&q->coarse, coarse_bits[alpha]);
    for (int64_t i = 0; i < f->count; i += SOME) {
        if (!vm_poll(f->vm)) return false;
        memset(q->some, 0, sizeof *q->some * (size_t)q->fine.size);
        if (alpha) count_by(fine_bits[1], q->some, f->pixels + i, some_of(f, i));
        else count_by(fine_bits[0], q->some, f->pixels + i, some_of(f, i));
        for (int c = 0; c < q->fine.size; c++) {
            q->fine.cells[c].count += (uint64_t)q->some[c].count;
            for (int k = 0; k < BANDS; k++) q->fine.cells[c].sums[k] += (uint64_t)q->some[c].sums[k];
        }
    }
    for (int i = 0; i < q->fine.size; i++) {
        uint8_t at[BANDS];
        corner(&q->fine, i, at);
        CubeCell *c = cell_of(&q->coarse, at);
        c->count += q->fine.cells[i].count;
        for (int k = 0; k < BANDS; k++) c->sums[k] += q->fine.cells[i].sums[k];
    }
    memcpy(q->sorted, q->fine.cells, sizeof *q->sorted * (size_t)q->fine.size);
    qsort(q->sorted, (size_t)q->fine.size, sizeof *q->sorted, by_count);
    return true;
}
/* How many coarse cells stay: those that the fine ones leave empty give their numbers to more of these. */
static int share(Few *f, Cubes *q)
{
    int coarse = used_cells(&q->coarse), fine;
    if (coarse > f->want) coarse = f->want;
    fine = f->want - coarse;
    take_away(&q->coarse, q->sorted, fine);
    for (int left; coarse > (left = used_cells(&q->coarse));) {
        const int before = fine;
        coarse = left;
        fine = f->want - coarse;
        take_away(&q->coarse, q->sorted + before, fine - before);
    }
    qsort(q->coarse.cells, (size_t)q->coarse.size, sizeof *q->coarse.cells, by_count);
    return coarse;
}
bool few_by_cubes(Few *f, bool alpha, uint8_t *numbers)
{
    Cubes *q = mem_alloc(f->vm->mem, sizeof *q);
    if (!q) return err_no_memory(f->vm), false;
    bool ok = fill(f, q, alpha);
    if (ok) {
        const int coarse = share(f, q);
        for (int i = 0; i < f->want; i++) mean_of(i < coarse ? &q->coarse.cells[i] : &q->sorted[i - coarse], f->palette[i]);
        f->got = f->want;
        memset(q->numbers, 0, sizeof q->numbers);
        for (int i = coarse; i-- > 0;) q->numbers[0][cell_of(&q->coarse, f->palette[i]) - q->coarse.cells] = (uint8_t)i;
        for (int i = 0; i < q->fine.size; i++) {
            uint8_t at[BANDS];
            corner(&q->fine, i, at);
            q->numbers[1][i] = q->numbers[0][cell_of(&q->coarse, at) - q->coarse.cells];
        }
        for (int i = f->want; i-- > coarse;) q->numbers[1][cell_of(&q->fine, f->palette[i]) - q->fine.cells] = (uint8_t)i;
    }
    for (int64_t i = 0; ok && i < f->count; i += SOME) {
        ok = vm_poll(f->vm);
        if (alpha) number_by(fine_bits[1], q->numbers[1], numbers + i, f->pixels + i, some_of(f, i));
        else number_by(fine_bits[0], q->numbers[1], numbers + i, f->pixels + i, some_of(f, i));
    }
    mem_free(f->vm->mem, q, sizeof *q);
    return ok;
}
