/* mod_json.c: the module _json: what json.scanner, json.decoder and json.encoder take from C: a scanner that reads whole documents, an encoder that writes them, strings. */
#include "lang/object/args.h"
#include "lang/object/vm.h"

typedef struct Scanner { Obj head; bool strict; Value hook, pairs_hook, parse_float, parse_int, parse_constant; } Scanner;
typedef struct Encoder { Obj head; bool sort, skip, nan; Value markers, fallback, encoder, indent, colon, items; } Encoder; /* markers: a dict or None */
typedef struct JsonState { Type *scanner, *encoder; } JsonState;
static Scanner *as_scanner(Ref v) { return (Scanner *)BITS(v); }
static Encoder *as_encoder(Ref v) { return (Encoder *)BITS(v); }

/* ---- reading ---- */
typedef struct Reader {
    VM *vm;
    Ref text;
    const Str *s;
    bool strict, plain_float, plain_int;
    Ref hook, pairs_hook, parse_float, parse_int, parse_constant; /* hooks NULL: none */
    Value keys; /* dict: equal keys become one object */
} Reader;

static Value read_value(Reader *r, int64_t *at);

static uint32_t look(const Reader *r, int64_t i) { return i < r->s->len ? str_at(r->s, i) : 0; }

static void skip_blank(const Reader *r, int64_t *at)
{
    while (*at < r->s->len) {
        uint32_t c = str_at(r->s, *at);
        if (c != ' ' && c != '\t' && c != '\n' && c != '\r') return;
        ++*at;
    }
}

/* JSONDecodeError(message, text, at) */
static Value fail(Reader *r, const char *message, int64_t at)
{
    VM *vm = r->vm;
    Value cls = import_attr(vm, "json.decoder", "JSONDecodeError"), text = cls ? str_from_c(vm, message) : NO_VALUE;
    Value e = text ? call3(vm, cls, text, r->text, make_small(at)) : NO_VALUE;
    release(vm, cls);
    release(vm, text);
    return e ? err_raise_obj(vm, e) : NULL;
}

static bool read_hex(Reader *r, int64_t at, uint32_t *out) /* at: of the u */
{
    *out = 0;
    for (int i = 1; i <= 4; i++) {
        uint32_t c = look(r, at + i), d = c - '0' < 10 ? c - '0' : (c | 32) - 'a' < 6 && c < 128 ? (c | 32) - 'a' + 10 : 16;
        if (d == 16) return fail(r, "Invalid \\uXXXX escape", at) != NULL;
        *out = *out << 4 | d;
    }
    return true;
}

