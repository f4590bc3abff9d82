/* dither.c: pictures with few colours: the nearest ones, or so that the error of each pixel goes on to its neighbours (Floyd and Steinberg's shares: 7 to the right, 3, 5 and 1 below, of 16). */
#include "convert.h"
#include "loops.h"

/* The web's 216 colours stand from the tenth on, the rest is black. */
static void web_palette(Palette *p)
{
    *p = (Palette){.used = 256};
    for (int i = 0; i < 256; i++) p->colours[i][3] = 255;
    int at = 10;
    for (int b = 0; b < 256; b += 51)
        for (int g = 0; g < 256; g += 51)
            for (int r = 0; r < 256; r += 51, at++) p->colours[at][0] = (uint8_t)r, p->colours[at][1] = (uint8_t)g, p->colours[at][2] = (uint8_t)b;
}

/* Which colour is nearest is asked for cells of 4 by 4 by 4 colours, by their darkest corner, and remembered. Blocks of 8 by 8 by 8 cells know which colours can be that for any of theirs: those
 * that are nowhere farther from the block than some other is from its farthest corner. */
enum { CELLS = 64, UNKNOWN = 0xffff, BLOCKS = 8, REACH = 28 /* from a block's first corner to its last */ };
typedef struct Block {
    bool known;
    uint8_t last; /* how many, less one */
    uint8_t near[256], colours[3][256]; /* which, and their reds, greens and blues */
} Block;
typedef struct Nearest {
    const Palette *palette;
    uint16_t *cells;
    Block *blocks;
} Nearest;

static void nearest_close(VM *vm, Nearest *n)
{
    mem_free(vm->mem, n->cells, sizeof *n->cells * CELLS * CELLS * CELLS);
    mem_free(vm->mem, n->blocks, sizeof *n->blocks * BLOCKS * BLOCKS * BLOCKS);
}
static bool nearest_open(VM *vm, Nearest *n, const Palette *palette)
{
    n->palette = palette;
    n->cells = mem_alloc(vm->mem, sizeof *n->cells * CELLS * CELLS * CELLS);
    n->blocks = mem_zalloc(vm->mem, sizeof *n->blocks * BLOCKS * BLOCKS * BLOCKS);
    if (!n->cells || !n->blocks) return nearest_close(vm, n), err_no_memory(vm), false;
    memset(n->cells, 0xff, sizeof *n->cells * CELLS * CELLS * CELLS);
    return true;
}

static inline int square(int v) { return v * v; }
static void block_fill(Block *b, const Palette *palette, const uint8_t *c)
{
    int least[256], limit = INT32_MAX, count = 0;
    for (int k = 0; k < palette->used; k++) {
        int most = 0;
        least[k] = 0;
        for (int i = 0; i < 3; i++) {
            const int low = c[i] & ~31, high = low + REACH, v = palette->colours[k][i], below = v - low, above = high - v;
            least[k] += below < 0 ? square(below) : above < 0 ? square(above) : 0;
            most += square(below > above ? below : above);
        }
        if (most < limit) limit = most;
    }
    for (int k = 0; k < palette->used; k++)
        if (least[k] <= limit) {
            for (int i = 0; i < 3; i++) b->colours[i][count] = palette->colours[k][i];
            b->near[count++] = (uint8_t)k;
        }
    b->last = (uint8_t)(count ? count - 1 : 0);
    b->known = true;
}
/* The first of those that are nearest: a distance has 18 bits, its place stands behind it. */
LOOP_WIDE static int nearest_of(const Block *b, int red, int green, int blue)
{
    int best = INT32_MAX;
    for (int i = 0; i <= b->last; i++) {
        const int far = (square(red - b->colours[0][i]) + square(green - b->colours[1][i]) + square(blue - b->colours[2][i])) << 8 | i;
        best = far < best ? far : best;
    }
    return best & 255;
}
static __attribute__((noinline)) int nearest_of_block(Nearest *n, const uint8_t *c)
{
    Block *b = &n->blocks[(c[0] >> 5) + BLOCKS * ((c[1] >> 5) + BLOCKS * (c[2] >> 5))];
    if (!b->known) block_fill(b, n->palette, c);
    return b->near[nearest_of(b, c[0] & ~3, c[1] & ~3, c[2] & ~3)];
}
static inline int nearest(Nearest *n, int r, int g, int b)
{
    uint16_t *cell = &n->cells[(r >> 2) + CELLS * ((g >> 2) + CELLS * (b >> 2))];
    if (__builtin_expect(*cell == UNKNOWN, 0)) *cell = (uint16_t)nearest_of_block(n, (uint8_t[]){(uint8_t)r, (uint8_t)g, (uint8_t)b});
    return *cell;
}

/* What comes to a pixel from those before it: `ahead` from its left, below[x] from the row above. */
typedef struct Spread { int ahead, here, next; } Spread; /* here, next: what the row below has so far of this column and the one behind it */

