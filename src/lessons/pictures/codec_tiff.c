/* codec_tiff.c: packed TIFF, by libtiff: its decoder and encoder. Both want the whole file at once. */
#include <string.h>

#include "tiff.h"

/* ---- a decoder ---- */

typedef struct Reading {
    int fd;
    uint32_t ifd;
    TiffFile *file;
    TiffPlace place;
    uint16_t samples, planar, bits, photometric, compression;
    const RawMode *planes[4]; /* how a plane's rows, or all bands', are unpacked */
    int plane_count;
} Reading;

/* What the file says is what the picture was made for? */
static bool asked(Codec *c, Reading *d)
{
    uint32_t width = 0, height = 0;
    tiff.GetField(d->file, TIFF_TAG_WIDTH, &width);
    tiff.GetField(d->file, TIFF_TAG_HEIGHT, &height);
    if (width != (uint32_t)c->width || height != (uint32_t)c->height) return false;
    tiff.GetFieldDefaulted(d->file, TIFF_TAG_SAMPLES, &d->samples);
    tiff.GetFieldDefaulted(d->file, TIFF_TAG_PLANAR, &d->planar);
    tiff.GetFieldDefaulted(d->file, TIFF_TAG_BITS, &d->bits);
    tiff.GetFieldDefaulted(d->file, TIFF_TAG_PHOTOMETRIC, &d->photometric);
    tiff.GetFieldDefaulted(d->file, TIFF_TAG_COMPRESSION, &d->compression);
    return true;
}
/* Bands of their own: each has a raw mode, of 8 bits or of 16 in the machine's order. */
static bool choose_planes(Codec *c, Reading *d)
{
    d->planes[0] = c->raw;
    d->plane_count = 1;
    if (d->planar != TIFF_SEPARATE || d->samples < 2) return true;
    const char *mode = c->mode->name, *bands = c->mode->letters;
    const int count = (int)strlen(bands) < d->samples ? (int)strlen(bands) : d->samples;
    for (int i = 0; i < count && i < 4; i++) {
        char raw[8] = {bands[i], 0};
        if (d->bits == 16) strcat(raw, ";16N");
        if (!(d->planes[i] = raw_unpacker(mode, raw))) return i > 0;
        d->plane_count = i + 1;
    }
    return true;
}
static int64_t unpacked_row(const RawMode *raw, int width) { return ((int64_t)raw->bits * width + 7) / 8; }

