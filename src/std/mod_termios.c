/* mod_termios.c: the module termios: what a terminal does with what is typed and shown. */
#include <errno.h>
#include <sys/ioctl.h>
#include <termios.h>

#include <asm/ioctls.h>
#include <linux/serial.h>
#include <linux/tty.h>

#include "lang/object/thread.h"
#include "mod_posix.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

typedef struct TermiosState { Value error; } TermiosState;
extern const ModuleDef termios_module;

static Value fail(VM *vm, int number)
{
    TermiosState *st = module_state(vm, &termios_module);
    Value text = st ? str_from_c(vm, strerror(number)) : NULL, e = text ? call2(vm, st->error, make_small(number), text) : NULL;
    release(vm, text);
    return e ? err_raise_obj(vm, e) : NULL;
}

/* ---- attributes: [iflag, oflag, cflag, lflag, ispeed, ospeed, cc] ---- */

FN(fn_tcgetattr)
{
    int fd;
    struct termios t;
    if (!lib_fd(vm, args[0], &fd)) return NULL;
    if (tcgetattr(fd, &t) < 0) return fail(vm, errno);
    Value cc = list_new(vm, NCCS);
    for (int i = 0; cc && i < NCCS; i++) {
        bool number = !(t.c_lflag & ICANON) && (i == VMIN || i == VTIME); /* counts, not characters */
        Value each = number ? make_small(t.c_cc[i]) : bytes_from(vm, &t.c_cc[i], 1);
        if (!each || !list_append_take(vm, cc, each)) value_clear(vm, &cc);
    }
    if (!cc) return NULL;
    Ref all[7] = {make_small(t.c_iflag), make_small(t.c_oflag), make_small(t.c_cflag), make_small(t.c_lflag), make_small(cfgetispeed(&t)), make_small(cfgetospeed(&t)), cc};
    Value list = list_from(vm, all, 7);
    release(vm, cc);
    return list;
}

static bool characters(VM *vm, Ref list, struct termios *t)
{
    for (int i = 0; i < NCCS; i++) {
        if (as_list(list)->len != NCCS) return err_false(vm, EXC_TypeError, "tcsetattr: attributes[6] must be %d element list", NCCS);
        Ref v = as_list(list)->items[i];
        int k;
        if (is_bytes(v) && as_bytes(v)->len == 1) t->c_cc[i] = as_bytes(v)->data[0];
        else if (!is_int(v)) return err_false(vm, EXC_TypeError, "tcsetattr: elements of attributes must be characters or integers");
        else if (!int_arg(vm, v, &k)) return false;
        else t->c_cc[i] = (cc_t)k;
    }
    return true;
}
FN(fn_tcsetattr)
{
    int fd, when;
    struct termios t;
    int64_t v[6];
    if (!lib_fd(vm, args[0], &fd) || !int_arg(vm, args[1], &when)) return NULL;
    if (!is_list(args[2]) || as_list(args[2])->len != 7) return err_raise(vm, EXC_TypeError, "tcsetattr, arg 3: must be 7 element list");
    if (tcgetattr(fd, &t) < 0) return fail(vm, errno);
    for (int i = 0; i < 6; i++) {
        if (as_list(args[2])->len != 7) return err_raise(vm, EXC_TypeError, "tcsetattr, arg 3: must be 7 element list");
        if (!num_index_i64(vm, as_list(args[2])->items[i], &v[i])) return NULL;
    }
    Value cc = as_list(args[2])->len == 7 ? retain(as_list(args[2])->items[6]) : V_NONE;
    bool ok = is_list(cc) && as_list(cc)->len == NCCS ? characters(vm, cc, &t) : err_false(vm, EXC_TypeError, "tcsetattr: attributes[6] must be %d element list", NCCS);
    release(vm, cc);
    if (!ok) return NULL;
    t.c_iflag = (tcflag_t)v[0];
    t.c_oflag = (tcflag_t)v[1];
    t.c_cflag = (tcflag_t)v[2];
    t.c_lflag = (tcflag_t)v[3];
    if (cfsetispeed(&t, (speed_t)v[4]) < 0 || cfsetospeed(&t, (speed_t)v[5]) < 0) return fail(vm, errno);
    return THREAD_AWAY(vm, tcsetattr(fd, when, &t)) < 0 ? fail(vm, errno) : V_NONE;
}

/* ---- what is on its way ---- */