/* The rest of a string with escapes, from `at`; b holds what came before. */
static bool read_escapes(Reader *r, StrB *b, int64_t begin, int64_t *at)
{
    for (;;) {
        int64_t from = *at;
        uint32_t c = 0;
        while (*at < r->s->len && (c = str_at(r->s, *at)) != '"' && c != '\\' && (c >= ' ' || !r->strict)) ++*at;
        if (*at > from) strb_slice(b, r->text, from, *at);
        if (*at >= r->s->len) return fail(r, "Unterminated string starting at", begin) != NULL;
        if (c == '"') {
            ++*at;
            return true;
        }
        if (c != '\\') return fail(r, "Invalid control character at", *at) != NULL;
        if (*at + 1 >= r->s->len) return fail(r, "Unterminated string starting at", begin) != NULL;
        static const char from_text[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
        uint32_t e = look(r, *at + 1);
        const char *p = e && e < 128 ? strchr(from_text, (int)e) : NULL;
        if (p) {
            strb_char(b, (unsigned char)to[p - from_text]);
            *at += 2;
            continue;
        }
        if (e != 'u') return fail(r, "Invalid \\escape", *at) != NULL;
        uint32_t code, low;
        if (!read_hex(r, *at + 1, &code)) return false;
        *at += 6;
        if (code >= 0xd800 && code <= 0xdbff && look(r, *at) == '\\' && look(r, *at + 1) == 'u') {
            if (!read_hex(r, *at + 1, &low)) return false;
            if (low >= 0xdc00 && low <= 0xdfff) {
                code = 0x10000 + ((code - 0xd800) << 10 | (low - 0xdc00));
                *at += 6;
            }
        }
        strb_char(b, code);
    }
}

static Value read_string(Reader *r, int64_t *at) /* at: behind the opening quote */
{
    int64_t begin = *at - 1, i = *at;
    uint32_t c = 0;
    while (i < r->s->len && (c = str_at(r->s, i)) != '"' && c != '\\' && (c >= ' ' || !r->strict)) i++;
    if (i < r->s->len && c == '"') {
        Value v = str_substr(r->vm, r->text, *at, i);
        *at = i + 1;
        return v;
    }
    StrB b = STRB_INIT(r->vm);
    if (read_escapes(r, &b, begin, at)) return strb_take(&b);
    strb_drop(&b);
    return NULL;
}

static bool digit(uint32_t c) { return c - '0' < 10; }

/* NULL without an error: no number here. */
static Value read_number(Reader *r, int64_t *at)
{
    VM *vm = r->vm;
    int64_t i = *at, n = 0;
    bool negative = look(r, i) == '-', is_int = true;
    i += negative;
    int64_t first = i;
    if (look(r, i) == '0') i++;
    else
        for (; digit(look(r, i)); i++)
            if (i - first < 15) n = n * 10 + (int64_t)(look(r, i) - '0');
    if (i == first) return NULL;
    int64_t digits = i - first;
    if (look(r, i) == '.' && digit(look(r, i + 1))) {
        is_int = false;
        for (i += 2; digit(look(r, i)); i++) {}
    }
    if ((look(r, i) | 32) == 'e') {
        int64_t k = i + 1 + (look(r, i + 1) == '+' || look(r, i + 1) == '-');
        if (digit(look(r, k))) {
            is_int = false;
            for (i = k; digit(look(r, i)); i++) {}
        }
    }
    int64_t start = *at;
    *at = i;
    if (is_int && r->plain_int && digits < 15) return make_small(negative ? -n : n);
    if (!is_int && r->plain_float && i - start < 64) {
        char text[64];
        const char *end;
        for (int64_t k = start; k < i; k++) text[k - start] = (char)str_at(r->s, k);
        text[i - start] = 0;
        return make_float_any(float_parse(text, &end));
    }
    Value text = str_substr(vm, r->text, start, i);
    Value v = text ? call1(vm, is_int ? r->parse_int : r->parse_float, text) : NULL;
    release(vm, text);
    return v;
}

static bool starts(const Reader *r, int64_t at, const char *word)
{
    for (; *word; word++, at++)
        if (look(r, at) != (unsigned char)*word) return false;
    return true;
}

/* An inner value: where none begins, StopIteration tells (json.decoder makes its own error of it). */
static Value read_item(Reader *r, int64_t *at)
{
    Value v = read_value(r, at);
    return v || err_occurred(r->vm) ? v : err_raise_value(r->vm, EXC_StopIteration, make_small(*at));
}

static Value read_array(Reader *r, int64_t *at)
{
    VM *vm = r->vm;
    Value list = list_new(vm, 0);
    if (!list) return NULL;
    skip_blank(r, at);
    if (look(r, *at) == ']') {
        ++*at;
        return list;
    }
    for (;;) {
        Value v = read_item(r, at);
        if (!v || !list_append_take(vm, list, v)) break;
        skip_blank(r, at);
        uint32_t c = look(r, *at);
        if (c == ']') {
            ++*at;
            return list;
        }
        if (c != ',') {
            fail(r, "Expecting ',' delimiter", *at);
            break;
        }
        ++*at;
        skip_blank(r, at);
        if ((as_list(list)->len & 4095) == 0 && !vm_poll(vm)) break;
    }
    release(vm, list);
    return NULL;
}

static Value read_key(Reader *r, int64_t *at)
{
    VM *vm = r->vm;
    if (look(r, *at) != '"') return fail(r, "Expecting property name enclosed in double quotes", *at);
    ++*at;
    Value key = read_string(r, at);
    if (!key) return NULL;
    Ref known = dict_get_str(vm, r->keys, key);
    if (known) {
        Value k = retain(known);
        release(vm, key);
        return k;
    }
    if (!dict_set(vm, r->keys, key, key)) value_clear(vm, &key);
    return key;
}

static Value finish_object(Reader *r, Value pairs /*taken: a dict, or a list for pairs_hook*/)
{
    Ref hook = r->pairs_hook ? r->pairs_hook : r->hook;
    if (!hook) return pairs;
    Value v = call1(r->vm, hook, pairs);
    release(r->vm, pairs);
    return v;
}

static bool put_pair(Reader *r, Value pairs, Ref key, Value v /*taken*/)
{
    VM *vm = r->vm;
    if (!r->pairs_hook) return dict_set_take(vm, pairs, key, v);
    Value t = tuple_of(vm, 2, key, (Ref)v);
    release(vm, v);
    return t && list_append_take(vm, pairs, t);
}

static Value read_object(Reader *r, int64_t *at)
{
    VM *vm = r->vm;
    Value pairs = r->pairs_hook ? list_new(vm, 0) : dict_new(vm);
    if (!pairs) return NULL;
    skip_blank(r, at);
    if (look(r, *at) == '}') {
        ++*at;
        return finish_object(r, pairs);
    }
    for (unsigned steps = 1;; steps++) {
        Value key = read_key(r, at), v = NULL;
        if (!key) break;
        skip_blank(r, at);
        if (look(r, *at) != ':') fail(r, "Expecting ':' delimiter", *at);
        else {
            ++*at;
            skip_blank(r, at);
            v = read_item(r, at);
        }
        bool ok = v && put_pair(r, pairs, key, v);
        release(vm, key);
        if (!ok) break;
        skip_blank(r, at);
        uint32_t c = look(r, *at);
        if (c == '}') {
            ++*at;
            return finish_object(r, pairs);
        }
        if (c != ',') {
            fail(r, "Expecting ',' delimiter", *at);
            break;
        }
        ++*at;
        skip_blank(r, at);
        if ((steps & 4095) == 0 && !vm_poll(vm)) break;
    }
    release(vm, pairs);
    return NULL;
}

static Value read_constant(Reader *r, int64_t *at, const char *word)
{
    *at += (int64_t)strlen(word);
    Value text = str_from_c(r->vm, word), v = text ? call1(r->vm, r->parse_constant, text) : NULL;
    release(r->vm, text);
    return v;
}

/* NULL without an error: no value begins here. */
static Value read_value(Reader *r, int64_t *at)
{
    uint32_t c = look(r, *at);
    Value v;
    switch (c) {
    case '"': ++*at; return read_string(r, at);
    case '{': case '[':
        if (!rec_enter(r->vm, c == '{' ? " while decoding a JSON object from a unicode string" : " while decoding a JSON array from a unicode string")) return NULL;
        ++*at;
        v = c == '{' ? read_object(r, at) : read_array(r, at);
        rec_leave(r->vm);
        return v;
    case 't': if (starts(r, *at, "true")) return *at += 4, V_TRUE; break;
    case 'f': if (starts(r, *at, "false")) return *at += 5, V_FALSE; break;
    case 'n': if (starts(r, *at, "null")) return *at += 4, V_NONE; break;
    case 'N': if (starts(r, *at, "NaN")) return read_constant(r, at, "NaN"); break;
    case 'I': if (starts(r, *at, "Infinity")) return read_constant(r, at, "Infinity"); break;
    case '-': if (starts(r, *at, "-Infinity")) return read_constant(r, at, "-Infinity"); /* fall through */
    default:
        if (c == '-' || digit(c)) return read_number(r, at);
    }
    return NULL;
}

static Ref unless_none(Ref v) { return is_none(v) ? NULL : v; }

static Value with_end(VM *vm, Value v /*taken, or NULL*/, int64_t at)
{
    Value pair = v ? tuple_of(vm, 2, (Ref)v, (Ref)make_small(at)) : NO_VALUE;
    release(vm, v);
    return pair;
}

static Value fn_scanstring(VM *vm, const Ref *a, int n, Ref kw)
{
    int64_t at;
    if (!num_index_ssize(vm, a[1], &at)) return NULL;
    if (!is_str(a[0])) return err_raise(vm, EXC_TypeError, "first argument must be a string, not %T", a[0]);
    int strict = a[2] ? op_truth(vm, a[2]) : 1;
    if (strict < 0) return NULL;
    Reader r = {.vm = vm, .text = a[0], .s = as_str(a[0]), .strict = strict};
    if (at < 0 || at > r.s->len) return err_raise(vm, EXC_ValueError, "end is out of bounds");
    Value v = read_string(&r, &at);
    return with_end(vm, v, at);
}

/* ---- scanners ---- */
static Value scanner_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"context"};
    Ref in[1];
    Value strict = NO_VALUE;
    if (!args_bind(vm, "make_scanner", args, n, kwnames, names, 1, in)) return NULL;
    if (!in[0]) return err_raise(vm, EXC_TypeError, "make_scanner() missing required argument 'context' (pos 1)");
    Scanner *s = (Scanner *)obj_alloc(vm, as_type(cls), sizeof(Scanner));
    int is_strict = -1;
    if (s && (strict = obj_getattr_c(vm, in[0], "strict"))) is_strict = op_truth(vm, strict);
    release(vm, strict);
    if (is_strict >= 0 && (s->hook = obj_getattr_c(vm, in[0], "object_hook")) && (s->pairs_hook = obj_getattr_c(vm, in[0], "object_pairs_hook")) &&
        (s->parse_float = obj_getattr_c(vm, in[0], "parse_float")) && (s->parse_int = obj_getattr_c(vm, in[0], "parse_int")) &&
        (s->parse_constant = obj_getattr_c(vm, in[0], "parse_constant"))) {
        s->strict = is_strict;
        return VAL(s);
    }
    release(vm, VAL(s));
    return NULL;
}

