/* paint.c: from Readline's buffer to the screen: prompts, colours of the session's lexer, the bracket that matches, and below it the
 * list, the note or the signature. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <readline/readline.h>

#include "edit.h"
#include "glyph.h"

static Style style_of(const Stretch *s)
{
    return s->ink == INK_DEVICE ? style_of_device(s->device) : style_of_ink(s->ink);
}

/* Readline says something in the prompt's place: a search, a count. */
static bool message_of_readline(void)
{
    return rl_display_prompt && *rl_display_prompt && rl_display_prompt != rl_prompt;
}

/* "(ins)" and "(cmd)" of show-mode-in-prompt, as inputrc has them. */
static const char *mode_in_prompt(void)
{
    const char *shown = rl_variable_value("show-mode-in-prompt");
    if (!shown || strcmp(shown, "on")) return "";
    const char *name = rl_editing_mode == 1 ? "emacs-mode-string" : rl_get_keymap() == rl_get_keymap_by_name("vi-insert") ? "vi-ins-mode-string" : "vi-cmd-mode-string";
    const char *text = rl_variable_value((char *)name);
    return text ? text : "";
}

static void put_prompt(Frame *f)
{
    if (message_of_readline()) {
        frame_style(f, STYLE_DIM);
        frame_prompt(f, rl_display_prompt);
        frame_style(f, STYLE_PLAIN);
    } else {
        frame_prompt(f, mode_in_prompt());
        frame_prompt(f, editor.prompt);
    }
    f->text_start = f->rows[f->count - 1].width;
}

/* A stretch of the buffer with its lines' prompts; the cursor, where it is in it. */
static void put_text(Frame *f, const char *text, size_t start, size_t end, Style style)
{
    size_t point = (size_t)rl_point;
    while (start < end) {
        const char *newline = memchr(text + start, '\n', end - start);
        size_t stop = newline ? (size_t)(newline - text) : end;
        frame_style(f, style);
        if (point >= start && point < stop + (newline != NULL)) {
            frame_text(f, text + start, point - start);
            frame_cursor(f);
            frame_text(f, text + point, stop - point);
        } else
            frame_text(f, text + start, stop - start);
        start = stop;
        if (!newline) continue;
        start++;
        frame_style(f, STYLE_PLAIN);
        frame_line(f);
        frame_prompt(f, editor.more);
        f->text_start = f->rows[f->count - 1].width;
    }
}

/* The bracket at the cursor or just before it and its partner; false: none. */
static bool find_brackets(const char *text, size_t size, size_t pair[2])
{
    size_t point = (size_t)rl_point;
    for (size_t at = point; at + 1 >= point && at != SIZE_MAX; at--) {
        if (at >= size || !strchr("()[]{}", text[at]) || !text[at]) continue;
        size_t other = session_bracket(editor.session, text, size, at);
        if (other == SIZE_MAX) continue;
        pair[0] = at < other ? at : other;
        pair[1] = at < other ? other : at;
        return true;
    }
    return false;
}

/* Cuts a stretch where a matching bracket stands in it. */
static void put_stretch(Frame *f, const char *text, size_t start, size_t end, Style style, const size_t *pair)
{
    for (int i = 0; i < 2 && pair; i++) {
        if (pair[i] < start || pair[i] >= end) continue;
        put_text(f, text, start, pair[i], style);
        put_text(f, text, pair[i], pair[i] + 1, STYLE_MATCH);
        start = pair[i] + 1;
    }
    put_text(f, text, start, end, style);
}

static void put_cell(Frame *f, bool whole)
{
    const char *text = rl_line_buffer;
    size_t size = (size_t)rl_end, count = 0, at = 0, pair[2];
    bool marked = f->colour && !whole && find_brackets(text, size, pair);
    const Stretch *ink = f->colour ? session_ink(editor.session, text, size, &count) : NULL;
    for (size_t i = 0; ink && i < count; i++) {
        size_t end = ink[i].end < size ? ink[i].end : size;
        if (ink[i].start > at) put_stretch(f, text, at, ink[i].start, STYLE_PLAIN, marked ? pair : NULL);
        if (end > ink[i].start) put_stretch(f, text, ink[i].start, end, style_of(&ink[i]), marked ? pair : NULL);
        at = end;
    }
    if (at < size) put_stretch(f, text, at, size, STYLE_PLAIN, marked ? pair : NULL);
}

static bool draw_below(Frame *f)
{
    frame_start(f, editor.screen.columns, editor.colour);
    if (editor.menu.list) menu_draw(f);
    else if (editor.note) {
        frame_style(f, editor.note_style);
        frame_prompt(f, editor.note);
    } else if (message_of_readline() || !hint_draw(f)) return false;
    frame_end(f);
    return true;
}

void paint_now(bool whole)
{
    Frame *f = &editor.text;
    editor.dirty = false;
    frame_start(f, editor.screen.columns, editor.colour);
    put_prompt(f);
    if (editor.kind == EDIT_CELL) put_cell(f, whole);
    else if (editor.kind == EDIT_LINE) put_text(f, rl_line_buffer, 0, (size_t)rl_end, STYLE_PLAIN);
    if (rl_point >= rl_end || editor.kind == EDIT_PASSWORD) frame_cursor(f);
    frame_end(f);
    bool below = !whole && editor.kind == EDIT_CELL && draw_below(&editor.below);
    screen_paint(&editor.screen, f, below ? &editor.below : NULL, whole);
}
