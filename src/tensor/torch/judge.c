/* judge.c: whether a program's arguments are of the kinds that PyTorch's functions and methods take (signatures.def), asked before perch's own run, and PyTorch's words where they are not.
 *
 * Only calls from a program are judged: what perch's own Python calls is right, and pays nothing.
 */
#include "lang/object/func.h"
#include "torch.h"

enum { FUNCTION, INNER /* one that PyTorch's own Python calls */, METHOD };
typedef struct Row {
    const char *name;
    int what;
    bool alone; /* it has others that are not told */
    const char *overloads;
} Row;
static const Row rows[] = {
#define SIGNATURES(what, name, overloads) {#name, what, false, overloads},
#define SIGNATURE(what, name, overload) {#name, what, true, overload},
#include "signatures.def"
#undef SIGNATURE
#undef SIGNATURES
};
enum { ROWS = sizeof rows / sizeof *rows };

/* What PyTorch 2 has otherwise: rows of newer.def, and no dimension has a name. */
static const Row newer_rows[] = {
#define NEWER_FORMS(what, name, forms) {#name, what, false, forms},
#include "newer.def"
#undef NEWER_FORMS
};

static const char *forms_of(const Row *row)
{
    for (size_t i = 0; torch_two(TORCH_FLAG_NO_NAMED_DIMENSIONS) && i < sizeof newer_rows / sizeof *newer_rows; i++)
        if (newer_rows[i].what == row->what && strcmp(newer_rows[i].name, row->name) == 0) return newer_rows[i].overloads;
    return row->overloads;
}

/* One parameter, read from a row's text. */
typedef struct Wants {
    const char *kind, *name;
    int kind_len, name_len;
    bool keyword, optional, none, alone, number; /* keyword: by name alone */
} Wants;

/* The next parameter of an overload; NULL: there is none. */
static const char *next_wanted(const char *p, bool *keyword, Wants *w)
{
    while (*p == ',' || *p == ' ') p++;
    if (*p == '*') {
        *keyword = true;
        p++;
        while (*p == ',' || *p == ' ') p++;
    }
    if (!*p || *p == '|') return NULL;
    const char *end = p + strcspn(p, ",|"), *last = end;
    *w = (Wants){.kind = p, .keyword = *keyword};
    for (;; last--) {
        if (last[-1] == '=') w->optional = true;
        else if (last[-1] == '?') w->none = true;
        else if (last[-1] == '~') w->alone = true;
        else if (last[-1] == '#') w->number = true;
        else break;
    }
    const char *space = last;
    while (space[-1] != ' ') space--;
    w->name = space;
    w->name_len = (int)(last - space);
    w->kind_len = (int)(space - 1 - p);
    return end;
}

static bool is_of_names(const Wants *w) { return w->kind[0] == 'n' || (w->kind[0] == 't' && w->kind[9] == 'n'); }

/* Is an overload one of the version that is spoken? */
static bool is_spoken(const char *p)
{
    bool keyword = false;
    if (!torch_two(TORCH_FLAG_NO_NAMED_DIMENSIONS)) return true;
    for (Wants w; (p = next_wanted(p, &keyword, &w));)
        if (is_of_names(&w)) return false;
    return true;
}

static const char *next_overload(const char *p)
{
    do {
        p += strcspn(p, "|");
        p = *p ? p + 1 : NULL;
    } while (p && !is_spoken(p));
    return p;
}

static const char *first_overload(const char *p) { return is_spoken(p) ? p : next_overload(p); }

/* A row's text as it is once read; kept from its first call. */
typedef struct Overload {
    const char *text;
    const Wants *wants;
    int count, positional;
    bool spread; /* integers one by one are its tuple */
} Overload;
typedef struct Read {
    size_t bytes;
    int count;
    Overload overloads[];
} Read;

static Read *read_row(VM *vm, const Row *row)
{
    int count = 0, params = 0;
    Wants w;
    bool keyword;
    const char *forms = first_overload(forms_of(row));
    for (const char *p = forms; p; p = next_overload(p), count++) {
        keyword = false;
        for (const char *q = p; (q = next_wanted(q, &keyword, &w)); params++) continue;
    }
    size_t bytes = sizeof(Read) + (size_t)count * sizeof(Overload) + (size_t)params * sizeof(Wants);
    Read *r = mem_zalloc(vm->mem, bytes);
    if (!r) return err_no_memory(vm), NULL;
    r->bytes = bytes;
    Wants *at = (Wants *)&r->overloads[count];
    for (const char *p = forms; p; p = next_overload(p)) {
        Overload *o = &r->overloads[r->count++];
        o->text = p, o->wants = at;
        keyword = false;
        for (const char *q = p; (q = next_wanted(q, &keyword, at)); at++, o->count++) o->positional += !keyword;
        const char *kind = o->count ? o->wants[0].kind : "";
        o->spread = o->positional == 1 && kind[0] == 't' && (kind[9] == 'i' || kind[9] == 'S');
    }
    return r;
}

