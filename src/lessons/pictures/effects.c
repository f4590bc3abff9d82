/* effects.c: pictures that are reckoned (gradients, noise, Mandelbrot's set), and pixels moved about (offset, expand, spread). */
#include <math.h>
#include <stdlib.h>

#include "loops.h"
#include "pixels.h"

/* ---- gradients ---- */
static int level_across(int x, int y) { return y; }
static int level_around(int x, int y)
{
    int d = (int)sqrt((double)((x - 128) * (x - 128) + (y - 128) * (y - 128)) * 2.0);
    return d >= 255 ? 255 : d;
}
static Value gradient(VM *vm, Ref mode, int (*level)(int x, int y))
{
    const char *name = picture_text_arg(vm, mode, 1);
    if (!name) return NO_VALUE;
    if (strlen(name) != 1) return picture_wrong_mode(vm);
    const PictureMode *m = mode_of(vm, mode, 1);
    Picture *p = m ? picture_new(vm, m, 256, 256) : NULL;
    for (int y = 0; p && y < 256; y++)
        for (int x = 0; x < 256; x++) {
            uint8_t *at = picture_row(p, y) + x * m->size;
            int v = level(x, y);
            if (m->kind == PICTURE_FLOAT32) memcpy(at, &(float){(float)v}, 4);
            else if (m->kind == PICTURE_INT32) memcpy(at, &(int32_t){v}, 4);
            else *at = (uint8_t)v;
        }
    return picture_value(p);
}
Value pictures_linear_gradient(VM *vm, const Ref *args, int n, Ref kwnames) { return gradient(vm, args[0], level_across); }
Value pictures_radial_gradient(VM *vm, const Ref *args, int n, Ref kwnames) { return gradient(vm, args[0], level_around); }

/* ---- Mandelbrot's set ---- */
static uint8_t steps_out(double re, double im, int quality)
{
    double x = 0, y = 0, xx = 0, yy = 0;
    for (int k = 1;; k++) {
        y = 2 * x * y + im;
        x = xx - yy + re;
        xx = x * x;
        yy = y * y;
        if (xx + yy > 100) return (uint8_t)((int64_t)k * 255 / quality);
        if (k > quality) return 0;
    }
}
Value pictures_effect_mandelbrot(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t size[2] = {512, 512};
    double e[4] = {-3, -2.5, 2, 2.5};
    int32_t quality = 100;
    if ((args[0] && !numbers_of(vm, args[0], 1, size, 2)) || (args[1] && !doubles_of(vm, args[1], 2, e, 4)) || !picture_int_arg(vm, args[2], &quality)) return NO_VALUE;
    double width = e[2] - e[0], height = e[3] - e[1];
    if (width < 0 || height < 0 || quality < 2) return err_raise(vm, EXC_ValueError, "unrecognized argument value");
    Picture *p = picture_new(vm, &picture_modes[MODE_L], size[0], size[1]);
    const double dx = width / (double)(size[0] - 1), dy = height / (double)(size[1] - 1);
    for (int64_t y = 0; p && y < p->height; y++)
        for (int64_t x = 0; x < p->width; x++) {
            if (x % 64 == 0 && !vm_poll(vm)) return release(vm, VAL(p)), NO_VALUE;
            picture_row(p, y)[x] = steps_out((double)x * dx + e[0], (double)y * dy + e[1], quality);
        }
    return picture_value(p);
}

/* ---- chance: C's own, which each process begins alike ---- */

/* Of a normal distribution, by two evenly spread numbers within the unit circle. */
static double normal(void)
{
    double u, v, r;
    do {
        u = rand() * (2.0 / RAND_MAX) - 1.0;
        v = rand() * (2.0 / RAND_MAX) - 1.0;
        r = u * u + v * v;
    } while (r >= 1.0);
    return sqrt(-2.0 * log(r) / r) * u;
}
Value pictures_effect_noise(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t size[2];
    double sigma = 128;
    if (!numbers_of(vm, args[0], 1, size, 2) || !picture_double_arg(vm, args[1], &sigma)) return NO_VALUE;
    Picture *p = picture_new(vm, &picture_modes[MODE_L], size[0], size[1]);
    for (int64_t y = 0; p && y < p->height; y++) {
        if (!vm_poll(vm)) return release(vm, VAL(p)), NO_VALUE;
        for (int64_t x = 0; x < p->width; x++) picture_row(p, y)[x] = clip_double(128 + (float)sigma * normal());
    }
    return picture_value(p);
}

