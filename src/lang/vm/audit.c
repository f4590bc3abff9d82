/* audit.c: sys.audit and sys.addaudithook (audit.h). The hooks are kept where neither the collector nor a program finds them, to the program's end. */
#include "lang/object/audit.h"

#include <stdarg.h>
#include <string.h>

#include "lang/object/containers.h"
#include "watch.h"

static Value argument(VM *vm, char kind, va_list *from)
{
    switch (kind) {
    case 'i': return int_from_i64(vm, va_arg(*from, int64_t));
    case 's': {
        const char *text = va_arg(*from, const char *);
        return text ? str_from_c(vm, text) : V_NONE;
    }
    case 'b': {
        const char *text = va_arg(*from, const char *);
        return bytes_from(vm, text, (int64_t)strlen(text));
    }
    default: {
        Ref given = va_arg(*from, Ref);
        return given ? retain(given) : V_NONE;
    }
    }
}

bool audit_tell(VM *vm, const char *event, const char *kinds, ...)
{
    int64_t n = (int64_t)strlen(kinds);
    Value name = str_from_c(vm, event), all = name ? tuple_new(vm, n) : NO_VALUE;
    va_list from;
    va_start(from, kinds);
    for (int64_t i = 0; all && i < n; i++)
        if (!(as_tuple(all)->items[i] = argument(vm, kinds[i], &from))) value_clear(vm, &all);
    va_end(from);
    bool ok = all && audit_tell_all(vm, name, all);
    release(vm, all);
    release(vm, name);
    return ok;
}

/* What a hook does is not told to sys.settrace's and sys.setprofile's functions, unless it says that it may be. */
static bool call_hook(VM *vm, Ref hook, Ref event, Ref arguments)
{
    Value says = NO_VALUE, name = str_intern_c(vm, "__cantrace__");
    int may = !name || obj_lookup_attr(vm, hook, name, &says) < 0 ? -1 : says ? op_truth(vm, says) : 0;
    release(vm, says);
    release(vm, name);
    if (may < 0) return false;
    Watch *hushed = may ? NULL : vm->watch;
    if (hushed) hushed->busy++;
    Value r = call2(vm, hook, event, arguments);
    if (hushed && vm->watch == hushed) hushed->busy--;
    release(vm, r);
    return r != NO_VALUE;
}

bool audit_tell_all(VM *vm, Ref event, Ref arguments)
{
    if (!vm->audit_hooks || vm->end == VM_CLOSED) return true;
    Value pending = err_take(vm), hooks = retain(vm->audit_hooks);
    bool ok = true;
    for (int64_t i = 0; ok && i < as_list(hooks)->len; i++) {
        Value hook = retain(as_list(hooks)->items[i]);
        ok = call_hook(vm, hook, event, arguments);
        release(vm, hook);
    }
    release(vm, hooks);
    if (ok) err_put(vm, pending);
    else release(vm, pending);
    return ok;
}

bool audit_import(VM *vm, Ref name)
{
    if (!vm->audit_hooks || !vm->sys_dict) return true;
    Ref dict = vm->sys_dict;
    return AUDIT(vm, "import", "OOOOO", name, NULL, dict_get_str(vm, dict, NAME(path)), dict_get_c(vm, dict, "meta_path"), dict_get_c(vm, dict, "path_hooks"));
}

static Value sys_audit(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Tuple *given = as_tuple(args[0]);
    if (!given->len) return err_raise(vm, EXC_TypeError, "audit() missing 1 required positional argument: 'event'");
    Ref event = given->items[0];
    if (!is_str(event)) return err_raise(vm, EXC_TypeError, "expected str for argument 'event', not %T", event);
    if (!vm->audit_hooks) return V_NONE;
    Value rest = tuple_from(vm, as_refs(given->items + 1), (int)given->len - 1);
    bool ok = rest && audit_tell_all(vm, event, rest);
    release(vm, rest);
    return ok ? V_NONE : NO_VALUE;
}

static Value sys_addaudithook(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!AUDIT(vm, "sys.addaudithook", "")) { /* one that is there refuses it */
        if (!err_matches(vm, EXC_Exception)) return NULL;
        err_clear(vm);
        return V_NONE;
    }
    if (!vm->audit_hooks) {
        Value hooks = list_new(vm, 1);
        if (!hooks) return NULL;
        gc_untrack(as_obj(hooks));
        vm->audit_hooks = hooks;
    }
    return list_append(vm, vm->audit_hooks, args[0]) ? V_NONE : NO_VALUE;
}

const NativeDef sys_auditing[] = {
    {"audit", sys_audit, "*args", "Tell the audit hooks of an event.", 0},
    {"addaudithook", sys_addaudithook, "hook", "hook(event, args) hears of each event from now on, in all threads, and may raise to refuse it.", NATIVE_KW},
    {0},
};
