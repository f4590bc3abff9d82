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

bool bundle_make(Session *s, BundleText *b, Ref value)
{
    VM *vm = s->vm;
    Value text = op_repr(vm, value);
    size_t n;
    const char *p = text ? str_utf8(vm, text, &n) : NULL;
    bool ok = p && (bundle_text(b, p, n) || (err_no_memory(vm), false));
    release(vm, text);
    return ok;
}
