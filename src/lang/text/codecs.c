/* codecs.c: str to bytes and back by the name of an encoding: the names of the codecs of C, the quick ways for ASCII, Latin-1 and well-formed UTF-8. The others are
 * the registry's (codec_registry.c); error handlers are in codec_error.c. */
#include "codec_impl.h"

static const struct { const char *alias; CodecId id; } aliases[] = {
    {"utf_8", CODEC_UTF8}, {"utf8", CODEC_UTF8}, {"u8", CODEC_UTF8}, {"utf", CODEC_UTF8}, {"cp65001", CODEC_UTF8}, {"utf8_ucs2", CODEC_UTF8}, {"utf8_ucs4", CODEC_UTF8},
    {"utf_8_sig", CODEC_UTF8_SIG},
    {"ascii", CODEC_ASCII}, {"us_ascii", CODEC_ASCII}, {"646", CODEC_ASCII}, {"us", CODEC_ASCII}, {"iso646_us", CODEC_ASCII}, {"cp367", CODEC_ASCII},
    {"ansi_x3_4_1968", CODEC_ASCII}, {"iso_ir_6", CODEC_ASCII}, {"csascii", CODEC_ASCII}, {"ibm367", CODEC_ASCII},
    {"latin_1", CODEC_LATIN1}, {"latin1", CODEC_LATIN1}, {"l1", CODEC_LATIN1}, {"latin", CODEC_LATIN1}, {"iso_8859_1", CODEC_LATIN1}, {"iso8859_1", CODEC_LATIN1},
    {"iso8859", CODEC_LATIN1}, {"8859", CODEC_LATIN1}, {"cp819", CODEC_LATIN1}, {"iso_ir_100", CODEC_LATIN1}, {"csisolatin1", CODEC_LATIN1}, {"ibm819", CODEC_LATIN1},
    {"utf_16", CODEC_UTF16}, {"utf16", CODEC_UTF16}, {"u16", CODEC_UTF16}, {"utf_16_le", CODEC_UTF16LE}, {"utf_16le", CODEC_UTF16LE},
    {"unicodelittleunmarked", CODEC_UTF16LE}, {"utf_16_be", CODEC_UTF16BE}, {"utf_16be", CODEC_UTF16BE}, {"unicodebigunmarked", CODEC_UTF16BE},
    {"utf_32", CODEC_UTF32}, {"utf32", CODEC_UTF32}, {"u32", CODEC_UTF32}, {"utf_32_le", CODEC_UTF32LE}, {"utf_32le", CODEC_UTF32LE},
    {"utf_32_be", CODEC_UTF32BE}, {"utf_32be", CODEC_UTF32BE},
    {"unicode_escape", CODEC_ESCAPE}, {"raw_unicode_escape", CODEC_RAW_ESCAPE},
};

/* Lower case; whatever is neither letter, digit nor point becomes one underscore. */
CodecId codec_find(const char *name)
{
    static const struct { const char *name; CodecId id; } usual[] = {{"utf-8", CODEC_UTF8}, {"ascii", CODEC_ASCII}, {"latin-1", CODEC_LATIN1}};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (name[0] == usual[i].name[0] && !strcmp(name + 1, usual[i].name + 1)) return usual[i].id;
    char key[64];
    size_t n = 0;
    bool gap = false;
    for (; *name && n < sizeof key - 2; name++) {
        unsigned char c = (unsigned char)*name;
        bool word = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.';
        if (!word) {
            gap = true;
            continue;
        }
        if (gap && n) key[n++] = '_';
        gap = false;
        key[n++] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : (char)c;
    }
    key[n] = 0;
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (!strcmp(aliases[i].alias, key)) return aliases[i].id;
    return CODEC_OTHER;
}

/* ---- ASCII and Latin-1 ---- */

static const char *byte_reason(CodecId id) { return id == CODEC_ASCII ? "ordinal not in range(128)" : "ordinal not in range(256)"; }

static bool ascii_decode(Coding *c)
{
    for (int64_t i = 0; i < c->n;) {
        if (c->p[i] < 128) strb_char(&c->out, c->p[i++]);
        else if ((i = decode_error(c, i, i + 1, byte_reason(CODEC_ASCII))) < 0) return false;
    }
    c->used = c->n;
    return !c->out.failed;
}

/* What does not fit becomes a question mark or nothing: a block at a time, for there may be one at each place. */
static bool encode_loosely(Coding *c, bool question)
{
    char block[512];
    for (int64_t i = 0; i < c->text.n;) {
        int64_t end = c->text.n - i < (int64_t)sizeof block ? c->text.n : i + (int64_t)sizeof block;
        size_t k = 0;
        for (; i < end; i++) {
            uint32_t u = text_at(&c->text, i);
            bool fits = u < c->limit;
            block[k] = fits ? (char)u : '?';
            k += fits | question;
        }
        strb_ascii(&c->out, block, k);
    }
    return !c->out.failed;
}