static Value scanner_call(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"string", "idx"};
    const Scanner *s = as_scanner(self);
    Ref in[2];
    int64_t at;
    if (!args_bind(vm, "scan_once", args, n, kwnames, names, 2, in)) return NULL;
    if (!in[0] || !in[1]) return err_raise(vm, EXC_TypeError, "scan_once() missing required argument '%s' (pos %d)", names[in[0] != NULL], in[0] ? 2 : 1);
    if (!num_index_ssize(vm, in[1], &at)) return NULL;
    if (!is_str(in[0])) return err_raise(vm, EXC_TypeError, "first argument must be a string, not %T", in[0]);
    if (at < 0) return err_raise(vm, EXC_ValueError, "idx cannot be negative");
    Reader r = {.vm = vm, .text = in[0], .s = as_str(in[0]), .strict = s->strict, .hook = unless_none(s->hook), .pairs_hook = unless_none(s->pairs_hook), .parse_float = s->parse_float,
                .parse_int = s->parse_int, .parse_constant = s->parse_constant, .plain_float = s->parse_float == REF(CLASS(float)), .plain_int = s->parse_int == REF(CLASS(int))};
    if (!(r.keys = dict_new(vm))) return NULL;
    Value v = read_item(&r, &at);
    release(vm, r.keys);
    return with_end(vm, v, at);
}

