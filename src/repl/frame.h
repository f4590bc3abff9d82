/* frame.h: what should be on the screen: rows of styled text, wrapped at the screen's width, and where the cursor stands.
 *
 * A frame is filled from the top: choose a style, put text, break the line. It knows nothing of what is on the screen now: screen.h
 * compares. Each row carries all that it takes to draw it alone. Without memory a frame goes on with what it has (`failed`).
 */
#ifndef PERCH_REPL_FRAME_H
#define PERCH_REPL_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum Style {
    STYLE_PLAIN, STYLE_PROMPT, STYLE_NUMBER, STYLE_OUT, STYLE_OUT_NUMBER, STYLE_CONTROL, STYLE_MATCH, STYLE_DIM, STYLE_BOLD, STYLE_CHOSEN, STYLE_ERROR, STYLE_NOTE,
    STYLE_INK,                          /* session.h's Ink follows from here … */
    STYLE_DEVICE = STYLE_INK + 16,      /* … and its devices from here */
    STYLE_SEVERAL = STYLE_DEVICE + 100,
    STYLE_COUNT
} Style;
const char *style_sequence(Style s); /* "" for plain */
Style style_of_ink(int ink);
Style style_of_device(int device);   /* session.h's Stretch.device; -1 gives STYLE_PLAIN */

typedef struct Row { size_t start, size; int width; } Row;

typedef struct Frame {
    int columns;
    bool colour, failed;
    char *bytes;
    size_t used, room;
    Row *rows;
    int count, rows_room;
    Style style;
    bool styled;       /* a sequence is in force at the end of the last row */
    bool cut;          /* text beyond the right edge is left out instead of wrapped */
    int text_start;    /* tab stops count from this column */
    int cursor_row, cursor_column;
    bool cursor_waits; /* it stands behind a full row: where, the next character decides */
} Frame;

void frame_start(Frame *f, int columns, bool colour);
void frame_free(Frame *f);
void frame_style(Frame *f, Style s);
void frame_text(Frame *f, const char *text, size_t size); /* "\n" breaks the line; control characters are spelled out */
void frame_prompt(Frame *f, const char *text);            /* escape sequences in it pass through and take no columns */
void frame_line(Frame *f);
void frame_fill(Frame *f, int column);                    /* blanks up to that column */
void frame_cursor(Frame *f);                              /* the cursor stands here */
void frame_end(Frame *f);                                 /* closes the last row */

#endif
