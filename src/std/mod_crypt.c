/* mod_crypt.c: the module _crypt: the C library's crypt(), which is opened when it is called. */
#include <errno.h>

#include "lang/object/vm.h"
#include "std.h"

static Value fn_crypt(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const char *text[2];
    size_t size;
    for (int i = 0; i < 2; i++) {
        if (!is_str(args[i])) return err_raise(vm, EXC_TypeError, "crypt() argument %d must be str, not %T", i + 1, args[i]);
        if (!(text[i] = str_utf8(vm, args[i], &size))) return NULL;
        if (strlen(text[i]) != size) return err_raise(vm, EXC_ValueError, "embedded null character");
    }
    char *(*crypt)(const char *, const char *) = (char *(*)(const char *, const char *))lib_symbol("libcrypt.so.1", "crypt");
    if (!crypt) return err_raise(vm, EXC_OSError, "libcrypt is not on this machine (Debian: libcrypt1)");
    errno = 0;
    const char *secret = crypt(text[0], text[1]);
    return secret ? str_from_utf8(vm, secret, strlen(secret)) : err_errno(vm, errno ? errno : EINVAL, NULL);
}

static const NativeDef functions[] = {{"crypt", fn_crypt, "word, salt, /", "A password, hashed as the salt says.", 0}, {0}};
const ModuleDef crypt_module = {.name = "_crypt", .doc = "The C library's crypt().", .functions = functions};
