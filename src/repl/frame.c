/* frame.c: laying text out in rows (frame.h). A wide character that does not fit moves to the next row whole; marks stay with theirs. */
#include "frame.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "glyph.h"
#include "session/session.h"

/* What the terminal adds to the session's palette: styles without a tone, and those in one. */
static const char *const own[STYLE_INK] = {[STYLE_CONTROL] = "\033[7m", [STYLE_MATCH] = "\033[1;7m", [STYLE_BOLD] = "\033[1m", [STYLE_CHOSEN] = "\033[7m"};
static const struct { bool has, bold; Tone tone; } toned[STYLE_INK] = {
    [STYLE_PROMPT] = {true, false, TONE_GREEN}, [STYLE_NUMBER] = {true, true, TONE_GREEN}, [STYLE_OUT] = {true, false, TONE_RED}, [STYLE_OUT_NUMBER] = {true, true, TONE_RED},
    [STYLE_DIM] = {true, false, TONE_GREY}, [STYLE_ERROR] = {true, false, TONE_RED}, [STYLE_NOTE] = {true, false, TONE_CYAN},
};

const char *style_sequence(Style s)
{
    if (s >= STYLE_DEVICE) return session_ansi(INK_DEVICE, s == STYLE_SEVERAL ? 100 : (int8_t)(s - STYLE_DEVICE));
    if (s >= STYLE_INK) return session_ansi((uint8_t)(s - STYLE_INK), -1);
    if (toned[s].has) return session_tone(toned[s].tone, toned[s].bold);
    return own[s] ? own[s] : "";
}

Style style_of_ink(int ink) { return (Style)(STYLE_INK + ink); }

Style style_of_device(int device)
{
    if (device < 0) return STYLE_PLAIN;
    return device >= STYLE_SEVERAL - STYLE_DEVICE ? STYLE_SEVERAL : (Style)(STYLE_DEVICE + device);
}

/* ---- bytes and rows ---- */

static void add(Frame *f, const char *bytes, size_t size)
{
    if (f->used + size > f->room) {
        size_t room = (f->used + size) * 2 + 1024;
        char *grown = realloc(f->bytes, room);
        if (!grown) {
            f->failed = true;
            return;
        }
        f->bytes = grown;
        f->room = room;
    }
    memcpy(f->bytes + f->used, bytes, size);
    f->used += size;
    f->rows[f->count - 1].size += size;
}

static void open_row(Frame *f)
{
    if (f->count == f->rows_room) {
        int room = f->rows_room * 2 + 32;
        Row *grown = realloc(f->rows, (size_t)room * sizeof *grown);
        if (!grown) {
            f->failed = true;
            return;
        }
        f->rows = grown;
        f->rows_room = room;
    }
    f->rows[f->count++] = (Row){.start = f->used};
}

static void put_style(Frame *f)
{
    const char *sequence = f->colour ? style_sequence(f->style) : "";
    if (f->styled) add(f, "\033[0m", 4);
    f->styled = *sequence != 0;
    if (f->styled) add(f, sequence, strlen(sequence));
}

static void break_row(Frame *f)
{
    if (f->styled) add(f, "\033[0m", 4);
    bool again = f->styled;
    f->styled = false;
    open_row(f);
    if (again) put_style(f);
}

static Row *last(Frame *f) { return &f->rows[f->count - 1]; }

/* ---- the outside ---- */

void frame_start(Frame *f, int columns, bool colour)
{
    f->columns = columns < 2 ? 2 : columns; /* a wide character must fit */
    f->colour = colour;
    f->used = 0;
    f->count = 0;
    f->style = STYLE_PLAIN;
    f->failed = f->styled = f->cut = f->cursor_waits = false;
    f->text_start = f->cursor_row = f->cursor_column = 0;
    open_row(f);
}

void frame_free(Frame *f)
{
    free(f->bytes);
    free(f->rows);
    *f = (Frame){0};
}

void frame_style(Frame *f, Style s)
{
    if (f->failed || s == f->style) return;
    f->style = s;
    put_style(f);
}

/* One thing of so many columns, whole. */
static void put(Frame *f, const char *bytes, size_t size, int width)
{
    if (f->failed) return;
    if (last(f)->width + width > f->columns) {
        if (f->cut) return;
        break_row(f);
        if (f->failed) return;
    }
    if (f->cursor_waits && width) {
        f->cursor_row = f->count - 1;
        f->cursor_column = last(f)->width;
        f->cursor_waits = false;
    }
    add(f, bytes, size);
    last(f)->width += width;
}

/* A control character or stray byte, as ^C or \x9b; a mark that turns text around, as \u202e. */
static void spell(Frame *f, uint32_t point)
{
    char text[12];
    Style before = f->style;
    if (point < 0x20 || point == 0x7F) snprintf(text, sizeof text, "^%c", (char)(point ^ 0x40));
    else if (point >= GLYPH_BYTE) snprintf(text, sizeof text, "\\x%02x", (unsigned)(point & 0xFF));
    else snprintf(text, sizeof text, point < 0x100 ? "\\x%02x" : "\\u%04x", (unsigned)point);
    frame_style(f, STYLE_CONTROL);
    for (const char *c = text; *c; c++) put(f, c, 1, 1);
    frame_style(f, before);
}

void frame_text(Frame *f, const char *text, size_t size)
{
    for (size_t i = 0; i < size && !f->failed;) {
        uint32_t point;
        size_t n = glyph_next(text + i, size - i, &point);
        int width = glyph_width(point);
        if (point == '\n') frame_line(f);
        else if (point == '\t') {
            int stop = 8 - (last(f)->width - f->text_start % f->columns + f->columns * 8) % 8;
            while (stop--) put(f, " ", 1, 1);
        } else if (width < 0) spell(f, point);
        else if (width == 0 && last(f)->width == 0) { /* a mark without a character to sit on */
            put(f, " ", 1, 1);
            put(f, text + i, n, 0);
        } else put(f, text + i, n, width);
        i += n;
    }
}

void frame_prompt(Frame *f, const char *text)
{
    size_t size = strlen(text);
    for (size_t i = 0; i < size && !f->failed;) {
        size_t n = glyph_escape(text + i, size - i);
        if (!n) {
            uint32_t point;
            n = glyph_next(text + i, size - i, &point);
            frame_text(f, text + i, n);
        } else if (text[i] == '\033' && f->colour) {
            add(f, text + i, n);
            f->styled = true;
        }
        i += n;
    }
    if (f->styled) put_style(f);
}

/* A cursor behind a full row at the end of a line has a row of its own. */
static void own_row_for_cursor(Frame *f)
{
    break_row(f);
    f->cursor_row = f->count - 1;
    f->cursor_column = 0;
    f->cursor_waits = false;
}

void frame_line(Frame *f)
{
    if (f->failed) return;
    if (f->cursor_waits) own_row_for_cursor(f);
    break_row(f);
}

void frame_fill(Frame *f, int column)
{
    while (!f->failed && last(f)->width < column && last(f)->width < f->columns) put(f, " ", 1, 1);
}

void frame_cursor(Frame *f)
{
    if (f->failed) return;
    f->cursor_row = f->count - 1;
    f->cursor_column = last(f)->width;
    f->cursor_waits = f->cursor_column >= f->columns;
}

void frame_end(Frame *f)
{
    if (f->failed) return;
    if (f->cursor_waits) own_row_for_cursor(f);
    f->style = STYLE_PLAIN;
    if (f->styled) put_style(f);
}
