/* mod_posix_dir.c: posix.scandir: the entries of a folder one by one, each with what the folder itself says of it, so that most questions need no look at the file. */
#include "mod_posix.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lang/object/args.h"

typedef struct Entry {
    Obj head;
    Value name, path;
    Value stat, lstat; /* once asked; or NULL */
    uint64_t inode;
    int folder;        /* the descriptor that the folder was given by; -1: by a path */
    uint8_t kind;      /* DT_* */
} Entry;
typedef struct Scan {
    Obj head;
    DIR *dir;          /* NULL: at its end, or closed */
    Value folder;      /* what stands before a name, with its slash; or NULL */
    int fd;
    bool bytes;
} Scan;
static Entry *as_entry(Ref v) { return (Entry *)BITS(v); }
static Scan *as_scan(Ref v) { return (Scan *)BITS(v); }

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

/* ---- an entry ---- */

static Value look(VM *vm, Entry *e, bool follow)
{
    PathArg p;
    struct stat st;
    if (!path_arg(vm, "DirEntry", "path", e->path, 0, &p)) return NULL;
    if (fstatat(e->folder >= 0 ? e->folder : AT_FDCWD, path_c(&p), &st, follow ? 0 : AT_SYMLINK_NOFOLLOW) < 0) return path_error(vm, &p);
    path_done(vm, &p);
    return posix_stat_value(vm, &st);
}

static Value keep(VM *vm, Value *slot, Value v)
{
    if (v) value_put(vm, slot, retain(v));
    return v;
}

/* A link that is followed has answers of its own. */
static Value entry_look(VM *vm, Entry *e, bool follow);
static int entry_is(VM *vm, Entry *e, bool follow, unsigned kind, mode_t mode);

static Value entry_look(VM *vm, Entry *e, bool follow)
{
    if (!follow) return e->lstat ? retain(e->lstat) : keep(vm, &e->lstat, look(vm, e, false));
    if (e->stat) return retain(e->stat);
    int link = entry_is(vm, e, false, DT_LNK, S_IFLNK);
    if (link < 0) return NULL;
    return keep(vm, &e->stat, link ? look(vm, e, true) : entry_look(vm, e, false));
}

/* 1, 0 (also of a file that is gone), -1. */
static int entry_is(VM *vm, Entry *e, bool follow, unsigned kind, mode_t mode)
{
    if (e->kind != DT_UNKNOWN && !(follow && e->kind == DT_LNK)) return e->kind == kind;
    Value st = entry_look(vm, e, follow);
    if (!st && err_matches(vm, EXC_FileNotFoundError)) return err_clear(vm), 0;
    Ref found = st && is_tuple(st) ? (Ref)as_tuple(st)->items[0] : (Ref)NULL;
    int is = found ? (small_of(found) & S_IFMT) == (int64_t)mode : -1;
    release(vm, st);
    return is;
}

static Value answer_is(VM *vm, Ref self, Ref follow, unsigned kind, mode_t mode)
{
    int yes = follow ? op_truth(vm, follow) : 1, is = yes < 0 ? -1 : entry_is(vm, as_entry(self), yes, kind, mode);
    return is < 0 ? NO_VALUE : make_bool(is);
}
FN(entry_is_dir) { return answer_is(vm, args[0], args[1], DT_DIR, S_IFDIR); }
FN(entry_is_file) { return answer_is(vm, args[0], args[1], DT_REG, S_IFREG); }
FN(entry_is_link) { return answer_is(vm, args[0], V_FALSE, DT_LNK, S_IFLNK); }
FN(entry_stat)
{
    int follow = args[1] ? op_truth(vm, args[1]) : 1;
    return follow < 0 ? NO_VALUE : entry_look(vm, as_entry(args[0]), follow);
}
FN(entry_inode) { return int_from_u64(vm, as_entry(args[0])->inode); }
FN(entry_fspath) { return retain(as_entry(args[0])->path); }
FN(no_reduce) { return err_raise(vm, EXC_TypeError, "cannot pickle 'posix.%T' object", args[0]); }
static Value entry_repr(VM *vm, Ref self) { return str_format(vm, "<DirEntry %R>", (Ref)as_entry(self)->name); }
static Value entry_name(VM *vm, Ref self) { return retain(as_entry(self)->name); }
static Value entry_path(VM *vm, Ref self) { return retain(as_entry(self)->path); }

