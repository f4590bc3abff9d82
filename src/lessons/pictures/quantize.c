/* quantize.c: a picture with few colours of its own: who chooses them, how pixels find the nearest, how colours move to the middle of their pixels (kmeans), and Image.quantize itself. */
#include <stdlib.h>

#include "quantize.h"

/* ---- different colours ---- */

bool colours_open(VM *vm, Colours *c, uint32_t places)
{
    *c = (Colours){mem_zalloc(vm->mem, sizeof *c->at * places), places - 1, 0};
    return c->at || (err_no_memory(vm), false);
}
void colours_close(VM *vm, Colours *c)
{
    if (c->at) mem_free(vm->mem, c->at, sizeof *c->at * ((size_t)c->mask + 1));
    c->at = NULL;
}
Colour *colours_find(const Colours *c, uint32_t rgb)
{
    uint32_t at = (rgb * 0x9e3779b1u >> 7) & c->mask;
    while (c->at[at].count && c->at[at].rgba != rgb) at = (at + 1) & c->mask;
    return &c->at[at];
}
static bool colours_grow(VM *vm, Colours *c)
{
    Colours more;
    if (!colours_open(vm, &more, (c->mask + 1) * 4)) return false;
    for (uint32_t i = 0; i <= c->mask; i++)
        if (c->at[i].count) *colours_find(&more, c->at[i].rgba) = c->at[i];
    more.used = c->used;
    colours_close(vm, c);
    *c = more;
    return true;
}
bool colours_add(VM *vm, Colours *c, uint32_t rgb, uint32_t count)
{
    Colour *at = colours_find(c, rgb);
    if (!at->count && c->used++ >= c->mask / 2) {
        if (!colours_grow(vm, c)) return false;
        at = colours_find(c, rgb);
    }
    at->rgba = rgb;
    at->count += count;
    return true;
}

enum { SOME = 1 << 16 }; /* pixels between two looks for an interrupt */
static bool count_colours(Few *f)
{
    if (!colours_open(f->vm, &f->colours, 1 << 12)) return false;
    for (int64_t i = 0; i < f->count; i++) {
        if (!(i % SOME) && !vm_poll(f->vm)) return false;
        if (!colours_add(f->vm, &f->colours, f->pixels[i] & 0xffffff, 1)) return false;
    }
    return true;
}

/* ---- the nearest of few ---- */

static inline uint32_t distance(const uint8_t *c, uint32_t rgb)
{
    const int r = c[0] - band_of_word(rgb, 0), g = c[1] - band_of_word(rgb, 1), b = c[2] - band_of_word(rgb, 2);
    return (uint32_t)(r * r + g * g + b * b);
}

/* From each colour of the palette to all: how far, and in which order they are asked. */
typedef struct Ways {
    uint32_t far[256][256];
    uint8_t order[256][256];
} Ways;

static void ways_measure(Ways *w, const Few *f)
{
    for (int i = 0; i < f->got; i++)
        for (int j = 0; j < f->got; j++) w->far[i][j] = distance(f->palette[i], (uint32_t)f->palette[j][0] | (uint32_t)f->palette[j][1] << 8 | (uint32_t)f->palette[j][2] << 16);
}
/* The nearest first, of equals the lower number. */
static void ways_sort(Ways *w, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int k = j;
            for (; k > 0 && w->far[i][w->order[i][k - 1]] > w->far[i][j]; k--) w->order[i][k] = w->order[i][k - 1];
            w->order[i][k] = (uint8_t)j;
        }
}
/* After the colours moved a little: who is nearer than the one before it changes places with it. (Pillow's order is not whole after it, and which of two equally near colours is found comes of it.) */
static void ways_sort_again(Ways *w, int n)
{
    for (int i = 0; i < n; i++) {
        const uint32_t *far = w->far[i];
        uint8_t *order = w->order[i];
        for (int j = 1; j < n; j++) {
            const uint8_t moved = order[j];
            int to = j;
            for (; to > 0 && far[order[to - 1]] > far[order[to]]; to--) order[to] = order[to - 1];
            order[to] = moved;
        }
    }
}
/* No colour that is twice as far from `first` as the pixel is can be nearer to the pixel. */
static uint32_t nearest(const Few *f, const Ways *w, uint32_t rgb, uint32_t first)
{
    uint32_t best = distance(f->palette[first], rgb), number = first;
    const uint32_t limit = best * 4;
    for (int j = 0; j < f->got; j++) {
        const uint8_t k = w->order[first][j];
        if (w->far[first][k] > limit) break;
        const uint32_t here = distance(f->palette[k], rgb);
        if (here < best) best = here, number = k;
    }
    return number;
}
/* Each colour's number becomes the nearest one's, sought from the number that it has (or the first); answers how many pixels changed theirs, -1: raised. */
static int64_t find_nearest(Few *f, const Ways *w, bool from_own)
{
    int64_t changed = 0;
    for (uint32_t i = 0; i <= f->colours.mask; i++) {
        Colour *c = &f->colours.at[i];
        if (!(i % 4096) && !vm_poll(f->vm)) return -1;
        if (!c->count) continue;
        const uint32_t number = nearest(f, w, c->rgba, from_own ? c->number : 0);
        if (number != c->number) changed += c->count;
        c->number = number;
    }
    return changed;
}

