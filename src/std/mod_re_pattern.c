/* mod_re_pattern.c: Pattern objects: searching, splitting, and the iterators over matches. Replacing is mod_re_sub.c. */
#include "mod_re.h"

/* ---- text to search in ---- */
bool subject_open(VM *vm, const Pattern *p, Ref string, Subject *s)
{
    s->obj = string;
    s->view.owner = NULL;
    s->view.done = NULL;
    s->is_bytes = !is_str(string);
    if (!s->is_bytes) s->text = (RegexText){as_str(string)->data, (size_t)as_str(string)->len, (int)str_width(as_str(string))};
    else {
        if (!buffer_check(vm, string)) return err_false(vm, EXC_TypeError, "expected string or bytes-like object, got '%T'", string);
        if (!buffer_get(vm, string, &s->view)) return false;
        s->text = (RegexText){s->view.data, (size_t)s->view.len, 1};
    }
    if (!p || p->is_bytes == s->is_bytes) return true;
    subject_close(vm, s);
    return err_false(vm, EXC_TypeError, p->is_bytes ? "cannot use a bytes pattern on a string-like object" : "cannot use a string pattern on a bytes-like object");
}

void subject_close(VM *vm, Subject *s)
{
    if (s->is_bytes && s->view.owner) buffer_release(vm, &s->view);
}

Value subject_slice(VM *vm, const Subject *s, size_t start, size_t end)
{
    if (!s->is_bytes) return str_substr(vm, s->obj, (int64_t)start, (int64_t)end);
    if (start == 0 && end == s->text.len && is_exact(s->obj, CLASS(bytes))) return retain(s->obj);
    return bytes_from(vm, (const char *)s->text.data + start, (int64_t)(end - start));
}

/* ---- searching ---- */
static bool interrupted(void *ctx) { return !vm_poll(ctx); }

static bool place(VM *vm, Ref v, size_t absent, size_t len, size_t *out)
{
    int64_t i;
    *out = absent;
    if (!v) return true;
    if (is_small(v)) i = small_of(v);
    else if (!num_index_clip(vm, v, &i)) return false;
    *out = i < 0 ? 0 : (size_t)i > len ? len : (size_t)i;
    return true;
}

bool finder_open(VM *vm, Finder *f, Ref pattern, Ref string, Ref pos, Ref endpos)
{
    Pattern *p = as_pattern(pattern);
    f->p = p;
    if (!subject_open(vm, p, string, &f->subject)) return false;
    size_t len = f->subject.text.len;
    f->must_advance = false;
    f->lastindex = 0;
    f->hooks = (RegexHooks){vm, interrupted};
    f->spans = f->small;
    if (place(vm, pos, 0, len, &f->pos) && place(vm, endpos, len, len, &f->endpos)) {
        f->start = f->pos;
        size_t need = 2 * (size_t)(p->groups + 1);
        if (need * sizeof(size_t) <= sizeof f->small || (f->spans = mem_alloc(vm->mem, need * sizeof(size_t)))) return true;
        err_no_memory(vm);
    }
    subject_close(vm, &f->subject);
    return false;
}

void finder_close(VM *vm, Finder *f)
{
    if (f->spans != f->small) mem_free(vm->mem, f->spans, 2 * (size_t)(f->p->groups + 1) * sizeof(size_t));
    subject_close(vm, &f->subject);
}

int finder_next(VM *vm, Finder *f, RegexMode mode)
{
    if (f->pos > f->endpos) return 0;
    int rc = regex_exec(f->p->prog, &f->subject.text, f->pos, f->endpos, mode, f->must_advance, f->spans, &f->lastindex, &f->hooks);
    if (rc == REGEX_MATCHED) {
        f->pos = f->spans[1];
        f->must_advance = f->spans[0] == f->spans[1];
        return 1;
    }
    if (rc == REGEX_NOMATCH) return 0;
    if (rc == REGEX_MEMORY) err_no_memory(vm);
    else if (!err_occurred(vm)) err_interrupt(vm);
    return -1;
}

Value pattern_find(VM *vm, Ref pattern, Ref string, Ref pos, Ref endpos, RegexMode mode)
{
    Finder f;
    if (!finder_open(vm, &f, pattern, string, pos, endpos)) return NULL;
    int found = finder_next(vm, &f, mode);
    Value r = found > 0 ? match_new(vm, pattern, string, &f) : found == 0 ? V_NONE : NULL;
    finder_close(vm, &f);
    return r;
}

static Value piece(VM *vm, const Finder *f, int64_t group, Value absent /*owned*/)
{
    size_t start = f->spans[2 * group];
    if (start == REGEX_UNSET) return absent;
    release(vm, absent);
    return subject_slice(vm, &f->subject, start, f->spans[2 * group + 1]);
}

