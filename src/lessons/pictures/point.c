/* point.c: each pixel by a table of what becomes of its value (Image.point), or by a scale and an offset. */
#include "pixels.h"

static Value no_such_point(VM *vm) { return err_raise(vm, EXC_ValueError, "point operation not supported for this mode"); }

/* A table as a program gives it, n numbers: bytes, ints or floats of four bytes. */
typedef enum TableOf { OF_BYTES, OF_INTS, OF_FLOATS } TableOf;

static bool put_entry(VM *vm, uint8_t *table, int64_t i, TableOf of, Ref given)
{
    double d;
    int64_t v = 0;
    if (of == OF_FLOATS) {
        if (!num_to_double(vm, given, &d)) return false;
        memcpy(table + 4 * i, &(float){(float)d}, 4);
        return true;
    }
    if (is_small(given)) v = small_of(given);
    else {
        Value exact = num_index(vm, given);
        bool ok = exact && int_to_i64(vm, exact, &v);
        release(vm, exact);
        if (!ok) return false;
    }
    if (of == OF_INTS) memcpy(table + 4 * i, &(int32_t){(int32_t)v}, 4);
    else table[i] = clip_int((int32_t)v);
    return true;
}
static bool read_table(VM *vm, Ref given, uint8_t *table, int64_t n, TableOf of)
{
    Value items = picture_sequence(vm, given);
    if (!items) return false;
    bool ok = as_tuple(items)->len == n || err_false(vm, EXC_ValueError, "wrong number of lut entries");
    for (int64_t i = 0; ok && i < n; i++) ok = put_entry(vm, table, i, of, as_tuple(items)->items[i]);
    release(vm, items);
    return ok;
}

/* ---- one row: n pixels ---- */
static void bytes_by(uint8_t *restrict out, const uint8_t *restrict in, int64_t n, const uint8_t *restrict table)
{
    int64_t x = 0;
    for (; x + 8 <= n; x += 8) {
        uint64_t from, to = 0;
        memcpy(&from, in + x, 8);
        for (int k = 0; k < 8; k++) to |= (uint64_t)table[from >> 8 * k & 255] << 8 * k;
        memcpy(out + x, &to, 8);
    }
    for (; x < n; x++) out[x] = table[in[x]];
}
/* What each band's byte gives, where it stands in a word. */
typedef struct BandTables { uint32_t of[4][256]; } BandTables;
static void band_tables(BandTables *t, const uint8_t *table, int bands)
{
    for (int i = 0; i < 256; i++) {
        t->of[0][i] = table[i];
        for (int k = 1; k < bands; k++) t->of[bands == 2 ? 3 : k][i] = (uint32_t)table[256 * k + i] << (bands == 2 ? 24 : 8 * k);
    }
}
static inline __attribute__((always_inline)) uint32_t bands_of(uint64_t from, const BandTables *restrict t, int bands)
{
    uint32_t word = t->of[0][from & 255];
    if (bands != 2) word |= t->of[1][from >> 8 & 255] | t->of[2][from >> 16 & 255];
    if (bands != 3) word |= t->of[3][from >> 24 & 255];
    return word;
}
/* Two pixels at a time: a loop over one is made one over vectors, whose parts are then taken out to look up each. */
static inline __attribute__((always_inline)) void bands_by(uint8_t *restrict out, const uint8_t *restrict in, int64_t n, const BandTables *restrict t, int bands)
{
    int64_t x = 0;
    for (; x + 2 <= n; x += 2) {
        uint64_t from;
        memcpy(&from, in + 4 * x, 8);
        const uint64_t to = bands_of(from, t, bands) | (uint64_t)bands_of(from >> 32, t, bands) << 32;
        memcpy(out + 4 * x, &to, 8);
    }
    if (x < n) memcpy(out + 4 * x, &(uint32_t){bands_of(word_at(in + 4 * x), t, bands)}, 4);
}
static void words_by(uint8_t *restrict out, const uint8_t *restrict in, int64_t n, const uint8_t *restrict table)
{
    for (int64_t x = 0; x < n; x++) memcpy(out + 4 * x, table + 4 * in[x], 4);
}
static void ints_by(uint8_t *restrict out, const uint8_t *restrict in, int64_t n, const uint8_t *restrict table)
{
    for (int64_t x = 0; x < n; x++) {
        int32_t v = (int32_t)word_at(in + 4 * x);
        out[x] = table[v < 0 ? 0 : v > 65535 ? 65535 : v];
    }
}
static void row_by(const Picture *p, const PictureMode *to, uint8_t *out, const uint8_t *in, const uint8_t *table, const BandTables *t)
{
    if (p->mode->kind != PICTURE_UINT8) ints_by(out, in, p->width, table);
    else if (to->kind != PICTURE_UINT8 || to->bands != p->mode->bands) words_by(out, in, p->width, table);
    else if (to->bands == 1) bytes_by(out, in, p->width, table);
    else if (to->bands == 2) bands_by(out, in, p->width, t, 2);
    else if (to->bands == 3) bands_by(out, in, p->width, t, 3);
    else bands_by(out, in, p->width, t, 4);
}