static void spread(Spread *s, int error, int *below_left)
{
    *below_left = s->here + 3 * error;
    s->here = s->next + 5 * error;
    s->next = error;
    s->ahead = 7 * error;
}

static Picture *spread_colours(VM *vm, const Picture *p, Picture *q, Nearest *nearest_ones, bool dither)
{
    const Palette palette = *nearest_ones->palette;
    const bool wide = q->mode->size == 4;
    const int64_t width = p->width;
    Nearest known = *nearest_ones, *n = &known;
    size_t room = sizeof(int) * 3 * ((size_t)p->width + 1);
    int *below = mem_zalloc(vm->mem, room);
    if (!below) return release(vm, VAL(q)), err_no_memory(vm), NULL;
    bool ok = true;
    for (int64_t y = 0; ok && y < p->height; y++) {
        ok = vm_poll(vm);
        const uint8_t *in = picture_row(p, y);
        uint8_t *out = picture_row(q, y);
        Spread s[3] = {{0}};
        for (int64_t x = 0; x < width; x++, in += 4) {
            int c[3];
            for (int k = 0; k < 3; k++) c[k] = dither ? clip8(in[k] + (s[k].ahead + below[3 * (x + 1) + k]) / 16) : in[k];
            int at = nearest(n, c[0], c[1], c[2]);
            if (wide) memcpy(out + 4 * x, (uint8_t[]){(uint8_t)at, (uint8_t)at, (uint8_t)at, 255}, 4);
            else out[x] = (uint8_t)at;
            for (int k = 0; dither && k < 3; k++) spread(&s[k], c[k] - palette.colours[at][k], &below[3 * x + k]);
        }
        /* (behind the row's end Pillow keeps blue's shares for all three) */
        for (int k = 0; k < 3; k++) below[3 * width + k] = k ? s[2].next : s[2].here;
    }
    mem_free(vm->mem, below, room);
    return ok ? q : (release(vm, VAL(q)), NULL);
}

Picture *dither_to_palette(VM *vm, const Picture *p, const PictureMode *to, bool dither, const Palette *palette)
{
    bool grey = picture_is(p, MODE_L), colours = p->mode->kind == PICTURE_UINT8 && (picture_is(p, MODE_RGB) || picture_is(p, MODE_RGBA) || picture_is(p, MODE_RGBX) || picture_is(p, MODE_RGBa));
    if (!grey && !colours) return err_raise(vm, EXC_ValueError, "conversion not supported"), NULL;
    Picture *q = picture_unset(vm, to, p->width, p->height);
    if (!q) return NULL;
    if (grey) { /* each grey has a number already */
        if (palette) *q->palette = *palette;
        for (int64_t y = 0; y < p->height; y++) {
            if (!vm_poll(vm)) return release(vm, VAL(q)), NULL;
            if (to->size == 4) convert_row(MODE_L, MODE_LA)(picture_row(q, y), picture_row(p, y), p->width);
            else memcpy(picture_row(q, y), picture_row(p, y), (size_t)p->width);
        }
        return q;
    }
    if (palette) *q->palette = *palette;
    else web_palette(q->palette);
    Nearest n;
    if (!nearest_open(vm, &n, q->palette)) return release(vm, VAL(q)), NULL;
    q = spread_colours(vm, p, q, &n, dither);
    nearest_close(vm, &n);
    return q;
}

LOOP_WIDE static void greys(uint8_t *restrict out, const uint8_t *restrict in, int64_t n)
{
    for (int64_t x = 0; x < n; x++) out[x] = (uint8_t)((in[4 * x] * 299 + in[4 * x + 1] * 587 + in[4 * x + 2] * 114) / 1000);
}
Picture *dither_to_two(VM *vm, const Picture *p)
{
    bool grey = picture_is(p, MODE_L);
    if (!grey && !picture_is(p, MODE_RGB))
        return err_raise(vm, EXC_ValueError, "conversion not supported"), NULL;
    Picture *q = picture_unset(vm, &picture_modes[MODE_1], p->width, p->height);
    if (!q) return NULL;
    size_t room = sizeof(int) * ((size_t)p->width + 1);
    int *below = mem_zalloc(vm->mem, room);
    if (!below) return release(vm, VAL(q)), err_no_memory(vm), NULL;
    bool ok = true;
    for (int64_t y = 0; ok && y < p->height; y++) {
        ok = vm_poll(vm);
        const uint8_t *in = picture_row(p, y);
        uint8_t *out = picture_row(q, y);
        Spread s = {0};
        if (!grey) {
            greys(out, in, p->width);
            in = out;
        }
        for (int64_t x = 0; x < p->width; x++) {
            int v = in[x] + (s.ahead + below[x + 1]) / 16;
            v = v < 0 ? 0 : v > 255 ? 255 : v;
            out[x] = v > 128 ? 255 : 0;
            spread(&s, v - out[x], &below[x]);
        }
        below[p->width] = s.here;
    }
    mem_free(vm->mem, below, room);
    return ok ? q : (release(vm, VAL(q)), NULL);
}