static const Read *row_read(TensorLib *lib, int i)
{
    VM *vm = lib->vm;
    if (!lib->judged && !(lib->judged = mem_zalloc(vm->mem, ROWS * sizeof *lib->judged))) return err_no_memory(vm), NULL;
    if (!lib->judged[i]) lib->judged[i] = read_row(vm, &rows[i]);
    return lib->judged[i];
}

void torch_judge_close(TensorLib *lib)
{
    VM *vm = lib->vm;
    if (!lib->judged) return;
    for (int i = 0; i < ROWS; i++)
        if (lib->judged[i]) mem_free(vm->mem, lib->judged[i], ((Read *)lib->judged[i])->bytes);
    mem_free(vm->mem, lib->judged, ROWS * sizeof *lib->judged);
    lib->judged = NULL;
}

/* ---- kinds ---- */
static bool is_zero_d(Ref v) { return is_tensor(v) && tensor_of(v)->ndim == 0 && !grad_flows(tensor_of(v)); }
static bool is_plain(Ref v) /* of Python's own kinds: others say themselves what they are */
{
    return is_int(v) || is_float_any(v) || is_str(v) || is_none(v) || is_list(v) || is_tuple(v) || is_tensor(v) || is_complex(v) || is_kind(v, KIND_DICT) || is_kind(v, KIND_BYTES);
}
static bool is_number(Ref v, bool complex) { return is_int(v) || is_float_any(v) || (complex && is_complex(v)) || is_zero_d(v); }
static bool is_whole(Ref v) { return (is_int(v) && !is_bool(v)) || (is_zero_d(v) && !dtype_is_inexact((DType)tensor_of(v)->dtype) && tensor_of(v)->dtype != DT_BOOL); }

static bool is_sequence(Ref v, Ref *first)
{
    if (!is_tuple(v) && !is_list(v)) return false;
    int64_t len = is_tuple(v) ? as_tuple(v)->len : as_list(v)->len;
    *first = len ? (is_tuple(v) ? (Ref)as_tuple(v)->items[0] : (Ref)as_list(v)->items[0]) : NULL;
    return true;
}

static bool fits_sequence(const Wants *w, Ref v)
{
    Ref first;
    char of = w->kind[9]; /* "tuple of …" */
    if (!is_sequence(v, &first)) return (of == 'i' || of == 'S') && w->alone ? (is_int(v) && !is_bool(v)) || !is_plain(v) : of == 'n' ? is_str(v) : of != 'T' && !is_plain(v);
    if (!first || of == 'T') return true;
    if (of == 'n') return is_str(first) || is_none(first);
    if (of == 'f') return is_number(first, false) || !is_plain(first);
    return (is_int(first) && !is_bool(first)) || (is_tensor(first) && tensor_of(first)->size == 1) || !is_plain(first);
}

static bool is_named(const Wants *w, const char *name, size_t n);
static bool fits(const Wants *w, Ref v)
{
    if (is_none(v)) return w->none || w->kind[0] == 'n' || w->kind[0] == 'o' || is_named(w, "out", 3);
    switch (w->kind[0]) {
    case 'T': return is_tensor(v) || (w->number && is_number(v, true)) || !is_plain(v);
    case 'N': return is_number(v, true) || !is_plain(v);
    case 'f': return is_number(v, false) || !is_plain(v);
    case 'i':
    case 'S': return is_whole(v) || !is_plain(v);
    case 'b': return is_bool(v) || !is_plain(v);
    case 'n': return is_str(v);
    case 's': return is_str(v) || !is_plain(v);
    case 't': break;
    default: return true;
    }
    if (strncmp(w->kind, "torch.", 6) != 0) return fits_sequence(w, v);
    return w->kind[6] == 'd' && w->kind[7] == 't' ? !is_plain(v) : !is_tensor(v) && !is_float_any(v) && !is_list(v) && !is_tuple(v);
}

/* ---- one overload ---- */
enum { NAMES = 12 /* keywords of one call */ };
typedef struct Judged {
    VM *vm;
    const Row *row;
    const Read *read;
    const Ref *args;
    int n;      /* positional */
    Ref kwnames;
    int names;
    const char *said[NAMES];
    size_t said_len[NAMES];
} Judged;

static Ref keyword_of(const Judged *j, int k) { return as_tuple(j->kwnames)->items[k]; }

