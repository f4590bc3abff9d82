/* terminal.h: the modes of the terminal, and the signals that concern it. One terminal a process, so its state is the process's.
 *
 * While a person types, no key raises a signal (Ctrl-C and Ctrl-Z are keys like any other); while a cell runs the terminal is as the
 * shell left it, and Ctrl-C is SIGINT. Whatever ends perch, the modes it found come back.
 */
#ifndef PERCH_REPL_TERMINAL_H
#define PERCH_REPL_TERMINAL_H

#include <stdbool.h>

#include "session/session.h"

bool terminal_usable(void);      /* both ends are a terminal */
bool terminal_plain(void);       /* it cannot move its cursor (TERM=dumb or none): line by line, no layout of ours */

/* What a signal asked for since the last call; the wake-up pipe is drained. */
typedef struct TerminalNews { bool interrupt, resized, resumed, hangup; } TerminalNews;

bool terminal_open(Session *s);  /* keeps the modes, takes the signals; false: no memory or no pipe */
void terminal_close(void);
int terminal_wake_fd(void);      /* readable when there is news */
TerminalNews terminal_news(void);
void terminal_wake(void);        /* any thread, any handler */
int terminal_ended_by(void);     /* the signal that asks perch to end; 0: none */

void terminal_editing(bool on);  /* signals of the keyboard off, Ctrl-C's handler asks the editor instead of the cell */
void terminal_keys_signal(bool on); /* for a while, in the midst of typing: Ctrl-C interrupts a long answer of the session */
void terminal_mend(void);        /* after a cell: a child that died may have left echo or line feeds off */
void terminal_suspend(void);     /* Ctrl-Z: stops perch's job; returns when it goes on */

#endif
