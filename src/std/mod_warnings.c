/* mod_warnings.c: the module _warnings: whether a warning is shown, ignored or raised, and where it stands. How it is shown is the module warnings', in Python, whose
 * filters, defaultaction and onceregistry count from when it is imported; until then those of this module do. What a namespace has been warned of stands in its
 * `__warningregistry__`, which is void when the filters have changed since. */
#include "lang/object/args.h"
#include "lang/object/vm.h"

typedef struct WarningsState { Value filters, once, action; int64_t version; } WarningsState;
extern const ModuleDef warnings_module;

static WarningsState *state_of(VM *vm) { return module_state(vm, &warnings_module); }

/* An attribute of the module warnings, if it has been imported (and still stands there); else `ours`, which may be NULL. Owned. NULL without an error: neither. */
static Value setting(VM *vm, const char *name, Ref ours)
{
    Ref module = dict_get_c(vm, REF(vm->modules), "warnings");
    if (!module || is_none(module)) return retain(ours);
    Value held = retain(module), key = str_intern_c(vm, name), v = NO_VALUE;
    int has = key ? obj_lookup_attr(vm, held, key, &v) : -1;
    release(vm, key);
    release(vm, held);
    return has == 0 ? retain(ours) : v;
}

/* ---- filters ---- */

/* A filter's part against a text: None fits all, a str itself, anything else is a pattern. 1, 0, -1. */
static int fits(VM *vm, Ref pattern, Ref text)
{
    if (is_none(pattern)) return 1;
    if (is_exact(pattern, CLASS(str))) return op_compare_bool(vm, pattern, text, CMP_EQ);
    Value match = obj_getattr_c(vm, pattern, "match"), found = match ? call1(vm, match, text) : NO_VALUE;
    int truth = found ? op_truth(vm, found) : -1;
    release(vm, match);
    release(vm, found);
    return truth;
}

typedef struct Warned { Ref category, text, module; int64_t line; } Warned;

/* A filter is (action, message, category, module, line). 1: it decides; 0; -1. */
static int decides(VM *vm, Ref filter, const Warned *w)
{
    const Value *part = as_tuple(filter)->items;
    if (!is_str(part[0])) return err_minus(vm, EXC_TypeError, "action must be a string, not '%T'", part[0]);
    int is = fits(vm, part[1], w->text);
    if (is > 0) is = op_issubclass(vm, w->category, part[2]);
    if (is > 0) is = fits(vm, part[3], w->module);
    int64_t line = 0;
    if (is > 0 && !num_index_i64(vm, part[4], &line)) is = -1;
    return is > 0 ? line == 0 || line == w->line : is;
}

/* What is to be done, a str, owned; *filter: the one that said so, owned, or None. */
static Value find_action(VM *vm, WarningsState *s, const Warned *w, Value *filter)
{
    Value filters = setting(vm, "filters", s->filters), action = NO_VALUE;
    *filter = NO_VALUE;
    if (!filters) return NULL;
    if (!is_list(filters)) err_raise(vm, EXC_ValueError, "_warnings.filters must be a list");
    for (int64_t i = 0; !action && is_list(filters) && !err_occurred(vm) && i < as_list(filters)->len; i++) {
        Value item = retain(as_list(filters)->items[i]);
        int is = 0;
        if (!is_tuple(item) || as_tuple(item)->len != 5) err_raise(vm, EXC_ValueError, "_warnings.filters item %lld isn't a 5-tuple", (long long)i);
        else is = decides(vm, item, w);
        if (is > 0) {
            action = retain(as_tuple(item)->items[0]);
            *filter = retain(item);
        }
        release(vm, item);
    }
    release(vm, filters);
    if (action || err_occurred(vm)) return action;
    action = setting(vm, "defaultaction", s->action);
    if (action && !is_str(action)) {
        err_raise(vm, EXC_TypeError, "_warnings.defaultaction must be a string, not '%T'", REF(action));
        value_clear(vm, &action);
    }
    *filter = V_NONE;
    return action;
}

/* ---- what has been said before ---- */

