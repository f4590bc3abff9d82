/* mod_re.c: the module re: its functions, the cache of compiled patterns, re.error and escape. */
#include "mod_re.h"

/* ---- memory and errors of the engine ---- */
static void *resize(void *ctx, void *old, size_t old_size, size_t size)
{
    Mem *mem = ((VM *)ctx)->mem;
    if (size) return old ? mem_realloc(mem, old, old_size, size) : mem_alloc(mem, size);
    mem_free(mem, old, old_size);
    return NULL;
}

static void warn(void *ctx, RegexWarning kind, const char *text)
{
    VM *vm = ctx;
    if (!err_occurred(vm)) err_warn(vm, kind == REGEX_FUTURE ? EXC_FutureWarning : EXC_DeprecationWarning, str_from_c(vm, text));
}

RegexMem re_mem(VM *vm) { return (RegexMem){vm, resize, warn}; }

Value re_raise(VM *vm, const RegexError *err, Ref pattern)
{
    ReState *s = re_state(vm);
    Value message = NULL, e;
    switch (err->kind) {
    case REGEX_VALUE: return err_raise(vm, EXC_ValueError, "%s", err->message);
    case REGEX_OVERFLOW: return err_raise(vm, EXC_OverflowError, "%s", err->message);
    case REGEX_INDEX: return err_raise(vm, EXC_IndexError, "%s", err->message);
    case REGEX_RECURSION: return err_raise(vm, EXC_RecursionError, "%s", err->message[0] ? err->message : "maximum recursion depth exceeded");
    case REGEX_NO_MEMORY: return err_no_memory(vm);
    default: break;
    }
    if (!s || !(message = str_from_c(vm, err->message))) return NULL;
    e = call3(vm, REF(s->error), message, pattern, err->position < 0 ? V_NONE : make_small(err->position));
    release(vm, message);
    return e ? err_raise_obj(vm, e) : NULL;
}

/* ---- re.error(msg, pattern=None, pos=None) ---- */
static void line_and_column(const RegexText *t, int64_t pos, int64_t *line, int64_t *column, bool *newline)
{
    int64_t last = -1;
    *line = 1;
    *newline = false;
    for (int64_t i = 0; i < (int64_t)t->len; i++) {
        uint32_t c = t->width == 1 ? ((const uint8_t *)t->data)[i] : t->width == 2 ? ((const uint16_t *)t->data)[i] : ((const uint32_t *)t->data)[i];
        if (c != '\n') continue;
        *newline = true;
        if (i >= pos) break;
        ++*line;
        last = i;
    }
    *column = pos - last;
}

static bool error_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"msg", "pattern", "pos"};
    Ref in[3];
    if (!args_bind(vm, "error", args, n, kwnames, names, 3, in)) return false;
    if (!in[0]) return err_false(vm, EXC_TypeError, "error.__init__() missing 1 required positional argument: 'msg'");
    Ref pattern = in[1] ? in[1] : V_NONE, pos = in[2] ? in[2] : V_NONE;
    Value line = V_NONE, column = V_NONE, message = retain(in[0]);
    Subject s;
    if (!is_none(pattern) && !is_none(pos)) {
        int64_t at, l, c;
        bool newline;
        if (!num_index_i64(vm, pos, &at) || !subject_open(vm, NULL, pattern, &s)) {
            release(vm, message);
            return false;
        }
        line_and_column(&s.text, at, &l, &c, &newline);
        subject_close(vm, &s);
        line = make_small(l);
        column = make_small(c);
        release(vm, message);
        message = newline ? str_format(vm, "%S at position %lld (line %lld, column %lld)", in[0], (long long)at, (long long)l, (long long)c)
                          : str_format(vm, "%S at position %lld", in[0], (long long)at);
    }
    static const char *const attrs[] = {"msg", "pattern", "pos", "lineno", "colno"};
    Ref values[5] = {in[0], pattern, pos, line, column};
    bool ok = message != NULL;
    for (int i = 0; ok && i < 5; i++) {
        Value name = str_intern_c(vm, attrs[i]);
        ok = name && obj_setattr(vm, self, name, values[i]);
        release(vm, name);
    }
    Ref base_args[1] = {message};
    ok = ok && vm->exc_types[EXC_Exception]->s.init(vm, self, base_args, 1, NULL);
    release(vm, message);
    return ok;
}

static const TypeDef error_def = {
    .name = "re.error",
    .doc = "Exception raised for invalid regular expressions.\n\n    Attributes:\n\n        msg: The unformatted error message\n"
           "        pattern: The regular expression pattern\n        pos: The index in the pattern where compilation failed (may be None)\n"
           "        lineno: The line corresponding to pos (may be None)\n        colno: The column corresponding to pos (may be None)\n    ",
    .kind = KIND_EXCEPTION,
    .size = sizeof(Exception),
    .flags = TYPE_GC | TYPE_ATTRS | TYPE_BASE | TYPE_WEAKREF,
    .s = {.init = error_init},
};

