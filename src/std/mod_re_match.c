/* mod_re_match.c: Match objects. */
#include "mod_re.h"

static size_t match_size(int64_t groups) { return sizeof(Match) + 2 * (size_t)(groups + 1) * sizeof(size_t); }
static int64_t groups_of(const Match *m) { return as_pattern(m->pattern)->groups; }

Value match_new(VM *vm, Ref pattern, Ref string, const Finder *f)
{
    ReState *s = re_state(vm);
    int64_t groups = as_pattern(pattern)->groups;
    Match *m = s ? (Match *)obj_alloc(vm, s->match, match_size(groups)) : NULL;
    if (!m) return NULL;
    m->pattern = retain(pattern);
    m->string = retain(string);
    m->pos = (int64_t)f->start;
    m->endpos = (int64_t)f->endpos;
    m->lastindex = (int64_t)f->lastindex;
    memcpy(m->spans, f->spans, 2 * (size_t)(groups + 1) * sizeof(size_t));
    return VAL(m);
}

static void match_dealloc(VM *vm, Obj *o)
{
    Match *m = (Match *)o;
    size_t size = match_size(groups_of(m));
    release(vm, m->string);
    release(vm, m->pattern);
    obj_free(vm, o, size);
}

/* A str of a subclass has attributes: it may lead back to its match. */
static void match_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    seq_visit(((Match *)o)->string, visit, arg);
    seq_visit(((Match *)o)->pattern, visit, arg);
}

/* ---- which group? ---- */
static int64_t no_group(VM *vm) { return err_minus(vm, EXC_IndexError, "no such group"); }

static int64_t group_number(VM *vm, Match *m, Ref which) /* -1: raised */
{
    int64_t i = -1;
    if (is_small(which)) i = small_of(which);
    else if (is_int(which) || type_of(vm, which)->s.to_index) {
        Value index = num_index(vm, which);
        if (!index) return -1;
        if (!int_fits_i64(index, &i)) i = -1;
        release(vm, index);
    } else {
        Ref found = as_pattern(m->pattern)->index ? dict_get(vm, as_pattern(m->pattern)->index, which) : NULL;
        err_clear(vm);
        if (found) i = small_of(found);
    }
    return i < 0 || i > groups_of(m) ? no_group(vm) : i;
}

static Value group_text(VM *vm, Match *m, int64_t i, Ref absent)
{
    size_t start = m->spans[2 * i], end = m->spans[2 * i + 1];
    if (start == REGEX_UNSET) return retain(absent);
    if (is_str(m->string)) return str_substr(vm, m->string, (int64_t)start, (int64_t)end);
    Subject s;
    if (!subject_open(vm, NULL, m->string, &s)) return NULL;
    if (end > s.text.len) end = s.text.len;
    Value r = subject_slice(vm, &s, start < end ? start : end, end);
    subject_close(vm, &s);
    return r;
}

static Value group_of(VM *vm, Ref self, Ref which)
{
    int64_t i = group_number(vm, as_match(self), which);
    return i < 0 ? NULL : group_text(vm, as_match(self), i, V_NONE);
}

static Value match_group(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!args_no_kw(vm, "Match.group", kwnames)) return NULL;
    if (n == 1) return group_text(vm, as_match(args[0]), 0, V_NONE);
    if (n == 2) return group_of(vm, args[0], args[1]);
    Value t = tuple_new(vm, n - 1);
    for (int i = 0; t && i < n - 1; i++)
        if (!(as_tuple(t)->items[i] = group_of(vm, args[0], args[i + 1]))) value_clear(vm, &t);
    return t;
}

static Value match_groups(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Match *m = as_match(args[0]);
    Value t = tuple_new(vm, groups_of(m));
    for (int64_t i = 0; t && i < groups_of(m); i++)
        if (!(as_tuple(t)->items[i] = group_text(vm, m, i + 1, args[1] ? args[1] : V_NONE))) value_clear(vm, &t);
    return t;
}

static Value match_groupdict(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Match *m = as_match(args[0]);
    Value d = dict_new(vm);
    int64_t pos = 0;
    Ref name, number;
    while (d && dict_next(as_pattern(m->pattern)->index, &pos, &name, &number)) {
        Value text = group_text(vm, m, small_of(number), args[1] ? args[1] : V_NONE);
        if (!text || !dict_set_take(vm, d, name, text)) value_clear(vm, &d);
    }
    return d;
}

static Value position(size_t at) { return make_small(at == REGEX_UNSET ? -1 : (int64_t)at); }

static Value edge(VM *vm, const Ref *args, int which)
{
    int64_t i = args[1] ? group_number(vm, as_match(args[0]), args[1]) : 0;
    return i < 0 ? NULL : position(as_match(args[0])->spans[2 * i + which]);
}
static Value match_start(VM *vm, const Ref *args, int n, Ref kwnames) { return edge(vm, args, 0); }
static Value match_end(VM *vm, const Ref *args, int n, Ref kwnames) { return edge(vm, args, 1); }

