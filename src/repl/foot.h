/* foot.h: the last line of the terminal follows the devices while a cell runs (%watch). */
#ifndef PERCH_REPL_FOOT_H
#define PERCH_REPL_FOOT_H

#include <stdbool.h>

#include "session/session.h"

typedef struct Foot Foot;
/* NULL: nothing is watched (the session's pulse is silent), or there is no room for it. */
Foot *foot_start(Session *s, int fd, int lines, int columns, bool colour);
void foot_stop(Foot *f);  /* the line goes, the terminal scrolls as before; NULL is fine */

#endif
