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
/* A row of eight cells, at once: the neighbours of a cell that was asked for are asked for soon. The first of those that are nearest: a distance has 18 bits, its place stands behind it. */
LOOP_WIDE static void nearest_row(uint16_t cells[8], const Block *b, const uint8_t corner[3])
{
    int best[8];
    for (int j = 0; j < 8; j++) best[j] = INT32_MAX;
    for (int i = 0; i <= b->last; i++) {
        const int red = corner[0] - b->colours[0][i], rest = square(corner[1] - b->colours[1][i]) + square(corner[2] - b->colours[2][i]);
        for (int j = 0; j < 8; j++) {
            const int far = (square(red + 4 * j) + rest) << 8 | i;
            best[j] = far < best[j] ? far : best[j];
        }
    }
    for (int j = 0; j < 8; j++) cells[j] = b->near[best[j] & 255];
}
static __attribute__((noinline)) int nearest_of_block(Nearest *n, uint16_t *cell, const uint8_t *c)
{
    Block *b = &n->blocks[(c[0] >> 5) + BLOCKS * ((c[1] >> 5) + BLOCKS * (c[2] >> 5))];
    if (!b->known) block_fill(b, n->palette, c);
    nearest_row(cell - (c[0] >> 2 & 7), b, (uint8_t[]){c[0] & ~31, c[1] & ~3, c[2] & ~3});
    return *cell;
}
static inline int nearest(Nearest *n, int r, int g, int b)
{
    uint16_t *cell = &n->cells[(r >> 2) + CELLS * ((g >> 2) + CELLS * (b >> 2))];
    if (__builtin_expect(*cell == UNKNOWN, 0)) return nearest_of_block(n, cell, (uint8_t[]){(uint8_t)r, (uint8_t)g, (uint8_t)b});
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

typedef int Shares[3]; /* of red, green and blue */
LOOP_INLINE int with_shares(int v, const Spread *s, int below) { return clip8(v + (s->ahead + below) / 16); }
/* A row's pixels, dithered. below: what comes to each column from above, and to one behind them. */
LOOP_INLINE void spread_row(Nearest *n, const uint8_t (*colours)[4], const uint8_t *in, uint8_t *out, int64_t width, int size, Shares *below)
{
    Spread red = {0}, green = {0}, blue = {0};
    for (int64_t x = 0; x < width; x++, in += 4, out += size) {
        const int r = with_shares(in[0], &red, below[x + 1][0]), g = with_shares(in[1], &green, below[x + 1][1]), b = with_shares(in[2], &blue, below[x + 1][2]);
        const int at = nearest(n, r, g, b);
        if (size == 4) memcpy(out, (uint8_t[]){(uint8_t)at, (uint8_t)at, (uint8_t)at, 255}, 4);
        else *out = (uint8_t)at;
        spread(&red, r - colours[at][0], &below[x][0]);
        spread(&green, g - colours[at][1], &below[x][1]);
        spread(&blue, b - colours[at][2], &below[x][2]);
    }
    /* (behind the row's end Pillow keeps blue's shares for all three) */
    below[width][0] = blue.here;
    below[width][1] = below[width][2] = blue.next;
}
static void plain_row(Nearest *n, const uint8_t *in, uint8_t *out, int64_t width, int size)
{
    for (int64_t x = 0; x < width; x++, in += 4, out += size) {
        const uint8_t at = (uint8_t)nearest(n, in[0], in[1], in[2]);
        if (size == 4) memcpy(out, (uint8_t[]){at, at, at, 255}, 4);
        else *out = at;
    }
}

static Picture *spread_colours(VM *vm, const Picture *p, Picture *q, Nearest *n, bool dither)
{
    const Palette palette = *n->palette;
    Nearest known = *n;
    const size_t room = sizeof(Shares) * ((size_t)p->width + 1);
    Shares *below = mem_zalloc(vm->mem, room);
    if (!below) return release(vm, VAL(q)), err_no_memory(vm), NULL;
    bool ok = true;
    for (int64_t y = 0; ok && y < p->height; y++) {
        ok = vm_poll(vm);
        if (dither) spread_row(&known, palette.colours, picture_row(p, y), picture_row(q, y), p->width, q->mode->size, below);
        else plain_row(n, picture_row(p, y), picture_row(q, y), p->width, q->mode->size);
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