static bool is_named(const Wants *w, const char *name, size_t n) { return (size_t)w->name_len == n && memcmp(w->name, name, n) == 0; }

static const char *const also[][2] = {{"dim", "axis"}, {"keepdim", "keepdims"}, {"input", "x"}, {"input", "a"}, {"input", "x1"}, {"other", "x2"}}; /* NumPy's words */

const char *torch_judge_alias(const char *name, const char *parameter)
{
    for (size_t i = 0; i < sizeof also / sizeof *also; i++)
        if (strcmp(name, also[i][1]) == 0 && strcmp(parameter, also[i][0]) == 0) return parameter;
    return NULL;
}

static bool is_called(const Judged *j, const Wants *w, int k)
{
    const char *text = j->said[k];
    if (is_named(w, text, j->said_len[k])) return true;
    if (text[0] != 'a' && text[0] != 'k' && text[0] != 'x') return false;
    for (size_t i = 0; i < sizeof also / sizeof *also; i++)
        if (strcmp(text, also[i][1]) == 0 && is_named(w, also[i][0], strlen(also[i][0]))) return true;
    return false;
}

/* A keyword of the call for a parameter; -1: none. */
static int named_for(const Judged *j, const Wants *w)
{
    for (int k = 0; k < j->names; k++)
        if (is_called(j, w, k)) return k;
    return -1;
}

static void say_kind(const Judged *j, const Wants *w, int position /*0: by name*/, Ref v)
{
    char text[256], place[32] = "";
    if (position) snprintf(place, sizeof place, " (position %d)", position);
    snprintf(text, sizeof text, "%s(): argument '%.*s'%s must be %.*s, not %s", j->row->name, w->name_len, w->name, place, w->kind_len, w->kind, type_name(j->vm, type_of(j->vm, v)));
    torch_respell(text);
    err_raise(j->vm, EXC_TypeError, "%s", text);
}

static bool say_many(const Judged *j, const Wants *w, int count, int most)
{
    char room[32];
    int least = 0;
    for (int i = 0; i < count; i++) least += !w[i].optional;
    if (least < most) snprintf(room, sizeof room, "from %d to %d", least, most);
    else snprintf(room, sizeof room, "%d", most);
    return err_false(j->vm, EXC_TypeError, "%s() takes %s positional argument%s but %d %s given", j->row->name, room, most == 1 ? "" : "s", j->n, j->n == 1 ? "was" : "were");
}

static bool say_missing(const Judged *j, const Wants *w, int count, int given, int missing)
{
    VM *vm = j->vm;
    StrB b = STRB_INIT(vm);
    for (int i = 0, said = 0; i < count; i++) {
        if (w[i].optional || i < given || named_for(j, &w[i]) >= 0) continue;
        strb_c(&b, said++ ? ", \"" : "\"");
        strb_ascii(&b, w[i].name, (size_t)w[i].name_len);
        strb_c(&b, "\"");
    }
    Value names = strb_take(&b);
    if (names) err_raise(vm, EXC_TypeError, "%s() missing %d required positional arguments: %U", j->row->name, missing, (Ref)names);
    release(vm, names);
    return false;
}

static bool say_keyword(const Judged *j, const Wants *w, int count)
{
    for (int k = 0; k < j->names; k++) {
        bool known = false;
        for (int i = 0; i < count; i++) known = known || is_called(j, &w[i], k);
        if (!known) return err_false(j->vm, EXC_TypeError, "%s() got an unexpected keyword argument '%U'", j->row->name, keyword_of(j, k));
    }
    return false;
}

/* Does the overload take the call? With `raise` it says what is wrong. by_name: by a parameter that is a dimension's name. */
static bool takes(const Judged *j, const Overload *o, bool raise, bool *by_name)
{
    VM *vm = j->vm;
    const Wants *w = o->wants;
    int count = o->count, positional = o->positional, used = 0, missing = 0;
    bool spread = o->spread && j->n >= 1 && is_whole(j->args[0]);
    int given = spread || (o->spread && positional == 1 && j->n && (is_tuple(j->args[0]) || is_list(j->args[0])) && strstr("tile repeat view", j->row->name)) ? 1 : j->n; /* (what follows a sequence is not looked at) */
    if (given > positional) return raise ? say_many(j, w, count, positional) : false;
    for (int i = 0; i < count; i++) {
        Ref v = i < given ? j->args[i] : NULL;
        int k = named_for(j, &w[i]);
        if (v && k >= 0) return raise ? err_false(vm, EXC_TypeError, "%s() got multiple values for argument '%U'", j->row->name, keyword_of(j, k)) : false;
        if (k >= 0) v = j->args[j->n + k], used++;
        if (!v) {
            missing += !w[i].optional;
            continue;
        }
        *by_name = *by_name || is_of_names(&w[i]);
        if ((spread && i == 0) || fits(&w[i], v) || missing) continue;
        if (raise) say_kind(j, &w[i], k >= 0 ? 0 : i + 1, v);
        return false;
    }
    if (missing) return raise && say_missing(j, w, count, given, missing);
    return used == j->names || (raise && say_keyword(j, w, count));
}