static Value span_of(VM *vm, const Match *m, int64_t i)
{
    return tuple_of(vm, 2, (Ref)position(m->spans[2 * i]), (Ref)position(m->spans[2 * i + 1]));
}

static Value match_span(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t i = args[1] ? group_number(vm, as_match(args[0]), args[1]) : 0;
    return i < 0 ? NULL : span_of(vm, as_match(args[0]), i);
}

static Value match_expand_method(VM *vm, const Ref *args, int n, Ref kwnames) { return match_expand(vm, args[0], args[1]); }
static Value match_self(VM *vm, const Ref *args, int n, Ref kwnames) { return retain(args[0]); }

static Value match_repr(VM *vm, Ref self)
{
    Match *m = as_match(self);
    Value text = group_text(vm, m, 0, V_NONE), shown = text ? op_repr(vm, text) : NULL, r = NULL;
    if (shown)
        r = str_format(vm, "<re.Match object; span=(%lld, %lld), match=%.50U>", (long long)m->spans[0], (long long)m->spans[1], (Ref)shown);
    release(vm, text);
    release(vm, shown);
    return r;
}

/* ---- attributes ---- */
static Value get_string(VM *vm, Ref self) { return retain(as_match(self)->string); }
static Value get_re(VM *vm, Ref self) { return retain(as_match(self)->pattern); }
static Value get_pos(VM *vm, Ref self) { return make_small(as_match(self)->pos); }
static Value get_endpos(VM *vm, Ref self) { return make_small(as_match(self)->endpos); }
static Value get_lastindex(VM *vm, Ref self) { return as_match(self)->lastindex > 0 ? make_small(as_match(self)->lastindex) : V_NONE; }
static Value get_lastgroup(VM *vm, Ref self)
{
    int64_t pos = 0, last = as_match(self)->lastindex;
    Ref name, number;
    while (last > 0 && dict_next(as_pattern(as_match(self)->pattern)->index, &pos, &name, &number))
        if (small_of(number) == last) return retain(name);
    return V_NONE;
}
static Value get_regs(VM *vm, Ref self)
{
    Match *m = as_match(self);
    Value t = tuple_new(vm, groups_of(m) + 1);
    for (int64_t i = 0; t && i <= groups_of(m); i++)
        if (!(as_tuple(t)->items[i] = span_of(vm, m, i))) value_clear(vm, &t);
    return t;
}

static const NativeDef methods[] = {
    {"group", match_group, "self, *groups", "group([group1, ...]) -> str or tuple.\nReturn subgroup(s) of the match by indices or names.\nFor 0 returns the entire match.", NATIVE_RAW},
    {"groups", match_groups, "self, default=None", "Return a tuple containing all the subgroups of the match, from 1.", NATIVE_KW},
    {"groupdict", match_groupdict, "self, default=None", "Return a dictionary containing all the named subgroups of the match, keyed by the subgroup name.", NATIVE_KW},
    {"start", match_start, "self, group=0, /", "Return index of the start of the substring matched by group.", 0},
    {"end", match_end, "self, group=0, /", "Return index of the end of the substring matched by group.", 0},
    {"span", match_span, "self, group=0, /", "For match object m, return the 2-tuple (m.start(group), m.end(group)).", 0},
    {"expand", match_expand_method, "self, template", "Return the string obtained by doing backslash substitution on the string template, as done by the sub() method.", NATIVE_KW},
    {"__copy__", match_self, "self, /", NULL, 0},
    {"__deepcopy__", match_self, "self, memo, /", NULL, 0},
    CLASS_GETITEM_ROW,
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef getsets[] = {
    {"string", get_string, NULL, "The string passed to match() or search()."},
    {"re", get_re, NULL, "The regular expression object."},
    {"pos", get_pos, NULL, "The index into the string at which the RE engine started looking for a match."},
    {"endpos", get_endpos, NULL, "The index into the string beyond which the RE engine will not go."},
    {"lastindex", get_lastindex, NULL, "The integer index of the last matched capturing group."},
    {"lastgroup", get_lastgroup, NULL, "The name of the last matched capturing group."},
    {"regs", get_regs, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const TypeDef match_def = {
    .name = "re.Match",
    .doc = "The result of re.match() and re.search().\nMatch objects always have a boolean value of True.",
    .kind = KIND_OPAQUE,
    .size = sizeof(Match),
    .flags = TYPE_GC | TYPE_NO_NEW | TYPE_IMMUTABLE,
    .s = {.repr = match_repr, .getitem = group_of},
    .dealloc = match_dealloc,
    .traverse = match_traverse,
    .methods = methods,
    .getsets = getsets,
};
