/* tb_text.c: the text of exceptions, as Python 3.11 prints them when nobody catches them: causes and contexts first,
 * tracebacks with source lines and carets (tb_caret.c), where a SyntaxError stands, notes, and the boxes of exception
 * groups. What to offer instead of a wrong name is tb_suggest.c.
 *
 * Whatever fails while the text is made (a __str__ that raises, a file that is gone) is swallowed: there is always an
 * answer unless memory is out. */
#include "tb_impl.h"

enum {
    REPEATS_SHOWN = 3,   /* equal lines of a recursion, before they are counted only */
    LEVELS_SHOWN = 1000, /* sys.tracebacklimit's default */
    GROUP_WIDTH = 15,    /* members of a group shown */
    GROUP_DEPTH = 10,    /* groups in groups shown */
};

static const char cause_text[] = "The above exception was the direct cause of the following exception:\n";
static const char context_text[] = "During handling of the above exception, another exception occurred:\n";

void tb_margin(TbText *t)
{
    strb_fill(&t->b, ' ', 2 * t->depth);
    if (t->depth) strb_c(&t->b, "| ");
}

void tb_put(TbText *t, Ref text, bool lines)
{
    if (t->style->visible) strb_visible(&t->b, text, lines);
    else strb_str(&t->b, text);
}

void tb_put_source(TbText *t, Ref line, const Code *code)
{
    Value shown = !t->style->source ? NO_VALUE : t->style->visible ? str_visible(t->vm, line, true) : retain(line);
    if (!shown || !t->style->source(t->style->data, &t->b, shown, code)) tb_put(t, line, true);
    release(t->vm, shown);
    err_clear(t->vm);
}

/* ---- source lines ---- */

static Value read_source(VM *vm, Ref filename)
{
    size_t n;
    const char *path = str_utf8(vm, filename, &n);
    FILE *f = path && strlen(path) == n ? fopen(path, "rb") : NULL;
    if (!f) return NULL;
    size_t cap = 1 << 14, len = 0, got;
    char *buf = mem_alloc(vm->mem, cap);
    while (buf && (got = fread(buf + len, 1, cap - len, f)) > 0) {
        len += got;
        if (len < cap) continue;
        char *more = mem_realloc(vm->mem, buf, cap, 2 * cap);
        if (!more) break;
        buf = more;
        cap *= 2;
    }
    fclose(f);
    if (!buf) return NULL;
    size_t skip = len >= 3 && !memcmp(buf, "\xEF\xBB\xBF", 3) ? 3 : 0;
    Value text = str_from_utf8(vm, buf + skip, len - skip);
    mem_free(vm->mem, buf, cap);
    return text;
}

/* The text the code came from, borrowed from the code or the cache; NULL: unknown. As in CPython, a string that was
 * executed and standard input are not shown. */
static Ref source_of(TbText *t, const Code *c)
{
    Ref name = REF(c->filename);
    if (str_equal_c(name, "<string>") || str_equal_c(name, "<stdin>")) return NULL;
    if (c->source && is_str(c->source)) return c->source;
    if (!t->files) return NULL;
    Ref known = dict_get_str(t->vm, t->files, name);
    if (known) return is_str(known) ? known : NULL;
    const FrozenModule *frozen = frozen_by_file(t->vm, name);
    Value text = frozen ? frozen_source(t->vm, frozen) : read_source(t->vm, name);
    if (!text) err_clear(t->vm);
    if (!dict_set(t->vm, t->files, name, text ? (Ref)text : V_NONE)) err_clear(t->vm);
    release(t->vm, text);
    known = dict_get_str(t->vm, t->files, name);
    return known && is_str(known) ? known : NULL;
}

