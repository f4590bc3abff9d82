/* mod_steady.c: the module _steady: does all that a function reads still look as it did? What is recorded once and done again (torch.compile) asks before each time.
 *
 * A Steady walks from what it is given: lists, dicts, sets, instances with their attributes, bound methods, variables of closures, and of functions whose codes are said to run (`ran`) the variables and the
 * globals that they read, and in modules the names that they say. For each it keeps the words that it owns, with a count of its own, so that no address is taken twice; holds() compares
 * words, runs nothing of the program's, and answers False at the first that is another. Classes are compared by their version. Numbers in the word itself are compared by value, tensors
 * and texts by which they are. What changes unseen (a generator, an iterator, an object of C that the walk does not know) makes it unsteady: walk() answers False.
 */
#include "lang/object/args.h"
#include "lang/object/containers.h"
#include "lang/object/func.h"
#include "lang/object/gc.h"
#include "lang/object/module.h"
#include "lang/object/str.h"
#include "lang/object/type.h"
#include "lang/object/vm.h"
#include "lang/compile/code.h"

enum { MOST = 100000 }; /* objects: more is no model */

typedef struct Words { Value *d; int64_t count, room; } Words;
typedef struct Kept { Value object; int64_t from, count; } Kept;                /* what it owned: words from … on */
typedef struct Named { Value space, name, value; } Named;                       /* a namespace (a dict), and what stood there */
typedef struct Aged { Value type; uint32_t version; } Aged;

typedef struct Steady {
    Obj head;
    bool shaky;
    Value unsure;    /* what made it so */
    Words words;
    Kept *kept;
    Named *named;
    Aged *aged;
    int64_t kept_count, kept_room, named_count, named_room, aged_count, aged_room, todo;
    Value seen;      /* dict: what was met, by its number */
    Value plain;     /* tuple of classes: of C's, whose objects never change; of Python's, whose objects nobody's results depend on */
    Value codes;     /* dict: of functions that ran, their globals by their codes' numbers; and the codes */
} Steady;
static Steady *as_steady(Ref v) { return (Steady *)BITS(v); }

static bool grown(VM *vm, void *list, int64_t *room, int64_t count, size_t each)
{
    if (count < *room) return true;
    int64_t more = *room ? 2 * *room : 64;
    void *old, *wider;
    memcpy(&old, list, sizeof old);
    if (!(wider = mem_realloc(vm->mem, old, each * (size_t)*room, each * (size_t)more))) return err_no_memory(vm), false;
    memcpy(list, &wider, sizeof wider);
    *room = more;
    return true;
}

/* ---- what an object owns ---- */
typedef int (*Each)(Ref child, void *arg);

static void visit_function(const Function *f, Each each, void *arg)
{
    each(REF(f->code), arg);
    if (f->defaults) each(f->defaults, arg);
    if (f->kwdefaults) each(f->kwdefaults, arg);
    for (uint16_t i = 0; f->closure && i < f->code->nfree; i++)
        if (f->closure[i]) each(f->closure[i], arg);
}

/* Also the numbers in a container, which traverse passes over. */
static void visit_items(const Obj *o, Each each, void *arg)
{
    Ref v = REF(o);
    if (o->kind == KIND_TUPLE)
        for (int64_t i = 0; i < as_tuple(v)->len; i++) each(as_tuple(v)->items[i], arg);
    else if (o->kind == KIND_LIST)
        for (int64_t i = 0; i < as_list(v)->len; i++) each(as_list(v)->items[i], arg);
    else if (o->kind == KIND_CELL)
        each(((const Cell *)o)->value, arg);
    else if (o->kind == KIND_DICT) {
        int64_t pos = 0;
        Ref key, value;
        while (dict_next(v, &pos, &key, &value)) each(key, arg), each(value, arg);
    } else if (o->kind == KIND_SET) {
        int64_t pos = 0;
        Ref key;
        while (set_next(v, &pos, &key)) each(key, arg);
    }
}

