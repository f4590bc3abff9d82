/* mod_users.c: the modules pwd and grp: who the users and the groups of this machine are. */
#include <errno.h>
#include <grp.h>
#include <pwd.h>

#include "mod_posix.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

typedef struct UsersState { Value row; } UsersState; /* the class of an answer */
extern const ModuleDef pwd_module, grp_module;
enum { ROOM = 65536 }; /* for the texts of one user or group */

/* Texts from the system; what came before failed: NULL. */
static Value row_of(VM *vm, const ModuleDef *def, Value *v /*taken*/, int n)
{
    UsersState *s = module_state(vm, def);
    bool ok = s != NULL;
    for (int i = 0; i < n; i++) ok &= v[i] != NULL;
    Value r = ok ? structseq_new(vm, s->row, as_refs(v), n) : NULL;
    for (int i = 0; i < n; i++) release(vm, v[i]);
    return r;
}
static Value user_value(VM *vm, const struct passwd *p)
{
    Value v[7] = {path_text(vm, p->pw_name), path_text(vm, p->pw_passwd), make_small(p->pw_uid), make_small(p->pw_gid), path_text(vm, p->pw_gecos), path_text(vm, p->pw_dir), path_text(vm, p->pw_shell)};
    return row_of(vm, &pwd_module, v, 7);
}
static Value group_value(VM *vm, const struct group *g)
{
    Value members = list_new(vm, 0);
    for (char **p = g->gr_mem; members && p && *p; p++) {
        Value each = path_text(vm, *p);
        if (!each || !list_append_take(vm, members, each)) value_clear(vm, &members);
    }
    Value v[4] = {path_text(vm, g->gr_name), g->gr_passwd ? path_text(vm, g->gr_passwd) : V_NONE, make_small(g->gr_gid), members};
    return row_of(vm, &grp_module, v, 4);
}

/* A name as the system has it: to be given back with path_done. */
static bool name_arg(VM *vm, Ref v, const char *fn, PathArg *out)
{
    if (is_str(v)) return path_arg(vm, fn, "name", v, 0, out);
    return err_false(vm, EXC_TypeError, "%s() argument must be str, not %T", fn, v);
}
/* A number of a user or group. 1; 0: no such number can be; -1: raised. */
static int id_arg(VM *vm, Ref v, const char *what, int64_t *id)
{
    if (!is_int(v) && !type_of(vm, v)->s.to_index) return err_minus(vm, EXC_TypeError, "%s should be integer, not %T", what, v);
    Value k = num_index(vm, v);
    if (!k) return -1;
    bool fits = int_fits_i64(k, id);
    release(vm, k);
    return fits && *id >= -1 && *id < (int64_t)UINT32_MAX;
}
static Value missing(VM *vm, Value text /*taken*/)
{
    if (text) err_raise_value(vm, EXC_KeyError, text);
    release(vm, text);
    return NULL;
}

FN(fn_getpwnam)
{
    struct passwd room, *p = NULL;
    PathArg name;
    if (!name_arg(vm, args[0], "getpwnam", &name)) return NULL;
    char *buf = mem_alloc(vm->mem, ROOM);
    if (buf) getpwnam_r(path_c(&name), &room, buf, ROOM, &p);
    Value r = !buf ? err_no_memory(vm) : p ? user_value(vm, p) : missing(vm, str_format(vm, "getpwnam(): name not found: %R", args[0]));
    mem_free(vm->mem, buf, ROOM);
    path_done(vm, &name);
    return r;
}
FN(fn_getpwuid)
{
    struct passwd room, *p = NULL;
    int64_t id;
    int ok = id_arg(vm, args[0], "uid", &id);
    if (ok <= 0) return ok < 0 ? NO_VALUE : missing(vm, str_from_c(vm, "getpwuid(): uid not found"));
    char *buf = mem_alloc(vm->mem, ROOM);
    if (buf) getpwuid_r((uid_t)id, &room, buf, ROOM, &p);
    Value r = !buf ? err_no_memory(vm) : p ? user_value(vm, p) : missing(vm, str_format(vm, "getpwuid(): uid not found: %lld", (long long)id));
    mem_free(vm->mem, buf, ROOM);
    return r;
}
FN(fn_getpwall)
{
    Value list = list_new(vm, 0);
    setpwent();
    for (struct passwd *p; list && (p = getpwent());) {
        Value each = user_value(vm, p);
        if (!each || !list_append_take(vm, list, each)) value_clear(vm, &list);
    }
    endpwent();
    return list;
}