static void scanner_clear(VM *vm, Obj *o)
{
    Scanner *s = (Scanner *)o;
    Value *const slots[] = {&s->hook, &s->pairs_hook, &s->parse_float, &s->parse_int, &s->parse_constant};
    for (int i = 0; i < 5; i++) value_clear(vm, slots[i]);
}
static void scanner_dealloc(VM *vm, Obj *o)
{
    scanner_clear(vm, o);
    obj_free(vm, o, o->type->inst_size);
}
static void scanner_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const Scanner *s = (const Scanner *)o;
    Ref const slots[] = {s->hook, s->pairs_hook, s->parse_float, s->parse_int, s->parse_constant};
    for (int i = 0; i < 5; i++)
        if (slots[i]) visit(slots[i], arg);
}

static Value get_strict(VM *vm, Ref self) { return make_bool(as_scanner(self)->strict); }
#define GETTER(name, type, field) \
    static Value get_##name(VM *vm, Ref self) { return retain(as_##type(self)->field ? (Ref)as_##type(self)->field : V_NONE); }
GETTER(object_hook, scanner, hook)
GETTER(object_pairs_hook, scanner, pairs_hook)
GETTER(parse_float, scanner, parse_float)
GETTER(parse_int, scanner, parse_int)
GETTER(parse_constant, scanner, parse_constant)
static const GetSetDef scanner_getsets[] = {
    {"strict", get_strict, getset_readonly, "are control characters refused?"},
    {"object_hook", get_object_hook, getset_readonly, NULL}, {"object_pairs_hook", get_object_pairs_hook, getset_readonly, NULL},
    {"parse_float", get_parse_float, getset_readonly, NULL}, {"parse_int", get_parse_int, getset_readonly, NULL},
    {"parse_constant", get_parse_constant, getset_readonly, NULL}, {NULL, NULL, NULL, NULL},
};
static const TypeDef scanner_def = {
    .name = "_json.Scanner", .doc = "Reads the value that stands at an index of a text.", .kind = KIND_OPAQUE, .size = sizeof(Scanner), .flags = TYPE_GC | TYPE_IMMUTABLE,
    .s = {.new_ = scanner_new, .call = scanner_call}, .dealloc = scanner_dealloc, .traverse = scanner_traverse, .clear = scanner_clear, .getsets = scanner_getsets,
};

