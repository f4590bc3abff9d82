/* codecs.h: str to bytes and back, beyond codec_encode and codec_decode (bytes.h): single codecs by number, pieces of a stream, tables, and the registry of the
 * codecs that are none of C. */
#ifndef PERCH_LANG_CODECS_H
#define PERCH_LANG_CODECS_H

#include "lang/object/obj.h"

/* Those of C. CODEC_OTHER: the registry's. */
typedef enum {
    CODEC_UTF8, CODEC_UTF8_SIG, CODEC_ASCII, CODEC_LATIN1, CODEC_UTF16, CODEC_UTF16LE, CODEC_UTF16BE, CODEC_UTF32, CODEC_UTF32LE, CODEC_UTF32BE, CODEC_ESCAPE,
    CODEC_RAW_ESCAPE, CODEC_UTF7, CODEC_OTHER
} CodecId;

typedef struct Decoded {
    int64_t used; /* bytes of the input (or of what a handler of errors put in its place) that were decoded */
    int order;    /* UTF-16, UTF-32: a mark at the front said -1 little, 1 big; else 0 */
} Decoded;

CodecId codec_find(const char *name);
/* errors: NULL is strict. final: nothing comes after; else what is incomplete at the end is left over. done may be NULL. */
Value codec_decode_as(VM *vm, CodecId id, const void *p, int64_t n, const char *errors, bool final, Decoded *done);
Value codec_encode_as(VM *vm, CodecId id, Ref str, const char *errors);
/* codec_charmap.c: by a table: a str, or whatever can be asked for the item of an int. */
Value charmap_decode(VM *vm, const void *p, int64_t n, const char *errors, Ref mapping);
Value charmap_encode(VM *vm, Ref str, const char *errors, Ref mapping);

/* codec_steps.c: by functions that do one character. */
#define CODEC_NOTHING UINT32_MAX /* no character: an escape was read; encoding: the end of the text */
#define CODEC_LATER (UINT32_MAX - 1) /* encoding, of what follows: it may come with the next piece */
enum { CODEC_STEP_MAX = 16, CODEC_WAIT = -1 };
typedef struct CodecSteps {
    const char *name;
    void *context;
    int (*decode)(void *context, const unsigned char *p, int64_t n, uint32_t u[2]); /* bytes used, u[0] set if they are a character, u[1] if they are two; 0: incomplete; -k: k wrong bytes */
    /* A character and the one behind it: bytes put (at most CODEC_STEP_MAX), *used set to 2 where they are of both; 0: there is no such character; CODEC_WAIT: what follows decides */
    int (*encode)(void *context, const uint32_t u[2], unsigned char *out, int *used);
} CodecSteps;
bool steps_decode(VM *vm, const CodecSteps *s, const void *p, int64_t n, const char *errors, bool final, Value *text, int64_t *used);
Value steps_encode(VM *vm, const CodecSteps *s, Ref str, const char *errors, bool final, int64_t *used);

/* codec_registry.c: the functions that find codecs, and the handlers of errors, by name. The first look-up imports the package encodings. */
bool codec_register(VM *vm, Ref search);
bool codec_unregister(VM *vm, Ref search);
Value codec_lookup(VM *vm, Ref name); /* a tuple of four */
/* What codecs.encode (which 0) and codecs.decode (1) do; text: as str.encode and bytes.decode, codecs of text alone. errors may be NULL. */
Value codec_apply(VM *vm, int which, Ref object, Ref name, Ref errors, bool text);
/* Replaces a pending exception of an encoder or decoder by one that tells of the codec, where it can. */
void codec_tell_name(VM *vm, int which, const char *name);
bool codec_set_handler(VM *vm, Ref name, Ref handler);
Value codec_handler(VM *vm, Ref name); /* LookupError: there is none */
void codecs_forget(VM *vm);

#endif
