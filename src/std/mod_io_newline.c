/* mod_io_newline.c: the kinds of line ends: telling them apart, making \n of them, and IncrementalNewlineDecoder, which does so piece by
 * piece over another decoder. */
#include "mod_io.h"
#include "lang/text/text_impl.h"

Value io_translate(VM *vm, Value text, int *seen, bool translate)
{
    if (!text) return NULL;
    const Str *s = as_str(text);
    Text t = text_of_str(text);
    int64_t first = text_find_char(&t, '\r', 0, t.n);
    if (!(*seen & IO_SEEN_LF) && text_find_char(&t, '\n', 0, first < 0 ? t.n : first) >= 0) *seen |= IO_SEEN_LF;
    if (first < 0) return text;
    StrB b = STRB_INIT(vm);
    int64_t from = 0;
    bool changed = false;
    for (int64_t i = first; i < s->len; i++) {
        uint32_t c = str_at(s, i);
        if (c == '\n') *seen |= IO_SEEN_LF;
        if (c != '\r') continue;
        bool two = i + 1 < s->len && str_at(s, i + 1) == '\n';
        *seen |= two ? IO_SEEN_CRLF : IO_SEEN_CR;
        if (translate) {
            strb_slice(&b, text, from, i);
            strb_char(&b, '\n');
            from = i + 1 + two;
            changed = true;
        }
        i += two;
    }
    if (!changed) {
        strb_drop(&b);
        return text;
    }
    strb_slice(&b, text, from, s->len);
    release(vm, text);
    return strb_take(&b);
}

Value io_newlines(VM *vm, int seen)
{
    static const char *const texts[] = {"\r", "\n", "\r\n"};
    Value items[3];
    int n = 0;
    for (int i = 0; i < 3; i++) {
        if (!(seen & 1 << i)) continue;
        if ((items[n] = str_from_c(vm, texts[i]))) n++;
    }
    if (n == 0) return V_NONE;
    return n == 1 ? items[0] : tuple_take(vm, items, n);
}

/* ---- IncrementalNewlineDecoder ---- */

typedef struct NlDecoder {
    Obj head;
    Value decoder, errors;
    bool translate, pending_cr;
    int seen;
} NlDecoder;
static NlDecoder *as_nl(Ref v) { return (NlDecoder *)BITS(v); }

static Value nl_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames) { return VAL(obj_alloc(vm, as_type(cls), as_type(cls)->inst_size)); }

static bool nl_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"decoder", "translate", "errors"};
    Ref in[3];
    if (!args_bind(vm, "IncrementalNewlineDecoder", args, n, kwnames, names, 3, in)) return false;
    for (int i = 0; i < 2; i++)
        if (!in[i]) return err_false(vm, EXC_TypeError, "IncrementalNewlineDecoder() missing required argument '%s' (pos %d)", names[i], i + 1);
    int translate = op_truth(vm, in[1]);
    if (translate < 0) return false;
    NlDecoder *d = as_nl(self);
    value_put(vm, &d->decoder, retain(in[0]));
    d->translate = translate;
    d->pending_cr = false;
    d->seen = 0;
    Value errors = in[2] ? retain(in[2]) : str_from_c(vm, "strict");
    if (!errors) return false;
    value_put(vm, &d->errors, errors);
    return true;
}

static void nl_clear(VM *vm, Obj *o)
{
    value_put(vm, &((NlDecoder *)o)->decoder, V_NONE);
    value_put(vm, &((NlDecoder *)o)->errors, V_NONE);
}

static void nl_dealloc(VM *vm, Obj *o)
{
    nl_clear(vm, o);
    obj_free(vm, o, o->type->inst_size);
}

static void nl_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (is_heap(((NlDecoder *)o)->decoder)) visit(((NlDecoder *)o)->decoder, arg);
    if (is_heap(((NlDecoder *)o)->errors)) visit(((NlDecoder *)o)->errors, arg);
}

