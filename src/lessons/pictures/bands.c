/* bands.c: a picture's bands: taken out, put in, filled, all at once. */
#include "loops.h"
#include "pixels.h"

/* Where a band's byte stands in a pixel. */
static int byte_of(const PictureMode *m, int64_t band) { return m->bands == 2 && band == 1 ? 3 : (int)band; }

static bool has_bytes(VM *vm, const Picture *p) { return p->mode->kind == PICTURE_UINT8 || err_false(vm, EXC_ValueError, "image has wrong mode"); }
static bool band_arg(VM *vm, const Picture *p, Ref v, int64_t *band)
{
    if (!num_index_i64(vm, v, band)) return false;
    return (*band >= 0 && *band < p->mode->bands) || err_false(vm, EXC_ValueError, "band index out of range");
}

/* A row of words into its bytes, those of `shift` bits from the lowest on; and all of them into bytes of their own. */
LOOP_WIDE static void take_row(uint8_t *restrict to, const uint32_t *restrict from, int64_t n, int shift)
{
    for (int64_t x = 0; x < n; x++) to[x] = (uint8_t)(from[x] >> shift);
}
LOOP_WIDE static void take_three(uint8_t *restrict a, uint8_t *restrict b, uint8_t *restrict c, const uint32_t *restrict from, int64_t n)
{
    for (int64_t x = 0; x < n; x++) a[x] = (uint8_t)from[x], b[x] = (uint8_t)(from[x] >> 8), c[x] = (uint8_t)(from[x] >> 16);
}

static Picture *band_of(VM *vm, const Picture *p, int64_t band)
{
    Picture *out = picture_unset(vm, &picture_modes[MODE_L], p->width, p->height);
    for (int64_t y = 0; out && y < p->height; y++) {
        if (!vm_poll(vm)) return release(vm, VAL(out)), NULL;
        take_row(picture_row(out, y), (const uint32_t *)(const void *)picture_row(p, y), p->width, 8 * byte_of(p->mode, band));
    }
    return out;
}

Value picture_getband(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *p = as_picture(args[0]);
    int64_t band;
    if (!has_bytes(vm, p) || !band_arg(vm, p, args[1], &band)) return NO_VALUE;
    return picture_value(p->mode->bands == 1 ? picture_copy_of(vm, p) : band_of(vm, p, band));
}

/* Three bands, read once. */
static bool split_in_three(VM *vm, const Picture *p, Value *out)
{
    for (int i = 0; i < 3; i++)
        if (!(out[i] = picture_value(picture_unset(vm, &picture_modes[MODE_L], p->width, p->height)))) return false;
    for (int64_t y = 0; y < p->height; y++) {
        if (!vm_poll(vm)) return false;
        take_three(picture_row(as_picture(out[0]), y), picture_row(as_picture(out[1]), y), picture_row(as_picture(out[2]), y), (const uint32_t *)(const void *)picture_row(p, y), p->width);
    }
    return true;
}
Value picture_split(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *p = as_picture(args[0]);
    Value bands[4] = {NO_VALUE};
    const int count = p->mode->bands;
    bool ok = count == 1 || has_bytes(vm, p);
    if (ok && count == 3) ok = split_in_three(vm, p, bands);
    else
        for (int i = 0; ok && i < count; i++) ok = (bands[i] = picture_value(count == 1 ? picture_copy_of(vm, p) : band_of(vm, p, i))) != NO_VALUE;
    if (ok) return tuple_take(vm, bands, count);
    for (int i = 0; i < count; i++) release(vm, bands[i]);
    return NO_VALUE;
}

static bool put_rows(VM *vm, Picture *to, const Picture *from)
{
    for (int64_t y = 0; y < to->height; y++) {
        if (!vm_poll(vm)) return false;
        memmove(picture_row(to, y), picture_row(from, y), (size_t)to->width * to->mode->size);
    }
    return true;
}
static bool put_band(VM *vm, Picture *p, int at, const Picture *band)
{
    unsigned step = p->mode->size;
    for (int64_t y = 0; y < p->height; y++) {
        if (!vm_poll(vm)) return false;
        const uint8_t *from = picture_row(band, y);
        uint8_t *to = picture_row(p, y) + at;
        for (int64_t x = 0; x < p->width; x++) to[x * step] = from[x];
        if (p->mode->bands == 2 && at == 0) /* what lies between the two repeats the first */
            for (int64_t x = 0; x < p->width; x++) to[x * step + 1] = to[x * step + 2] = from[x];
    }
    return true;
}

