/* mod_abc.c: the module _abc: what abc.ABCMeta asks. A class keeps in its `_abc_impl` which classes it has adopted and what it has answered before, all by weak
 * references, so that an abstract class keeps no other alive. "Yes" holds for ever, "no" until any class adopts another. */
#include "lang/object/vm.h"
#include "lang/types/weak.h"

enum { RECENT = 4 };
typedef struct Memory {
    Obj head;
    Value adopted, yes, no; /* sets of weak references; NULL: empty */
    uint64_t asked;         /* the count of adoptions for which `no` holds */
    uint32_t recent_yes[RECENT], recent_no[RECENT]; /* versions of classes that the sets have: a version is one class's, as it is now, and never another's */
} Memory;
typedef struct AbcState { Type *memory; Value name; /* "_abc_impl": asked for at every question */ uint64_t adoptions; } AbcState;
extern const ModuleDef abc_module;

static AbcState *state_of(VM *vm) { return module_state(vm, &abc_module); }

static bool is_recent(const uint32_t *versions, Ref cls) { return is_type(cls) && versions[as_type(cls)->version % RECENT] == as_type(cls)->version; }
static void note_recent(uint32_t *versions, Ref cls)
{
    if (is_type(cls)) versions[as_type(cls)->version % RECENT] = as_type(cls)->version;
}
static void forget_recent(uint32_t *versions) { memset(versions, 0, RECENT * sizeof *versions); }

static void memory_clear(VM *vm, Obj *o)
{
    Memory *m = (Memory *)o;
    forget_recent(m->recent_yes);
    forget_recent(m->recent_no);
    value_clear(vm, &m->adopted);
    value_clear(vm, &m->yes);
    value_clear(vm, &m->no);
}
static void memory_dealloc(VM *vm, Obj *o)
{
    memory_clear(vm, o);
    obj_free(vm, o, sizeof(Memory));
}
static void memory_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const Memory *m = (const Memory *)o;
    if (m->adopted) visit(m->adopted, arg);
    if (m->yes) visit(m->yes, arg);
    if (m->no) visit(m->no, arg);
}
static const TypeDef memory_def = {
    .name = "_abc._abc_data", .doc = "What an abstract class remembers.", .kind = KIND_OPAQUE, .size = sizeof(Memory), .flags = TYPE_GC | TYPE_NO_NEW | TYPE_IMMUTABLE,
    .dealloc = memory_dealloc, .traverse = memory_traverse, .clear = memory_clear,
};

/* Of a class; owned. NULL: raised. */
static Memory *memory_of(VM *vm, Ref cls)
{
    AbcState *s = state_of(vm);
    Value v = s ? obj_getattr(vm, cls, s->name) : NO_VALUE;
    if (!v || is_exact(v, s->memory)) return (Memory *)BITS(v);
    release(vm, v);
    err_raise(vm, EXC_TypeError, "_abc_impl is set to a wrong type");
    return NULL;
}

/* ---- sets of weak references ---- */

static int set_has(VM *vm, Ref set, Ref cls)
{
    if (!set || !as_set(set)->used) return 0;
    Value held = retain(set), ref = weak_new(vm, CLASS(weakref), cls, NULL);
    int has = ref ? set_contains(vm, held, ref) : -1;
    release(vm, ref);
    release(vm, held);
    return has;
}

/* What a class's end calls with the reference that a set has of it. */
static Value m_forget(VM *vm, const Ref *args, int n, Ref kwnames) { return set_discard(vm, args[0], args[1]) < 0 ? NO_VALUE : V_NONE; }
static const NativeDef forget_row = {"discard", m_forget, "self, ref, /", "A class has gone.", NATIVE_QUIET};

static Value forgetting(VM *vm, Ref set)
{
    Value f = native_new(vm, &forget_row, set, V_NONE);
    if (f) ((Native *)as_obj(f))->owner = CLASS(set);
    return f;
}

static bool set_put(VM *vm, Value *slot, Ref cls)
{
    if (!*slot && !(*slot = set_new(vm))) return false;
    Value set = retain(*slot), forget = forgetting(vm, set), ref = forget ? weak_new(vm, CLASS(weakref), cls, forget) : NO_VALUE;
    bool ok = ref && set_add(vm, set, ref) >= 0;
    release(vm, ref);
    release(vm, forget);
    release(vm, set);
    return ok;
}

/* The classes of a set that live, as a list. */
static Value set_living(VM *vm, Ref set)
{
    Value list = list_new(vm, 0);
    int64_t pos = 0;
    Ref ref;
    while (list && set && set_next(set, &pos, &ref)) {
        Value cls = weak_get(vm, ref);
        if (cls && !list_append_take(vm, list, cls)) value_clear(vm, &list);
    }
    return list;
}

