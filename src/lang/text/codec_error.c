/* codec_error.c: what happens at a character or byte that a codec cannot do: the named error handlers, and raising
 * UnicodeDecodeError and UnicodeEncodeError. Handlers that programs registered are codec_registry.c's. */
#include "codec_impl.h"
#include "unicode.h"

#include <stdio.h>

static Value make_error(Coding *c, bool decoding, int64_t start, int64_t end, const char *reason)
{
    VM *vm = c->vm;
    Value name = str_from_c(vm, c->name), why = str_from_c(vm, reason), e = NO_VALUE;
    Value object = decoding ? bytes_from(vm, c->p, c->n) : retain(c->str);
    if (name && why && object) {
        Ref args[5] = {name, object, make_small(start), make_small(end), why};
        Type *t = vm->exc_types[decoding ? EXC_UnicodeDecodeError : EXC_UnicodeEncodeError];
        e = call(vm, REF(t), args, 5, NULL);
    }
    release(vm, name);
    release(vm, why);
    release(vm, object);
    return e;
}

int64_t coding_raise(Coding *c, bool decoding, int64_t start, int64_t end, const char *reason)
{
    Value e = make_error(c, decoding, start, end, reason);
    if (e) err_raise_obj(c->vm, e);
    return -1;
}

/* The handler that is registered under the name, or NULL: raised. */
static Value registered_handler(Coding *c)
{
    VM *vm = c->vm;
    if (c->handler) return retain(c->handler);
    Value name = str_from_c(vm, c->errors);
    if (name) c->handler = codec_handler(vm, name);
    release(vm, name);
    return c->handler ? retain(c->handler) : NO_VALUE;
}

void coding_done(Coding *c)
{
    value_clear(c->vm, &c->object);
    value_clear(c->vm, &c->handler);
}

static bool put_text(Coding *c, Ref s, bool decoding)
{
    const Str *t = as_str(s);
    if (decoding) return strb_str(&c->out, s), !c->out.failed;
    for (int64_t i = 0; i < t->len; i++) coding_put_unit(c, str_at(t, i));
    return !c->out.failed;
}

/* A handler may give its exception other bytes to go on with. */
static bool take_object(Coding *c, Ref e)
{
    VM *vm = c->vm;
    Value object = obj_getattr_c(vm, e, "object");
    if (!object) return false;
    if (!is_bytes(object)) {
        release(vm, object);
        err_raise(vm, EXC_TypeError, "object attribute must be bytes");
        return false;
    }
    release(vm, c->object);
    c->object = object;
    c->p = as_bytes(object)->data;
    c->n = as_bytes(object)->len;
    return true;
}

static int64_t ask_handler(Coding *c, bool decoding, int64_t start, int64_t end, const char *reason)
{
    VM *vm = c->vm;
    int64_t at = -1;
    Value handler = registered_handler(c);
    if (!handler) return -1;
    Value e = make_error(c, decoding, start, end, reason), r = e ? call1(vm, handler, e) : NO_VALUE;
    release(vm, handler);
    if (r && decoding && !take_object(c, e)) value_clear(vm, &r);
    release(vm, e);
    if (!r) return -1;
    int64_t length = decoding ? c->n : c->text.n;
    const char *want = decoding ? "decoding error handler must return (str, int) tuple" : "encoding error handler must return (str/bytes, int) tuple";
    Ref text = is_tuple(r) && as_tuple(r)->len == 2 ? (Ref)as_tuple(r)->items[0] : NULL;
    if (!text || !is_int(as_tuple(r)->items[1]) || !(is_str(text) || (!decoding && is_bytes(text)))) {
        err_raise(vm, EXC_TypeError, "%s", want);
    } else if (num_index_i64(vm, as_tuple(r)->items[1], &at)) {
        if (at < 0) at += length;
        if (at < 0 || at > length) {
            err_raise(vm, EXC_IndexError, "position %lld from error handler out of bounds", (long long)at);
            at = -1;
        } else if (is_str(text)) {
            const Str *s = as_str(text);
            uint32_t limit = decoding || c->mapping || c->steps ? 0x110000 : c->limit ? c->limit : 128;
            for (int64_t i = 0; at >= 0 && i < s->len; i++)
                if (str_at(s, i) >= limit) at = coding_raise(c, false, start, end, reason);
            if (at >= 0 && !put_text(c, text, decoding)) at = -1;
        } else if (as_bytes(text)->len % c->unit) {
            at = coding_raise(c, false, start, end, reason);
        } else {
            strb_ascii(&c->out, (const char *)as_bytes(text)->data, (size_t)as_bytes(text)->len);
        }
    } else {
        at = -1;
        if (c->steps && err_matches(vm, EXC_OverflowError)) {
            err_clear(vm);
            err_raise(vm, EXC_IndexError, "position %lld from error handler out of bounds", -1LL);
        }
    }
    release(vm, r);
    return at;
}

/* ---- decoding ---- */
static int64_t escape_bytes(Coding *c, int64_t start, int64_t end)
{
    for (; start < end; start++) strb_format(&c->out, "\\x%02x", (unsigned)c->p[start]);
    return end;
}

static int64_t surrogates_of_bytes(Coding *c, int64_t start, int64_t end, const char *reason)
{
    int64_t i = start;
    while (i < end && i < start + 4 && c->p[i] >= 128) strb_char(&c->out, 0xDC00u + c->p[i++]);
    return i == start ? coding_raise(c, true, start, end, reason) : i;
}

