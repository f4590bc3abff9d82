/* dry.c: session_dry_run: what a text would give, for a key before Return. perch/views/dry.py does it; here its view becomes a Bundle. */
#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "lang/object/bytes.h"
#include "lang/object/module.h"
#include "session_impl.h"

const Bundle *session_dry_run(Session *s, const char *text, size_t size)
{
    VM *vm = s->vm;
    Value source = str_from_utf8(vm, text, size), data = source ? ask1(vm, "perch.views.dry", "dry_bundle", source) : NULL;
    bool ok = data && bundle_from_dict(s, &s->dry, data, NULL);
    release(vm, data);
    release(vm, source);
    if (!ok) err_clear(vm);
    return ok ? &s->dry.bundle : NULL;
}

Value dry_collect(VM *vm, int fd, double seconds)
{
    Text all = {0};
    double end = session_clock() + seconds;
    bool whole = false;
    while (!whole && session_clock() < end && !(__atomic_load_n(&vm->breaker, __ATOMIC_RELAXED) & BREAK_CALLED)) {
        struct pollfd p = {.fd = fd, .events = POLLIN};
        char piece[4096];
        if (poll(&p, 1, 20) <= 0) continue;
        ssize_t n = read(fd, piece, sizeof piece);
        if (n < 0 && errno == EINTR) continue;
        if (n > 0) text_add(&all, piece, (size_t)n);
        else whole = true;
    }
    Value data = whole && !all.failed ? bytes_from(vm, (const unsigned char *)(all.s ? all.s : ""), (int64_t)all.n) : V_NONE;
    text_drop(&all);
    return data;
}
