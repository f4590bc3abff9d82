/* import_find.c: what a folder of sys.path has by a module's name. */
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "import_find.h"

static Found look_in(VM *vm, Ref folder, Ref last, Value *path)
{
    size_t n;
    struct stat st;
    char here[4096] = "";
    if (!as_str(folder)->len && !getcwd(here, sizeof here)) return FOUND_NOTHING;
    const char *sep = strcmp(here, "/") ? "/" : "";
    static const struct { const char *tail; Found what; } tries[] = {
        {"/__init__.py", FOUND_PACKAGE}, {"/__init__.pyc", FOUND_BYTECODE}, {".py", FOUND_FILE}, {".pyc", FOUND_BYTECODE}, {"", FOUND_FOLDER}};
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        Value p = str_format(vm, "%U%s%s%U%s", folder, here, sep, last, tries[i].tail);
        const char *text = p ? str_utf8(vm, p, &n) : NULL;
        if (!text) {
            release(vm, p);
            return FOUND_ERROR;
        }
        bool want_dir = tries[i].what == FOUND_FOLDER;
        if (stat(text, &st) == 0 && !!S_ISDIR(st.st_mode) == want_dir) {
            *path = p;
            return tries[i].what;
        }
        release(vm, p);
    }
    return FOUND_NOTHING;
}

/* Where another interpreter's library and packages stand. */
static bool is_foreign_folder(VM *vm, Ref folder)
{
    enum { TAIL = 13 };
    size_t n;
    const char *text = str_utf8(vm, folder, &n);
    if (text && frozen_is_library(vm, text)) return true;
    return text && n >= TAIL && (!memcmp(text + n - TAIL, "site-packages", TAIL) || !memcmp(text + n - TAIL, "dist-packages", TAIL));
}

Found import_look_along(VM *vm, Ref path_list, Ref last, bool passed_over, Value *path)
{
    Value folder_only = NULL;
    for (int64_t i = 0; is_list(path_list) && i < as_list(path_list)->len; i++) {
        Ref folder = as_list(path_list)->items[i];
        if (!is_str(folder) || (passed_over && is_foreign_folder(vm, folder))) continue;
        Found f = look_in(vm, folder, last, path);
        if (f == FOUND_FOLDER) { /* a namespace package gives way to anything further on */
            if (!folder_only) folder_only = *path;
            else release(vm, *path);
            continue;
        }
        if (f != FOUND_NOTHING) {
            release(vm, folder_only);
            return f;
        }
    }
    *path = folder_only;
    return folder_only ? FOUND_FOLDER : FOUND_NOTHING;
}

Value import_find_compiled(VM *vm, Ref path_list, Ref last)
{
    Value found = NULL;
    size_t n, size;
    for (int64_t i = 0; !found && path_list && is_list(path_list) && i < as_list(path_list)->len; i++) {
        Ref folder = as_list(path_list)->items[i];
        const char *name = str_utf8(vm, last, &n), *text = name && is_str(folder) ? str_utf8(vm, folder, &size) : NULL;
        DIR *d = text && strlen(text) == size ? opendir(size ? text : ".") : NULL;
        for (struct dirent *e; d && !found && (e = readdir(d));) {
            size_t len = strlen(e->d_name);
            bool fits = len > n + 3 && !memcmp(e->d_name, name, n) && e->d_name[n] == '.' && !strcmp(e->d_name + len - 3, ".so");
            Value file = fits ? str_from_utf8(vm, e->d_name, len) : NULL;
            if (file) found = str_format(vm, "%U/%U", folder, file);
            release(vm, file);
        }
        if (d) closedir(d);
    }
    err_clear(vm);
    return found;
}
