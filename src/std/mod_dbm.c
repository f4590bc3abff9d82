/* mod_dbm.c: the module _dbm, under dbm.ndbm: files of keys and values by Berkeley DB's functions of ndbm, as Debian's Python has them. The library is opened when the
 * module is imported. What it fetches is its own and is copied before anything else is asked of it. */
#include <errno.h>
#include <fcntl.h>

#include "mod_posix.h"
#include "std.h"

typedef struct Datum { char *data; int size; } Datum;
typedef struct Handle Handle;
typedef struct Ndbm {
#define NDBM(ret, name, args) ret (*name) args;
#include "mod_dbm.def"
#undef NDBM
} Ndbm;
static Ndbm ndbm;
static const char *const names[] = {
#define NDBM(ret, name, args) "__db_ndbm_" #name,
#include "mod_dbm.def"
#undef NDBM
};
static LibTable table = {.library = "libdb-5.3.so", .names = names, .functions = (void **)&ndbm, .count = sizeof names / sizeof *names};
_Static_assert(sizeof(Ndbm) == sizeof names / sizeof *names * sizeof(void *), "one pointer a function");

typedef struct State { Type *type; Value error; } State;
typedef struct Dbm {
    Obj head;
    Handle *handle; /* NULL: closed */
    bool writes;
    int64_t count;  /* of keys; -1: not known */
} Dbm;
extern const ModuleDef dbm_module;
enum { REPLACE = 1 };

#define METHOD(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)
static Dbm *as_dbm(Ref v) { return (Dbm *)BITS(v); }

static bool raise(VM *vm, const char *text)
{
    State *s = module_state(vm, &dbm_module);
    Value what = s ? str_from_c(vm, text) : NO_VALUE, e = what ? call1(vm, s->error, what) : NO_VALUE;
    release(vm, what);
    if (e) err_raise_obj(vm, e);
    return false;
}

static bool is_open(VM *vm, Ref self) { return as_dbm(self)->handle || raise(vm, "DBM object has already been closed"); }

/* Did the library say that something went wrong on the way? */
static bool went_well(VM *vm, Ref self)
{
    if (!ndbm.error(as_dbm(self)->handle)) return true;
    ndbm.clearerr(as_dbm(self)->handle);
    return raise(vm, "");
}

static bool fits(VM *vm, int64_t n, Datum *out, const void *p)
{
    *out = (Datum){(char *)(uintptr_t)p, (int)n};
    return n <= INT32_MAX || err_false(vm, EXC_OverflowError, "size does not fit in an int");
}

/* A str (as UTF-8) or bytes; `wrong`: what other values are told, NULL: that they are no bytes-like objects. Good as long as the value is. */
static bool datum(VM *vm, Ref v, const char *wrong, Datum *out)
{
    size_t n;
    if (is_str(v)) {
        const char *p = str_utf8(vm, v, &n);
        return p && fits(vm, (int64_t)n, out, p);
    }
    if (is_kind(v, KIND_BYTES)) return fits(vm, as_bytes(v)->len, out, as_bytes(v)->data);
    if (wrong) return err_false(vm, EXC_TypeError, "%s", wrong);
    if (buffer_check(vm, v)) return err_false(vm, EXC_TypeError, "argument must be read-only bytes-like object, not %T", v);
    return err_false(vm, EXC_TypeError, "a bytes-like object is required, not '%T'", v);
}
static const char KEYS[] = "dbm mappings have bytes or string keys only", ELEMENTS[] = "dbm mappings have bytes or string elements only";

static bool store(VM *vm, Ref self, Datum key, Datum value)
{
    as_dbm(self)->count = -1;
    if (ndbm.store(as_dbm(self)->handle, key, value, REPLACE) >= 0) return went_well(vm, self);
    ndbm.clearerr(as_dbm(self)->handle);
    return raise(vm, "cannot add item to database");
}

