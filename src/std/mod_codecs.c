/* mod_codecs.c: the module _codecs: under CPython's codecs and its package encodings, the codecs of C one by one, tables, the registry. The handlers of errors
 * that every Python has are in mod_codecs_errors.c. */
#include "lang/text/codecs.h"
#include "lang/text/text_impl.h"
#include "lang/object/vm.h"
#include "mod_codecs.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

/* ---- arguments ---- */

static bool callable_arg(VM *vm, Ref v, const char *what) { return (is_heap(v) && type_of(vm, v)->s.call) || err_false(vm, EXC_TypeError, "%s must be callable", what); }

static bool str_arg(VM *vm, Ref v, const char *func, int number)
{
    return is_str(v) || err_false(vm, EXC_TypeError, "%s() argument %d must be str, not %T", func, number, v);
}

/* The name of a handler: None or nothing is strict (NULL). Its text is the program's str's, or *held's. */
static bool errors_arg(VM *vm, Ref v, const char *func, const char **out)
{
    size_t n;
    *out = NULL;
    if (!v || is_none(v)) return true;
    if (!is_str(v)) return err_false(vm, EXC_TypeError, "%s() argument 2 must be str or None, not %T", func, v);
    if (!(*out = str_utf8(vm, v, &n))) return false;
    return strlen(*out) == n || err_false(vm, EXC_ValueError, "embedded null character");
}

/* Bytes, or a str's UTF-8. */
static bool bytes_arg(VM *vm, Ref v, BufferView *view)
{
    if (!is_str(v)) return buffer_get(vm, v, view);
    Value b = codec_encode(vm, v, NULL, NULL);
    bool ok = b && buffer_get(vm, b, view);
    release(vm, b);
    return ok;
}

static Value pair(VM *vm, Value v /*taken*/, int64_t n)
{
    Value r = v ? tuple_of(vm, 2, (Ref)v, (Ref)make_small(n)) : NO_VALUE;
    release(vm, v);
    return r;
}

/* ---- single codecs ---- */

static Value decode(VM *vm, const char *func, CodecId id, const Ref *args, Ref final, bool text_too, Decoded *done)
{
    const char *errors;
    BufferView view;
    Decoded own;
    if (!done) done = &own;
    int last = final ? op_truth(vm, final) : 1;
    if (last < 0 || !errors_arg(vm, args[1], func, &errors)) return NO_VALUE;
    if (!(text_too ? bytes_arg(vm, args[0], &view) : buffer_get(vm, args[0], &view))) return NO_VALUE;
    Value text = codec_decode_as(vm, id, view.data, view.len, errors, last, done);
    buffer_release(vm, &view);
    return text;
}

static Value encode(VM *vm, const char *func, CodecId id, const Ref *args)
{
    const char *errors;
    if (!str_arg(vm, args[0], func, 1) || !errors_arg(vm, args[1], func, &errors)) return NO_VALUE;
    return pair(vm, codec_encode_as(vm, id, args[0], errors), as_str(args[0])->len);
}

