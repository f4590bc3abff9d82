/* codec_jpeg.c: JPEG, by libjpeg. Its fatal errors leave by a longjmp, which ends in the step of the codec that called it: nothing of perch's is on the way.
 *
 * A decoder is given parts of a file and goes on where it stopped for want of bytes; an encoder writes the whole file when it is first asked and hands it out in parts. */
#include <setjmp.h>
#include <string.h>

#include "codec.h"
#include "jpeg.h"
#include "std/std.h"

static Jpeg jpeg;
static const char *const names[] = {
#define JPEG(result, name, args) "jpeg_" #name,
#include "jpeg.def"
#undef JPEG
};
static LibTable table = {.library = "libjpeg.so.62", .names = names, .functions = (void **)&jpeg, .count = sizeof names / sizeof *names};

static bool library(VM *vm)
{
    const char *missing = lib_table(&table);
    return !missing || err_false(vm, EXC_OSError, "JPEG needs %s (the package libjpeg62-turbo)", missing);
}

typedef struct Errors { JpegErrors own; jmp_buf out; } Errors;

static void leave(void *codec) { longjmp(((Errors *)((JpegReader *)codec)->errors)->out, 1); }
static void quiet(void *codec) {}
static JpegErrors *errors_of(Errors *e)
{
    jpeg.std_error(&e->own);
    e->own.error_exit = leave;
    e->own.output_message = quiet;
    return &e->own;
}

/* ---- a decoder ---- */

typedef struct Reading {
    Errors errors;
    JpegReader reader;
    JpegSource source;
    long skip; /* bytes to pass over in what comes next */
    bool open, direct, draft;
    int scale;
    char mode[8], raw[8]; /* what the file has (empty: ask it), what is wanted */
} Reading;

static Reading *reading_of(JpegReader *r) { return r->user; }
static void source_init(JpegReader *r) {}
static int source_fill(JpegReader *r) { return 0; } /* no more for now */
static void source_skip(JpegReader *r, long n)
{
    JpegSource *s = r->source;
    if (n <= 0) return;
    if ((size_t)n > s->left) {
        reading_of(r)->skip += n - (long)s->left;
        n = (long)s->left;
    }
    s->next += n;
    s->left -= (size_t)n;
}

