/* codecs.c: str to bytes and back by the name of an encoding: the names and their aliases, the quick ways for ASCII, Latin-1 and
 * well-formed UTF-8, and the tables of one byte a character. Error handlers are in codec_error.c. */
#include "codec_impl.h"

typedef enum { UTF8, UTF8_SIG, ASCII, LATIN1, UTF16, UTF16LE, UTF16BE, UTF32, UTF32LE, UTF32BE, ESCAPE, RAW_ESCAPE, CP1252, LATIN9, NOT_TEXT, UNKNOWN } CodecId;

static const struct { const char *alias; CodecId id; } aliases[] = {
    {"utf_8", UTF8}, {"utf8", UTF8}, {"u8", UTF8}, {"utf", UTF8}, {"cp65001", UTF8}, {"utf8_ucs2", UTF8}, {"utf8_ucs4", UTF8},
    {"utf_8_sig", UTF8_SIG}, {"utf8_sig", UTF8_SIG},
    {"ascii", ASCII}, {"us_ascii", ASCII}, {"646", ASCII}, {"us", ASCII}, {"iso646_us", ASCII}, {"ansi_x3.4_1968", ASCII}, {"cp367", ASCII},
    {"ansi_x3_4_1968", ASCII}, {"iso_ir_6", ASCII}, {"csascii", ASCII}, {"ibm367", ASCII}, {"iso_646.irv_1991", ASCII},
    {"latin_1", LATIN1}, {"latin1", LATIN1}, {"l1", LATIN1}, {"latin", LATIN1}, {"iso_8859_1", LATIN1}, {"iso8859_1", LATIN1},
    {"iso8859", LATIN1}, {"8859", LATIN1}, {"cp819", LATIN1}, {"iso_ir_100", LATIN1}, {"csisolatin1", LATIN1}, {"ibm819", LATIN1},
    {"iso_8859_1_1987", LATIN1},
    {"utf_16", UTF16}, {"utf16", UTF16}, {"u16", UTF16}, {"utf_16_le", UTF16LE}, {"utf_16le", UTF16LE}, {"utf16_le", UTF16LE},
    {"utf16le", UTF16LE}, {"unicodelittleunmarked", UTF16LE}, {"utf_16_be", UTF16BE}, {"utf_16be", UTF16BE}, {"utf16_be", UTF16BE},
    {"utf16be", UTF16BE}, {"unicodebigunmarked", UTF16BE},
    {"utf_32", UTF32}, {"utf32", UTF32}, {"u32", UTF32}, {"utf_32_le", UTF32LE}, {"utf_32le", UTF32LE}, {"utf32le", UTF32LE},
    {"utf_32_be", UTF32BE}, {"utf_32be", UTF32BE}, {"utf32be", UTF32BE},
    {"unicode_escape", ESCAPE}, {"unicodeescape", ESCAPE}, {"raw_unicode_escape", RAW_ESCAPE}, {"rawunicodeescape", RAW_ESCAPE},
    {"cp1252", CP1252}, {"windows_1252", CP1252}, {"1252", CP1252},
    {"iso8859_15", LATIN9}, {"iso_8859_15", LATIN9}, {"latin_9", LATIN9}, {"latin9", LATIN9}, {"l9", LATIN9},
    {"hex", NOT_TEXT}, {"hex_codec", NOT_TEXT}, {"base64", NOT_TEXT}, {"base64_codec", NOT_TEXT}, {"base_64", NOT_TEXT}, {"zlib", NOT_TEXT},
    {"zlib_codec", NOT_TEXT}, {"zip", NOT_TEXT}, {"bz2", NOT_TEXT}, {"bz2_codec", NOT_TEXT}, {"rot13", NOT_TEXT}, {"rot_13", NOT_TEXT},
    {"uu", NOT_TEXT}, {"uu_codec", NOT_TEXT}, {"quopri", NOT_TEXT}, {"quopri_codec", NOT_TEXT}, {"quoted_printable", NOT_TEXT},
};

/* Lower case; whatever is neither letter, digit nor point becomes one underscore. */
static CodecId find_codec(const char *name)
{
    if (!strcmp(name, "utf-8")) return UTF8; /* the usual spellings */
    if (!strcmp(name, "ascii")) return ASCII;
    if (!strcmp(name, "latin-1")) return LATIN1;
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
    return UNKNOWN;
}