/* Where line `line` (from 1) lies in a text, without its end. */
static bool find_line(Ref text, uint32_t line, int64_t *start, int64_t *end)
{
    const Str *s = as_str(text);
    int64_t i = 0;
    for (uint32_t at = 1; at < line; at++) {
        while (i < s->len && str_at(s, i) != '\n' && str_at(s, i) != '\r') i++;
        if (i >= s->len) return false;
        i += str_at(s, i) == '\r' && i + 1 < s->len && str_at(s, i + 1) == '\n' ? 2 : 1;
    }
    if (i >= s->len || line == 0) return false;
    *start = i;
    while (i < s->len && str_at(s, i) != '\n' && str_at(s, i) != '\r') i++;
    *end = i;
    return true;
}

/* ---- tracebacks ---- */

static bool is_cell(const TbText *t, Ref file) { return t->style->cells && str_has_prefix_c(file, "Cell In["); }

/* `File "…", line 3` or `Cell In[2], line 3`. */
static void put_place(TbText *t, Ref file, long long line)
{
    bool cell = is_cell(t, file);
    strb_c(&t->b, "  ");
    if (!cell) strb_c(&t->b, "File ");
    tb_on(t, t->style->place);
    if (!cell) strb_char(&t->b, '"');
    tb_put(t, file, false);
    if (!cell) strb_char(&t->b, '"');
    tb_off(t, t->style->place);
    strb_c(&t->b, ", line ");
    tb_on(t, t->style->place);
    strb_format(&t->b, "%lld", line);
    tb_off(t, t->style->place);
}

static void put_values(TbText *t, Traceback *tb)
{
    Value lines = t->style->values(t->vm, t->style->data, REF(tb));
    for (int64_t i = 0; lines && is_list(lines) && i < as_list(lines)->len; i++) {
        Ref line = as_list(lines)->items[i];
        if (!is_str(line)) continue;
        tb_margin(t);
        strb_c(&t->b, "      ");
        tb_put_source(t, line, tb->code);
        strb_char(&t->b, '\n');
    }
    err_clear(t->vm);
    release(t->vm, lines);
}

static void put_level(TbText *t, Traceback *tb)
{
    Span span = code_span(tb->code, tb->pc);
    Ref file = REF(tb->code->filename);
    tb_margin(t);
    put_place(t, file, span.line);
    if (!is_cell(t, file) || !str_equal_c(REF(tb->code->name), "<module>")) {
        strb_c(&t->b, ", in ");
        tb_on(t, t->style->name);
        tb_put(t, REF(tb->code->name), false);
        tb_off(t, t->style->name);
    }
    strb_char(&t->b, '\n');
    Ref source = source_of(t, tb->code);
    int64_t start, end;
    if (!source || !find_line(source, span.line, &start, &end)) return;
    Value line = str_substr(t->vm, source, start, end);
    if (line) tb_put_line(t, line, span, tb->code);
    else err_clear(t->vm);
    release(t->vm, line);
    if (t->style->values) put_values(t, tb);
}

static void put_repeats(TbText *t, int64_t count)
{
    count -= REPEATS_SHOWN;
    if (count <= 0) return;
    tb_margin(t);
    strb_format(&t->b, "  [Previous line repeated %lld more time%s]\n", (long long)count, count > 1 ? "s" : "");
}

static bool same_line(const Traceback *a, const Traceback *b)
{
    return tb_line(REF(a)) == tb_line(REF(b)) && (a->code == b->code ||
        (str_equal(REF(a->code->filename), REF(b->code->filename)) && str_equal(REF(a->code->name), REF(b->code->name))));
}

static int64_t levels_limit(VM *vm)
{
    int64_t limit = LEVELS_SHOWN;
    Ref v = vm->sys_dict ? dict_get_c(vm, vm->sys_dict, "tracebacklimit") : NULL;
    if (v && is_int(v) && !int_fits_i64(v, &limit)) limit = int_sign(v) < 0 ? 0 : INT64_MAX;
    return limit;
}

static bool is_hidden(const TbText *t, const Traceback *tb) { return t->style->hidden && str_has_prefix_c(REF(tb->code->filename), t->style->hidden); }

/* ---- levels of the library, folded ---- */