FN(fn_getgrnam)
{
    struct group room, *g = NULL;
    PathArg name;
    if (!name_arg(vm, args[0], "getgrnam", &name)) return NULL;
    char *buf = mem_alloc(vm->mem, ROOM);
    if (buf) getgrnam_r(path_c(&name), &room, buf, ROOM, &g);
    Value r = !buf ? err_no_memory(vm) : g ? group_value(vm, g) : missing(vm, str_format(vm, "getgrnam(): name not found: %R", args[0]));
    mem_free(vm->mem, buf, ROOM);
    path_done(vm, &name);
    return r;
}
FN(fn_getgrgid)
{
    struct group room, *g = NULL;
    int64_t id;
    int ok = id_arg(vm, args[0], "gid", &id);
    if (ok <= 0) return ok < 0 ? NO_VALUE : err_raise(vm, EXC_OverflowError, "gid is less than minimum");
    char *buf = mem_alloc(vm->mem, ROOM);
    if (buf) getgrgid_r((gid_t)id, &room, buf, ROOM, &g);
    Value r = !buf ? err_no_memory(vm) : g ? group_value(vm, g) : missing(vm, str_format(vm, "getgrgid(): gid not found: %lld", (long long)id));
    mem_free(vm->mem, buf, ROOM);
    return r;
}
FN(fn_getgrall)
{
    Value list = list_new(vm, 0);
    setgrent();
    for (struct group *g; list && (g = getgrent());) {
        Value each = group_value(vm, g);
        if (!each || !list_append_take(vm, list, each)) value_clear(vm, &list);
    }
    endgrent();
    return list;
}

static bool pwd_init(VM *vm, Ref module, Dict *ns)
{
    static const char *const fields[] = {"pw_name", "pw_passwd", "pw_uid", "pw_gid", "pw_gecos", "pw_dir", "pw_shell"};
    UsersState *s = as_module(module)->state;
    s->row = structseq_type(vm, "pwd.struct_passwd", fields, 7, 7);
    return s->row && dict_set_c(vm, REF(ns), "struct_passwd", s->row);
}
static bool grp_init(VM *vm, Ref module, Dict *ns)
{
    static const char *const fields[] = {"gr_name", "gr_passwd", "gr_gid", "gr_mem"};
    UsersState *s = as_module(module)->state;
    s->row = structseq_type(vm, "grp.struct_group", fields, 4, 4);
    return s->row && dict_set_c(vm, REF(ns), "struct_group", s->row);
}
static void done(VM *vm, void *state) { release(vm, ((UsersState *)state)->row); }

static const NativeDef pwd_functions[] = {
    {"getpwnam", fn_getpwnam, "name, /", "Who has that login name; KeyError: nobody.", 0},
    {"getpwuid", fn_getpwuid, "uidobj, /", "Who has that number; KeyError: nobody.", 0},
    {"getpwall", fn_getpwall, "", "All users that the system knows.", 0},
    {0},
};
static const NativeDef grp_functions[] = {
    {"getgrnam", fn_getgrnam, "name", "The group of that name; KeyError: none.", NATIVE_KW},
    {"getgrgid", fn_getgrgid, "id", "The group of that number; KeyError: none.", NATIVE_KW},
    {"getgrall", fn_getgrall, "", "All groups that the system knows.", 0},
    {0},
};
const ModuleDef pwd_module = {.name = "pwd", .doc = "The users of this machine.", .functions = pwd_functions, .init = pwd_init, .state_size = sizeof(UsersState), .done = done};
const ModuleDef grp_module = {.name = "grp", .doc = "The groups of this machine.", .functions = grp_functions, .init = grp_init, .state_size = sizeof(UsersState), .done = done};