/* ---- one byte a character ---- */
/* Windows-1252 from 0x80 to 0x9F; 0: undefined. The rest is Latin-1. */
static const uint16_t cp1252_high[32] = {
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178};
static const struct { uint8_t byte; uint16_t c; } latin9[] = {
    {0xA4, 0x20AC}, {0xA6, 0x160}, {0xA8, 0x161}, {0xB4, 0x17D}, {0xB8, 0x17E}, {0xBC, 0x152}, {0xBD, 0x153}, {0xBE, 0x178}};
enum { LATIN9_ROWS = sizeof latin9 / sizeof *latin9, UNDEFINED = 0xFFFE };

static uint32_t char_of_byte(CodecId id, unsigned b)
{
    if (id == ASCII) return b < 128 ? b : UNDEFINED;
    if (id == CP1252 && b >= 0x80 && b < 0xA0) return cp1252_high[b - 0x80] ? cp1252_high[b - 0x80] : UNDEFINED;
    for (int i = 0; id == LATIN9 && i < LATIN9_ROWS; i++)
        if (latin9[i].byte == b) return latin9[i].c;
    return b;
}

static int byte_of_char(CodecId id, uint32_t c)
{
    if (c < 128) return (int)c;
    if (id == ASCII) return -1;
    if (id == CP1252) {
        if (c >= 0xA0 && c < 256) return (int)c;
        for (int i = 0; i < 32; i++)
            if (cp1252_high[i] == c) return 0x80 + i;
        return -1;
    }
    for (int i = 0; id == LATIN9 && i < LATIN9_ROWS; i++) {
        if (latin9[i].c == c) return latin9[i].byte;
        if (latin9[i].byte == c) return -1;
    }
    return c < 256 ? (int)c : -1;
}

static const char *byte_reason(CodecId id)
{
    return id == ASCII ? "ordinal not in range(128)" : id == LATIN1 ? "ordinal not in range(256)" : "character maps to <undefined>";
}

static bool bytes_decode(Coding *c, CodecId id)
{
    for (int64_t i = 0; i < c->n;) {
        uint32_t u = char_of_byte(id, c->p[i]);
        if (u != UNDEFINED) {
            strb_char(&c->out, u);
            i++;
        } else if ((i = decode_error(c, i, i + 1, byte_reason(id))) < 0) {
            return false;
        }
    }
    return !c->out.failed;
}

static bool bytes_encode(Coding *c, CodecId id)
{
    bool ignore = !strcmp(c->errors, "ignore"), question = !strcmp(c->errors, "replace");
    for (int64_t i = 0; i < c->text.n;) {
        int b = byte_of_char(id, text_at(&c->text, i));
        if (b >= 0) {
            strb_char(&c->out, (uint32_t)b);
            i++;
            continue;
        }
        int64_t end = i + 1;
        while (end < c->text.n && byte_of_char(id, text_at(&c->text, end)) < 0) end++;
        if (question) strb_fill(&c->out, '?', end - i);
        if (ignore || question) i = end;
        else if ((i = encode_error(c, i, end, byte_reason(id))) < 0) return false;
    }
    return !c->out.failed;
}

/* ---- by name ---- */
static const char *shown_name(CodecId id)
{
    static const char *const names[] = {"utf-8", "utf-8", "ascii", "latin-1", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le",
        "utf-32-be", "unicodeescape", "rawunicodeescape", "charmap", "charmap"};
    return names[id];
}

/* The function of a codec that the program registered through the module codecs; NULL without an error: none. */
static Value registered_codec(VM *vm, const char *name, const char *verb)
{
    Ref module = vm->modules ? dict_get_c(vm, REF(vm->modules), "codecs") : NULL;
    if (!module) return NO_VALUE;
    Value find = obj_getattr_c(vm, module, "_text_codec"), n = find ? str_from_c(vm, name) : NO_VALUE, v = n ? str_from_c(vm, verb) : NO_VALUE;
    Value f = v ? call2(vm, find, n, v) : NO_VALUE;
    release(vm, find);
    release(vm, n);
    release(vm, v);
    if (is_none(f)) value_clear(vm, &f);
    return f;
}

