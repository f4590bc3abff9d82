/* codec_impl.h: what the codecs share: the job in hand and its error handlers. Private to codecs.c and codec_*.c. */
#ifndef PERCH_LANG_CODEC_IMPL_H
#define PERCH_LANG_CODEC_IMPL_H

#include "codecs.h"
#include "text_impl.h"

typedef struct Coding {
    VM *vm;
    const char *name;   /* as exceptions show it */
    const char *errors; /* the handler's name */
    Value handler;      /* owned: the program's own, once it was asked; or NULL */
    StrB out;           /* decoding: the text; encoding: the bytes, one character each */
    /* decoding */
    Value whole;        /* owned: the text, where it was made at once (and `out` is empty), or NULL */
    const unsigned char *p;
    int64_t n;
    Value object;       /* owned: what a handler put in the place of the bytes, and p and n then are of; or NULL */
    bool partial;       /* more may come: what is incomplete at the end is left */
    int64_t used;       /* so far it was decoded */
    int order;          /* what a byte order mark said */
    /* encoding */
    Ref str;
    Text text;
    int unit;           /* UTF-16: 2, UTF-32: 4, else 1: how replacement text is put */
    bool big;
    uint32_t limit;     /* replacement text may have characters below it; 0: 128 */
    Ref mapping;        /* a table, through which replacement text goes too; or NULL */
    const CodecSteps *steps; /* the same: functions; or NULL */
    int64_t bad_start, bad_end; /* with one of these: what is being replaced */
} Coding;

/* The job's own things. */
void coding_done(Coding *c);
/* UnicodeEncodeError or UnicodeDecodeError: -1. */
int64_t coding_raise(Coding *c, bool decoding, int64_t start, int64_t end, const char *reason);

/* Bytes [start, end) cannot be decoded: asks the handler, adds its text, and gives the place to go on, or -1: raised. */
int64_t decode_error(Coding *c, int64_t start, int64_t end, const char *reason);
/* Characters [start, end) cannot be encoded: the same. */
int64_t encode_error(Coding *c, int64_t start, int64_t end, const char *reason);
/* One unit of UTF-16 or UTF-32, or a plain byte. */
void coding_put_unit(Coding *c, uint32_t u);

bool utf8_decode(Coding *c);
bool utf8_encode(Coding *c);
bool utf16_decode(Coding *c, int order /* -1 little, 1 big, 0 by mark */);
bool utf16_encode(Coding *c);
bool utf32_decode(Coding *c, int order);
bool utf32_encode(Coding *c);
/* The quick ways: bytes of the whole text, -1 where there are lone surrogates; then writing it. */
int64_t utf16_size(const Text *t);
void utf16_write(char *to, const Text *t, bool big);
int64_t utf32_size(const Text *t);
void utf32_write(char *to, const Text *t, bool big);
bool utf7_decode(Coding *c);
bool utf7_encode(Coding *c);
void charmap_put(Coding *c, uint32_t u); /* one character of replacement text */
void steps_put(Coding *c, uint32_t u);
bool escape_decode(Coding *c, bool raw);
bool escape_encode(Coding *c, bool raw);

#endif
