/* terminal.c: terminal modes and signals (terminal.h). The statics are the process's own terminal and its signal handlers' only way to
 * find anything; handlers do what POSIX allows them: set flags, write a byte, set modes, raise. */
#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static struct termios found;      /* as the shell left it */
static bool have_modes;
static int wake[2] = {-1, -1};
static Session *volatile session; /* what Ctrl-C stops */
static volatile sig_atomic_t editing, interrupt, resized, resumed, hangup;

/* The signals taken: what was there before comes back at the end. */
static const int taken[] = {SIGINT, SIGWINCH, SIGCONT, SIGTERM, SIGHUP};
enum { TAKEN = sizeof taken / sizeof *taken };
static struct sigaction before[TAKEN];

bool terminal_usable(void) { return isatty(0) && isatty(1); }

bool terminal_plain(void)
{
    static const char *const plain[] = {"", "dumb", "unknown", "emacs"};
    const char *term = getenv("TERM");
    if (!term) return true;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (!strcmp(term, plain[i])) return true;
    return false;
}

void terminal_wake(void)
{
    int kept = errno;
    if (wake[1] >= 0 && write(wake[1], "", 1) < 0) {} /* full: it will wake anyway */
    errno = kept;
}

/* SIGTERM, SIGHUP in the middle of a cell: the modes as found, no bracketed paste, and then what the signal does by itself. */
static void end_now(int sig)
{
    static const char reset[] = "\033[?2004l\033[?25h\033[r\r\n";
    if (have_modes) {
        tcsetattr(0, TCSANOW, &found);
        if (sig != SIGHUP && write(1, reset, sizeof reset - 1) < 0) {}
    }
    struct sigaction plain = {.sa_handler = SIG_DFL};
    sigaction(sig, &plain, NULL);
    raise(sig);
}

static void on_signal(int sig)
{
    int kept = errno;
    switch (sig) {
    case SIGINT:
        if (!editing && session) session_interrupt(session);
        interrupt = 1;
        break;
    case SIGWINCH: resized = 1; break;
    case SIGCONT: resumed = 1; break;
    default:
        if (!editing) end_now(sig);
        hangup = sig;
    }
    terminal_wake();
    errno = kept;
}

bool terminal_open(Session *s)
{
    have_modes = tcgetattr(0, &found) == 0;
    if (pipe2(wake, O_NONBLOCK | O_CLOEXEC) < 0) return false;
    session = s;
    struct sigaction act = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
    sigemptyset(&act.sa_mask);
    for (int i = 0; i < TAKEN; i++) sigaction(taken[i], &act, &before[i]);
    return true;
}

void terminal_close(void)
{
    for (int i = 0; i < TAKEN; i++) sigaction(taken[i], &before[i], NULL);
    if (have_modes) tcsetattr(0, TCSADRAIN, &found);
    session = NULL;
    for (int i = 0; i < 2; i++) {
        close(wake[i]);
        wake[i] = -1;
    }
}

int terminal_wake_fd(void) { return wake[0]; }

TerminalNews terminal_news(void)
{
    char bytes[64];
    while (read(wake[0], bytes, sizeof bytes) > 0) {}
    TerminalNews news = {interrupt, resized, resumed, hangup != 0};
    interrupt = resized = resumed = 0;
    return news;
}

int terminal_ended_by(void) { return hangup; }

void terminal_keys_signal(bool on)
{
    struct termios now;
    if (tcgetattr(0, &now) < 0) return;
    if (on) now.c_lflag |= ISIG;
    else {
        now.c_lflag &= ~(tcflag_t)ISIG;
        now.c_iflag &= ~(tcflag_t)(IXON | IXOFF); /* Ctrl-S and Ctrl-Q are keys too */
    }
    tcsetattr(0, TCSANOW, &now);
    editing = !on;
}

void terminal_editing(bool on)
{
    editing = on;
    if (on) interrupt = 0;
}

void terminal_mend(void)
{
    struct termios now;
    if (!have_modes || tcgetattr(0, &now) < 0) return;
    const tcflag_t local = ICANON | ECHO | ISIG | IEXTEN, output = OPOST | ONLCR, input = ICRNL;
    bool sane = (now.c_lflag & local) == (found.c_lflag & local) && (now.c_oflag & output) == (found.c_oflag & output) &&
                (now.c_iflag & input) == (found.c_iflag & input);
    if (!sane) {
        now.c_lflag = (now.c_lflag & ~local) | (found.c_lflag & local);
        now.c_oflag = (now.c_oflag & ~output) | (found.c_oflag & output);
        now.c_iflag = (now.c_iflag & ~input) | (found.c_iflag & input);
        tcsetattr(0, TCSADRAIN, &now);
    }
    int flags = fcntl(0, F_GETFL);
    if (flags >= 0 && (flags & O_NONBLOCK)) fcntl(0, F_SETFL, flags & ~O_NONBLOCK); /* some programs leave that behind */
    pid_t group = tcgetpgrp(0), own = getpgrp();
    if (group < 0 || group == own) return;
    /* A child took the terminal for its own group and died. To take it back from the background raises SIGTTOU, which is not wanted. */
    if (kill(-group, 0) < 0 && errno == ESRCH) {
        sigset_t block, old;
        sigemptyset(&block);
        sigaddset(&block, SIGTTOU);
        sigprocmask(SIG_BLOCK, &block, &old);
        tcsetpgrp(0, own);
        sigprocmask(SIG_SETMASK, &old, NULL);
    }
}

void terminal_suspend(void)
{
    kill(0, SIGTSTP);
}