static bool has_items(const Obj *o) { return o->kind == KIND_TUPLE || o->kind == KIND_LIST || o->kind == KIND_CELL || o->kind == KIND_DICT || o->kind == KIND_SET; }

static void visit_owned(VM *vm, Obj *o, Each each, void *arg)
{
    Type *t = o->type;
    if (o->kind == KIND_FUNCTION) {
        visit_function((Function *)o, each, arg);
        return;
    }
    if (has_items(o)) visit_items(o, each, arg);
    if (has_items(o) && !(t->flags & TYPE_ATTRS)) return;
    if (t->traverse) t->traverse(vm, o, each, arg);
    if (t->flags & TYPE_ATTRS) attrs_traverse(vm, o, each, arg);
    if (t->flags & TYPE_HEAP) each(REF(t), arg);
}

typedef struct Taking { VM *vm; Words *words; bool ok; } Taking;
static int take(Ref child, void *arg)
{
    Taking *t = arg;
    if (t->ok) t->ok = grown(t->vm, &t->words->d, &t->words->room, t->words->count, sizeof *t->words->d);
    if (t->ok) t->words->d[t->words->count++] = retain(child);
    return 0;
}

static bool keep(VM *vm, Steady *s, Ref v)
{
    if (!grown(vm, &s->kept, &s->kept_room, s->kept_count, sizeof *s->kept)) return false;
    Taking t = {vm, &s->words, true};
    Kept *k = &s->kept[s->kept_count++];
    *k = (Kept){retain(v), s->words.count, 0};
    visit_owned(vm, as_obj(v), take, &t);
    k->count = s->words.count - k->from;
    return t.ok;
}

typedef struct Comparing { const Value *at, *end; bool same; } Comparing;
static int compare(Ref child, void *arg)
{
    Comparing *c = arg;
    c->same = c->same && c->at < c->end && *c->at == child;
    c->at++;
    return 0;
}

/* ---- the walk ---- */
static bool keep_age(VM *vm, Steady *s, Ref type)
{
    if (!grown(vm, &s->aged, &s->aged_room, s->aged_count, sizeof *s->aged)) return false;
    s->aged[s->aged_count++] = (Aged){retain(type), as_type(type)->version};
    return true;
}

static bool keep_name(VM *vm, Steady *s, Ref space, Ref name, Ref value)
{
    if (!grown(vm, &s->named, &s->named_room, s->named_count, sizeof *s->named)) return false;
    s->named[s->named_count++] = (Named){retain(space), retain(name), value ? retain(value) : NO_VALUE};
    return true;
}

static bool is_library(const Type *t)
{
    int64_t pos = 0;
    Ref key, value;
    while (dict_next(REF(t->dict), &pos, &key, &value))
        if (is_function(value)) return as_function(value)->code->flags & CODE_LIBRARY;
    return false;
}

static bool is_plain(VM *vm, const Steady *s, Ref v)
{
    for (int64_t i = 0; i < as_tuple(s->plain)->len; i++)
        if (as_obj(v)->type == as_type(as_tuple(s->plain)->items[i])) return true;
    (void)vm;
    return false;
}

typedef enum Sort { LEAF, OWNS, CLASS_OF, SHAKY } Sort;

static Sort sort_of(VM *vm, const Steady *s, Ref v)
{
    switch (as_obj(v)->kind) {
    case KIND_INSTANCE: return is_plain(vm, s, v) ? LEAF : OWNS;
    case KIND_TUPLE: case KIND_LIST: case KIND_DICT: case KIND_SET: case KIND_CELL: case KIND_METHOD: case KIND_PROPERTY: case KIND_CLASSMETHOD: case KIND_STATICMETHOD:
    case KIND_SUPER: case KIND_NATIVE: case KIND_DICT_VIEW: return OWNS;
    case KIND_TYPE: return as_type(v)->flags & TYPE_HEAP ? CLASS_OF : LEAF;
    case KIND_FUNCTION: {
        Ref ran = dict_get(vm, s->codes, (Ref)make_small((int64_t)(BITS(REF(as_function(v)->code)) >> 4)));
        return ran ? OWNS : LEAF;
    }
    case KIND_INT: case KIND_FLOAT: case KIND_STR: case KIND_BYTES: case KIND_COMPLEX: case KIND_SLICE: case KIND_RANGE: return as_obj(v)->type->flags & TYPE_ATTRS ? OWNS : LEAF;
    case KIND_CODE: case KIND_METHOD_DESCR: case KIND_GETSET: case KIND_MEMBER: case KIND_MODULE: case KIND_WEAKREF: case KIND_EMBEDDED: return LEAF;
    case KIND_OPAQUE: return is_plain(vm, s, v) ? OWNS : SHAKY;
    default: return SHAKY;
    }
}