/* ---- writing ---- */
typedef struct Writer {
    VM *vm;
    StrB b;
    Ref fallback; /* default() */
    Ref encoder;  /* of strings; NULL: write_string */
    bool ascii, nan, sort, skip;
    Ref open;     /* dict of the containers being written, by address, or NULL */
    Ref items, colon;
} Writer;

static bool write_value(Writer *w, Ref o);

static void write_string(Writer *w, Ref text)
{
    const Str *s = as_str(text);
    StrB *b = &w->b;
    int64_t from = 0;
    strb_char(b, '"');
    for (int64_t i = 0; i < s->len; i++) {
        uint32_t c = str_at(s, i);
        if (c >= ' ' && c != '"' && c != '\\' && (c < 127 || !w->ascii)) continue;
        if (i > from) strb_slice(b, text, from, i);
        from = i + 1;
        switch (c) {
        case '"': strb_ascii(b, "\\\"", 2); break;
        case '\\': strb_ascii(b, "\\\\", 2); break;
        case '\b': strb_ascii(b, "\\b", 2); break;
        case '\f': strb_ascii(b, "\\f", 2); break;
        case '\n': strb_ascii(b, "\\n", 2); break;
        case '\r': strb_ascii(b, "\\r", 2); break;
        case '\t': strb_ascii(b, "\\t", 2); break;
        default:
            if (c >= 0x10000) {
                strb_format(b, "\\u%04x\\u%04x", 0xd800 | (c - 0x10000) >> 10, 0xdc00 | ((c - 0x10000) & 0x3ff));
            } else strb_format(b, "\\u%04x", c);
        }
    }
    if (s->len > from) strb_slice(b, text, from, s->len);
    strb_char(b, '"');
}

/* By the encoder that the program gave, or plainly. */
static bool write_text(Writer *w, Ref text)
{
    if (!w->encoder) {
        write_string(w, text);
        return true;
    }
    Value r = call1(w->vm, w->encoder, text);
    bool ok = r && (is_str(r) || err_false(w->vm, EXC_TypeError, "encoder() must return a string, not %T", REF(r)));
    if (ok) strb_str(&w->b, r);
    release(w->vm, r);
    return ok;
}

static bool write_float(Writer *w, double d)
{
    char text[40];
    if (d == d && d - d == 0) {
        strb_ascii(&w->b, text, (size_t)float_shortest(d, text));
        return true;
    }
    if (!w->nan) return err_false(w->vm, EXC_ValueError, "Out of range float values are not JSON compliant");
    strb_c(&w->b, d != d ? "NaN" : d > 0 ? "Infinity" : "-Infinity");
    return true;
}

static bool write_int(Writer *w, Ref o)
{
    if (is_small(o)) return strb_repr(&w->b, o);
    Value text = int_to_text(w->vm, o, 10);
    if (text) strb_str(&w->b, text);
    release(w->vm, text);
    return text != NULL;
}