/* Is the key in a registry of today's filters? A registry of older ones is emptied. 1, 0, -1. */
static int is_known(VM *vm, WarningsState *s, Ref registry, Ref key)
{
    Value name = str_intern_c(vm, "version");
    Ref version = name ? dict_get(vm, registry, name) : (Ref)NULL;
    int known = err_occurred(vm) ? -1 : 0;
    if (known == 0 && version && is_small(version) && small_of(version) == s->version) {
        Ref v = dict_get(vm, registry, key);
        Value held = retain(v);
        known = v ? op_truth(vm, held) : err_occurred(vm) ? -1 : 0;
        release(vm, held);
    } else if (known == 0) {
        dict_clear(vm, registry);
        if (!dict_set(vm, registry, name, make_small(s->version))) known = -1;
    }
    release(vm, name);
    return known;
}

/* Has this text of this category been told, on whatever line? From now on it has. 1, 0, -1. */
static int tell_once(VM *vm, WarningsState *s, Ref registry, const Warned *w)
{
    Value key = tuple_of(vm, 2, w->text, w->category);
    int known = key ? is_known(vm, s, registry, key) : -1;
    if (known == 0 && !dict_set(vm, registry, key, V_TRUE)) known = -1;
    release(vm, key);
    return known;
}

static Value once_registry(VM *vm, WarningsState *s)
{
    Value once = setting(vm, "onceregistry", s->once);
    if (!once || is_dict(once)) return once;
    err_raise(vm, EXC_TypeError, "_warnings.onceregistry must be a dict, not '%T'", REF(once));
    release(vm, once);
    return NULL;
}

/* Follows an action: 1 the warning is to be shown, 0 not, -1 raised. registry: a dict or NULL. */
static int follow(VM *vm, WarningsState *s, Ref action, Ref filter, Ref registry, Ref key, const Warned *w)
{
    if (str_equal_c(action, "always")) return 1;
    if (registry && !dict_set(vm, registry, key, V_TRUE)) return -1;
    if (str_equal_c(action, "default")) return 1;
    if (str_equal_c(action, "module")) return registry ? 1 - tell_once(vm, s, registry, w) : 1;
    if (!str_equal_c(action, "once")) return err_minus(vm, EXC_RuntimeError, "Unrecognized action (%R) in warnings.filters:\n %R", action, filter);
    Value where = registry ? retain(registry) : once_registry(vm, s);
    int known = where ? tell_once(vm, s, where, w) : -1;
    release(vm, where);
    return known < 0 ? -1 : !known;
}

/* ---- showing ---- */

/* Before anybody has imported warnings: the plain line. */
static bool show_plainly(VM *vm, const Warned *w, Ref filename)
{
    StrB b = STRB_INIT(vm);
    strb_format(&b, "%U:%lld: %N: %U\n", filename, (long long)w->line, as_type(w->category), w->text);
    Value line = strb_take(&b), out = line ? obj_getattr_c(vm, vm->sys_dict ? dict_get_c(vm, REF(vm->modules), "sys") : V_NONE, "stderr") : NO_VALUE;
    Value done = out && !is_none(out) ? call_method(vm, out, NAME(write), (Ref[]){line}, 1) : NO_VALUE;
    release(vm, line);
    release(vm, out);
    release(vm, done);
    err_clear(vm);
    return true;
}

static bool show(VM *vm, const Warned *w, Ref message, Ref filename, Ref line, Ref source)
{
    Value shown = setting(vm, "_showwarnmsg", NULL);
    if (!shown) return !err_occurred(vm) && show_plainly(vm, w, filename);
    Value cls = NO_VALUE, record = NO_VALUE, done = NO_VALUE;
    if (!type_of(vm, shown)->s.call && !is_function(shown)) err_raise(vm, EXC_TypeError, "warnings._showwarnmsg() must be set to a callable");
    else if (!(cls = setting(vm, "WarningMessage", NULL)) && !err_occurred(vm)) err_raise(vm, EXC_RuntimeError, "unable to get warnings.WarningMessage");
    if (cls) record = call(vm, cls, (Ref[]){message, w->category, filename, line, V_NONE, V_NONE, source}, 7, NULL);
    if (record) done = call1(vm, shown, record);
    release(vm, shown);
    release(vm, cls);
    release(vm, record);
    release(vm, done);
    return done != NO_VALUE;
}

/* ---- a warning ---- */

/* The message as an exception, its text and its category, all owned, from what was given. */
static bool make_message(VM *vm, Ref given, Ref category, Value *message, Value *text, Value *real)
{
    int is = op_isinstance(vm, given, REF(vm->exc_types[EXC_Warning]));
    if (is < 0) return false;
    *real = retain(is ? REF(type_of(vm, given)) : category);
    *text = is ? op_str(vm, given) : retain(given);
    *message = is ? retain(given) : *text ? call1(vm, category, given) : NO_VALUE;
    return *text && *message;
}