static Value empty_text(VM *vm, const Finder *f) { return retain(f->subject.is_bytes ? vm->empty_bytes : vm->empty_str); }

static Value found_item(VM *vm, const Finder *f)
{
    int64_t groups = f->p->groups;
    if (groups < 2) return piece(vm, f, groups, empty_text(vm, f));
    Value t = tuple_new(vm, groups);
    for (int64_t i = 0; t && i < groups; i++)
        if (!(as_tuple(t)->items[i] = piece(vm, f, i + 1, empty_text(vm, f)))) value_clear(vm, &t);
    return t;
}

Value pattern_findall(VM *vm, Ref pattern, Ref string, Ref pos, Ref endpos)
{
    Finder f;
    if (!finder_open(vm, &f, pattern, string, pos, endpos)) return NULL;
    Value list = list_new(vm, 0);
    int more = list ? 1 : -1;
    for (unsigned steps = 1; more > 0 && (more = finder_next(vm, &f, REGEX_SEARCH)) > 0; steps++) {
        Value item = found_item(vm, &f);
        if (!item || !list_append_take(vm, list, item) || ((steps & 1023) == 0 && !vm_poll(vm))) more = -1;
    }
    finder_close(vm, &f);
    if (more < 0) value_clear(vm, &list);
    return list;
}

Value pattern_split(VM *vm, Ref pattern, Ref string, Ref maxsplit)
{
    Finder f;
    int64_t max = 0, done = 0;
    if ((maxsplit && !num_index_clip(vm, maxsplit, &max)) || !finder_open(vm, &f, pattern, string, NULL, NULL)) return NULL;
    Value list = list_new(vm, 0);
    size_t last = 0;
    int more = list ? 1 : -1;
    while (more > 0 && (max == 0 || done < max) && (more = finder_next(vm, &f, REGEX_SEARCH)) > 0) {
        Value v = subject_slice(vm, &f.subject, last, f.spans[0]);
        if (!v || !list_append_take(vm, list, v)) more = -1;
        for (int64_t i = 1; more > 0 && i <= f.p->groups; i++) {
            v = piece(vm, &f, i, V_NONE);
            if (!v || !list_append_take(vm, list, v)) more = -1;
        }
        last = f.spans[1];
        if ((++done & 1023) == 0 && !vm_poll(vm)) more = -1;
    }
    Value rest = more >= 0 ? subject_slice(vm, &f.subject, last, f.subject.text.len) : NULL;
    if (!rest || !list_append_take(vm, list, rest)) value_clear(vm, &list);
    finder_close(vm, &f);
    return list;
}

/* ---- scanners: finditer's iterator, and Pattern.scanner ---- */
typedef struct Scan { Obj head; Value pattern, string; Finder f; bool open; } Scan;
static Scan *as_scan(Ref v) { return (Scan *)BITS(v); }

static Value scan_new(VM *vm, Type *type, Ref pattern, Ref string, Ref pos, Ref endpos)
{
    Scan *s = (Scan *)obj_alloc(vm, type, sizeof(Scan));
    if (!s) return NULL;
    s->pattern = retain(pattern);
    s->string = retain(string);
    s->open = finder_open(vm, &s->f, pattern, string, pos, endpos);
    if (s->open) return VAL(s);
    release(vm, VAL(s));
    return NULL;
}

static void scan_dealloc(VM *vm, Obj *o)
{
    Scan *s = (Scan *)o;
    if (s->open) finder_close(vm, &s->f);
    release(vm, s->pattern);
    release(vm, s->string);
    obj_free(vm, o, sizeof(Scan));
}

static void scan_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    Scan *s = (Scan *)o;
    seq_visit(s->pattern, visit, arg);
    seq_visit(s->string, visit, arg);
    if (s->open) subject_visit(&s->f.subject, visit, arg);
}

static Value scan_step(VM *vm, Ref self, RegexMode mode, bool *end)
{
    Scan *s = as_scan(self);
    int found = s->open ? finder_next(vm, &s->f, mode) : 0;
    *end = found == 0;
    if (found == 0 && s->open) {
        s->open = false;
        finder_close(vm, &s->f);
    }
    return found > 0 ? match_new(vm, s->pattern, s->string, &s->f) : NULL;
}

static Value scan_next(VM *vm, Ref self)
{
    bool end;
    return scan_step(vm, self, REGEX_SEARCH, &end);
}

static Value scan_call(VM *vm, Ref self, RegexMode mode)
{
    bool end;
    Value r = scan_step(vm, self, mode, &end);
    return end ? V_NONE : r;
}
static Value scanner_match(VM *vm, const Ref *args, int n, Ref kwnames) { return scan_call(vm, args[0], REGEX_MATCH); }
static Value scanner_search(VM *vm, const Ref *args, int n, Ref kwnames) { return scan_call(vm, args[0], REGEX_SEARCH); }
static Value scanner_pattern(VM *vm, Ref self) { return retain(as_scan(self)->pattern); }
static Value iter_self(VM *vm, Ref self) { return retain(self); }

