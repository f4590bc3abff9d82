/* mod_binascii.c: the module binascii: bytes as hexadecimal, base64 and quoted-printable text and back, checksums. */
#include <stdio.h>
#include <zlib.h>

#include "lang/object/vm.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

typedef struct BinState { Value error, incomplete; } BinState;
extern const ModuleDef binascii_module;

static Value fail(VM *vm, const char *text)
{
    BinState *s = module_state(vm, &binascii_module);
    Value t = s ? str_from_c(vm, text) : NULL, e = t ? call1(vm, s->error, t) : NULL;
    release(vm, t);
    return e ? err_raise_obj(vm, e) : NULL;
}

/* What the a2b functions take: bytes-like, or str of ASCII alone. */
static bool ascii_arg(VM *vm, Ref v, BufferView *view)
{
    memset(view, 0, sizeof *view);
    if (is_str(v)) {
        if (!str_is_ascii(as_str(v))) return err_false(vm, EXC_ValueError, "string argument should contain only ASCII characters");
        view->data = as_str(v)->data;
        view->len = as_str(v)->len;
        return true;
    }
    if (!buffer_check(vm, v)) return err_false(vm, EXC_TypeError, "argument should be bytes, buffer or ASCII string, not '%T'", v);
    return buffer_get(vm, v, view);
}
static void give_back(VM *vm, BufferView *view)
{
    if (view->owner) buffer_release(vm, view);
}

/* ---- hexadecimal ---- */

FN(fn_hexlify)
{
    BufferView held; /* the arguments behind it may run Python: it keeps its size */
    if (!buffer_get(vm, args[0], &held)) return NULL;
    Value r = bytes_hex(vm, args[0], args[1], args[2], false);
    buffer_release(vm, &held);
    return r;
}

static int hex_digit(unsigned c)
{
    return c >= '0' && c <= '9' ? (int)c - '0' : c >= 'a' && c <= 'f' ? (int)c - 'a' + 10 : c >= 'A' && c <= 'F' ? (int)c - 'A' + 10 : -1;
}

FN(fn_unhexlify)
{
    BufferView v;
    if (!ascii_arg(vm, args[0], &v)) return NULL;
    Value out = v.len % 2 ? fail(vm, "Odd-length string") : bytes_from(vm, NULL, v.len / 2);
    for (int64_t i = 0; out && i < v.len / 2; i++) {
        int a = hex_digit(v.data[2 * i]), b = hex_digit(v.data[2 * i + 1]);
        if (a < 0 || b < 0) {
            release(vm, out);
            out = fail(vm, "Non-hexadecimal digit found");
        } else as_bytes(out)->data[i] = (unsigned char)(a << 4 | b);
    }
    give_back(vm, &v);
    return out;
}

/* ---- base64 ---- */

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

FN(fn_b2a_base64)
{
    BufferView v;
    int newline = args[1] ? op_truth(vm, args[1]) : 1;
    if (newline < 0 || !buffer_get(vm, args[0], &v)) return NULL;
    Value out = bytes_from(vm, NULL, (v.len + 2) / 3 * 4 + newline);
    unsigned char *p = out ? as_bytes(out)->data : NULL;
    for (int64_t i = 0; out && i < v.len; i += 3) {
        unsigned left = v.len - i < 3 ? (unsigned)(v.len - i) : 3;
        unsigned w = (unsigned)v.data[i] << 16 | (left > 1 ? (unsigned)v.data[i + 1] << 8 : 0) | (left > 2 ? v.data[i + 2] : 0u);
        *p++ = (unsigned char)alphabet[w >> 18];
        *p++ = (unsigned char)alphabet[w >> 12 & 63];
        *p++ = left > 1 ? (unsigned char)alphabet[w >> 6 & 63] : '=';
        *p++ = left > 2 ? (unsigned char)alphabet[w & 63] : '=';
    }
    if (out && newline) *p = '\n';
    buffer_release(vm, &v);
    return out;
}

