/* convert.c: pictures of one mode as pictures of another (convert.def), by a palette's colours, by a matrix, with a colour made clear. Errors are spread where few colours have to do: dither.c. */
#include <math.h>

#include "convert.h"
#include "spaces.h"

/* ---- pixels ---- */

static inline uint8_t truth(uint8_t v) { return v ? 255 : 0; }
static inline int32_t clip_16(int32_t v) { return v < 0 ? 0 : v > 65535 ? 65535 : v; }
static inline int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }
static inline uint8_t clip_float(float v) { return v >= 255 ? 255 : v > 0 ? (uint8_t)v : 0; }
static inline int32_t whole(float v) { return v > -2147483648.f && v < 2147483648.f ? (int32_t)v : INT32_MIN; }
static inline int32_t get_int(const uint8_t *i) { return *(const int32_t *)i; }
static inline float get_float(const uint8_t *i) { return *(const float *)i; }
static inline void put_int(uint8_t *o, int32_t v) { *(int32_t *)o = v; }
static inline void put_float(uint8_t *o, float v) { *(float *)o = v; }
static inline int32_t get_16(const uint8_t *i) { return i[0] | i[1] << 8; }
static inline int32_t get_16b(const uint8_t *i) { return i[1] | i[0] << 8; }
static inline void put_16(uint8_t *o, int32_t v) { o[0] = (uint8_t)v, o[1] = (uint8_t)(v >> 8); }
static inline void put_16b(uint8_t *o, int32_t v) { o[1] = (uint8_t)v, o[0] = (uint8_t)(v >> 8); }
static inline void four(uint8_t *o, uint8_t a, uint8_t b, uint8_t c, uint8_t d) { *(uint32_t *)o = a | (uint32_t)b << 8 | (uint32_t)c << 16 | (uint32_t)d << 24; }
static inline void grey(uint8_t *o, uint8_t v, uint8_t alpha) { four(o, v, v, v, alpha); }

/* Of red, green and blue: how light it looks (ITU-R 601), in 65536ths, in thousandths. */
static inline uint8_t light(const uint8_t *i) { return (uint8_t)((i[0] * 19595u + i[1] * 38470u + i[2] * 7471u + 0x8000u) >> 16); }
static inline int32_t thousandths(const uint8_t *i) { return i[0] * 299 + i[1] * 587 + i[2] * 114; }
static inline bool bright(const uint8_t *i) { return thousandths(i) >= 128000; }
static inline float light_float(const uint8_t *i) { return (float)thousandths(i) / 1000.f; }

/* v * alpha / 255; and back. */
static inline uint8_t times(unsigned v, unsigned alpha) { return over_255(v * alpha); }
static inline uint8_t undimmed(uint8_t v, uint8_t alpha) { return alpha == 255 || !alpha ? v : clip_int(255 * v / alpha); }

static inline void from_cmyk(uint8_t *o, const uint8_t *i)
{
    unsigned rest = 255u - i[3];
    four(o, clip_int((int)rest - times(i[0], rest)), clip_int((int)rest - times(i[1], rest)), clip_int((int)rest - times(i[2], rest)), 255);
}

/* ---- rows ---- */