static void decode_end(VM *vm, Codec *c)
{
    Reading *d = c->context;
    if (d->open) jpeg.destroy_decompress(&d->reader);
    d->open = false;
}
static void create(Reading *d)
{
    d->reader.errors = errors_of(&d->errors);
    jpeg.CreateDecompress(&d->reader, JPEG_VERSION, sizeof d->reader);
    d->open = true;
    d->source.init = d->source.term = source_init;
    d->source.fill = source_fill;
    d->source.skip = source_skip;
    d->source.resync = jpeg.resync_to_restart;
    d->reader.source = &d->source;
    d->reader.user = d;
}
static int colours_named(const char *mode)
{
    static const struct { const char *name; int colours; } rows[] = {{"L", JPEG_GRAY}, {"RGB", JPEG_RGB}, {"CMYK", JPEG_CMYK}, {"CMYK;I", JPEG_CMYK}, {"YCbCr", JPEG_YCC}, {"YCbCrK", JPEG_YCCK}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].name, mode)) return rows[i].colours;
    return JPEG_ANY;
}
static void configure(Codec *c, Reading *d)
{
    JpegReader *r = &d->reader;
    if (d->mode[0] && strcmp(d->mode, "CMYK;I")) {
        int colours = colours_named(d->mode);
        if (colours != JPEG_ANY) r->colours = colours;
    }
    r->out_colours = colours_named(d->raw);
    if (r->out_colours == JPEG_ANY) r->colours = JPEG_ANY; /* as it lies in the file */
    /* four bytes a pixel at once, where a picture wants just them */
    d->direct = r->out_colours == JPEG_RGB && r->colours != JPEG_ANY && c->mode->id == MODE_RGB;
    if (d->direct) r->out_colours = JPEG_RGBA;
    if (d->scale > 1) r->scale_num = 1, r->scale_denom = (unsigned)d->scale;
    if (d->draft) r->fancy = 0, r->dct = JPEG_FASTEST;
}
/* As many rows as the bytes give. false: more bytes are wanted. */
static bool rows(Codec *c, Reading *d)
{
    enum { MANY = 16 };
    while (c->y < c->height && d->reader.out_line < d->reader.out_height) {
        uint8_t *at[MANY];
        int n = !d->direct ? 1 : c->height - c->y < MANY ? c->height - c->y : MANY;
        for (int i = 0; i < n; i++) at[i] = d->direct ? codec_row(c, c->y + i) : c->buffer;
        n = (int)jpeg.read_scanlines(&d->reader, at, (unsigned)n);
        if (!n) return false;
        if (!d->direct) codec_unpack(c, c->y, c->buffer);
        c->y += n;
    }
    return true;
}
static int64_t decode(VM *vm, Codec *c, uint8_t *volatile at, int64_t n)
{
    enum { START, HEADER, BEGIN, ROWS };
    Reading *d = c->context;
    int r = 1;
    if (setjmp(d->errors.out)) return codec_failed(c, CODEC_BROKEN);
    if (c->state == START) {
        create(d);
        c->state = HEADER;
    }
    if (d->skip > n) return d->skip -= n, n;
    d->source.next = at + d->skip;
    d->source.left = (size_t)(n - d->skip);
    d->skip = 0;
    if (c->state == HEADER) {
        do r = jpeg.read_header(&d->reader, 0);
        while (r == JPEG_TABLES_ONLY);
        if (r == JPEG_SUSPENDED) return d->source.next - at;
        configure(c, d);
        c->state = BEGIN;
    }
    if (c->state == BEGIN) {
        if (!jpeg.start_decompress(&d->reader)) return d->source.next - at;
        /* the picture was made for what the file said before */
        if (d->reader.out_width != (unsigned)c->width || (d->direct ? d->reader.out_components != 4 : (int64_t)d->reader.out_width * d->reader.out_components != c->line)) return codec_failed(c, CODEC_BROKEN);
        c->state = ROWS;
    }
    if (!rows(c, d)) return d->source.next - at;
    if (d->reader.out_line == d->reader.out_height) jpeg.finish_decompress(&d->reader); /* a file may end behind its last row, without a mark */
    return -1;
}
static const CodecDef jpeg_decoder = {.step = decode, .end = decode_end, .context = sizeof(Reading)};
Value pictures_jpeg_decoder(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const char *mode, *raw, *in = NULL;
    int scale = 1, draft = 0;
    if (!codec_args(vm, args, n, "sszii", &mode, &raw, &in, &scale, &draft) || !library(vm)) return NO_VALUE;
    if (in && strlen(in) > 7) return err_raise(vm, EXC_ValueError, "a JPEG of mode %s", in);
    Codec *c = strlen(raw) > 7 ? NULL : decoder_new(vm, &jpeg_decoder, mode, raw);
    if (!c) return err_occurred(vm) ? NO_VALUE : err_raise(vm, EXC_ValueError, "unknown raw mode for given image mode");
    Reading *d = c->context;
    strcpy(d->mode, in ? in : "");
    strcpy(d->raw, raw);
    d->scale = scale, d->draft = draft != 0;
    return VAL(c);
}

/* ---- an encoder ---- */

typedef struct Writing {
    Errors errors;
    JpegWriter writer;
    JpegTarget target;
    Mem *mem;
    uint8_t *out;            /* the file so far: `room` bytes, `full` of them written, `given` handed out */
    size_t room, full, given;
    bool open, progressive, optimize;
    int quality, smooth, stream, dpi_x, dpi_y, subsampling, table_count;
    unsigned tables[4][64];
    Value comment, extra, exif; /* bytes or NULL */
} Writing;

enum { FIRST_ROOM = 1 << 16, NEAR = 64 };

static Writing *writing_of(JpegWriter *w) { return w->user; }
static void target_init(JpegWriter *w)
{
    Writing *e = writing_of(w);
    w->target->next = e->out + e->full;
    w->target->left = e->room - e->full;
}
/* The buffer is full (as libjpeg means it: all of it, wherever `next` stands). */
static int target_grow(JpegWriter *w)
{
    Writing *e = writing_of(w);
    uint8_t *more = mem_realloc(e->mem, e->out, e->room, e->room * 2);
    if (!more) leave(w);
    e->full = e->room;
    e->out = more;
    e->room *= 2;
    target_init(w);
    return 1;
}
static void target_term(JpegWriter *w) { writing_of(w)->full = (size_t)(w->target->next - writing_of(w)->out); }
static void target_add(JpegWriter *w, const uint8_t *p, size_t n)
{
    while (n) {
        size_t some = n < w->target->left ? n : w->target->left;
        memcpy(w->target->next, p, some);
        w->target->next += some;
        w->target->left -= some;
        p += some, n -= some;
        if (!w->target->left) target_grow(w);
    }
}