/* PyTorch looks at a sequence's first item to choose, at the others when it reads them. */
static bool items_fit(const Judged *j, const Overload *o)
{
    VM *vm = j->vm;
    bool spread = o->spread && j->n >= 1 && is_whole(j->args[0]);
    for (int i = 0; i < o->count; i++) {
        const Wants *w = &o->wants[i];
        if (w->kind[0] != 't' || strncmp(w->kind, "tuple of ", 9) != 0 || (w->kind[9] != 'i' && w->kind[9] != 'S')) continue;
        int k = named_for(j, w);
        Ref v = k >= 0 ? j->args[j->n + k] : i < j->n ? j->args[i] : NULL, first;
        const Ref *items = NULL;
        int64_t n = 0;
        if (spread && i == 0) items = j->args, n = j->n;
        else if (v && is_sequence(v, &first)) items = as_refs(is_tuple(v) ? as_tuple(v)->items : as_list(v)->items), n = is_tuple(v) ? as_tuple(v)->len : as_list(v)->len;
        for (int64_t at = 1; at < n; at++) {
            Ref item = items[at];
            if (is_int(item) || !is_plain(item) || (is_tensor(item) && tensor_of(item)->size == 1 && !dtype_is_inexact((DType)tensor_of(item)->dtype))) continue;
            char text[256];
            snprintf(text, sizeof text, "%s(): argument '%.*s' must be %.*s, but found element of type %s at pos %d", j->row->name, w->name_len, w->name, w->kind_len, w->kind,
                     type_name(vm, type_of(vm, item)), (int)at + 1);
            torch_respell(text);
            return err_false(vm, EXC_TypeError, "%s", text);
        }
    }
    return true;
}

/* ---- words ---- */
/* "Tensor, dim=int"; without positional arguments each keyword is followed by a comma. PyTorch goes through the keywords from the last to the first. */
static Value given_kinds(const Judged *j)
{
    StrB b = STRB_INIT(j->vm);
    for (int i = 0; i < j->n; i++) {
        if (i) strb_c(&b, ", ");
        strb_format(&b, "%T", j->args[i]);
    }
    for (int k = j->names - 1; k >= 0; k--) strb_format(&b, j->n ? ", %U=%T" : "%U=%T, ", keyword_of(j, k), j->args[j->n + k]);
    return strb_take(&b);
}

/* What a parameter is where it is left out, which PyTorch 2 says: rows of versions.def, the first that is of this function. */
static const struct { const char *name, *functions /*NULL: all*/, *value; } defaults[] = {
#define DEFAULT(name, functions, value) {name, functions, value},
#include "versions.def"
};

static bool among(const char *word, const char *words)
{
    size_t n = strlen(word);
    for (const char *at = words; at; at = strchr(at, ' ') ? strchr(at, ' ') + 1 : NULL)
        if (strcspn(at, " ") == n && memcmp(word, at, n) == 0) return true;
    return false;
}

/* "str padding": its kind and its name */
static bool is_declared(const Wants *w, const char *both)
{
    size_t n = (size_t)(w->kind_len + 1 + w->name_len);
    return strlen(both) == n && memcmp(w->kind, both, n) == 0;
}

static const char *default_of(const char *function, const Wants *w)
{
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++)
        if ((is_named(w, defaults[i].name, strlen(defaults[i].name)) || is_declared(w, defaults[i].name)) && (!defaults[i].functions || among(function, defaults[i].functions))) return defaults[i].value;
    return w->kind[0] == 'b' ? "False" : "None";
}

/* "SymInt", "tuple of SymInts": ints in PyTorch 2 */
static void write_kind_word(StrB *b, const Wants *w)
{
    char kind[64];
    snprintf(kind, sizeof kind, "%.*s", w->kind_len, w->kind);
    torch_respell(kind);
    strb_c(b, strcmp(kind, "SymInt") == 0 && torch_two(TORCH_FLAG_NO_NAMED_DIMENSIONS) ? "int" : kind);
}

