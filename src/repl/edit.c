/* edit.c: reading one cell (edit.h): Readline's callbacks, the wait for keys and signals, the beginning and the end of a line. */
#include "edit.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

#include "terminal.h"

enum { THREADS_MS = 200 }; /* how often it is asked whether there are any */
enum { COUNT_MOST = 1000 }; /* times that a key repeats: more is a slip of the fingers, and a million brackets keep the screen busy for minutes */

Editor editor = {.fix = -1}; /* the one editor: Readline's callbacks have no argument */

/* ---- Readline's hooks ---- */

static void mark_dirty(void)
{
    editor.dirty = true;
    if (RL_ISSTATE(RL_STATE_ISEARCH) && rl_undo_list) rl_free_undo_list(); /* keys.c says why */
}
static void show_nothing(void) {}

/* Readline's modes, but keys raise no signals: they are keys. */
static void prepare_terminal(int meta)
{
    rl_prep_terminal(meta);
    terminal_keys_signal(false);
}

static void restore_terminal(void)
{
    rl_eof_found = 0; /* it would write a line feed of its own */
    rl_deprep_terminal();
}

static void on_line(char *line)
{
    if (!line && editor.plain) fputs("\n", rl_outstream), fflush(rl_outstream);
    rl_eof_found = 0;
    rl_callback_handler_remove(); /* else Readline begins another line at once */
    if (editor.done) free(line); /* a key of ours has said how it ended */
    else if (!line) {
        editor.end = EDIT_EOF;
        editor.done = true;
    } else {
        editor.result = line;
        editor.end = EDIT_DONE;
        editor.done = true;
    }
}

/* Characters are UTF-8 here, whatever the locale says of the rest: Readline asks it for their length. */
static void use_utf8(void)
{
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") && !setlocale(LC_CTYPE, "C.UTF-8")) setlocale(LC_CTYPE, "en_US.UTF-8");
}

bool edit_open(Session *s, bool colour, bool plain)
{
    editor = (Editor){.session = s, .colour = colour, .plain = plain, .fix = -1};
    use_utf8();
    screen_open(&editor.screen, plain ? -1 : 1, colour);
    session_set_width(s, editor.screen.columns);
    rl_readline_name = "perch";
    rl_catch_signals = 0;
    rl_catch_sigwinch = 0;
    rl_change_environment = 0;
    if (plain) rl_variable_bind("enable-bracketed-paste", "off");
    rl_variable_bind("enable-active-region", "off"); /* no inverse flash at a paste */
    rl_variable_bind("blink-matching-paren", "off"); /* the matching bracket is shown all the while */
    rl_variable_bind("bind-tty-special-chars", "off"); /* it would put Readline's own commands back on Ctrl-U and Backspace */
    rl_prep_term_function = prepare_terminal;
    rl_deprep_term_function = restore_terminal;
    rl_variable_bind("keyseq-timeout", "50"); /* how long vi's Escape waits for more of a sequence; terminals send them whole */
    history_word_delimiters = (char *)" \t\n"; /* the last argument that Alt-. yanks is one of Python, not of a shell */
    using_history();
    keys_bind();
    menu_register();
    rl_variable_bind("enable-meta-key", "off"); /* some terminals would be told to send eight bits */
    rl_initialize(); /* before it sees our redisplay: with one it takes the terminal for unknown, and never asks for bracketed paste */
    return true;
}

void edit_close(void)
{
    screen_close(&editor.screen);
    frame_free(&editor.text);
    frame_free(&editor.below);
    free(editor.initial);
    free(editor.note);
    free(editor.search);
    rl_clear_history();
    editor = (Editor){.fix = -1};
}

void edit_set_initial(const char *text)
{
    free(editor.initial);
    editor.initial = text ? strdup(text) : NULL;
}

/* ---- for the parts ---- */

void edit_note(Style style, const char *text, size_t size)
{
    free(editor.note);
    while (size && text[size - 1] == '\n') size--;
    editor.note = size ? strndup(text, size) : NULL;
    editor.note_style = style;
    editor.dirty = true;
    if (!editor.plain || !size) return;
    fprintf(rl_outstream, "\n%.*s\n", (int)size, text); /* no place below: it goes in between */
    rl_on_new_line();
    rl_redisplay();
}

void edit_note_line(Style style, const char *text) { edit_note(style, text, strlen(text)); }

void edit_replace(size_t start, size_t end, const char *text, size_t size)
{
    char *copy = strndup(text, size);
    if (!copy) return;
    rl_begin_undo_group();
    rl_delete_text((int)start, (int)end);
    rl_point = (int)start;
    rl_insert_text(copy);
    rl_end_undo_group();
    free(copy);
    editor.dirty = true;
}

void edit_replace_all(const char *text) { edit_replace(0, (size_t)rl_end, text, strlen(text)); }

void edit_make_room(void)
{
    if (editor.screen.count) screen_erase(&editor.screen);
    editor.dirty = true;
}

void edit_outside(bool begin)
{
    if (begin) {
        screen_erase(&editor.screen);
        rl_deprep_terminal();
        return;
    }
    terminal_mend();
    rl_prep_terminal(1);
    terminal_keys_signal(false);
    screen_measure(&editor.screen);
    editor.dirty = true;
}

