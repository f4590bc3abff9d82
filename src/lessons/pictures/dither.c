/* dither.c: pictures with few colours: the nearest ones, or so that the error of each pixel goes on to its neighbours (Floyd and Steinberg's shares: 7 to the right, 3, 5 and 1 below, of 16). */
#include "convert.h"

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

/* Which colour is nearest is asked for cells of 4 by 4 by 4 colours, by their darkest corner, and remembered. */
enum { CELLS = 64, UNKNOWN = 0xffff };
typedef struct Nearest {
    const Palette *palette;
    int32_t bands[3][256]; /* its colours, a band after the other */
    uint16_t *cells;
} Nearest;

static bool nearest_open(VM *vm, Nearest *n, const Palette *palette)
{
    n->palette = palette;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 256; i++) n->bands[k][i] = palette->colours[i][k];
    n->cells = mem_alloc(vm->mem, sizeof *n->cells * CELLS * CELLS * CELLS);
    if (n->cells) memset(n->cells, 0xff, sizeof *n->cells * CELLS * CELLS * CELLS);
    return n->cells || err_no_memory(vm);
}
static void nearest_close(VM *vm, Nearest *n) { mem_free(vm->mem, n->cells, sizeof *n->cells * CELLS * CELLS * CELLS); }

static int nearest(Nearest *n, const uint8_t *c)
{
    uint16_t *cell = &n->cells[(c[0] >> 2) + CELLS * ((c[1] >> 2) + CELLS * (c[2] >> 2))];
    if (*cell != UNKNOWN) return *cell;
    const int red = c[0] & ~3, green = c[1] & ~3, blue = c[2] & ~3, used = n->palette->used;
    int far[256], best = INT32_MAX, at = 0; /* in passes that become vectors: all distances, the least, the first that has it */
    for (int k = 0; k < used; k++) {
        int r = red - n->bands[0][k], g = green - n->bands[1][k], b = blue - n->bands[2][k];
        far[k] = r * r + g * g + b * b;
    }
    for (int k = 0; k < used; k++) best = far[k] < best ? far[k] : best;
    while (at < used && far[at] != best) at++;
    return *cell = (uint16_t)(used ? at : 0);
}

static inline uint8_t clip(int v) { return (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v); }

/* What comes to a pixel from those before it: `ahead` from its left, below[x] from the row above. */
typedef struct Spread { int ahead, here, next; } Spread; /* here, next: what the row below has so far of this column and the one behind it */

static void spread(Spread *s, int error, int *below_left)
{
    *below_left = s->here + 3 * error;
    s->here = s->next + 5 * error;
    s->next = error;
    s->ahead = 7 * error;
}

static Picture *spread_colours(VM *vm, const Picture *p, Picture *q, Nearest *n, bool dither)
{
    size_t room = sizeof(int) * 3 * ((size_t)p->width + 1);
    int *below = mem_zalloc(vm->mem, room);
    if (!below) return release(vm, VAL(q)), err_no_memory(vm), NULL;
    bool ok = true;
    for (int64_t y = 0; ok && y < p->height; y++) {
        ok = vm_poll(vm);
        const uint8_t *in = picture_row(p, y);
        uint8_t *out = picture_row(q, y);
        Spread s[3] = {{0}};
        for (int64_t x = 0; x < p->width; x++, in += 4, out += q->mode->size) {
            uint8_t c[3];
            for (int k = 0; k < 3; k++) c[k] = dither ? clip(in[k] + (s[k].ahead + below[3 * (x + 1) + k]) / 16) : in[k];
            int at = nearest(n, c);
            if (q->mode->size == 4) memcpy(out, (uint8_t[]){(uint8_t)at, (uint8_t)at, (uint8_t)at, 255}, 4);
            else *out = (uint8_t)at;
            for (int k = 0; dither && k < 3; k++) spread(&s[k], c[k] - n->palette->colours[at][k], &below[3 * x + k]);
        }
        /* (behind the row's end Pillow keeps blue's shares for all three) */
        for (int k = 0; k < 3; k++) below[3 * p->width + k] = k ? s[2].next : s[2].here;
    }
    mem_free(vm->mem, below, room);
    return ok ? q : (release(vm, VAL(q)), NULL);
}

Picture *dither_to_palette(VM *vm, const Picture *p, const PictureMode *to, bool dither, const Palette *palette)
{
    bool grey = picture_is(p, MODE_L), colours = p->mode->kind == PICTURE_UINT8 && (picture_is(p, MODE_RGB) || picture_is(p, MODE_RGBA) || picture_is(p, MODE_RGBX) || picture_is(p, MODE_RGBa));
    if (!grey && !colours) return err_raise(vm, EXC_ValueError, "conversion not supported"), NULL;
    Picture *q = picture_new(vm, to, p->width, p->height);
    if (!q) return NULL;
    if (grey) { /* each grey has a number already */
        if (palette) *q->palette = *palette;
        for (int64_t y = 0; y < p->height; y++)
            for (int64_t x = 0; x < p->width; x++) {
                uint8_t v = picture_row(p, y)[x], *out = picture_row(q, y) + x * to->size;
                if (to->size == 4) memcpy(out, (uint8_t[]){v, v, v, 255}, 4);
                else *out = v;
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

Picture *dither_to_two(VM *vm, const Picture *p)
{
    bool grey = picture_is(p, MODE_L);
    if (!grey && !picture_is(p, MODE_RGB))
        return err_raise(vm, EXC_ValueError, "conversion not supported"), NULL;
    Picture *q = picture_new(vm, &picture_modes[MODE_1], p->width, p->height);
    if (!q) return NULL;
    size_t room = sizeof(int) * ((size_t)p->width + 1);
    int *below = mem_zalloc(vm->mem, room);
    if (!below) return release(vm, VAL(q)), err_no_memory(vm), NULL;
    for (int64_t y = 0; y < p->height; y++) {
        const uint8_t *in = picture_row(p, y);
        uint8_t *out = picture_row(q, y);
        Spread s = {0};
        for (int64_t x = 0; x < p->width; x++, in += p->mode->size) {
            int v = clip((grey ? *in : convert_thousandths(in) / 1000) + (s.ahead + below[x + 1]) / 16);
            out[x] = v > 128 ? 255 : 0;
            spread(&s, v - out[x], &below[x]);
        }
        below[p->width] = s.here;
    }
    mem_free(vm->mem, below, room);
    return q;
}
