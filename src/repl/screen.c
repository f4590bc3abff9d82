/* screen.c: from the rows shown to the rows wanted (screen.h). Only rows that differ are written; all of it goes out in one write, so
 * that nothing flickers. Escape sequences are those that every terminal since the VT100 knows: up, down, right, erase. */
#include "screen.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* ---- the bytes of one write ---- */

static void out(Screen *s, const char *bytes, size_t size)
{
    if (s->out_used + size > s->out_room) {
        size_t room = (s->out_used + size) * 2 + 1024;
        char *grown = realloc(s->out, room);
        if (!grown) {
            s->failed = true;
            return;
        }
        s->out = grown;
        s->out_room = room;
    }
    memcpy(s->out + s->out_used, bytes, size);
    s->out_used += size;
}

static void out_text(Screen *s, const char *text) { out(s, text, strlen(text)); }

static void out_move(Screen *s, int count, char letter)
{
    char text[16];
    if (count <= 0) return;
    int n = count == 1 ? snprintf(text, sizeof text, "\033[%c", letter) : snprintf(text, sizeof text, "\033[%d%c", count, letter);
    out(s, text, (size_t)n);
}

static void send(Screen *s)
{
    for (size_t done = 0; done < s->out_used;) {
        ssize_t n = write(s->fd, s->out + done, s->out_used - done);
        if (n >= 0) done += (size_t)n;
        else if (errno == EAGAIN) { /* a terminal that a child left non-blocking */
            struct pollfd wait = {.fd = s->fd, .events = POLLOUT};
            poll(&wait, 1, 100);
        } else if (errno != EINTR) break; /* nobody sees it any more */
    }
    s->out_used = 0;
    s->failed = false;
}

/* ---- its own ---- */

void screen_open(Screen *s, int fd, bool colour)
{
    *s = (Screen){.fd = fd, .colour = colour};
    screen_measure(s);
}

void screen_close(Screen *s)
{
    free(s->bytes);
    free(s->rows);
    free(s->out);
    *s = (Screen){.fd = -1};
}

void screen_measure(Screen *s)
{
    struct winsize size;
    bool known = ioctl(1, TIOCGWINSZ, &size) == 0;
    s->columns = known && size.ws_col ? size.ws_col : 80;
    s->lines = known && size.ws_row ? size.ws_row : 24;
    if (s->columns < 2) s->columns = 2;
}

/* To a row that exists already. */
static void go_to_row(Screen *s, int row)
{
    out_move(s, s->row - row, 'A');
    out_move(s, row - s->row, 'B');
    s->row = row;
}

static void go_to_column(Screen *s, int column)
{
    if (column == s->column) return;
    out(s, "\r", 1);
    out_move(s, column, 'C');
    s->column = column;
}

/* To the start of row `row`, made by line feeds where the terminal has none yet of ours. */
static void go_to_start(Screen *s, int row, int existing)
{
    go_to_row(s, row < existing ? row : existing - 1);
    if (s->column) out(s, "\r", 1);
    s->column = 0;
    for (; s->row < row; s->row++) out(s, "\r\n", 2);
}

static void forget_rows(Screen *s)
{
    s->count = 0;
    s->used = 0;
    s->row = s->column = s->top = 0;
}

/* ---- painting ---- */

/* One row of the picture wanted. */
typedef struct Wanted { const char *bytes; size_t size; int width; } Wanted;

static Wanted wanted_row(const Frame *text, int text_rows, int top, const Frame *below, int i)
{
    const Frame *f = i < text_rows ? text : below;
    const Row *row = &f->rows[i < text_rows ? top + i : i - text_rows];
    return (Wanted){f->bytes + row->start, row->size, row->width};
}

static void paint_row(Screen *s, int i, Wanted w, int existing)
{
    const Shown *old = i < s->count ? &s->rows[i] : NULL;
    if (old && old->size == w.size && !memcmp(s->bytes + old->start, w.bytes, w.size)) return;
    go_to_start(s, i, existing);
    out(s, w.bytes, w.size);
    s->column = w.width;
    if (old && old->width > w.width) out_text(s, "\033[K");
}