static void entry_dealloc(VM *vm, Obj *o)
{
    Entry *e = (Entry *)o;
    value_clear(vm, &e->name);
    value_clear(vm, &e->path);
    value_clear(vm, &e->stat);
    value_clear(vm, &e->lstat);
    obj_free(vm, o, sizeof(Entry));
}

#define FOLLOWS "self, *, follow_symlinks=True"
static const NativeDef entry_methods[] = {
    {"is_dir", entry_is_dir, FOLLOWS, "Is it a folder?", 0},
    {"is_file", entry_is_file, FOLLOWS, "Is it an ordinary file?", 0},
    {"is_symlink", entry_is_link, "self, /", "Is it a symbolic link?", 0},
    {"stat", entry_stat, FOLLOWS, "What the system knows of the file; asked once.", 0},
    {"inode", entry_inode, "self, /", "The file's number in its file system.", 0},
    {"__fspath__", entry_fspath, "self, /", "The entry's path.", 0},
    {"__reduce__", no_reduce, "self, /", NULL, 0},
    CLASS_GETITEM_ROW,
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef entry_getsets[] = {
    {"name", entry_name, getset_readonly, "The name in the folder."},
    {"path", entry_path, getset_readonly, "The folder as it was given, and the name."},
    {NULL, NULL, NULL, NULL},
};
static const TypeDef entry_def = {.name = "posix.DirEntry", .doc = "An entry of a folder.", .kind = KIND_OPAQUE, .size = sizeof(Entry), .flags = TYPE_NO_NEW | TYPE_IMMUTABLE, .s = {.repr = entry_repr},
                                  .dealloc = entry_dealloc, .methods = entry_methods, .getsets = entry_getsets};

/* ---- a walk through a folder ---- */

static void scan_end(Scan *s)
{
    DIR *dir = s->dir;
    s->dir = NULL;
    if (!dir) return;
    if (s->fd >= 0) rewinddir(dir); /* (the descriptor that was given shares the place) */
    closedir(dir);
}

static Value path_of(VM *vm, const Scan *s, Ref name)
{
    if (!s->folder) return retain(name);
    if (!s->bytes) return str_concat(vm, s->folder, name);
    int64_t a = as_bytes(s->folder)->len, b = as_bytes(name)->len;
    Value r = bytes_from(vm, NULL, a + b);
    if (r) memcpy(as_bytes(r)->data, as_bytes(s->folder)->data, (size_t)a);
    if (r) memcpy(as_bytes(r)->data + a, as_bytes(name)->data, (size_t)b);
    return r;
}

static Value entry_new(VM *vm, const Scan *s, const struct dirent *found)
{
    PosixState *state = module_state(vm, &posix_module);
    Value name = s->bytes ? bytes_from(vm, found->d_name, (int64_t)strlen(found->d_name)) : path_text(vm, found->d_name), path = name ? path_of(vm, s, name) : NO_VALUE;
    Entry *e = state && path ? (Entry *)obj_alloc(vm, as_type(state->dir_entry), sizeof(Entry)) : NULL;
    if (!e) {
        release(vm, name);
        release(vm, path);
        return NULL;
    }
    e->name = name;
    e->path = path;
    e->inode = found->d_ino;
    e->kind = found->d_type;
    e->folder = s->fd;
    return VAL(e);
}

static Value scan_next(VM *vm, Ref self)
{
    Scan *s = as_scan(self);
    struct dirent *found;
    do found = s->dir ? (errno = 0, readdir(s->dir)) : NULL;
    while (found && (!strcmp(found->d_name, ".") || !strcmp(found->d_name, "..")));
    if (found) return entry_new(vm, s, found);
    int failed = s->dir ? errno : 0;
    scan_end(s);
    return failed ? err_errno(vm, failed, NULL) : NO_VALUE;
}

static Value scan_iter(VM *vm, Ref self) { return retain(self); }
FN(scan_enter) { return retain(args[0]); }
FN(scan_close)
{
    scan_end(as_scan(args[0]));
    return V_NONE;
}
static void scan_del(VM *vm, Ref self)
{
    if (!as_scan(self)->dir) return;
    err_warn_unclosed(vm, str_format(vm, "unclosed scandir iterator %R", self), self);
    scan_end(as_scan(self));
}
static void scan_dealloc(VM *vm, Obj *o)
{
    if (!inst_finalize(vm, o)) return;
    scan_end((Scan *)o);
    value_clear(vm, &((Scan *)o)->folder);
    obj_free(vm, o, sizeof(Scan));
}

static void scan_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((Scan *)o)->folder) visit(((Scan *)o)->folder, arg);
}

