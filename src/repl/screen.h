/* screen.h: what is on the terminal, and how it becomes another frame with one write.
 *
 * The screen owns some rows from where the cursor stood when it began ("origin"); what is above is never touched. A text taller than
 * the terminal is seen through a window that follows the cursor. Rows below the text (hints, lists) always stay in view.
 */
#ifndef PERCH_REPL_SCREEN_H
#define PERCH_REPL_SCREEN_H

#include "frame.h"

typedef struct Shown { size_t start, size; int width; } Shown; /* a row as it was drawn last */

typedef struct Screen {
    int fd, lines, columns; /* fd -1: nothing is written */
    bool colour;
    char *bytes;         /* of the rows shown */
    size_t used, room;
    Shown *rows;
    int count, rows_room;
    int top;             /* the first row of the text in view */
    int row, column;     /* the cursor, from the origin */
    char *out;           /* what the next write takes */
    size_t out_used, out_room;
    bool failed;         /* no memory: what is to be written is not whole */
} Screen;

void screen_open(Screen *s, int fd, bool colour);
void screen_close(Screen *s);
void screen_measure(Screen *s);   /* asks the terminal for its size */
/* Makes the screen show `text` and `below` (either may be NULL). whole: all of the text, whatever its height, for the last time. */
void screen_paint(Screen *s, const Frame *text, const Frame *below, bool whole);
void screen_leave(Screen *s);     /* the cursor to a fresh line below; what is shown stays */
void screen_erase(Screen *s);     /* takes what is shown away; the cursor is at the origin */
void screen_resized(Screen *s);   /* the terminal has another size and has laid its rows anew: erases what was shown */
void screen_clear(Screen *s);     /* the whole terminal, the origin at its top */

#endif
