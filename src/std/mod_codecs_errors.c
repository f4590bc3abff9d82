/* mod_codecs_errors.c: the handlers of encoding errors that every Python has, as functions: they take a UnicodeError and answer (replacement, position). The codecs of C
 * do the same without asking them (codec_error.c); codecs in Python, and programs that call one handler from another, come here. */
#include <stdio.h>

#include "lang/text/codecs.h"
#include "lang/text/text_impl.h"
#include "lang/text/unicode.h"
#include "mod_codecs.h"

#define HANDLER(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

typedef struct Failure { /* what an exception says */
    enum { ENCODE, DECODE, TRANSLATE } kind;
    Value object, encoding;
    int64_t start, end; /* within the object */
} Failure;

static Value not_mine(VM *vm, Ref e) { return err_raise(vm, EXC_TypeError, "don't know how to handle %T in error callback", e); }

static void failure_done(VM *vm, Failure *f)
{
    release(vm, f->object);
    release(vm, f->encoding);
}

/* Places are brought into the object, as programs may have set any. */
static bool failure_of(VM *vm, Ref v, Failure *f)
{
    *f = (Failure){0};
    if (err_is(vm, v, EXC_UnicodeEncodeError)) f->kind = ENCODE;
    else if (err_is(vm, v, EXC_UnicodeDecodeError)) f->kind = DECODE;
    else if (err_is(vm, v, EXC_UnicodeTranslateError)) f->kind = TRANSLATE;
    else return not_mine(vm, v) != NO_VALUE;
    Exception *e = as_exception(v);
    Ref object = e->x[1];
    if (!object) return err_false(vm, EXC_TypeError, "object attribute not set");
    if (!(f->kind == DECODE ? is_bytes(object) : is_str(object)))
        return err_false(vm, EXC_TypeError, "object attribute must be %s", f->kind == DECODE ? "bytes" : "unicode");
    int64_t size = f->kind == DECODE ? as_bytes(object)->len : as_str(object)->len;
    if (e->x[2] && !int_fits_i64(e->x[2], &f->start)) f->start = 0;
    if (e->x[3] && !int_fits_i64(e->x[3], &f->end)) f->end = size;
    if (f->start < 0) f->start = 0;
    if (f->start >= size) f->start = size ? size - 1 : 0;
    if (f->end < 1) f->end = 1;
    if (f->end > size) f->end = size;
    f->object = retain(object);
    f->encoding = e->x[0] ? retain(e->x[0]) : NO_VALUE;
    return true;
}

static Value answer(VM *vm, Value replacement /*taken*/, int64_t at)
{
    Value r = replacement ? tuple_of(vm, 2, (Ref)replacement, (Ref)make_small(at)) : NO_VALUE;
    release(vm, replacement);
    return r;
}

static Value raise_again(VM *vm, Ref e)
{
    return is_exception(e) ? err_raise_obj(vm, retain(e)) : err_raise(vm, EXC_TypeError, "codec must pass exception instance");
}

HANDLER(strict_errors) { return raise_again(vm, args[0]); }

HANDLER(ignore_errors)
{
    Failure f;
    if (!failure_of(vm, args[0], &f)) return NO_VALUE;
    failure_done(vm, &f);
    return answer(vm, retain(vm->empty_str), f.end);
}

HANDLER(replace_errors)
{
    Failure f;
    if (!failure_of(vm, args[0], &f)) return NO_VALUE;
    StrB b = STRB_INIT(vm);
    if (f.kind == DECODE) strb_char(&b, 0xFFFD);
    else if (f.end > f.start) strb_fill(&b, f.kind == ENCODE ? '?' : 0xFFFD, f.end - f.start);
    failure_done(vm, &f);
    return answer(vm, strb_take(&b), f.end);
}

static void put_escape(StrB *b, uint32_t u) { strb_format(b, u < 256 ? "\\x%02x" : u < 65536 ? "\\u%04x" : "\\U%08x", u); }

