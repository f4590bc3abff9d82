/* codec_zip.c: PNG's pixels: deflated rows, each filtered by one of five rules, in one pass or Adam7's seven; and zipped TIFF rows. */
#include <string.h>
#include <zlib.h>

#include "codec.h"
#include "loops.h"

enum { NONE, SUB, UP, AVERAGE, PAETH, FILTERS };

typedef struct Zip {
    z_stream z;
    bool open, interlaced, filtered, optimize;
    int64_t filled;              /* decoder: bytes of the row that came so far */
    int pass, level, strategy;
    uint8_t *rows[FILTERS + 1];  /* decoder: this row and the one before; encoder: the candidates, by their rule, and the one before; each its rule and `line` bytes */
    int64_t room;
    Value dictionary;
} Zip;

static bool rows_new(VM *vm, Codec *c, int count)
{
    Zip *z = c->context;
    z->room = c->line + 1;
    for (int i = 0; i < count; i++)
        if (!(z->rows[i] = mem_zalloc(vm->mem, (size_t)z->room))) return err_no_memory(vm), false;
    return true;
}
static void rows_free(VM *vm, Zip *z)
{
    for (int i = 0; i <= FILTERS; i++) {
        mem_free(vm->mem, z->rows[i], (size_t)z->room);
        z->rows[i] = NULL;
    }
}

static inline uint8_t paeth(int a, int b, int c)
{
    int pa = b - c, pb = a - c, pc = pa + pb;
    pa = pa < 0 ? -pa : pa, pb = pb < 0 ? -pb : pb, pc = pc < 0 ? -pc : pc;
    return (uint8_t)(pa <= pb && pa <= pc ? a : pb <= pc ? b : c);
}

/* ---- a decoder ---- */

/* bpp is a constant where it is inlined, so that a pixel's bytes stay in registers. */
static inline __attribute__((always_inline)) void undo_paeth(uint8_t *row, const uint8_t *up, int64_t n, int bpp)
{
    int64_t i = 0;
    for (; i < bpp && i < n; i++) row[i] = (uint8_t)(row[i] + up[i]);
    uint8_t left[8], corner[8];
    for (int k = 0; k < bpp; k++) left[k] = k < n ? row[k] : 0, corner[k] = k < n ? up[k] : 0;
    for (; i + bpp <= n; i += bpp)
        for (int k = 0; k < bpp; k++) {
            uint8_t above = up[i + k];
            left[k] = row[i + k] = (uint8_t)(row[i + k] + paeth(left[k], above, corner[k]));
            corner[k] = above;
        }
    for (; i < n; i++) row[i] = (uint8_t)(row[i] + paeth(row[i - bpp], up[i], up[i - bpp]));
}
static inline __attribute__((always_inline)) void undo_average(uint8_t *row, const uint8_t *up, int64_t n, int bpp)
{
    int64_t i = 0;
    for (; i < bpp && i < n; i++) row[i] = (uint8_t)(row[i] + up[i] / 2);
    for (; i < n; i++) row[i] = (uint8_t)(row[i] + (row[i - bpp] + up[i]) / 2);
}
static inline __attribute__((always_inline)) void undo_sub(uint8_t *row, int64_t n, int bpp)
{
    for (int64_t i = bpp; i < n; i++) row[i] = (uint8_t)(row[i] + row[i - bpp]);
}
static bool undo_of(int rule, uint8_t *row, const uint8_t *up, int64_t n, int bpp)
{
    switch (rule) {
    case NONE: return true;
    case SUB: return undo_sub(row, n, bpp), true;
    case UP:
        for (int64_t i = 0; i < n; i++) row[i] = (uint8_t)(row[i] + up[i]);
        return true;
    case AVERAGE: return undo_average(row, up, n, bpp), true;
    case PAETH: return undo_paeth(row, up, n, bpp), true;
    default: return false;
    }
}
static bool undo(int rule, uint8_t *row, const uint8_t *up, int64_t n, int bpp)
{
    switch (bpp) {
#define UNDO(size) case size: return undo_of(rule, row, up, n, size);
        UNDO(1) UNDO(2) UNDO(3) UNDO(4) UNDO(6) UNDO(8)
#undef UNDO
    default: return bpp <= 8 && undo_of(rule, row, up, n, bpp);
    }
}

