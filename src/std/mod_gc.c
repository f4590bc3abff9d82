/* mod_gc.c: the module gc: the collector of cycles (lang/gc.h) as programs see it. There are two generations: of CPython's three, which are
 * accepted where a number is asked for, the first and the last. */
#include "lang/object/audit.h"
#include "lang/object/vm.h"

typedef struct GcState { int64_t threshold[3]; Value callbacks; int debug; bool collecting; } GcState;
extern const ModuleDef gc_module;

static bool tell(VM *vm, GcState *s, const char *phase, int generation, int64_t found)
{
    if (as_list(s->callbacks)->len == 0) return true;
    Value info = dict_new(vm), what = info ? str_from_c(vm, phase) : NULL;
    bool ok = what && dict_set_c(vm, info, "generation", make_small(generation)) && dict_set_c(vm, info, "collected", make_small(found)) &&
              dict_set_c(vm, info, "uncollectable", make_small(0));
    for (int64_t i = 0; ok && i < as_list(s->callbacks)->len; i++) {
        Value f = retain(as_list(s->callbacks)->items[i]), r = call2(vm, f, what, info);
        if (!r) err_unraisable(vm, f);
        release(vm, r);
        release(vm, f);
    }
    release(vm, what);
    release(vm, info);
    return ok;
}

static Value fn_collect(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t generation = 2;
    GcState *s = module_state(vm, &gc_module);
    if (!s || (args[0] && !num_index_i64(vm, args[0], &generation))) return NULL;
    if (generation < 0 || generation > 2) return err_raise(vm, EXC_ValueError, "invalid generation");
    if (s->collecting) return make_small(0); /* asked by one of the callbacks, or by what the collection runs */
    s->collecting = true;
    int64_t found = tell(vm, s, "start", (int)generation, 0) ? gc_collect(vm) : 0;
    if (found < 0) err_no_memory(vm);
    else if (!err_occurred(vm)) tell(vm, s, "stop", (int)generation, found);
    s->collecting = false;
    return !err_occurred(vm) && vm_poll(vm) ? make_small(found) : NO_VALUE;
}

static Value fn_enable(VM *vm, const Ref *args, int n, Ref kwnames)
{
    vm->gc_enabled = true;
    return V_NONE;
}
static Value fn_disable(VM *vm, const Ref *args, int n, Ref kwnames)
{
    vm->gc_enabled = false;
    return V_NONE;
}
static Value fn_isenabled(VM *vm, const Ref *args, int n, Ref kwnames) { return make_bool(vm->gc_enabled); }

static Value fn_get_threshold(VM *vm, const Ref *args, int n, Ref kwnames)
{
    GcState *s = module_state(vm, &gc_module);
    return s ? tuple_of(vm, 3, make_small(s->threshold[0]), make_small(s->threshold[1]), make_small(s->threshold[2])) : NO_VALUE;
}

static Value fn_set_threshold(VM *vm, const Ref *args, int n, Ref kwnames)
{
    GcState *s = module_state(vm, &gc_module);
    int64_t t[3];
    if (!s) return NULL;
    for (int i = 0; i < 3; i++) {
        t[i] = s->threshold[i];
        if (args[i] && !num_index_i64(vm, args[i], &t[i])) return NULL;
    }
    memcpy(s->threshold, t, sizeof t);
    if (t[0] == 0) vm->gc_threshold = INT64_MAX; /* "0 disables collection" */
    else vm->gc_threshold = t[0] > GC_YOUNG ? t[0] : GC_YOUNG;
    return V_NONE;
}

static Value fn_get_count(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return tuple_of(vm, 3, make_small(vm->gc_since > 0 ? vm->gc_since : 0), make_small(0), make_small(0));
}

static Value fn_get_stats(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value list = list_new(vm, 3);
    for (int i = 0; list && i < 3; i++) {
        Value d = dict_new(vm);
        int k = i > 0; /* the young here, whole collections in the oldest */
        bool ok = d && dict_set_c(vm, d, "collections", make_small(i == 1 ? 0 : vm->gc_passes[k])) && dict_set_c(vm, d, "collected", make_small(i == 1 ? 0 : vm->gc_collected[k])) &&
                  dict_set_c(vm, d, "uncollectable", make_small(0)) && list_append(vm, list, d);
        release(vm, d);
        if (!ok) value_clear(vm, &list);
    }
    return list;
}

/* Every tracked object there is now, in a list. The list is made first so that it can be left out; it grows outside the walk. */
static Value all_objects(VM *vm)
{
    Value list = list_new(vm, vm->gc_live + 64);
    if (!list) return NULL;
    int64_t cap = as_list(list)->cap;
    for (GcHead *g = gc_first(vm); g && as_list(list)->len < cap; g = gc_next(vm, g)) {
        Obj *o = gc_obj(g);
        if (o == as_obj(list) || o->refs == 0) continue;
        if (!list_append(vm, list, REF(o))) return release(vm, list), NO_VALUE;
    }
    return list;
}

static Value fn_get_objects(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!AUDIT(vm, "gc.get_objects", "O", args[0] ? args[0] : (Ref)make_small(-1))) return NULL;
    int64_t generation;
    if (args[0] && !is_none(args[0])) {
        if (!num_index_i64(vm, args[0], &generation)) return NULL;
        if (generation < 0) return err_raise(vm, EXC_ValueError, "generation parameter cannot be negative");
        if (generation > 2) return err_raise(vm, EXC_ValueError, "generation parameter must be less than the number of available generations (3)");
    }
    return all_objects(vm);
}

/* ---- who refers to whom ---- */

typedef struct Look { VM *vm; Value list; const Ref *targets; int n; bool found, failed; } Look;