/* ---- _abc_init ---- */

static int is_abstract(VM *vm, Ref v)
{
    Value mark;
    int has = obj_lookup_attr(vm, v, NAME(__isabstractmethod__), &mark);
    if (has <= 0) return has;
    int truth = op_truth(vm, mark);
    release(vm, mark);
    return truth;
}

/* The names in the class's own namespace whose values are abstract. */
static bool add_own(VM *vm, Ref cls, Ref names)
{
    Value space = dict_copy(vm, REF(as_type(cls)->dict)); /* (asking may run a program) */
    int64_t pos = 0;
    Ref key, value;
    int is = 0;
    while (space && is >= 0 && dict_next(space, &pos, &key, &value)) {
        is = is_abstract(vm, value);
        if (is > 0) is = set_add(vm, names, key);
    }
    release(vm, space);
    return space && is >= 0;
}

/* Of a base's abstract names those that the class leaves abstract. */
static bool add_inherited(VM *vm, Ref cls, Ref base, Ref names)
{
    Value theirs;
    int has = obj_lookup_attr(vm, base, NAME(__abstractmethods__), &theirs);
    if (has <= 0) return has == 0;
    Value it = op_iter(vm, theirs), key;
    release(vm, theirs);
    bool ok = it != NO_VALUE;
    while (ok && (key = op_next(vm, it))) {
        Value value = NO_VALUE;
        int found = is_str(key) ? obj_lookup_attr(vm, cls, key, &value) : 0, is = found > 0 ? is_abstract(vm, value) : found;
        if (is > 0) is = set_add(vm, names, key);
        ok = is >= 0;
        release(vm, value);
        release(vm, key);
    }
    release(vm, it);
    return ok && !err_occurred(vm);
}

static bool find_abstract(VM *vm, Ref cls)
{
    Value names = set_new(vm), bases = retain(REF(as_type(cls)->bases)), frozen = NO_VALUE;
    bool ok = names && add_own(vm, cls, names);
    for (int64_t i = 0; ok && i < as_tuple(bases)->len; i++) ok = add_inherited(vm, cls, as_tuple(bases)->items[i], names);
    if (ok) ok = (frozen = call1(vm, REF(CLASS(frozenset)), names)) && obj_setattr(vm, cls, NAME(__abstractmethods__), frozen);
    release(vm, frozen);
    release(vm, bases);
    release(vm, names);
    return ok;
}

enum { SAID_SEQUENCE = 1 << 5, SAID_MAPPING = 1 << 6, PATTERNS = TYPE_MATCH_SEQ | TYPE_MATCH_MAP };

/* `__abc_tpflags__` in a class's body says which patterns of a match statement take its instances. */
static bool take_patterns(VM *vm, Ref cls)
{
    Value name = str_intern_c(vm, "__abc_tpflags__");
    Ref said = name ? dict_get_str(vm, REF(as_type(cls)->dict), name) : (Ref)NULL;
    bool ok = name != NO_VALUE;
    if (said && is_small(said)) {
        int64_t bits = small_of(said) & (SAID_SEQUENCE | SAID_MAPPING);
        if (bits == (SAID_SEQUENCE | SAID_MAPPING)) ok = err_false(vm, EXC_TypeError, "__abc_tpflags__ cannot be both Py_TPFLAGS_SEQUENCE and Py_TPFLAGS_MAPPING");
        else if (bits) as_type(cls)->flags = (as_type(cls)->flags & ~(uint32_t)PATTERNS) | (bits == SAID_SEQUENCE ? TYPE_MATCH_SEQ : TYPE_MATCH_MAP);
    }
    if (said && ok) ok = obj_setattr(vm, cls, name, NULL);
    release(vm, name);
    return ok;
}

static Value fn_init(VM *vm, const Ref *args, int n, Ref kwnames)
{
    AbcState *s = state_of(vm);
    if (!s || (!is_type(args[0]) && !err_false(vm, EXC_TypeError, "_abc_init() argument must be a class, not %T", args[0])) || !find_abstract(vm, args[0])) return NULL;
    Memory *m = (Memory *)obj_alloc(vm, s->memory, sizeof(Memory));
    if (!m) return NULL;
    m->asked = s->adoptions;
    bool ok = obj_setattr(vm, args[0], s->name, REF(m)) && take_patterns(vm, args[0]);
    release(vm, VAL(m));
    return ok ? V_NONE : NO_VALUE;
}

/* ---- adopting ---- */

