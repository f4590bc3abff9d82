/* codec.h: what turns a file's bytes into pixels (a decoder) and back (an encoder), part by part as they come, and the rows of raw modes: how pixels of a mode lie in a file.
 *
 * A codec works in a rectangle of its picture (setimage). Its step is called with bytes until it answers less than 0: all is done, or `error` says what was wrong.
 */
#ifndef PERCH_LESSONS_CODEC_H
#define PERCH_LESSONS_CODEC_H

#include "picture.h"

/* n pixels of a row, from a file's order to the picture's, or back. */
typedef void (*RowFn)(uint8_t *out, const uint8_t *in, int n);
typedef struct RawMode {
    ModeId mode;
    const char *raw;
    int bits; /* of a pixel, in the file */
    RowFn move;
} RawMode;
const RawMode *raw_unpacker(const char *mode, const char *raw); /* or NULL */
const RawMode *raw_packer(const char *mode, const char *raw);

enum { CODEC_END = 1, CODEC_OVERRUN = -1, CODEC_BROKEN = -2, CODEC_UNKNOWN = -3, CODEC_CONFIG = -8, CODEC_MEMORY = -9 };

typedef struct Codec Codec;
typedef struct CodecDef {
    /* A decoder: how many of the n bytes it took, or less than 0: done. An encoder: how many bytes it wrote to `at`, `error` no longer 0: done. */
    int64_t (*step)(VM *vm, Codec *c, uint8_t *at, int64_t n);
    bool (*begin)(VM *vm, Codec *c); /* it has its picture now; may be NULL; false: raised */
    void (*end)(VM *vm, Codec *c);   /* gives back what `context` holds, once; may be NULL */
    size_t context;                  /* bytes of it, zeroed */
    bool uses_file;                  /* it reads or writes the file itself */
    bool plain;                      /* its picture may be of any mode: it asks itself */
} CodecDef;

struct Codec {
    Obj head;
    const CodecDef *def;
    const PictureMode *mode;
    const RawMode *raw;
    Picture *picture; /* owned; NULL: none yet */
    Value file;
    int x, y0, width, height; /* the rectangle */
    int state, y, ystep, error;
    int64_t line;     /* bytes of a row in the file */
    uint8_t *buffer;  /* `line` bytes, zeroed */
    int64_t count;
    bool busy, done, ended;
    void *context;
};

/* A new one; mode and raw NULL: it has none. NULL: raised. */
Codec *decoder_new(VM *vm, const CodecDef *def, const char *mode, const char *raw);
Codec *encoder_new(VM *vm, const CodecDef *def, const char *mode, const char *raw);
static inline Value codec_value(Codec *c) { return c ? VAL(c) : NO_VALUE; }
static inline uint8_t *codec_row(const Codec *c, int y) { return picture_row(c->picture, (int64_t)c->y0 + y) + (int64_t)c->x * c->picture->mode->size; }
static inline int64_t codec_failed(Codec *c, int error) { return c->error = error, -1; }
static inline void codec_unpack(const Codec *c, int y, const uint8_t *from) { c->raw->move(codec_row(c, y), from, c->width); }
static inline void codec_pack(const Codec *c, int y, uint8_t *to) { c->raw->move(to, codec_row(c, y), c->width); }
/* The next row, upwards where ystep is below 0; false: there is none. */
static inline bool codec_next_row(Codec *c) { return (c->y += c->ystep) >= 0 && c->y < c->height; }
static inline void codec_first_row(Codec *c, int ystep)
{
    c->ystep = ystep < 0 ? -1 : 1;
    c->y = ystep < 0 ? c->height - 1 : 0;
}

/* What an encoder makes at once and hands out in parts. */
typedef struct CodecOut { uint8_t *bytes; size_t room, full, given; } CodecOut;
bool codec_out_room(VM *vm, CodecOut *o, size_t n);  /* n bytes can be written at bytes + full. false: no memory, nothing raised */
int64_t codec_out_give(Codec *c, CodecOut *o, uint8_t *at, int64_t n); /* a part of it; `error` CODEC_END with the last */
static inline void codec_out_free(VM *vm, CodecOut *o) { mem_free(vm->mem, o->bytes, o->room), *o = (CodecOut){0}; }

/* Arguments by letters: s text, z text or None, i int, l int64_t, b a truth, o a Ref. What was not given stays as it is. false: raised. */
bool codec_args(VM *vm, const Ref *args, int n, const char *letters, ...);
bool codec_buffer(VM *vm, Codec *c, int64_t bytes); /* `buffer` and `line` anew */

#endif