/* A codec that is none of ours, with what it is to work on. */
static Value foreign(VM *vm, CodecId id, const char *name, const char *errors, bool decoding, Ref object)
{
    const char *verb = decoding ? "decode" : "encode";
    if (id == NOT_TEXT)
        return err_raise(vm, EXC_LookupError, "'%s' is not a text encoding; use codecs.%s() to handle arbitrary codecs", name, verb);
    Value f = registered_codec(vm, name, verb);
    if (!f) return err_occurred(vm) ? NO_VALUE : err_raise(vm, EXC_LookupError, "unknown encoding: %s", name);
    Value handler = str_from_c(vm, errors ? errors : "strict"), pair = handler ? call2(vm, f, object, handler) : NO_VALUE, r = NO_VALUE;
    if (pair && !(is_tuple(pair) && as_tuple(pair)->len == 2)) {
        err_raise(vm, EXC_TypeError, "%s must return a tuple (object, integer)", decoding ? "decoder" : "encoder");
    } else if (pair) {
        Ref made = as_tuple(pair)->items[0];
        if (decoding ? is_str(made) : is_bytes(made)) r = retain(made);
        else err_raise(vm, EXC_TypeError, "'%s' %sr returned '%T' instead of '%s'; use codecs.%s() to %s to arbitrary types", name, verb, made, decoding ? "str" : "bytes", verb, verb);
    }
    release(vm, f);
    release(vm, handler);
    release(vm, pair);
    return r;
}

static bool all_ascii(const unsigned char *p, int64_t n) { return text_or(p, 1, n) < 128; }

/* An error other than a UnicodeError is told with the codec's name, except for those that are called directly. */
static Value failed(VM *vm, const char *encoding, const char *verb)
{
    static const char *const direct[] = {"utf-8", "utf8", "utf-16", "utf-32", "ascii", "us-ascii", "latin-1", "latin1", "iso-8859-1", "iso8859-1"};
    char key[16];
    size_t n = 0;
    for (; encoding && encoding[n] && n < sizeof key - 1; n++) {
        char c = encoding[n];
        key[n] = c == '_' ? '-' : c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
    }
    key[n] = 0;
    for (size_t i = 0; i < sizeof direct / sizeof *direct; i++)
        if (!encoding || !strcmp(key, direct[i])) return NO_VALUE;
    ExcId id = err_matches(vm, EXC_TypeError) ? EXC_TypeError : EXC_LookupError;
    if (id == EXC_LookupError && !err_matches(vm, EXC_LookupError)) return NO_VALUE;
    if (err_matches(vm, EXC_IndexError) || err_matches(vm, EXC_KeyError)) return NO_VALUE;
    Value e = err_take(vm);
    err_raise(vm, id, "%s with '%s' codec failed (%T: %S)", verb, encoding, (Ref)e, (Ref)e);
    err_chain(vm, e);
    return NO_VALUE;
}

Value codec_decode(VM *vm, const void *data, int64_t n, const char *encoding, const char *errors)
{
    if (n == 0) return str_from_ascii(vm, "", 0); /* whatever the encoding's name is */
    CodecId id = encoding ? find_codec(encoding) : UTF8;
    const unsigned char *p = data;
    if (id >= NOT_TEXT) {
        Value object = bytes_from(vm, data, n), r = object ? foreign(vm, id, encoding, errors, true, object) : NO_VALUE;
        release(vm, object);
        return r;
    }
    if (id == UTF8_SIG && n >= 3 && !memcmp(p, "\xEF\xBB\xBF", 3)) {
        p += 3;
        n -= 3;
    }
    if (id == ASCII && all_ascii(p, n)) return str_from_ascii(vm, (const char *)p, (size_t)n);
    if (id <= UTF8_SIG) {
        bool malformed;
        Value v = str_try_utf8(vm, (const char *)p, (size_t)n, false, &malformed);
        if (!malformed) return v;
    }
    if (id == LATIN1) return str_from_latin1(vm, p, (size_t)n);
    Coding c = {.vm = vm, .name = shown_name(id), .errors = errors ? errors : "strict", .out = STRB_INIT(vm), .p = p, .n = n, .unit = 1};
    bool ok;
    switch (id) {
    case UTF8: case UTF8_SIG: ok = utf8_decode(&c); break;
    case UTF16: case UTF16LE: case UTF16BE: ok = utf16_decode(&c, id == UTF16LE ? -1 : id == UTF16BE ? 1 : 0); break;
    case UTF32: case UTF32LE: case UTF32BE: ok = utf32_decode(&c, id == UTF32LE ? -1 : id == UTF32BE ? 1 : 0); break;
    case ESCAPE: case RAW_ESCAPE: ok = escape_decode(&c, id == RAW_ESCAPE); break;
    default: ok = bytes_decode(&c, id);
    }
    release(vm, c.object);
    if (ok) return strb_take(&c.out);
    strb_drop(&c.out);
    return failed(vm, encoding, "decoding");
}

