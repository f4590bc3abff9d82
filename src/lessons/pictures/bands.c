/* bands.c: a picture's bands: taken out, put in, filled, all at once. */
#include "picture.h"

/* Where a band's byte stands in a pixel. */
static int byte_of(const PictureMode *m, int64_t band) { return m->bands == 2 && band == 1 ? 3 : (int)band; }

static bool has_bytes(VM *vm, const Picture *p) { return p->mode->kind == PICTURE_UINT8 || err_false(vm, EXC_ValueError, "image has wrong mode"); }
static bool band_arg(VM *vm, const Picture *p, Ref v, int64_t *band)
{
    if (!num_index_i64(vm, v, band)) return false;
    return (*band >= 0 && *band < p->mode->bands) || err_false(vm, EXC_ValueError, "band index out of range");
}

static void take_band(const Picture *p, int at, Picture *out)
{
    unsigned step = p->mode->size;
    for (int64_t y = 0; y < p->height; y++) {
        const uint8_t *from = picture_row(p, y) + at;
        uint8_t *to = picture_row(out, y);
        if (step == 4)
            for (int64_t x = 0; x < p->width; x++) to[x] = from[x * 4];
        else
            for (int64_t x = 0; x < p->width; x++) to[x] = from[x * step];
    }
}

static Picture *band_of(VM *vm, const Picture *p, int64_t band)
{
    Picture *out = picture_new(vm, &picture_modes[MODE_L], p->width, p->height);
    if (out) take_band(p, byte_of(p->mode, band), out);
    return out;
}

Value picture_getband(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *p = as_picture(args[0]);
    int64_t band;
    if (!has_bytes(vm, p) || !band_arg(vm, p, args[1], &band)) return NO_VALUE;
    return picture_value(p->mode->bands == 1 ? picture_copy_of(vm, p) : band_of(vm, p, band));
}

Value picture_split(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *p = as_picture(args[0]);
    Value all = tuple_new(vm, p->mode->bands);
    bool ok = all != NO_VALUE && (p->mode->bands == 1 || has_bytes(vm, p));
    for (int i = 0; ok && i < p->mode->bands; i++) {
        Picture *band = p->mode->bands == 1 ? picture_copy_of(vm, p) : band_of(vm, p, i);
        as_tuple(all)->items[i] = picture_value(band);
        ok = band != NULL;
    }
    if (!ok) value_clear(vm, &all);
    return all;
}

static void put_band(Picture *p, int at, const Picture *band)
{
    unsigned step = p->mode->size;
    for (int64_t y = 0; y < p->height; y++) {
        const uint8_t *from = picture_row(band, y);
        uint8_t *to = picture_row(p, y) + at;
        for (int64_t x = 0; x < p->width; x++) to[x * step] = from[x];
        if (p->mode->bands == 2 && at == 0) /* what lies between the two repeats the first */
            for (int64_t x = 0; x < p->width; x++) to[x * step + 1] = to[x * step + 2] = from[x];
    }
}

Value picture_putband(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Picture *p = as_picture(args[0]);
    const Picture *from = picture_arg(vm, args[1]);
    int64_t band;
    if (!from || !num_index_i64(vm, args[2], &band)) return NO_VALUE;
    if (from->mode->bands != 1) return picture_wrong_mode(vm);
    if (band < 0 || band >= p->mode->bands) return err_raise(vm, EXC_ValueError, "band index out of range");
    if (p->mode->kind != from->mode->kind || !picture_same_size(p, from) || (p->mode->bands > 1 && p->mode->kind != PICTURE_UINT8)) return picture_wrong_match(vm);
    if (p->mode->bands == 1) {
        if (p->mode->size != from->mode->size) return picture_wrong_match(vm);
        for (int64_t y = 0; y < p->height; y++) memmove(picture_row(p, y), picture_row(from, y), (size_t)p->width * p->mode->size);
    } else put_band(p, byte_of(p->mode, band), from);
    return V_NONE;
}

Value picture_fillband(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Picture *p = as_picture(args[0]);
    int64_t band, colour;
    if (!num_index_i64(vm, args[1], &band) || !num_index_i64(vm, args[2], &colour)) return NO_VALUE;
    if (p->mode->kind != PICTURE_UINT8) return picture_wrong_mode(vm);
    if (band < 0 || band >= p->mode->bands) return err_raise(vm, EXC_ValueError, "band index out of range");
    int at = byte_of(p->mode, band), last = p->mode->bands == 2 && at == 0 ? 2 : at;
    uint8_t v = (uint8_t)(colour < 0 ? 0 : colour > 255 ? 255 : colour);
    for (int64_t y = 0; y < p->height; y++)
        for (int64_t x = 0; x < p->width; x++)
            for (int i = at; i <= last; i++) picture_row(p, y)[x * p->mode->size + i] = v;
    return V_NONE;
}

/* merge(mode, band, …): missing ones are None. */
Value pictures_merge(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const PictureMode *mode = mode_of(vm, args[0]);
    const Tuple *given = as_tuple(args[1]);
    const Picture *bands[4] = {NULL}, *first = NULL;
    if (!mode) return NO_VALUE;
    if (given->len < 1 || given->len > 4) return err_raise(vm, EXC_TypeError, "merge() takes a mode and from one to four pictures");
    int count = 0;
    for (int i = 0; i < given->len; i++) {
        if (is_none(given->items[i])) continue;
        if (!(bands[i] = picture_arg(vm, given->items[i]))) return NO_VALUE;
        if (!first) first = bands[i];
        if (bands[i]->mode->bands != 1) return picture_wrong_mode(vm);
        if (!picture_same_size(first, bands[i]) || bands[i]->mode->kind != first->mode->kind || bands[i]->mode->size != first->mode->size) return err_raise(vm, EXC_ValueError, "size mismatch");
        count = i + 1;
    }
    if (!first || count != mode->bands || !bands[0]) return picture_wrong_mode(vm);
    if (mode->bands > 1 && (mode->kind != PICTURE_UINT8 || first->mode->kind != PICTURE_UINT8)) return picture_wrong_mode(vm);
    Picture *out = picture_new(vm, mode, first->width, first->height);
    if (!out) return NO_VALUE;
    if (mode->bands == 3) picture_fill(out, (const uint8_t[]){0, 0, 0, 255});
    for (int i = 0; i < count; i++) {
        if (!bands[i]) continue;
        if (mode->bands > 1) put_band(out, byte_of(mode, i), bands[i]);
        else if (mode->size == bands[i]->mode->size)
            for (int64_t y = 0; y < out->height; y++) memcpy(picture_row(out, y), picture_row(bands[i], y), (size_t)out->width * mode->size);
    }
    return picture_value(out);
}
