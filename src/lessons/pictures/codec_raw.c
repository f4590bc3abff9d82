/* codec_raw.c: pixels that lie in a file as they are: the raw codec, pictures on memory of others (map_buffer), and PPM files. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "codec.h"
#include "loops.h"

/* ---- a decoder ---- */

typedef struct Raw { int64_t stride, skip; int ystep; } Raw;

static int64_t raw_decode(VM *vm, Codec *c, uint8_t *at, int64_t n)
{
    enum { START, LINE, SKIP };
    Raw *r = c->context;
    const uint8_t *p = at, *stop = at + n;
    if (c->state == START) {
        r->skip = r->stride ? r->stride - c->line : 0;
        if (r->skip < 0) return codec_failed(c, CODEC_CONFIG);
        codec_first_row(c, r->ystep);
        c->state = LINE;
    }
    for (;;) {
        if (c->state == SKIP) {
            if (stop - p < r->skip) return p - at;
            p += r->skip;
            c->state = LINE;
        }
        if (stop - p < c->line) return p - at;
        codec_unpack(c, c->y, p);
        p += c->line;
        if (!codec_next_row(c)) return -1;
        c->state = SKIP;
    }
}
static int64_t raw_encode(VM *vm, Codec *c, uint8_t *at, int64_t n)
{
    Raw *r = c->context;
    uint8_t *p = at, *stop = at + n;
    if (!c->state) {
        if (!r->stride) r->stride = c->line;
        if (r->stride < c->line) return codec_failed(c, CODEC_CONFIG);
        codec_first_row(c, r->ystep);
        c->state = 1;
    }
    if (n < r->stride) return c->error = CODEC_CONFIG, 0;
    while (stop - p >= r->stride) {
        codec_pack(c, c->y, p);
        memset(p + c->line, 0, (size_t)(r->stride - c->line));
        p += r->stride;
        if (!codec_next_row(c)) {
            c->error = CODEC_END;
            break;
        }
    }
    return p - at;
}

static const CodecDef raw_decoder = {.step = raw_decode, .context = sizeof(Raw)}, raw_encoder = {.step = raw_encode, .context = sizeof(Raw)};

static Value raw_codec(VM *vm, const Ref *args, int n, bool decodes)
{
    const char *mode, *raw;
    int stride = 0, ystep = 1;
    if (!codec_args(vm, args, n, "ssii", &mode, &raw, &stride, &ystep)) return NO_VALUE;
    if (stride < 0) return err_raise(vm, EXC_ValueError, "a row of %d bytes", stride);
    Codec *c = decodes ? decoder_new(vm, &raw_decoder, mode, raw) : encoder_new(vm, &raw_encoder, mode, raw);
    if (c) *(Raw *)c->context = (Raw){stride, 0, ystep};
    return codec_value(c);
}
Value pictures_raw_decoder(VM *vm, const Ref *args, int n, Ref kwnames) { return raw_codec(vm, args, n, true); }
Value pictures_raw_encoder(VM *vm, const Ref *args, int n, Ref kwnames) { return raw_codec(vm, args, n, false); }

/* ---- a picture on the memory of others ---- */

typedef struct Mapped { const PictureMode *mode; int64_t width, height, offset, stride; int ystep; } Mapped;

/* A picture of its own where rows lie upside down, or numbers at odd places; else one whose pixels are the lender's. */
static Picture *mapped(VM *vm, Ref lender, const uint8_t *data, const Mapped *m)
{
    bool borrows = m->ystep >= 0 && (m->mode->size == 1 || (((uintptr_t)data | (uintptr_t)m->stride) & (m->mode->size == 2 ? 1 : 3)) == 0);
    Picture *p = picture_new(vm, m->mode, borrows ? 0 : m->width, borrows ? 0 : m->height);
    if (!p) return NULL;
    if (borrows) {
        Value view = call1(vm, REF(CLASS(memoryview)), lender);
        if (!view) return release(vm, VAL(p)), NULL;
        mem_free(vm->mem, p->pixels, 0);
        p->lender = view;
        p->pixels = (uint8_t *)data;
        p->width = (int32_t)m->width, p->height = (int32_t)m->height, p->line = m->stride;
        return p;
    }
    for (int64_t y = 0; y < m->height; y++) memcpy(picture_row(p, m->ystep < 0 ? m->height - 1 - y : y), data + y * m->stride, (size_t)(m->width * m->mode->size));
    return p;
}