void edit_finish(EditEnd end)
{
    if (editor.done) return;
    free(editor.note);
    editor.note = NULL;
    menu_close();
    editor.result = end == EDIT_DONE ? strndup(rl_line_buffer, (size_t)rl_end) : NULL;
    if (end == EDIT_DONE && !editor.result) end = EDIT_INTERRUPTED;
    editor.end = end;
    editor.done = true;
    rl_point = rl_end;
    if (!editor.plain) paint_now(true);
    rl_newline(1, '\n'); /* draws nothing: Readline's own display was never begun */
}

/* ---- the wait ---- */

static void take_news(void)
{
    TerminalNews news = terminal_news();
    if (news.resized) {
        screen_resized(&editor.screen);
        session_set_width(editor.session, editor.screen.columns);
        rl_set_screen_size(editor.screen.lines, editor.screen.columns);
        editor.dirty = true;
    }
    if (news.resumed) { /* stopped by another than Ctrl-Z; the shell may have changed the modes and written below */
        rl_deprep_terminal();
        rl_prep_terminal(1);
        terminal_keys_signal(false);
        screen_leave(&editor.screen);
        editor.dirty = true;
    }
    if (!news.interrupt && !news.hangup) return;
    rl_callback_sigcleanup();
    edit_finish(news.hangup ? EDIT_HANGUP : EDIT_INTERRUPTED);
    rl_free_line_state(); /* no key was read, so Readline does not end the line by itself */
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* poll(); meanwhile the threads that cells have left running go on. While there are some, the session takes about a millisecond for them. */
static int poll_with_threads(struct pollfd ends[2])
{
    const double threads_ran = 0.0005;
    int ready = poll(ends, 2, 0);
    while (ready == 0 && !editor.done) {
        double before = seconds();
        session_poll(editor.session);
        if (editor.dirty) return 0; /* one of them wrote: the cell is to be drawn again */
        ready = poll(ends, 2, seconds() - before > threads_ran ? 0 : THREADS_MS);
    }
    return ready;
}

/* Ctrl-V Ctrl-@ puts a NUL in, which no cell may hold and over which Readline's search for a character never gets. */
static void drop_nuls(void)
{
    char *nul;
    bool any = false;
    while ((nul = memchr(rl_line_buffer, 0, (size_t)rl_end))) {
        int at = (int)(nul - rl_line_buffer);
        rl_delete_text(at, at + 1);
        if (rl_point > at) rl_point--;
        any = true;
    }
    if (any) rl_free_undo_list(); /* its places are those of the text with them */
    if (rl_mark > rl_end) rl_mark = rl_end;
}

/* Waits for a key or for news; what is due is painted once no more keys wait. */
static void wait_and_read(void)
{
    struct pollfd ends[2] = {{.fd = 0, .events = POLLIN}, {.fd = terminal_wake_fd(), .events = POLLIN}};
    if (editor.dirty && poll(ends, 2, 0) <= 0) {
        if (!editor.plain) {
            if (editor.open_line) screen_leave(&editor.screen);
            editor.open_line = false;
            paint_now(false);
        }
        editor.dirty = false;
        if (!editor.history_loaded && editor.kind == EDIT_CELL) history_load(); /* the first prompt does not wait for it */
    }
    if (poll_with_threads(ends) < 0 && errno != EINTR) {
        edit_finish(EDIT_EOF);
        return;
    }
    if (ends[1].revents) take_news();
    if (editor.done || !ends[0].revents) return;
    if (editor.note) {
        free(editor.note);
        editor.note = NULL;
        editor.dirty = true;
    }
    editor.menu_key = false;
    rl_callback_read_char();
    if (rl_numeric_arg > COUNT_MOST) rl_numeric_arg = COUNT_MOST;
    if (!editor.done) drop_nuls();
    if (!editor.done && !RL_ISSTATE(RL_STATE_MULTIKEY)) menu_after_key(); /* else in the midst of a sequence */
}

static void begin(EditKind kind, const char *prompt, const char *more)
{
    editor.kind = kind;
    editor.prompt = prompt;
    editor.more = more;
    editor.done = false;
    editor.result = NULL;
    editor.fix = -1;
    editor.editing = true;
    screen_measure(&editor.screen); /* its size may have changed while a cell ran */
    session_set_width(editor.session, editor.screen.columns);
    terminal_editing(true);
    rl_redisplay_function = !editor.plain ? mark_dirty : kind == EDIT_PASSWORD ? show_nothing : rl_redisplay;
    rl_callback_handler_install(editor.plain ? prompt : "", on_line);
    if (editor.plain && kind == EDIT_PASSWORD) fputs(prompt, rl_outstream), fflush(rl_outstream);
    if (kind == EDIT_CELL && editor.initial) {
        rl_insert_text(editor.initial);
        edit_set_initial(NULL);
    }
    if (kind == EDIT_CELL) ground_ask();
    editor.dirty = true;
}

EditEnd edit_read(EditKind kind, const char *prompt, const char *more, char **text)
{
    begin(kind, prompt, more);
    if (terminal_ended_by()) edit_finish(EDIT_HANGUP); /* asked while input() waited, or a cell ran */
    while (!editor.done) wait_and_read();
    screen_leave(&editor.screen);
    rl_callback_handler_remove();
    terminal_editing(false);
    menu_close();
    editor.editing = false;
    *text = editor.result;
    editor.result = NULL;
    return editor.end;
}