static bool enter(Writer *w, Ref o)
{
    VM *vm = w->vm;
    if (!rec_enter(vm, " while encoding a JSON object")) return false;
    if (!w->open) return true;
    Value key = int_from_u64(vm, BITS(o));
    int known = key ? dict_contains(vm, w->open, key) : -1;
    bool ok = known == 0 ? dict_set(vm, w->open, key, o) : known > 0 ? err_false(vm, EXC_ValueError, "Circular reference detected") : false;
    release(vm, key);
    if (!ok) rec_leave(vm);
    return ok;
}

static void leave(Writer *w, Ref o)
{
    VM *vm = w->vm;
    rec_leave(vm);
    if (!w->open) return;
    Value pending = err_take(vm), key = int_from_u64(vm, BITS(o));
    if (key) dict_del(vm, w->open, key);
    release(vm, key);
    err_put(vm, pending);
}

static bool write_list(Writer *w, Ref o)
{
    VM *vm = w->vm;
    Value held = is_list(o) ? list_from(vm, as_refs(as_list(o)->items), as_list(o)->len) : retain(o); /* default() may change the list */
    if (!held) return false;
    Value *const *items = is_list(held) ? &as_list(held)->items : NULL;
    int64_t len = items ? as_list(held)->len : as_tuple(held)->len;
    bool ok = true;
    if (!len) strb_ascii(&w->b, "[]", 2);
    else if ((ok = enter(w, o))) {
        strb_char(&w->b, '[');
        for (int64_t i = 0; ok && i < len; i++) {
            if (i) strb_str(&w->b, w->items);
            ok = write_value(w, items ? (*items)[i] : as_tuple(held)->items[i]) && ((i & 4095) != 4095 || vm_poll(vm));
        }
        strb_char(&w->b, ']');
        leave(w, o);
    }
    release(vm, held);
    return ok;
}

static bool write_key(Writer *w, Ref key, bool *skipped)
{
    VM *vm = w->vm;
    *skipped = false;
    if (is_str(key)) return write_text(w, key);
    if (is_float_any(key) || is_int(key) || is_none(key)) {
        strb_char(&w->b, '"');
        bool ok = true;
        if (is_none(key)) strb_c(&w->b, "null");
        else if (is_bool(key)) strb_c(&w->b, key == V_TRUE ? "true" : "false");
        else if (is_int(key)) ok = write_int(w, key);
        else ok = write_float(w, float_any_of(key));
        strb_char(&w->b, '"');
        return ok;
    }
    *skipped = w->skip;
    return w->skip || err_false(vm, EXC_TypeError, "keys must be str, int, float, bool or None, not %T", key);
}

static bool write_pair(Writer *w, Ref key, Ref value, bool *first)
{
    bool skipped = !(is_str(key) || is_float_any(key) || is_int(key) || is_none(key));
    if (!skipped) {
        if (!*first) strb_str(&w->b, w->items);
        *first = false;
    }
    if (!write_key(w, key, &skipped)) return false;
    if (skipped) return true;
    strb_str(&w->b, w->colon);
    return write_value(w, value);
}

static bool write_dict(Writer *w, Ref o)
{
    VM *vm = w->vm;
    if (!dict_len(o)) {
        strb_ascii(&w->b, "{}", 2);
        return true;
    }
    if (!enter(w, o)) return false;
    bool exact = is_exact(o, CLASS(dict));
    Value view = exact ? retain(o) : call_method(vm, o, NAME(items), NULL, 0), list = NULL; /* a subclass may order its items anew */
    bool ok = view != NULL, first = true;
    if (ok) {
        Value items = exact ? call_method(vm, o, NAME(items), NULL, 0) : retain(view);
        list = items ? list_from_iter(vm, items) : NULL;
        release(vm, items);
        ok = list && (!w->sort || list_sort(vm, list, NULL, false));
    }
    strb_char(&w->b, '{');
    for (int64_t i = 0; ok && i < as_list(list)->len; i++) {
        Ref pair = as_list(list)->items[i];
        ok = is_tuple(pair) && as_tuple(pair)->len == 2 ? write_pair(w, as_tuple(pair)->items[0], as_tuple(pair)->items[1], &first)
                                                        : err_false(vm, EXC_ValueError, "items must return 2-tuples");
        if (ok && (i & 4095) == 4095) ok = vm_poll(vm);
    }
    strb_char(&w->b, '}');
    release(vm, list);
    release(vm, view);
    leave(w, o);
    return ok;
}

