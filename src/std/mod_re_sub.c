/* mod_re_sub.c: replacing: sub, subn, Match.expand, and the text that grows while they work. */
#include "mod_re.h"

/* ---- the result in the making: str or bytes ---- */
typedef struct Out {
    VM *vm;
    bool is_bytes, failed; /* failed: raised */
    StrB s;
    unsigned char *p;
    size_t n, cap;
    int64_t items; /* pieces so far, for the messages of wrong ones */
} Out;

static Out out_open(VM *vm, bool is_bytes) { return (Out){.vm = vm, .is_bytes = is_bytes, .s = STRB_INIT(vm)}; }

static void out_bytes(Out *o, const void *p, size_t n)
{
    if (o->failed || !n) return;
    if (o->n + n > o->cap) {
        size_t cap = (o->n + n) * 2 + 32;
        unsigned char *more = mem_realloc(o->vm->mem, o->p, o->cap, cap);
        if (!more) {
            o->failed = true;
            err_no_memory(o->vm);
            return;
        }
        o->p = more;
        o->cap = cap;
    }
    memcpy(o->p + o->n, p, n);
    o->n += n;
}

static void out_slice(Out *o, const Subject *s, size_t start, size_t end)
{
    if (o->is_bytes && end > s->text.len) end = s->text.len; /* a bytearray that shrank since the match */
    if (start > end) start = end;
    if (o->is_bytes) out_bytes(o, (const char *)s->text.data + start, end - start);
    else strb_slice(&o->s, s->obj, (int64_t)start, (int64_t)end);
}

static bool out_value(Out *o, Ref v)
{
    VM *vm = o->vm;
    if (!o->is_bytes) {
        if (!is_str(v)) return err_false(vm, EXC_TypeError, "sequence item %lld: expected str instance, %T found", (long long)o->items, v);
        strb_str(&o->s, v);
        return true;
    }
    BufferView view;
    if (!buffer_check(vm, v)) return err_false(vm, EXC_TypeError, "sequence item %lld: expected a bytes-like object, %T found", (long long)o->items, v);
    if (!buffer_get(vm, v, &view)) return false;
    out_bytes(o, view.data, (size_t)view.len);
    buffer_release(vm, &view);
    return !o->failed;
}

static void out_drop(Out *o)
{
    mem_free(o->vm->mem, o->p, o->cap);
    strb_drop(&o->s);
}

static Value out_take(Out *o)
{
    if (!o->is_bytes) return strb_take(&o->s);
    Value r = o->failed ? NULL : bytes_from(o->vm, o->n ? (const void *)o->p : "", (int64_t)o->n);
    out_drop(o);
    return r;
}

/* ---- templates ---- */
static void out_template(Out *o, const RegexTemplate *t, const Subject *s, const size_t *spans)
{
    for (size_t i = 0; i < t->count; i++) {
        const RegexPart *part = &t->parts[i];
        if (part->group >= 0) {
            if (spans[2 * part->group] != REGEX_UNSET) out_slice(o, s, spans[2 * part->group], spans[2 * part->group + 1]);
            continue;
        }
        for (size_t k = 0; k < part->len; k++) {
            unsigned char c = (unsigned char)part->text[k];
            if (o->is_bytes) out_bytes(o, &c, 1);
            else strb_char(&o->s, part->text[k]);
        }
    }
}

static bool has_backslash(const RegexText *t)
{
    for (size_t i = 0; i < t->len; i++)
        if ((t->width == 1 ? ((const uint8_t *)t->data)[i] : t->width == 2 ? ((const uint16_t *)t->data)[i] : ((const uint32_t *)t->data)[i]) == '\\')
            return true;
    return false;
}

/* The parsed replacement text: taken out of the pattern, which keeps the last one; template_give puts it back. */
static bool template_take(VM *vm, Pattern *p, Ref repl, RegexTemplate *out)
{
    if (p->last_repl && (p->last_repl == repl || (is_exact(repl, CLASS(str)) && is_str(p->last_repl) && str_equal(p->last_repl, repl)))) {
        *out = p->last;
        value_clear(vm, &p->last_repl);
        return true;
    }
    Subject s;
    if (!is_str(repl) && !buffer_check(vm, repl)) return err_false(vm, EXC_TypeError, "decoding to str: need a bytes-like object, %T found", repl);
    if (!subject_open(vm, NULL, repl, &s)) return false;
    RegexMem mem = re_mem(vm);
    RegexError err;
    bool ok = regex_template_parse(&mem, p->prog, &s.text, s.is_bytes, out, &err);
    subject_close(vm, &s);
    if (ok && err_occurred(vm)) { /* a warning that became an error */
        regex_template_free(out);
        return false;
    }
    if (!ok && !err_occurred(vm)) re_raise(vm, &err, repl);
    return ok;
}

