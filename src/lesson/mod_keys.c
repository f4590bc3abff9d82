/* mod_keys.c: the module _keys: the keyboard and the modes of the terminal while a demo plays.
 *
 * Three modes: as found; raw (each key at once, none is echoed, none raises a signal); running (none is echoed, Ctrl-C and Ctrl-Z are signals). Whatever
 * ends the process, the modes found come back: signals that end it set them in their handler. One terminal a process, so the statics are its.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "lang/object/containers.h"
#include "lang/object/num.h"
#include "lang/object/thread.h"
#include "lang/object/vm.h"
#include "lesson.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

typedef enum { MODE_FOUND, MODE_RAW, MODE_RUNNING } Mode;
static struct termios found, set; /* as the shell left it; as the demo has set it */
static volatile sig_atomic_t have_modes, mode, resized;
static int wake[2] = {-1, -1};
static int screen_fd = 1;

static const int taken[] = {SIGWINCH, SIGCONT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
enum { LOOK_MS = 100, TAKEN = sizeof taken / sizeof *taken, ESCAPE_MS = 25 /* the rest of a key's sequence comes with it */ };
static struct sigaction before[TAKEN];

static const char plain_screen[] = "\033[0m\033[?25h\r\n"; /* no colour, a cursor, a line of its own */

static void apply(Mode wanted)
{
    if (!have_modes) return;
    struct termios t = found;
    if (wanted != MODE_FOUND) {
        t.c_lflag &= ~(tcflag_t)(ICANON | ECHO | (wanted == MODE_RAW ? ISIG | IEXTEN : 0));
        if (wanted == MODE_RAW) t.c_iflag &= ~(tcflag_t)(IXON | IXOFF | INLCR);
        t.c_cc[VMIN] = 1;
        t.c_cc[VTIME] = 0;
    }
    set = t;
    mode = wanted;
    tcsetattr(0, TCSANOW, &t);
}

/* A signal's own effect, with the terminal as it was found. SIGTSTP: comes back when the job goes on. */
static void as_it_is(int sig)
{
    struct sigaction plain = {.sa_handler = SIG_DFL}, ours;
    sigset_t one, old;
    if (have_modes && mode != MODE_FOUND) {
        tcsetattr(0, TCSANOW, &found);
        if (write(screen_fd, plain_screen, sizeof plain_screen - 1) < 0) {}
    }
    sigaction(sig, &plain, &ours);
    sigemptyset(&one);
    sigaddset(&one, sig);
    raise(sig);
    pthread_sigmask(SIG_UNBLOCK, &one, &old);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    sigaction(sig, &ours, NULL);
}

static void on_signal(int sig)
{
    int kept = errno;
    if (sig == SIGWINCH) resized = 1;
    else if (sig == SIGCONT) {
        if (have_modes && mode != MODE_FOUND) tcsetattr(0, TCSANOW, &set);
        resized = 1; /* what stands there now nobody knows */
    } else as_it_is(sig);
    if (wake[1] >= 0 && write(wake[1], "", 1) < 0) {}
    errno = kept;
}

static void take_signals(void)
{
    struct sigaction act = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
    sigemptyset(&act.sa_mask);
    for (int i = 0; i < TAKEN; i++) sigaction(taken[i], &act, &before[i]);
}

FN(fn_open)
{
    if (have_modes || !isatty(0) || !isatty(1)) return V_FALSE;
    if (tcgetattr(0, &found) < 0 || pipe2(wake, O_NONBLOCK | O_CLOEXEC) < 0) return V_FALSE;
    screen_fd = 1;
    have_modes = 1;
    take_signals();
    apply(MODE_RAW);
    return V_TRUE;
}

FN(fn_close)
{
    if (!have_modes) return V_NONE;
    apply(MODE_FOUND);
    for (int i = 0; i < TAKEN; i++) sigaction(taken[i], &before[i], NULL);
    have_modes = 0;
    for (int i = 0; i < 2; i++) {
        close(wake[i]);
        wake[i] = -1;
    }
    return V_NONE;
}

FN(fn_mode)
{
    static const char *const names[] = {"found", "raw", "running"};
    size_t size;
    const char *name = is_str(args[0]) ? str_utf8(vm, args[0], &size) : NULL;
    for (int i = 0; name && i < 3; i++)
        if (!strcmp(name, names[i])) return apply((Mode)i), V_NONE;
    return err_raise(vm, EXC_ValueError, "a mode is found, raw or running");
}

/* The bytes of one key that has been pressed: a character, or what a special key sends. 0: there is no more keyboard. */
static size_t read_key(char *key, size_t room)
{
    ssize_t got = read(0, key, 1);
    if (got <= 0) return got < 0 && (errno == EINTR || errno == EAGAIN) ? (size_t)-1 : 0;
    unsigned char first = (unsigned char)*key;
    size_t n = 1, whole = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    struct pollfd ready = {.fd = 0, .events = POLLIN};
    if (first == 033) /* Escape alone, or the start of a sequence that ends in a letter or ~ */
        while (n < room && poll(&ready, 1, ESCAPE_MS) > 0 && read(0, key + n, 1) == 1) {
            char c = key[n++];
            if (n > 2 && ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '~')) break;
            if (n == 2 && c != '[' && c != 'O') break;
        }
    else
        while (n < whole && n < room && poll(&ready, 1, ESCAPE_MS) > 0 && read(0, key + n, 1) == 1) n++;
    return n;
}