static const struct { uint8_t x, y, dx, dy; } passes[7] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};

static int pass_width(const Codec *c, int pass) { return (c->width - passes[pass].x + passes[pass].dx - 1) / passes[pass].dx; }
static int64_t row_bytes(const Codec *c, const Zip *z) { return z->interlaced ? ((int64_t)pass_width(c, z->pass) * c->raw->bits + 7) / 8 : c->line; }
/* To the first pass from this one on that has pixels; false: none. */
static bool pass_begin(Codec *c, Zip *z)
{
    for (; z->pass < 7; z->pass++)
        if (pass_width(c, z->pass) > 0 && passes[z->pass].y < c->height) {
            c->y = passes[z->pass].y;
            memset(z->rows[1], 0, (size_t)z->room);
            return true;
        }
    return false;
}
static void put_pass(Codec *c, const Zip *z, const uint8_t *row)
{
    const int bits = c->raw->bits, size = c->picture->mode->size, width = pass_width(c, z->pass);
    uint8_t *to = codec_row(c, c->y) + passes[z->pass].x * size;
    for (int i = 0; i < width; i++, to += passes[z->pass].dx * size) {
        if (bits >= 8) c->raw->move(to, row + (int64_t)i * (bits / 8), 1);
        else {
            uint8_t first = (uint8_t)(row[(int64_t)i * bits / 8] << ((int64_t)i * bits % 8));
            c->raw->move(to, &first, 1);
        }
    }
}
/* The row is whole: into the picture with it. false: it was the last. */
static bool put_row(Codec *c, Zip *z)
{
    uint8_t *row = z->rows[0];
    if (z->interlaced) put_pass(c, z, row + 1);
    else codec_unpack(c, c->y, row + 1);
    z->rows[0] = z->rows[1], z->rows[1] = row;
    z->filled = 0;
    if (!z->interlaced) return ++c->y < c->height;
    if ((c->y += passes[z->pass].dy) < c->height) return true;
    z->pass++;
    return pass_begin(c, z);
}

static bool zip_decode_begin(VM *vm, Codec *c)
{
    Zip *z = c->context;
    if (!rows_new(vm, c, 2)) return false;
    if (z->interlaced) pass_begin(c, z);
    if (inflateInit(&z->z) != Z_OK) return err_no_memory(vm), false;
    return z->open = true;
}
static void zip_decode_end(VM *vm, Codec *c)
{
    Zip *z = c->context;
    if (z->open) inflateEnd(&z->z);
    z->open = false;
    rows_free(vm, z);
}
static int64_t zip_decode(VM *vm, Codec *c, uint8_t *at, int64_t n)
{
    Zip *z = c->context;
    const int bpp = c->raw->bits < 8 ? 1 : c->raw->bits / 8;
    z->z.next_in = at;
    z->z.avail_in = (unsigned)(n > INT32_MAX ? INT32_MAX : n);
    const int64_t given = z->z.avail_in;
    while (z->z.avail_in > 0) {
        const int64_t bytes = row_bytes(c, z) + 1;
        z->z.next_out = z->rows[0] + z->filled;
        z->z.avail_out = (unsigned)(bytes - z->filled);
        int r = inflate(&z->z, Z_NO_FLUSH);
        if (r < 0) return codec_failed(c, r == Z_DATA_ERROR ? CODEC_BROKEN : r == Z_MEM_ERROR ? CODEC_MEMORY : CODEC_CONFIG);
        z->filled = bytes - z->z.avail_out;
        if (z->filled == bytes) {
            if (!undo(z->rows[0][0], z->rows[0] + 1, z->rows[1] + 1, bytes - 1, bpp)) return codec_failed(c, CODEC_UNKNOWN);
            if (!put_row(c, z)) return -1;
        }
        if (r == Z_STREAM_END) return -1;
        if (r == Z_NEED_DICT) break; /* nobody has it: the bytes count as read, and the rows never come */
    }
    return given;
}
static const CodecDef zip_decoder = {.step = zip_decode, .begin = zip_decode_begin, .end = zip_decode_end, .context = sizeof(Zip)};
Value pictures_zip_decoder(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const char *mode, *raw;
    int interlaced = 0;
    if (!codec_args(vm, args, n, "ssi", &mode, &raw, &interlaced)) return NO_VALUE;
    Codec *c = decoder_new(vm, &zip_decoder, mode, raw);
    if (c) ((Zip *)c->context)->interlaced = interlaced != 0;
    return codec_value(c);
}

