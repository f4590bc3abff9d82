/* mod_stat.c: the module _stat: what the numbers in os.stat()'s results mean, as the system has them. */
#include <sys/stat.h>

#include "lang/object/vm.h"

/* A mode as the functions take it: mode_t of the system's. false: raised. */
static bool get_mode(VM *vm, Ref v, mode_t *mode)
{
    if (!is_int(v) && !type_of(vm, v)->s.to_index) return err_false(vm, EXC_TypeError, "an integer is required");
    Value i = num_index(vm, v);
    int64_t wide = 0;
    bool ok = i != NO_VALUE;
    if (ok && (!int_fits_i64(i, &wide) || wide < 0)) ok = err_false(vm, EXC_OverflowError, wide < 0 ? "can't convert negative value to unsigned int" : "Python int too large to convert to C unsigned long");
    else if (ok && wide > UINT32_MAX) ok = err_false(vm, EXC_OverflowError, "mode out of range");
    *mode = (mode_t)wide;
    release(vm, i);
    return ok;
}

#define OF_MODE(name, expr)                                                       \
    static Value fn_##name(VM *vm, const Ref *args, int n, Ref kwnames)           \
    {                                                                             \
        mode_t mode = 0;                                                          \
        return get_mode(vm, args[0], &mode) ? (expr) : NO_VALUE;                  \
    }
OF_MODE(isdir, make_bool(S_ISDIR(mode)))
OF_MODE(ischr, make_bool(S_ISCHR(mode)))
OF_MODE(isblk, make_bool(S_ISBLK(mode)))
OF_MODE(isreg, make_bool(S_ISREG(mode)))
OF_MODE(isfifo, make_bool(S_ISFIFO(mode)))
OF_MODE(islnk, make_bool(S_ISLNK(mode)))
OF_MODE(issock, make_bool(S_ISSOCK(mode)))
OF_MODE(isnever, V_FALSE) /* doors, ports and whiteouts: Linux has none */
OF_MODE(imode, make_small(mode & 07777))
OF_MODE(ifmt, make_small(mode & S_IFMT))

static char kind_letter(mode_t mode)
{
    static const struct { mode_t kind; char letter; } kinds[] = {{S_IFREG, '-'}, {S_IFDIR, 'd'}, {S_IFLNK, 'l'}, {S_IFBLK, 'b'}, {S_IFCHR, 'c'}, {S_IFIFO, 'p'}, {S_IFSOCK, 's'}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if ((mode & S_IFMT) == kinds[i].kind) return kinds[i].letter;
    return '?';
}

static Value fn_filemode(VM *vm, const Ref *args, int n, Ref kwnames)
{
    mode_t mode = 0;
    if (!get_mode(vm, args[0], &mode)) return NULL;
    char text[10] = {kind_letter(mode)};
    static const struct { mode_t bit; char letter; } special[] = {{S_ISUID, 's'}, {S_ISGID, 's'}, {S_ISVTX, 't'}};
    for (int who = 0; who < 3; who++) {
        mode_t bits = mode >> (6 - 3 * who);
        char *at = text + 1 + 3 * who;
        at[0] = bits & 4 ? 'r' : '-';
        at[1] = bits & 2 ? 'w' : '-';
        at[2] = bits & 1 ? 'x' : '-';
        if (mode & special[who].bit) at[2] = bits & 1 ? special[who].letter : (char)(special[who].letter - 'a' + 'A');
    }
    return str_from_ascii(vm, text, sizeof text);
}

#define ASKS(name, fn, what) {name, fn_##fn, "mode, /", "Is a mode that of " what "?", 0}
static const NativeDef functions[] = {
    ASKS("S_ISDIR", isdir, "a folder"), ASKS("S_ISCHR", ischr, "a device of characters"), ASKS("S_ISBLK", isblk, "a device of blocks"), ASKS("S_ISREG", isreg, "an ordinary file"),
    ASKS("S_ISFIFO", isfifo, "a pipe with a name"), ASKS("S_ISLNK", islnk, "a symbolic link"), ASKS("S_ISSOCK", issock, "a socket"), ASKS("S_ISDOOR", isnever, "a door"),
    ASKS("S_ISPORT", isnever, "an event port"), ASKS("S_ISWHT", isnever, "a whiteout"), {"S_IMODE", fn_imode, "mode, /", "The bits of a mode that chmod sets.", 0},
    {"S_IFMT", fn_ifmt, "mode, /", "The bits of a mode that tell the kind of file.", 0}, {"filemode", fn_filemode, "mode, /", "A mode as `ls -l` shows it.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

#define ROW(name) {#name, CONST_INT, name, 0, NULL}
#define NUMBER(name, number) {#name, CONST_INT, number, 0, NULL}
static const ModuleConst constants[] = {
    ROW(S_IFDIR), ROW(S_IFCHR), ROW(S_IFBLK), ROW(S_IFREG), ROW(S_IFIFO), ROW(S_IFLNK), ROW(S_IFSOCK), NUMBER(S_IFDOOR, 0), NUMBER(S_IFPORT, 0), NUMBER(S_IFWHT, 0),
    ROW(S_ISUID), ROW(S_ISGID), ROW(S_ISVTX), NUMBER(S_ENFMT, S_ISGID), NUMBER(S_IREAD, S_IRUSR), NUMBER(S_IWRITE, S_IWUSR), NUMBER(S_IEXEC, S_IXUSR),
    ROW(S_IRWXU), ROW(S_IRUSR), ROW(S_IWUSR), ROW(S_IXUSR), ROW(S_IRWXG), ROW(S_IRGRP), ROW(S_IWGRP), ROW(S_IXGRP), ROW(S_IRWXO), ROW(S_IROTH), ROW(S_IWOTH), ROW(S_IXOTH),
    NUMBER(ST_MODE, 0), NUMBER(ST_INO, 1), NUMBER(ST_DEV, 2), NUMBER(ST_NLINK, 3), NUMBER(ST_UID, 4), NUMBER(ST_GID, 5), NUMBER(ST_SIZE, 6), NUMBER(ST_ATIME, 7),
    NUMBER(ST_MTIME, 8), NUMBER(ST_CTIME, 9), /* the flags of BSD's chflags: a stored mode may have them */
    NUMBER(UF_NODUMP, 0x1), NUMBER(UF_IMMUTABLE, 0x2), NUMBER(UF_APPEND, 0x4), NUMBER(UF_OPAQUE, 0x8), NUMBER(UF_NOUNLINK, 0x10), NUMBER(UF_COMPRESSED, 0x20), NUMBER(UF_HIDDEN, 0x8000),
    NUMBER(SF_ARCHIVED, 0x10000), NUMBER(SF_IMMUTABLE, 0x20000), NUMBER(SF_APPEND, 0x40000), NUMBER(SF_NOUNLINK, 0x100000), NUMBER(SF_SNAPSHOT, 0x200000),
    {NULL, CONST_INT, 0, 0, NULL},
};

const ModuleDef stat_module = {.name = "_stat", .doc = "The numbers of os.stat(), named.", .functions = functions, .constants = constants};
