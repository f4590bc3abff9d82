/* png_file.c: PNG files into pixels of 8 bits, as OpenCV reads them over libpng (16 bits are cut off, transparency is dropped), and pixels into PNG files; over zlib. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "images.h"

enum { GREY = 0,
       COLOUR = 2,
       PALETTE = 3,
       GREY_ALPHA = 4,
       COLOUR_ALPHA = 6 };
typedef struct Png {
    int32_t width, height;
    int depth, colour, interlaced, samples; /* samples: a pixel's */
    uint8_t palette[256 * 3];
    bool has_palette;
} Png;

static uint32_t word(const uint8_t *p) { return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]; }

/* The chunk at *at; false: the file ends before it does, or its sum is wrong. */
typedef struct Chunk {
    char name[4];
    const uint8_t *data;
    uint32_t size;
} Chunk;
static bool chunk_next(const ImageFile *f, size_t *at, Chunk *c)
{
    if (f->size - *at < 12) return false;
    const uint8_t *p = f->data + *at;
    c->size = word(p);
    if (c->size > f->size - *at - 12) return false;
    memcpy(c->name, p + 4, 4);
    c->data = p + 8;
    *at += 12 + (size_t)c->size;
    return crc32(0, p + 4, c->size + 4) == word(c->data + c->size);
}

static bool parse_head(const ImageFile *f, Png *g, size_t *at)
{
    static const uint8_t samples[] = {1, 0, 3, 1, 2, 0, 4};
    Chunk c;
    *at = 8;
    *g = (Png){0};
    if (!chunk_next(f, at, &c) || memcmp(c.name, "IHDR", 4) || c.size != 13) return false;
    uint32_t width = word(c.data), height = word(c.data + 4);
    g->depth = c.data[8];
    g->colour = c.data[9];
    g->interlaced = c.data[12];
    if (!width || !height || width > INT32_MAX || height > INT32_MAX || g->colour > COLOUR_ALPHA || c.data[10] || c.data[11] || g->interlaced > 1) return false;
    g->width = (int32_t)width;
    g->height = (int32_t)height;
    g->samples = samples[g->colour];
    int d = g->depth;
    bool small = d == 1 || d == 2 || d == 4;
    return g->samples && (d == 8 || (d == 16 && g->colour != PALETTE) || (small && (g->colour == GREY || g->colour == PALETTE)));
}

bool png_head(ImageFile *f)
{
    Png g;
    size_t at;
    if (!parse_head(f, &g, &at)) return false;
    f->width = g.width;
    f->height = g.height;
    f->channels = g.colour & COLOUR ? 3 : 1;
    return true;
}

/* ---- rows ---- */

/* The packed pixels of all IDAT chunks, one row after the other. */
typedef struct Stream {
    z_stream z;
    const ImageFile *file;
    size_t at;
    Chunk chunk;
} Stream;

static bool stream_take(Stream *s, uint8_t *out, size_t n)
{
    s->z.next_out = out;
    s->z.avail_out = (uInt)n;
    while (s->z.avail_out) {
        if (!s->z.avail_in) {
            if (!chunk_next(s->file, &s->at, &s->chunk) || memcmp(s->chunk.name, "IDAT", 4)) return false;
            s->z.next_in = (Bytef *)(uintptr_t)s->chunk.data;
            s->z.avail_in = s->chunk.size;
            continue;
        }
        int r = inflate(&s->z, Z_NO_FLUSH);
        if (r == Z_STREAM_END) return !s->z.avail_out;
        if (r != Z_OK) return false;
    }
    return true;
}

static uint8_t paeth(int left, int up, int corner)
{
    int to_left = abs(up - corner), to_up = abs(left - corner), to_corner = abs(left + up - 2 * corner);
    return (uint8_t)(to_left <= to_up && to_left <= to_corner ? left : to_up <= to_corner ? up
                                                                                          : corner);
}

