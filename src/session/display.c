/* display.c: values in the formats that fronts show: text/plain first, then what the value itself offers. */
#include <stdlib.h>

#include "session_impl.h"

static bool add_row(BundleText *b, const char *type, const char *data, size_t n)
{
    int i = b->bundle.count;
    if (i == b->cap) {
        int cap = b->cap ? 2 * b->cap : 2;
        Mime *items = realloc(b->items, (size_t)cap * sizeof *items);
        if (items) b->items = items;
        Text *texts = items ? realloc(b->texts, 2 * (size_t)cap * sizeof *texts) : NULL;
        if (!texts) return false;
        memset(texts + 2 * b->cap, 0, 2 * (size_t)(cap - b->cap) * sizeof *texts);
        b->texts = texts;
        b->cap = cap;
    }
    if (!text_set(&b->texts[2 * i], type, strlen(type)) || !text_set(&b->texts[2 * i + 1], data, n)) return false;
    b->items[i] = (Mime){b->texts[2 * i].s, b->texts[2 * i + 1].s, n, false};
    b->bundle = (Bundle){b->items, i + 1, "{}"};
    return true;
}

bool bundle_text(BundleText *b, const char *text, size_t n)
{
    b->bundle = (Bundle){b->items, 0, "{}"};
    return add_row(b, "text/plain", text, n);
}

void bundle_drop(BundleText *b)
{
    for (int i = 0; i < 2 * b->cap; i++) text_drop(&b->texts[i]);
    free(b->texts);
    free(b->items);
    text_drop(&b->metadata);
    *b = (BundleText){0};
}

/* ---- a result ---- */

static bool is_scalar(VM *vm, Ref v)
{
    return is_none(v) || is_bool(v) || is_small(v) || is_float(v) || is_exact(v, CLASS(str)) || is_exact(v, CLASS(int)) || is_exact(v, CLASS(bytes)) ||
           is_exact(v, CLASS(complex));
}

/* A list, tuple or dict of a few values without parts of their own: its repr is its text where it fits a line. */
static bool is_flat(VM *vm, Ref v)
{
    enum { FEW = 40 };
    if (is_exact(v, CLASS(list)) || is_exact(v, CLASS(tuple))) {
        bool list = is_list(v);
        int64_t n = list ? as_list(v)->len : as_tuple(v)->len;
        Value *items = list ? as_list(v)->items : as_tuple(v)->items;
        for (int64_t i = 0; i < n && i < FEW; i++)
            if (!is_scalar(vm, items[i])) return false;
        return n < FEW;
    }
    if (!is_exact(v, CLASS(dict)) || dict_len(v) >= FEW) return false;
    Ref key, value;
    for (int64_t pos = 0; dict_next(v, &pos, &key, &value);)
        if (!is_scalar(vm, key) || !is_scalar(vm, value)) return false;
    return true;
}

/* The text in which a value is shown; owned. */
static Value plain_text(Session *s, Ref value)
{
    enum { LINE = 79 };
    VM *vm = s->vm;
    if (!s->pretty_changed && (is_scalar(vm, value) || is_flat(vm, value))) {
        Value text = op_repr(vm, value);
        if (!text || is_scalar(vm, value) || as_str(text)->len <= LINE) return text;
        release(vm, text);
    }
    return ask1(vm, "perch.pretty", "pretty", value);
}

/* Does its class offer more than text? */
static bool is_rich(Session *s, Ref value)
{
    static const char *const methods[] = {"_repr_mimebundle_", "_repr_html_", "_repr_markdown_", "_repr_svg_", "_repr_png_", "_repr_pdf_", "_repr_jpeg_",
                                          "_repr_latex_", "_repr_json_", "_repr_javascript_", "_ipython_display_", "__getattr__"};
    VM *vm = s->vm;
    if (is_type(value)) return false;
    if (s->printers) return true;
    if (is_scalar(vm, value)) return false;
    if (session_on_page(s) && !is_flat(vm, value)) return true; /* perch/views/rich.py may have a table for it */
    Type *t = type_of(vm, value);
    bool rich = false;
    for (size_t i = 0; !rich && i < sizeof methods / sizeof *methods; i++) {
        Value name = str_intern_c(vm, methods[i]);
        rich = name && type_lookup(vm, t, name);
        release(vm, name);
    }
    err_clear(vm);
    return rich;
}