/* ---- an encoder ---- */

LOOP_WIDE static int64_t weight(const uint8_t *row, int64_t n)
{
    enum { PART = 1 << 20 }; /* whose sum fits 32 bits */
    int64_t all = 0;
    for (int64_t from = 0; from < n; from += PART) {
        const int64_t end = n - from < PART ? n : from + PART;
        uint32_t sum = 0;
        for (int64_t i = from; i < end; i++) sum += row[i] < 128 ? row[i] : 256u - row[i];
        all += sum;
    }
    return all;
}
/* A row's bytes from i on, to n */
LOOP_INLINE void filter_of(int rule, uint8_t *restrict o, const uint8_t *restrict row, const uint8_t *restrict up, int64_t i, int64_t n, int bpp)
{
    if (rule == UP)
        for (; i < n; i++) o[i] = (uint8_t)(row[i] - up[i]);
    for (; i < bpp && i < n; i++) o[i] = (uint8_t)(row[i] - (rule == SUB ? 0 : rule == AVERAGE ? up[i] / 2 : up[i]));
    for (; i < n; i++) {
        int left = row[i - bpp];
        o[i] = (uint8_t)(row[i] - (rule == SUB ? left : rule == AVERAGE ? (left + up[i]) / 2 : paeth(left, up[i], up[i - bpp])));
    }
}
#define FILTER(RULE, name) LOOP_WIDE static void name(uint8_t *restrict o, const uint8_t *restrict row, const uint8_t *restrict up, int64_t i, int64_t n, int bpp) { filter_of(RULE, o, row, up, i, n, bpp); }
FILTER(UP, filter_up)
FILTER(SUB, filter_sub)
FILTER(AVERAGE, filter_average)
FILTER(PAETH, filter_paeth)
typedef void (*FilterFn)(uint8_t *restrict o, const uint8_t *restrict row, const uint8_t *restrict up, int64_t i, int64_t n, int bpp);
/* A candidate's weight, or some weight that is not below `least`: part by part, as most lose early. */
static int64_t weight_below(int64_t least, FilterFn filter, uint8_t *o, const uint8_t *row, const uint8_t *up, int64_t n, int bpp)
{
    enum { PART = 512 };
    int64_t sum = 0;
    for (int64_t i = 0; i < n && sum < least; i += PART) {
        const int64_t end = n - i < PART ? n : i + PART;
        filter(o, row, up, i, end, bpp);
        sum += weight(o + i, end - i);
    }
    return sum;
}
/* The candidate whose bytes are nearest to 0; a row like the one above is found first. */
static const uint8_t *best_row(const Codec *c, const Zip *z)
{
    static const struct { uint8_t rule; FilterFn filter; } order[] = {{UP, filter_up}, {SUB, filter_sub}, {AVERAGE, filter_average}, {PAETH, filter_paeth}};
    const int bpp = (c->raw->bits + 7) / 8;
    const uint8_t *best = z->rows[NONE], *row = best + 1, *up = z->rows[FILTERS] + 1;
    if (!z->filtered) return best;
    int64_t least = weight(row, c->line);
    for (int i = 0; i < 4 && least > 0; i++) {
        uint8_t *o = z->rows[order[i].rule];
        if (order[i].rule == AVERAGE && !z->optimize) continue;
        int64_t sum = weight_below(least, order[i].filter, o + 1, row, up, c->line, bpp);
        if (sum < least) best = o, least = sum;
    }
    return best;
}