/* What the row's first byte says is undone: each byte was made smaller by a guess from its neighbours, `step` before it and above it. */
static bool unfilter(uint8_t *row, const uint8_t *above, size_t n, size_t step)
{
    uint8_t filter = *row++;
    above++;
    switch (filter) {
    case 0: return true;
    case 1:
        for (size_t i = step; i < n; i++) row[i] = (uint8_t)(row[i] + row[i - step]);
        return true;
    case 2:
        for (size_t i = 0; i < n; i++) row[i] = (uint8_t)(row[i] + above[i]);
        return true;
    case 3:
        for (size_t i = 0; i < n; i++) row[i] = (uint8_t)(row[i] + ((i < step ? 0 : row[i - step]) + above[i]) / 2);
        return true;
    case 4:
        for (size_t i = 0; i < n; i++) row[i] = (uint8_t)(row[i] + (i < step ? above[i] : paeth(row[i - step], above[i], above[i - step])));
        return true;
    default: return false;
    }
}

static int sample(const uint8_t *row, int64_t i, int depth)
{
    if (depth == 8) return row[i];
    if (depth == 16) return row[2 * i] << 8 | row[2 * i + 1];
    int64_t bit = i * depth;
    return row[bit >> 3] >> (8 - depth - (bit & 7)) & ((1 << depth) - 1);
}

/* libpng's weights of red and green for grey, of 32768. */
enum { RED = 9797,
       GREEN = 19234,
       BLUE = 32768 - RED - GREEN };

/* A row of the file as pixels, `step` apart. */
static void convert(const Png *g, const uint8_t *row, int32_t n, int channels, bool red_first, uint8_t *out, int64_t step)
{
    int cut = g->depth == 16 ? 8 : 0, spread = g->depth < 8 ? 255 / ((1 << g->depth) - 1) : 1;
    for (int32_t x = 0; x < n; x++, out += step * channels) {
        int64_t at = (int64_t)x * g->samples;
        int red = sample(row, at, g->depth), green = red, blue = red;
        if (g->colour == PALETTE) {
            const uint8_t *p = g->palette + 3 * red;
            red = p[0], green = p[1], blue = p[2];
        } else if (g->colour & COLOUR) green = sample(row, at + 1, g->depth), blue = sample(row, at + 2, g->depth);
        else red = green = blue = red * spread;
        if (channels == 1) {
            int grey = red == green && red == blue ? red : (int)(((int64_t)RED * red + (int64_t)GREEN * green + (int64_t)BLUE * blue + (cut ? 16384 : 0)) >> 15);
            out[0] = (uint8_t)(grey >> cut);
        } else {
            out[red_first ? 0 : 2] = (uint8_t)(red >> cut);
            out[1] = (uint8_t)(green >> cut);
            out[red_first ? 2 : 0] = (uint8_t)(blue >> cut);
        }
    }
}

/* Each pass of Adam7: where it begins, and how far apart its pixels lie. */
typedef struct Pass {
    int8_t x, y, across, down;
} Pass;
static const Pass whole = {0, 0, 1, 1}, adam7[] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};

static bool read_pass(const Png *g, Stream *s, Pass p, uint8_t *rows, size_t room, int channels, bool red_first, uint8_t *out)
{
    int32_t n = (g->width - p.x + p.across - 1) / p.across;
    if (n <= 0) return true;
    size_t bits = (size_t)g->samples * (size_t)g->depth, line = ((size_t)n * bits + 7) / 8;
    uint8_t *row = rows, *above = rows + room;
    memset(above, 0, line + 1);
    for (int32_t y = p.y; y < g->height; y += p.down) {
        if (!stream_take(s, row, line + 1) || !unfilter(row, above, line, bits < 8 ? 1 : bits / 8)) return false;
        convert(g, row + 1, n, channels, red_first, out + ((int64_t)y * g->width + p.x) * channels, p.across);
        uint8_t *swap = row;
        row = above;
        above = swap;
    }
    return true;
}