static bool drop(VM *vm, Ref self, Ref name, Datum key)
{
    as_dbm(self)->count = -1;
    if (ndbm.delete(as_dbm(self)->handle, key) >= 0) return went_well(vm, self);
    ndbm.clearerr(as_dbm(self)->handle);
    if (as_dbm(self)->writes) return err_raise_value(vm, EXC_KeyError, name) != NULL;
    return raise(vm, "cannot delete item from database");
}

/* ---- a mapping ---- */

static int64_t dbm_len(VM *vm, Ref self)
{
    if (!is_open(vm, self)) return -1;
    Dbm *d = as_dbm(self);
    if (d->count >= 0) return d->count;
    int64_t n = 0;
    for (Datum key = ndbm.firstkey(d->handle); key.data; key = ndbm.nextkey(d->handle)) n++;
    return d->count = n;
}

static Value dbm_getitem(VM *vm, Ref self, Ref key)
{
    Datum k;
    if (!datum(vm, key, NULL, &k) || !is_open(vm, self)) return NO_VALUE;
    Datum found = ndbm.fetch(as_dbm(self)->handle, k);
    if (!found.data) return err_raise_value(vm, EXC_KeyError, key);
    Value r = bytes_from(vm, found.data, found.size);
    if (r && !went_well(vm, self)) value_clear(vm, &r);
    return r;
}

static bool dbm_setitem(VM *vm, Ref self, Ref key, Ref value)
{
    Datum k, v;
    if (!datum(vm, key, KEYS, &k) || !is_open(vm, self)) return false;
    return !value ? drop(vm, self, key, k) : datum(vm, value, ELEMENTS, &v) && store(vm, self, k, v);
}

static int dbm_contains(VM *vm, Ref self, Ref key)
{
    Datum k;
    if (!is_open(vm, self)) return -1;
    if (!is_str(key) && !is_kind(key, KIND_BYTES)) return err_minus(vm, EXC_TypeError, "dbm key must be bytes or string, not %T", key);
    return !datum(vm, key, NULL, &k) ? -1 : ndbm.fetch(as_dbm(self)->handle, k).data != NULL;
}

METHOD(m_keys)
{
    if (!is_open(vm, args[0])) return NO_VALUE;
    Handle *h = as_dbm(args[0])->handle;
    Value list = list_new(vm, 0);
    for (Datum key = ndbm.firstkey(h); list && key.data; key = ndbm.nextkey(h))
        if (!list_append_take(vm, list, bytes_from(vm, key.data, key.size))) value_clear(vm, &list);
    return list;
}

METHOD(m_get)
{
    Datum k;
    if (!datum(vm, args[1], NULL, &k) || !is_open(vm, args[0])) return NO_VALUE;
    Datum found = ndbm.fetch(as_dbm(args[0])->handle, k);
    return found.data ? bytes_from(vm, found.data, found.size) : args[2] ? retain(args[2]) : V_NONE;
}

METHOD(m_setdefault)
{
    Datum k, v = {(char *)(uintptr_t)"", 0};
    if (!datum(vm, args[1], NULL, &k) || !is_open(vm, args[0])) return NO_VALUE;
    Datum found = ndbm.fetch(as_dbm(args[0])->handle, k);
    if (found.data) return bytes_from(vm, found.data, found.size);
    if (args[2] && !datum(vm, args[2], ELEMENTS, &v)) return NO_VALUE;
    if (!store(vm, args[0], k, v)) return NO_VALUE;
    return args[2] ? retain(args[2]) : bytes_from(vm, "", 0);
}

/* ---- opened, closed ---- */

static void shut(Dbm *d)
{
    if (d->handle) ndbm.close(d->handle);
    d->handle = NULL;
}
static void dbm_dealloc(VM *vm, Obj *o)
{
    shut((Dbm *)o);
    obj_free(vm, o, sizeof(Dbm));
}
METHOD(m_close)
{
    shut(as_dbm(args[0]));
    return V_NONE;
}
METHOD(m_enter) { return retain(args[0]); }
METHOD(m_exit) { return m_close(vm, args, 1, NULL); }

