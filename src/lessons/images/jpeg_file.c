/* jpeg_file.c: JPEG files into pixels and pixels into JPEG files, over libjpeg. A fatal error in it leaves by longjmp, to a setjmp in this file; between the two lie no frames but the library's. */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "images.h"
#include "lessons/pictures/jpeg.h"
#include "std/std.h"

static Jpeg jpeg; /* full once its first file was met */
static const char *const names[] = {
#define JPEG(result, name, args) "jpeg_" #name,
#include "lessons/pictures/jpeg.def"
#undef JPEG
};
static LibTable table = {.library = "libjpeg.so.62", .names = names, .functions = (void **)&jpeg, .count = sizeof names / sizeof *names};

typedef struct Reading {
    JpegReader reader;
    JpegErrors errors;
    JpegSource source;
    jmp_buf failed;
    uint8_t *at; /* the row that is being read */
} Reading;
typedef struct Writing {
    JpegWriter writer;
    JpegErrors errors;
    JpegTarget target;
    jmp_buf failed;
    const uint8_t *at; /* the row that is being written */
    uint8_t *bytes;
    size_t room;
} Writing;

static void silent(void *file) {}
static void silent_at(void *file, int level) {}
static _Noreturn void reading_failed(void *file) { longjmp(((Reading *)file)->failed, 1); }
static _Noreturn void writing_failed(void *file) { longjmp(((Writing *)file)->failed, 1); }

/* The whole file is there from the start: when it is at its end, there is no more. */
static void source_begin(JpegReader *r) {}
static int source_more(JpegReader *r) { return 0; }
static void source_skip(JpegReader *r, long n)
{
    if (n <= 0) return;
    size_t step = (size_t)n < r->source->left ? (size_t)n : r->source->left;
    r->source->next += step;
    r->source->left -= step;
}

static bool reading_open(Reading *g, const ImageFile *f)
{
    memset(g, 0, sizeof *g);
    g->reader.errors = jpeg.std_error(&g->errors);
    g->errors.error_exit = reading_failed;
    g->errors.output_message = silent;
    g->errors.emit_message = silent_at;
    g->source = (JpegSource){f->data, f->size, source_begin, source_more, source_skip, jpeg.resync_to_restart, source_begin};
    if (setjmp(g->failed)) return false;
    jpeg.CreateDecompress(&g->reader, JPEG_VERSION, sizeof g->reader);
    g->reader.source = &g->source;
    return jpeg.read_header(&g->reader, 1) == 1 /* a picture follows */;
}

bool jpeg_head(ImageFile *f)
{
    if ((f->missing = lib_table(&table))) return false;
    Reading g;
    bool ok = reading_open(&g, f);
    if (ok) {
        f->width = (int32_t)g.reader.width;
        f->height = (int32_t)g.reader.height;
        f->channels = g.reader.components == 1 ? 1 : 3;
    }
    jpeg.destroy_decompress(&g.reader);
    return ok;
}

static void turn_round(uint8_t *row, int32_t width)
{
    for (int32_t x = 0; x < width; x++, row += 3) {
        uint8_t first = row[0];
        row[0] = row[2];
        row[2] = first;
    }
}

/* Four inks, as printers' files have them (255: none), into colours or grey. */
static void without_inks(const uint8_t *in, uint8_t *row, int32_t width, int channels, bool red_first)
{
    enum { BITS = 14,
           RED = 4899,
           GREEN = 9617,
           BLUE = 1868 };
    for (int32_t x = 0; x < width; x++, in += 4, row += channels) {
        int black = in[3], red = black - ((255 - in[0]) * black >> 8), green = black - ((255 - in[1]) * black >> 8), blue = black - ((255 - in[2]) * black >> 8);
        if (channels == 1) row[0] = (uint8_t)((blue * BLUE + green * GREEN + red * RED + (1 << (BITS - 1))) >> BITS);
        else {
            row[red_first ? 0 : 2] = (uint8_t)red;
            row[1] = (uint8_t)green;
            row[red_first ? 2 : 0] = (uint8_t)blue;
        }
    }
}

