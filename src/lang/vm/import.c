/* import.c: the import statement: C modules, files along sys.path (or a package's __path__), frozen modules, in this order,
 * with CPython's texts when nothing is found. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lang/object/audit.h"
#include "lang/compile/code.h"
#include "lang/object/asleep.h"
#include "lang/object/vm.h"
#include "import_body.h"
#include "import_find.h"
#include "pyc.h"

bool import_is_running(VM *vm, Ref module)
{
    for (Importing *i = vm->importing; i; i = i->up)
        if (i->module == module) return true;
    return import_system_is_importing(vm, module);
}

const ModuleDef *module_def_named(VM *vm, Ref name)
{
    for (const ModuleDef *const *m = vm->module_defs; m && *m; m++)
        if (str_equal_c(name, (*m)->name)) return *m;
    return NULL;
}

/* The import system's two modules are not imported under the names that their files have. */
static const FrozenModule *find_frozen(VM *vm, Ref name)
{
    static const char *const others[][2] = {{"_frozen_importlib", "importlib._bootstrap"}, {"_frozen_importlib_external", "importlib._bootstrap_external"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (str_equal_c(name, others[i][0])) return frozen_find(vm, others[i][1], strlen(others[i][1]));
    const FrozenModule *found = frozen_named(vm, name);
    return found && !frozen_is_layer(found) ? found : NULL;
}

/* What stands in for a package that is installed nowhere: the binary's module of its name and a minus. */
static const FrozenModule *find_stand_in(VM *vm, Ref name)
{
    char text[64];
    size_t n;
    const char *utf8 = str_utf8(vm, name, &n);
    if (!utf8) err_clear(vm);
    if (!utf8 || n + 2 > sizeof text) return NULL;
    memcpy(text, utf8, n);
    text[n] = '-';
    return frozen_find(vm, text, n + 1);
}

/* ---- loading ---- */

bool import_read_file(VM *vm, Ref path, char **text, size_t *len)
{
    size_t n;
    const char *p = str_utf8(vm, path, &n);
    int fd = p ? open(p, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0) return p && err_errno(vm, errno, path);
    struct stat st;
    size_t cap = fstat(fd, &st) == 0 && st.st_size > 0 ? (size_t)st.st_size + 1 : 4096;
    char *buf = mem_alloc(vm->mem, cap);
    size_t got = 0;
    ssize_t k = 0;
    while (buf && (k = read(fd, buf + got, cap - got)) > 0) {
        got += (size_t)k;
        if (got < cap) continue;
        char *more = mem_realloc(vm->mem, buf, cap, cap * 2);
        if (!more) {
            mem_free(vm->mem, buf, cap);
            buf = NULL;
            break;
        }
        buf = more;
        cap *= 2;
    }
    int failed = k < 0 ? errno : 0;
    close(fd);
    if (!buf) return err_no_memory(vm) != NULL;
    if (failed) {
        mem_free(vm->mem, buf, cap);
        return err_errno(vm, failed, path) != NULL;
    }
    char *exact = mem_realloc(vm->mem, buf, cap, got + 1);
    if (!exact) {
        mem_free(vm->mem, buf, cap);
        return err_no_memory(vm) != NULL;
    }
    *text = exact;
    *len = got;
    return true;
}

/* The package a module belongs to: itself if it is one, else its name without the last part. */
Value import_parent_name(VM *vm, Ref name)
{
    int64_t dot = -1;
    for (int64_t i = 0; i < as_str(name)->len; i++)
        if (str_at(as_str(name), i) == '.') dot = i;
    return dot < 0 ? retain(vm->empty_str) : str_substr(vm, name, 0, dot);
}

static bool set_paths(VM *vm, Dict *ns, Ref name, Ref file, Ref origin, bool package, Ref folder)
{
    Value parent = package ? retain(name) : import_parent_name(vm, name);
    bool ok = parent && dict_set(vm, REF(ns), NAME(__package__), parent);
    if (ok && file) ok = dict_set(vm, REF(ns), NAME(__file__), file);
    Value list = ok && package ? list_new(vm, 1) : NULL;
    if (ok && package) ok = list && (!folder || list_append(vm, list, folder)) && dict_set(vm, REF(ns), NAME(__path__), list);
    ok = ok && module_set_spec(vm, REF(ns), name, origin, list, file);
    release(vm, list);
    release(vm, parent);
    return ok;
}

static Value without_tail(VM *vm, Ref path)
{
    int64_t slash = -1;
    for (int64_t i = 0; i < as_str(path)->len; i++)
        if (str_at(as_str(path), i) == '/') slash = i;
    return slash < 0 ? retain(vm->empty_str) : str_substr(vm, path, 0, slash);
}

bool import_run_body(VM *vm, Ref module, const FrozenModule *fm, Pyc *pyc)
{
    Importing here = {vm->importing, module};
    const int64_t since = vm->gc_since;
    vm->importing = &here;
    const FrozenModule *layer = fm ? frozen_layer(vm, fm) : NULL;
    bool ok = true;
    for (int part = 0; ok && part < 1 + (layer != NULL); part++) {
        Value code = part ? frozen_code(vm, layer) : fm ? frozen_code(vm, fm) : pyc_code(vm, pyc), r = code ? code_run(vm, code, REF(as_module(module)->dict), NULL) : NO_VALUE;
        ok = r != NO_VALUE;
        release(vm, code);
        release(vm, r);
    }
    vm->importing = here.up;
    if (fm) gc_imported(vm, since);
    return ok;
}

/* Enter a new module in sys.modules and run its body; taken out again if that fails. */
static Value run_module(VM *vm, Ref name, Value module /*taken*/, const FrozenModule *fm, Pyc *pyc)
{
    if (!module) return NULL;
    if (!dict_set(vm, REF(vm->modules), name, module)) {
        release(vm, module);
        return NULL;
    }
    if (!import_run_body(vm, module, fm, pyc)) {
        Value saved = err_take(vm);
        dict_del(vm, REF(vm->modules), name);
        err_put(vm, saved);
        release(vm, module);
        return NULL;
    }
    /* a module may put another object into its own place */
    Ref now = dict_get_str(vm, REF(vm->modules), name);
    if (now && now != module) {
        retain(now);
        release(vm, module);
        return (Value)BITS(now);
    }
    return module;
}

static Value new_module(VM *vm, Ref name)
{
    size_t n;
    const char *text = str_utf8(vm, name, &n);
    return text ? module_new(vm, text) : NULL;
}

static bool set_cached(VM *vm, Ref ns, const Pyc *pyc) { return is_none(pyc->cached) || dict_set_c(vm, ns, "__cached__", pyc->cached); }

static Value load_by_system(VM *vm, Ref name);

static Value load_file(VM *vm, Ref name, Ref path, bool package)
{
    Pyc pyc;
    if (!pyc_open(vm, path, &pyc)) return NULL;
    Value r;
    if (pyc.odd) {
        r = import_wake(vm) ? load_by_system(vm, name) : NO_VALUE;
    } else {
        Value module = new_module(vm, name), folder = package ? without_tail(vm, path) : NULL;
        if (module && !(set_paths(vm, as_module(module)->dict, name, path, path, package, folder) && set_cached(vm, REF(as_module(module)->dict), &pyc)))
            value_clear(vm, &module);
        r = run_module(vm, name, module, NULL, &pyc);
        release(vm, folder);
    }
    pyc_close(vm, &pyc);
    return r;
}

static Value load_folder(VM *vm, Ref name, Ref path)
{
    Value module = new_module(vm, name);
    if (module && (!set_paths(vm, as_module(module)->dict, name, NULL, NULL, true, path) || !dict_set(vm, REF(vm->modules), name, module)))
        value_clear(vm, &module);
    return module;
}

/* What a module of the binary has before its body runs. */
static bool prepare_frozen(VM *vm, Ref name, Ref module, const FrozenModule *fm)
{
    Value origin = str_intern_c(vm, "frozen"), file = NO_VALUE, folder = NO_VALUE;
    bool ok = origin && frozen_place(vm, fm, &file, &folder) && set_paths(vm, as_module(module)->dict, name, NULL, origin, fm->package, folder) &&
              (!file || dict_set(vm, REF(as_module(module)->dict), NAME(__file__), file));
    release(vm, origin);
    release(vm, file);
    release(vm, folder);
    return ok;
}

static Value load_frozen(VM *vm, Ref name, const FrozenModule *fm)
{
    if (str_equal_c(name, "genericpath")) { /* it imports os, which imports it: in CPython os is there before any program */
        Value os = import_module(vm, "os");
        release(vm, os);
        Ref known = os ? dict_get_str(vm, REF(vm->modules), name) : NULL;
        if (!os || known) return known ? retain(known) : NO_VALUE;
    }
    Value module = new_module(vm, name);
    if (module && !prepare_frozen(vm, name, module, fm)) value_clear(vm, &module);
    return module && import_may_be_put_off(vm, name, fm) ? import_put_off(vm, name, module, fm) : run_module(vm, name, module, fm, NULL);
}

static Value load_c(VM *vm, Ref name, const ModuleDef *def)
{
    Value m = module_from_def(vm, def);
    if (m && !dict_set(vm, REF(vm->modules), name, m)) value_clear(vm, &m);
    return m;
}

/* The note of the pending error. */
static void add_note(VM *vm, const char *text)
{
    Value pending = err_take(vm), note = str_from_c(vm, text), list = note ? list_from(vm, (Ref[]){note}, 1) : NULL;
    if (list) obj_setattr(vm, pending, NAME(__notes__), list);
    err_clear(vm);
    release(vm, note);
    release(vm, list);
    err_put(vm, pending);
}

/* The same of a name that the original's module has and perch's not. */
static void add_absent(VM *vm, const char *module, const char *name)
{
    const AbsentName *found = vm->absent_name ? vm->absent_name(module, "", name) : NULL;
    char note[200];
    if (found && snprintf(note, sizeof note, "%s has %s.%s; perch's %s does not.", found->original, module, name, found->package) > 0) add_note(vm, note);
}

/* A note for the pending error, if the library has something to say about the absent module. */
static void add_hint(VM *vm, Ref name)
{
    size_t n;
    const char *text = str_utf8(vm, name, &n), *hint = text && vm->absent_hint ? vm->absent_hint(text) : NULL, *last = text ? strrchr(text, '.') : NULL;
    if (hint) add_note(vm, hint);
    char parent[100];
    if (hint || !last || (size_t)(last - text) >= sizeof parent) return;
    memcpy(parent, text, last - text);
    parent[last - text] = '\0';
    add_absent(vm, parent, last + 1);
}

static Value not_found(VM *vm, Ref name, Ref parent, Value compiled /*taken, may be NULL*/)
{
    if (compiled) err_raise(vm, EXC_ModuleNotFoundError, "No module named %R: %U is compiled for CPython, and perch runs packages of Python alone", name, (Ref)compiled);
    else if (parent) err_raise(vm, EXC_ModuleNotFoundError, "No module named %R; %R is not a package", name, parent);
    else err_raise(vm, EXC_ModuleNotFoundError, "No module named %R", name);
    if (err_matches(vm, EXC_ModuleNotFoundError)) value_put(vm, &as_exception(vm->error)->x[1], retain(name));
    if (err_occurred(vm)) add_hint(vm, name);
    release(vm, compiled);
    return NULL;
}

/* The import system's ModuleNotFoundError of this very name: what else is to be said of it. */
static void tell_absence(VM *vm, Ref name)
{
    Ref what = as_exception(vm->error)->x[1];
    if (!what || !is_str(what) || !str_equal(what, name)) return;
    Value pname = import_parent_name(vm, name), pending = err_take(vm), parent = NULL, paths = NULL, last = NULL, compiled = NULL;
    int64_t plen = pname ? as_str(pname)->len : 0;
    Ref known = plen ? dict_get_str(vm, REF(vm->modules), pname) : NULL;
    if (known) parent = retain(known);
    Ref path = plen ? NULL : dict_get_str(vm, vm->sys_dict, NAME(path));
    if (path) paths = retain(path);
    else if (parent && obj_lookup_attr(vm, parent, NAME(__path__), &paths) < 0) err_clear(vm);
    last = plen ? str_substr(vm, name, plen + 1, as_str(name)->len) : retain(name);
    if (last && paths) compiled = import_find_compiled(vm, paths, last);
    err_clear(vm);
    if (compiled) {
        Value levels = as_exception(pending)->traceback ? retain(as_exception(pending)->traceback) : NO_VALUE;
        release(vm, pending);
        not_found(vm, name, NULL, compiled);
        if (levels) value_put(vm, &as_exception(vm->error)->traceback, levels);
    } else {
        err_put(vm, pending);
        add_hint(vm, name);
    }
    release(vm, last);
    release(vm, paths);
    release(vm, parent);
    release(vm, pname);
}

static Value load_by_system(VM *vm, Ref name)
{
    Value module = import_by_system(vm, name);
    if (!module && err_matches(vm, EXC_ModuleNotFoundError)) tell_absence(vm, name);
    return module;
}

/* One module, its parent package (or NULL) being imported already. */
static Value find_and_load(VM *vm, Ref name, Ref last, Ref parent)
{
    Ref path_list = NULL;
    Value own_path = NULL;
    if (parent) {
        int has = obj_lookup_attr(vm, parent, NAME(__path__), &own_path);
        if (has < 0) return NULL;
        if (!has) {
            Value pname = import_parent_name(vm, name);
            if (pname) not_found(vm, name, pname, NULL);
            release(vm, pname);
            return NULL;
        }
        path_list = own_path;
    } else path_list = vm->sys_dict ? dict_get_str(vm, vm->sys_dict, NAME(path)) : NULL;
    const ModuleDef *def = module_def_named(vm, name);
    Value r = NULL, path = NULL;
    if (def) r = load_c(vm, name, def);
    else {
        if (path_list) retain(path_list);
        const FrozenModule *fm = find_frozen(vm, name);
        Found found = path_list ? import_look_along(vm, path_list, last, fm, &path) : FOUND_NOTHING;
        if (found == FOUND_FILE || found == FOUND_PACKAGE || found == FOUND_BYTECODE) fm = NULL;
        if (!fm && found == FOUND_NOTHING && !parent && !import_path_has_files(vm)) fm = find_stand_in(vm, name);
        if (fm) r = load_frozen(vm, name, fm);
        else if (found == FOUND_FILE || found == FOUND_PACKAGE) r = load_file(vm, name, path, found == FOUND_PACKAGE);
        else if (found == FOUND_FOLDER) r = load_folder(vm, name, path);
        else if (found == FOUND_BYTECODE || (found == FOUND_NOTHING && !parent && import_path_has_files(vm))) r = import_wake(vm) ? load_by_system(vm, name) : NO_VALUE;
        else if (found == FOUND_NOTHING) not_found(vm, name, NULL, import_find_compiled(vm, path_list, last));
        if (path_list) release(vm, (Value)BITS(path_list));
    }
    release(vm, path);
    release(vm, own_path);
    return r;
}

/* The module of a dotted name, all its parents imported; owned. */
Value import_dotted(VM *vm, Ref name)
{
    Ref known = dict_get_str(vm, REF(vm->modules), name);
    if (known) {
        if (is_none(known)) {
            err_raise(vm, EXC_ModuleNotFoundError, "import of %U halted; None in sys.modules", name);
            if (err_matches(vm, EXC_ModuleNotFoundError)) value_put(vm, &as_exception(vm->error)->x[1], retain(name));
            return NULL;
        }
        Value held = retain(known);
        return import_is_ready(vm, name, held) ? held : (release(vm, held), NO_VALUE);
    }
    if (vm->end && !vm->gc_nobodys) return err_raise(vm, EXC_ImportError, "sys.meta_path is None, Python is likely shutting down"); /* a __del__ at the very end */
    if (!audit_import(vm, name) || !rec_enter(vm, " while importing")) return NULL;
    if (import_wants_system(vm, name) && !import_wake(vm)) return rec_leave(vm), NO_VALUE;
    if (import_is_awake(vm)) {
        Value module = load_by_system(vm, name);
        rec_leave(vm);
        return module;
    }
    Value pname = import_parent_name(vm, name), parent = NULL, r = NULL, last = NULL;
    if (!pname) goto done;
    int64_t plen = as_str(pname)->len;
    if (plen) {
        parent = import_dotted(vm, pname);
        if (!parent || (import_is_put_off(vm, parent) && !import_stir(vm, parent))) goto done;
        known = dict_get_str(vm, REF(vm->modules), name); /* the parent may have imported it */
        if (known) {
            r = retain(known);
            goto done;
        }
        if (import_is_awake(vm)) { /* since the parent's code */
            r = load_by_system(vm, name);
            goto done;
        }
    }
    last = plen ? str_substr(vm, name, plen + 1, as_str(name)->len) : retain(name);
    if (!last || !(last = str_intern(vm, last))) goto done;
    if ((r = import_asleep(vm, name, last, parent)) || err_occurred(vm)) goto done;
    r = find_and_load(vm, name, last, parent);
    if (r && parent && !obj_setattr(vm, parent, last, r)) value_clear(vm, &r);
done:
    rec_leave(vm);
    release(vm, last);
    release(vm, parent);
    release(vm, pname);
    return r;
}

/* ---- the statement ---- */

static bool warn_import(VM *vm, const char *text) { return err_warn_at(vm, EXC_ImportWarning, str_from_c(vm, text), 1); }

/* A module that says of itself neither its package nor its spec: what its name and __path__ tell. */
static Value package_by_name(VM *vm, Ref globals)
{
    if (!warn_import(vm, "can't resolve package from __spec__ or __package__, falling back on __name__ and __path__")) return NULL;
    Ref self = dict_get_str(vm, globals, NAME(__name__));
    if (!self) return err_raise(vm, EXC_KeyError, "'__name__' not in globals");
    if (!is_str(self)) return err_raise(vm, EXC_TypeError, "__name__ must be a string");
    return dict_get_str(vm, globals, NAME(__path__)) ? retain(self) : import_parent_name(vm, self);
}

/* The package that a module of these globals belongs to. */
static Value package_of(VM *vm, Ref globals)
{
    Ref known = dict_get_str(vm, globals, NAME(__package__)), self = dict_get_str(vm, globals, NAME(__spec__));
    if (known && !is_none(known) && !is_str(known)) return err_raise(vm, EXC_TypeError, "package must be a string");
    Value package = known && !is_none(known) ? retain(known) : NO_VALUE, spec = self && !is_none(self) ? retain(self) : NO_VALUE;
    Value parent = spec ? obj_getattr_c(vm, spec, "parent") : NO_VALUE, r = NO_VALUE;
    if (spec && !parent) r = NO_VALUE;
    else if (package) {
        int alike = spec ? op_compare_bool(vm, package, parent, CMP_EQ) : 1;
        if (alike > 0 || (!alike && warn_import(vm, "__package__ != __spec__.parent"))) r = retain(package);
    } else if (spec) {
        if (is_str(parent)) r = retain(parent);
        else err_raise(vm, EXC_TypeError, "__spec__.parent must be a string");
    } else
        r = package_by_name(vm, globals);
    release(vm, parent);
    release(vm, spec);
    release(vm, package);
    return r;
}

/* from .x import y: the absolute name. */
static Value resolve(VM *vm, Ref name, Ref globals, int level)
{
    if (!globals) return err_raise(vm, EXC_KeyError, "'__name__' not in globals");
    if (!is_dict(globals)) return err_raise(vm, EXC_TypeError, "globals must be a dict");
    Value base = package_of(vm, globals);
    if (!base) return NULL;
    if (!as_str(base)->len) {
        release(vm, base);
        return err_raise(vm, EXC_ImportError, "attempted relative import with no known parent package");
    }
    for (int i = 1; i < level; i++) {
        Value up = import_parent_name(vm, base);
        release(vm, base);
        base = up;
        if (!base) return NULL;
        if (!as_str(base)->len) {
            release(vm, base);
            return err_raise(vm, EXC_ImportError, "attempted relative import beyond top-level package");
        }
    }
    Value abs = as_str(name)->len ? str_format(vm, "%U.%U", base, name) : retain(base);
    release(vm, base);
    return abs;
}

static bool wrong_item(VM *vm, Ref module, Ref item, bool of_all)
{
    Value name = of_all ? obj_getattr(vm, module, NAME(__name__)) : NO_VALUE;
    if (name) err_raise(vm, EXC_TypeError, "Item in %S.__all__ must be str, not %T", (Ref)name, item);
    else if (!of_all) err_raise(vm, EXC_TypeError, "Item in ``from list'' must be str, not %T", item);
    release(vm, name);
    return false;
}

/* A submodule that is not there is no error yet: `from` says that there is no such name. One that is forbidden (None in sys.modules) is. */
static bool is_absent(VM *vm, Ref full)
{
    if (!err_matches(vm, EXC_ModuleNotFoundError)) return false;
    Ref what = as_exception(vm->error)->x[1], known = dict_get_str(vm, REF(vm->modules), full);
    return what && is_str(what) && str_equal(what, full) && !(known && is_none(known));
}

/* Submodules named in `from package import a, b` are imported if they are not attributes. */
static bool import_listed(VM *vm, Ref module, Ref abs, Ref fromlist, bool star_done)
{
    Value path = NULL;
    int has = obj_lookup_attr(vm, module, NAME(__path__), &path);
    release(vm, path);
    if (has <= 0) return has == 0;
    Value list = tuple_from_iter(vm, fromlist);
    bool ok = list != NULL;
    for (int64_t i = 0; ok && i < as_tuple(list)->len; i++) {
        Ref name = as_tuple(list)->items[i];
        if (!is_str(name)) {
            ok = wrong_item(vm, module, name, star_done);
            break;
        }
        if (str_equal_c(name, "*")) {
            Value all = NULL;
            if (star_done || obj_lookup_attr(vm, module, NAME(__all__), &all) <= 0) {
                err_clear(vm);
                continue;
            }
            ok = import_listed(vm, module, abs, all, true);
            release(vm, all);
            continue;
        }
        Value attr = NULL;
        has = obj_lookup_attr(vm, module, name, &attr);
        release(vm, attr);
        if (has < 0) ok = false;
        if (has) continue;
        Value full = str_format(vm, "%U.%U", abs, name), sub = full ? import_dotted(vm, full) : NULL;
        if (!sub && full && is_absent(vm, full)) err_clear(vm);
        else ok = sub != NULL;
        release(vm, sub);
        release(vm, full);
    }
    release(vm, list);
    return ok;
}

Value import_name(VM *vm, Ref name, Ref globals, Ref fromlist, int level)
{
    if (!is_str(name)) return err_raise(vm, EXC_TypeError, "module name must be a string");
    if (level < 0) return err_raise(vm, EXC_ValueError, "level must be >= 0");
    if (!as_str(name)->len && level == 0) return err_raise(vm, EXC_ValueError, "Empty module name");
    Value abs = level ? resolve(vm, name, globals, level) : retain(name);
    if (abs) abs = str_intern(vm, abs);
    Value module = abs ? import_dotted(vm, abs) : NULL, r = NULL;
    if (!module) goto done;
    int listed = fromlist && !is_none(fromlist) ? op_truth(vm, fromlist) : 0;
    if (listed < 0) goto done;
    if (listed) {
        if (import_listed(vm, module, abs, fromlist, false)) r = retain(module);
        goto done;
    }
    /* import a.b.c gives a; from-less relative imports give the first part below the package */
    int64_t dot = -1;
    for (int64_t i = 0; i < as_str(name)->len && dot < 0; i++)
        if (str_at(as_str(name), i) == '.') dot = i;
    if (dot < 0) r = retain(module);
    else {
        int64_t cut = as_str(abs)->len - (as_str(name)->len - dot);
        Value first = str_substr(vm, abs, 0, cut);
        r = first ? import_dotted(vm, first) : NULL;
        release(vm, first);
    }
done:
    release(vm, module);
    release(vm, abs);
    return r;
}

Value import_module(VM *vm, const char *dotted)
{
    Value name = str_intern_c(vm, dotted), r = name ? import_dotted(vm, name) : NULL;
    release(vm, name);
    return r;
}

Value import_attr(VM *vm, const char *dotted, const char *name)
{
    Value module = import_module(vm, dotted), v = module ? obj_getattr_c(vm, module, name) : NO_VALUE;
    release(vm, module);
    return v;
}

Value import_call(VM *vm, const char *dotted, const char *name, const Ref *args, int n)
{
    Value f = import_attr(vm, dotted, name), r = f ? call(vm, f, args, n, NULL) : NO_VALUE;
    release(vm, f);
    return r;
}

static Value no_such_name(VM *vm, Ref module, Ref name)
{
    Value mname = NULL, file = NULL;
    if (obj_lookup_attr(vm, module, NAME(__name__), &mname) < 0 || obj_lookup_attr(vm, module, NAME(__file__), &file) < 0) err_clear(vm);
    Value shown = mname && is_str(mname) ? retain(mname) : str_from_c(vm, "<unknown module name>");
    Value folders = NULL, compiled = obj_lookup_attr(vm, module, NAME(__path__), &folders) > 0 ? import_find_compiled(vm, folders, name) : NULL;
    err_clear(vm);
    release(vm, folders);
    if (compiled)
        err_raise(vm, EXC_ImportError, "cannot import name %R from %R: %U is compiled for CPython, and perch runs packages of Python alone", name, shown, (Ref)compiled);
    else if (import_is_running(vm, module)) {
        err_raise(vm, EXC_ImportError, "cannot import name %R from partially initialized module %R (most likely due to a circular import) (%S)",
                  name, shown, file ? file : V_NONE);
    } else
    if (file && is_str(file)) err_raise(vm, EXC_ImportError, "cannot import name %R from %R (%U)", name, shown, file);
    else err_raise(vm, EXC_ImportError, "cannot import name %R from %R (unknown location)", name, shown);
    if (err_matches(vm, EXC_ImportError)) {
        Exception *e = as_exception(vm->error);
        value_put(vm, &e->x[1], mname ? retain(mname) : V_NONE);
        value_put(vm, &e->x[2], file ? retain(file) : V_NONE);
        size_t n;
        const char *asked = is_str(name) ? str_utf8(vm, name, &n) : NULL, *home = str_utf8(vm, shown, &n);
        if (compiled && mname && is_str(mname)) add_hint(vm, mname);
        else if (asked && home) add_absent(vm, home, asked);
    }
    release(vm, compiled);
    release(vm, shown);
    release(vm, mname);
    release(vm, file);
    return NULL;
}

Value import_from(VM *vm, Ref module, Ref name)
{
    Value v = NULL;
    int has = obj_lookup_attr(vm, module, name, &v);
    if (has) return has > 0 ? v : NULL;
    /* a submodule that is being imported right now is not yet an attribute */
    Value mname = NULL;
    if (obj_lookup_attr(vm, module, NAME(__name__), &mname) > 0 && is_str(mname)) {
        Value full = str_format(vm, "%U.%U", mname, name);
        Ref sub = full ? dict_get_str(vm, REF(vm->modules), full) : NULL;
        if (sub) v = retain(sub);
        release(vm, full);
    }
    release(vm, mname);
    if (v) return v;
    err_clear(vm);
    return no_such_name(vm, module, name);
}

/* ---- the main module ---- */

/* Run the source found as __main__, in the namespace that the program's own code sees. */
enum { RUN_MODULE = 1 }; /* -m: sys.argv[0] is the file; that of a folder stays what was given */

static Value run_main(VM *vm, const FrozenModule *fm, Pyc *pyc, Ref file, Ref package, Ref name, int how)
{
    Value globals = lang_main_globals(vm), r = NULL;
    if (!globals) return NULL;
    bool ok = dict_set(vm, globals, NAME(__file__), file) && (!package || dict_set(vm, globals, NAME(__package__), package)) &&
              (!name || module_set_spec(vm, globals, name, file, NULL, !fm));
    Ref argv = ok && how == RUN_MODULE ? dict_get_str(vm, vm->sys_dict, NAME(argv)) : NULL;
    if (argv && is_list(argv) && as_list(argv)->len) value_put(vm, &as_list(argv)->items[0], retain(file));
    if (pyc) ok = ok && set_cached(vm, globals, pyc);
    Value code = !ok ? NULL : fm ? frozen_code(vm, fm) : pyc_code(vm, pyc);
    if (code && import_looked_at(vm, code)) r = code_run(vm, code, globals, NULL);
    release(vm, code);
    const FrozenModule *layer = r && fm ? frozen_layer(vm, fm) : NULL;
    if (layer && (code = frozen_code(vm, layer))) {
        value_put(vm, &r, code_run(vm, code, globals, NULL));
        release(vm, code);
    }
    release(vm, globals);
    return r;
}

/* By CPython's own module, which knows of archives, of bytecode without source, and what to say where there is nothing to run. */
static Value run_by_runpy(VM *vm, Ref name, int how)
{
    Value globals = lang_main_globals(vm);
    Ref given[] = {name, make_bool(how == RUN_MODULE)};
    Value r = globals ? import_call(vm, "runpy", "_run_module_as_main", given, 2) : NO_VALUE;
    release(vm, globals);
    return r;
}

static Value run_main_file(VM *vm, Ref path, Ref package, Ref name, int how)
{
    Pyc pyc;
    if (!pyc_open(vm, path, &pyc)) return NULL;
    Value r = pyc.odd ? run_by_runpy(vm, name, how) : run_main(vm, NULL, &pyc, path, package, name, how);
    pyc_close(vm, &pyc);
    return r;
}

static bool has_hint(VM *vm, Ref name)
{
    size_t n;
    const char *text = str_utf8(vm, name, &n);
    return text && vm->absent_hint && vm->absent_hint(text);
}

/* -m name: NULL with *why when there is nothing to run and the library has more to say of it. */
static Value run_named(VM *vm, Ref name, Ref asked, Value *why)
{
    Value pname = import_parent_name(vm, name), parent = NULL, path = NULL, file = NULL, r = NULL;
    Ref paths = dict_get_str(vm, vm->sys_dict, NAME(path));
    int64_t plen = pname ? as_str(pname)->len : 0;
    if (!pname) return NULL;
    if (plen) {
        parent = import_dotted(vm, pname);
        if (!parent && err_matches(vm, EXC_ModuleNotFoundError)) {
            err_clear(vm);
            *why = str_format(vm, "Error while finding module specification for %R (ModuleNotFoundError: No module named %R)", asked, pname);
        }
        if (!parent || obj_lookup_attr(vm, parent, NAME(__path__), &path) <= 0) goto done;
        paths = path;
    }
    Value last = plen ? str_substr(vm, name, plen + 1, as_str(name)->len) : retain(name);
    Found found = last && paths ? import_look_along(vm, paths, last, false, &file) : FOUND_NOTHING;
    const FrozenModule *fm = found == FOUND_NOTHING || found == FOUND_FOLDER ? frozen_named(vm, name) : NULL;
    release(vm, last);
    if (found == FOUND_PACKAGE || found == FOUND_FOLDER || (fm && fm->package)) {
        Value inner = str_format(vm, "%U.__main__", name);
        if (inner && as_str(name)->len && name == asked) r = run_named(vm, inner, asked, why);
        if (inner && !r && !err_occurred(vm) && !*why && name == asked) r = run_by_runpy(vm, asked, RUN_MODULE);
        release(vm, inner);
    } else if (fm) {
        Value shown = NO_VALUE, folder = NO_VALUE;
        if (frozen_place(vm, fm, &shown, &folder) && !shown) shown = str_format(vm, "<frozen %U>", name);
        if (shown) r = run_main(vm, fm, NULL, shown, pname, name, RUN_MODULE);
        release(vm, shown);
        release(vm, folder);
    } else if (found == FOUND_BYTECODE) r = run_by_runpy(vm, asked, RUN_MODULE);
    else if (found == FOUND_FILE) r = run_main_file(vm, file, pname, name, RUN_MODULE);
    else if (!err_occurred(vm) && name == asked && has_hint(vm, name)) *why = str_format(vm, "No module named %U", name);
    else if (!err_occurred(vm) && name == asked) r = run_by_runpy(vm, name, RUN_MODULE);
done:
    release(vm, file);
    release(vm, path);
    release(vm, parent);
    release(vm, pname);
    return r;
}

Value import_as_main(VM *vm, const char *name, const char *folder, Value *why)
{
    *why = NULL;
    Value r = NULL;
    if (folder) {
        Value file = str_format(vm, "%s/__main__.py", folder);
        size_t n;
        Value main = str_intern_c(vm, "__main__");
        if (file && main && access(str_utf8(vm, file, &n), R_OK)) r = run_by_runpy(vm, main, 0);
        else if (file && main) r = run_main_file(vm, file, vm->empty_str, main, 0);
        release(vm, main);
        release(vm, file);
    } else {
        Value text = str_intern_c(vm, name);
        if (text) r = run_named(vm, text, text, why);
        release(vm, text);
    }
    return r;
}