HANDLER(xmlcharrefreplace_errors)
{
    Failure f;
    if (!failure_of(vm, args[0], &f)) return NO_VALUE;
    StrB b = STRB_INIT(vm);
    for (int64_t i = f.start; f.kind == ENCODE && i < f.end; i++) strb_format(&b, "&#%u;", str_at(as_str(f.object), i));
    failure_done(vm, &f);
    if (f.kind != ENCODE) return strb_drop(&b), not_mine(vm, args[0]);
    return answer(vm, strb_take(&b), f.end);
}

HANDLER(backslashreplace_errors)
{
    Failure f;
    if (!failure_of(vm, args[0], &f)) return NO_VALUE;
    StrB b = STRB_INIT(vm);
    for (int64_t i = f.start; i < f.end; i++) put_escape(&b, f.kind == DECODE ? as_bytes(f.object)->data[i] : str_at(as_str(f.object), i));
    failure_done(vm, &f);
    return answer(vm, strb_take(&b), f.end);
}

HANDLER(namereplace_errors)
{
    Failure f;
    if (!failure_of(vm, args[0], &f)) return NO_VALUE;
    StrB b = STRB_INIT(vm);
    for (int64_t i = f.start; f.kind == ENCODE && i < f.end; i++) {
        char name[UNI_NAME_MAX];
        uint32_t u = str_at(as_str(f.object), i);
        if (uni_name(u, name)) strb_format(&b, "\\N{%s}", name);
        else put_escape(&b, u);
    }
    failure_done(vm, &f);
    if (f.kind != ENCODE) return strb_drop(&b), not_mine(vm, args[0]);
    return answer(vm, strb_take(&b), f.end);
}

/* Bytes a surrogate has in a UTF of that name: 3 in UTF-8, 2, 4; 0: it is none. */
static int unit_of(VM *vm, Ref encoding, bool *big)
{
    size_t n;
    const char *s = encoding && is_str(encoding) ? str_utf8(vm, encoding, &n) : NULL;
    if (!s || strncasecmp(s, "utf", 3)) {
        return (s && (!strcasecmp(s, "cp_utf8") || !strcasecmp(s, "cp65001"))) ? 3 : 0;
    }
    s += 3;
    if (*s == '-' || *s == '_') s++;
    if (!strcmp(s, "8")) return 3;
    int unit = !strncmp(s, "16", 2) ? 2 : !strncmp(s, "32", 2) ? 4 : 0;
    s += 2;
    if (!unit || !*s) return *big = false, unit;
    if (*s == '-' || *s == '_') s++;
    *big = !strcasecmp(s, "be");
    return *big || !strcasecmp(s, "le") ? unit : 0;
}

static Value pass_bytes(VM *vm, Ref e, const Failure *f, int unit, bool big)
{
    StrB b = STRB_INIT(vm);
    for (int64_t i = f->start; i < f->end; i++) {
        uint32_t u = str_at(as_str(f->object), i);
        if (u < 0xD800 || u > 0xDFFF) return strb_drop(&b), raise_again(vm, e);
        if (unit == 3) {
            strb_char(&b, 0xE0 | u >> 12);
            strb_char(&b, 0x80 | (u >> 6 & 63));
            strb_char(&b, 0x80 | (u & 63));
        }
        for (int k = 0; unit != 3 && k < unit; k++) strb_char(&b, u >> (8 * (big ? unit - 1 - k : k)) & 255);
    }
    Value bytes = b.failed ? NO_VALUE : bytes_from(vm, b.len ? b.data : "", b.len);
    strb_drop(&b);
    return answer(vm, bytes, f->end);
}