Value picture_effect_spread(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *p = as_picture(args[0]);
    int32_t distance = 0;
    if (!picture_int_arg(vm, args[1], &distance)) return NO_VALUE;
    const bool bytes = picture_of_bytes(p);
    Picture *q = !distance && p->mode->size != 2 ? picture_copy_of(vm, p) : picture_like(vm, p);
    if (q && (distance || p->mode->size == 2)) memset(q->pixels, 0, (size_t)(q->line * q->height)); /* of pixels of two bytes only the first are moved */
    for (int64_t y = 0; q && !distance && p->mode->size == 2 && y < p->height; y++) memcpy(picture_row(q, y), picture_row(p, y), (size_t)p->width);
    for (int64_t y = 0; q && distance && y < p->height; y++) {
        if (!vm_poll(vm)) return release(vm, VAL(q)), NO_VALUE;
        for (int64_t x = 0; x < p->width; x++) {
            int64_t across = x + rand() % distance - distance / 2, down = y + rand() % distance - distance / 2;
            bool within = across >= 0 && across < p->width && down >= 0 && down < p->height;
            if (!within) across = x, down = y;
            if (bytes) {
                picture_row(q, down)[across] = picture_row(p, y)[x];
                picture_row(q, y)[x] = picture_row(p, down)[across];
            } else {
                memcpy(picture_row(q, down) + 4 * across, picture_row(p, y) + 4 * x, 4);
                memcpy(picture_row(q, y) + 4 * x, picture_row(p, down) + 4 * across, 4);
            }
        }
    }
    return picture_value(q);
}

/* ---- moved round, and with its edges drawn out ---- */
static int64_t around(int64_t v, int64_t n)
{
    int64_t r = n ? v % n : 0;
    return r < 0 ? r + n : r;
}
Value picture_offset(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *p = as_picture(args[0]);
    int32_t dx = 0, dy = 0;
    if (!picture_int_arg(vm, args[1], &dx) || !picture_int_arg(vm, args[2], &dy)) return NO_VALUE;
    const int64_t size = picture_of_bytes(p) ? 1 : p->mode->size, at = around(dx, p->width);
    Picture *q = picture_like(vm, p);
    if (q && size != p->mode->size) memset(q->pixels, 0, (size_t)(q->line * q->height)); /* of pixels of two bytes only the first are moved */
    for (int64_t y = 0; q && y < p->height && p->width; y++) {
        const uint8_t *in = picture_row(p, around(y - dy, p->height));
        uint8_t *out = picture_row(q, y);
        if (!vm_poll(vm)) return release(vm, VAL(q)), NO_VALUE;
        memcpy(out + at * size, in, (size_t)((p->width - at) * size));
        memcpy(out, in + (p->width - at) * size, (size_t)(at * size));
    }
    return picture_value(q);
}
static int64_t between(int64_t v, int64_t n) { return v < 0 ? 0 : v >= n ? n - 1 : v; }
Value picture_expand(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *p = as_picture(args[0]);
    int32_t dx = 0, dy = 0, mode = 0;
    if (!picture_int_arg(vm, args[1], &dx) || !picture_int_arg(vm, args[2], &dy) || !picture_int_arg(vm, args[3], &mode)) return NO_VALUE;
    if (dx < 0 && dy < 0) return err_raise(vm, EXC_ValueError, "bad kernel size");
    Picture *q = picture_new(vm, p->mode, p->width + 2 * (int64_t)dx, p->height + 2 * (int64_t)dy);
    if (!q || !p->width || !p->height) return picture_value(q);
    if (q->palette) *q->palette = *p->palette;
    const int64_t size = p->mode->size;
    for (int64_t y = 0; y < q->height; y++) {
        const uint8_t *in = picture_row(p, between(y - dy, p->height));
        uint8_t *out = picture_row(q, y);
        if (!vm_poll(vm)) return release(vm, VAL(q)), NO_VALUE;
        for (int64_t x = 0; x < q->width; x++) {
            if (x == dx && dx > 0) { /* all that has no edge, at once */
                memcpy(out + x * size, in, (size_t)(p->width * size));
                x += p->width;
            }
            memcpy(out + x * size, in + between(x - dx, p->width) * size, (size_t)size);
        }
    }
    return VAL(q);
}