static bool read_pixels(const Png *g, Stream *s, int channels, bool red_first, uint8_t *out)
{
    size_t room = ((size_t)g->width * (size_t)g->samples * (size_t)g->depth + 7) / 8 + 1;
    uint8_t *rows = malloc(2 * room);
    bool ok = rows && inflateInit(&s->z) == Z_OK;
    if (ok) {
        if (!g->interlaced) ok = read_pass(g, s, whole, rows, room, channels, red_first, out);
        for (size_t i = 0; ok && g->interlaced && i < sizeof adam7 / sizeof *adam7; i++) ok = read_pass(g, s, adam7[i], rows, room, channels, red_first, out);
        inflateEnd(&s->z);
    }
    free(rows);
    return ok;
}

bool png_decode(const ImageFile *f, int channels, bool red_first, uint8_t *out)
{
    Png g;
    Stream s = {.file = f};
    if (!parse_head(f, &g, &s.at)) return false;
    for (;;) {
        size_t here = s.at;
        if (!chunk_next(f, &s.at, &s.chunk) || !memcmp(s.chunk.name, "IEND", 4)) return false;
        if (!memcmp(s.chunk.name, "IDAT", 4)) {
            s.at = here;
            break;
        }
        if (!memcmp(s.chunk.name, "PLTE", 4)) {
            if (s.chunk.size > sizeof g.palette || s.chunk.size % 3) return false;
            memcpy(g.palette, s.chunk.data, s.chunk.size);
            g.has_palette = true;
        }
    }
    return (g.colour != PALETTE || g.has_palette) && read_pixels(&g, &s, channels, red_first, out);
}

/* ---- writing ---- */

static uint8_t *put(uint8_t *p, const char *name, uint32_t size)
{
    uint8_t head[] = {(uint8_t)(size >> 24), (uint8_t)(size >> 16), (uint8_t)(size >> 8), (uint8_t)size};
    memcpy(p, head, 4);
    memcpy(p + 4, name, 4);
    return p + 8;
}
static uint8_t *put_sum(uint8_t *data, uint32_t size)
{
    uint32_t sum = (uint32_t)crc32(0, data - 4, size + 4);
    for (int i = 0; i < 4; i++) data[size + (uint32_t)i] = (uint8_t)(sum >> (24 - 8 * i));
    return data + size + 4;
}

/* Each row is said by what it differs from the pixel before it. */
static void filter_rows(const uint8_t *pixels, int64_t line, int32_t height, int channels, bool red_first, uint8_t *out)
{
    bool turn = channels == 3 && !red_first;
    for (int32_t y = 0; y < height; y++, pixels += line) {
        *out++ = 1;
        for (int64_t i = 0; i < line; i++) {
            int64_t at = turn ? i - i % 3 + 2 - i % 3 : i;
            *out++ = (uint8_t)(pixels[at] - (i < channels ? 0 : pixels[at - channels]));
        }
    }
}

uint8_t *png_encode(const uint8_t *pixels, int32_t width, int32_t height, int channels, bool red_first, int level, size_t *size)
{
    int64_t line = (int64_t)width * channels;
    uLong raw = (uLong)((line + 1) * height), packed = compressBound(raw);
    uint8_t *rows = malloc(raw), *file = malloc(8 + 25 + 12 + packed + 12), *result = NULL;
    if (rows && file && packed < INT32_MAX) {
        filter_rows(pixels, line, height, channels, red_first, rows);
        memcpy(file, "\x89PNG\r\n\x1A\n", 8);
        uint8_t *p = put(file + 8, "IHDR", 13);
        for (int i = 0; i < 4; i++) p[i] = (uint8_t)(width >> (24 - 8 * i)), p[4 + i] = (uint8_t)(height >> (24 - 8 * i));
        memcpy(p + 8, (uint8_t[]){8, channels == 1 ? GREY : COLOUR, 0, 0, 0}, 5);
        uint8_t *data = put_sum(p, 13);
        if (compress2(data + 8, &packed, rows, raw, level) == Z_OK) {
            p = put_sum(put(data, "IDAT", (uint32_t)packed), (uint32_t)packed);
            p = put_sum(put(p, "IEND", 0), 0);
            *size = (size_t)(p - file);
            result = file;
        }
    }
    free(rows);
    if (!result) free(file);
    return result;
}
