/* mod_syslog.c: the module syslog: messages to the system's log. The system keeps a pointer to the name that openlog was given, so the
 * state holds it. */
#include <syslog.h>

#include "lang/object/audit.h"
#include "lang/object/thread.h"
#include "mod_posix.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

typedef struct SyslogState { Value ident; bool open; } SyslogState; /* ident: bytes, or NULL */
extern const ModuleDef syslog_module;

/* The program's name as sys.argv has it, as bytes; NULL without an error: none. */
static Value own_name(VM *vm)
{
    Ref argv = dict_get_c(vm, vm->sys_dict, "argv");
    if (!argv || !is_list(argv) || !as_list(argv)->len || !is_str(as_list(argv)->items[0])) return NULL;
    Value b = codec_encode(vm, as_list(argv)->items[0], "utf-8", "surrogateescape");
    if (!b) return NULL;
    const char *text = (const char *)as_bytes(b)->data, *last = strrchr(text, '/');
    Value r = last ? bytes_from(vm, last + 1, (int64_t)strlen(last + 1)) : retain(b);
    release(vm, b);
    if (r && as_bytes(r)->len) return r;
    release(vm, r);
    return NULL;
}

static bool open_log(VM *vm, SyslogState *s, Value ident /*taken, or NULL*/, int option, int facility)
{
    if (!ident && !(ident = own_name(vm)) && err_occurred(vm)) return false;
    Value text = ident ? str_from_utf8(vm, (const char *)as_bytes(ident)->data, (size_t)as_bytes(ident)->len) : V_NONE;
    bool heard = text && AUDIT(vm, "syslog.openlog", "Oii", (Ref)text, (int64_t)option, (int64_t)facility);
    release(vm, text);
    if (!heard) return release(vm, ident), false;
    openlog(ident ? (const char *)as_bytes(ident)->data : NULL, option, facility);
    value_put(vm, &s->ident, ident);
    return s->open = true;
}

/* ident, logoption, facility */
FN(fn_openlog)
{
    SyslogState *s = module_state(vm, &syslog_module);
    int option = 0, facility = LOG_USER;
    Value ident = NULL;
    if (!s || (args[1] && !int_arg(vm, args[1], &option)) || (args[2] && !int_arg(vm, args[2], &facility))) return NULL;
    if (args[0] && !is_str(args[0])) return err_raise(vm, EXC_TypeError, "openlog() argument 1 must be str, not %T", args[0]);
    if (args[0] && !(ident = codec_encode(vm, args[0], NULL, NULL))) return NULL;
    return open_log(vm, s, ident, option, facility) ? V_NONE : NO_VALUE;
}

/* [priority,] message */
FN(fn_syslog)
{
    SyslogState *s = module_state(vm, &syslog_module);
    Ref rest = args[0];
    int64_t count = as_tuple(rest)->len;
    int priority = LOG_INFO;
    if (!s) return NULL;
    if (count < 1 || count > 2) return err_raise(vm, EXC_TypeError, "[priority,] message string");
    Ref text = as_tuple(rest)->items[count - 1];
    if (!is_str(text) || (count == 2 && !is_int(as_tuple(rest)->items[0]))) return err_raise(vm, EXC_TypeError, "[priority,] message string");
    if (count == 2 && !int_arg(vm, as_tuple(rest)->items[0], &priority)) return NULL;
    Value message = AUDIT(vm, "syslog.syslog", "iO", (int64_t)priority, text) ? codec_encode(vm, text, NULL, NULL) : NO_VALUE;
    if (!message) return NULL;
    bool ok = s->open || open_log(vm, s, NULL, 0, LOG_USER);
    if (ok) {
        Thread *me = thread_leave(vm);
        syslog(priority, "%s", (const char *)as_bytes(message)->data);
        thread_enter(vm, me);
    }
    release(vm, message);
    return ok ? V_NONE : NO_VALUE;
}
FN(fn_closelog)
{
    if (!AUDIT(vm, "syslog.closelog", "")) return NULL;
    SyslogState *s = module_state(vm, &syslog_module);
    if (!s) return NULL;
    if (s->open) closelog();
    s->open = false;
    value_clear(vm, &s->ident);
    return V_NONE;
}
FN(fn_setlogmask)
{
    if (!AUDIT(vm, "syslog.setlogmask", "O", args[0])) return NULL;
    int mask;
    return int_arg(vm, args[0], &mask) ? make_small(setlogmask(mask)) : NO_VALUE;
}
static bool priority_arg(VM *vm, Ref v, int *p)
{
    if (!int_arg(vm, v, p)) return false;
    return (*p >= 0 && *p < 31) || err_false(vm, EXC_ValueError, "a priority is a number from 0 to 7");
}
FN(fn_log_mask)
{
    int p;
    return priority_arg(vm, args[0], &p) ? make_small(LOG_MASK(p)) : NO_VALUE;
}
FN(fn_log_upto)
{
    int p;
    return priority_arg(vm, args[0], &p) ? make_small((1LL << (p + 1)) - 1) : NO_VALUE;
}

static void done(VM *vm, void *state)
{
    SyslogState *s = state;
    if (s->open) closelog();
    release(vm, s->ident);
}

static const NativeDef functions[] = {
    {"openlog", fn_openlog, "ident='', logoption=0, facility=LOG_USER", "Set options of the messages that follow.", NATIVE_KW},
    {"syslog", fn_syslog, "*args", "syslog([priority,] message): send a message to the system's log.", 0},
    {"closelog", fn_closelog, "", "Reset the values of openlog().", 0},
    {"setlogmask", fn_setlogmask, "mask, /", "Which priorities are logged; answers what it was.", 0},
    {"LOG_MASK", fn_log_mask, "priority, /", "The mask of one priority.", 0},
    {"LOG_UPTO", fn_log_upto, "priority, /", "The mask of all priorities up to one.", 0},
    {0},
};
#define C(name) {#name, CONST_INT, name, 0, NULL}
static const ModuleConst constants[] = {
    C(LOG_EMERG), C(LOG_ALERT), C(LOG_CRIT), C(LOG_ERR), C(LOG_WARNING), C(LOG_NOTICE), C(LOG_INFO), C(LOG_DEBUG), C(LOG_PID), C(LOG_CONS), C(LOG_NDELAY),
    C(LOG_ODELAY), C(LOG_NOWAIT), C(LOG_PERROR), C(LOG_KERN), C(LOG_USER), C(LOG_MAIL), C(LOG_DAEMON), C(LOG_AUTH), C(LOG_LPR), C(LOG_LOCAL0), C(LOG_LOCAL1),
    C(LOG_LOCAL2), C(LOG_LOCAL3), C(LOG_LOCAL4), C(LOG_LOCAL5), C(LOG_LOCAL6), C(LOG_LOCAL7), C(LOG_SYSLOG), C(LOG_CRON), C(LOG_UUCP), C(LOG_NEWS),
    C(LOG_AUTHPRIV), {0}};
const ModuleDef syslog_module = {.name = "syslog", .doc = "The system's log.", .functions = functions, .constants = constants, .state_size = sizeof(SyslogState), .done = done};