typedef struct Run { int64_t count; Value packages; } Run; /* so many, of these: "torch, json" */

static bool is_folded(const TbText *t, const Traceback *tb) { return t->style->folded && tb->code->flags & CODE_LIBRARY; }

/* "torch" of "<frozen torch.nn.modules.module>"; NULL: of code that a library wrote when it was imported. */
static Value package_of(VM *vm, const Traceback *tb)
{
    const Str *s = tb->code->filename;
    if (!str_has_prefix_c(REF(s), "<frozen ")) return NO_VALUE;
    int64_t start = sizeof "<frozen " - 1, end = start;
    while (end < s->len && str_at(s, end) != '.' && str_at(s, end) != '>' && str_at(s, end) != '+') end++; /* (a layer's is its module's) */
    return str_substr(vm, REF(s), start, end);
}

static void add_to_run(TbText *t, Run *run, const Traceback *tb)
{
    VM *vm = t->vm;
    run->count++;
    Value package = package_of(vm, tb);
    if (package && !run->packages) run->packages = retain(package);
    else if (package && str_find(run->packages, package, 0, as_str(run->packages)->len) < 0)
        value_put(vm, &run->packages, str_format(vm, "%U, %U", (Ref)run->packages, (Ref)package));
    release(vm, package);
    err_clear(vm);
}

static void end_run(TbText *t, Run *run)
{
    if (run->count) {
        tb_margin(t);
        strb_c(&t->b, "  ");
        if (!run->packages || !t->style->folded(t->style->data, &t->b, run->count, run->packages)) strb_format(&t->b, "[%lld]", (long long)run->count);
        strb_char(&t->b, '\n');
    }
    release(t->vm, run->packages);
    *run = (Run){0};
}

static void put_traceback(TbText *t, Ref exception, bool group)
{
    VM *vm = t->vm;
    Value first = as_exception(exception)->traceback;
    int64_t depth = 0, limit = levels_limit(vm), count = 0;
    if (!first || limit <= 0) return;
    for (Ref r = first; r; r = ((Traceback *)BITS(r))->next) depth += !is_hidden(t, (Traceback *)BITS(r));
    if (!depth) return;
    strb_fill(&t->b, ' ', 2 * t->depth);
    if (t->depth) strb_c(&t->b, group && t->depth == 1 ? "+ " : "| ");
    tb_on(t, t->style->head);
    strb_c(&t->b, group ? "Exception Group Traceback (most recent call last):" : "Traceback (most recent call last):");
    tb_off(t, t->style->head);
    strb_char(&t->b, '\n');
    Traceback *last = NULL;
    Run run = {0};
    retain(first);
    for (Ref r = first; r; r = ((Traceback *)BITS(r))->next) {
        Traceback *tb = (Traceback *)BITS(r);
        if (is_hidden(t, tb) || depth-- > limit) continue;
        if (is_folded(t, tb)) {
            put_repeats(t, count);
            count = 0;
            last = NULL;
            add_to_run(t, &run, tb);
            continue;
        }
        end_run(t, &run);
        if (last && !same_line(last, tb)) {
            put_repeats(t, count);
            count = 0;
        }
        last = tb;
        if (++count <= REPEATS_SHOWN) put_level(t, tb);
    }
    put_repeats(t, count);
    end_run(t, &run);
    release(vm, first);
}

/* ---- where a SyntaxError stands ---- */

/* An attribute as a number: 1 found (None and absent are *out = absent), 0 not to be used. */
static bool int_attr(VM *vm, Ref exception, const char *name, int64_t absent, bool required, int64_t *out)
{
    Value v = obj_getattr_c(vm, exception, name);
    *out = absent;
    bool ok = true;
    if (!v || is_none(v)) ok = !required;
    else ok = is_int(v) && int_fits_i64(v, out);
    release(vm, v);
    err_clear(vm);
    return ok;
}