static bool bytes_encode(Coding *c, CodecId id)
{
    bool ignore = !strcmp(c->errors, "ignore"), question = !strcmp(c->errors, "replace");
    c->limit = id == CODEC_ASCII ? 128 : 256;
    if (ignore || question) return encode_loosely(c, question);
    for (int64_t i = 0; i < c->text.n;) {
        uint32_t u = text_at(&c->text, i);
        if (u < c->limit) {
            strb_char(&c->out, u);
            i++;
            continue;
        }
        int64_t end = i + 1;
        while (end < c->text.n && text_at(&c->text, end) >= c->limit) end++;
        if ((i = encode_error(c, i, end, byte_reason(id))) < 0) return false;
    }
    return !c->out.failed;
}

/* ---- by name ---- */
static const char *shown_name(CodecId id)
{
    static const char *const names[] = {"utf-8", "utf-8", "ascii", "latin-1", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le",
        "utf-32-be", "unicodeescape", "rawunicodeescape", "utf7"};
    return names[id];
}

/* A codec that is none of C's, with what it is to work on. */
static Value foreign(VM *vm, const char *name, const char *errors, int which, Ref object)
{
    Value n = str_from_c(vm, name), e = n && errors ? str_from_c(vm, errors) : NO_VALUE;
    Value made = n && (e || !errors) ? codec_apply(vm, which, object, n, e, true) : NO_VALUE, r = made;
    if (made && which == 0 && is_bytearray(made)) {
        r = err_warn(vm, EXC_RuntimeWarning, str_format(vm, "encoder %U returned bytearray instead of bytes; use codecs.encode() to encode to arbitrary types", n))
                ? bytes_from(vm, as_bytearray(made)->data, as_bytearray(made)->len) : NO_VALUE;
        release(vm, made);
    } else if (made && !(which ? is_str(made) : is_bytes(made))) {
        const char *verb = which ? "decode" : "encode";
        r = err_raise(vm, EXC_TypeError, "'%U' %sr returned '%T' instead of '%s'; use codecs.%s() to %s to arbitrary types", n, verb, made, which ? "str" : "bytes", verb, verb);
        release(vm, made);
    }
    release(vm, n);
    release(vm, e);
    return r;
}

static bool all_ascii(const unsigned char *p, int64_t n) { return text_or(p, 1, n) < 128; }

/* An error is told with the codec's name, but for those codecs that CPython calls directly. */
static Value failed(VM *vm, const char *encoding, int which)
{
    static const char *const direct[] = {"utf-8", "utf8", "utf-16", "utf16", "utf-32", "utf32", "ascii", "us-ascii", "latin-1", "latin1", "iso-8859-1", "iso8859-1"};
    char key[16];
    size_t n = 0;
    for (; encoding && encoding[n] && n < sizeof key - 1; n++) {
        char c = encoding[n];
        key[n] = c == '_' ? '-' : c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
    }
    key[n] = 0;
    for (size_t i = 0; i < sizeof direct / sizeof *direct; i++)
        if (!encoding || !strcmp(key, direct[i])) return NO_VALUE;
    codec_tell_name(vm, which, encoding);
    return NO_VALUE;
}

static bool decode_by(Coding *c, CodecId id)
{
    switch (id) {
    case CODEC_UTF8: case CODEC_UTF8_SIG: return utf8_decode(c);
    case CODEC_UTF16: case CODEC_UTF16LE: case CODEC_UTF16BE: return utf16_decode(c, id == CODEC_UTF16LE ? -1 : id == CODEC_UTF16BE ? 1 : 0);
    case CODEC_UTF32: case CODEC_UTF32LE: case CODEC_UTF32BE: return utf32_decode(c, id == CODEC_UTF32LE ? -1 : id == CODEC_UTF32BE ? 1 : 0);
    case CODEC_ESCAPE: case CODEC_RAW_ESCAPE: return escape_decode(c, id == CODEC_RAW_ESCAPE);
    case CODEC_UTF7: return utf7_decode(c);
    default: return ascii_decode(c);
    }
}

Value codec_decode_as(VM *vm, CodecId id, const void *data, int64_t n, const char *errors, bool final, Decoded *done)
{
    const unsigned char *p = data;
    if (done) *done = (Decoded){.used = n};
    if (n == 0) return str_from_ascii(vm, "", 0);
    if (id == CODEC_ASCII && all_ascii(p, n)) return str_from_ascii(vm, (const char *)p, (size_t)n);
    if (id <= CODEC_UTF8_SIG) {
        bool malformed;
        Value v = str_try_utf8(vm, (const char *)p, (size_t)n, false, &malformed);
        if (!malformed) return v;
    }
    if (id == CODEC_LATIN1) return str_from_latin1(vm, p, (size_t)n);
    Coding c = {.vm = vm, .name = shown_name(id), .errors = errors ? errors : "strict", .out = STRB_INIT(vm), .p = p, .n = n, .unit = 1, .partial = !final};
    bool ok = decode_by(&c, id);
    if (done) *done = (Decoded){.used = final ? n : c.used, .order = c.order};
    coding_done(&c);
    if (ok && !c.whole) return strb_take(&c.out);
    strb_drop(&c.out);
    return c.whole;
}