static void template_give(VM *vm, Pattern *p, Ref repl, RegexTemplate *t)
{
    if (p->last_repl || !is_exact(repl, CLASS(str))) {
        regex_template_free(t);
        return;
    }
    p->last = *t;
    p->last_repl = retain(repl);
}

/* ---- replacing ---- */
typedef enum { BY_TEXT, BY_TEMPLATE, BY_CALL } Way;

static bool put_replacement(VM *vm, Out *o, Finder *f, Way way, Ref pattern, Ref repl, Ref string, const RegexTemplate *t)
{
    if (way == BY_CALL) {
        Value m = match_new(vm, pattern, string, f), by = m ? call1(vm, repl, m) : NULL;
        release(vm, m);
        bool ok = by && (is_none(by) || out_value(o, by));
        release(vm, by);
        return ok;
    }
    if (way == BY_TEXT || is_str(repl) == o->is_bytes) return out_value(o, repl);
    out_template(o, t, &f->subject, f->spans);
    return true;
}

static int64_t replace_all(VM *vm, Out *o, Finder *f, Way way, Ref pattern, Ref repl, Ref string, int64_t max, const RegexTemplate *t) /* -1 raised */
{
    size_t last = 0;
    int64_t done = 0;
    int more = 1;
    while ((max == 0 || done < max) && (more = finder_next(vm, f, REGEX_SEARCH)) > 0) {
        if (last < f->spans[0]) {
            out_slice(o, &f->subject, last, f->spans[0]);
            o->items++;
        }
        last = f->spans[1];
        if (!put_replacement(vm, o, f, way, pattern, repl, string, t)) return -1;
        o->items++;
        if ((++done & 1023) == 0 && !vm_poll(vm)) return -1;
    }
    if (more < 0) return -1;
    if (done) out_slice(o, &f->subject, last, f->subject.text.len);
    return done;
}

Value pattern_sub(VM *vm, Ref pattern, Ref repl, Ref string, Ref count, bool with_count)
{
    Pattern *p = as_pattern(pattern);
    int64_t max = 0;
    if (count && !num_index_clip(vm, count, &max)) return NULL;
    Way way = BY_CALL;
    RegexTemplate t;
    if (is_str(repl) || type_of(vm, repl)->s.call == NULL) {
        Subject s;
        way = BY_TEMPLATE;
        if (is_str(repl) || buffer_check(vm, repl)) {
            if (!subject_open(vm, NULL, repl, &s)) return NULL;
            if (!has_backslash(&s.text)) way = BY_TEXT;
            subject_close(vm, &s);
        }
        if (way == BY_TEMPLATE && !template_take(vm, p, repl, &t)) return NULL;
    }
    Finder f;
    Value text = NULL;
    int64_t done = -1;
    if (finder_open(vm, &f, pattern, string, NULL, NULL)) {
        Out o = out_open(vm, p->is_bytes);
        done = replace_all(vm, &o, &f, way, pattern, repl, string, max, &t);
        if (done > 0) text = out_take(&o);
        else {
            if (done == 0) text = subject_slice(vm, &f.subject, 0, f.subject.text.len);
            out_drop(&o);
        }
        finder_close(vm, &f);
    }
    if (way == BY_TEMPLATE) template_give(vm, p, repl, &t);
    if (!text || !with_count) return text;
    Value r = tuple_of(vm, 2, (Ref)text, (Ref)make_small(done));
    release(vm, text);
    return r;
}

Value match_expand(VM *vm, Ref match, Ref text)
{
    Match *m = as_match(match);
    Pattern *p = as_pattern(m->pattern);
    RegexTemplate t;
    if (!template_take(vm, p, text, &t)) return NULL;
    Subject s;
    Value r = NULL;
    if (subject_open(vm, p, m->string, &s)) {
        Out o = out_open(vm, s.is_bytes);
        out_template(&o, &t, &s, m->spans);
        r = out_take(&o);
        subject_close(vm, &s);
    }
    template_give(vm, p, text, &t);
    return r;
}
