/* str_type.c: the classes str and str_iterator: their slots and constructor. The methods are in str_methods.c and str_case.c. */
#include "lang/text/text_impl.h"
#include "lang/text/unicode.h"

/* ---- constructor ---- */
static const char *const str_params[] = {"object", "encoding", "errors"};

static bool option_arg(VM *vm, Ref v, const char *name, const char **out)
{
    *out = NULL;
    if (!v) return true;
    if (!is_str(v)) return err_false(vm, EXC_TypeError, "str() argument '%s' must be str, not %s", name, text_arg_type(vm, v));
    return (*out = str_utf8(vm, v, NULL)) != NULL;
}

static Value decode_object(VM *vm, Ref o, Ref encoding, Ref errors)
{
    const char *enc, *err;
    if (!option_arg(vm, encoding, "encoding", &enc) || !option_arg(vm, errors, "errors", &err)) return NO_VALUE;
    if (is_str(o)) return err_raise(vm, EXC_TypeError, "decoding str is not supported");
    BufferView view;
    if (!buffer_check(vm, o)) return err_raise(vm, EXC_TypeError, "decoding to str: need a bytes-like object, %T found", o);
    if (!buffer_get(vm, o, &view)) return NO_VALUE;
    Value s = codec_decode(vm, view.data, view.len, enc, err);
    buffer_release(vm, &view);
    return s;
}

static Value str_make(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    Ref a[3];
    Value s;
    if (n == 1 && !kwnames) {
        s = op_str(vm, args[0]);
    } else {
        if (!text_ctor_args(vm, "str", str_params, 3, args, n, kwnames, a)) return NO_VALUE;
        if (!a[0]) s = str_from_ascii(vm, "", 0);
        else if (!a[1] && !a[2]) s = op_str(vm, a[0]);
        else s = decode_object(vm, a[0], a[1], a[2]);
    }
    if (!s || as_type(cls) == CLASS(str)) return s;
    Value made = str_as_subclass(vm, as_type(cls), s);
    release(vm, s);
    return made;
}

/* ---- repr ---- */
static int escape_width(uint32_t c, uint32_t quote)
{
    if (c == quote || c == '\\' || c == '\n' || c == '\r' || c == '\t') return 2;
    if (c < 32 || c == 127) return 4;
    if (c < 127 || uni_is_printable(c)) return 1;
    return c < 256 ? 4 : c < 65536 ? 6 : 10;
}

static void add_escape(StrB *b, uint32_t c)
{
    if (c == '\n' || c == '\r' || c == '\t' || c < 32 || c > 126) {
        if (c == '\n') strb_ascii(b, "\\n", 2);
        else if (c == '\r') strb_ascii(b, "\\r", 2);
        else if (c == '\t') strb_ascii(b, "\\t", 2);
        else if (c < 256) strb_format(b, "\\x%02x", c);
        else if (c < 65536) strb_format(b, "\\u%04x", c);
        else strb_format(b, "\\U%08x", c);
    } else {
        strb_char(b, '\\');
        strb_char(b, c);
    }
}

/* How many characters from the first on stand as they are, in pieces that the compiler looks at all at once; what a piece cannot tell is looked at one by one. */
static int64_t plain_front(const Text *t, uint32_t quote)
{
    enum { PIECE = 32 };
    const uint8_t *p = t->p;
    int64_t i = 0;
    for (; t->w == 1 && i + PIECE <= t->n; i += PIECE) {
        uint8_t odd = 0;
        for (int k = 0; k < PIECE; k++) odd |= (uint8_t)((uint8_t)(p[i + k] - 32) >= 95) | (uint8_t)(p[i + k] == '\\') | (uint8_t)(p[i + k] == quote);
        if (odd) break;
    }
    while (i < t->n && escape_width(text_at(t, i), quote) == 1) i++;
    return i;
}