/* Once for each object: what it owns is looked at later (words from `todo` on). */
static bool meet(VM *vm, Steady *s, Ref v)
{
    if (!is_heap(v) || s->shaky) return true;
    Value number = make_small((int64_t)(BITS(v) >> 4));
    Ref met = dict_get(vm, s->seen, number);
    if (met) return true;
    if (err_occurred(vm) || !dict_set(vm, s->seen, number, v)) return false;
    switch (sort_of(vm, s, v)) {
    case OWNS: return (s->shaky = s->shaky || s->kept_count > MOST) || keep(vm, s, v);
    case CLASS_OF: {
        if (!keep_age(vm, s, v)) return false;
        int64_t pos = 0;
        Ref key, value;
        if (is_library(as_type(v))) return true;
        while (dict_next(REF(as_type(v)->dict), &pos, &key, &value))
            if (is_heap(value) && !is_type(value) && !is_function(value) && sort_of(vm, s, value) == OWNS && !meet(vm, s, value)) return false;
        for (int64_t i = 1; i < as_type(v)->mro->len; i++)
            if (!meet(vm, s, as_type(v)->mro->items[i])) return false;
        return true;
    }
    case SHAKY: s->shaky = true; s->unsure = retain(v); return true;
    default: return true;
    }
}

static bool walk_on(VM *vm, Steady *s)
{
    while (s->todo < s->words.count) {
        Value v = retain(s->words.d[s->todo++]);
        bool ok = meet(vm, s, v);
        release(vm, v);
        if (!ok) return false;
    }
    return true;
}

/* The names that a code says of a module, and of modules in it. */
static bool name_module(VM *vm, Steady *s, const Code *code, Ref module, int depth)
{
    Ref space = REF(as_module(module)->dict);
    for (uint32_t i = 0; i < code->nnames; i++) {
        Ref value = dict_get_str(vm, space, REF(code->names[i]));
        if (!value) continue;
        if (!keep_name(vm, s, space, REF(code->names[i]), value)) return false;
        if (is_module(value) ? depth < 4 && value != module && !name_module(vm, s, code, value, depth + 1) : !meet(vm, s, value)) return false;
    }
    return true;
}

static bool name_globals(VM *vm, Steady *s, const Code *code, Ref globals)
{
    if (!code_whole(vm, code)) return false;
    for (uint32_t i = 0; i < code->nins; i++) {
        if (code->ins[i].op != BC_LOAD_GLOBAL && code->ins[i].op != BC_LOAD_NAME) continue;
        Ref name = REF(code->names[code->ins[i].b]), value = dict_get_str(vm, globals, name);
        if (!keep_name(vm, s, globals, name, value)) return false;
        if (value && (is_module(value) ? !name_module(vm, s, code, value, 0) : !meet(vm, s, value))) return false;
    }
    return true;
}

