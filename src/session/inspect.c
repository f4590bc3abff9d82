/* inspect.c: what is under the cursor, found without running it, as a page (perch.pinfo writes it); and the module _known, by which the session's
 * Python asks the same questions. */
#include "session_impl.h"
#include "typing.h"

/* A Typing of a question that Python asks: its arena goes at the end. */
static Typing asked(VM *vm, Arena *a)
{
    arena_init(a, lang_mem(vm));
    return (Typing){vm, as_dict(session_of(vm)->ns), a};
}

/* find(text) -> (value,) of an expression of names, attributes and constant indexes; None: not known without running it. */
static Value fn_find(VM *vm, const Ref *args, int n, Ref kwnames)
{
    size_t size, from = 0;
    const char *text = is_str(args[0]) ? str_utf8(vm, args[0], &size) : NULL;
    if (!text) return err_occurred(vm) ? NO_VALUE : V_NONE;
    Arena a;
    Typing ty = asked(vm, &a);
    Scan s;
    scan_text(&s, &a, text, size);
    Known k = s.count ? known_expression(&ty, &s, s.count - 1, &from, true) : (Known){0};
    Value r = k.value && !k.instance && from == 0 ? tuple_of(vm, 1, (Ref)k.value) : V_NONE;
    known_drop(vm, &k);
    arena_free(&a);
    return r;
}

/* signature(callable, bound=False) -> "(a, b=1)" or None */
static Value fn_signature(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Arena a;
    Typing ty = asked(vm, &a);
    SigText sig;
    int bound = args[1] ? op_truth(vm, args[1]) : 0;
    Value r = bound < 0 ? NO_VALUE : sigtext_of(&ty, args[0], bound, &sig) ? str_from_c(vm, sig.text) : V_NONE;
    arena_free(&a);
    return r;
}

/* source(code) -> the whole text that a code object was compiled from, or None */
static Value fn_source(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_kind(args[0], KIND_CODE)) return err_raise(vm, EXC_TypeError, "a code object is wanted, not %T", args[0]);
    Value source = as_code(args[0])->source;
    return source ? retain(source) : V_NONE;
}

typedef struct NameList { VM *vm; Ref list; } NameList;

static bool add_name(void *context, Ref name, Ref raw, bool in_class)
{
    const NameList *names = context;
    return list_append(names->vm, names->list, name);
}

/* attributes(value) -> names, told without running __dir__ */
static Value fn_attributes(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Arena a;
    Typing ty = asked(vm, &a);
    Value list = list_new(vm, 64);
    NameList names = {vm, list};
    if (list) known_names(&ty, (Known){.value = (Value)(uintptr_t)BITS(args[0])}, add_name, &names);
    arena_free(&a);
    return list;
}

/* get(value, name) -> (attribute,) without running a person's code; None: not known */
static Value fn_get(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "a str is wanted, not %T", args[1]);
    Arena a;
    Typing ty = asked(vm, &a);
    Value name = str_intern(vm, retain(args[1])), v = name ? known_getattr(&ty, args[0], name) : NO_VALUE;
    Value r = v ? tuple_of(vm, 1, (Ref)v) : V_NONE;
    release(vm, v);
    release(vm, name);
    arena_free(&a);
    return r;
}

/* place(value) -> (shape, device) as the list of completions shows them */
static Value fn_place(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Arena a;
    Typing ty = asked(vm, &a);
    Value shape = str_from_c(vm, placed_shape(&ty, args[0])), device = shape ? str_from_c(vm, placed_name(&ty, args[0])) : NO_VALUE;
    Value r = device ? tuple_of(vm, 2, (Ref)shape, (Ref)device) : NO_VALUE;
    release(vm, shape);
    release(vm, device);
    arena_free(&a);
    return r;
}