static Value between_quotes(VM *vm, const Text *t, uint32_t quote)
{
    Value r = str_new(vm, t->n + 2, t->w == 1 ? text_or(t->p, 1, t->n) : t->w == 2 ? 65535 : UINT32_C(0x10FFFF));
    if (!r) return r;
    Text out = text_of_str(r);
    void *first = as_str(r)->data, *last = as_str(r)->data + (size_t)(t->n + 1) * t->w;
    memcpy((char *)first + t->w, t->p, (size_t)t->n * t->w);
    if (out.w == 1) *(uint8_t *)first = *(uint8_t *)last = (uint8_t)quote;
    else if (out.w == 2) *(uint16_t *)first = *(uint16_t *)last = (uint16_t)quote;
    else *(uint32_t *)first = *(uint32_t *)last = quote;
    return r;
}

Value str_repr(VM *vm, Ref v)
{
    Text t = text_of_str(v);
    bool single = text_find_char(&t, '\'', 0, t.n) >= 0, dbl = single && text_find_char(&t, '"', 0, t.n) >= 0;
    uint32_t quote = single && !dbl ? '"' : '\'';
    int64_t plain = plain_front(&t, quote);
    if (plain == t.n) return between_quotes(vm, &t, quote);
    StrB b = STRB_INIT(vm);
    strb_char(&b, quote);
    for (int64_t i = plain, from = 0;; i++) {
        if (i < t.n && escape_width(text_at(&t, i), quote) == 1) continue;
        strb_slice(&b, v, from, i);
        if (i == t.n) break;
        add_escape(&b, text_at(&t, i));
        from = i + 1;
    }
    strb_char(&b, quote);
    return strb_take(&b);
}

static Value str_self(VM *vm, Ref v) { return str_exact(vm, v); }

/* ---- protocols ---- */
static bool str_hash_slot(VM *vm, Ref v, int64_t *hash)
{
    *hash = str_hash(vm, v);
    return true;
}

static Value str_compare_slot(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (!is_str(a) || !is_str(b)) return V_NOTIMPL;
    switch (op) {
    case CMP_EQ: return make_bool(str_equal(a, b));
    case CMP_NE: return make_bool(!str_equal(a, b));
    case CMP_LT: return make_bool(a != b && str_compare(a, b) < 0);
    case CMP_LE: return make_bool(a == b || str_compare(a, b) <= 0);
    case CMP_GT: return make_bool(a != b && str_compare(a, b) > 0);
    default: return make_bool(a == b || str_compare(a, b) >= 0);
    }
}

static int64_t str_len_slot(VM *vm, Ref v) { return as_str(v)->len; }

static Value str_getitem(VM *vm, Ref v, Ref key)
{
    const Str *s = as_str(v);
    int64_t i;
    if (is_small(key)) {
        i = small_of(key);
    } else if (is_kind(key, KIND_SLICE)) {
        int64_t start, stop, step, count;
        if (!slice_indices(vm, key, &s->len, &start, &stop, &step, &count)) return NO_VALUE;
        if (step == 1) return str_substr(vm, v, count ? start : 0, count ? start + count : 0);
        Text t = text_of_str(v);
        return text_slice_step(vm, &t, start, step, count);
    } else if (is_int(key) || type_of(vm, key)->s.to_index) {
        if (!text_index(vm, key, &i)) return NO_VALUE;
    } else {
        return err_raise(vm, EXC_TypeError, "string indices must be integers, not '%T'", key);
    }
    if (i < 0) i += s->len;
    if (i < 0 || i >= s->len) return err_raise(vm, EXC_IndexError, "string index out of range");
    return str_from_char(vm, str_at(s, i));
}

static int str_contains(VM *vm, Ref v, Ref item)
{
    if (!is_str(item)) return err_minus(vm, EXC_TypeError, "'in <string>' requires string as left operand, not %T", item);
    return str_find(v, item, 0, as_str(v)->len) >= 0;
}

static Value str_concat_slot(VM *vm, Ref a, Ref b)
{
    if (!is_str(b)) return err_raise(vm, EXC_TypeError, "can only concatenate str (not \"%T\") to str", b);
    return str_concat(vm, a, b);
}

static Value str_repeat_slot(VM *vm, Ref a, Ref count)
{
    int64_t n;
    if (!num_index_i64(vm, count, &n)) return NO_VALUE;
    Text t = text_of_str(a);
    return text_repeat(vm, &t, n);
}

static Value str_mod_slot(VM *vm, Ref a, Ref b)
{
    if (!is_str(a)) return V_NOTIMPL;
    return str_percent(vm, a, b);
}