/* ---- as an object ---- */
static Value steady_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"plain"};
    Ref in[1];
    if (!args_bind(vm, "Steady", args, n, kwnames, names, 1, in)) return NO_VALUE;
    if (in[0] && !is_tuple(in[0])) return err_raise(vm, EXC_TypeError, "a tuple of classes is wanted, not %T", in[0]);
    for (int64_t i = 0; in[0] && i < as_tuple(in[0])->len; i++)
        if (!is_type(as_tuple(in[0])->items[i])) return err_raise(vm, EXC_TypeError, "a class is wanted, not %T", (Ref)as_tuple(in[0])->items[i]);
    Steady *s = (Steady *)obj_alloc(vm, as_type(cls), sizeof(Steady));
    if (!s) return NO_VALUE;
    memset((char *)s + sizeof(Obj), 0, sizeof *s - sizeof(Obj));
    s->plain = in[0] ? retain(in[0]) : tuple_of(vm, 0);
    s->seen = dict_new(vm);
    s->codes = dict_new(vm);
    if (s->plain && s->seen && s->codes) return VAL(s);
    release(vm, VAL(s));
    return NO_VALUE;
}

static void steady_clear(VM *vm, Obj *o)
{
    Steady *s = (Steady *)o;
    Steady gone = *s;
    memset((char *)s + sizeof(Obj), 0, sizeof *s - sizeof(Obj));
    s->shaky = true;
    for (int64_t i = 0; i < gone.words.count; i++) release(vm, gone.words.d[i]);
    for (int64_t i = 0; i < gone.kept_count; i++) release(vm, gone.kept[i].object);
    for (int64_t i = 0; i < gone.aged_count; i++) release(vm, gone.aged[i].type);
    for (int64_t i = 0; i < gone.named_count; i++) release(vm, gone.named[i].space), release(vm, gone.named[i].name), release(vm, gone.named[i].value);
    mem_free(vm->mem, gone.words.d, sizeof *gone.words.d * (size_t)gone.words.room);
    mem_free(vm->mem, gone.kept, sizeof *gone.kept * (size_t)gone.kept_room);
    mem_free(vm->mem, gone.aged, sizeof *gone.aged * (size_t)gone.aged_room);
    mem_free(vm->mem, gone.named, sizeof *gone.named * (size_t)gone.named_room);
    release(vm, gone.unsure);
    release(vm, gone.seen);
    release(vm, gone.plain);
    release(vm, gone.codes);
}

static void steady_dealloc(VM *vm, Obj *o)
{
    steady_clear(vm, o);
    obj_free(vm, o, sizeof(Steady));
}

static void visit_some(Ref v, VisitFn visit, void *arg)
{
    if (v) visit(v, arg);
}

static void steady_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const Steady *s = (const Steady *)o;
    (void)vm;
    for (int64_t i = 0; i < s->words.count; i++) visit_some(s->words.d[i], visit, arg);
    for (int64_t i = 0; i < s->kept_count; i++) visit_some(s->kept[i].object, visit, arg);
    for (int64_t i = 0; i < s->aged_count; i++) visit_some(s->aged[i].type, visit, arg);
    for (int64_t i = 0; i < s->named_count; i++) visit_some(s->named[i].space, visit, arg), visit_some(s->named[i].name, visit, arg), visit_some(s->named[i].value, visit, arg);
    visit_some(s->unsure, visit, arg);
    visit_some(s->seen, visit, arg);
    visit_some(s->plain, visit, arg);
    visit_some(s->codes, visit, arg);
}

/* ran(code, globals): it is the code of a function that runs, with these globals. */
static Value m_ran(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Steady *s = as_steady(args[0]);
    if (!is_kind(args[1], KIND_CODE) || !is_dict(args[2])) return err_raise(vm, EXC_TypeError, "a code and its globals are wanted, not %T and %T", args[1], args[2]);
    Value pair = tuple_of(vm, 2, args[1], args[2]);
    bool ok = pair && s->codes && dict_set(vm, s->codes, make_small((int64_t)(BITS(args[1]) >> 4)), pair);
    release(vm, pair);
    return ok ? V_NONE : err_occurred(vm) ? NO_VALUE : V_NONE;
}

