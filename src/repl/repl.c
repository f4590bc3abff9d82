/* repl.c: the loop: prompt, cell, run; what a session tells, on the terminal; banner and startup file. It looks as IPython does: `In [3]: `,
 * `   ...: `, `Out[3]: `, an empty line between cells. */
#include "repl.h"

#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "edit.h"
#include "foot.h"
#include "glyph.h"
#include "pager.h"
#include "terminal.h"

enum { TAIL = 1024 };

typedef struct Repl {
    Session *session;
    bool colour;
    bool clear_waits;         /* clear_output(wait=True): at the next output */
    char tail[TAIL];          /* what has been written since the last line feed: input() asks behind it */
    size_t tail_size;
    char *prompt, *more;      /* as they stand before the cell that is being read; malloc-ed */
    bool lent;                /* leaving it loses nothing: the session is another front's */
} Repl;

/* ---- writing ---- */

static void write_all(int fd, const char *text, size_t size)
{
    while (size) {
        ssize_t n = write(fd, text, size);
        if (n >= 0) {
            text += n;
            size -= (size_t)n;
        } else if (errno == EAGAIN) { /* a child left it non-blocking */
            struct pollfd ready = {.fd = fd, .events = POLLOUT};
            poll(&ready, 1, 100);
        } else if (errno != EINTR) return;
    }
}

static void keep_tail(Repl *r, const char *text, size_t size)
{
    for (size_t i = size; i-- > 0;) {
        if (text[i] != '\n' && text[i] != '\r') continue;
        text += i + 1;
        size -= i + 1;
        r->tail_size = 0;
        break;
    }
    if (size > TAIL - r->tail_size) return;
    memcpy(r->tail + r->tail_size, text, size);
    r->tail_size += size;
}

static void say(Repl *r, int fd, const char *text, size_t size)
{
    static const char clear[] = "\r\033[2K";
    if (!size) return;
    if (r->clear_waits) write_all(1, clear, sizeof clear - 1);
    r->clear_waits = false;
    keep_tail(r, text, size);
    write_all(fd, text, size);
}

static void say_text(Repl *r, const char *text) { say(r, 1, text, strlen(text)); }

static void say_styled(Repl *r, Style style, const char *text)
{
    if (r->colour) say_text(r, style_sequence(style));
    say_text(r, text);
    if (r->colour && *style_sequence(style)) say_text(r, "\033[0m");
}

static void fresh_line(Repl *r)
{
    if (r->tail_size) say_text(r, "\n");
}

/* ---- what the session tells ---- */

static void on_stream(void *data, int fd, const char *text, size_t size)
{
    if (editor.editing && size) { /* a thread writes */
        edit_make_room();
        editor.open_line = text[size - 1] != '\n';
    }
    say(data, fd, text, size);
}

static const Mime *plain(const Bundle *b)
{
    for (int i = 0; i < b->count; i++)
        if (!strcmp(b->items[i].type, "text/plain")) return &b->items[i];
    return NULL;
}

static void say_lines(Repl *r, const Mime *m)
{
    say(r, 1, m->data, m->size);
    if (!m->size || m->data[m->size - 1] != '\n') say_text(r, "\n");
}

static void on_display(void *data, const Bundle *b, const char *id, bool update)
{
    const Mime *m = plain(b);
    if (m) say_lines(data, m);
}

static void on_result(void *data, int number, const Bundle *b)
{
    Repl *r = data;
    const Mime *m = plain(b);
    char text[24];
    if (!m) return;
    fresh_line(r);
    if (!session_prompt(r->session, false)) { /* with prompts of a program's own (%doctest_mode) the result stands alone, as Python's prompt has it */
        snprintf(text, sizeof text, "%d", number);
        say_styled(r, STYLE_OUT, "Out[");
        say_styled(r, STYLE_OUT_NUMBER, text);
        say_styled(r, STYLE_OUT, "]: ");
        if (memchr(m->data, '\n', m->size)) say_text(r, "\n"); /* so that its first line stands above the others */
    }
    say_lines(r, m);
}

static void on_error(void *data, const CellError *e)
{
    Repl *r = data;
    const char *text = r->colour && e->coloured ? e->coloured : e->plain;
    size_t size = text ? strlen(text) : 0;
    fresh_line(r);
    if (!strcmp(e->name, "KeyboardInterrupt")) say(r, 2, "\n", 1); /* behind the terminal's own ^C */
    say(r, 2, text, size);
    if (size && text[size - 1] != '\n') say(r, 2, "\n", 1);
}

static void on_clear(void *data, bool wait)
{
    Repl *r = data;
    r->clear_waits = true;
    if (!wait) say_text(r, "\r");
}