static bool map_args(VM *vm, const Ref *args, Mapped *m)
{
    const char *codec, *mode;
    int stride, ystep;
    int64_t size[2];
    if (!is_tuple(args[4]) || as_tuple(args[4])->len < 3) return err_false(vm, EXC_TypeError, "argument 5 must be 3-item sequence, not %T", args[4]);
    if (!codec_args(vm, args + 2, 1, "s", &codec) || !numbers_of(vm, args[1], 2, size, 2) || !num_index_i64(vm, args[3], &m->offset)) return false;
    if (!codec_args(vm, as_refs(as_tuple(args[4])->items), 3, "sii", &mode, &stride, &ystep)) return false;
    m->ystep = ystep;
    m->width = size[0], m->height = size[1];
    if (!(m->mode = mode_named(mode))) return err_false(vm, EXC_ValueError, "unrecognized image mode");
    if (m->width < 0 || m->height < 0 || m->width > INT32_MAX / 4 - 1 || m->height > INT32_MAX) return err_no_memory(vm), false;
    m->stride = stride > 0 ? stride : m->width * (m->mode->size == 3 ? 4 : m->mode->size);
    if (m->stride < m->width * m->mode->size) return err_false(vm, EXC_ValueError, "buffer is not large enough");
    return m->offset >= 0 || err_false(vm, EXC_ValueError, "buffer is not large enough");
}
Value pictures_map_buffer(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Mapped m = {0};
    BufferView view;
    if (!map_args(vm, args, &m) || !buffer_get(vm, args[0], &view)) return NO_VALUE;
    Picture *p = NULL;
    int64_t size;
    if (__builtin_mul_overflow(m.stride, m.height, &size) || __builtin_add_overflow(size, m.offset, &size)) err_no_memory(vm);
    else if (size > view.len) err_raise(vm, EXC_ValueError, "buffer is not large enough");
    else p = mapped(vm, args[0], view.data + m.offset, &m);
    buffer_release(vm, &view);
    return picture_value(p);
}

/* ---- PPM ---- */

Value picture_save_ppm(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *p = as_picture(args[0]);
    const char *path;
    if (!codec_args(vm, args + 1, 1, "s", &path)) return NO_VALUE;
    const bool gray = picture_is(p, MODE_L) || picture_is(p, MODE_1), colour = picture_is(p, MODE_RGB) || picture_is(p, MODE_RGBX) || picture_is(p, MODE_CMYK) || picture_is(p, MODE_RGBA);
    if (!gray && !colour) return picture_wrong_mode(vm);
    const RawMode *raw = raw_packer(gray ? "L" : "RGB", gray ? "L" : "RGB");
    FILE *f = fopen(path, "wb");
    if (!f) return err_errno(vm, errno, args[1]);
    const size_t bytes = (size_t)p->width * (gray ? 1 : 3);
    uint8_t *line = mem_alloc(vm->mem, bytes);
    bool ok = line && fprintf(f, "P%d\n%d %d\n255\n", gray ? 5 : 6, p->width, p->height) > 0;
    for (int y = 0; ok && y < p->height; y++) {
        raw->move(line, picture_row(p, y), p->width);
        ok = fwrite(line, 1, bytes, f) == bytes;
    }
    int error = errno;
    ok = fclose(f) == 0 && ok;
    mem_free(vm->mem, line, bytes);
    return ok ? V_NONE : line ? err_errno(vm, error, args[1]) : err_no_memory(vm);
}