static const NativeDef scanner_methods[] = {
    {"match", scanner_match, "self, /", NULL, 0},
    {"search", scanner_search, "self, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef scanner_getsets[] = {{"pattern", scanner_pattern, NULL, NULL}, {NULL, NULL, NULL, NULL}};
const TypeDef scanner_def = {.name = "_sre.SRE_Scanner", .kind = KIND_OPAQUE, .size = sizeof(Scan), .flags = TYPE_GC | TYPE_NO_NEW | TYPE_IMMUTABLE,
                             .dealloc = scan_dealloc, .traverse = scan_traverse, .methods = scanner_methods, .getsets = scanner_getsets};
const TypeDef iterator_def = {.name = "callable_iterator", .kind = KIND_OPAQUE, .size = sizeof(Scan), .flags = TYPE_GC | TYPE_NO_NEW | TYPE_IMMUTABLE,
                              .s = {.iter = iter_self, .next = scan_next}, .dealloc = scan_dealloc, .traverse = scan_traverse};

Value pattern_finditer(VM *vm, Ref pattern, Ref string, Ref pos, Ref endpos)
{
    ReState *s = re_state(vm);
    return s ? scan_new(vm, s->iterator, pattern, string, pos, endpos) : NULL;
}

/* ---- methods ---- */
static Value m_match(VM *vm, const Ref *a, int n, Ref kw) { return pattern_find(vm, a[0], a[1], a[2], a[3], REGEX_MATCH); }
static Value m_fullmatch(VM *vm, const Ref *a, int n, Ref kw) { return pattern_find(vm, a[0], a[1], a[2], a[3], REGEX_FULLMATCH); }
static Value m_search(VM *vm, const Ref *a, int n, Ref kw) { return pattern_find(vm, a[0], a[1], a[2], a[3], REGEX_SEARCH); }
static Value m_findall(VM *vm, const Ref *a, int n, Ref kw) { return pattern_findall(vm, a[0], a[1], a[2], a[3]); }
static Value m_finditer(VM *vm, const Ref *a, int n, Ref kw) { return pattern_finditer(vm, a[0], a[1], a[2], a[3]); }
static Value m_split(VM *vm, const Ref *a, int n, Ref kw) { return pattern_split(vm, a[0], a[1], a[2]); }
static Value m_sub(VM *vm, const Ref *a, int n, Ref kw) { return pattern_sub(vm, a[0], a[1], a[2], a[3], false); }
static Value m_subn(VM *vm, const Ref *a, int n, Ref kw) { return pattern_sub(vm, a[0], a[1], a[2], a[3], true); }
static Value m_scanner(VM *vm, const Ref *a, int n, Ref kw)
{
    ReState *s = re_state(vm);
    return s ? scan_new(vm, s->scanner, a[0], a[1], a[2], a[3]) : NULL;
}
static Value m_self(VM *vm, const Ref *a, int n, Ref kw) { return retain(a[0]); }

static Value m_reduce(VM *vm, const Ref *a, int n, Ref kw)
{
    Value fn = import_attr(vm, "re", "_compile"), inner = NULL, r = NULL;
    if (fn) inner = tuple_of(vm, 2, (Ref)as_pattern(a[0])->pattern, (Ref)make_small(regex_flags(as_pattern(a[0])->prog)));
    if (inner) r = tuple_of(vm, 2, (Ref)fn, (Ref)inner);
    release(vm, fn);
    release(vm, inner);
    return r;
}

static void pattern_dealloc(VM *vm, Obj *o)
{
    Pattern *p = (Pattern *)o;
    regex_free(p->prog);
    if (p->last_repl) regex_template_free(&p->last);
    release(vm, p->last_repl);
    release(vm, p->pattern);
    release(vm, p->index);
    obj_free(vm, o, sizeof(Pattern));
}

static void pattern_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    Pattern *p = (Pattern *)o;
    seq_visit(p->pattern, visit, arg);
    seq_visit(p->index, visit, arg);
    seq_visit(p->last_repl, visit, arg);
}

static Value pattern_repr(VM *vm, Ref self)
{
    static const struct { unsigned bit; const char *name; } names[] = {
        {1, "re.TEMPLATE"}, {2, "re.IGNORECASE"}, {4, "re.LOCALE"}, {8, "re.MULTILINE"}, {16, "re.DOTALL"}, {32, "re.UNICODE"},
        {64, "re.VERBOSE"}, {128, "re.DEBUG"}, {256, "re.ASCII"}};
    Pattern *p = as_pattern(self);
    unsigned flags = regex_flags(p->prog);
    if (!p->is_bytes && (flags & (REGEX_LOCALE | REGEX_UNICODE | REGEX_ASCII)) == REGEX_UNICODE) flags &= ~(unsigned)REGEX_UNICODE;
    StrB b = STRB_INIT(vm);
    strb_format(&b, "re.compile(%.200R", (Ref)p->pattern);
    const char *before = ", ";
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!(flags & names[i].bit)) continue;
        strb_c(&b, before);
        strb_c(&b, names[i].name);
        before = "|";
        flags &= ~names[i].bit;
    }
    if (flags) strb_format(&b, "%s0x%x", before, flags);
    strb_char(&b, ')');
    return strb_take(&b);
}

