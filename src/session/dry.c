/* dry.c: session_dry_run: what a text would give, for a key before Return. perch/views/dry.py does it; here its view becomes a Bundle. */
#include "import.h"
#include "session_impl.h"

const Bundle *session_dry_run(Session *s, const char *text, size_t size)
{
    VM *vm = s->vm;
    Value module = import_module(vm, "perch.views.dry"), run = module ? obj_getattr_c(vm, module, "dry_bundle") : NULL;
    Value source = run ? str_from_utf8(vm, text, size) : NULL, data = source ? call1(vm, run, source) : NULL;
    bool ok = data && bundle_from_dict(s, &s->dry, data, NULL);
    release(vm, data);
    release(vm, source);
    release(vm, run);
    release(vm, module);
    if (!ok) err_clear(vm);
    return ok ? &s->dry.bundle : NULL;
}
