/* codec_charmap.c: encodings by a table, as most of the package encodings are: a str that has the character of each byte, or anything that answers to [number]. */
#include "codec_impl.h"

enum { UNDEFINED = 0xFFFE }; /* how a table says that there is none */
static const char reason[] = "character maps to <undefined>";

/* mapping[i]; NULL without an error: nothing is there. */
static Value item(VM *vm, Ref mapping, int64_t i)
{
    Value v = op_getitem(vm, mapping, make_small(i));
    if (v ? !is_none(v) : !err_matches(vm, EXC_LookupError)) return v;
    err_clear(vm);
    return NO_VALUE;
}

/* ---- decoding ---- */

/* One byte through a mapping: 1 put, 0 undefined, -1 raised. */
static int put_mapped(Coding *c, Ref mapping, unsigned char byte)
{
    VM *vm = c->vm;
    int64_t u = UNDEFINED;
    Value v = item(vm, mapping, byte);
    if (!v) return err_occurred(vm) ? -1 : 0;
    int put = 1;
    if (is_int(v)) {
        if (!int_fits_i64(v, &u) || u < 0 || u > 0x10FFFF) put = err_minus(vm, EXC_TypeError, "character mapping must be in range(0x%lx)", 0x110000L);
        else if (u == UNDEFINED) put = 0;
        else strb_char(&c->out, (uint32_t)u);
    } else if (!is_str(v)) {
        put = err_minus(vm, EXC_TypeError, "character mapping must return integer, None or str");
    } else if (as_str(v)->len == 1 && str_at(as_str(v), 0) == UNDEFINED) {
        put = 0;
    } else {
        strb_str(&c->out, v);
    }
    release(vm, v);
    return put;
}

static bool decode_all(Coding *c, Ref mapping)
{
    const Str *table = is_exact(mapping, c->vm->types[TYPE_str]) ? as_str(mapping) : NULL;
    for (int64_t i = 0; i < c->n;) {
        unsigned char byte = c->p[i];
        int put;
        if (table) {
            uint32_t u = byte < table->len ? str_at(table, byte) : UNDEFINED;
            put = u != UNDEFINED;
            if (put) strb_char(&c->out, u);
        } else {
            put = put_mapped(c, mapping, byte);
        }
        if (put < 0) return false;
        if (put) i++;
        else if ((i = decode_error(c, i, i + 1, reason)) < 0) return false;
    }
    return !c->out.failed;
}

Value charmap_decode(VM *vm, const void *p, int64_t n, const char *errors, Ref mapping)
{
    Coding c = {.vm = vm, .name = "charmap", .errors = errors ? errors : "strict", .out = STRB_INIT(vm), .p = p, .n = n, .unit = 1};
    bool ok = decode_all(&c, mapping);
    coding_done(&c);
    if (ok) return strb_take(&c.out);
    strb_drop(&c.out);
    return NO_VALUE;
}

/* ---- encoding ---- */

/* One character through the mapping: 1 put, 0 undefined, -1 raised. */
static int encode_one(Coding *c, uint32_t u, bool write)
{
    VM *vm = c->vm;
    int64_t byte;
    Value v = item(vm, c->mapping, u);
    if (!v) return err_occurred(vm) ? -1 : 0;
    int put = 1;
    if (is_int(v)) {
        if (!int_fits_i64(v, &byte) || byte < 0 || byte > 255) put = err_minus(vm, EXC_TypeError, "character mapping must be in range(256)");
        else if (write) strb_char(&c->out, (uint32_t)byte);
    } else if (is_bytes(v)) {
        if (write) strb_ascii(&c->out, (const char *)as_bytes(v)->data, (size_t)as_bytes(v)->len);
    } else {
        put = err_minus(vm, EXC_TypeError, "character mapping must return integer, bytes or None, not %T", v);
    }
    release(vm, v);
    return put;
}

void charmap_put(Coding *c, uint32_t u)
{
    if (c->out.failed) return;
    int put = encode_one(c, u, true);
    if (put == 0) coding_raise(c, false, c->bad_start, c->bad_end, reason);
    if (put <= 0) c->out.failed = true;
}

static bool encode_all(Coding *c)
{
    for (int64_t i = 0; i < c->text.n;) {
        int put = encode_one(c, text_at(&c->text, i), true);
        if (put < 0) return false;
        if (put) {
            i++;
            continue;
        }
        int64_t end = i + 1;
        while (end < c->text.n && (put = encode_one(c, text_at(&c->text, end), false)) == 0) end++;
        if (put < 0 || (i = encode_error(c, i, end, reason)) < 0) return false;
    }
    return !c->out.failed;
}

Value charmap_encode(VM *vm, Ref str, const char *errors, Ref mapping)
{
    Coding c = {.vm = vm, .name = "charmap", .errors = errors ? errors : "strict", .out = STRB_INIT(vm), .str = str, .text = text_of_str(str), .unit = 1, .mapping = mapping};
    bool ok = encode_all(&c);
    Value b = ok ? bytes_from(vm, c.out.data ? c.out.data : "", c.out.len) : NO_VALUE;
    coding_done(&c);
    strb_drop(&c.out);
    return b;
}