static bool encode_begin(VM *vm, Codec *c)
{
    Writing *e = c->context;
    e->mem = vm->mem;
    if (!(e->out = mem_alloc(e->mem, FIRST_ROOM))) return err_no_memory(vm), false;
    e->room = FIRST_ROOM;
    return true;
}
static void encode_end(VM *vm, Codec *c)
{
    Writing *e = c->context;
    if (e->open) jpeg.destroy_compress(&e->writer);
    e->open = false;
    mem_free(vm->mem, e->out, e->room);
    e->out = NULL;
    value_clear(vm, &e->comment);
    value_clear(vm, &e->extra);
    value_clear(vm, &e->exif);
}

/* Own tables: one of each component, the last for those that are left. */
static void give_tables(Writing *e)
{
    JpegWriter *w = &e->writer;
    const int scale = e->quality == -1 ? 100 : e->quality, last = e->table_count - 1;
    for (int i = 0; i <= last; i++) jpeg.add_quant_table(w, i, e->tables[i], scale, 0);
    if (!last) jpeg.add_quant_table(w, 1, e->tables[0], scale, 0); /* two were made when it began */
    for (int i = 0; i < w->components; i++) w->component[i].table = i < last ? i : last;
}
static bool set_up(Codec *c, Writing *e)
{
    JpegWriter *w = &e->writer;
    const bool direct = c->mode->id == MODE_RGB && c->raw->bits == 24 && !strcmp(c->raw->raw, "RGB");
    w->errors = errors_of(&e->errors);
    jpeg.CreateCompress(w, JPEG_VERSION, sizeof *w);
    e->open = true;
    e->target = (JpegTarget){NULL, 0, target_init, target_grow, target_term};
    w->target = &e->target;
    w->user = e;
    w->width = (unsigned)c->width, w->height = (unsigned)c->height;
    switch (c->raw->bits) {
    case 8: w->in_components = 1, w->in_colours = JPEG_GRAY; break;
    case 24: w->in_components = direct ? 4 : 3, w->in_colours = direct ? JPEG_RGBX : c->mode->id == MODE_YCbCr ? JPEG_YCC : JPEG_RGB; break;
    case 32: w->in_components = 4, w->in_colours = JPEG_CMYK; break;
    default: return c->error = CODEC_CONFIG, false;
    }
    jpeg.set_defaults(w);
    if (e->table_count) give_tables(e);
    else if (e->quality != -1) jpeg.set_quality(w, e->quality, 1);
    if (e->subsampling >= 0 && e->subsampling <= 2) {
        w->component[0].across = e->subsampling ? 2 : 1, w->component[0].down = e->subsampling == 2 ? 2 : 1;
        for (int i = 1; i < w->components; i++) w->component[i].across = w->component[i].down = 1;
    }
    if (e->progressive) jpeg.simple_progression(w);
    w->smoothing = e->smooth;
    w->optimize = e->optimize;
    if (e->dpi_x > 0 && e->dpi_y > 0) w->write_jfif = 1, w->density_unit = 1, w->density_x = (uint16_t)e->dpi_x, w->density_y = (uint16_t)e->dpi_y;
    return true;
}
static void write_rows(Codec *c, JpegWriter *w)
{
    const bool direct = w->in_colours == JPEG_RGBX;
    uint8_t *at[NEAR];
    while (c->y < c->height) {
        int n = !direct ? 1 : c->height - c->y < NEAR ? c->height - c->y : NEAR;
        for (int i = 0; i < n; i++) at[i] = direct ? codec_row(c, c->y + i) : c->buffer;
        if (!direct) codec_pack(c, c->y, c->buffer);
        c->y += (int)jpeg.write_scanlines(w, at, (unsigned)n);
    }
}
static void write_file(Codec *c, Writing *e)
{
    JpegWriter *w = &e->writer;
    if (setjmp(e->errors.out)) {
        c->error = CODEC_BROKEN;
        return;
    }
    if (!set_up(c, e)) return;
    if (e->stream == 1) { /* tables alone: Pillow has it not */
        c->error = CODEC_CONFIG;
        return;
    }
    if (e->stream == 2) jpeg.suppress_tables(w, 1);
    jpeg.start_compress(w, e->stream != 2);
    if (e->exif) jpeg.write_marker(w, JPEG_APP1, as_bytes(e->exif)->data, (unsigned)as_bytes(e->exif)->len);
    if (e->extra) target_add(w, as_bytes(e->extra)->data, (size_t)as_bytes(e->extra)->len);
    if (e->comment) jpeg.write_marker(w, JPEG_COMMENT, as_bytes(e->comment)->data, (unsigned)as_bytes(e->comment)->len);
    write_rows(c, w);
    jpeg.finish_compress(w);
    c->state = 1;
}
static int64_t encode(VM *vm, Codec *c, uint8_t *at, int64_t n)
{
    Writing *e = c->context;
    if (!c->state) write_file(c, e);
    if (!c->state) return -1;
    size_t some = e->full - e->given < (size_t)n ? e->full - e->given : (size_t)n;
    memcpy(at, e->out + e->given, some);
    e->given += some;
    if (e->given == e->full) c->error = CODEC_END;
    return (int64_t)some;
}
static const CodecDef jpeg_encoder = {.step = encode, .begin = encode_begin, .end = encode_end, .context = sizeof(Writing)};

