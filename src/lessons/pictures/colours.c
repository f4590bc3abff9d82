/* colours.c: which colours a picture has, each with how often (getcolors), in the order in which Pillow's table has them. */
#include "pixels.h"

typedef struct Colour { uint32_t pixel; int32_t count; } Colour;

/* By the table's size, 4 << i: what a step is folded with that grew beyond it (a primitive polynomial over two elements). */
static const uint8_t folds[] = {3, 3, 3, 5, 3, 3, 29, 17, 9, 5, 83, 27, 43, 3, 45, 9, 39, 39, 9, 5, 3, 33, 27, 9, 71, 39, 9, 5, 83};

/* The place of a pixel in the table: its own, or the free one that its steps come to. */
static Colour *place_in(Colour *table, uint32_t mask, uint32_t fold, uint32_t pixel)
{
    uint32_t at = ~pixel & mask, step = (pixel ^ pixel >> 3) & mask;
    if (!step) step = mask;
    while (table[at].count && table[at].pixel != pixel) {
        at = (at + step) & mask;
        step <<= 1;
        if (step > mask) step ^= fold;
    }
    return &table[at];
}

/* How many colours, -1: raised; beyond `most` it stops. */
static int64_t fill_table(VM *vm, const Picture *p, Colour *table, uint32_t mask, uint32_t fold, int64_t most)
{
    const uint32_t counted = picture_word_mask(p);
    int64_t colours = 0;
    for (int64_t y = 0; y < p->height; y++) {
        if (!vm_poll(vm)) return -1;
        Colour *last = NULL; /* neighbours are often alike */
        for (int64_t x = 0; x < p->width; x++) {
            uint32_t pixel = word_at(picture_row(p, y) + 4 * x) & counted;
            Colour *c = last && last->pixel == pixel ? last : place_in(table, mask, fold, pixel);
            if (!c->count && colours++ == most) return colours;
            c->pixel = pixel;
            c->count++;
            last = c;
        }
    }
    return colours;
}
static Value list_of(VM *vm, const Picture *p, const Colour *table, int64_t size, int64_t colours)
{
    Value list = list_new(vm, colours);
    for (int64_t i = 0; list && i < size; i++) {
        if (!table[i].count) continue;
        Value pixel = picture_pixel(vm, p->mode, (const uint8_t *)&table[i].pixel), pair = pixel ? tuple_from(vm, (Ref[]){make_small(table[i].count), pixel}, 2) : NO_VALUE;
        release(vm, pixel);
        if (!pair || !list_append_take(vm, list, pair)) return release(vm, list), NO_VALUE;
    }
    return list;
}

Value picture_getcolors(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *p = as_picture(args[0]);
    int32_t most = 0;
    if (!picture_int_arg(vm, args[1], &most)) return NO_VALUE;
    size_t i = 0, kinds = sizeof folds;
    while (i < kinds && (int64_t)4 << i <= most) i++;
    if (i == kinds) return err_no_memory(vm);
    if (picture_of_bytes(p)) return picture_wrong_mode(vm);
    const int64_t size = (int64_t)4 << i;
    Colour *table = mem_zalloc(vm->mem, (size_t)size * sizeof *table);
    if (!table) return err_no_memory(vm);
    int64_t colours = fill_table(vm, p, table, (uint32_t)size - 1, folds[i], most);
    Value r = colours < 0 ? NO_VALUE : colours > most ? V_NONE : list_of(vm, p, table, size, colours);
    mem_free(vm->mem, table, (size_t)size * sizeof *table);
    return r;
}