static void on_page(void *data, const Bundle *b)
{
    Repl *r = data;
    const Mime *m = plain(b);
    if (!m) return;
    fresh_line(r);
    if (editor.plain) say_lines(r, m);
    else pager_show(m->data, m->size, editor.screen.lines, editor.screen.columns);
}

static void on_next_input(void *data, const char *cell, bool replace) { edit_set_initial(cell); }

/* The question is the end of the line that was being written; what stands above it is written at once. */
static InputStatus on_input(void *data, const char *prompt, bool password, char **line)
{
    Repl *r = data;
    const char *newline = strrchr(prompt, '\n');
    char *question;
    if (newline) say(r, 1, prompt, (size_t)(newline + 1 - prompt));
    if (asprintf(&question, "%.*s%s", (int)r->tail_size, r->tail, newline ? newline + 1 : prompt) < 0) return INPUT_REFUSED;
    if (r->tail_size) write_all(1, "\r", 1);
    EditEnd end = edit_read(password ? EDIT_PASSWORD : EDIT_LINE, question, "", line);
    free(question);
    r->tail_size = 0;
    if (end == EDIT_DONE) return INPUT_GIVEN;
    return end == EDIT_EOF ? INPUT_EOF : INPUT_INTERRUPTED;
}

/* ---- reading ---- */

/* IPython's, as long as a program has not set sys.ps1 or sys.ps2. */
static bool make_prompts(Repl *r)
{
    int number = session_number(r->session), width = snprintf(NULL, 0, "In [%d]: ", number);
    const char *dim = r->colour ? style_sequence(STYLE_PROMPT) : "", *bold = r->colour ? style_sequence(STYLE_NUMBER) : "", *end = r->colour ? "\033[0m" : "";
    free(r->prompt);
    free(r->more);
    const char *own = session_prompt(r->session, false);
    int failed = own ? !(r->prompt = strdup(own)) : asprintf(&r->prompt, "%sIn [%s%s%d%s%s]: %s", dim, end, bold, number, end, dim, end) < 0;
    if (failed) r->prompt = NULL;
    own = session_prompt(r->session, true);
    failed = own ? !(r->more = strdup(own)) : asprintf(&r->more, "%s%*s%s", dim, width, "...: ", end) < 0;
    if (failed) r->more = NULL;
    return r->prompt && r->more;
}

/* The editor has heard of another palette. */
static void remake_prompts(void *whose)
{
    Repl *r = whose;
    bool made = make_prompts(r);
    editor.prompt = made ? r->prompt : "";
    editor.more = made ? r->more : "";
}

/* On a plain terminal: line by line, until they make a cell; an empty line ends a block. */
static EditEnd read_lines(Repl *r, char **cell)
{
    char *text = NULL, *line, *joined;
    EditEnd end;
    for (;;) {
        end = edit_read(EDIT_CELL, text ? r->more : r->prompt, "", &line);
        if (end != EDIT_DONE) break;
        int size = asprintf(&joined, "%s%s%s", text ? text : "", text ? "\n" : "", line), indent = 0;
        free(line);
        if (size < 0) break;
        free(text);
        text = joined;
        if (session_is_complete(r->session, text, (size_t)size, &indent) != TEXT_INCOMPLETE) break;
    }
    *cell = end == EDIT_DONE ? text : NULL;
    if (end != EDIT_DONE) free(text);
    return end;
}

static EditEnd read_cell(Repl *r, char **cell)
{
    if (!make_prompts(r)) return EDIT_EOF; /* no memory for a prompt: there is none for a cell */
    editor.remake = remake_prompts;
    editor.whose = r;
    return editor.plain ? read_lines(r, cell) : edit_read(EDIT_CELL, r->prompt, r->more, cell);
}

/* Blanks and empty lines behind the cell say nothing. false: there is nothing else. */
static bool trim(char *cell)
{
    size_t n = strlen(cell);
    while (n && isspace((unsigned char)cell[n - 1])) n--;
    cell[n] = 0;
    return n > 0;
}

/* ---- running ---- */

static CellStatus run(Repl *r, const char *cell, const CellOptions *options)
{
    Foot *foot = editor.plain ? NULL : foot_start(r->session, 1, editor.screen.lines, editor.screen.columns, r->colour);
    CellStatus status = session_execute(r->session, cell, strlen(cell), options);
    foot_stop(foot);
    terminal_mend();
    fresh_line(r);
    return status;
}

/* Ctrl-D is soon typed, and the values are gone: IPython's question. Ctrl-D once more means yes, Ctrl-C no. */
static bool is_sure(Repl *r)
{
    if (r->lent || !session_asks_to_leave(r->session)) return true;
    for (;;) {
        char *line;
        EditEnd end = edit_read(EDIT_LINE, "Do you really want to exit ([y]/n)? ", "", &line);
        if (end != EDIT_DONE) return end != EDIT_INTERRUPTED;
        bool yes = !*line || !strcasecmp(line, "y") || !strcasecmp(line, "yes"), no = !strcasecmp(line, "n") || !strcasecmp(line, "no");
        free(line);
        if (yes || no) return yes;
    }
}