static void write_overload(StrB *b, const char *function, const char *p)
{
    Wants w;
    bool keyword = false, starred = false;
    strb_c(b, "(");
    for (int i = 0; (p = next_wanted(p, &keyword, &w)); i++) {
        if (i) strb_c(b, ", ");
        if (w.keyword && !starred) strb_c(b, "*, "), starred = true;
        write_kind_word(b, &w);
        strb_c(b, " ");
        strb_ascii(b, w.name, (size_t)w.name_len);
        if (w.optional && torch_two(TORCH_FLAG_DEFAULTS_SAID)) strb_format(b, " = %s", default_of(function, &w));
    }
    strb_c(b, ")");
}

/* An overload's parameters as PyTorch counts them: the star is one. */
enum { COUNTED = 32 };
static int counted(const char *p, Wants *out)
{
    bool keyword = false;
    int n = 0;
    for (Wants w; n < COUNTED - 1 && (p = next_wanted(p, &keyword, &w)); out[n++] = w)
        if (w.keyword && (!n || !out[n - 1].keyword)) out[n++] = (Wants){.kind = "*", .name = "", .kind_len = 1, .keyword = true};
    if (!n) out[n++] = (Wants){.kind = "", .name = ""}; /* (an empty list has one of no name) */
    return n;
}

/* " of [int, float]", of a tuple " of (int, float)": the kinds in it */
static void write_items(StrB *b, Ref v)
{
    bool list = is_list(v);
    int64_t n = list ? as_list(v)->len : as_tuple(v)->len;
    strb_c(b, list ? " of [" : " of (");
    for (int64_t i = 0; i < n; i++) strb_format(b, i ? ", %T" : "%T", list ? (Ref)as_list(v)->items[i] : (Ref)as_tuple(v)->items[i]);
    strb_c(b, list ? "]" : ")");
}

static void write_kind(const Judged *j, StrB *b, const Wants *w, Ref v, bool named)
{
    VM *vm = j->vm;
    const char *kind = type_name(vm, type_of(vm, v));
    bool fits = strlen(kind) == (size_t)w->kind_len && memcmp(kind, w->kind, (size_t)w->kind_len) == 0;
    if (!fits) strb_c(b, "!");
    if (named) strb_ascii(b, w->name, (size_t)w->name_len), strb_c(b, "=");
    strb_format(b, "%T", v);
    if (torch_two(TORCH_FLAG_DEFAULTS_SAID) && (is_exact(v, CLASS(list)) || is_exact(v, CLASS(tuple)))) write_items(b, v);
    if (!fits) strb_c(b, "!");
}

/* Why an overload with as many parameters as there are arguments is none of this call's: keywords that it has not, or kinds, which PyTorch compares by their names here. */
static void write_why(const Judged *j, StrB *b, const char *overload)
{
    Wants w[COUNTED];
    int n = counted(overload, w), unknown = 0;
    if (n != j->n + j->names || (j->names && memchr(w[n - 1].kind, '*', 1))) return;
    for (int k = j->names - 1; k >= 0; k--) {
        bool known = false;
        for (int i = 0; i < n; i++) known = known || is_called(j, &w[i], k);
        if (known) continue;
        strb_format(b, unknown++ ? ", %U" : "      didn't match because some of the keywords were incorrect: %U", keyword_of(j, k));
    }
    if (!unknown) strb_c(b, "      didn't match because some of the arguments have invalid types: (");
    for (int i = 0; i < n && !unknown; i++) {
        int k = i < j->n ? 0 : named_for(j, &w[i]);
        if (i) strb_c(b, ", ");
        if (k >= 0) write_kind(j, b, &w[i], i < j->n ? j->args[i] : j->args[j->n + k], i >= j->n);
    }
    strb_c(b, unknown ? "\n" : j->n ? ")\n" : ", )\n");
}

static bool none_fits(const Judged *j)
{
    VM *vm = j->vm;
    StrB list = STRB_INIT(vm);
    if (j->row->alone) write_overload(&list, j->row->name, j->row->overloads);
    for (int i = 0; i < j->read->count && !j->row->alone; i++) {
        strb_c(&list, " * ");
        write_overload(&list, j->row->name, j->read->overloads[i].text);
        strb_c(&list, "\n");
        write_why(j, &list, j->read->overloads[i].text);
    }
    Value kinds = given_kinds(j), text = strb_take(&list);
    const char *words = j->row->alone ? "%s() received an invalid combination of arguments - got (%U), but expected %U" : "%s() received an invalid combination of arguments - got (%U), but expected one of:\n%U";
    if (kinds && text) err_raise(vm, EXC_TypeError, words, j->row->name, (Ref)kinds, (Ref)text);
    release(vm, kinds);
    release(vm, text);
    return false;
}