/* walk(*roots): from the codes that ran and from these. False: it is unsteady. */
static Value m_walk(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Steady *s = as_steady(args[0]);
    Ref roots = args[1];
    int64_t pos = 0;
    Ref key, pair;
    while (s->codes && dict_next(s->codes, &pos, &key, &pair))
        if (!name_globals(vm, s, as_code(as_tuple(pair)->items[0]), as_tuple(pair)->items[1])) return NO_VALUE;
    for (int64_t i = 0; i < as_tuple(roots)->len; i++)
        if (!meet(vm, s, as_tuple(roots)->items[i])) return NO_VALUE;
    return walk_on(vm, s) ? make_bool(!s->shaky) : NO_VALUE;
}

/* The first that looks otherwise: an object, a class, a name; NULL: none. */
static Ref changed(VM *vm, const Steady *s)
{
    for (int64_t i = 0; i < s->aged_count; i++)
        if (as_type(s->aged[i].type)->version != s->aged[i].version) return s->aged[i].type;
    for (int64_t i = 0; i < s->kept_count; i++) {
        const Kept *k = &s->kept[i];
        Comparing c = {s->words.d + k->from, s->words.d + k->from + k->count, true};
        visit_owned(vm, as_obj(k->object), compare, &c);
        if (!c.same || c.at != c.end) return k->object;
    }
    for (int64_t i = 0; i < s->named_count; i++)
        if (dict_get_str(vm, s->named[i].space, s->named[i].name) != (Ref)s->named[i].value) return s->named[i].name;
    return NULL;
}

static Value m_holds(VM *vm, const Ref *args, int n, Ref kwnames) { return make_bool(!as_steady(args[0])->shaky && !changed(vm, as_steady(args[0]))); }

static Value m_changed(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Ref what = as_steady(args[0])->unsure ? (Ref)as_steady(args[0])->unsure : changed(vm, as_steady(args[0]));
    return what ? retain(what) : V_NONE;
}

static Value m_met(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Steady *s = as_steady(args[0]);
    bool met = !is_heap(args[1]) || (s->seen && dict_get(vm, s->seen, (Ref)make_small((int64_t)(BITS(args[1]) >> 4))));
    return err_occurred(vm) ? NO_VALUE : make_bool(met);
}

static const NativeDef steady_methods[] = {
    {"ran", m_ran, "self, code, globals, /", "A function of that code runs.", 0},
    {"walk", m_walk, "self, /, *roots", "Keeps how all looks that can be reached. False: something in it changes unseen.", 0},
    {"holds", m_holds, "self, /", "Does it all look so now?", 0},
    {"changed", m_changed, "self, /", "The first thing that looks otherwise, or the name that stands for another; None: there is none.", 0},
    {"met", m_met, "self, thing, /", "Did the walk come to it?", 0},
    {0},
};

static const TypeDef steady_def = {
    .name = "_steady.Steady", .kind = KIND_OPAQUE, .size = sizeof(Steady), .flags = TYPE_GC | TYPE_IMMUTABLE, .doc = "How all looks that a function reads.",
    .s = {.new_ = steady_new}, .dealloc = steady_dealloc, .traverse = steady_traverse, .clear = steady_clear, .methods = steady_methods,
};

/* The function whose frame it is; None: a class body, a module, or it has ended. */
static Value fn_function(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_kind(args[0], KIND_FRAME)) return err_raise(vm, EXC_TypeError, "a frame is wanted, not %T", args[0]);
    const FrameObj *o = (const FrameObj *)BITS(args[0]);
    Function *f = o->frame ? o->frame->fn : NULL;
    return f ? retain(REF(f)) : V_NONE;
}

static const NativeDef functions[] = {
    {"function_of", fn_function, "frame, /", "The function that runs in a frame, or None.", 0},
    {0},
};

static bool init(VM *vm, Ref module, Dict *ns)
{
    Type *t = type_from_def(vm, &steady_def, NULL);
    bool ok = t && module_add_type(vm, ns, t);
    release(vm, VAL(t));
    return ok;
}

const ModuleDef steady_module = {.name = "_steady", .doc = "Does what a function reads still look as it did?", .functions = functions, .init = init};