static Value nl_decode(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NlDecoder *d = as_nl(args[0]);
    if (!d->decoder) return err_raise(vm, EXC_ValueError, "IncrementalNewlineDecoder.__init__() not called");
    int final = args[2] ? op_truth(vm, args[2]) : 0;
    if (final < 0) return NULL;
    Value text;
    if (is_none(d->decoder)) text = retain(args[1]);
    else {
        Ref a[2] = {args[1], make_bool(final)};
        text = call_method(vm, d->decoder, NAME(decode), a, 2);
    }
    if (!text) return NULL;
    if (!is_str(text)) {
        err_raise(vm, EXC_TypeError, "decoder should return a string result, not '%T'", text);
        release(vm, text);
        return NULL;
    }
    if (d->pending_cr && (final || as_str(text)->len > 0)) {
        Value joined = str_concat(vm, vm->chars['\r'], text);
        release(vm, text);
        if (!(text = joined)) return NULL;
        d->pending_cr = false;
    }
    int64_t len = as_str(text)->len;
    if (!final && len && str_at(as_str(text), len - 1) == '\r') {
        Value cut = str_substr(vm, text, 0, len - 1);
        release(vm, text);
        if (!(text = cut)) return NULL;
        d->pending_cr = true;
    }
    return io_translate(vm, text, &d->seen, d->translate);
}

static Value nl_getstate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NlDecoder *d = as_nl(args[0]);
    if (!d->decoder) return err_raise(vm, EXC_ValueError, "IncrementalNewlineDecoder.__init__() not called");
    Value state = is_none(d->decoder) ? tuple_of(vm, 2, REF(vm->empty_bytes), make_small(0)) : call_method(vm, d->decoder, NAME(getstate), NULL, 0);
    int64_t flag;
    if (!state) return NULL;
    if (!is_tuple(state) || as_tuple(state)->len != 2) err_raise(vm, EXC_TypeError, "illegal decoder state");
    else if (num_index_i64(vm, as_tuple(state)->items[1], &flag)) {
        Value r = tuple_of(vm, 2, REF(as_tuple(state)->items[0]), make_small(flag << 1 | d->pending_cr));
        release(vm, state);
        return r;
    }
    release(vm, state);
    return NULL;
}

static Value nl_setstate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NlDecoder *d = as_nl(args[0]);
    int64_t flag;
    if (!d->decoder) return err_raise(vm, EXC_ValueError, "IncrementalNewlineDecoder.__init__() not called");
    if (!is_tuple(args[1])) return err_raise(vm, EXC_TypeError, "state argument must be a tuple");
    if (as_tuple(args[1])->len != 2) return err_raise(vm, EXC_TypeError, "setstate(): illegal state argument");
    if (!num_index_i64(vm, as_tuple(args[1])->items[1], &flag)) return NULL;
    d->pending_cr = flag & 1;
    if (is_none(d->decoder)) return V_NONE;
    Value state = tuple_of(vm, 2, REF(as_tuple(args[1])->items[0]), make_small(flag >> 1));
    Ref a[1] = {state};
    Value r = state ? call_method(vm, d->decoder, NAME(setstate), a, 1) : NULL;
    release(vm, state);
    return r;
}

static Value nl_reset(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NlDecoder *d = as_nl(args[0]);
    if (!d->decoder) return err_raise(vm, EXC_ValueError, "IncrementalNewlineDecoder.__init__() not called");
    d->seen = 0;
    d->pending_cr = false;
    return is_none(d->decoder) ? V_NONE : call_method(vm, d->decoder, NAME(reset), NULL, 0);
}

static Value nl_newlines(VM *vm, Ref o) { return io_newlines(vm, as_nl(o)->seen); }
static const NativeDef nl_methods[] = {
    {"decode", nl_decode, "self, input, final=False", NULL, NATIVE_KW}, {"getstate", nl_getstate, "self", NULL, 0},
    {"setstate", nl_setstate, "self, state, /", NULL, 0}, {"reset", nl_reset, "self", NULL, 0}, {0}};
static const GetSetDef nl_getsets[] = {{"newlines", nl_newlines, NULL, NULL}, {0}};

const TypeDef newline_decoder_def = {
    .name = "_io.IncrementalNewlineDecoder", .doc = "Turns the line ends of decoded text into \\n, and notes which ones there were.", .kind = KIND_OPAQUE,
    .size = sizeof(NlDecoder), .flags = TYPE_GC | TYPE_BASE, .s = {.new_ = nl_new, .init = nl_init}, .dealloc = nl_dealloc,
    .traverse = nl_traverse, .clear = nl_clear, .methods = nl_methods, .getsets = nl_getsets, .text_signature = "decoder, translate, errors='strict'"};