/* "path/name.py" is the module path/name. */
static Value module_of_file(VM *vm, Ref filename)
{
    int64_t n = as_str(filename)->len;
    if (!n) return str_from_c(vm, "<unknown>");
    const Str *s = as_str(filename);
    return n >= 3 && str_at(s, n - 3) == '.' && str_at(s, n - 2) == 'p' && str_at(s, n - 1) == 'y' ? str_substr(vm, filename, 0, n - 3) : retain(filename);
}

static bool raise_or_show(VM *vm, WarningsState *s, const Warned *w, Ref message, Ref filename, Ref registry, Ref source)
{
    Value line = int_from_i64(vm, w->line), key = line ? tuple_of(vm, 3, w->text, w->category, (Ref)line) : NO_VALUE, filter = NO_VALUE, action = NO_VALUE;
    int known = !key ? -1 : registry ? is_known(vm, s, registry, key) : 0;
    bool ok = known > 0;
    if (known == 0 && (action = find_action(vm, s, w, &filter))) {
        if (str_equal_c(action, "error")) err_raise_obj(vm, retain(message));
        else if (str_equal_c(action, "ignore")) ok = true;
        else {
            int shown = follow(vm, s, action, filter, registry, key, w);
            ok = shown == 0 || (shown > 0 && show(vm, w, message, filename, line, source));
        }
    }
    release(vm, action);
    release(vm, filter);
    release(vm, key);
    release(vm, line);
    return ok;
}

static Value warn_at(VM *vm, Ref given, Ref category, Ref filename, int64_t line, Ref module, Ref registry, Ref source)
{
    WarningsState *s = state_of(vm);
    if (!s) return NULL;
    if (registry && !is_dict(registry) && !is_none(registry)) return err_raise(vm, EXC_TypeError, "'registry' must be a dict or None");
    Value message = NO_VALUE, text = NO_VALUE, real = NO_VALUE, place = module ? retain(module) : module_of_file(vm, filename);
    bool ok = place && make_message(vm, given, category, &message, &text, &real);
    if (ok) {
        Warned w = {real, text, place, line};
        ok = raise_or_show(vm, s, &w, message, filename, registry && is_dict(registry) ? registry : (Ref)NULL, source ? source : V_NONE);
    }
    release(vm, place);
    release(vm, message);
    release(vm, text);
    release(vm, real);
    return ok ? V_NONE : NO_VALUE;
}

/* ---- where the caller stands ---- */

static bool is_importer(VM *vm, const Frame *f)
{
    size_t n;
    const char *name = f->code ? str_utf8(vm, REF(f->code->filename), &n) : NULL;
    return name && strstr(name, "importlib") && strstr(name, "_bootstrap");
}

static const Frame *caller_of(const Frame *f)
{
    do f = f->prev;
    while (f && !f->code);
    return f;
}

/* The frame that a level says: 1 is the one that runs; frames of the import system do not count unless it is one. NULL: outside. */
static const Frame *frame_at(VM *vm, const Frame *f, int64_t level)
{
    if (!f->code) f = caller_of(f);
    bool all = level <= 0 || (f && is_importer(vm, f));
    while (f && --level > 0) {
        do f = caller_of(f);
        while (!all && f && is_importer(vm, f));
    }
    return f;
}

static Value warn_here(VM *vm, Ref given, Ref category, int64_t level, Ref source)
{
    const Frame *f = frame_at(vm, vm->frame, level);
    Value space = retain(f ? REF(f->globals) : (Ref)vm->sys_dict), filename = f ? retain(REF(f->code->filename)) : str_from_c(vm, "sys"), name = NO_VALUE, module = NO_VALUE, registry = NO_VALUE, r = NO_VALUE;
    int64_t line = f ? code_span(f->code, (int32_t)(f->pc - f->code->ins) - 1).line : 1;
    if (filename && space && (name = str_intern_c(vm, "__warningregistry__"))) {
        registry = retain(dict_get(vm, space, name));
        if (!registry && !err_occurred(vm) && (registry = dict_new(vm)) && !dict_set(vm, space, name, registry)) value_clear(vm, &registry);
    }
    if (registry) module = retain(dict_get_str(vm, space, NAME(__name__)));
    if (registry && (!module || (!is_none(module) && !is_str(module)))) value_put(vm, &module, str_from_c(vm, "<string>"));
    if (module) r = warn_at(vm, given, category, filename, line, module, registry, source);
    release(vm, space);
    release(vm, filename);
    release(vm, name);
    release(vm, module);
    release(vm, registry);
    return r;
}