static bool zip_encode_begin(VM *vm, Codec *c)
{
    Zip *z = c->context;
    if (!rows_new(vm, c, FILTERS + 1)) return false;
    for (int i = 0; i < FILTERS; i++) z->rows[i][0] = (uint8_t)i;
    return true;
}
static void zip_encode_end(VM *vm, Codec *c)
{
    Zip *z = c->context;
    if (z->open) deflateEnd(&z->z);
    z->open = false;
    rows_free(vm, z);
    value_clear(vm, &z->dictionary);
}
/* Deflate's own settings are looked at when the first part is asked for, as Pillow does it. */
static bool zip_start(Codec *c, Zip *z)
{
    const int level = z->optimize ? Z_BEST_COMPRESSION : z->level, strategy = z->strategy == -1 ? z->filtered ? Z_FILTERED : Z_DEFAULT_STRATEGY : z->strategy;
    int r = deflateInit2(&z->z, level, Z_DEFLATED, 15, 9, strategy);
    z->open = r == Z_OK;
    if (z->open && z->dictionary) r = deflateSetDictionary(&z->z, as_bytes(z->dictionary)->data, (unsigned)as_bytes(z->dictionary)->len);
    if (r < 0) c->error = CODEC_CONFIG;
    return r >= 0;
}
static int64_t zip_encode(VM *vm, Codec *c, uint8_t *at, int64_t n)
{
    Zip *z = c->context;
    if (!z->open && !zip_start(c, z)) return -1;
    z->z.next_out = at;
    z->z.avail_out = (unsigned)n;
    while (!c->error) {
        if (!z->z.avail_in && c->y < c->height) {
            codec_pack(c, c->y++, z->rows[NONE] + 1);
            z->z.next_in = (uint8_t *)best_row(c, z);
            z->z.avail_in = (unsigned)(c->line + 1);
            /* the candidates are all read before the next row is made, but this one is wanted again */
            memcpy(z->rows[FILTERS], z->rows[NONE], (size_t)c->line + 1);
        }
        int r = deflate(&z->z, z->z.avail_in || c->y < c->height ? Z_NO_FLUSH : Z_FINISH);
        if (r == Z_STREAM_END) c->error = CODEC_END;
        else if (r < 0 && r != Z_BUF_ERROR) return c->error = r == Z_MEM_ERROR ? CODEC_MEMORY : CODEC_CONFIG, -1;
        if (!z->z.avail_out) break;
    }
    return n - z->z.avail_out;
}
static const CodecDef zip_encoder = {.step = zip_encode, .begin = zip_encode_begin, .end = zip_encode_end, .context = sizeof(Zip)};
Value pictures_zip_encoder(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const char *mode, *raw;
    bool optimize = false;
    int level = -1, strategy = -1;
    Ref dictionary = NULL;
    if (!codec_args(vm, args, n, "ssbiio", &mode, &raw, &optimize, &level, &strategy, &dictionary)) return NO_VALUE;
    if (dictionary && !is_bytes(dictionary)) return err_raise(vm, EXC_TypeError, "argument 6 must be read-only bytes-like object, not %T", dictionary);
    Codec *c = encoder_new(vm, &zip_encoder, mode, raw);
    if (!c) return NO_VALUE;
    Zip *z = c->context;
    z->filtered = raw[0] != 'P'; /* numbers of colours are no slopes */
    z->optimize = optimize, z->level = level, z->strategy = strategy;
    if (dictionary && as_bytes(dictionary)->len) z->dictionary = retain(dictionary);
    return VAL(c);
}