/* The line with carets under columns offset..end (from 1). */
static void put_error_text(TbText *t, Ref text, int64_t offset, int64_t end)
{
    const Str *s = as_str(text);
    int64_t carets = end > 0 && end > offset ? end - offset : 1, from = 0, len = s->len;
    offset--;
    while (from < len && (str_at(s, from) == ' ' || str_at(s, from) == '\t' || str_at(s, from) == '\f')) {
        from++;
        offset--;
    }
    if (len > from && str_at(s, len - 1) == '\n') len--;
    if (offset > len - from) {
        size_t bytes = 0; /* the limit counts bytes */
        Value rest = str_substr(t->vm, text, from, len);
        if (rest) str_utf8(t->vm, rest, &bytes);
        err_clear(t->vm);
        release(t->vm, rest);
        if (offset > (int64_t)bytes) offset = (int64_t)bytes;
    }
    for (int64_t i = from; i < s->len && i - from < offset; i++) { /* only the last line before the place is shown */
        if (str_at(s, i) != '\n') continue;
        offset -= i + 1 - from;
        from = i + 1;
    }
    strb_c(&t->b, "    "); /* CPython puts no margin before these two lines */
    Value shown = str_substr(t->vm, text, from, len > from ? len : from);
    if (shown) tb_put_source(t, shown, NULL);
    release(t->vm, shown);
    err_clear(t->vm);
    strb_char(&t->b, '\n');
    if (offset < 0) return;
    strb_fill(&t->b, ' ', 4 + offset);
    tb_on(t, t->style->caret);
    strb_fill(&t->b, '^', carets);
    tb_off(t, t->style->caret);
    strb_char(&t->b, '\n');
}

/* File, line and text of a SyntaxError; true and *msg owned (what stands after the name). False: it is not fit for that. */
static bool put_syntax_place(TbText *t, Ref exception, Value *msg)
{
    VM *vm = t->vm;
    Value has = obj_getattr_c(vm, exception, "print_file_and_line");
    err_clear(vm);
    if (!has) return false;
    release(vm, has);
    int64_t line, offset, end_line, end;
    if (!int_attr(vm, exception, "lineno", 0, true, &line) || !int_attr(vm, exception, "offset", -1, false, &offset) ||
        !int_attr(vm, exception, "end_lineno", line, false, &end_line) || !int_attr(vm, exception, "end_offset", -1, false, &end))
        return false;
    Value file = obj_getattr_c(vm, exception, "filename"), text = file ? obj_getattr_c(vm, exception, "text") : NULL;
    *msg = text ? obj_getattr_c(vm, exception, "msg") : NULL;
    bool ok = *msg && (is_none(text) || is_str(text));
    if (ok) {
        Value shown = is_none(file) ? str_from_c(vm, "<string>") : op_str(vm, file);
        if (shown) {
            tb_margin(t);
            put_place(t, shown, (long long)line);
            strb_char(&t->b, '\n');
            if (is_str(text)) {
                size_t bytes = 0;
                if (!str_utf8(vm, text, &bytes)) err_clear(vm);
                if (end_line > line) end = (int64_t)bytes;
                else if (end > (int64_t)bytes + 1) end = (int64_t)bytes + 1;
                put_error_text(t, text, offset, end);
            }
        }
        release(vm, shown);
    } else if (*msg) value_clear(vm, msg);
    release(vm, file);
    release(vm, text);
    err_clear(vm);
    return ok;
}

/* ---- one exception ---- */

static void strb_put(StrB *b, Ref text, bool visible)
{
    if (visible) strb_visible(b, text, false);
    else strb_str(b, text);
}

static void put_type_name(VM *vm, StrB *b, Type *type, bool visible)
{
    Value module = obj_getattr(vm, REF(type), NAME(__module__)), name = NULL;
    if (!module || !is_str(module)) strb_c(b, "<unknown>.");
    else if (!str_equal_c(module, "builtins") && !str_equal_c(module, "__main__")) {
        strb_put(b, module, visible);
        strb_char(b, '.');
    }
    err_clear(vm);
    name = obj_getattr(vm, REF(type), NAME(__qualname__));
    if (name && is_str(name)) strb_put(b, name, visible);
    else strb_c(b, "<unknown>");
    err_clear(vm);
    release(vm, module);
    release(vm, name);
}