/* ---- compiling ---- */
static Value make_index(VM *vm, const RegexProg *prog)
{
    Value index = dict_new(vm);
    for (size_t i = 0; index && i < regex_names(prog); i++) {
        size_t len, group;
        const char *text = regex_name(prog, i, &len, &group);
        Value name = str_from_utf8(vm, text, len);
        if (name) name = str_intern(vm, name);
        bool ok = name && dict_set(vm, index, name, make_small((int64_t)group));
        release(vm, name);
        if (!ok) value_clear(vm, &index);
    }
    return index;
}

static Value compile_new(VM *vm, ReState *s, Ref pattern, int64_t flags, bool quiet)
{
    if (!is_str(pattern) && !is_bytes(pattern)) {
        if (buffer_check(vm, pattern)) return err_raise(vm, EXC_TypeError, "unhashable type: '%T'", pattern);
        return err_raise(vm, EXC_TypeError, "first argument must be string or compiled pattern");
    }
    if ((flags & REGEX_TEMPLATE) && !quiet) warn(vm, REGEX_DEPRECATED, "The re.TEMPLATE/re.T flag is deprecated as it is an undocumented flag without an obvious purpose. Don't use it.");
    Subject text;
    if (err_occurred(vm) || !subject_open(vm, NULL, pattern, &text)) return NULL;
    RegexMem mem = re_mem(vm);
    RegexError err;
    RegexProg *prog = regex_compile(&mem, &text.text, text.is_bytes, (unsigned)flags, &err);
    subject_close(vm, &text);
    if (err_occurred(vm)) { /* a warning that became an error */
        regex_free(prog);
        return NULL;
    }
    if (!prog) return re_raise(vm, &err, pattern);
    Pattern *p = (Pattern *)obj_alloc(vm, s->pattern, sizeof(Pattern));
    if (!p) {
        regex_free(prog);
        return NULL;
    }
    p->prog = prog;
    p->pattern = retain(pattern);
    p->groups = (int64_t)regex_groups(prog);
    p->is_bytes = text.is_bytes;
    p->index = make_index(vm, prog);
    if (p->index) return VAL(p);
    release(vm, VAL(p));
    return NULL;
}

static bool same_pattern(Ref a, Ref b)
{
    if (a == b) return true;
    if (as_obj(a)->type != as_obj(b)->type) return false;
    if (is_str(a)) return str_equal(a, b);
    return as_bytes(a)->len == as_bytes(b)->len && !memcmp(as_bytes(a)->data, as_bytes(b)->data, (size_t)as_bytes(a)->len);
}

static Value compile_cached(VM *vm, Ref pattern, Ref flags, bool quiet)
{
    ReState *s = re_state(vm);
    int64_t bits = 0, hash;
    if (!s) return NULL;
    if (flags && is_small(flags)) bits = small_of(flags);
    else if (flags) {
        if (!is_int(flags)) return err_raise(vm, EXC_TypeError, "unsupported operand type(s) for &: '%T' and 'RegexFlag'", flags);
        if (!int_to_i64(vm, flags, &bits)) return NULL;
    }
    if (is_heap(pattern) && as_obj(pattern)->type == s->pattern) {
        if (bits) return err_raise(vm, EXC_ValueError, "cannot process flags argument with a compiled pattern");
        return retain(pattern);
    }
    if (!is_exact(pattern, CLASS(str)) && !is_exact(pattern, CLASS(bytes))) return compile_new(vm, s, pattern, bits, quiet);
    if (!op_hash(vm, pattern, &hash)) return NULL;
    ReCacheRow *row = &s->cache[((uint64_t)hash ^ (uint64_t)bits) & (RE_CACHE - 1)];
    if (row->compiled && row->flags == bits && same_pattern(row->pattern, pattern)) return retain(row->compiled);
    Value p = compile_new(vm, s, pattern, bits, quiet);
    if (!p || (bits & REGEX_DEBUG)) return p;
    value_put(vm, &row->pattern, retain(pattern));
    value_put(vm, &row->compiled, retain(p));
    row->flags = bits;
    return p;
}

Value re_compile(VM *vm, Ref pattern, Ref flags) { return compile_cached(vm, pattern, flags, false); }

/* ---- functions ---- */
static Value fn_compile(VM *vm, const Ref *a, int n, Ref kw) { return re_compile(vm, a[0], a[1]); }