static bool write_value(Writer *w, Ref o)
{
    VM *vm = w->vm;
    if (is_str(o)) return write_text(w, o);
    if (is_none(o)) strb_c(&w->b, "null");
    else if (is_bool(o)) strb_c(&w->b, o == V_TRUE ? "true" : "false");
    else if (is_int(o)) return write_int(w, o);
    else if (is_float_any(o)) return write_float(w, float_any_of(o));
    else if (is_list(o) || is_tuple(o)) return write_list(w, o);
    else if (is_dict(o)) return write_dict(w, o);
    else {
        if (!enter(w, o)) return false;
        Value by = call1(vm, w->fallback, o);
        bool ok = by && write_value(w, by);
        release(vm, by);
        leave(w, o);
        return ok;
    }
    return true;
}

static Value encoded(VM *vm, Ref text, bool ascii)
{
    if (!is_str(text)) return err_raise(vm, EXC_TypeError, "first argument must be a string, not %T", text);
    Writer w = {.vm = vm, .b = STRB_INIT(vm), .ascii = ascii};
    write_string(&w, text);
    return strb_take(&w.b);
}
static Value fn_basestring(VM *vm, const Ref *a, int n, Ref kw) { return encoded(vm, a[0], false); }
static Value fn_basestring_ascii(VM *vm, const Ref *a, int n, Ref kw) { return encoded(vm, a[0], true); }

/* ---- encoders ---- */
static Value encoder_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"markers", "default", "encoder", "indent", "key_separator", "item_separator", "sort_keys", "skipkeys", "allow_nan"};
    Ref in[9];
    int flags[3];
    if (!args_bind(vm, "make_encoder", args, n, kwnames, names, 9, in)) return NULL;
    for (int i = 0; i < 9; i++)
        if (!in[i]) return err_raise(vm, EXC_TypeError, "make_encoder() missing required argument '%s' (pos %d)", names[i], i + 1);
    for (int i = 4; i < 6; i++)
        if (!is_str(in[i])) return err_raise(vm, EXC_TypeError, "make_encoder() argument %d must be str, not %T", i + 1, in[i]);
    for (int i = 0; i < 3; i++)
        if ((flags[i] = op_truth(vm, in[i + 6])) < 0) return NULL;
    if (!is_none(in[0]) && !is_dict(in[0])) return err_raise(vm, EXC_TypeError, "make_encoder() argument 1 must be dict or None, not %T", in[0]);
    Encoder *e = (Encoder *)obj_alloc(vm, as_type(cls), sizeof(Encoder));
    if (!e) return NULL;
    Value *const slots[] = {&e->markers, &e->fallback, &e->encoder, &e->indent, &e->colon, &e->items};
    for (int i = 0; i < 6; i++) *slots[i] = retain(in[i]);
    e->sort = flags[0];
    e->skip = flags[1];
    e->nan = flags[2];
    return VAL(e);
}

static Value encoder_call(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"obj", "_current_indent_level"};
    const Encoder *e = as_encoder(self);
    Ref in[2];
    int64_t level;
    if (!args_bind(vm, "_iterencode", args, n, kwnames, names, 2, in)) return NULL;
    if (!in[0] || !in[1]) return err_raise(vm, EXC_TypeError, "_iterencode() missing required argument '%s' (pos %d)", names[in[0] != NULL], in[0] ? 2 : 1);
    if (!num_index_ssize(vm, in[1], &level)) return NULL;
    NativeFn plain = is_kind(e->encoder, KIND_NATIVE) ? ((const Native *)BITS(e->encoder))->def->fn : NULL;
    bool known = plain == fn_basestring || plain == fn_basestring_ascii;
    Writer w = {.vm = vm, .b = STRB_INIT(vm), .fallback = e->fallback, .encoder = known ? NULL : (Ref)e->encoder, .ascii = plain == fn_basestring_ascii, .nan = e->nan, .sort = e->sort,
                .skip = e->skip, .open = unless_none(e->markers), .items = e->items, .colon = e->colon};
    if (!write_value(&w, in[0])) {
        strb_drop(&w.b);
        return NULL;
    }
    Value text = strb_take(&w.b), r = text ? tuple_of(vm, 1, REF(text)) : NO_VALUE;
    release(vm, text);
    return r;
}