/* Text without a character that the encoding lacks, written at once; NULL without an error: it has some. */
static Value encode_clean(VM *vm, Ref str, CodecId id)
{
    Text t = text_of_str(str);
    int mark = id == UTF8_SIG ? 3 : id == UTF16 ? 2 : id == UTF32 ? 4 : 0;
    bool surrogates, big = id == UTF16BE || id == UTF32BE;
    int64_t size = id <= UTF8_SIG ? utf8_size(&t, &surrogates) : id >= UTF32 ? utf32_size(&t) : id == ASCII ? -1 : utf16_size(&t);
    if (size < 0 || (id <= UTF8_SIG && surrogates)) return NO_VALUE;
    Value v = bytes_from(vm, NULL, mark + size);
    if (!v || mark + size == 0) return v;
    char *p = (char *)as_bytes(v)->data;
    memcpy(p, id == UTF8_SIG ? "\xEF\xBB\xBF" : "\xFF\xFE\0\0", (size_t)mark);
    if (id <= UTF8_SIG) utf8_write(p + mark, &t);
    else if (id >= UTF32) utf32_write(p + mark, &t, big);
    else utf16_write(p + mark, &t, big);
    return v;
}

Value codec_encode(VM *vm, Ref str, const char *encoding, const char *errors)
{
    CodecId id = encoding ? find_codec(encoding) : UTF8;
    const Str *s = as_str(str);
    if (id >= NOT_TEXT) return foreign(vm, id, encoding, errors, false, str);
    if ((str_is_ascii(s) && (id == UTF8 || id == ASCII)) || (id == LATIN1 && str_width(s) == 1)) return bytes_from(vm, s->data, s->len);
    if (id <= UTF8_SIG || id == ASCII || (id >= UTF16 && id <= UTF32BE)) {
        Value quick = encode_clean(vm, str, id);
        if (quick || err_occurred(vm)) return quick;
    }
    Coding c = {.vm = vm, .name = shown_name(id), .errors = errors ? errors : "strict", .out = STRB_INIT(vm), .str = str,
        .text = text_of_str(str), .unit = 1, .big = id == UTF16BE || id == UTF32BE};
    bool ok;
    switch (id) {
    case UTF8_SIG:
        strb_ascii(&c.out, "\xEF\xBB\xBF", 3);
        ok = utf8_encode(&c);
        break;
    case UTF8: ok = utf8_encode(&c); break;
    case UTF16:
        strb_ascii(&c.out, "\xFF\xFE", 2);
        ok = utf16_encode(&c);
        break;
    case UTF16LE: case UTF16BE: ok = utf16_encode(&c); break;
    case UTF32:
        strb_ascii(&c.out, "\xFF\xFE\0\0", 4);
        ok = utf32_encode(&c);
        break;
    case UTF32LE: case UTF32BE: ok = utf32_encode(&c); break;
    case ESCAPE: case RAW_ESCAPE: ok = escape_encode(&c, id == RAW_ESCAPE); break;
    default: ok = bytes_encode(&c, id);
    }
    Value b = ok ? bytes_from(vm, c.out.data ? c.out.data : "", c.out.len) : NO_VALUE;
    strb_drop(&c.out);
    return b ? b : failed(vm, encoding, "encoding");
}