static Value act(VM *vm, const Ref *args, int (*f)(int, int))
{
    int fd, k;
    if (!lib_fd(vm, args[0], &fd) || !int_arg(vm, args[1], &k)) return NULL;
    return THREAD_AWAY(vm, f(fd, k)) < 0 ? fail(vm, errno) : V_NONE;
}
FN(fn_tcsendbreak) { return act(vm, args, tcsendbreak); }
FN(fn_tcflush) { return act(vm, args, tcflush); }
FN(fn_tcflow) { return act(vm, args, tcflow); }
FN(fn_tcdrain)
{
    int fd;
    if (!lib_fd(vm, args[0], &fd)) return NULL;
    return THREAD_AWAY(vm, tcdrain(fd)) < 0 ? fail(vm, errno) : V_NONE;
}

FN(fn_tcgetwinsize)
{
    int fd;
    struct winsize w;
    if (!lib_fd(vm, args[0], &fd)) return NULL;
    return ioctl(fd, TIOCGWINSZ, &w) < 0 ? fail(vm, errno) : tuple_of(vm, 2, make_small(w.ws_row), make_small(w.ws_col));
}
FN(fn_tcsetwinsize)
{
    int fd;
    struct winsize w;
    int64_t v[2];
    if (!lib_fd(vm, args[0], &fd)) return NULL;
    Value t = tuple_from_iter(vm, args[1]);
    if (!t || as_tuple(t)->len != 2) {
        release(vm, t);
        err_clear(vm);
        return err_raise(vm, EXC_TypeError, "tcsetwinsize, arg 2: must be a two-item sequence");
    }
    bool ok = num_index_i64(vm, as_tuple(t)->items[0], &v[0]) && num_index_i64(vm, as_tuple(t)->items[1], &v[1]);
    release(vm, t);
    if (!ok) return NULL;
    if (ioctl(fd, TIOCGWINSZ, &w) < 0) return fail(vm, errno);
    w.ws_row = (unsigned short)v[0];
    w.ws_col = (unsigned short)v[1];
    if (w.ws_row != v[0] || w.ws_col != v[1]) return err_raise(vm, EXC_OverflowError, "winsize value(s) out of range.");
    return ioctl(fd, TIOCSWINSZ, &w) < 0 ? fail(vm, errno) : V_NONE;
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    TermiosState *st = as_module(module)->state;
    Value name = str_intern_c(vm, "error"), mod = str_from_c(vm, "termios"), d = dict_new(vm), bases = tuple_of(vm, 1, REF(vm->exc_types[EXC_Exception]));
    if (name && mod && d && bases && dict_set(vm, d, NAME(__module__), mod)) st->error = type_make(vm, REF(CLASS(type)), name, bases, d, NULL);
    release(vm, name);
    release(vm, mod);
    release(vm, d);
    release(vm, bases);
    return st->error && dict_set_c(vm, REF(ns), "error", st->error);
}
static void done(VM *vm, void *state) { release(vm, ((TermiosState *)state)->error); }

static const NativeDef functions[] = {
    {"tcgetattr", fn_tcgetattr, "fd, /", "Get the tty attributes for file descriptor fd: [iflag, oflag, cflag, lflag, ispeed, ospeed, cc].", 0},
    {"tcsetattr", fn_tcsetattr, "fd, when, attributes, /", "Set the tty attributes for file descriptor fd.", 0},
    {"tcsendbreak", fn_tcsendbreak, "fd, duration, /", "Send a break on file descriptor fd.", 0},
    {"tcdrain", fn_tcdrain, "fd, /", "Wait until all output written to file descriptor fd has been transmitted.", 0},
    {"tcflush", fn_tcflush, "fd, queue, /", "Discard queued data on file descriptor fd.", 0},
    {"tcflow", fn_tcflow, "fd, action, /", "Suspend or resume input or output on file descriptor fd.", 0},
    {"tcgetwinsize", fn_tcgetwinsize, "fd, /", "Get the tty winsize for file descriptor fd: (rows, columns).", 0},
    {"tcsetwinsize", fn_tcsetwinsize, "fd, winsize, /", "Set the tty winsize for file descriptor fd.", 0},
    {0},
};
#define C(name) {#name, CONST_INT, (int64_t)name, 0, NULL},
#define VSWTCH VSWTC
static const ModuleConst constants[] = {
#include "mod_termios.def"
    {0}};
const ModuleDef termios_module = {.name = "termios", .doc = "Terminals.", .functions = functions, .constants = constants, .init = init, .state_size = sizeof(TermiosState), .done = done};