static bool read_table(VM *vm, Ref from, unsigned *to)
{
    Value all = is_list(from) || is_tuple(from) ? tuple_from_iter(vm, from) : NO_VALUE;
    if (!all) return err_occurred(vm) ? false : err_false(vm, EXC_ValueError, "Invalid quantization tables");
    bool ok = as_tuple(all)->len == 64 || err_false(vm, EXC_ValueError, "Invalid quantization table size");
    for (int i = 0; ok && i < 64; i++) {
        int64_t v;
        if ((ok = num_index_i64(vm, as_tuple(all)->items[i], &v))) to[i] = (unsigned)v;
    }
    release(vm, all);
    return ok;
}
static bool read_tables(VM *vm, Ref from, Writing *e)
{
    if (!from || is_none(from)) return true;
    if (!is_list(from) && !is_tuple(from)) return err_false(vm, EXC_ValueError, "Invalid quantization tables");
    Value all = tuple_from_iter(vm, from);
    if (!all) return false;
    const int64_t count = as_tuple(all)->len;
    bool ok = (count >= 1 && count <= 4) || err_false(vm, EXC_ValueError, "Not a valid number of quantization tables. Should be between 1 and 4.");
    for (int i = 0; ok && i < count; i++) ok = read_table(vm, as_tuple(all)->items[i], e->tables[i]);
    if (ok) e->table_count = (int)count;
    release(vm, all);
    return ok;
}
/* What stands in a marker: bytes, or a str's UTF-8; none where it is empty. */
static bool read_bytes(VM *vm, Ref from, Value *to, int64_t most)
{
    if (!from || is_none(from)) return true;
    if (is_str(from)) *to = codec_encode(vm, from, NULL, NULL);
    else {
        BufferView view;
        if (!buffer_get(vm, from, &view)) return false;
        *to = bytes_from(vm, view.data, view.len);
        buffer_release(vm, &view);
    }
    if (!*to) return false;
    if (as_bytes(*to)->len > most) return err_false(vm, EXC_ValueError, "a marker of %lld bytes: at most %lld are possible", (long long)as_bytes(*to)->len, (long long)most);
    if (!as_bytes(*to)->len) value_clear(vm, to);
    return true;
}
Value pictures_jpeg_encoder(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const char *mode, *raw;
    int quality = 0, smooth = 0, stream = 0, dpi_x = 0, dpi_y = 0, subsampling = -1;
    bool progressive = false, optimize = false;
    Ref tables = NULL, comment = NULL, extra = NULL, exif = NULL;
    if (!codec_args(vm, args, n, "ssibibiiiioooo", &mode, &raw, &quality, &progressive, &smooth, &optimize, &stream, &dpi_x, &dpi_y, &subsampling, &tables, &comment, &extra, &exif)) return NO_VALUE;
    Codec *c = library(vm) ? encoder_new(vm, &jpeg_encoder, mode, raw) : NULL;
    if (!c) return NO_VALUE;
    Writing *e = c->context;
    e->quality = quality, e->progressive = progressive, e->smooth = smooth, e->optimize = optimize, e->stream = stream;
    e->dpi_x = dpi_x, e->dpi_y = dpi_y, e->subsampling = subsampling;
    enum { MARKER = 65533 };
    if (read_tables(vm, tables, e) && read_bytes(vm, comment, &e->comment, MARKER) && read_bytes(vm, extra, &e->extra, INT32_MAX) && read_bytes(vm, exif, &e->exif, MARKER)) return VAL(c);
    release(vm, VAL(c));
    return NO_VALUE;
}