/* A class and those derived from it are taken by the pattern from now on; built-in ones know by themselves. */
static bool spread_patterns(VM *vm, Type *t, uint32_t pattern)
{
    if (t->flags & TYPE_IMMUTABLE || !(t->flags & TYPE_HEAP) || (t->flags & PATTERNS) == pattern) return true;
    if (!rec_room(vm)) return false;
    t->flags = (t->flags & ~(uint32_t)PATTERNS) | pattern;
    Value derived = type_subclasses(vm, t);
    bool ok = derived != NO_VALUE;
    for (int64_t i = 0; ok && i < as_list(derived)->len; i++) ok = spread_patterns(vm, as_type(as_list(derived)->items[i]), pattern);
    release(vm, derived);
    return ok;
}

static Value fn_register(VM *vm, const Ref *args, int n, Ref kwnames)
{
    AbcState *s = state_of(vm);
    if (!s) return NULL;
    if (!is_type(args[1])) return err_raise(vm, EXC_TypeError, "Can only register classes");
    int is = op_issubclass(vm, args[1], args[0]);
    if (is) return is < 0 ? NO_VALUE : retain(args[1]);
    is = op_issubclass(vm, args[0], args[1]);
    if (is) return is < 0 ? NO_VALUE : err_raise(vm, EXC_RuntimeError, "Refusing to create an inheritance cycle");
    Memory *m = memory_of(vm, args[0]);
    bool ok = m && set_put(vm, &m->adopted, args[1]);
    release(vm, VAL(m));
    if (!ok) return NULL;
    s->adoptions++;
    uint32_t pattern = is_type(args[0]) ? as_type(args[0])->flags & PATTERNS : 0;
    return !pattern || spread_patterns(vm, as_type(args[1]), pattern) ? retain(args[1]) : NO_VALUE;
}

/* ---- asking ---- */

static Value ask_class(VM *vm, Ref self, Ref cls) { return call_method(vm, self, NAME(__subclasscheck__), (Ref[]){cls}, 1); }

static Value fn_instancecheck(VM *vm, const Ref *args, int n, Ref kwnames)
{
    AbcState *s = state_of(vm);
    Memory *m = s ? memory_of(vm, args[0]) : NULL;
    Value claimed = m ? obj_getattr(vm, args[1], NAME(__class__)) : NO_VALUE, r = NO_VALUE;
    Ref real = REF(type_of(vm, args[1]));
    int known = !claimed ? -1 : is_recent(m->recent_yes, claimed) ? 1 : set_has(vm, m->yes, claimed);
    if (known > 0) {
        r = V_TRUE;
        note_recent(m->recent_yes, claimed);
    }
    if (known == 0 && claimed == real && m->asked == s->adoptions) {
        known = is_recent(m->recent_no, claimed) ? 1 : set_has(vm, m->no, claimed);
        if (known > 0) {
            r = V_FALSE;
            note_recent(m->recent_no, claimed);
        }
    }
    if (known == 0) r = ask_class(vm, args[0], claimed);
    if (known == 0 && r && claimed != real) {
        int truth = op_truth(vm, r);
        if (truth <= 0) value_clear(vm, &r);
        if (truth == 0) r = ask_class(vm, args[0], real);
    }
    release(vm, claimed);
    release(vm, VAL(m));
    return r;
}

/* Is `cls` a subclass of one of a list? 1, 0, -1. */
static int of_any(VM *vm, Ref cls, Ref list)
{
    int is = 0;
    for (int64_t i = 0; !is && i < as_list(list)->len; i++) {
        Value other = retain(as_list(list)->items[i]);
        is = op_issubclass(vm, cls, other);
        release(vm, other);
    }
    return is;
}

/* Is it one that this class, or one derived from this class, has adopted, or a subclass of such a one? */
static int of_adopted(VM *vm, Memory *m, Ref cls)
{
    int has = set_has(vm, m->adopted, cls);
    if (has) return has;
    Value list = set_living(vm, m->adopted);
    int is = list ? of_any(vm, cls, list) : -1;
    release(vm, list);
    return is;
}

static int of_derived(VM *vm, Ref self, Ref cls)
{
    Value list = call_method(vm, self, NAME(__subclasses__), NULL, 0);
    int is = -1;
    if (list && !is_list(list)) err_raise(vm, EXC_TypeError, "__subclasses__() must return a list");
    else if (list) is = of_any(vm, cls, list);
    release(vm, list);
    return is;
}

/* What the class's own hook says: 1, 0, -1; 2: nothing. */
static int of_hook(VM *vm, Ref self, Ref cls)
{
    Value said = call_method(vm, self, NAME(__subclasshook__), (Ref[]){cls}, 1);
    int is = said == V_TRUE ? 1 : said == V_FALSE ? 0 : said == V_NOTIMPL ? 2 : -1;
    if (said && is < 0) err_raise(vm, EXC_AssertionError, "__subclasshook__ must return either False, True, or NotImplemented");
    release(vm, said);
    return is;
}