static const NativeDef methods[] = {
    {"close", m_close, "self, /", "Writes what is to be written and is done with the file.", 0},
    {"keys", m_keys, "self, /", "All keys, as bytes.", 0},
    {"get", m_get, "self, key, default=None, /", "The value of a key, or the default.", 0},
    {"setdefault", m_setdefault, "self, key, default=b'', /", "The value of a key; where there is none the default, which is then stored.", 0},
    {"__enter__", m_enter, "self, /", NULL, 0},
    {"__exit__", m_exit, "self, /, *args", NULL, 0},
    {0},
};
static const TypeDef dbm_def = {.name = "_dbm.dbm", .kind = KIND_OPAQUE, .size = sizeof(Dbm), .flags = TYPE_NO_NEW | TYPE_IMMUTABLE,
    .s = {.len = dbm_len, .getitem = dbm_getitem, .setitem = dbm_setitem, .contains = dbm_contains}, .dealloc = dbm_dealloc, .methods = methods};

/* OSError's own form: number, text, file. */
static Value failed(VM *vm, Ref file)
{
    State *s = module_state(vm, &dbm_module);
    Value number = make_small(errno), text = s ? str_from_c(vm, strerror(errno)) : NO_VALUE, e = text ? call(vm, s->error, (Ref[]){number, text, file}, 3, NULL) : NO_VALUE;
    release(vm, text);
    return e ? err_raise_obj(vm, e) : NO_VALUE;
}

METHOD(fn_open)
{
    static const struct { const char *word; int flags; } ways[] = {{"r", O_RDONLY}, {"w", O_RDWR}, {"rw", O_RDWR | O_CREAT}, {"c", O_RDWR | O_CREAT}, {"n", O_RDWR | O_CREAT | O_TRUNC}};
    int flags = -1, mode = 0666;
    PathArg path;
    if (args[1] && !is_str(args[1])) return err_raise(vm, EXC_TypeError, "open() argument 2 must be str, not %T", args[1]);
    if (args[2] && !int_arg(vm, args[2], &mode)) return NO_VALUE;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (args[1] ? str_equal_c(args[1], ways[i].word) : !i) flags = ways[i].flags;
    if (flags < 0) return raise(vm, "arg 2 to open should be 'r', 'w', 'c', or 'n'"), NO_VALUE;
    State *s = module_state(vm, &dbm_module);
    Value given = s ? path_fspath(vm, args[0]) : NO_VALUE;
    if (!given || !path_arg(vm, "open", "filename", given, 0, &path)) return release(vm, given), NO_VALUE;
    Dbm *d = (Dbm *)obj_alloc(vm, s->type, sizeof *d);
    if (d) {
        d->count = -1;
        d->writes = flags & O_RDWR;
        errno = 0;
        if (!(d->handle = ndbm.open(path_c(&path), flags, mode))) {
            failed(vm, args[0]);
            release(vm, VAL(d));
            d = NULL;
        }
    }
    path_done(vm, &path);
    release(vm, given);
    return d ? VAL(d) : NO_VALUE;
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    State *s = as_module(module)->state;
    const char *missing = lib_table(&table);
    if (missing) return err_false(vm, EXC_ImportError, "files of dbm.ndbm are Berkeley DB's, and %s is not here (Debian: libdb5.3)", missing);
    if (!(s->type = type_from_def(vm, &dbm_def, NULL)) || !(s->error = lib_error_class(vm, "_dbm", "error", NULL, REF(vm->exc_types[EXC_OSError]), NULL))) return false;
    return dict_set_c(vm, REF(ns), "error", s->error) && module_add(vm, ns, "library", str_from_c(vm, "Berkeley DB"));
}
static void done(VM *vm, void *state)
{
    State *s = state;
    release(vm, VAL(s->type));
    release(vm, s->error);
}

static const NativeDef functions[] = {{"open", fn_open, "filename, flags='r', mode=438, /", "Open a database: to read 'r', to write 'w', made if it is not there 'c', always made anew 'n'.", 0}, {0}};
const ModuleDef dbm_module = {.name = "_dbm", .doc = "Files of keys and values, by ndbm's functions.", .functions = functions, .init = init, .state_size = sizeof(State), .done = done, .noticed = module_is_noticed};