Value codec_decode(VM *vm, const void *data, int64_t n, const char *encoding, const char *errors)
{
    if (n == 0) return str_from_ascii(vm, "", 0); /* whatever the encoding's name is */
    CodecId id = encoding ? codec_find(encoding) : CODEC_UTF8;
    if (id == CODEC_OTHER) {
        Value object = bytes_from(vm, data, n), r = object ? foreign(vm, encoding, errors, 1, object) : NO_VALUE;
        release(vm, object);
        return r;
    }
    int64_t mark = id == CODEC_UTF8_SIG && n >= 3 && !memcmp(data, "\xEF\xBB\xBF", 3) ? 3 : 0;
    Value r = codec_decode_as(vm, id, (const char *)data + mark, n - mark, errors, true, NULL);
    return r ? r : failed(vm, encoding, 1);
}

/* Text without a character that the encoding lacks, written at once; NULL without an error: it has some. */
static Value encode_clean(VM *vm, Ref str, CodecId id)
{
    Text t = text_of_str(str);
    int mark = id == CODEC_UTF8_SIG ? 3 : id == CODEC_UTF16 ? 2 : id == CODEC_UTF32 ? 4 : 0;
    bool surrogates, big = id == CODEC_UTF16BE || id == CODEC_UTF32BE;
    int64_t size = id <= CODEC_UTF8_SIG ? utf8_size(&t, &surrogates) : id >= CODEC_UTF32 ? utf32_size(&t) : id == CODEC_ASCII ? -1 : utf16_size(&t);
    if (size < 0 || (id <= CODEC_UTF8_SIG && surrogates)) return NO_VALUE;
    Value v = bytes_from(vm, NULL, mark + size);
    if (!v || mark + size == 0) return v;
    char *p = (char *)as_bytes(v)->data;
    memcpy(p, id == CODEC_UTF8_SIG ? "\xEF\xBB\xBF" : "\xFF\xFE\0\0", (size_t)mark);
    if (id <= CODEC_UTF8_SIG) utf8_write(p + mark, &t);
    else if (id >= CODEC_UTF32) utf32_write(p + mark, &t, big);
    else utf16_write(p + mark, &t, big);
    return v;
}

static bool encode_by(Coding *c, CodecId id)
{
    switch (id) {
    case CODEC_UTF8_SIG:
        strb_ascii(&c->out, "\xEF\xBB\xBF", 3);
        return utf8_encode(c);
    case CODEC_UTF8: return utf8_encode(c);
    case CODEC_UTF16:
        strb_ascii(&c->out, "\xFF\xFE", 2);
        return utf16_encode(c);
    case CODEC_UTF16LE: case CODEC_UTF16BE: return utf16_encode(c);
    case CODEC_UTF32:
        strb_ascii(&c->out, "\xFF\xFE\0\0", 4);
        return utf32_encode(c);
    case CODEC_UTF32LE: case CODEC_UTF32BE: return utf32_encode(c);
    case CODEC_ESCAPE: case CODEC_RAW_ESCAPE: return escape_encode(c, id == CODEC_RAW_ESCAPE);
    case CODEC_UTF7: return utf7_encode(c);
    default: return bytes_encode(c, id);
    }
}

Value codec_encode_as(VM *vm, CodecId id, Ref str, const char *errors)
{
    const Str *s = as_str(str);
    if ((str_is_ascii(s) && (id == CODEC_UTF8 || id == CODEC_ASCII)) || (id == CODEC_LATIN1 && str_width(s) == 1)) return bytes_from(vm, s->data, s->len);
    if (id <= CODEC_UTF8_SIG || id == CODEC_ASCII || (id >= CODEC_UTF16 && id <= CODEC_UTF32BE)) {
        Value quick = encode_clean(vm, str, id);
        if (quick || err_occurred(vm)) return quick;
    }
    Coding c = {.vm = vm, .name = shown_name(id), .errors = errors ? errors : "strict", .out = STRB_INIT(vm), .str = str,
        .text = text_of_str(str), .unit = 1, .big = id == CODEC_UTF16BE || id == CODEC_UTF32BE};
    bool ok = encode_by(&c, id);
    Value b = ok ? bytes_from(vm, c.out.data ? c.out.data : "", c.out.len) : NO_VALUE;
    coding_done(&c);
    strb_drop(&c.out);
    return b;
}

Value codec_encode(VM *vm, Ref str, const char *encoding, const char *errors)
{
    CodecId id = encoding ? codec_find(encoding) : CODEC_UTF8;
    if (id == CODEC_OTHER) return foreign(vm, encoding, errors, 0, str);
    Value b = codec_encode_as(vm, id, str, errors);
    return b ? b : failed(vm, encoding, 0);
}