static const NativeDef functions[] = {
    {"find", fn_find, "text, /", "The value of names, attributes and constant indexes in a tuple, or None: nothing is run.", 0},
    {"signature", fn_signature, "callable, bound=False, /", "How it is called, or None.", 0},
    {"source", fn_source, "code, /", "The whole text that a code object was compiled from, or None.", 0},
    {"attributes", fn_attributes, "value, /", "Names of attributes; no __dir__ of a program's own is run.", 0},
    {"get", fn_get, "value, name, /", "An attribute in a tuple, or None; no property is run.", 0},
    {"place", fn_place, "value, /", "Shape and device of a tensor or of what holds some.", 0},
    {0},
};
const ModuleDef known_module = {.name = "_known", .doc = "What is known of a name without running anything.", .functions = functions};

/* ---- session_inspect ---- */

/* The piece that ends the expression at the cursor: a name under it, else what is called around it. SIZE_MAX: none. */
static size_t target(const Scan *s, size_t cursor)
{
    size_t last = SIZE_MAX;
    for (size_t i = 0; i < s->count && s->items[i].start <= cursor; i++) {
        const Piece *p = &s->items[i];
        if (cursor <= p->end && (p->kind == TOK_NAME || p->kind == PIECE_MAGIC)) return i;
        if (p->end <= cursor) last = i;
    }
    if (last == SIZE_MAX) return SIZE_MAX;
    if (s->items[last].kind == PIECE_MAGIC) return s->buf[s->items[last].start] == '?' && last ? last - 1 : last;
    for (size_t open = typing_around(s, last + 1); open != SIZE_MAX; open = typing_around(s, open))
        if (typing_is_call(s, open)) return open - 1;
    size_t line = scan_line_start(s, cursor); /* the last thing on the line */
    return s->items[last].start >= line ? last : SIZE_MAX;
}

/* perch.pinfo's function on (text[, value], detail): a str, or NULL. */
static Value page_of(VM *vm, const char *function, Ref name, Ref value, int detail)
{
    Ref with[] = {name, value, make_small(detail)}, without[] = {name, make_small(detail)};
    Value r = value ? ask(vm, "perch.pinfo", function, with, 3) : ask(vm, "perch.pinfo", function, without, 2);
    if (r && is_str(r)) return r;
    err_clear(vm);
    release(vm, r);
    return NO_VALUE;
}

static const Bundle *as_bundle(const Typing *ty, Value text /*taken, or NULL*/)
{
    Mime *m = text ? arena_alloc(ty->arena, sizeof *m) : NULL;
    Bundle *b = m ? arena_alloc(ty->arena, sizeof *b) : NULL;
    if (b) {
        const char *data = typing_str(ty, text);
        *m = (Mime){"text/plain", data, strlen(data), false};
        *b = (Bundle){m, 1, "{}"};
    }
    release(ty->vm, text);
    return b;
}

const Bundle *session_inspect(Session *session, const char *text, size_t size, size_t cursor, int detail)
{
    Typing ty;
    Scan s;
    if (!typing_begin(session, TYPING_INSPECT, &ty)) return NULL;
    VM *vm = ty.vm;
    scan_text(&s, ty.arena, text, size);
    size_t last = target(&s, cursor < size ? cursor : size), from;
    if (last == SIZE_MAX) return NULL;
    const Piece *p = &s.items[last];
    if (p->kind == PIECE_MAGIC) {
        Value name = str_from_utf8(vm, s.text + p->start, piece_len(p)), page = name ? page_of(vm, "magic_page", name, NULL, detail) : NO_VALUE;
        release(vm, name);
        err_clear(vm);
        return as_bundle(&ty, page);
    }
    Known k = known_expression(&ty, &s, last, &from, true);
    Value page = NO_VALUE;
    if (k.value && !k.instance) {
        Value name = str_from_utf8(vm, s.text + s.items[from].start, p->end - s.items[from].start);
        page = name ? page_of(vm, "page", name, k.value, detail) : NO_VALUE;
        release(vm, name);
        err_clear(vm);
    }
    known_drop(vm, &k);
    return as_bundle(&ty, page);
}