static Value by_table(VM *vm, const Picture *p, const PictureMode *to, const uint8_t *table)
{
    const PictureKind kind = p->mode->kind;
    if (kind != PICTURE_UINT8 ? kind != PICTURE_INT32 || to->id != MODE_L : !picture_of_bytes(p) && to != p->mode) return no_such_point(vm);
    if (to->kind == PICTURE_SPECIAL) return no_such_point(vm);
    Picture *q = picture_unset(vm, to, p->width, p->height);
    if (!q) return NO_VALUE;
    if (q->palette && p->palette) *q->palette = *p->palette;
    BandTables t;
    if (kind == PICTURE_UINT8 && to->kind == PICTURE_UINT8 && to->bands == p->mode->bands && to->bands > 1) band_tables(&t, table, to->bands);
    for (int64_t y = 0; y < p->height; y++) {
        if (!vm_poll(vm)) return release(vm, VAL(q)), NO_VALUE;
        row_by(p, to, picture_row(q, y), picture_row(p, y), table, &t);
    }
    return VAL(q);
}

/* A table of each band after the other, as one of whole pixels. */
static void interleave(const uint8_t *bands, int count, uint8_t *words)
{
    for (int i = 0; i < 256; i++, words += 4) {
        if (count == 2) memset(words, bands[i], 3);
        else
            for (int k = 0; k < count; k++) words[k] = bands[i + 256 * k];
        if (count == 2) words[3] = bands[i + 256];
    }
}

/* point(table, mode or None) */
Value picture_point(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *p = as_picture(args[0]);
    if (!is_none(args[2]) && !is_str(args[2])) return err_raise(vm, EXC_TypeError, "argument 2 must be str or None, not %T", args[2]);
    const PictureMode *to = is_none(args[2]) ? p->mode : mode_of(vm, args[2], 2);
    if (!to) return NO_VALUE;
    if (picture_is(p, MODE_I) && to->id == MODE_L) {
        uint8_t *table = mem_alloc(vm->mem, 65536);
        if (!table) return err_no_memory(vm);
        Value r = read_table(vm, args[1], table, 65536, OF_BYTES) ? by_table(vm, p, to, table) : NO_VALUE;
        mem_free(vm->mem, table, 65536);
        return r;
    }
    uint8_t bands[1024] = {0}, words[1024] = {0};
    TableOf of = is_none(args[2]) ? OF_BYTES : to->id == MODE_F ? OF_FLOATS : to->id == MODE_I ? OF_INTS : OF_BYTES;
    if (!read_table(vm, args[1], bands, of == OF_FLOATS ? 256 : 256 * to->bands, of)) return NO_VALUE;
    if (to->bands == 1 || to == p->mode) return by_table(vm, p, to, bands);
    interleave(bands, to->bands, words);
    return by_table(vm, p, to, words);
}

/* ---- scale and offset ---- */
static void transform_row(const Picture *p, uint8_t *out, const uint8_t *in, double scale, double offset)
{
    if (p->mode->kind == PICTURE_INT32)
        for (int64_t x = 0; x < p->width; x++) memcpy(out + 4 * x, &(int32_t){whole_of((int32_t)word_at(in + 4 * x) * scale + offset)}, 4);
    else if (p->mode->kind == PICTURE_FLOAT32) {
        const float *f = (const float *)in;
        float *o = (float *)out;
        for (int64_t x = 0; x < p->width; x++) o[x] = (float)(f[x] * scale + offset);
    } else {
        const uint16_t *v = (const uint16_t *)in;
        uint16_t *o = (uint16_t *)out;
        for (int64_t x = 0; x < p->width; x++) o[x] = (uint16_t)whole_of(v[x] * scale + offset);
    }
}
Value picture_point_transform(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *p = as_picture(args[0]);
    double scale = 1, offset = 0;
    if (!picture_double_arg(vm, args[1], &scale) || !picture_double_arg(vm, args[2], &offset)) return NO_VALUE;
    if (!picture_is(p, MODE_I) && !picture_is(p, MODE_F) && !picture_is(p, MODE_I16)) return picture_wrong_mode(vm);
    Picture *q = picture_unset(vm, p->mode, p->width, p->height);
    for (int64_t y = 0; q && y < p->height; y++) {
        if (!vm_poll(vm)) return release(vm, VAL(q)), NO_VALUE;
        transform_row(p, picture_row(q, y), picture_row(p, y), scale, offset);
    }
    return picture_value(q);
}