static Value pass_char(VM *vm, Ref e, const Failure *f, int unit, bool big)
{
    const unsigned char *p = as_bytes(f->object)->data + f->start;
    uint32_t u = 0;
    if (as_bytes(f->object)->len - f->start >= unit) {
        if (unit != 3)
            for (int k = 0; k < unit; k++) u |= (uint32_t)p[k] << (8 * (big ? unit - 1 - k : k));
        else if ((p[0] & 0xF0) == 0xE0 && (p[1] & 0xC0) == 0x80 && (p[2] & 0xC0) == 0x80) u = (uint32_t)(p[0] & 15) << 12 | (uint32_t)(p[1] & 63) << 6 | (p[2] & 63u);
    }
    return u < 0xD800 || u > 0xDFFF ? raise_again(vm, e) : answer(vm, str_from_char(vm, u), f->start + unit);
}

HANDLER(surrogatepass_errors)
{
    Failure f;
    bool big = false;
    if (!failure_of(vm, args[0], &f)) return NO_VALUE;
    int unit = unit_of(vm, f.encoding, &big);
    Value r;
    if (f.kind == TRANSLATE) r = not_mine(vm, args[0]);
    else if (!unit) r = err_occurred(vm) ? NO_VALUE : raise_again(vm, args[0]);
    else r = f.kind == ENCODE ? pass_bytes(vm, args[0], &f, unit, big) : pass_char(vm, args[0], &f, unit, big);
    failure_done(vm, &f);
    return r;
}

HANDLER(surrogateescape_errors)
{
    Failure f;
    if (!failure_of(vm, args[0], &f)) return NO_VALUE;
    StrB b = STRB_INIT(vm);
    int64_t i = f.start;
    bool good = f.kind != TRANSLATE;
    if (f.kind == ENCODE) {
        for (; good && i < f.end; i++) {
            uint32_t u = str_at(as_str(f.object), i);
            good = u >= 0xDC80 && u <= 0xDCFF;
            if (good) strb_char(&b, u - 0xDC00);
        }
    } else if (good) {
        while (i < f.end && i < f.start + 4 && as_bytes(f.object)->data[i] >= 128) strb_char(&b, 0xDC00u + as_bytes(f.object)->data[i++]);
        good = i > f.start;
    }
    Value r;
    if (f.kind == TRANSLATE) r = not_mine(vm, args[0]);
    else if (!good) r = raise_again(vm, args[0]);
    else if (f.kind == DECODE) r = answer(vm, strb_take(&b), i);
    else r = answer(vm, b.failed ? NO_VALUE : bytes_from(vm, b.len ? b.data : "", b.len), f.end);
    strb_drop(&b);
    failure_done(vm, &f);
    return r;
}

static const NativeDef handlers[] = {
    {"strict_errors", strict_errors, "exception, /", "Raises it.", 0},
    {"ignore_errors", ignore_errors, "exception, /", "Leaves out what is wrong.", 0},
    {"replace_errors", replace_errors, "exception, /", "A question mark, or the replacement character.", 0},
    {"xmlcharrefreplace_errors", xmlcharrefreplace_errors, "exception, /", "The character's number as XML writes it.", 0},
    {"backslashreplace_errors", backslashreplace_errors, "exception, /", "An escape with a backslash.", 0},
    {"namereplace_errors", namereplace_errors, "exception, /", "The character's name.", 0},
    {"surrogatepass", surrogatepass_errors, "exception, /", "Surrogates as if they were characters, in the UTFs.", 0},
    {"surrogateescape", surrogateescape_errors, "exception, /", "Bytes that cannot be decoded as lone surrogates, and back.", 0},
};

bool codecs_add_handlers(VM *vm)
{
    static const char *const names[] = {"strict", "ignore", "replace", "xmlcharrefreplace", "backslashreplace", "namereplace", "surrogatepass", "surrogateescape"};
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof handlers / sizeof *handlers; i++) {
        Value name = str_from_c(vm, names[i]);
        bool there = name && vm->codecs.handlers && dict_get_str(vm, vm->codecs.handlers, name);
        Value f = name && !there ? native_new(vm, &handlers[i], NULL, NULL) : NO_VALUE;
        ok = name && (there || (f && codec_set_handler(vm, name, f)));
        release(vm, f);
        release(vm, name);
    }
    return ok;
}