/* Which rows of a text taller than the screen are in view: as before where the cursor is among them. */
static int window_top(const Screen *s, const Frame *text, int height)
{
    int top = s->top;
    if (top > text->cursor_row) top = text->cursor_row;
    if (top < text->cursor_row - height + 1) top = text->cursor_row - height + 1;
    if (top > text->count - height) top = text->count - height;
    return top < 0 ? 0 : top;
}

/* Keeps what was drawn, for the next comparison. */
static void remember(Screen *s, const Frame *text, int text_rows, const Frame *below, int total)
{
    size_t bytes = 0;
    for (int i = 0; i < total; i++) bytes += wanted_row(text, text_rows, s->top, below, i).size;
    if (bytes > s->room) {
        char *grown = realloc(s->bytes, bytes * 2);
        if (grown) s->bytes = grown, s->room = bytes * 2;
    }
    if (total > s->rows_room) {
        Shown *grown = realloc(s->rows, (size_t)total * 2 * sizeof *grown);
        if (grown) s->rows = grown, s->rows_room = total * 2;
    }
    s->used = 0;
    bool room = bytes <= s->room && total <= s->rows_room;
    s->count = total < s->rows_room ? total : s->rows_room;
    for (int i = 0; i < s->count; i++) {
        Wanted w = wanted_row(text, text_rows, s->top, below, i);
        s->rows[i] = (Shown){s->used, room ? w.size : (size_t)-1, w.width}; /* no room: it equals nothing */
        if (!room) continue;
        memcpy(s->bytes + s->used, w.bytes, w.size);
        s->used += w.size;
    }
}

void screen_paint(Screen *s, const Frame *text, const Frame *below, bool whole)
{
    int below_rows = below ? below->count : 0;
    if (!whole && below_rows > s->lines - 1) below_rows = s->lines - 1;
    int room = whole ? text->count : s->lines - below_rows;
    int text_rows = text->count < room ? text->count : room, total = text_rows + below_rows;
    int top = whole ? 0 : window_top(s, text, text_rows), existing = s->count ? s->count : 1;
    out_text(s, "\033[?25l");
    size_t before = s->out_used;
    s->top = top;
    for (int i = 0; i < total; i++) {
        paint_row(s, i, wanted_row(text, text_rows, top, below, i), existing);
        if (i >= existing && s->row == i) existing = i + 1;
    }
    if (total < s->count) {
        go_to_start(s, total, s->count);
        out_text(s, "\033[J");
    }
    bool changed = s->out_used != before;
    int row = text->cursor_row - top;
    if (whole && row >= s->lines) row = total - 1;
    go_to_row(s, row < total ? row : total - 1);
    go_to_column(s, text->cursor_column);
    if (changed) out_text(s, "\033[?25h");
    else { /* only the cursor moved: it need not be hidden */
        memmove(s->out, s->out + before, s->out_used - before);
        s->out_used -= before;
    }
    remember(s, text, text_rows, below, total);
    if (s->out_used) send(s);
}

void screen_leave(Screen *s)
{
    if (s->count) go_to_row(s, s->count - 1);
    out(s, "\r\n", 2);
    forget_rows(s);
    send(s);
}

void screen_erase(Screen *s)
{
    go_to_row(s, 0);
    out_text(s, "\r\033[J");
    forget_rows(s);
    send(s);
}

/* Terminals fold rows that have become too long; the cursor is then lower than it was. */
void screen_resized(Screen *s)
{
    int before = s->columns, above = 0;
    screen_measure(s);
    if (s->columns < before)
        for (int i = 0; i < s->row && i < s->count; i++) above += s->rows[i].width > s->columns ? (s->rows[i].width - 1) / s->columns : 0;
    above += s->row + (s->columns < before ? s->column / s->columns : 0);
    if (above > s->lines - 1) above = s->lines - 1;
    out_move(s, above, 'A');
    out_text(s, "\r\033[J");
    forget_rows(s);
    send(s);
}

void screen_clear(Screen *s)
{
    out_text(s, "\033[H\033[2J");
    forget_rows(s);
    send(s);
}