/* Has an overload as many parameters as there are arguments? */
static bool has_room(const char *p, int given)
{
    Wants w;
    bool keyword = false;
    int least = 0, most = 0;
    for (; (p = next_wanted(p, &keyword, &w)); most++) least += !w.optional;
    return least <= given && given <= most;
}

/* One is left that takes as many: it says what it misses; else all are listed. */
static bool refused(const Judged *j)
{
    const Overload *only = NULL;
    int many = 0;
    bool by_name = false;
    for (int i = 0; i < j->read->count; i++)
        if (has_room(j->read->overloads[i].text, j->n + j->names)) only = &j->read->overloads[i], many++;
    if (j->read->count == 1 && !j->row->alone) only = &j->read->overloads[0], many = 1;
    if (many == 1) {
        takes(j, only, true, &by_name);
        if (err_occurred(j->vm)) return false;
    }
    return none_fits(j);
}

/* A dimension that is None, or said by its name: which a tensor with names has (torch/_named.py looks for it there). */
static bool named_dim(const Judged *j)
{
    static const char *const unsupported[] = {"all", "any", "argsort", "gather", "index_add", "index_copy", "index_select", "scatter", "sort", NULL};
    VM *vm = j->vm;
    Ref name = NULL, t = j->row->what == METHOD ? j->args[-1] : j->n ? j->args[0] : NULL;
    for (int i = 0; i < j->n + j->names && !name; i++)
        if (is_none(j->args[i]) || is_str(j->args[i])) name = j->args[i];
    if (!name) return true;
    for (int i = 0; unsupported[i]; i++)
        if (strcmp(unsupported[i], j->row->name) == 0)
            return err_false(vm, EXC_RuntimeError, "%s: You passed a dimname (string) to this op in place of a dimension index but it does not yet support this behavior. Please pass a dimension index to work around this.", j->row->name);
    Ref first = NULL;
    bool tensors = t && (is_tensor(t) || (is_sequence(t, &first) && first && is_tensor(first)));
    if (!tensors) return true; /* names=None of what makes tensors */
    if (is_none(name)) return err_false(vm, EXC_RuntimeError, TORCH_SAYS(DIM_NONE));
    if (!is_tensor(t)) return true;
    if (tensor_of(t)->user & TENSOR_USER_NAMED) return true;
    torch_no_such_name(vm, tensor_of(t), name);
    return false;
}

/* ---- older forms (older.def) ---- */
static const Row older_rows[] = {
#define OLDER(what, name, forms) {#name, what, true, forms},
#include "older.def"
#undef OLDER
};

static const Row *older_of(const Row *row)
{
    for (size_t i = 0; i < sizeof older_rows / sizeof *older_rows; i++)
        if (older_rows[i].what == row->what && strcmp(older_rows[i].name, row->name) == 0) return &older_rows[i];
    return NULL;
}

static const Overload *form_of(const Judged *j, const Read *read)
{
    bool by_name = false;
    for (int i = 0; i < read->count && !err_occurred(j->vm); i++)
        if (takes(j, &read->overloads[i], false, &by_name)) return &read->overloads[i];
    return NULL;
}

static bool is_older(const Judged *j)
{
    const Row *older = older_of(j->row);
    Read *read = older ? read_row(j->vm, older) : NULL;
    if (!read) return false;
    bool is = form_of(j, read) != NULL;
    mem_free(j->vm->mem, read, read->bytes);
    return is;
}

static bool is_weight(const Wants *w) { return is_named(w, "alpha", 5) || is_named(w, "beta", 4) || is_named(w, "value", 5); }

/* The arguments as the newer form takes them: what is weighed in its order, the weights and out= by name. */
static bool renewed(const Judged *j, const Overload *form, Again *again)
{
    VM *vm = j->vm;
    Ref named[AGAIN_MAX];
    Value names[AGAIN_MAX] = {NULL};
    int keywords = 0, method = j->row->what == METHOD;
    if (method) again->args[again->n++] = j->args[-1];
    for (int i = 0; i < form->count; i++) {
        const Wants *w = &form->wants[i];
        int k = named_for(j, w);
        Ref v = k >= 0 ? j->args[j->n + k] : i < j->n && !w->keyword ? j->args[i] : NULL;
        if (!v) continue;
        if (!is_weight(w) && !w->keyword) {
            again->args[again->n++] = v;
            continue;
        }
        named[keywords] = v;
        if (!(names[keywords] = str_from_ascii(vm, w->name, (size_t)w->name_len))) break;
        keywords++;
    }
    if (!err_occurred(vm)) again->kwnames = tuple_from(vm, as_refs(names), keywords);
    for (int k = 0; k < keywords; k++) {
        again->args[again->n + k] = named[k];
        release(vm, names[k]);
    }
    return again->kwnames != NULL;
}