/* Each colour of the palette: the mean of its pixels. */
static void palette_of_means(Few *f)
{
    uint32_t sums[256][4] = {{0}};
    for (uint32_t i = 0; i <= f->colours.mask; i++) {
        const Colour *c = &f->colours.at[i];
        for (int k = 0; c->count && k < 3; k++) sums[c->number][k] += c->count * band_of_word(c->rgba, k);
        if (c->count) sums[c->number][3] += c->count;
    }
    for (int i = 0; i < f->got; i++)
        for (int k = 0; k < 3; k++) f->palette[i][k] = sums[i][3] ? (uint8_t)(.5 + (double)sums[i][k] / (double)sums[i][3]) : 0;
}
static bool settle(Few *f, Ways *w, int64_t threshold)
{
    for (bool first = true;; first = false) {
        palette_of_means(f);
        ways_measure(w, f);
        if (first) ways_sort(w, f->got);
        else ways_sort_again(w, f->got);
        const int64_t changed = find_nearest(f, w, true);
        if (changed < 0 || changed <= threshold) return changed >= 0;
    }
}
/* Pixels to the colours of the palette; kmeans: until no more than so many, less one, change theirs. */
static bool assign(Few *f, bool from_own, int64_t kmeans)
{
    Ways *w = mem_alloc(f->vm->mem, sizeof *w);
    if (!w) return err_no_memory(f->vm), false;
    ways_measure(w, f);
    ways_sort(w, f->got);
    const bool ok = find_nearest(f, w, from_own) >= 0 && (kmeans <= 0 || settle(f, w, kmeans - 1));
    mem_free(f->vm->mem, w, sizeof *w);
    return ok;
}

/* ---- those that are farthest from all others ---- */

/* In which order Pillow's table has its colours: of two equally far ones the earlier is taken. */
typedef struct Ranked { uint32_t place, rgb, far; } Ranked;
static int by_place(const void *a, const void *b)
{
    const Ranked *x = a, *y = b;
    if (x->place != y->place) return x->place < y->place ? -1 : 1;
    for (int k = 0; k < 3; k++)
        if (band_of_word(x->rgb, k) != band_of_word(y->rgb, k)) return band_of_word(x->rgb, k) - band_of_word(y->rgb, k);
    return 0;
}
static uint32_t places_of(uint32_t colours)
{
    uint32_t places = 11;
    while (places * 3 < colours) {
        places = places * 2 + 1;
        while (!(0x2a8a >> (places & 15) & 1)) places++;
    }
    return places;
}
static uint32_t place_of(uint32_t rgb, uint32_t places) { return (band_of_word(rgb, 0) * 463u ^ ((uint32_t)band_of_word(rgb, 1) << 8) * 10069u ^ ((uint32_t)band_of_word(rgb, 2) << 16) * 64997u) % places; }

static bool choose_farthest(Few *f, Ranked *all, uint32_t count)
{
    uint32_t sums[3] = {0};
    for (uint32_t i = 0; i < count; i++) {
        const Colour *c = colours_find(&f->colours, all[i].rgb);
        for (int k = 0; k < 3; k++) sums[k] += c->count * band_of_word(c->rgba, k);
    }
    uint8_t from[3]; /* at first the mean */
    for (int k = 0; k < 3; k++) from[k] = (uint8_t)(.5 + (double)sums[k] / (double)f->count);
    for (int i = 0; i < f->want; i++) {
        if (!vm_poll(f->vm)) return false;
        uint32_t farthest = 0, last = all[0].rgb;
        for (uint32_t k = 0; k < count; k++) {
            const uint32_t here = distance(from, all[k].rgb);
            if (i == 1 || here < all[k].far) all[k].far = here; /* (the mean itself is no colour of them) */
            if (all[k].far > farthest) farthest = all[k].far, last = all[k].rgb;
        }
        for (int k = 0; k < 3; k++) f->palette[i][k] = from[k] = band_of_word(last, k);
    }
    f->got = f->want;
    return true;
}
static bool few_by_coverage(Few *f)
{
    const uint32_t count = f->colours.used, places = places_of(count);
    Ranked *all = mem_alloc(f->vm->mem, sizeof *all * count);
    if (!all) return err_no_memory(f->vm), false;
    uint32_t n = 0;
    for (uint32_t i = 0; i <= f->colours.mask; i++)
        if (f->colours.at[i].count) all[n++] = (Ranked){place_of(f->colours.at[i].rgba, places), f->colours.at[i].rgba, UINT32_MAX};
    qsort(all, count, sizeof *all, by_place);
    const bool ok = choose_farthest(f, all, count);
    mem_free(f->vm->mem, all, sizeof *all * count);
    return ok;
}