int bundle_make(Session *s, BundleText *b, Ref value)
{
    VM *vm = s->vm;
    if (is_rich(s, value)) {
        Value parts = ask1(vm, "perch.display", "parts", value);
        bool shown = parts && is_none(parts);
        bool ok = parts && is_tuple(parts) && bundle_from_dict(s, b, as_tuple(parts)->items[0], as_tuple(parts)->items[1]);
        release(vm, parts);
        return shown ? 0 : ok ? 1 : -1;
    }
    Value text = plain_text(s, value);
    size_t n;
    const char *p = text && is_str(text) ? str_utf8(vm, text, &n) : NULL;
    bool ok = p && (bundle_text(b, p, n) || (err_no_memory(vm), false));
    release(vm, text);
    return ok ? 1 : -1;
}

static const char digits64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static bool put_base64(Text *t, const unsigned char *p, size_t n)
{
    for (size_t i = 0; i < n; i += 3) {
        unsigned word = (unsigned)p[i] << 16 | (i + 1 < n ? (unsigned)p[i + 1] << 8 : 0) | (i + 2 < n ? p[i + 2] : 0);
        char four[4] = {digits64[word >> 18], digits64[word >> 12 & 63], i + 1 < n ? digits64[word >> 6 & 63] : '=', i + 2 < n ? digits64[word & 63] : '='};
        if (!text_add(t, four, 4)) return false;
    }
    return true;
}

/* One format: a str as it is, bytes in base64, (JSON text,) as JSON. */
static bool add_value(VM *vm, BundleText *b, const char *type, Ref v)
{
    bool json = is_tuple(v) && as_tuple(v)->len == 1;
    if (json) v = as_tuple(v)->items[0];
    size_t n;
    if (is_bytes(v)) {
        Text coded = {0};
        bool ok = put_base64(&coded, as_bytes(v)->data, (size_t)as_bytes(v)->len) && add_row(b, type, coded.s ? coded.s : "", coded.n);
        text_drop(&coded);
        return ok || (err_no_memory(vm), false);
    }
    if (!is_str(v)) return err_false(vm, EXC_TypeError, "the data of %s must be str or bytes, not %T", type, v);
    const char *p = str_utf8(vm, v, &n);
    if (!p) return false;
    if (!add_row(b, type, p, n)) return err_no_memory(vm), false;
    b->items[b->bundle.count - 1].json = json;
    return true;
}

bool bundle_from_dict(Session *s, BundleText *b, Ref data, Ref metadata)
{
    VM *vm = s->vm;
    if (!is_dict(data)) return err_false(vm, EXC_TypeError, "data must be a dict, not %T", data);
    b->bundle = (Bundle){b->items, 0, "{}"};
    Ref plain = dict_get_c(vm, data, "text/plain"), key, value;
    if (plain && !add_value(vm, b, "text/plain", plain)) return false;
    for (int64_t pos = 0; dict_next(data, &pos, &key, &value);) {
        size_t n;
        if (!is_str(key)) return err_false(vm, EXC_TypeError, "a format's name must be str, not %T", key);
        if (str_equal_c(key, "text/plain")) continue;
        const char *type = str_utf8(vm, key, &n);
        if (!type || !add_value(vm, b, type, value)) return false;
    }
    if (metadata && is_str(metadata)) {
        size_t n;
        const char *p = str_utf8(vm, metadata, &n);
        if (!p || !text_set(&b->metadata, p, n)) return false;
        b->bundle.metadata = b->metadata.s;
    }
    return true;
}