static void each_child(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    Type *t = o->type;
    if (t->traverse) t->traverse(vm, o, visit, arg);
    if (t->flags & TYPE_ATTRS) attrs_traverse(vm, o, visit, arg);
}

static int collect_child(Ref child, void *arg)
{
    Look *l = arg;
    if (!l->failed && !list_append(l->vm, l->list, child)) l->failed = true;
    return 0;
}
static int match_child(Ref child, void *arg)
{
    Look *l = arg;
    for (int i = 0; i < l->n; i++) l->found |= child == l->targets[i];
    return 0;
}

static Value fn_get_referents(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!AUDIT(vm, "gc.get_referents", "O", args[0])) return NULL;
    Look l = {.vm = vm, .list = list_new(vm, 8)};
    const Tuple *objs = as_tuple(args[0]);
    for (int64_t i = 0; l.list && i < objs->len; i++)
        if (is_heap(objs->items[i]) && as_obj(objs->items[i])->type->flags & TYPE_GC) each_child(vm, as_obj(objs->items[i]), collect_child, &l);
    if (l.failed) value_clear(vm, &l.list);
    return l.list;
}

static Value fn_get_referrers(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!AUDIT(vm, "gc.get_referrers", "O", args[0])) return NULL;
    const Tuple *objs = as_tuple(args[0]);
    Value all = all_objects(vm), out = all ? list_new(vm, 8) : NULL;
    for (int64_t i = 0; out && i < as_list(all)->len; i++) {
        Obj *o = as_obj(as_list(all)->items[i]);
        if (o == as_obj(args[0])) continue; /* the tuple of our own arguments */
        Look l = {.vm = vm, .targets = as_refs(objs->items), .n = (int)objs->len};
        each_child(vm, o, match_child, &l);
        if (l.found && !list_append(vm, out, REF(o))) value_clear(vm, &out);
    }
    release(vm, all);
    return out;
}

static Value fn_is_tracked(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return make_bool(is_heap(args[0]) && as_obj(args[0])->flags & OBJ_TRACKED);
}
static Value fn_is_finalized(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return make_bool(is_heap(args[0]) && as_obj(args[0])->flags & OBJ_FINALIZED);
}
static Value fn_none(VM *vm, const Ref *args, int n, Ref kwnames) { return V_NONE; }
static Value fn_zero(VM *vm, const Ref *args, int n, Ref kwnames) { return make_small(0); }

static Value fn_get_debug(VM *vm, const Ref *args, int n, Ref kwnames)
{
    GcState *s = module_state(vm, &gc_module);
    return s ? make_small(s->debug) : NO_VALUE;
}
static Value fn_set_debug(VM *vm, const Ref *args, int n, Ref kwnames)
{
    GcState *s = module_state(vm, &gc_module);
    int64_t flags;
    if (!s || !num_index_i64(vm, args[0], &flags)) return NULL;
    s->debug = (int)flags;
    return V_NONE;
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    GcState *s = as_module(module)->state;
    s->threshold[0] = 700;
    s->threshold[1] = s->threshold[2] = 10;
    s->callbacks = list_new(vm, 0);
    return s->callbacks && dict_set_c(vm, REF(ns), "callbacks", s->callbacks) && module_add(vm, ns, "garbage", list_new(vm, 0));
}
static void done(VM *vm, void *state) { release(vm, ((GcState *)state)->callbacks); }

static const NativeDef functions[] = {
    {"collect", fn_collect, "generation=2", "Run the garbage collector.", NATIVE_KW},
    {"enable", fn_enable, "", "Enable automatic garbage collection.", 0},
    {"disable", fn_disable, "", "Disable automatic garbage collection.", 0},
    {"isenabled", fn_isenabled, "", "Whether it collects by itself.", 0},
    {"get_threshold", fn_get_threshold, "", "Return the current collection thresholds.", 0},
    {"set_threshold", fn_set_threshold, "threshold0, threshold1=10, threshold2=10, /", "Set the collection thresholds.", 0},
    {"get_count", fn_get_count, "", "What each generation has counted so far.", 0},
    {"get_stats", fn_get_stats, "", "A dict of figures for each generation.", 0},
    {"get_objects", fn_get_objects, "generation=None", "All containers the collector knows.", NATIVE_KW},
    {"get_referents", fn_get_referents, "*objs", "What the given objects point at.", 0},
    {"get_referrers", fn_get_referrers, "*objs", "Who points at the given objects.", 0},
    {"is_tracked", fn_is_tracked, "obj, /", "Whether the collector watches this object.", 0},
    {"is_finalized", fn_is_finalized, "obj, /", "Whether its finalizer has run already.", 0},
    {"freeze", fn_none, "", "Leaves all that lives now out of collections to come.", 0},
    {"unfreeze", fn_none, "", "Unfreeze all objects in the permanent generation.", 0},
    {"get_freeze_count", fn_zero, "", "How many objects are frozen.", 0},
    {"get_debug", fn_get_debug, "", "Get the garbage collection debugging flags.", 0},
    {"set_debug", fn_set_debug, "flags, /", "Set the garbage collection debugging flags.", 0},
    {0},
};
static const ModuleConst constants[] = {{"DEBUG_STATS", CONST_INT, 1, 0, NULL}, {"DEBUG_COLLECTABLE", CONST_INT, 2, 0, NULL},
    {"DEBUG_UNCOLLECTABLE", CONST_INT, 4, 0, NULL}, {"DEBUG_SAVEALL", CONST_INT, 32, 0, NULL}, {"DEBUG_LEAK", CONST_INT, 38, 0, NULL}, {0}};

const ModuleDef gc_module = {.name = "gc", .doc = "The collector of cycles.", .functions = functions, .constants = constants, .init = init,
    .state_size = sizeof(GcState), .done = done};