/* A surrogate written as if it were a character. */
static int64_t pass_surrogate(Coding *c, int64_t start, int64_t end, const char *reason)
{
    const unsigned char *p = c->p + start;
    int64_t left = c->n - start;
    uint32_t u = 0;
    int size = c->unit == 1 ? 3 : c->unit;
    if (left >= size && !strncmp(c->name, "utf", 3)) {
        if (c->unit == 1) {
            if ((p[0] & 0xF0) == 0xE0 && (p[1] & 0xC0) == 0x80 && (p[2] & 0xC0) == 0x80)
                u = (uint32_t)(p[0] & 15) << 12 | (uint32_t)(p[1] & 63) << 6 | (p[2] & 63);
        } else {
            for (int i = 0; i < size; i++) u |= (uint32_t)p[c->big ? size - 1 - i : i] << (8 * i);
        }
    }
    if (u < 0xD800 || u > 0xDFFF) return coding_raise(c, true, start, end, reason);
    strb_char(&c->out, u);
    return start + size;
}

int64_t decode_error(Coding *c, int64_t start, int64_t end, const char *reason)
{
    const char *h = c->handler ? "" : c->errors;
    int64_t next;
    if (!strcmp(h, "strict")) next = coding_raise(c, true, start, end, reason);
    else if (!strcmp(h, "ignore")) next = end;
    else if (!strcmp(h, "replace")) strb_char(&c->out, 0xFFFD), next = end;
    else if (!strcmp(h, "backslashreplace")) next = escape_bytes(c, start, end);
    else if (!strcmp(h, "surrogateescape")) next = surrogates_of_bytes(c, start, end, reason);
    else if (!strcmp(h, "surrogatepass")) next = pass_surrogate(c, start, end, reason);
    else if (!strcmp(h, "xmlcharrefreplace") || !strcmp(h, "namereplace")) {
        err_raise(c->vm, EXC_TypeError, "don't know how to handle UnicodeDecodeError in error callback");
        next = -1;
    } else next = ask_handler(c, true, start, end, reason);
    return c->out.failed ? -1 : next;
}

/* ---- encoding ---- */
void coding_put_unit(Coding *c, uint32_t u)
{
    if (c->mapping || c->steps) {
        if (c->mapping) charmap_put(c, u);
        else steps_put(c, u);
        return;
    }
    if (c->unit == 2 && u > 0xFFFF) {
        u -= 0x10000;
        coding_put_unit(c, 0xD800 + (u >> 10));
        coding_put_unit(c, 0xDC00 + (u & 0x3FF));
        return;
    }
    for (int i = 0; i < c->unit; i++) {
        int shift = c->big ? c->unit - 1 - i : i;
        strb_char(&c->out, u >> (8 * shift) & 255);
    }
}

static void put_ascii(Coding *c, const char *s)
{
    for (; *s; s++) coding_put_unit(c, (unsigned char)*s);
}

static void put_escape(Coding *c, uint32_t u)
{
    char esc[16];
    if (u < 256) snprintf(esc, sizeof esc, "\\x%02x", u);
    else if (u < 65536) snprintf(esc, sizeof esc, "\\u%04x", u);
    else snprintf(esc, sizeof esc, "\\U%08x", u);
    put_ascii(c, esc);
}

static void put_name(Coding *c, uint32_t u)
{
    char name[UNI_NAME_MAX];
    if (!uni_name(u, name)) {
        put_escape(c, u);
        return;
    }
    put_ascii(c, "\\N{");
    put_ascii(c, name);
    put_ascii(c, "}");
}

static bool is_utf8(const Coding *c) { return c->unit == 1 && !strncmp(c->name, "utf-8", 5); }

static int64_t surrogate_to_bytes(Coding *c, int64_t start, int64_t end, const char *reason, bool escape)
{
    int64_t i = start;
    for (; i < end; i++) {
        uint32_t u = text_at(&c->text, i);
        if (escape) {
            if (u < 0xDC80 || u > 0xDCFF) break;
            strb_char(&c->out, u - 0xDC00);
        } else {
            if (u < 0xD800 || u > 0xDFFF || (c->unit == 1 && !is_utf8(c))) break;
            if (c->unit > 1) coding_put_unit(c, u);
            else {
                strb_char(&c->out, 0xE0 | u >> 12);
                strb_char(&c->out, 0x80 | (u >> 6 & 63));
                strb_char(&c->out, 0x80 | (u & 63));
            }
        }
    }
    return i < end ? coding_raise(c, false, i == start ? start : i, end, reason) : end;
}

int64_t encode_error(Coding *c, int64_t start, int64_t end, const char *reason)
{
    const char *h = c->handler ? "" : c->errors;
    int64_t next = end;
    c->bad_start = start;
    c->bad_end = end;
    if (!strcmp(h, "strict") || (c->unit > 1 && !strcmp(h, "surrogateescape"))) next = coding_raise(c, false, start, end, reason);
    else if (!strcmp(h, "ignore")) next = end;
    else if (!strcmp(h, "surrogateescape")) next = surrogate_to_bytes(c, start, end, reason, true);
    else if (!strcmp(h, "surrogatepass")) next = surrogate_to_bytes(c, start, end, reason, false);
    else if (!strcmp(h, "replace") || !strcmp(h, "backslashreplace") || !strcmp(h, "xmlcharrefreplace") || !strcmp(h, "namereplace")) {
        for (int64_t i = start; i < end; i++) {
            uint32_t u = text_at(&c->text, i);
            char ref[16];
            if (*h == 'r') put_ascii(c, "?");
            else if (*h == 'b') put_escape(c, u);
            else if (*h == 'n') put_name(c, u);
            else {
                snprintf(ref, sizeof ref, "&#%u;", u);
                put_ascii(c, ref);
            }
        }
    } else next = ask_handler(c, false, start, end, reason);
    return c->out.failed ? -1 : next;
}