/* A part of the picture: rows of `stride` bytes from `s`, to x and y of it. */
static void put_part(Codec *c, const RawMode *raw, const uint8_t *s, int64_t stride, int x, int y, int width, int height)
{
    for (int i = 0; i < height; i++, s += stride) raw->move(codec_row(c, y + i) + (int64_t)x * c->picture->mode->size, s, width);
}
static int read_strips(VM *vm, Codec *c, Reading *d)
{
    uint32_t rows = 0;
    const int64_t bytes = tiff.StripSize(d->file), stride = tiff.ScanlineSize(d->file);
    tiff.GetFieldDefaulted(d->file, TIFF_TAG_ROWS_PER_STRIP, &rows);
    if (rows == 0) return CODEC_BROKEN;
    if (rows > (uint32_t)c->height) rows = (uint32_t)c->height;
    if (bytes <= 0 || stride <= 0 || bytes / stride < rows) return CODEC_BROKEN;
    for (int p = 0; p < d->plane_count; p++)
        if (unpacked_row(d->planes[p], c->width) > stride) return CODEC_BROKEN;
    uint8_t *buffer = mem_zalloc(vm->mem, (size_t)bytes);
    if (!buffer) return CODEC_MEMORY;
    int error = 0;
    for (int y = 0; y < c->height && !error; y += (int)rows)
        for (int p = 0; p < d->plane_count && !error; p++) {
            const int height = c->height - y < (int)rows ? c->height - y : (int)rows;
            if (tiff.ReadEncodedStrip(d->file, tiff.ComputeStrip(d->file, (uint32_t)y, (uint16_t)p), buffer, bytes) < 0) error = CODEC_BROKEN;
            else put_part(c, d->planes[p], buffer, stride, 0, y, c->width, height);
        }
    mem_free(vm->mem, buffer, (size_t)bytes);
    return error;
}
static bool tile_shape(Codec *c, Reading *d, uint32_t size[2])
{
    size[0] = size[1] = 0;
    tiff.GetField(d->file, TIFF_TAG_TILE_WIDTH, &size[0]);
    tiff.GetField(d->file, TIFF_TAG_TILE_HEIGHT, &size[1]);
    return size[0] && size[1] && size[0] < INT32_MAX / 4 && size[1] < INT32_MAX / 4;
}
static int read_tiles(VM *vm, Codec *c, Reading *d)
{
    uint32_t size[2];
    const int64_t bytes = tiff.TileSize(d->file), stride = tiff.TileRowSize(d->file);
    if (!tile_shape(c, d, size) || bytes <= 0 || stride <= 0 || bytes / stride < size[1]) return CODEC_BROKEN;
    for (int p = 0; p < d->plane_count; p++)
        if (unpacked_row(d->planes[p], (int)size[0]) > stride) return CODEC_BROKEN;
    uint8_t *buffer = mem_zalloc(vm->mem, (size_t)bytes);
    if (!buffer) return CODEC_MEMORY;
    int error = 0;
    for (int y = 0; y < c->height && !error; y += (int)size[1])
        for (int x = 0; x < c->width && !error; x += (int)size[0])
            for (int p = 0; p < d->plane_count && !error; p++) {
                const int width = c->width - x < (int)size[0] ? c->width - x : (int)size[0], height = c->height - y < (int)size[1] ? c->height - y : (int)size[1];
                if (tiff.ReadTile(d->file, buffer, (uint32_t)x, (uint32_t)y, 0, (uint16_t)p) < 0) error = CODEC_BROKEN;
                else put_part(c, d->planes[p], buffer, stride, x, y, width, height);
            }
    mem_free(vm->mem, buffer, (size_t)bytes);
    return error;
}
/* Luminance and chrominances, which libtiff makes red, green and blue of: parts lie upside down. */
static int read_colours(VM *vm, Codec *c, Reading *d)
{
    const bool tiled = tiff.IsTiled(d->file);
    uint32_t size[2] = {(uint32_t)c->width, 0};
    if (tiled ? !tile_shape(c, d, size) : !tiff.GetFieldDefaulted(d->file, TIFF_TAG_ROWS_PER_STRIP, &size[1]) || !size[1]) return CODEC_BROKEN;
    if (!tiled && size[1] > (uint32_t)c->height) size[1] = (uint32_t)c->height;
    if (c->raw->bits != 32) return CODEC_CONFIG;
    const size_t bytes = (size_t)size[0] * size[1] * 4;
    uint32_t *buffer = mem_zalloc(vm->mem, bytes);
    if (!buffer) return CODEC_MEMORY;
    int error = 0;
    for (int y = 0; y < c->height && !error; y += (int)size[1])
        for (int x = 0; x < c->width && !error; x += (int)size[0]) {
            const int width = c->width - x < (int)size[0] ? c->width - x : (int)size[0], height = c->height - y < (int)size[1] ? c->height - y : (int)size[1];
            if (!(tiled ? tiff.ReadRGBATile(d->file, (uint32_t)x, (uint32_t)y, buffer) : tiff.ReadRGBAStrip(d->file, (uint32_t)y, buffer))) error = CODEC_BROKEN;
            const int last = (tiled ? (int)size[1] : height) - 1;
            for (int i = 0; i < height && !error; i++) put_part(c, c->raw, (uint8_t *)(buffer + (int64_t)(last - i) * size[0]), 0, x, y + i, width, 1);
        }
    mem_free(vm->mem, buffer, bytes);
    return error;
}

