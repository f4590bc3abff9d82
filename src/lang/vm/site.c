/* site.c: what CPython's module site does when an interpreter starts: the folder of the user's packages, the .pth files in it, sitecustomize and usercustomize. Most
 * starts find nothing to run; where there is something, CPython's own module is imported and does it (src/std/py/site+.py). */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lang/lang.h"
#include "lang/object/vm.h"
#include "sys.h"

int site_user_folder(const VM *vm, char *out, size_t size)
{
    const char *base = lang_flags_variable(&vm->flags, "PYTHONUSERBASE"), *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (vm->flags.no_user_site || vm->flags.no_site || getuid() != geteuid() || getgid() != getegid()) return 0;
    if (!base && !(data && *data) && !(home && *home)) return 0;
    int n = base ? snprintf(out, size, "%s/lib/python3.11/site-packages", base)
        : data && *data ? snprintf(out, size, "%s/perch/site-packages", data) : snprintf(out, size, "%s/.local/share/perch/site-packages", home);
    return n < 0 || n >= (int)size ? 0 : n;
}

static bool has_paths_file(const char *folder)
{
    DIR *d = opendir(folder);
    bool has = false;
    for (struct dirent *e; d && !has && (e = readdir(d));) {
        size_t n = strlen(e->d_name);
        has = n > 4 && !strcmp(e->d_name + n - 4, ".pth");
    }
    if (d) closedir(d);
    return has;
}

/* sitecustomize or usercustomize, in whatever form it may be there. */
static bool has_customize(VM *vm, Ref folder)
{
    static const char *const names[] = {"site", "user"}, *const forms[] = {".py", ".pyc", ""};
    struct stat st;
    size_t n;
    const char *text = is_str(folder) ? str_utf8(vm, folder, &n) : NULL;
    bool has = text && *text && stat(text, &st) == 0 && !S_ISDIR(st.st_mode); /* an archive may have it */
    char file[4096];
    for (int i = 0; text && !has && i < 6; i++)
        if (snprintf(file, sizeof file, "%s/%scustomize%s", text, names[i / 3], forms[i % 3]) < (int)sizeof file) has = access(file, F_OK) == 0;
    err_clear(vm);
    return has;
}

/* What CPython's site does when it starts; most starts find nothing that is to be done. */
void lang_customize(VM *vm)
{
    char own[4096];
    if (vm->flags.no_site) return;
    bool wanted = site_user_folder(vm, own, sizeof own) && has_paths_file(own);
    Ref path = dict_get_str(vm, vm->sys_dict, NAME(path));
    for (int64_t i = vm->flags.safe_path ? 0 : 1; !wanted && path && i < as_list(path)->len; i++) wanted = has_customize(vm, as_list(path)->items[i]);
    Value main = wanted ? lang_main_globals(vm) : NO_VALUE, r = main ? import_call(vm, "site", "_start", NULL, 0) : NO_VALUE;
    if (err_occurred(vm)) lang_print_error(vm);
    release(vm, r);
    release(vm, main);
}