/* ---- iteration ---- */
typedef struct StrIter {
    Obj head;
    int64_t next;
    Value str; /* NULL when exhausted; exactly a str, which leads nowhere: iterators need not be known to the collector */
} StrIter;

static Value str_iter(VM *vm, Ref v)
{
    Value text = str_exact(vm, v);
    StrIter *it = text ? (StrIter *)obj_alloc(vm, str_is_ascii(as_str(v)) ? CLASS(str_ascii_iterator) : CLASS(str_iterator), sizeof *it) : NULL;
    if (it) it->str = text;
    else release(vm, text);
    return VAL(it);
}

static Value iter_next(VM *vm, Ref self)
{
    StrIter *it = (StrIter *)BITS(self);
    if (!it->str) return NO_VALUE;
    const Str *s = as_str(it->str);
    if (it->next < s->len) return str_from_char(vm, str_at(s, it->next++));
    value_clear(vm, &it->str);
    return NO_VALUE;
}

static void iter_dealloc(VM *vm, Obj *o)
{
    release(vm, ((StrIter *)o)->str);
    obj_free(vm, o, sizeof(StrIter));
}

static Value iter_length_hint(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const StrIter *it = (const StrIter *)BITS(args[0]);
    return make_small(it->str ? as_str(it->str)->len - it->next : 0);
}

static Value iter_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const StrIter *it = (const StrIter *)BITS(args[0]);
    Ref make = dict_get_c(vm, REF(vm->builtins), "iter");
    Value inner = tuple_of(vm, 1, it->str ? (Ref)it->str : (Ref)vm->empty_str);
    if (!inner) return inner;
    Value all = it->str ? tuple_of(vm, 3, make, (Ref)inner, (Ref)make_small(it->next)) : tuple_of(vm, 2, make, (Ref)inner);
    release(vm, inner);
    return all;
}

static Value iter_setstate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    StrIter *it = (StrIter *)BITS(args[0]);
    int64_t at;
    if (!num_index_i64(vm, args[1], &at)) return NO_VALUE;
    if (it->str) it->next = at < 0 ? 0 : at > as_str(it->str)->len ? as_str(it->str)->len : at;
    return V_NONE;
}

static Value iter_self(VM *vm, Ref v) { return retain(v); }

static const NativeDef iter_methods[] = {
    {"__length_hint__", iter_length_hint, "self", "How many characters are left.", 0},
    {"__reduce__", iter_reduce, "self", "For copying and pickling.", 0},
    {"__setstate__", iter_setstate, "self, state, /", "Go to a position.", 0},
    {0},
};

const TypeDef str_iterator_def = {
    .name = "str_iterator", .kind = KIND_OPAQUE, .size = sizeof(StrIter), .flags = TYPE_NO_NEW | TYPE_IMMUTABLE,
    .s = {.iter = iter_self, .next = iter_next},
    .dealloc = iter_dealloc,
    .methods = iter_methods,
};

const TypeDef str_ascii_iterator_def = {
    .name = "str_ascii_iterator", .kind = KIND_OPAQUE, .size = sizeof(StrIter), .flags = TYPE_NO_NEW | TYPE_IMMUTABLE,
    .s = {.iter = iter_self, .next = iter_next},
    .dealloc = iter_dealloc,
    .methods = iter_methods,
};

const TypeDef str_def = {
    .name = "str",
    .doc = "str(object='') -> the object as print() shows it\nstr(bytes, encoding[, errors]) -> the text that bytes stand for in an encoding",
    .kind = KIND_STR, .size = sizeof(Str), .flags = TYPE_BASE | TYPE_MATCH_SELF | TYPE_IMMUTABLE,
    .s = {
        .new_ = str_make, .repr = str_repr, .str = str_self, .hash = str_hash_slot, .compare = str_compare_slot,
        .iter = str_iter, .len = str_len_slot, .getitem = str_getitem, .contains = str_contains,
        .concat = str_concat_slot, .repeat = str_repeat_slot, .nb = {[OP_MOD] = str_mod_slot},
    },
    .dealloc = str_dealloc,
    .methods = str_methods,
};