static void encoder_clear(VM *vm, Obj *o)
{
    Encoder *e = (Encoder *)o;
    Value *const slots[] = {&e->markers, &e->fallback, &e->encoder, &e->indent, &e->colon, &e->items};
    for (int i = 0; i < 6; i++) value_clear(vm, slots[i]);
}
static void encoder_dealloc(VM *vm, Obj *o)
{
    encoder_clear(vm, o);
    obj_free(vm, o, o->type->inst_size);
}
static void encoder_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const Encoder *e = (const Encoder *)o;
    Ref const slots[] = {e->markers, e->fallback, e->encoder, e->indent, e->colon, e->items};
    for (int i = 0; i < 6; i++)
        if (slots[i]) visit(slots[i], arg);
}
GETTER(markers, encoder, markers)
GETTER(default, encoder, fallback)
GETTER(encoder, encoder, encoder)
GETTER(indent, encoder, indent)
GETTER(key_separator, encoder, colon)
GETTER(item_separator, encoder, items)
static Value get_sort_keys(VM *vm, Ref self) { return make_bool(as_encoder(self)->sort); }
static Value get_skipkeys(VM *vm, Ref self) { return make_bool(as_encoder(self)->skip); }
static const GetSetDef encoder_getsets[] = {
    {"markers", get_markers, getset_readonly, NULL}, {"default", get_default, getset_readonly, NULL}, {"encoder", get_encoder, getset_readonly, NULL},
    {"indent", get_indent, getset_readonly, NULL}, {"key_separator", get_key_separator, getset_readonly, NULL}, {"item_separator", get_item_separator, getset_readonly, NULL},
    {"sort_keys", get_sort_keys, getset_readonly, NULL}, {"skipkeys", get_skipkeys, getset_readonly, NULL}, {NULL, NULL, NULL, NULL},
};
static const TypeDef encoder_def = {
    .name = "_json.Encoder", .doc = "Writes an object as pieces of JSON's text.", .kind = KIND_OPAQUE, .size = sizeof(Encoder), .flags = TYPE_GC | TYPE_IMMUTABLE,
    .s = {.new_ = encoder_new, .call = encoder_call}, .dealloc = encoder_dealloc, .traverse = encoder_traverse, .clear = encoder_clear, .getsets = encoder_getsets,
};

/* ---- the module ---- */
static const NativeDef functions[] = {
    {"scanstring", fn_scanstring, "string, end, strict=True, /", "The JSON string that begins behind a quote, and the index behind its end.", 0},
    {"encode_basestring", fn_basestring, "string, /", "A text as a JSON string.", 0},
    {"encode_basestring_ascii", fn_basestring_ascii, "string, /", "A text as a JSON string in ASCII.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

static bool init(VM *vm, Ref module, Dict *ns)
{
    JsonState *s = as_module(module)->state;
    return (s->scanner = type_from_def(vm, &scanner_def, NULL)) && (s->encoder = type_from_def(vm, &encoder_def, NULL)) &&
           module_add(vm, ns, "make_scanner", retain(REF(s->scanner))) && module_add(vm, ns, "make_encoder", retain(REF(s->encoder)));
}

static void done(VM *vm, void *state)
{
    release(vm, VAL(((JsonState *)state)->scanner));
    release(vm, VAL(((JsonState *)state)->encoder));
}

const ModuleDef json_module = {.name = "_json", .doc = "Reading and writing JSON.", .functions = functions, .init = init, .state_size = sizeof(JsonState), .done = done};