/* Rows that a cut-off file has no more are as the last that it had. */
static bool read_rows(Reading *g, int channels, bool red_first, uint8_t *inks)
{
    JpegReader *r = &g->reader;
    if (setjmp(g->failed)) return false;
    r->out_colours = inks ? JPEG_CMYK : channels == 1 ? JPEG_GRAY
                                                      : JPEG_RGB;
    r->out_colour_components = inks ? 4 : channels;
    if (!jpeg.start_decompress(r)) return false;
    int32_t width = (int32_t)r->out_width, height = (int32_t)r->out_height;
    size_t line = (size_t)width * (size_t)channels;
    for (int32_t y = 0; y < height; y++, g->at += line) {
        uint8_t *out = g->at, *row = inks ? inks : out;
        unsigned got = jpeg.read_scanlines(r, &row, 1);
        if (!got && !y) memset(out, 0, line);
        else if (!got && !inks) memcpy(out, out - line, line);
        else if (inks) without_inks(inks, out, width, channels, red_first);
        else if (channels == 3 && !red_first) turn_round(out, width);
    }
    return true;
}

bool jpeg_decode(const ImageFile *f, int channels, bool red_first, uint8_t *out)
{
    Reading g;
    bool ok = reading_open(&g, f);
    uint8_t *inks = ok && g.reader.components == 4 ? malloc((size_t)f->width * 4) : NULL;
    g.at = out;
    ok = ok && (inks || g.reader.components != 4) && read_rows(&g, channels, red_first, inks);
    free(inks);
    jpeg.destroy_decompress(&g.reader);
    return ok;
}

/* ---- writing ---- */

static void target_begin(JpegWriter *w) {}
static int target_more(JpegWriter *w)
{
    Writing *g = (Writing *)w;
    size_t had = g->room, more = had ? had * 2 : 65536;
    uint8_t *bytes = realloc(g->bytes, more);
    if (!bytes) longjmp(g->failed, 1);
    g->bytes = bytes;
    g->room = more;
    g->target.next = bytes + had;
    g->target.left = more - had;
    return 1;
}

static bool write_rows(Writing *g, int32_t width, int32_t height, int channels, int quality, uint8_t *turned)
{
    JpegWriter *w = &g->writer;
    if (setjmp(g->failed)) return false;
    jpeg.CreateCompress(w, JPEG_VERSION, sizeof *w);
    g->target = (JpegTarget){NULL, 0, target_begin, target_more, target_begin};
    w->target = &g->target;
    target_more(w);
    w->width = (unsigned)width;
    w->height = (unsigned)height;
    w->in_components = channels;
    w->in_colours = channels == 1 ? JPEG_GRAY : JPEG_RGB;
    jpeg.set_defaults(w);
    jpeg.set_quality(w, quality, 1);
    jpeg.start_compress(w, 1);
    size_t line = (size_t)width * (size_t)channels;
    for (int32_t y = 0; y < height; y++, g->at += line) {
        uint8_t *row = turned ? turned : (uint8_t *)(uintptr_t)g->at; /* (the library only reads it) */
        if (turned) turn_round(memcpy(turned, g->at, line), width);
        jpeg.write_scanlines(w, &row, 1);
    }
    jpeg.finish_compress(w);
    return true;
}

uint8_t *jpeg_encode(const uint8_t *pixels, int32_t width, int32_t height, int channels, bool red_first, int quality, size_t *size, const char **missing)
{
    if ((*missing = lib_table(&table))) return NULL;
    Writing g;
    memset(&g, 0, sizeof g);
    g.writer.errors = jpeg.std_error(&g.errors);
    g.errors.error_exit = writing_failed;
    g.errors.output_message = silent;
    g.errors.emit_message = silent_at;
    g.at = pixels;
    bool turn = channels == 3 && !red_first;
    uint8_t *turned = turn ? malloc((size_t)width * 3) : NULL;
    bool ok = (turned || !turn) && write_rows(&g, width, height, channels, quality, turned);
    free(turned);
    jpeg.destroy_compress(&g.writer);
    *size = g.room - g.target.left;
    if (ok) return g.bytes;
    free(g.bytes);
    return NULL;
}