/* Functions whose own parameters collect what is given (*sizes), or are called otherwise than PyTorch's: what a call says by name is given them by its place. */
static const char *const placed[] = {
    [FUNCTION] = "tile hsplit vsplit dsplit tensor_split searchsorted isin result_type",
    [METHOD] = "tile repeat sum_to_size resize_ permute expand flip view hsplit vsplit dsplit tensor_split new_zeros new_ones new_empty new_full",
};
static bool is_placed(const Judged *j, const Overload *form)
{
    const char *names = j->names && (size_t)j->row->what < sizeof placed / sizeof *placed ? placed[j->row->what] : NULL;
    if (!names || !among(j->row->name, names)) return false;
    for (int i = 0; i < form->count; i++)
        if (!form->wants[i].keyword && named_for(j, &form->wants[i]) >= 0) return true;
    return false;
}

static int64_t callers_level(const VM *vm) /* what warnings.warn takes for the program's own line: functions of the library are already on top of it */
{
    int64_t level = 1;
    for (const Frame *f = vm->frame; f && f->code && (f->code->flags & CODE_LIBRARY); f = f->prev) level++;
    return level;
}
static Value fn_callers_level(VM *vm, const Ref *args, int n, Ref kwnames) { return (Value)make_small(callers_level(vm)); }

bool torch_warn(VM *vm, const char *row, Value first /*taken, may be NULL*/, Value second /*the same*/)
{
    Value name = str_from_c(vm, row), done = NO_VALUE;
    Ref pass[3] = {name, first, second};
    if (name && !err_occurred(vm)) done = import_call(vm, "torch._warned", "warn", pass, second ? 3 : first ? 2 : 1);
    release(vm, name);
    release(vm, first);
    release(vm, second);
    release(vm, done);
    return done != NO_VALUE;
}

static Value sizes_text(VM *vm, const Dims *d)
{
    char text[DIMS_ROOM];
    return str_from_c(vm, dims_text(d, "[", ", ", "]", text, sizeof text));
}

bool torch_warn_imaginary(VM *vm, const Tensor *from, DType to)
{
    return !dtype_is_complex((DType)from->dtype) || dtype_is_complex(to) || torch_warn(vm, "IMAGINARY", NO_VALUE, NO_VALUE);
}

bool torch_warn_resized(TensorLib *lib, const Dims *before, const Tensor *out)
{
    int64_t size;
    if (shape_same(before->d, before->n, out->shape, out->ndim) || !shape_size(before->d, before->n, &size) || !size) return true;
    Dims after = dims_of(out);
    return torch_warn(lib->vm, "RESIZED", sizes_text(lib->vm, before), sizes_text(lib->vm, &after));
}

/* PyTorch warns of the first older form that a program uses, not of the others. */
static bool tell_older(const Judged *j, const char *name, const Overload *form)
{
    VM *vm = j->vm;
    TensorLib *lib = tensor_lib(vm);
    if (!lib || lib->told_older) return lib != NULL;
    lib->told_older = true;
    StrB b = STRB_INIT(vm);
    strb_format(&b, "This overload of %s is deprecated:\n\t%s", name, name);
    write_overload(&b, name, form->text);
    strb_c(&b, "\nConsider using one of the following signatures instead:");
    for (const char *p = first_overload(forms_of(j->row)); p; p = next_overload(p)) {
        strb_format(&b, "\n\t%s", name);
        write_overload(&b, name, p);
    }
    strb_c(&b, " (Triggered internally at  ./torch/csrc/utils/python_arg_parser.cpp:1420.)");
    return err_warn_at(vm, EXC_UserWarning, strb_take(&b), callers_level(vm));
}

/* ---- the two hooks ---- */
static int row_of(const char *name, int what)
{
    int low = 0, high = ROWS;
    while (low < high) {
        int mid = (low + high) / 2, order = what - rows[mid].what;
        if (!order) order = strcmp(name, rows[mid].name);
        if (!order) return mid + 1;
        if (order < 0) high = mid;
        else low = mid + 1;
    }
    return 0;
}

int torch_judge_row(const char *name, bool method) { return row_of(name, method ? METHOD : FUNCTION); }