/* (size_t)-1: nothing yet. Looks now and then whether the interpreter has been interrupted: a signal just before poll(), or on another thread, wakes nobody. */
static size_t wait_key(VM *vm, int milliseconds, char *key, size_t room)
{
    struct pollfd ready[2] = {{.fd = 0, .events = POLLIN}, {.fd = wake[0], .events = POLLIN}};
    int got = 0;
    for (; !resized && !got && !(__atomic_load_n(&vm->breaker, __ATOMIC_SEQ_CST) & (BREAK_CALLED | BREAK_SIGNAL)); milliseconds -= LOOK_MS) {
        got = poll(ready, 2, milliseconds < LOOK_MS ? milliseconds : LOOK_MS);
        if (milliseconds <= LOOK_MS) break;
    }
    if (got < 0) return (size_t)-1;
    char bytes[32];
    while (read(wake[0], bytes, sizeof bytes) > 0) {}
    if (resized || !ready[0].revents) return (size_t)-1;
    return read_key(key, room);
}

FN(fn_key)
{
    double seconds;
    char key[16];
    if (!num_to_double(vm, args[0], &seconds)) return NULL;
    if (!have_modes) return err_raise(vm, EXC_RuntimeError, "the keyboard is not open");
    int milliseconds = seconds <= 0 ? 0 : seconds > 3600 ? 3600 * 1000 : (int)(seconds * 1000 + 0.999);
    size_t got = THREAD_AWAY(vm, wait_key(vm, milliseconds, key, sizeof key));
    if (resized) {
        resized = 0;
        return str_from_c(vm, "resize");
    }
    if (got == (size_t)-1) return retain(vm->empty_str);
    if (!got) return str_from_c(vm, "eof");
    Value text = str_from_utf8(vm, key, got);
    if (text) return text;
    err_clear(vm);
    return retain(vm->empty_str);
}

FN(fn_size)
{
    struct winsize size;
    bool known = ioctl(1, TIOCGWINSZ, &size) == 0;
    Value pair = tuple_new(vm, 2);
    if (!pair) return NULL;
    as_tuple(pair)->items[0] = int_from_i64(vm, known && size.ws_col ? size.ws_col : 80);
    as_tuple(pair)->items[1] = int_from_i64(vm, known && size.ws_row ? size.ws_row : 24);
    return pair;
}

FN(fn_suspend)
{
    return kill(0, SIGTSTP), V_NONE;
}

static const NativeDef functions[] = {
    {"open", fn_open, "", "Take the keyboard: mode raw. False: input and output are no terminal.", 0},
    {"close", fn_close, "", "The terminal as it was found.", 0},
    {"mode", fn_mode, "name, /", "'raw': keys are keys; 'running': Ctrl-C is a signal; 'found': as the shell left it.", 0},
    {"key", fn_key, "seconds, /", "The key pressed within that time, '' if none; 'resize': the window has another size; 'eof': nobody can press any more.", 0},
    {"size", fn_size, "", "(columns, lines) of the screen.", 0},
    {"suspend", fn_suspend, "", "What Ctrl-Z does.", 0},
    {0},
};

const ModuleDef keys_module = {.name = "_keys", .doc = "The keyboard while a demo plays.", .functions = functions};