static Value find(VM *vm, const Ref *a, RegexMode mode)
{
    Value p = re_compile(vm, a[0], a[2]), r = p ? pattern_find(vm, p, a[1], NULL, NULL, mode) : NULL;
    release(vm, p);
    return r;
}
static Value fn_match(VM *vm, const Ref *a, int n, Ref kw) { return find(vm, a, REGEX_MATCH); }
static Value fn_fullmatch(VM *vm, const Ref *a, int n, Ref kw) { return find(vm, a, REGEX_FULLMATCH); }
static Value fn_search(VM *vm, const Ref *a, int n, Ref kw) { return find(vm, a, REGEX_SEARCH); }

#define WITH_PATTERN(name, flags, expr)                                \
    static Value fn_##name(VM *vm, const Ref *a, int n, Ref kw)        \
    {                                                                  \
        Value p = re_compile(vm, a[0], flags), r = p ? (expr) : NULL;  \
        release(vm, p);                                                \
        return r;                                                      \
    }
WITH_PATTERN(findall, a[2], pattern_findall(vm, p, a[1], NULL, NULL))
WITH_PATTERN(finditer, a[2], pattern_finditer(vm, p, a[1], NULL, NULL))
WITH_PATTERN(split, a[3], pattern_split(vm, p, a[1], a[2]))
WITH_PATTERN(sub, a[4], pattern_sub(vm, p, a[1], a[2], a[3], false))
WITH_PATTERN(subn, a[4], pattern_sub(vm, p, a[1], a[2], a[3], true))

static void cache_clear(VM *vm, ReState *s)
{
    for (int i = 0; i < RE_CACHE; i++) {
        value_clear(vm, &s->cache[i].compiled);
        value_clear(vm, &s->cache[i].pattern);
    }
}

static Value fn_purge(VM *vm, const Ref *a, int n, Ref kw)
{
    ReState *s = re_state(vm);
    if (!s) return NULL;
    cache_clear(vm, s);
    return V_NONE;
}

static Value fn_template(VM *vm, const Ref *a, int n, Ref kw)
{
    warn(vm, REGEX_DEPRECATED, "The re.template() function is deprecated as it is an undocumented function without an obvious purpose. Use re.compile() instead.");
    int64_t bits = 0;
    if (err_occurred(vm) || (a[1] && !num_index_i64(vm, a[1], &bits))) return NULL;
    return compile_cached(vm, a[0], make_small(bits | REGEX_TEMPLATE), true); /* which said its warning */
}

static Value fn_escape(VM *vm, const Ref *a, int n, Ref kw)
{
    static const char special[] = "()[]{}?*+-|^$\\.&~# \t\n\r\v\f";
    Subject s;
    if (!is_str(a[0]) && !buffer_check(vm, a[0])) return err_raise(vm, EXC_TypeError, "decoding to str: need a bytes-like object, %T found", a[0]);
    if (!subject_open(vm, NULL, a[0], &s)) return NULL;
    StrB b = STRB_INIT(vm);
    for (size_t i = 0; i < s.text.len; i++) {
        uint32_t c = s.is_bytes ? ((const uint8_t *)s.text.data)[i] : str_at(as_str(a[0]), (int64_t)i);
        if (c && c < 128 && memchr(special, (int)c, sizeof special - 1)) strb_char(&b, '\\');
        strb_char(&b, c);
    }
    subject_close(vm, &s);
    Value text = strb_take(&b);
    if (!s.is_bytes || !text) return text;
    Value r = codec_encode(vm, text, "latin-1", NULL);
    release(vm, text);
    return r;
}

/* re.Scanner is in Python: imported when it is asked for. */
static Value fn_getattr(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_str(args[0])) return err_raise(vm, EXC_TypeError, "attribute name must be string, not '%T'", args[0]);
    if (!str_equal_c(args[0], "Scanner")) {
        Ref self = dict_get_c(vm, REF(vm->modules), "re");
        return self ? err_type_name(vm, args[0], self) : err_raise(vm, EXC_AttributeError, "module 're' has no attribute '%S'", args[0]);
    }
    Value scanner = import_attr(vm, "_re_scanner", "Scanner");
    return scanner;
}