static int read_file(VM *vm, Codec *c, Reading *d)
{
    if (d->ifd && !tiff.SetSubDirectory(d->file, d->ifd)) return CODEC_BROKEN;
    if (!asked(c, d)) return CODEC_BROKEN;
    const bool colours = d->photometric == TIFF_YCBCR;
    if (colours && d->compression == TIFF_JPEG && d->planar == TIFF_CONTIGUOUS) tiff.SetField(d->file, TIFF_TAG_JPEG_COLOURS, 1);
    else if (colours) return read_colours(vm, c, d);
    if (!choose_planes(c, d)) return CODEC_CONFIG;
    return tiff.IsTiled(d->file) ? read_tiles(vm, c, d) : read_strips(vm, c, d);
}
static int64_t tiff_decode(VM *vm, Codec *c, uint8_t *at, int64_t n)
{
    Reading *d = c->context;
    d->place = (TiffPlace){.fd = d->fd > 0 ? d->fd : -1, .data = at, .size = n, .vm = vm};
    if (!(d->file = tiff_open(&d->place, "r"))) return codec_failed(c, CODEC_BROKEN);
    c->error = read_file(vm, c, d);
    tiff.Close(d->file);
    return -1;
}
static const CodecDef tiff_decoder = {.step = tiff_decode, .context = sizeof(Reading)};
Value pictures_libtiff_decoder(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const char *mode, *raw, *name;
    int fd = 0;
    int64_t ifd = 0;
    if (!codec_args(vm, args, n, "sssil", &mode, &raw, &name, &fd, &ifd) || !tiff_library(vm)) return NO_VALUE;
    if (ifd < 0 || ifd > UINT32_MAX) return err_raise(vm, EXC_OverflowError, "a directory at %lld", (long long)ifd);
    Codec *c = decoder_new(vm, &tiff_decoder, mode, raw);
    if (c) ((Reading *)c->context)->fd = fd, ((Reading *)c->context)->ifd = (uint32_t)ifd;
    return codec_value(c);
}

/* ---- an encoder ---- */

typedef struct Writing {
    TiffFile *file;
    TiffPlace place;
    CodecOut out;
} Writing;

static void write_rows(Codec *c, Writing *e)
{
    for (; c->y < c->height; c->y++) {
        codec_pack(c, c->y, c->buffer);
        if (tiff.WriteScanline(e->file, c->buffer, (uint32_t)c->y, 0) < 0) {
            c->error = CODEC_BROKEN;
            return;
        }
    }
    if (!tiff.Flush(e->file)) c->error = CODEC_BROKEN;
}
static int64_t tiff_encode(VM *vm, Codec *c, uint8_t *at, int64_t n)
{
    Writing *e = c->context;
    if (!c->state) {
        /* the row that is written is as long as the tags say */
        if (tiff.ScanlineSize(e->file) > c->line) return c->error = CODEC_CONFIG, -1;
        write_rows(c, e);
        tiff.Close(e->file);
        e->file = NULL;
        c->state = 1;
    }
    if (c->error) return -1;
    if (e->place.fd >= 0) return c->error = CODEC_END, 0;
    return codec_out_give(c, &e->out, at, n);
}
static void tiff_end(VM *vm, Codec *c)
{
    Writing *e = c->context;
    if (e->file) tiff.Close(e->file);
    e->file = NULL;
    codec_out_free(vm, &e->out);
}
static const CodecDef tiff_encoder = {.step = tiff_encode, .end = tiff_end, .context = sizeof(Writing)};