#define ENCODE(name, id) FN(fn_##name##_encode) { return encode(vm, #name "_encode", id, args); }
/* (Without a final argument the default of these is False.) */
#define DECODE(name, id) \
    FN(fn_##name##_decode) \
    { \
        Decoded done; \
        Value text = decode(vm, #name "_decode", id, args, args[2] ? args[2] : V_FALSE, false, &done); \
        return pair(vm, text, done.used); \
    }
#define DECODE_WHOLE(name, id) \
    FN(fn_##name##_decode) \
    { \
        Decoded done; \
        Value text = decode(vm, #name "_decode", id, args, NULL, false, &done); \
        return pair(vm, text, done.used); \
    }
#define DECODE_TEXT(name, id) \
    FN(fn_##name##_decode) \
    { \
        Decoded done; \
        Value text = decode(vm, #name "_decode", id, args, args[2], true, &done); \
        return pair(vm, text, done.used); \
    }
ENCODE(utf_8, CODEC_UTF8) DECODE(utf_8, CODEC_UTF8) ENCODE(utf_7, CODEC_UTF7) DECODE(utf_7, CODEC_UTF7)
ENCODE(utf_16_le, CODEC_UTF16LE) DECODE(utf_16_le, CODEC_UTF16LE) ENCODE(utf_16_be, CODEC_UTF16BE) DECODE(utf_16_be, CODEC_UTF16BE) DECODE(utf_16, CODEC_UTF16)
ENCODE(utf_32_le, CODEC_UTF32LE) DECODE(utf_32_le, CODEC_UTF32LE) ENCODE(utf_32_be, CODEC_UTF32BE) DECODE(utf_32_be, CODEC_UTF32BE) DECODE(utf_32, CODEC_UTF32)
ENCODE(ascii, CODEC_ASCII) DECODE_WHOLE(ascii, CODEC_ASCII) ENCODE(latin_1, CODEC_LATIN1) DECODE_WHOLE(latin_1, CODEC_LATIN1)
ENCODE(unicode_escape, CODEC_ESCAPE) DECODE_TEXT(unicode_escape, CODEC_ESCAPE)
ENCODE(raw_unicode_escape, CODEC_RAW_ESCAPE) DECODE_TEXT(raw_unicode_escape, CODEC_RAW_ESCAPE)

static Value encode_in_order(VM *vm, const char *func, const CodecId ids[3], const Ref *args)
{
    int64_t order = 0;
    if (args[2] && !num_index_i64(vm, args[2], &order)) return NO_VALUE;
    return encode(vm, func, ids[order < 0 ? 1 : order > 0 ? 2 : 0], args);
}
FN(fn_utf_16_encode) { return encode_in_order(vm, "utf_16_encode", (const CodecId[]){CODEC_UTF16, CODEC_UTF16LE, CODEC_UTF16BE}, args); }
FN(fn_utf_32_encode) { return encode_in_order(vm, "utf_32_encode", (const CodecId[]){CODEC_UTF32, CODEC_UTF32LE, CODEC_UTF32BE}, args); }

/* data, errors, byteorder, final: (text, used, the order that was found) */
static Value decode_in_order(VM *vm, const char *func, const CodecId ids[3], const Ref *args)
{
    int64_t order = 0;
    Decoded done;
    if (args[2] && !num_index_i64(vm, args[2], &order)) return NO_VALUE;
    Value text = decode(vm, func, ids[order < 0 ? 1 : order > 0 ? 2 : 0], args, args[3] ? args[3] : V_FALSE, false, &done);
    Value r = text ? tuple_of(vm, 3, (Ref)text, (Ref)make_small(done.used), (Ref)make_small(order ? order : done.order)) : NO_VALUE;
    release(vm, text);
    return r;
}
FN(fn_utf_16_ex_decode) { return decode_in_order(vm, "utf_16_ex_decode", (const CodecId[]){CODEC_UTF16, CODEC_UTF16LE, CODEC_UTF16BE}, args); }
FN(fn_utf_32_ex_decode) { return decode_in_order(vm, "utf_32_ex_decode", (const CodecId[]){CODEC_UTF32, CODEC_UTF32LE, CODEC_UTF32BE}, args); }

FN(fn_readbuffer_encode)
{
    BufferView view;
    const char *errors;
    if (!errors_arg(vm, args[1], "readbuffer_encode", &errors) || !bytes_arg(vm, args[0], &view)) return NO_VALUE;
    Value r = pair(vm, bytes_from(vm, view.data, view.len), view.len);
    buffer_release(vm, &view);
    return r;
}

/* ---- the escapes of bytes literals ---- */

static int hex_digit(unsigned c)
{
    return c >= '0' && c <= '9' ? (int)c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (int)(c | 32) - 'a' + 10 : -1;
}

/* \x at p[i]: its byte, -1: left out, -2: raised. *used: how many bytes of the text it takes. */
static int hex_escape(VM *vm, const unsigned char *p, int64_t n, int64_t i, const char *errors, int *used)
{
    int a = i + 2 < n ? hex_digit(p[i + 2]) : -1, b = i + 3 < n && a >= 0 ? hex_digit(p[i + 3]) : -1;
    *used = a < 0 ? 2 : b < 0 ? 3 : 4;
    if (b >= 0) return a << 4 | b;
    if (!errors || !strcmp(errors, "strict")) return err_minus(vm, EXC_ValueError, "invalid \\x escape at position %lld", (long long)i), -2;
    if (!strcmp(errors, "replace")) return '?';
    if (!strcmp(errors, "ignore")) return -1;
    return err_minus(vm, EXC_ValueError, "decoding error; unknown error handling code: %.400s", errors), -2;
}

static bool unescape(VM *vm, const unsigned char *p, int64_t n, const char *errors, unsigned char *to, int64_t *size, int64_t *invalid)
{
    static const char simple[] = "\\\\''\"\"a\ab\bf\fn\nr\rt\tv\v";
    int64_t k = 0;
    for (int64_t i = 0; i < n;) {
        if (p[i] != '\\') {
            to[k++] = p[i++];
            continue;
        }
        if (i + 1 >= n) return err_false(vm, EXC_ValueError, "Trailing \\ in string");
        unsigned char c = p[i + 1];
        const char *s = simple;
        while (*s && (unsigned char)*s != c) s += 2;
        int used = 2, byte = -1;
        if (*s) byte = (unsigned char)s[1];
        else if (c == 'x' && (byte = hex_escape(vm, p, n, i, errors, &used)) == -2) return false;
        else if (c >= '0' && c <= '7') {
            for (byte = 0, used = 1; used < 4 && i + used < n && p[i + used] >= '0' && p[i + used] <= '7'; used++) byte = byte * 8 + p[i + used] - '0';
            if (byte > 255 && *invalid < 0) *invalid = i + 1;
            byte &= 255;
        } else if (c != 'x' && c != '\n') {
            if (*invalid < 0) *invalid = i + 1;
            byte = '\\';
            used = 1;
        }
        if (byte >= 0) to[k++] = (unsigned char)byte;
        i += used;
    }
    *size = k;
    return true;
}

FN(fn_escape_decode)
{
    BufferView view;
    const char *errors;
    int64_t size = 0, invalid = -1;
    if (!errors_arg(vm, args[1], "escape_decode", &errors) || !bytes_arg(vm, args[0], &view)) return NO_VALUE;
    unsigned char *to = mem_alloc(vm->mem, (size_t)view.len + 1);
    if (!to) err_no_memory(vm);
    Value b = to && unescape(vm, view.data, view.len, errors, to, &size, &invalid) ? bytes_from(vm, to, size) : NO_VALUE;
    const unsigned char *odd = view.data + invalid;
    if (b && invalid >= 0 && !err_warn(vm, EXC_DeprecationWarning, *odd >= '0' && *odd <= '7' ? str_format(vm, "invalid octal escape sequence '\\%c%c%c'", (int)odd[0], (int)odd[1], (int)odd[2])
                                                                                        : str_format(vm, "invalid escape sequence '\\%c'", (int)*odd))) value_clear(vm, &b);
    mem_free(vm->mem, to, (size_t)view.len + 1);
    int64_t used = view.len;
    buffer_release(vm, &view);
    return pair(vm, b, used);
}

FN(fn_escape_encode)
{
    const char *errors;
    if (!is_bytes(args[0])) return err_raise(vm, EXC_TypeError, "escape_encode() argument 1 must be bytes, not %T", args[0]);
    if (!errors_arg(vm, args[1], "escape_encode", &errors)) return NO_VALUE;
    StrB b = STRB_INIT(vm);
    Bytes *from = as_bytes(args[0]);
    for (int64_t i = 0; i < from->len; i++) {
        unsigned c = from->data[i];
        if (c == '\t' || c == '\n' || c == '\r') strb_format(&b, "\\%c", c == '\t' ? 't' : c == '\n' ? 'n' : 'r');
        else if (c == '\'' || c == '\\') strb_format(&b, "\\%c", (int)c);
        else if (c < ' ' || c >= 127) strb_format(&b, "\\x%02x", c);
        else strb_char(&b, c);
    }
    Value r = b.failed ? NO_VALUE : bytes_from(vm, b.data, b.len);
    strb_drop(&b);
    return pair(vm, r, from->len);
}

/* ---- tables ---- */

/* {character: byte} of a str of characters by bytes. */
FN(fn_charmap_build)
{
    if (!is_str(args[0])) return err_raise(vm, EXC_TypeError, "charmap_build() argument must be str, not %T", args[0]);
    Value d = dict_new(vm);
    const Str *table = as_str(args[0]);
    for (int64_t i = 0; d && i < table->len && i < 256; i++)
        if (str_at(table, i) != 0xFFFE && !dict_set(vm, d, make_small(str_at(table, i)), make_small(i))) value_clear(vm, &d);
    return d;
}

FN(fn_charmap_decode)
{
    const char *errors;
    BufferView view;
    if (!errors_arg(vm, args[1], "charmap_decode", &errors) || !buffer_get(vm, args[0], &view)) return NO_VALUE;
    bool table = args[2] && !is_none(args[2]);
    Value text = table ? charmap_decode(vm, view.data, view.len, errors, args[2]) : codec_decode_as(vm, CODEC_LATIN1, view.data, view.len, errors, true, NULL);
    int64_t used = view.len;
    buffer_release(vm, &view);
    return pair(vm, text, used);
}

FN(fn_charmap_encode)
{
    const char *errors;
    if (!str_arg(vm, args[0], "charmap_encode", 1) || !errors_arg(vm, args[1], "charmap_encode", &errors)) return NO_VALUE;
    bool table = args[2] && !is_none(args[2]);
    Value b = table ? charmap_encode(vm, args[0], errors, args[2]) : codec_encode_as(vm, CODEC_LATIN1, args[0], errors);
    return pair(vm, b, as_str(args[0])->len);
}

/* ---- the registry ---- */

FN(fn_register) { return callable_arg(vm, args[0], "argument") && codec_register(vm, args[0]) ? V_NONE : NO_VALUE; }
FN(fn_unregister) { return codec_unregister(vm, args[0]) ? V_NONE : NO_VALUE; }
FN(fn_lookup) { return is_str(args[0]) ? codec_lookup(vm, args[0]) : err_raise(vm, EXC_TypeError, "lookup() argument must be str, not %T", args[0]); }

static Value apply(VM *vm, int which, const char *func, const Ref *args)
{
    static const char *const names[] = {"", "encoding", "errors"};
    for (int i = 1; i < 3; i++)
        if (args[i] && !is_str(args[i])) return err_raise(vm, EXC_TypeError, "%s() argument '%s' must be str, not %T", func, names[i], args[i]);
    Value utf8 = args[1] ? retain(args[1]) : str_from_c(vm, "utf-8"), r = utf8 ? codec_apply(vm, which, args[0], utf8, args[2], false) : NO_VALUE;
    release(vm, utf8);
    return r;
}
FN(fn_encode) { return apply(vm, 0, "encode", args); }
FN(fn_decode) { return apply(vm, 1, "decode", args); }

FN(fn_register_error)
{
    if (!is_str(args[0])) return err_raise(vm, EXC_TypeError, "register_error() argument 1 must be str, not %T", args[0]);
    return callable_arg(vm, args[1], "handler") && codec_set_handler(vm, args[0], args[1]) ? V_NONE : NO_VALUE;
}
FN(fn_lookup_error)
{
    if (!is_str(args[0])) return err_raise(vm, EXC_TypeError, "lookup_error() argument must be str, not %T", args[0]);
    return codec_handler(vm, args[0]);
}

static bool init(VM *vm, Ref module, Dict *ns) { return codecs_add_handlers(vm); }

#define PART "data, errors=None, final=False, /"
#define WHOLE "data, errors=None, /"
#define TEXT "data, errors=None, final=True, /"
#define STR "str, errors=None, /"
static const NativeDef functions[] = {
    {"register", fn_register, "search_function, /", "Asks this function too for codecs: it is given a name in small letters and answers a CodecInfo or None.", 0},
    {"unregister", fn_unregister, "search_function, /", "Asks it no more, and forgets what was found.", 0},
    {"lookup", fn_lookup, "encoding, /", "The CodecInfo of an encoding.", 0},
    {"encode", fn_encode, "obj, encoding='utf-8', errors='strict'", "An object through the encoder of a codec.", NATIVE_KW},
    {"decode", fn_decode, "obj, encoding='utf-8', errors='strict'", "An object through the decoder of a codec.", NATIVE_KW},
    {"register_error", fn_register_error, "errors, handler, /", "Calls the handler with the exception where errors= has this name: it answers (replacement, position).", 0},
    {"lookup_error", fn_lookup_error, "name, /", "The handler of that name.", 0},
    {"utf_8_encode", fn_utf_8_encode, STR, NULL, 0}, {"utf_8_decode", fn_utf_8_decode, PART, NULL, 0},
    {"utf_7_encode", fn_utf_7_encode, STR, NULL, 0}, {"utf_7_decode", fn_utf_7_decode, PART, NULL, 0},
    {"utf_16_encode", fn_utf_16_encode, "str, errors=None, byteorder=0, /", NULL, 0}, {"utf_16_decode", fn_utf_16_decode, PART, NULL, 0},
    {"utf_16_le_encode", fn_utf_16_le_encode, STR, NULL, 0}, {"utf_16_le_decode", fn_utf_16_le_decode, PART, NULL, 0},
    {"utf_16_be_encode", fn_utf_16_be_encode, STR, NULL, 0}, {"utf_16_be_decode", fn_utf_16_be_decode, PART, NULL, 0},
    {"utf_16_ex_decode", fn_utf_16_ex_decode, "data, errors=None, byteorder=0, final=False, /", "(text, bytes used, -1 little, 1 big, 0 unknown order)", 0},
    {"utf_32_encode", fn_utf_32_encode, "str, errors=None, byteorder=0, /", NULL, 0}, {"utf_32_decode", fn_utf_32_decode, PART, NULL, 0},
    {"utf_32_le_encode", fn_utf_32_le_encode, STR, NULL, 0}, {"utf_32_le_decode", fn_utf_32_le_decode, PART, NULL, 0},
    {"utf_32_be_encode", fn_utf_32_be_encode, STR, NULL, 0}, {"utf_32_be_decode", fn_utf_32_be_decode, PART, NULL, 0},
    {"utf_32_ex_decode", fn_utf_32_ex_decode, "data, errors=None, byteorder=0, final=False, /", "(text, bytes used, -1 little, 1 big, 0 unknown order)", 0},
    {"unicode_escape_encode", fn_unicode_escape_encode, STR, NULL, 0}, {"unicode_escape_decode", fn_unicode_escape_decode, TEXT, NULL, 0},
    {"raw_unicode_escape_encode", fn_raw_unicode_escape_encode, STR, NULL, 0}, {"raw_unicode_escape_decode", fn_raw_unicode_escape_decode, TEXT, NULL, 0},
    {"latin_1_encode", fn_latin_1_encode, STR, NULL, 0}, {"latin_1_decode", fn_latin_1_decode, WHOLE, NULL, 0},
    {"ascii_encode", fn_ascii_encode, STR, NULL, 0}, {"ascii_decode", fn_ascii_decode, WHOLE, NULL, 0},
    {"escape_encode", fn_escape_encode, WHOLE, "Bytes as they stand in a literal.", 0}, {"escape_decode", fn_escape_decode, WHOLE, "What a literal of bytes stands for.", 0},
    {"readbuffer_encode", fn_readbuffer_encode, WHOLE, "The bytes of anything bytes-like.", 0},
    {"charmap_build", fn_charmap_build, "map, /", "The table of an encoder from that of a decoder.", 0},
    {"charmap_encode", fn_charmap_encode, "str, errors=None, mapping=None, /", "Each character by a table; Latin-1 without one.", 0},
    {"charmap_decode", fn_charmap_decode, "data, errors=None, mapping=None, /", "Each byte by a table; Latin-1 without one.", 0},
    {0},
};
const ModuleDef codecs_module = {.name = "_codecs", .doc = "Under codecs: the codecs of C, the registry, handlers of errors.", .functions = functions, .init = init};
