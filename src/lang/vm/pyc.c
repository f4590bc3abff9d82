/* pyc.c: bytecode that is kept beside its source, as CPython keeps it: __pycache__/NAME.TAG.pyc, or under sys.pycache_prefix. What an import finds there is taken if it
 * was made of this very source (its time and size stand in the file's head); else the source is compiled and the result kept, where that can be written and
 * sys.dont_write_bytecode lets it. Only what every import needs is here: a file that is known by its source's hash, or that is odd, is the import system's affair
 * (import_system.c), which then wakes.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lang/compile/code.h"
#include "lang/object/vm.h"
#include "pyc.h"

enum { HEAD = 16, HASHED = 1 }; /* magic, flags, then time and size of the source, 4 bytes each */

/* ---- where ---- */

static Value cache_tag(VM *vm)
{
    Ref known = dict_get_c(vm, vm->sys_dict, "implementation");
    Value own = known ? retain(known) : NO_VALUE, tag = own ? obj_getattr_c(vm, own, "cache_tag") : NO_VALUE;
    release(vm, own);
    return tag;
}

/* The folder of a source, under sys.pycache_prefix if there is one. */
static Value cache_folder(VM *vm, Ref folder)
{
    Ref prefix = dict_get_c(vm, vm->sys_dict, "pycache_prefix");
    if (!prefix || !is_str(prefix)) return as_str(folder)->len ? str_format(vm, "%U/__pycache__", folder) : str_from_c(vm, "__pycache__");
    char here[4096];
    const char *from = as_str(folder)->len && str_at(as_str(folder), 0) == '/' ? "" : getcwd(here, sizeof here) ? here : "";
    int64_t skip = 0, n = as_str(prefix)->len;
    while (skip < as_str(folder)->len && str_at(as_str(folder), skip) == '/') skip++;
    Value inner = str_substr(vm, folder, skip, as_str(folder)->len);
    const char *slash = n && str_at(as_str(prefix), n - 1) == '/' ? "" : "/";
    const char *between = *from && inner && as_str(inner)->len ? "/" : "";
    Value r = inner ? str_format(vm, "%U%s%s%s%U", prefix, slash, from + (*from == '/'), between, (Ref)inner) : NO_VALUE;
    release(vm, inner);
    return r;
}

/* None: nothing is kept (sys.implementation.cache_tag is None). */
static Value cache_path(VM *vm, Ref path)
{
    int64_t n = as_str(path)->len, name = n, dot = n;
    while (name > 0 && str_at(as_str(path), name - 1) != '/') name--;
    while (dot > name && str_at(as_str(path), dot - 1) != '.') dot--;
    if (dot == name) dot = n + 1;
    Value tag = cache_tag(vm), head = tag && is_str(tag) ? str_substr(vm, path, 0, name ? name - 1 : 0) : NO_VALUE;
    Value base = head ? str_substr(vm, path, name, dot - 1) : NO_VALUE, folder = base ? cache_folder(vm, head) : NO_VALUE, r = NO_VALUE;
    char level[32] = "";
    if (vm->flags.optimize) snprintf(level, sizeof level, ".opt-%d", vm->flags.optimize);
    if (folder) r = str_format(vm, "%U/%U.%U%s.pyc", (Ref)folder, (Ref)base, (Ref)tag, level);
    else if (tag && !is_str(tag)) r = V_NONE;
    release(vm, folder);
    release(vm, base);
    release(vm, head);
    release(vm, tag);
    return r;
}

/* ---- reading ---- */

static uint32_t number_at(const char *p)
{
    uint32_t n = 0;
    for (int i = 0; i < 4; i++) n |= (uint32_t)(unsigned char)p[i] << (8 * i);
    return n;
}

static void put_number(char *p, uint32_t n)
{
    for (int i = 0; i < 4; i++) p[i] = (char)(n >> (8 * i) & 255);
}

static uint32_t magic(void) { return image_magic() | (uint32_t)'\r' << 16 | (uint32_t)'\n' << 24; }

static void put_head(char *head, const Pyc *pyc)
{
    put_number(head, magic());
    put_number(head + 4, 0);
    put_number(head + 8, (uint32_t)pyc->status.st_mtime);
    put_number(head + 12, (uint32_t)pyc->size);
}

/* Is what is kept made of this source? Then its code; what is odd about it is left to the import system. */
static void read_kept(VM *vm, Pyc *pyc)
{
    char *kept = NULL, head[HEAD];
    size_t n = 0;
    if (!import_read_file(vm, pyc->cached, &kept, &n)) {
        err_clear(vm);
        return;
    }
    put_head(head, pyc);
    if (n >= 8 && !memcmp(kept, head, 4)) pyc->odd = n < HEAD || number_at(kept + 4) & HASHED;
    if (n >= HEAD && !pyc->odd && !memcmp(kept, head, HEAD)) {
        Value bytes = bytes_from(vm, kept + HEAD, (int64_t)(n - HEAD));
        pyc->code = bytes ? import_call(vm, "marshal", "loads", (Ref[]){bytes}, 1) : NO_VALUE;
        release(vm, bytes);
        if (pyc->code && !is_kind(pyc->code, KIND_CODE)) value_clear(vm, &pyc->code);
        pyc->odd = !pyc->code;
    }
    err_clear(vm);
    mem_free(vm->mem, kept, n + 1);
}

