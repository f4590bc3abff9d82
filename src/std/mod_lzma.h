/* mod_lzma.h: what the files of the module _lzma share: liblzma's functions, and chains of its filters. */
#ifndef PERCH_STD_MOD_LZMA_H
#define PERCH_STD_MOD_LZMA_H

#include "mod_squeeze.h"

extern const ModuleDef lzma_module;

#if __has_include(<lzma.h>)
#include <lzma.h>
#define HAVE_LZMA 1

#define LZMA_FUNCTIONS(X) X(code) X(end) X(easy_encoder) X(stream_encoder) X(alone_encoder) X(raw_encoder) X(auto_decoder) X(stream_decoder) X(alone_decoder) \
    X(raw_decoder) X(lzma_preset) X(get_check) X(check_is_supported) X(properties_size) X(properties_encode) X(properties_decode)

typedef struct LzmaState {
    Value error;
    Type *compressor, *decompressor;
    void *library; /* NULL: not opened yet */
    struct {
#define X(name) __typeof__(&lzma_##name) name;
        LZMA_FUNCTIONS(X)
#undef X
    } f;
} LzmaState;

LzmaState *lzma_library(VM *vm); /* opened; NULL: raised */
bool lzma_fails(VM *vm, const char *fmt, ...); /* LZMAError; false */
bool lzma_is_fine(VM *vm, lzma_ret code);

/* A chain of filters with room for their options; the one with the id LZMA_VLI_UNKNOWN ends it. It points into itself: it is not copied. */
typedef struct LzmaChain {
    lzma_filter filters[LZMA_FILTERS_MAX + 1];
    union { lzma_options_lzma lzma; lzma_options_delta delta; lzma_options_bcj bcj; } options[LZMA_FILTERS_MAX];
} LzmaChain;
bool lzma_chain(VM *vm, Ref specs, LzmaChain *out);
bool lzma_uint32(VM *vm, Ref v, uint32_t *out);
bool lzma_uint64(VM *vm, Ref v, uint64_t *out);
Value lzma_fn_encode_properties(VM *vm, const Ref *args, int n, Ref kwnames);
Value lzma_fn_decode_properties(VM *vm, const Ref *args, int n, Ref kwnames);
#else
#define HAVE_LZMA 0
#endif

#endif