/* "TypeError: text"; `what` is the exception or the message that stands for it. */
static void put_message(VM *vm, StrB *b, Type *type, Ref what, const ExcStyle *style)
{
    if (style->type) strb_c(b, style->type);
    put_type_name(vm, b, type, style->visible);
    if (style->type) strb_c(b, style->end);
    if (is_none(what)) return;
    Value s = op_str(vm, what);
    if (!s) {
        err_clear(vm);
        strb_c(b, ": <exception str() failed>");
        return;
    }
    if (as_str(s)->len) {
        strb_c(b, ": ");
        if (style->visible) strb_visible(b, s, true);
        else strb_str(b, s);
    }
    release(vm, s);
}

static void put_note(TbText *t, Ref note)
{
    VM *vm = t->vm;
    Value s = op_str(vm, note), lines = NULL;
    if (s) lines = call_method(vm, s, NAME(splitlines), (Ref[]){V_TRUE}, 1);
    if (!s || !lines || !is_list(lines)) {
        err_clear(vm);
        tb_margin(t);
        strb_c(&t->b, "<note str() failed>");
    } else
        for (int64_t i = 0; i < as_list(lines)->len; i++) {
            tb_margin(t);
            if (!t->style->note || !t->style->note(t->style->data, &t->b, note, i)) tb_put(t, as_list(lines)->items[i], true);
            err_clear(vm);
        }
    strb_char(&t->b, '\n');
    release(vm, s);
    release(vm, lines);
}

static void put_notes(TbText *t, Ref exception)
{
    VM *vm = t->vm;
    Value notes = NULL;
    if (obj_lookup_attr(vm, exception, NAME(__notes__), &notes) <= 0 || is_none(notes)) {
        err_clear(vm);
        release(vm, notes);
        return;
    }
    Value list = !is_dict(notes) && type_of(vm, notes)->s.getitem ? list_from_iter(vm, notes) : NULL;
    if (list) {
        for (int64_t i = 0; i < as_list(list)->len; i++) put_note(t, as_list(list)->items[i]);
    } else {
        err_clear(vm);
        Value r = op_repr(vm, notes);
        tb_margin(t);
        if (r) tb_put(t, r, true);
        else strb_c(&t->b, "<__notes__ repr() failed>"); /* and no newline: CPython's way */
        err_clear(vm);
        release(vm, r);
    }
    release(vm, list);
    release(vm, notes);
}

static void put_one(TbText *t, Ref exception, bool group)
{
    VM *vm = t->vm;
    bool bare = t->style->bare && t->style->bare(vm, t->style->data, exception);
    if (!bare) put_traceback(t, exception, group);
    Value msg = NULL;
    if (!put_syntax_place(t, exception, &msg)) msg = retain(exception);
    tb_margin(t);
    put_message(vm, &t->b, as_obj(exception)->type, msg, t->style);
    release(vm, msg);
    Value offer = exc_suggest(vm, exception);
    if (offer) strb_format(&t->b, ". Did you mean: %R?", (Ref)offer);
    release(vm, offer);
    strb_char(&t->b, '\n');
    put_notes(t, exception);
}

/* ---- groups and chains ---- */

static void put_chain(TbText *t, Ref exception);