static int base64_digit(unsigned c)
{
    if (c >= 'A' && c <= 'Z') return (int)c - 'A';
    if (c >= 'a' && c <= 'z') return (int)c - 'a' + 26;
    if (c >= '0' && c <= '9') return (int)c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* Decodes; the length, or -1 with *why (a format that may take the number of digits). */
static int64_t from_base64(const unsigned char *in, int64_t len, bool strict, unsigned char *out, const char **why)
{
    int64_t n = 0;
    int quad = 0, pads = 0;
    unsigned left = 0;
    if (strict && len && in[0] == '=') return *why = "Leading padding not allowed", -1;
    for (int64_t i = 0; i < len; i++) {
        if (in[i] == '=') {
            if (quad >= 2 && quad + ++pads >= 4) {
                if (strict && i + 1 < len) return *why = "Excess data after padding", -1;
                return n;
            }
            continue;
        }
        int d = base64_digit(in[i]);
        if (d < 0) {
            if (strict) return *why = "Only base64 data is allowed", -1;
            continue;
        }
        if (strict && pads) return *why = "Discontinuous padding not allowed", -1;
        pads = 0;
        switch (quad) {
        case 0: quad = 1; left = (unsigned)d; break;
        case 1: quad = 2; out[n++] = (unsigned char)(left << 2 | (unsigned)d >> 4); left = (unsigned)d & 15; break;
        case 2: quad = 3; out[n++] = (unsigned char)(left << 4 | (unsigned)d >> 2); left = (unsigned)d & 3; break;
        default: quad = 0; out[n++] = (unsigned char)(left << 6 | (unsigned)d); left = 0;
        }
    }
    if (quad == 1) return *why = "Invalid base64-encoded string: number of data characters (%lld) cannot be 1 more than a multiple of 4", -1 - n;
    return quad ? (*why = "Incorrect padding", -1) : n;
}

FN(fn_a2b_base64)
{
    BufferView v;
    int strict = args[1] ? op_truth(vm, args[1]) : 0;
    if (strict < 0 || !ascii_arg(vm, args[0], &v)) return NULL;
    size_t cap = (size_t)v.len / 4 * 3 + 4;
    unsigned char *buf = mem_alloc(vm->mem, cap);
    const char *why = NULL;
    int64_t len = buf ? from_base64(v.data, v.len, strict, buf, &why) : 0;
    Value out = NULL;
    if (!buf) err_no_memory(vm);
    else if (why) {
        char text[128];
        snprintf(text, sizeof text, why, (long long)((-1 - len) / 3 * 4 + 1));
        fail(vm, text);
    } else out = bytes_from(vm, buf, len);
    mem_free(vm->mem, buf, buf ? cap : 0);
    give_back(vm, &v);
    return out;
}

/* ---- uu ---- */

FN(fn_b2a_uu)
{
    BufferView v;
    int backtick = args[1] ? op_truth(vm, args[1]) : 0;
    if (backtick < 0 || !buffer_get(vm, args[0], &v)) return NULL;
    Value out = NULL;
    if (v.len > 45) fail(vm, "At most 45 bytes at once");
    else out = bytes_from(vm, NULL, 2 + (v.len + 2) / 3 * 4);
    if (out) {
        unsigned char *p = as_bytes(out)->data;
        *p++ = v.len == 0 && backtick ? '`' : (unsigned char)(' ' + v.len);
        for (int64_t i = 0; i < v.len; i += 3) {
            unsigned w = (unsigned)v.data[i] << 16 | (i + 1 < v.len ? (unsigned)v.data[i + 1] << 8 : 0) | (i + 2 < v.len ? v.data[i + 2] : 0u);
            for (int k = 18; k >= 0; k -= 6) *p++ = backtick && !(w >> k & 63) ? '`' : (unsigned char)(' ' + (w >> k & 63));
        }
        *p = '\n';
    }
    buffer_release(vm, &v);
    return out;
}

FN(fn_a2b_uu)
{
    BufferView v;
    if (!ascii_arg(vm, args[0], &v)) return NULL;
    int64_t want = v.len ? (v.data[0] - ' ') & 63 : 0, at = 1, got = 0;
    Value out = bytes_from(vm, NULL, want);
    unsigned w = 0;
    int bits = 0;
    while (out && got < want) {
        unsigned c = at < v.len ? v.data[at] : ' ';
        at++;
        if (c == '\n' || c == '\r') c = ' ', at--;
        if (c < ' ' || c > ' ' + 64) {
            release(vm, out);
            out = fail(vm, "Illegal char");
            break;
        }
        w = w << 6 | ((c - ' ') & 63);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            as_bytes(out)->data[got++] = (unsigned char)(w >> bits);
        }
    }
    for (; out && at < v.len; at++) {
        unsigned c = v.data[at];
        if (c != ' ' && c != ' ' + 64 && c != '\n' && c != '\r') {
            release(vm, out);
            out = fail(vm, "Trailing garbage");
        }
    }
    give_back(vm, &v);
    return out;
}