/* ---- a whole picture ---- */

/* Words of all pixels; of clear ones all have the colour of the first. */
static bool take_pixels(VM *vm, const Picture *p, uint32_t *out)
{
    uint32_t clear = 0;
    bool found = false;
    for (int64_t y = 0; y < p->height; y++) {
        if (!vm_poll(vm)) return false;
        const uint8_t *in = picture_row(p, y);
        if (p->mode->size == 4 && !picture_is(p, MODE_RGBA)) {
            memcpy(out, in, 4 * (size_t)p->width);
            out += p->width;
            continue;
        }
        for (int64_t x = 0; x < p->width; x++, out++) {
            if (p->mode->size == 4) memcpy(out, in + 4 * x, 4);
            else if (p->palette) memcpy(out, p->palette->colours[in[x]], 4);
            else *out = in[x] * 0x10101u | 0xff000000u;
            if (!picture_is(p, MODE_RGBA) || *out >> 24) continue;
            if (!found) clear = *out;
            found = true;
            *out = clear;
        }
    }
    return true;
}
enum { MEDIAN_CUT, MAX_COVERAGE, FAST_OCTREE, LIBIMAGEQUANT };
static bool choose(Few *f, int64_t method, int64_t kmeans, bool alpha, uint8_t *numbers)
{
    if (method == FAST_OCTREE) return few_by_cubes(f, alpha, numbers);
    if (!count_colours(f)) return false;
    if (!(method == MEDIAN_CUT ? few_by_cut(f) && (palette_of_means(f), true) : few_by_coverage(f)) || !assign(f, method == MEDIAN_CUT, kmeans)) return false;
    for (int64_t i = 0; i < f->count; i++) {
        if (!(i % SOME) && !vm_poll(f->vm)) return false;
        numbers[i] = (uint8_t)colours_find(&f->colours, f->pixels[i] & 0xffffff)->number;
    }
    return true;
}
static Picture *of_few(VM *vm, const Picture *p, Few *f, int64_t method, int64_t kmeans)
{
    const bool alpha = picture_is(p, MODE_RGBA);
    uint32_t *pixels = mem_alloc(vm->mem, (size_t)f->count * 4);
    uint8_t *numbers = pixels ? mem_alloc(vm->mem, (size_t)f->count) : NULL;
    Picture *q = numbers ? picture_unset(vm, &picture_modes[MODE_P], p->width, p->height) : (err_no_memory(vm), NULL);
    f->pixels = pixels;
    bool ok = q && take_pixels(vm, p, pixels) && choose(f, method, kmeans, alpha, numbers);
    for (int64_t y = 0; ok && y < q->height; y++) memcpy(picture_row(q, y), numbers + y * q->width, (size_t)q->width);
    for (int i = 0; ok && i < 256; i++) {
        uint8_t *c = q->palette->colours[i];
        memcpy(c, i < f->got ? f->palette[i] : (const uint8_t[]){0, 0, 0, 255}, 4);
        if (!alpha) c[3] = 255;
    }
    if (ok) q->palette->alpha = alpha;
    if (!ok && q) release(vm, VAL(q));
    colours_close(vm, &f->colours);
    if (numbers) mem_free(vm->mem, numbers, (size_t)f->count);
    if (pixels) mem_free(vm->mem, pixels, (size_t)f->count * 4);
    return ok ? q : NULL;
}

/* quantize(colours=256, method=0, kmeans=0) */
Value picture_quantize(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *p = as_picture(args[0]);
    int64_t colours = 256, method = 0, kmeans = 0;
    if ((args[1] && !num_index_i64(vm, args[1], &colours)) || (args[2] && !num_index_i64(vm, args[2], &method)) || (args[3] && !num_index_i64(vm, args[3], &kmeans))) return NO_VALUE;
    if (!p->width || !p->height) return picture_value(picture_new(vm, &picture_modes[MODE_P], p->width, p->height));
    if (colours < 1 || colours > 256) return err_raise(vm, EXC_ValueError, "bad number of colors");
    if (!picture_is(p, MODE_L) && !picture_is(p, MODE_P) && !picture_is(p, MODE_RGB) && !picture_is(p, MODE_RGBA)) return picture_wrong_mode(vm);
    if (picture_is(p, MODE_RGBA) && method != FAST_OCTREE && method != LIBIMAGEQUANT) return picture_wrong_mode(vm);
    if (method == LIBIMAGEQUANT) return err_raise(vm, EXC_ValueError, "dependency required by this method was not enabled at compile time");
    if (kmeans < 0) return err_raise(vm, EXC_ValueError, "kmeans must not be negative"); /* (Pillow 9.4 would never end) */
    if (method < 0 || method > LIBIMAGEQUANT) return err_raise(vm, EXC_ValueError, "quantization error");
    Few f = {.vm = vm, .count = (int64_t)p->width * p->height, .want = (int)colours};
    return picture_value(of_few(vm, p, &f, method, kmeans));
}