/* Numbers of a tag in the type that it has in a file; NULL: raised. */
static void *numbers(VM *vm, Ref v, int type, int64_t count)
{
    uint8_t *all = mem_zalloc(vm->mem, (size_t)count * 8);
    if (!all) return err_no_memory(vm), NULL;
    bool ok = true;
    for (int64_t i = 0; ok && i < count; i++) {
        Ref item = is_tuple(v) ? as_tuple(v)->items[i] : v;
        double real = 0;
        int64_t whole = 0;
        const bool is_real = type == TIFF_RATIONAL || type == TIFF_SRATIONAL || type == TIFF_FLOAT || type == TIFF_DOUBLE;
        ok = is_real ? num_to_double(vm, item, &real) : num_index_i64(vm, item, &whole);
        float small = (float)real;
        const int size = type == TIFF_BYTE || type == TIFF_SBYTE || type == TIFF_UNDEFINED ? 1 : type == TIFF_SHORT || type == TIFF_SSHORT ? 2 : type == TIFF_DOUBLE ? 8 : 4;
        memcpy(all + i * size, type == TIFF_DOUBLE ? (void *)&real : is_real ? (void *)&small : (void *)&whole, (size_t)size);
    }
    if (ok) return all;
    mem_free(vm->mem, all, (size_t)count * 8);
    return NULL;
}
static bool set_array(VM *vm, TiffFile *f, uint32_t tag, const TiffField *field, int type, Ref v)
{
    enum { COLOURS = 256 };
    int64_t count = is_tuple(v) ? as_tuple(v)->len : 1;
    const int wanted = tiff.FieldWriteCount(field);
    if (!count) return true;
    if (count > 65535 && wanted != -3) count = 65535;
    if (!tiff.FieldPassCount(field) && count < (tag == TIFF_TAG_COLORMAP ? 3 * COLOURS : wanted)) return err_false(vm, EXC_ValueError, "tag %u has %lld numbers", tag, (long long)count);
    uint8_t *all = numbers(vm, v, type, count);
    if (!all) return false;
    const uint16_t *shorts = (uint16_t *)all;
    int ok = tag == TIFF_TAG_COLORMAP ? tiff.SetField(f, tag, shorts, shorts + COLOURS, shorts + 2 * COLOURS)
             : tiff.FieldPassCount(field) ? tiff.SetField(f, tag, (int)count, all)
             : wanted == 2 && type == TIFF_SHORT ? tiff.SetField(f, tag, (int)shorts[0], (int)shorts[1])
                                                 : tiff.SetField(f, tag, all);
    mem_free(vm->mem, all, (size_t)(is_tuple(v) ? (as_tuple(v)->len > 65535 && wanted != -3 ? 65535 : as_tuple(v)->len) : 1) * 8);
    return ok || err_false(vm, EXC_RuntimeError, "Error setting from dictionary");
}
static bool set_one(VM *vm, TiffFile *f, uint32_t tag, int type, Ref v)
{
    double real;
    int64_t whole;
    int ok;
    if (is_tuple(v)) v = as_tuple(v)->len ? as_tuple(v)->items[0] : REF(V_NONE);
    if (type == TIFF_RATIONAL || type == TIFF_SRATIONAL || type == TIFF_FLOAT || type == TIFF_DOUBLE) {
        if (!num_to_double(vm, v, &real)) return false;
        ok = tiff.SetField(f, tag, real);
    } else {
        if (!num_index_i64(vm, v, &whole)) return false;
        ok = tiff.SetField(f, tag, whole);
    }
    return ok || err_false(vm, EXC_RuntimeError, "Error setting from dictionary");
}
static bool set_bytes(VM *vm, TiffFile *f, uint32_t tag, const TiffField *field, int type, Ref v)
{
    const Bytes *b = as_bytes(v);
    if (type == TIFF_ASCII && memchr(b->data, 0, (size_t)b->len + 1) == NULL) return true;
    if (!tiff.FieldPassCount(field) && type != TIFF_ASCII) return err_false(vm, EXC_ValueError, "tag %u is no bytes", tag);
    int ok = tiff.FieldPassCount(field) ? tiff.SetField(f, tag, (int)b->len, b->data) : tiff.SetField(f, tag, b->data);
    return ok || err_false(vm, EXC_RuntimeError, "Error setting from dictionary");
}
/* A tag that libtiff may not know: then it has the type that is said, or the one that its value looks like. */
static bool set_tag(VM *vm, TiffFile *f, Ref key, Ref v, Ref types)
{
    int64_t tag, type = 0;
    if (!num_index_i64(vm, key, &tag)) return false;
    if (tag < 0 || tag > UINT32_MAX) return err_false(vm, EXC_ValueError, "tag %lld", (long long)tag);
    Ref said = is_dict(types) ? dict_get(vm, types, key) : NULL;
    if (!said && err_occurred(vm)) return false;
    if (said && !num_index_i64(vm, said, &type)) return false;
    const TiffField *field = tiff.FindField(f, (uint32_t)tag, TIFF_ANY);
    Ref first = is_tuple(v) && as_tuple(v)->len ? as_tuple(v)->items[0] : v;
    if (type < TIFF_BYTE || type > TIFF_DOUBLE) type = is_int(first) ? TIFF_LONG : is_float_any(first) ? TIFF_DOUBLE : TIFF_ASCII;
    if (is_tuple(v) && !as_tuple(v)->len) return true;
    if (!field || (said && tiff.FieldDataType(field) != type)) {
        const bool many = is_tuple(v) || type == TIFF_BYTE || type == TIFF_UNDEFINED;
        const TiffFieldInfo info = {(uint32_t)tag, many ? -3 : 1, many ? -3 : 1, (int)type, TIFF_CUSTOM, 1, many, "CustomField"};
        if (tiff.MergeFieldInfo(f, &info, 1) || !(field = tiff.FindField(f, (uint32_t)tag, (int)type))) return true;
    } else type = tiff.FieldDataType(field);
    if (type == TIFF_ASCII ? !is_bytes(v) : (type == TIFF_BYTE || type == TIFF_UNDEFINED) && tiff.FieldPassCount(field) && !is_bytes(v) && !is_tuple(v)) return true;
    if (is_bytes(v)) return set_bytes(vm, f, (uint32_t)tag, field, (int)type, v);
    const bool array = tag == TIFF_TAG_COLORMAP || tiff.FieldPassCount(field) || tiff.FieldWriteCount(field) > 1;
    return array ? set_array(vm, f, (uint32_t)tag, field, (int)type, v) : set_one(vm, f, (uint32_t)tag, (int)type, v);
}
static bool set_tags(VM *vm, TiffFile *f, Ref tags, Ref types)
{
    Value all = list_from(vm, as_refs(as_list(tags)->items), as_list(tags)->len);
    if (!all) return false;
    bool ok = true;
    for (int64_t i = 0; ok && i < as_list(all)->len; i++) {
        Ref item = as_list(all)->items[i];
        ok = is_tuple(item) && as_tuple(item)->len == 2 ? set_tag(vm, f, as_tuple(item)->items[0], as_tuple(item)->items[1], types) : err_false(vm, EXC_ValueError, "Invalid tags list");
    }
    release(vm, all);
    return ok;
}
Value pictures_libtiff_encoder(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const char *mode, *raw, *name, *file;
    int fd = 0;
    Ref tags, types;
    if (!codec_args(vm, args, n, "sssisoo", &mode, &raw, &name, &fd, &file, &tags, &types)) return NO_VALUE;
    if (!is_list(tags)) return err_raise(vm, EXC_ValueError, "Invalid tags list");
    Codec *c = tiff_library(vm) ? encoder_new(vm, &tiff_encoder, mode, raw) : NULL;
    if (!c) return NO_VALUE;
    Writing *e = c->context;
    e->place = (TiffPlace){.fd = fd > 0 ? fd : -1, .vm = vm, .out = &e->out};
    if (!(e->file = tiff_open(&e->place, "w"))) err_raise(vm, EXC_RuntimeError, "tiff codec initialization failed");
    else if (set_tags(vm, e->file, tags, types)) return VAL(c);
    release(vm, VAL(c));
    return NO_VALUE;
}