static Value pattern_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    ReState *s = re_state(vm);
    if (!s) return NULL;
    if ((op != CMP_EQ && op != CMP_NE) || !is_heap(b) || as_obj(b)->type != s->pattern) return V_NOTIMPL;
    Pattern *x = as_pattern(a), *y = as_pattern(b);
    int same = a == b;
    if (!same && x->is_bytes == y->is_bytes && regex_flags(x->prog) == regex_flags(y->prog)) same = op_compare_bool(vm, x->pattern, y->pattern, CMP_EQ);
    return same < 0 ? NULL : make_bool((op == CMP_EQ) == (same != 0));
}

static bool pattern_hash(VM *vm, Ref self, int64_t *hash)
{
    if (!op_hash(vm, as_pattern(self)->pattern, hash)) return false;
    *hash ^= (int64_t)regex_flags(as_pattern(self)->prog) * 1000003;
    if (*hash == -1) *hash = -2;
    return true;
}

static Value get_pattern(VM *vm, Ref self) { return retain(as_pattern(self)->pattern); }
static Value get_flags(VM *vm, Ref self) { return make_small(regex_flags(as_pattern(self)->prog)); }
static Value get_groups(VM *vm, Ref self) { return make_small(as_pattern(self)->groups); }
static Value get_groupindex(VM *vm, Ref self) { return mappingproxy_new(vm, as_pattern(self)->index); }

#define WHERE "self, string, pos=0, endpos=9223372036854775807"
static const NativeDef methods[] = {
    {"match", m_match, WHERE, "Matches zero or more characters at the beginning of the string.", NATIVE_KW},
    {"fullmatch", m_fullmatch, WHERE, "Matches against all of the string.", NATIVE_KW},
    {"search", m_search, WHERE, "Scan through string looking for a match, and return a corresponding match object instance.\n\nReturn None if no position in the string matches.", NATIVE_KW},
    {"findall", m_findall, WHERE, "Return a list of all non-overlapping matches of pattern in string.", NATIVE_KW},
    {"finditer", m_finditer, WHERE, "Return an iterator over all non-overlapping matches for the RE pattern in string.\n\nFor each match, the iterator returns a match object.", NATIVE_KW},
    {"scanner", m_scanner, WHERE, NULL, NATIVE_KW},
    {"split", m_split, "self, string, maxsplit=0", "Split string by the occurrences of pattern.", NATIVE_KW},
    {"sub", m_sub, "self, repl, string, count=0", "Return the string obtained by replacing the leftmost non-overlapping occurrences of pattern in string by the replacement repl.", NATIVE_KW},
    {"subn", m_subn, "self, repl, string, count=0", "Return the tuple (new_string, number_of_subs_made) found by replacing the leftmost non-overlapping occurrences of pattern with the replacement repl.", NATIVE_KW},
    {"__copy__", m_self, "self, /", NULL, 0},
    {"__deepcopy__", m_self, "self, memo, /", NULL, 0},
    {"__reduce__", m_reduce, "self, /", NULL, 0},
    CLASS_GETITEM_ROW,
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef getsets[] = {
    {"pattern", get_pattern, NULL, "The pattern string from which the RE object was compiled."},
    {"flags", get_flags, NULL, "The regex matching flags."},
    {"groups", get_groups, NULL, "The number of capturing groups in the pattern."},
    {"groupindex", get_groupindex, NULL, "A dictionary mapping group names to group numbers."},
    {NULL, NULL, NULL, NULL},
};

const TypeDef pattern_def = {
    .name = "re.Pattern",
    .doc = "Compiled regular expression object.",
    .kind = KIND_OPAQUE,
    .size = sizeof(Pattern),
    .flags = TYPE_GC | TYPE_NO_NEW | TYPE_WEAKREF | TYPE_IMMUTABLE,
    .s = {.repr = pattern_repr, .compare = pattern_compare, .hash = pattern_hash},
    .dealloc = pattern_dealloc,
    .traverse = pattern_traverse,
    .methods = methods,
    .getsets = getsets,
};