static Value fn_warn(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t level = 1;
    if (args[2] && !num_index_i64(vm, args[2], &level)) return NULL;
    int is = op_isinstance(vm, args[0], REF(vm->exc_types[EXC_Warning]));
    if (is < 0) return NULL;
    Ref category = is ? REF(type_of(vm, args[0])) : !args[1] || is_none(args[1]) ? REF(vm->exc_types[EXC_UserWarning]) : args[1];
    is = is_type(category) ? op_issubclass(vm, category, REF(vm->exc_types[EXC_Warning])) : 0;
    if (is < 0) return NULL;
    if (!is) return err_raise(vm, EXC_TypeError, "category must be a Warning subclass, not '%T'", category);
    return warn_here(vm, args[0], category, level, args[3]);
}

static Value fn_warn_explicit(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t line;
    if (!is_str(args[2])) return err_raise(vm, EXC_TypeError, "warn_explicit() argument 3 must be str, not %T", args[2]);
    if (!num_index_i64(vm, args[3], &line)) return NULL;
    if (args[6] && !is_none(args[6]) && !is_dict(args[6])) return err_raise(vm, EXC_TypeError, "module_globals must be a dict, not '%T'", args[6]);
    return warn_at(vm, args[0], args[1], args[2], line, args[4] && !is_none(args[4]) ? args[4] : (Ref)NULL, args[5], args[7]);
}

static Value fn_mutated(VM *vm, const Ref *args, int n, Ref kwnames)
{
    WarningsState *s = state_of(vm);
    if (!s) return NULL;
    s->version++;
    return V_NONE;
}

static const NativeDef functions[] = {
    {"warn", fn_warn, "message, category=None, stacklevel=1, source=None", "Warn about the caller, or who called it by stacklevel - 1 calls.", NATIVE_KW},
    {"warn_explicit", fn_warn_explicit, "message, category, filename, lineno, module=None, registry=None, module_globals=None, source=None", "Warn about a place that is given.", NATIVE_KW},
    {"_filters_mutated", fn_mutated, "", "The filters are others now: what has been told before may be told again.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

/* What is told of at the start: deprecations in the program itself alone, and what is left. */
static Value first_filters(VM *vm)
{
    static const struct { const char *action; ExcId category; const char *module; } rows[] = {
        {"default", EXC_DeprecationWarning, "__main__"}, {"ignore", EXC_DeprecationWarning, NULL}, {"ignore", EXC_PendingDeprecationWarning, NULL},
        {"ignore", EXC_ImportWarning, NULL}, {"ignore", EXC_ResourceWarning, NULL}};
    Value list = list_new(vm, 0);
    for (size_t i = 0; list && i < sizeof rows / sizeof *rows; i++) {
        Value action = str_intern_c(vm, rows[i].action), module = rows[i].module ? str_from_c(vm, rows[i].module) : V_NONE;
        Value row = action && module ? tuple_of(vm, 5, (Ref)action, (Ref)V_NONE, REF(vm->exc_types[rows[i].category]), (Ref)module, (Ref)make_small(0)) : NO_VALUE;
        release(vm, action);
        release(vm, module);
        if (!row || !list_append_take(vm, list, row)) value_clear(vm, &list);
    }
    return list;
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    WarningsState *s = as_module(module)->state;
    return (s->filters = first_filters(vm)) && (s->once = dict_new(vm)) && (s->action = str_intern_c(vm, "default")) && dict_set_c(vm, REF(ns), "filters", s->filters) &&
           dict_set_c(vm, REF(ns), "_onceregistry", s->once) && dict_set_c(vm, REF(ns), "_defaultaction", s->action);
}
static void done(VM *vm, void *state)
{
    WarningsState *s = state;
    value_clear(vm, &s->filters);
    value_clear(vm, &s->once);
    value_clear(vm, &s->action);
}

const ModuleDef warnings_module = {.name = "_warnings", .doc = "Which warnings are shown.", .functions = functions, .init = init, .state_size = sizeof(WarningsState), .done = done};