enum {
#define MODE(id, name, bands, size, kind, letters) SIZE_##id = size,
#include "modes.def"
#undef MODE
};
#define CONVERT_ROW(from, to, row)
#define CONVERT(from, to, pixel)                                                 \
    static void from_##from##_to_##to(uint8_t *o, const uint8_t *i, int64_t n)   \
    {                                                                            \
        for (; n > 0; n--, i += SIZE_##from, o += SIZE_##to) pixel;              \
    }
#include "convert.def"
#undef CONVERT
#undef CONVERT_ROW
static const ConvertFn rows[MODE_COUNT][MODE_COUNT] = {
#define CONVERT(from, to, pixel) [MODE_##from][MODE_##to] = from_##from##_to_##to,
#define CONVERT_ROW(from, to, row) [MODE_##from][MODE_##to] = row,
#include "convert.def"
#undef CONVERT
#undef CONVERT_ROW
};
ConvertFn convert_row(ModeId from, ModeId to) { return rows[from][to]; }

/* ---- by a palette ---- */

/* Its colours in the mode that is wanted, once; then each pixel is looked up. Of PA the pixel's own alpha is kept. */
static Picture *from_palette(VM *vm, const Picture *p, const PictureMode *to)
{
    bool own = picture_is(p, MODE_PA), takes_alpha = to->bands == 2 || to->id == MODE_RGBA || to->id == MODE_RGBX;
    uint8_t table[256][4] = {{0}};
    ConvertFn row = to->id == MODE_RGBA || to->id == MODE_RGBX || to->kind == PICTURE_SPECIAL ? NULL : convert_row(MODE_RGB, to->id);
    if (!row && to->id != MODE_RGB && to->id != MODE_RGBA && to->id != MODE_RGBX && to->id != MODE_P && to->id != MODE_PA) return err_raise(vm, EXC_ValueError, "conversion not supported"), NULL;
    for (int k = 0; k < 256; k++) {
        const uint8_t *c = p->palette->colours[k], opaque[4] = {c[0], c[1], c[2], 255};
        if (to->id == MODE_P || to->id == MODE_PA) grey(table[k], (uint8_t)k, c[3]);
        else if (row) row(table[k], opaque, 1);
        else memcpy(table[k], c, 4);
        if (takes_alpha) table[k][3] = c[3];
        if (to->id == MODE_RGB) table[k][3] = 255;
    }
    Picture *q = picture_unset(vm, to, p->width, p->height);
    if (!q) return NULL;
    if (q->palette) *q->palette = *p->palette;
    unsigned step = p->mode->size, size = to->size;
    for (int64_t y = 0; y < p->height; y++) {
        if (!vm_poll(vm)) return release(vm, VAL(q)), NULL;
        const uint8_t *in = picture_row(p, y);
        uint8_t *out = picture_row(q, y);
        for (int64_t x = 0; x < p->width; x++, in += step, out += size) {
            memcpy(out, table[in[0]], size);
            if (own && takes_alpha) out[3] = in[3];
        }
    }
    return q;
}

/* ---- whole pictures ---- */

Picture *picture_convert_to(VM *vm, const Picture *p, const PictureMode *to, bool dither, const Palette *palette)
{
    if (to == p->mode && !palette) return picture_copy_of(vm, p);
    if ((picture_is(p, MODE_P) || picture_is(p, MODE_PA)) && p->palette && !(palette && (to->id == MODE_P || to->id == MODE_PA))) return from_palette(vm, p, to);
    if (to->id == MODE_P || to->id == MODE_PA) return dither_to_palette(vm, p, to, dither, palette);
    if (dither && to->id == MODE_1) return dither_to_two(vm, p);
    ConvertFn row = convert_row(p->mode->id, to->id);
    if (!row) return err_raise(vm, EXC_ValueError, "conversion from %s to %s not supported", p->mode->name, to->name), NULL;
    Picture *q = picture_unset(vm, to, p->width, p->height);
    for (int64_t y = 0; q && y < p->height; y++) {
        if (!vm_poll(vm)) return release(vm, VAL(q)), NULL;
        row(picture_row(q, y), picture_row(p, y), p->width);
    }
    return q;
}

/* convert(mode, dither=0, palette's picture=None) */
Value picture_convert(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *p = as_picture(args[0]), *like = NULL;
    int64_t dither = 0;
    const char *name = picture_text_arg(vm, args[1], 1);
    if (!name || (args[2] && !num_index_i64(vm, args[2], &dither))) return NO_VALUE;
    if (args[3] && !is_none(args[3])) {
        if (!(like = picture_arg(vm, args[3], 3))) return NO_VALUE;
        if (!picture_is(like, MODE_P)) return picture_wrong_mode(vm);
    }
    const PictureMode *to = mode_named(name);
    if (!to) return err_raise(vm, EXC_ValueError, "conversion from %s to %s not supported", p->mode->name, name);
    return picture_value(picture_convert_to(vm, p, to, dither != 0, like ? like->palette : NULL));
}

/* convert2(to, from): into a picture that is there. */
Value pictures_convert(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Picture *to = picture_arg(vm, args[0], 1);
    const Picture *from = to ? picture_arg(vm, args[1], 2) : NULL;
    if (!from) return NO_VALUE;
    if (!picture_same_size(to, from)) return picture_wrong_match(vm);
    ConvertFn row = convert_row(from->mode->id, to->mode->id);
    if (!row && to->mode != from->mode) return err_raise(vm, EXC_ValueError, "conversion not supported");
    for (int64_t y = 0; y < to->height; y++) {
        if (!vm_poll(vm)) return NO_VALUE;
        if (row) row(picture_row(to, y), picture_row(from, y), to->width);
        else memmove(picture_row(to, y), picture_row(from, y), (size_t)to->width * to->mode->size);
    }
    return V_NONE;
}
Value picture_convert2(VM *vm, const Ref *args, int n, Ref kwnames) { return pictures_convert(vm, args + 1, 2, NULL); }

/* ---- a matrix; a colour made clear ---- */

/* 4 numbers, or 12; *count says it. */
static bool matrix_arg(VM *vm, Ref v, float out[12], int64_t *count)
{
    if (!type_of(vm, v)->s.getitem || is_dict(v)) return err_false(vm, EXC_TypeError, "argument 2 must be 12-item sequence, not %s", picture_told(vm, v));
    Value held = tuple_from_iter(vm, v);
    if (!held) return false;
    *count = as_tuple(held)->len;
    bool ok = *count == 4 || *count == 12 || err_false(vm, EXC_TypeError, "argument 2 must be sequence of length 12, not %lld", (long long)*count);
    for (int64_t i = 0; ok && i < *count; i++) {
        double d;
        ok = num_to_double(vm, as_tuple(held)->items[i], &d);
        out[i] = (float)d;
    }
    release(vm, held);
    return ok;
}

Value picture_convert_matrix(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *p = as_picture(args[0]);
    float m[12] = {0};
    int64_t count = 0;
    const char *name = picture_text_arg(vm, args[1], 1);
    if (!name || !matrix_arg(vm, args[2], m, &count)) return NO_VALUE;
    /* by the name's length, as in Pillow: L, and what has three letters, of which four numbers make the first band alone */
    const PictureMode *to = mode_named(name);
    if (!to || (to->id != MODE_L && strlen(name) != 3) || p->mode->bands != 3 || p->mode->kind != PICTURE_UINT8) return picture_wrong_mode(vm);
    const bool one = to->id == MODE_L;
    Picture *q = picture_unset(vm, to, p->width, p->height);
    for (int64_t y = 0; q && y < p->height; y++) {
        if (!vm_poll(vm)) return release(vm, VAL(q)), NO_VALUE;
        const uint8_t *in = picture_row(p, y);
        uint8_t *out = picture_row(q, y);
        for (int64_t x = 0; x < p->width; x++, in += 4, out += to->size) {
            for (int k = 0; k < (one ? 1 : 3); k++) {
                const float *row = m + 4 * k, v = row[0] * in[0] + row[1] * in[1] + row[2] * in[2] + row[3] + .5f;
                out[k] = v >= 255 ? 255 : v > 0 ? (uint8_t)v : 0;
            }
            if (!one) out[3] = 255;
        }
    }
    return picture_value(q);
}

/* convert_transparent(mode, colour): where a pixel is of that colour, alpha is 0. */
Value picture_convert_transparent(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *p = as_picture(args[0]);
    int64_t c[3];
    const PictureMode *to = mode_of(vm, args[1], 1);
    if (!to) return NO_VALUE;
    if (is_tuple(args[2])) {
        if (as_tuple(args[2])->len != 3) return err_raise(vm, EXC_TypeError, "a colour to be made clear is a number or three");
        for (int i = 0; i < 3; i++)
            if (!num_index_i64(vm, as_tuple(args[2])->items[i], &c[i])) return NO_VALUE;
    } else {
        if (!num_index_i64(vm, args[2], &c[0])) return NO_VALUE;
        c[1] = c[2] = c[0];
    }
    bool colours = picture_is(p, MODE_RGB) && (to->id == MODE_RGBA || to->id == MODE_LA), greys = (picture_is(p, MODE_1) || picture_is(p, MODE_I) || picture_is(p, MODE_L)) && (to->id == MODE_RGBA || to->id == MODE_LA);
    if (picture_is(p, MODE_RGB) && to->id == MODE_RGBa) colours = true;
    if (!colours && !greys) return err_raise(vm, EXC_ValueError, "conversion from %s to %s not supported in convert_transparent", p->mode->name, to->name);
    ConvertFn row = convert_row(p->mode->id, to->id == MODE_LA && picture_is(p, MODE_1) ? MODE_RGBA : to->id == MODE_LA && picture_is(p, MODE_I) ? MODE_RGBA : to->id);
    Picture *q = picture_unset(vm, to, p->width, p->height);
    if (to->id == MODE_LA && colours) c[0] = c[1] = c[2] = light((const uint8_t[]){(uint8_t)c[0], (uint8_t)c[1], (uint8_t)c[2]});
    for (int64_t y = 0; q && row && y < p->height; y++) {
        if (!vm_poll(vm)) return release(vm, VAL(q)), NO_VALUE;
        uint8_t *out = picture_row(q, y);
        row(out, picture_row(p, y), p->width);
        for (int64_t x = 0; x < p->width; x++, out += 4) {
            out[3] = 255;
            if (out[0] == (uint8_t)c[0] && out[1] == (uint8_t)c[1] && out[2] == (uint8_t)c[2]) out[3] = 0;
        }
    }
    return picture_value(q);
}