static const NativeDef functions[] = {
    {"__getattr__", fn_getattr, "name, /", NULL, 0},
    {"match", fn_match, "pattern, string, flags=0", "Try to apply the pattern at the start of the string, returning\n    a Match object, or None if no match was found.", NATIVE_KW},
    {"fullmatch", fn_fullmatch, "pattern, string, flags=0", "Try to apply the pattern to all of the string, returning\n    a Match object, or None if no match was found.", NATIVE_KW},
    {"search", fn_search, "pattern, string, flags=0", "Scan through string looking for a match to the pattern, returning\n    a Match object, or None if no match was found.", NATIVE_KW},
    {"sub", fn_sub, "pattern, repl, string, count=0, flags=0", "Return the string obtained by replacing the leftmost non-overlapping occurrences of the pattern in string by repl: a text in which \\1 and \\g<name> stand for groups, or a function of the Match.", NATIVE_KW},
    {"subn", fn_subn, "pattern, repl, string, count=0, flags=0", "As sub(), but return (new string, number of replacements).", NATIVE_KW},
    {"split", fn_split, "pattern, string, maxsplit=0, flags=0", "Split the string by the occurrences of the pattern; the text of groups is part of the list.", NATIVE_KW},
    {"findall", fn_findall, "pattern, string, flags=0", "Return a list of all non-overlapping matches in the string: texts, or tuples of groups.", NATIVE_KW},
    {"finditer", fn_finditer, "pattern, string, flags=0", "Return an iterator over all non-overlapping matches in the string.", NATIVE_KW},
    {"compile", fn_compile, "pattern, flags=0", "Compile a regular expression pattern, returning a Pattern object.", NATIVE_KW},
    {"_compile", fn_compile, "pattern, flags", NULL, NATIVE_KW},
    {"purge", fn_purge, "", "Clear the regular expression caches", 0},
    {"template", fn_template, "pattern, flags=0", "Compile a template pattern, returning a Pattern object, deprecated", NATIVE_KW},
    {"escape", fn_escape, "pattern", "Escape special characters in a string.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};

/* ---- the module ---- */
static const struct { const char *name; int64_t bits; } flag_names[] = {
    {"NOFLAG", 0}, {"A", 256}, {"ASCII", 256}, {"I", 2}, {"IGNORECASE", 2}, {"L", 4}, {"LOCALE", 4}, {"U", 32}, {"UNICODE", 32}, {"M", 8},
    {"MULTILINE", 8}, {"S", 16}, {"DOTALL", 16}, {"X", 64}, {"VERBOSE", 64}, {"T", 1}, {"TEMPLATE", 1}, {"DEBUG", 128},
};

static bool add_all(VM *vm, Dict *ns)
{
    static const char *const all[] = {"match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer", "compile", "purge",
        "template", "escape", "error", "Pattern", "Match", "A", "I", "L", "M", "S", "X", "U", "ASCII", "IGNORECASE", "LOCALE", "MULTILINE",
        "DOTALL", "VERBOSE", "UNICODE", "NOFLAG", "RegexFlag"};
    Value list = list_new(vm, 32);
    for (size_t i = 0; list && i < sizeof all / sizeof all[0]; i++) {
        Value name = str_from_c(vm, all[i]);
        if (!name || !list_append_take(vm, list, name)) value_clear(vm, &list);
    }
    return list && module_add(vm, ns, "__all__", list);
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    ReState *s = as_module(module)->state;
    if (!(s->pattern = type_from_def(vm, &pattern_def, NULL)) || !(s->match = type_from_def(vm, &match_def, NULL)) ||
        !(s->scanner = type_from_def(vm, &scanner_def, NULL)) || !(s->iterator = type_from_def(vm, &iterator_def, NULL)) ||
        !(s->flag = type_from_def(vm, &flag_def, CLASS(int))) || !(s->error = type_from_def(vm, &error_def, vm->exc_types[EXC_Exception])))
        return false;
    Value members = dict_new(vm);
    bool ok = members != NULL;
    for (size_t i = 0; ok && i < sizeof flag_names / sizeof flag_names[0]; i++) {
        Value f = flag_make(vm, flag_names[i].bits);
        Value name = str_intern_c(vm, flag_names[i].name);
        ok = f && name && dict_set(vm, members, name, f) && type_set_attr(vm, s->flag, name, f) && dict_set(vm, REF(ns), name, f);
        release(vm, name);
        release(vm, f);
    }
    Value name = ok ? str_intern_c(vm, "__members__") : NULL;
    ok = name && type_set_attr(vm, s->flag, name, members);
    release(vm, name);
    release(vm, members);
    return ok && add_all(vm, ns) && module_add_type(vm, ns, s->pattern) && module_add_type(vm, ns, s->match) &&
           module_add_type(vm, ns, s->flag) && module_add_type(vm, ns, s->error);
}

static void done(VM *vm, void *state)
{
    ReState *s = state;
    cache_clear(vm, s);
    for (int i = 0; i < 512; i++) value_clear(vm, &s->flags[i]);
    release(vm, VAL(s->pattern));
    release(vm, VAL(s->match));
    release(vm, VAL(s->scanner));
    release(vm, VAL(s->iterator));
    release(vm, VAL(s->flag));
    release(vm, VAL(s->error));
}

const ModuleDef re_module = {
    .name = "re",
    .doc = "Support for regular expressions (RE).",
    .functions = functions,
    .init = init,
    .state_size = sizeof(ReState),
    .done = done,
};