/* Until the person leaves; the status of the last cell. */
static CellStatus converse(Repl *r)
{
    for (CellStatus status = CELL_OK;;) {
        char *cell;
        say_text(r, "\n");
        EditEnd end = read_cell(r, &cell);
        r->tail_size = 0;
        if (end == EDIT_INTERRUPTED) say_styled(r, STYLE_ERROR, "KeyboardInterrupt"), say_text(r, "\n");
        if (end == EDIT_HANGUP || (end == EDIT_EOF && is_sure(r))) return status;
        if (end == EDIT_DONE && trim(cell)) {
            history_keep(cell);
            status = run(r, cell, NULL);
            if (!strcmp(cell, "help")) { /* Python's words about help() are not all there is */
                say_text(r, session_text(r->session, "repl.help"));
                say_text(r, "\n");
            }
        }
        free(cell);
        if (status == CELL_EXIT) return status;
    }
}

/* $PYTHONSTARTUP, as Python; and $PERCHSTARTUP, else perch/startup.py in the folder of configurations. */
static void run_startup_files(Repl *r, const ReplConfig *c)
{
    if (c->python_startup) session_run_file(r->session, c->python_startup);
    const char *named = getenv("PERCHSTARTUP"), *folder = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    char *path = NULL;
    if (named) {
        if (*named) session_run_file(r->session, named);
        return;
    }
    int n = folder && *folder ? asprintf(&path, "%s/perch/startup.py", folder) : home && *home ? asprintf(&path, "%s/.config/perch/startup.py", home) : -1;
    if (n < 0) return;
    if (access(path, R_OK) == 0) session_run_file(r->session, path);
    free(path);
}

/* What -i runs first; false: it asked to leave… which -i does not heed. */
static void run_first(Repl *r, const ReplConfig *c)
{
    CellOptions silent = {.silent = true, .filename = "<string>"};
    char *line;
    if (c->file) session_run_file(r->session, c->file);
    else if (c->code) run(r, c->code, &silent);
    else if (c->module && asprintf(&line, "__import__('runpy')._run_module_as_main(%s%s%s)", "'", c->module, "'") >= 0) {
        run(r, line, &silent);
        free(line);
    }
}

bool repl_possible(void) { return terminal_usable(); }

static bool wants_colour(const ReplConfig *c)
{
    const char *no = getenv("NO_COLOR");
    return !c->no_colour && !(no && *no) && !terminal_plain();
}

static Sink sink_for(Repl *r)
{
    return (Sink){.data = r, .stream = on_stream, .display = on_display, .result = on_result, .error = on_error, .clear = on_clear,
                  .page = on_page, .next_input = on_next_input, .input = on_input};
}

static bool repl_open(Repl *r) { return terminal_open(r->session) && edit_open(r->session, r->colour, terminal_plain()); }

static void repl_close(Repl *r)
{
    terminal_close();
    edit_close();
    free(r->prompt);
    free(r->more);
}

int repl_run(const ReplConfig *config, int *by_signal)
{
    Repl r = {.colour = wants_colour(config)};
    SessionConfig c = config->session;
    c.sink = sink_for(&r);
    c.colour = r.colour;
    c.front = "terminal";
    c.history = "";
    *by_signal = 0;
    r.session = session_open(&c);
    if (!r.session) {
        fputs("perch: cannot start: out of memory\n", stderr);
        return 1;
    }
    if (!repl_open(&r)) {
        session_close(r.session);
        return 1;
    }
    if (!config->quiet) {
        const char *banner = session_banner(r.session);
        say_text(&r, banner);
        if (*banner && banner[strlen(banner) - 1] != '\n') say_text(&r, "\n");
    }
    run_startup_files(&r, config);
    run_first(&r, config);
    converse(&r);
    *by_signal = terminal_ended_by();
    int status = session_close(r.session); /* what atexit runs may still print and ask */
    repl_close(&r);
    return status;
}

CellStatus repl_lend(Session *s, bool colour, int *by_signal)
{
    Repl r = {.session = s, .colour = colour, .lent = true};
    Sink own = sink_for(&r), before = session_listen(s, &own);
    CellStatus status = CELL_ERROR;
    *by_signal = 0;
    if (repl_open(&r)) {
        status = converse(&r);
        *by_signal = terminal_ended_by();
    }
    repl_close(&r);
    session_listen(s, &before);
    return status;
}