static const NativeDef scan_methods[] = {
    {"close", scan_close, "self, /", "Let the folder go.", 0},
    {"__enter__", scan_enter, "self, /", "The walk itself.", 0},
    {"__exit__", scan_close, "self, /, *args", "Let the folder go.", 0},
    {"__reduce__", no_reduce, "self, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const TypeDef scan_def = {.name = "posix.ScandirIterator", .kind = KIND_OPAQUE, .size = sizeof(Scan), .flags = TYPE_GC | TYPE_HAS_DEL | TYPE_NO_NEW | TYPE_IMMUTABLE,
                                 .s = {.iter = scan_iter, .next = scan_next, .del = scan_del}, .dealloc = scan_dealloc, .traverse = scan_traverse, .methods = scan_methods};

/* What stands before the names: the path with a slash behind it. */
static Value prefix_of(VM *vm, const PathArg *p, bool bytes)
{
    size_t n = strlen(path_c(p));
    bool slash = n && path_c(p)[n - 1] == '/';
    if (!bytes) {
        Value text = path_text(vm, path_c(p)), r = text ? slash ? retain(text) : str_format(vm, "%U/", (Ref)text) : NO_VALUE;
        release(vm, text);
        return r;
    }
    Value r = bytes_from(vm, NULL, (int64_t)n + !slash);
    if (r) memcpy(as_bytes(r)->data, path_c(p), n);
    if (r && !slash) as_bytes(r)->data[n] = '/';
    return r;
}

FN(fn_scandir)
{
    PosixState *state = module_state(vm, &posix_module);
    PathArg p;
    if (!state || !path_arg(vm, "scandir", "path", args[0], PATH_FD | PATH_NONE, &p)) return NULL;
    int copy = p.bytes ? -1 : fcntl(p.fd, F_DUPFD_CLOEXEC, 0);
    DIR *dir = p.bytes ? opendir(path_c(&p)) : copy >= 0 ? fdopendir(copy) : NULL;
    if (!dir) {
        int number = errno;
        if (copy >= 0) close(copy);
        errno = number;
        return path_error(vm, &p);
    }
    Scan *s = (Scan *)obj_alloc(vm, as_type(state->scan), sizeof(Scan));
    bool bytes = p.bytes && p.given && is_bytes(p.given);
    if (s) *s = (Scan){.head = s->head, .dir = dir, .fd = p.bytes ? -1 : p.fd, .bytes = bytes, .folder = p.bytes ? prefix_of(vm, &p, bytes) : NO_VALUE};
    else closedir(dir);
    if (s && p.bytes && !s->folder) {
        scan_end(s);
        release(vm, VAL(s));
        s = NULL;
    }
    path_done(vm, &p);
    return VAL(s);
}

const NativeDef posix_dir_functions[] = {{"scandir", fn_scandir, "path=None", "The entries of a folder, one by one.", NATIVE_KW}, {0}};

bool posix_dir_open(VM *vm, PosixState *s, Dict *ns)
{
    return (s->dir_entry = VAL(type_from_def(vm, &entry_def, NULL))) && (s->scan = VAL(type_from_def(vm, &scan_def, NULL))) && module_add_type(vm, ns, as_type(s->dir_entry));
}
