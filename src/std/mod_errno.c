/* mod_errno.c: the module errno: the system's error numbers by name, and errorcode, which goes the other way. */
#include <errno.h>

#include "lang/object/vm.h"

#define C(name) {#name, name}
static const struct { const char *name; int number; } rows[] = {
    C(EPERM), C(ENOENT), C(ESRCH), C(EINTR), C(EIO), C(ENXIO), C(E2BIG), C(ENOEXEC), C(EBADF), C(ECHILD), C(EAGAIN), C(ENOMEM), C(EACCES), C(EFAULT),
    C(ENOTBLK), C(EBUSY), C(EEXIST), C(EXDEV), C(ENODEV), C(ENOTDIR), C(EISDIR), C(EINVAL), C(ENFILE), C(EMFILE), C(ENOTTY), C(ETXTBSY), C(EFBIG),
    C(ENOSPC), C(ESPIPE), C(EROFS), C(EMLINK), C(EPIPE), C(EDOM), C(ERANGE), C(EDEADLK), C(ENAMETOOLONG), C(ENOLCK), C(ENOSYS), C(ENOTEMPTY), C(ELOOP),
    C(ENOMSG), C(EIDRM), C(ECHRNG), C(EL2NSYNC), C(EL3HLT), C(EL3RST), C(ELNRNG), C(EUNATCH), C(ENOCSI), C(EL2HLT), C(EBADE), C(EBADR), C(EXFULL),
    C(ENOANO), C(EBADRQC), C(EBADSLT), C(EBFONT), C(ENOSTR), C(ENODATA), C(ETIME), C(ENOSR), C(ENONET), C(ENOPKG), C(EREMOTE), C(ENOLINK), C(EADV),
    C(ESRMNT), C(ECOMM), C(EPROTO), C(EMULTIHOP), C(EDOTDOT), C(EBADMSG), C(EOVERFLOW), C(ENOTUNIQ), C(EBADFD), C(EREMCHG), C(ELIBACC), C(ELIBBAD),
    C(ELIBSCN), C(ELIBMAX), C(ELIBEXEC), C(EILSEQ), C(ERESTART), C(ESTRPIPE), C(EUSERS), C(ENOTSOCK), C(EDESTADDRREQ), C(EMSGSIZE), C(EPROTOTYPE),
    C(ENOPROTOOPT), C(EPROTONOSUPPORT), C(ESOCKTNOSUPPORT), C(ENOTSUP), C(EPFNOSUPPORT), C(EAFNOSUPPORT), C(EADDRINUSE), C(EADDRNOTAVAIL),
    C(ENETDOWN), C(ENETUNREACH), C(ENETRESET), C(ECONNABORTED), C(ECONNRESET), C(ENOBUFS), C(EISCONN), C(ENOTCONN), C(ESHUTDOWN), C(ETOOMANYREFS),
    C(ETIMEDOUT), C(ECONNREFUSED), C(EHOSTDOWN), C(EHOSTUNREACH), C(EALREADY), C(EINPROGRESS), C(ESTALE), C(EUCLEAN), C(ENOTNAM), C(ENAVAIL),
    C(EISNAM), C(EREMOTEIO), C(EDQUOT), C(EOWNERDEAD), C(ENOTRECOVERABLE), C(EKEYEXPIRED), C(EKEYREJECTED), C(EKEYREVOKED), C(EMEDIUMTYPE),
    C(ENOKEY), C(ENOMEDIUM), C(ECANCELED), C(ERFKILL)};
/* Other names of the same numbers: not in errorcode. */
static const struct { const char *name; int number; } aliases[] = {C(EWOULDBLOCK), C(EDEADLOCK), C(EOPNOTSUPP)};

static bool init(VM *vm, Ref module, Dict *ns)
{
    Value codes = dict_new(vm);
    bool ok = codes != NULL;
    for (size_t i = 0; ok && i < sizeof rows / sizeof *rows; i++) {
        Value name = str_intern_c(vm, rows[i].name);
        ok = name && dict_set(vm, codes, make_small(rows[i].number), name) && dict_set(vm, REF(ns), name, make_small(rows[i].number));
        release(vm, name);
    }
    for (size_t i = 0; ok && i < sizeof aliases / sizeof *aliases; i++) ok = dict_set_c(vm, REF(ns), aliases[i].name, make_small(aliases[i].number));
    ok = ok && dict_set_c(vm, REF(ns), "errorcode", codes);
    release(vm, codes);
    return ok;
}

const ModuleDef errno_module = {.name = "errno", .doc = "The system's error numbers by name.", .init = init};