/* ---- quoted-printable ---- */

FN(fn_a2b_qp)
{
    BufferView v;
    int header = args[1] ? op_truth(vm, args[1]) : 0;
    if (header < 0 || !ascii_arg(vm, args[0], &v)) return NULL;
    unsigned char *buf = mem_alloc(vm->mem, (size_t)v.len + 1);
    int64_t n_out = 0;
    for (int64_t i = 0; buf && i < v.len;) {
        unsigned c = v.data[i];
        if (c == '=') {
            if (++i >= v.len) break;
            if (v.data[i] == '\n' || v.data[i] == '\r') { /* a soft end of line */
                while (i < v.len && v.data[i] != '\n') i++;
                if (i < v.len) i++;
            } else if (v.data[i] == '=') {
                buf[n_out++] = '=';
                i++;
            } else if (i + 1 < v.len && hex_digit(v.data[i]) >= 0 && hex_digit(v.data[i + 1]) >= 0) {
                buf[n_out++] = (unsigned char)(hex_digit(v.data[i]) << 4 | hex_digit(v.data[i + 1]));
                i += 2;
            } else buf[n_out++] = '=';
        } else {
            buf[n_out++] = header && c == '_' ? ' ' : (unsigned char)c;
            i++;
        }
    }
    Value out = buf ? bytes_from(vm, buf, n_out) : err_no_memory(vm);
    mem_free(vm->mem, buf, buf ? (size_t)v.len + 1 : 0);
    give_back(vm, &v);
    return out;
}

FN(fn_b2a_qp)
{
    BufferView v;
    int quotetabs = args[1] ? op_truth(vm, args[1]) : 0, istext = quotetabs < 0 ? -1 : args[2] ? op_truth(vm, args[2]) : 1,
        header = istext < 0 ? -1 : args[3] ? op_truth(vm, args[3]) : 0;
    if (header < 0 || !buffer_get(vm, args[0], &v)) return NULL;
    size_t cap = (size_t)v.len * 6 + 16; /* three for a byte, and a soft end of line before it */
    unsigned char *buf = mem_alloc(vm->mem, cap);
    int64_t k = 0, line = 0;
    const unsigned char *first = v.len ? memchr(v.data, '\n', (size_t)v.len) : NULL;
    bool crlf = first && first > v.data && first[-1] == '\r'; /* as the first line ends, all do */
    for (int64_t i = 0; buf && i < v.len; i++) {
        unsigned c = v.data[i], next = i + 1 < v.len ? v.data[i + 1] : 0;
        bool last = i + 1 == v.len, nl = istext && (c == '\n' || (c == '\r' && next == '\n'));
        if (nl) {
            if (c == '\r') i++;
            if (crlf) buf[k++] = '\r';
            buf[k++] = '\n';
            line = 0;
            continue;
        }
        bool at_end = last || (istext && (next == '\n' || (next == '\r' && i + 2 < v.len && v.data[i + 2] == '\n')));
        bool quote = c > 126 || c == '=' || (header && c == '_') || (c == '.' && line == 0 && (last || next == '\n' || next == '\r' || next == 0)) ||
                     (!istext && (c == '\r' || c == '\n')) || ((c == '\t' || c == ' ') && (quotetabs || at_end)) ||
                     (c < 33 && c != '\r' && c != '\n' && c != '\t' && c != ' ');
        if (c == ' ' && header && !quote) {
            buf[k++] = '_';
            line++;
            continue;
        }
        int width = quote ? 3 : 1;
        if (line + width >= 76 && !(at_end && line + width == 76)) {
            buf[k++] = '=';
            if (crlf) buf[k++] = '\r';
            buf[k++] = '\n';
            line = 0;
        }
        if (quote) {
            buf[k++] = '=';
            buf[k++] = (unsigned char)"0123456789ABCDEF"[c >> 4];
            buf[k++] = (unsigned char)"0123456789ABCDEF"[c & 15];
        } else buf[k++] = (unsigned char)c;
        line += width;
    }
    Value out = buf ? bytes_from(vm, buf, k) : err_no_memory(vm);
    mem_free(vm->mem, buf, buf ? cap : 0);
    buffer_release(vm, &v);
    return out;
}