bool pyc_open(VM *vm, Ref path, Pyc *pyc)
{
    *pyc = (Pyc){.path = path};
    size_t n;
    const char *text = str_utf8(vm, path, &n);
    if (!text || !(pyc->cached = cache_path(vm, path))) return false;
    bool known = !is_none(pyc->cached) && stat(text, &pyc->status) == 0;
    pyc->keeps = known;
    if (!import_read_file(vm, path, &pyc->text, &pyc->size)) return pyc_close(vm, pyc), false;
    if (known) read_kept(vm, pyc);
    return true;
}

void pyc_close(VM *vm, Pyc *pyc)
{
    if (pyc->text) mem_free(vm->mem, pyc->text, pyc->size + 1);
    release(vm, pyc->cached);
    release(vm, pyc->code);
    *pyc = (Pyc){0};
}

/* ---- writing ---- */

/* The folder of a path, and what it lies in. */
static bool make_folder(char *path)
{
    struct stat st;
    char *slash = strrchr(path, '/');
    if (!slash || slash == path) return true;
    *slash = 0;
    bool ok = (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) || (make_folder(path) && (mkdir(path, 0777) == 0 || errno == EEXIST));
    *slash = '/';
    return ok;
}

static bool write_all(int fd, const void *p, size_t n)
{
    for (ssize_t k; n; p = (const char *)p + k, n -= (size_t)k)
        if ((k = write(fd, p, n)) < 0) {
            if (errno != EINTR) return false;
            k = 0;
        }
    return true;
}

/* Under another name first: who reads meanwhile sees all of it or nothing. What cannot be written is not kept. */
static void write_file(Pyc *pyc, const char *path, const unsigned char *code, size_t n)
{
    char *folder = strdup(path), *other = NULL, head[HEAD];
    mode_t mode = (pyc->status.st_mode | 0200) & 0666; /* (a source that may not be written to: its bytecode may) */
    int fd = -1;
    put_head(head, pyc);
    if (folder && make_folder(folder) && asprintf(&other, "%s.%llu", path, (unsigned long long)getpid() << 32 ^ (uintptr_t)pyc) > 0)
        fd = open(other, O_EXCL | O_CREAT | O_WRONLY | O_CLOEXEC, mode);
    if (fd >= 0) {
        bool ok = write_all(fd, head, HEAD) && write_all(fd, code, n);
        ok = !close(fd) && ok && !rename(other, path);
        if (!ok) unlink(other);
    }
    free(other);
    free(folder);
}

static void keep(VM *vm, Pyc *pyc, Ref code)
{
    Ref dont = dict_get_c(vm, vm->sys_dict, "dont_write_bytecode");
    bool wanted = dont && op_truth(vm, dont) == 0;
    err_clear(vm);
    if (!wanted) return;
    Value bytes = import_call(vm, "marshal", "dumps", (Ref[]){code}, 1);
    size_t n;
    const char *path = bytes && is_exact(bytes, CLASS(bytes)) ? str_utf8(vm, pyc->cached, &n) : NULL;
    if (path) write_file(pyc, path, as_bytes(bytes)->data, (size_t)as_bytes(bytes)->len);
    err_clear(vm);
    release(vm, bytes);
}

/* ---- the code ---- */

Value pyc_code(VM *vm, Pyc *pyc)
{
    if (pyc->code) {
        code_give_source(vm, pyc->code, pyc->text, pyc->size);
        return code_give_filename(vm, pyc->code, pyc->path) ? retain(pyc->code) : NO_VALUE;
    }
    Value code = compile_source(vm, pyc->text, pyc->size, pyc->path, LANG_EXEC, false);
    if (code && pyc->keeps) keep(vm, pyc, code);
    return code;
}

/* ---- a .pyc file as the main program ---- */

bool pyc_is_program(const char *text, size_t n, const char *filename)
{
    char head[4];
    size_t len = strlen(filename);
    put_number(head, magic());
    return (len > 4 && !strcmp(filename + len - 4, ".pyc")) || (n >= sizeof head && !memcmp(text, head, sizeof head));
}

Value pyc_program(VM *vm, const char *text, size_t n)
{
    char head[4], *source = NULL;
    size_t size;
    put_number(head, magic());
    if (n < HEAD || memcmp(text, head, sizeof head)) return err_raise(vm, EXC_RuntimeError, "Bad magic number in .pyc file");
    Value bytes = bytes_from(vm, text + HEAD, (int64_t)(n - HEAD)), code = bytes ? import_call(vm, "marshal", "loads", (Ref[]){bytes}, 1) : NO_VALUE;
    release(vm, bytes);
    if (!code) return NULL;
    if (!is_kind(code, KIND_CODE)) {
        release(vm, code);
        return err_raise(vm, EXC_RuntimeError, "Bad code object in .pyc file");
    }
    if (import_read_file(vm, REF(as_code(code)->filename), &source, &size)) {
        code_give_source(vm, code, source, size);
        mem_free(vm->mem, source, size + 1);
    }
    err_clear(vm);
    return code;
}
