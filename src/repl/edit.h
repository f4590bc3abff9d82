/* edit.h: the line editor: Readline's keys and history, a layout of its own (frame.h, screen.h), and help from the session as one types.
 *
 * Readline is one a process and calls back without an argument, so there is one editor (`editor`). Buffer, cursor, undo, kill ring,
 * keymaps and inputrc are Readline's; what is drawn is ours, except on plain terminals, where Readline's own prompt does.
 */
#ifndef PERCH_REPL_EDIT_H
#define PERCH_REPL_EDIT_H

#include <stdbool.h>
#include <stddef.h>

#include "screen.h"
#include "session/session.h"

typedef enum { EDIT_CELL, EDIT_LINE /* for input() */, EDIT_PASSWORD } EditKind;
typedef enum { EDIT_DONE, EDIT_EOF, EDIT_INTERRUPTED, EDIT_HANGUP } EditEnd;

typedef struct Menu {
    const Completions *list;       /* the session's, until the next completion; NULL: no menu */
    int chosen, top, height;       /* -1: nothing yet */
    size_t start, end;             /* what the chosen one stands in for */
} Menu;

typedef struct Editor {
    Session *session;
    bool colour;
    bool plain;                    /* the terminal cannot move its cursor: Readline's own display, line by line; the screen writes nothing */
    Screen screen;
    Frame text, below;
    EditKind kind;
    const char *prompt, *more;     /* of the first and of the other lines; escape sequences allowed */
    void (*remake)(void *whose);   /* makes them anew, when the palette is another; NULL: nobody does */
    void *whose;
    char *initial;                 /* what the next cell begins with; malloc-ed */
    bool initial_shown;            /* … came from %load and the like: the cursor behind it */
    bool dirty, done, editing;
    bool open_line;                /* a thread has written a part of a line where the cell is to be drawn */
    EditEnd end;
    char *result;                  /* malloc-ed */
    char *note;                    /* lines under the text until the next key; malloc-ed */
    Style note_style;
    Menu menu;
    bool menu_key;                 /* the key that was just handled was the menu's */
    int fix;                       /* which repair is in the buffer; -1: none */
    int goal_column;               /* Up and Down keep it */
    char *search;                  /* what the history is searched for: the text that stood before the first Up; malloc-ed */
    bool history_loaded;
} Editor;

extern Editor editor;

bool edit_open(Session *s, bool colour, bool plain);
void edit_close(void);
/* One cell or line. EDIT_DONE: *text is malloc-ed. */
EditEnd edit_read(EditKind kind, const char *prompt, const char *more, char **text);
void edit_set_initial(const char *text);
void edit_make_room(void);  /* a thread is about to write: what is being typed is taken away, and drawn again below */

/* ---- between the parts of the editor ---- */
void ground_ask(void);                                 /* ground.c */
int ground_told(int count, int key);
void edit_finish(EditEnd end);                         /* from a key: the line is done */
void edit_note(Style style, const char *text, size_t size);
void edit_note_line(Style style, const char *text);
void edit_replace(size_t start, size_t end, const char *text, size_t size); /* of the buffer, one step of undo; the cursor behind it */
void edit_replace_all(const char *text);
void edit_outside(bool begin);                         /* another program uses the terminal for a while */

void paint_now(bool whole);                            /* paint.c: the buffer to the screen */

void keys_bind(void);                                  /* keys.c: before Readline reads inputrc */
void menu_complete(int direction);                     /* menu.c: Tab, Shift-Tab */
bool menu_move(int rows);                              /* false: there is no menu */
bool menu_take(void);                                  /* Return: true if something was chosen */
void menu_close(void);
void menu_after_key(void);
void menu_draw(Frame *f);
void menu_register(void);                              /* as Readline's own completer, for those who bind its commands */
bool hint_draw(Frame *f);                              /* hint.c; false: nothing to say */
int paste_bracketed(int count, int key);               /* paste.c */
char *paste_clean(const char *text, size_t size, size_t *length); /* prompts of Python and IPython taken off; malloc-ed */
void history_load(void);                               /* history.c: from the session's, once */
void history_keep(const char *cell);
bool history_step(int direction);                      /* by the text before the cursor; false: there is no more */

#endif