/* ---- checksums ---- */

static bool start_value(VM *vm, Ref v, uint32_t *out)
{
    if (!v) return true;
    Value i = num_index(vm, v), mask = make_small(0xFFFFFFFF), low = i ? op_binary(vm, OP_AND, i, mask) : NULL;
    if (low) *out = (uint32_t)small_of(low);
    release(vm, i);
    release(vm, low);
    return low != NULL;
}

FN(fn_crc32)
{
    BufferView v;
    uint32_t crc = 0;
    if (!start_value(vm, args[1], &crc) || !buffer_get(vm, args[0], &v)) return NULL;
    uLong r = crc32_z(crc, v.data, (z_size_t)v.len);
    buffer_release(vm, &v);
    return make_small((int64_t)r);
}

FN(fn_crc_hqx)
{
    BufferView v;
    uint32_t crc = 0;
    if (!start_value(vm, args[1], &crc) || !buffer_get(vm, args[0], &v)) return NULL;
    crc &= 0xFFFF;
    for (int64_t i = 0; i < v.len; i++) {
        crc ^= (uint32_t)v.data[i] << 8;
        for (int k = 0; k < 8; k++) crc = crc & 0x8000 ? (crc << 1 ^ 0x1021) & 0xFFFF : crc << 1;
    }
    buffer_release(vm, &v);
    return make_small(crc);
}

static Value make_error(VM *vm, const char *name, ExcId base)
{
    Value text = str_intern_c(vm, name), module = str_from_c(vm, "binascii"), ns = dict_new(vm), bases = tuple_of(vm, 1, REF(vm->exc_types[base])), r = NULL;
    if (text && module && ns && bases && dict_set(vm, ns, NAME(__module__), module)) r = type_make(vm, REF(CLASS(type)), text, bases, ns, NULL);
    release(vm, text);
    release(vm, module);
    release(vm, ns);
    release(vm, bases);
    return r;
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    BinState *s = as_module(module)->state;
    return (s->error = make_error(vm, "Error", EXC_ValueError)) && (s->incomplete = make_error(vm, "Incomplete", EXC_Exception)) &&
           dict_set_c(vm, REF(ns), "Error", s->error) && dict_set_c(vm, REF(ns), "Incomplete", s->incomplete);
}
static void done(VM *vm, void *state)
{
    release(vm, ((BinState *)state)->error);
    release(vm, ((BinState *)state)->incomplete);
}

static const NativeDef functions[] = {
    {"hexlify", fn_hexlify, "data, sep=<unrepresentable>, bytes_per_sep=1", "Hexadecimal representation of binary data.", NATIVE_KW},
    {"b2a_hex", fn_hexlify, "data, sep=<unrepresentable>, bytes_per_sep=1", "Hexadecimal representation of binary data.", NATIVE_KW},
    {"unhexlify", fn_unhexlify, "hexstr, /", "Binary data of hexadecimal representation.", 0},
    {"a2b_hex", fn_unhexlify, "hexstr, /", "Binary data of hexadecimal representation.", 0},
    {"b2a_base64", fn_b2a_base64, "data, /, *, newline=True", "Base64-code line of data.", 0},
    {"a2b_base64", fn_a2b_base64, "data, /, *, strict_mode=False", "Decode a line of base64 data.", 0},
    {"b2a_uu", fn_b2a_uu, "data, /, *, backtick=False", "Uuencode line of data.", 0},
    {"a2b_uu", fn_a2b_uu, "data, /", "Decode a line of uuencoded data.", 0},
    {"a2b_qp", fn_a2b_qp, "data, header=False", "Decode a string of qp-encoded data.", NATIVE_KW},
    {"b2a_qp", fn_b2a_qp, "data, quotetabs=False, istext=True, header=False", "Encode a string using quoted-printable encoding.", NATIVE_KW},
    {"crc32", fn_crc32, "data, crc=0, /", "Compute CRC-32 incrementally.", 0},
    {"crc_hqx", fn_crc_hqx, "data, crc, /", "Compute CRC-CCITT incrementally.", 0},
    {0},
};
const ModuleDef binascii_module = {.name = "binascii", .doc = "Conversion between binary data and ASCII", .functions = functions, .init = init,
    .state_size = sizeof(BinState), .done = done};