/* fits(name, …): are the arguments of the kinds that the function (the method "Tensor.NAME") takes which PyTorch's own Python calls here? */
static Value fn_fits(VM *vm, const Ref *args, int n, Ref kwnames)
{
    size_t len;
    const char *name = n && is_str(args[0]) ? str_utf8(vm, args[0], &len) : NULL;
    if (!name) return err_occurred(vm) ? NO_VALUE : err_raise(vm, EXC_TypeError, "fits() wants a function's name");
    bool method = strncmp(name, "Tensor.", 7) == 0;
    int row = method ? row_of(name + 7, METHOD) : row_of(name, INNER);
    for (int what = FUNCTION; !row && what <= METHOD; what += METHOD - FUNCTION) row = row_of(name, what);
    if (!row) return err_raise(vm, EXC_LookupError, "no signature of %U is known", args[0]);
    return torch_judge(vm, row, args + 1, n - 1, kwnames) || !err_occurred(vm) ? V_NONE : NO_VALUE;
}

/* The commonest calls: a tensor and a second operand that the row begins with, which is a tensor or, in arithmetic, a number. */
static bool is_usual(const Row *row, const Ref *args, int n)
{
    const char *p = row->overloads;
    if (n != 2 || !is_tensor(args[0]) || as_obj(args[0])->aux != ACCENT_TORCH) return false;
    if (row->what != METHOD) {
        if (strncmp(p, "Tensor input", 12) != 0) return false;
        p += 12 + (p[12] == '#');
        if (strncmp(p, ", ", 2) != 0) return false;
        p += 2;
    }
    if (strncmp(p, "Tensor other", 12) != 0) return false;
    if (is_tensor(args[1])) return as_obj(args[1])->aux == ACCENT_TORCH;
    return p[12] == '#' && ((is_int(args[1]) && !is_bool(args[1])) || is_float_any(args[1]));
}

/* What a call gives; false: it is none that is judged, or something was raised. */
static bool begin(VM *vm, Judged *j, int row, const Ref *args, int n, Ref kwnames)
{
    j->vm = vm, j->row = &rows[row - 1], j->args = args, j->n = n, j->kwnames = kwnames, j->names = kwnames ? (int)as_tuple(kwnames)->len : 0;
    for (int i = 0; i < n + j->names; i++)
        if (is_tensor(args[i]) ? as_obj(args[i])->aux != ACCENT_TORCH : is_heap(args[i]) && !is_plain(args[i]) && is_numpy_array(vm, args[i])) return false; /* another library's: said elsewhere, with a drawing */
    if (j->row->what == METHOD) {
        if (!n || !is_tensor(args[0])) return false;
        j->args++, j->n--; /* the tensor itself is not counted */
    }
    if (j->names > NAMES) return false;
    for (int k = 0; k < j->names; k++)
        if (!(j->said[k] = str_utf8(vm, keyword_of(j, k), &j->said_len[k]))) return false;
    return true;
}

bool torch_judge(VM *vm, int row, const Ref *args, int n, Ref kwnames)
{
    if (!kwnames && is_usual(&rows[row - 1], args, n)) return true;
    Judged j;
    if (!begin(vm, &j, row, args, n, kwnames)) return !err_occurred(vm);
    TensorLib *lib = n && is_tensor(args[0]) ? lib_of(tensor_of(args[0])) : tensor_lib(vm);
    bool named = false;
    if (!lib || !(j.read = row_read(lib, row - 1))) return false;
    for (int i = 0; i < j.read->count; i++) {
        bool by_name = false;
        if (takes(&j, &j.read->overloads[i], false, &by_name)) {
            if (!by_name) return !is_placed(&j, &j.read->overloads[i]) && items_fit(&j, &j.read->overloads[i]);
            named = true;
        }
        if (err_occurred(vm)) return false;
    }
    if (named) return named_dim(&j);
    return !is_older(&j) && refused(&j);
}

bool torch_judge_again(VM *vm, int row, const Ref *args, int n, Ref kwnames, Again *again)
{
    Judged j;
    if (err_occurred(vm) || !begin(vm, &j, row, args, n, kwnames)) return false;
    TensorLib *lib = tensor_lib(vm);
    const Read *own = j.names && lib ? row_read(lib, row - 1) : NULL;
    const Overload *form = own ? form_of(&j, own) : NULL;
    if (form && is_placed(&j, form)) return renewed(&j, form, again);
    const Row *older = err_occurred(vm) ? NULL : older_of(j.row);
    Read *read = older ? read_row(vm, older) : NULL;
    if (!read) return false;
    form = form_of(&j, read);
    bool ok = form && renewed(&j, form, again) && tell_older(&j, older->name, form);
    mem_free(vm->mem, read, read->bytes);
    return ok;
}

const NativeDef torch_judge_functions[] = {
    {"fits", fn_fits, "*args", "TypeError, in PyTorch's words, unless the arguments are of the kinds that its function of this name takes.", NATIVE_RAW},
    {"_callers_level", fn_callers_level, "", "The stacklevel with which warnings.warn tells of the program's own line.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