Value picture_putband(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Picture *p = as_picture(args[0]);
    const Picture *from = picture_arg(vm, args[1], 1);
    int64_t band;
    if (!from || !num_index_i64(vm, args[2], &band)) return NO_VALUE;
    if (from->mode->bands != 1) return picture_wrong_mode(vm);
    if (band < 0 || band >= p->mode->bands) return err_raise(vm, EXC_ValueError, "band index out of range");
    if (p->mode->kind != from->mode->kind || !picture_same_size(p, from) || (p->mode->bands > 1 && p->mode->kind != PICTURE_UINT8)) return picture_wrong_match(vm);
    if (p->mode->bands == 1) {
        if (p->mode->size != from->mode->size) return picture_wrong_match(vm);
        if (!put_rows(vm, p, from)) return NO_VALUE;
    } else if (!put_band(vm, p, byte_of(p->mode, band), from)) return NO_VALUE;
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
    const uint8_t v = clip_int(colour);
    for (int64_t y = 0; y < p->height; y++) {
        if (!vm_poll(vm)) return NO_VALUE;
        uint8_t *row = picture_row(p, y);
        for (int64_t x = 0; x < p->width; x++)
            for (int i = at; i <= last; i++) row[x * p->mode->size + i] = v;
    }
    return V_NONE;
}

LOOP_WIDE static void merge_row(uint32_t *restrict to, const uint8_t *restrict a, const uint8_t *restrict b, const uint8_t *restrict c, const uint8_t *restrict d, int64_t n)
{
    if (d)
        for (int64_t x = 0; x < n; x++) to[x] = a[x] | (uint32_t)b[x] << 8 | (uint32_t)c[x] << 16 | (uint32_t)d[x] << 24;
    else
        for (int64_t x = 0; x < n; x++) to[x] = a[x] | (uint32_t)b[x] << 8 | (uint32_t)c[x] << 16 | 0xff000000;
}
/* All bands in one go, where none is missing. */
static bool merged(VM *vm, Picture *out, const Picture *const bands[4])
{
    const int count = out->mode->bands; /* of two the first stands in three bytes */
    const Picture *b = bands[count == 2 ? 0 : 1], *c = bands[count == 2 ? 0 : 2], *d = count == 3 ? NULL : bands[count - 1];
    for (int64_t y = 0; y < out->height; y++) {
        if (!vm_poll(vm)) return false;
        merge_row((uint32_t *)(void *)picture_row(out, y), picture_row(bands[0], y), picture_row(b, y), picture_row(c, y), d ? picture_row(d, y) : NULL, out->width);
    }
    return true;
}
static bool merged_some(VM *vm, Picture *out, const Picture *const bands[4])
{
    if (!picture_fill(vm, out, (const uint8_t[]){0, 0, 0, out->mode->bands == 3 ? 255 : 0})) return false;
    for (int i = 0; i < out->mode->bands; i++)
        if (bands[i] && !put_band(vm, out, byte_of(out->mode, i), bands[i])) return false;
    return true;
}

/* merge(mode, band, …): missing ones are None. */
Value pictures_merge(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const PictureMode *mode = mode_of(vm, args[0], 1);
    const Tuple *given = as_tuple(args[1]);
    const Picture *bands[4] = {NULL}, *first = NULL;
    if (!mode) return NO_VALUE;
    if (given->len < 1 || given->len > 4) return err_raise(vm, EXC_TypeError, "merge() takes a mode and from one to four pictures");
    int count = 0;
    for (int i = 0; i < given->len; i++) {
        if (i && is_none(given->items[i])) continue;
        if (!(bands[i] = picture_arg(vm, given->items[i], i + 2))) return NO_VALUE;
        if (!first) first = bands[i];
        if (bands[i]->mode->bands != 1) return picture_wrong_mode(vm);
        if (!picture_same_size(first, bands[i]) || picture_of_bytes(bands[i]) != picture_of_bytes(first) || (!picture_of_bytes(first) && bands[i]->mode != first->mode)) return err_raise(vm, EXC_ValueError, "size mismatch");
        count = i + 1;
    }
    if (!first || count != mode->bands || !bands[0]) return picture_wrong_mode(vm);
    if (mode->bands > 1 && (mode->kind != PICTURE_UINT8 || !picture_of_bytes(first))) return picture_wrong_mode(vm);
    if (mode->bands == 1) return mode == first->mode ? picture_value(picture_copy_of(vm, first)) : picture_wrong_match(vm);
    bool all = true;
    for (int i = 0; i < count; i++) all = all && bands[i];
    Picture *out = picture_unset(vm, mode, first->width, first->height);
    if (out && !(all ? merged : merged_some)(vm, out, bands)) return release(vm, VAL(out)), NO_VALUE;
    return picture_value(out);
}