static void put_members(TbText *t, Ref members)
{
    int64_t all = as_tuple(members)->len, n = all <= GROUP_WIDTH ? all : GROUP_WIDTH + 1;
    t->need_close = false;
    for (int64_t i = 0; i < n; i++) {
        if (i == n - 1) t->need_close = true; /* unless a group inside closes the box */
        strb_fill(&t->b, ' ', 2 * t->depth);
        strb_c(&t->b, i == 0 ? "+-" : "  ");
        if (i < GROUP_WIDTH) strb_format(&t->b, "+---------------- %lld ----------------\n", (long long)i + 1);
        else strb_c(&t->b, "+---------------- ... ----------------\n");
        t->depth++;
        if (i < GROUP_WIDTH) put_chain(t, as_tuple(members)->items[i]);
        else {
            tb_margin(t);
            strb_format(&t->b, "and %lld more exception%s\n", (long long)(all - GROUP_WIDTH), all - GROUP_WIDTH > 1 ? "s" : "");
        }
        if (i == n - 1 && t->need_close) {
            strb_fill(&t->b, ' ', 2 * t->depth);
            strb_c(&t->b, "+------------------------------------\n");
            t->need_close = false;
        }
        t->depth--;
    }
}

static void put_group(TbText *t, Ref exception)
{
    if (t->depth > GROUP_DEPTH) {
        tb_margin(t);
        strb_format(&t->b, "... (max_group_depth is %d)\n", GROUP_DEPTH);
        return;
    }
    bool outermost = t->depth == 0;
    if (outermost) t->depth = 1;
    put_one(t, exception, true);
    Ref members = as_exception(exception)->x[1];
    if (members && is_tuple(members)) put_members(t, members);
    if (outermost) t->depth = 0;
}

static void put_alone(TbText *t, Ref exception)
{
    if (as_obj(exception)->aux == EXCL_GROUP) put_group(t, exception);
    else put_one(t, exception, false);
}

static bool mark_seen(TbText *t, Ref exception)
{
    Value key = int_from_u64(t->vm, BITS(exception));
    bool ok = key && dict_set(t->vm, t->seen, key, V_TRUE);
    release(t->vm, key);
    return ok;
}

static bool was_seen(TbText *t, Ref exception)
{
    Value key = int_from_u64(t->vm, BITS(exception));
    bool seen = !key || dict_contains(t->vm, t->seen, key) != 0;
    release(t->vm, key);
    return seen;
}

/* What led to the exception, then the exception. The links of the chain are gathered first: it may be long. */
static void put_chain(TbText *t, Ref exception)
{
    VM *vm = t->vm;
    if (!rec_enter(vm, " while printing an exception")) {
        err_clear(vm);
        return;
    }
    Value links = list_new(vm, 4), hows = list_new(vm, 4);
    bool ok = links && hows;
    for (Ref e = exception; ok && e;) {
        ok = mark_seen(t, e) && list_append(vm, links, e);
        Exception *x = as_exception(e);
        bool cause = x->cause != NO_VALUE;
        Ref next = cause ? x->cause : x->suppress_context ? NULL : x->context;
        if (!ok || !next || !is_exception(next) || was_seen(t, next)) break;
        ok = list_append(vm, hows, make_bool(cause));
        e = next;
    }
    err_clear(vm);
    if (!ok) put_alone(t, exception); /* no memory for the chain: its last link at least */
    bool close = t->need_close;
    for (int64_t i = ok ? as_list(links)->len : 0; i-- > 0;) {
        put_alone(t, as_list(links)->items[i]);
        if (i == 0) break;
        tb_margin(t);
        strb_char(&t->b, '\n');
        tb_margin(t);
        strb_c(&t->b, as_list(hows)->items[i - 1] == V_TRUE ? cause_text : context_text);
        tb_margin(t);
        strb_char(&t->b, '\n');
        t->need_close = close;
    }
    release(vm, links);
    release(vm, hows);
    rec_leave(vm);
}

Value exc_format_as(VM *vm, Ref exception, const ExcStyle *style)
{
    TbText t = {.vm = vm, .b = STRB_INIT(vm), .style = style, .files = dict_new(vm), .seen = dict_new(vm)};
    bool ok = t.files && t.seen;
    if (ok) put_chain(&t, exception);
    release(vm, t.files);
    release(vm, t.seen);
    if (!ok) {
        strb_drop(&t.b);
        return NULL;
    }
    return strb_take(&t.b);
}