static int is_subclass(VM *vm, Memory *m, Ref self, Ref cls)
{
    int is = of_hook(vm, self, cls);
    if (is != 2) return is;
    Value order = retain(REF(as_type(cls)->mro));
    is = 0;
    for (int64_t i = 0; !is && i < as_tuple(order)->len; i++) is = as_tuple(order)->items[i] == self;
    release(vm, order);
    if (!is) is = of_adopted(vm, m, cls);
    return is ? is : of_derived(vm, self, cls);
}

static Value fn_subclasscheck(VM *vm, const Ref *args, int n, Ref kwnames)
{
    AbcState *s = state_of(vm);
    if (!s) return NULL;
    if (!is_type(args[1])) return err_raise(vm, EXC_TypeError, "issubclass() arg 1 must be a class");
    Memory *m = memory_of(vm, args[0]);
    int is = m ? set_has(vm, m->yes, args[1]) : -1;
    if (is == 0) {
        if (m->asked != s->adoptions) {
            forget_recent(m->recent_no);
            value_clear(vm, &m->no);
            m->asked = s->adoptions;
        }
        is = set_has(vm, m->no, args[1]);
        if (is > 0) is = 0;
        else if (is == 0) {
            is = is_subclass(vm, m, args[0], args[1]);
            if (is >= 0 && !set_put(vm, is ? &m->yes : &m->no, args[1])) is = -1;
        }
    }
    release(vm, VAL(m));
    return is < 0 ? NO_VALUE : make_bool(is);
}

/* ---- what tests look at ---- */

static Value fn_token(VM *vm, const Ref *args, int n, Ref kwnames)
{
    AbcState *s = state_of(vm);
    return s ? int_from_i64(vm, (int64_t)s->adoptions) : NO_VALUE;
}

static Value set_or_empty(VM *vm, Ref set) { return set ? call1(vm, REF(CLASS(set)), set) : set_new(vm); }

static Value fn_dump(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Memory *m = memory_of(vm, args[0]);
    Value adopted = m ? set_or_empty(vm, m->adopted) : NO_VALUE, yes = adopted ? set_or_empty(vm, m->yes) : NO_VALUE, no = yes ? set_or_empty(vm, m->no) : NO_VALUE;
    Value r = no ? tuple_of(vm, 4, (Ref)adopted, (Ref)yes, (Ref)no, (Ref)make_small((int64_t)m->asked)) : NO_VALUE;
    release(vm, adopted);
    release(vm, yes);
    release(vm, no);
    release(vm, VAL(m));
    return r;
}

static Value fn_reset_registry(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Memory *m = memory_of(vm, args[0]);
    if (!m) return NULL;
    value_clear(vm, &m->adopted);
    release(vm, VAL(m));
    return V_NONE;
}

static Value fn_reset_caches(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Memory *m = memory_of(vm, args[0]);
    if (!m) return NULL;
    forget_recent(m->recent_yes);
    forget_recent(m->recent_no);
    value_clear(vm, &m->yes);
    value_clear(vm, &m->no);
    release(vm, VAL(m));
    return V_NONE;
}

static const NativeDef functions[] = {
    {"get_cache_token", fn_token, "", "A number that changes when any abstract class adopts another.", 0},
    {"_abc_init", fn_init, "self, /", "Make a new class an abstract one: find its abstract names, give it its memory.", 0},
    {"_abc_register", fn_register, "self, subclass, /", "Adopt a class.", 0},
    {"_abc_instancecheck", fn_instancecheck, "self, instance, /", "The answer to isinstance().", 0},
    {"_abc_subclasscheck", fn_subclasscheck, "self, subclass, /", "The answer to issubclass().", 0},
    {"_get_dump", fn_dump, "self, /", "Copies of what a class remembers: adopted classes, those known to be and not to be subclasses, for which token.", 0},
    {"_reset_registry", fn_reset_registry, "self, /", "Forget the adopted classes.", 0},
    {"_reset_caches", fn_reset_caches, "self, /", "Forget the answers.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

static bool init(VM *vm, Ref module, Dict *ns)
{
    AbcState *s = as_module(module)->state;
    return (s->memory = type_from_def(vm, &memory_def, NULL)) && (s->name = str_intern_c(vm, "_abc_impl"));
}
static void done(VM *vm, void *state)
{
    AbcState *s = state;
    release(vm, VAL(s->memory));
    release(vm, s->name);
}

const ModuleDef abc_module = {.name = "_abc", .doc = "The memory of abstract classes.", .functions = functions, .init = init, .state_size = sizeof(AbcState), .done = done};
