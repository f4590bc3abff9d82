/* menu.c: completion. Tab puts in what all candidates share and lists them below with their kind and, for tensors, shape and device;
 * further Tabs (or the arrows) walk through the list, and typing narrows it. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <readline/readline.h>

#include "edit.h"
#include "glyph.h"
#include "terminal.h"

static const Completions *ask(void)
{
    terminal_keys_signal(true); /* so that Ctrl-C stops a long search */
    const Completions *list = session_complete(editor.session, rl_line_buffer, (size_t)rl_end, (size_t)rl_point);
    terminal_keys_signal(false);
    if (!list || !list->count || list->start > list->end || list->end > (size_t)rl_end) return NULL;
    return list;
}

/* What all candidates that go on as typed begin with, whole characters only (others stand for it: `%unload_ext` for `unl`). NULL: none. */
static const char *shared(const Completions *list, const char *typed, size_t typed_size, size_t *size)
{
    const char *first = NULL;
    size_t n = 0;
    for (int i = 0; i < list->count; i++) {
        const char *text = list->items[i].text;
        if (strncmp(text, typed, typed_size)) continue;
        size_t k = 0;
        while (first && k < n && first[k] == text[k]) k++;
        n = first ? k : strlen(text);
        if (!first) first = text;
    }
    while (n && ((unsigned char)first[n] & 0xC0) == 0x80) n--;
    *size = n;
    return first;
}

void menu_close(void)
{
    if (editor.menu.list) editor.dirty = true;
    editor.menu = (Menu){.chosen = -1};
}

static void put_choice(const char *text, size_t size)
{
    edit_replace(editor.menu.start, editor.menu.end, text, size);
    editor.menu.end = editor.menu.start + size;
}

static void open_menu(const Completions *list)
{
    editor.menu = (Menu){.list = list, .chosen = -1, .start = list->start, .end = list->end};
    editor.dirty = true;
}

void menu_complete(int direction)
{
    editor.menu_key = true;
    if (editor.menu.list) {
        menu_move(direction);
        return;
    }
    const Completions *list = ask();
    if (!list) {
        rl_ding();
        return;
    }
    open_menu(list);
    size_t common, typed = list->end - list->start;
    const char *first = shared(list, rl_line_buffer + list->start, typed, &common);
    if (list->count == 1) {
        put_choice(list->items[0].text, strlen(list->items[0].text));
        menu_close();
    } else if (first && common > typed) put_choice(first, common);
}

bool menu_move(int rows)
{
    Menu *m = &editor.menu;
    if (!m->list) return false;
    editor.menu_key = true;
    int count = m->list->count;
    if (m->chosen < 0) m->chosen = rows > 0 ? 0 : count - 1;
    else if (rows == 1 || rows == -1) m->chosen = (m->chosen + rows + count) % count;
    else m->chosen = m->chosen + rows < 0 ? 0 : m->chosen + rows >= count ? count - 1 : m->chosen + rows;
    const char *text = m->list->items[m->chosen].text;
    put_choice(text, strlen(text));
    return true;
}

bool menu_take(void)
{
    bool chosen = editor.menu.list && editor.menu.chosen >= 0;
    menu_close();
    return chosen;
}

/* A letter typed or taken back narrows or widens an open list; any other key closes it. */
void menu_after_key(void)
{
    if (!editor.menu.list || editor.menu_key) return;
    bool typing = rl_last_func == rl_insert && editor.menu.chosen < 0 && rl_point > 0 &&
                  (isalnum((unsigned char)rl_line_buffer[rl_point - 1]) || rl_line_buffer[rl_point - 1] == '_');
    const Completions *list = typing ? ask() : NULL;
    if (list && list->start == editor.menu.start) open_menu(list);
    else menu_close();
}

/* ---- drawing ---- */

static int widest(const Menu *m, int end, const char *(*part)(const Completion *), int limit)
{
    int most = 0;
    for (int i = m->top; i < end; i++) {
        const char *text = part(&m->list->items[i]);
        int width = text ? glyph_columns(text, strlen(text)) : 0;
        if (width > most) most = width;
    }
    return most < limit ? most : limit;
}

/* A path shows its last part, a key its whole. */
static const char *name_of(const Completion *c)
{
    if (!c->kind || strcmp(c->kind, "path")) return c->text;
    size_t n = strlen(c->text);
    const char *slash = n > 1 ? memrchr(c->text, '/', n - 1) : NULL;
    return slash ? slash + 1 : c->text;
}

static const char *kind_of(const Completion *c) { return c->kind ? c->kind : ""; }
static const char *place_of(const Completion *c) { return c->place ? c->place : ""; }

static Style style_of_name(const char *device)
{
    int n = 0;
    if (!device || !*device) return STYLE_DIM;
    if (!strcmp(device, "mixed")) return STYLE_SEVERAL;
    if (sscanf(device, "gpu(%d)", &n) == 1 || sscanf(device, "cuda:%d", &n) == 1) return style_of_device(1 + n);
    return style_of_device(0);
}

/* Up to `columns` columns of a text. */
static void put_cut(Frame *f, const char *text, int columns)
{
    size_t size = strlen(text), fits = 0;
    while (fits < size) {
        uint32_t point;
        size_t n = glyph_next(text + fits, size - fits, &point);
        if (glyph_columns(text, fits + n) > columns) break;
        fits += n;
    }
    frame_text(f, text, fits);
}

static void draw_row(Frame *f, const Menu *m, int i, int name_columns, int kind_columns, int place_columns)
{
    const Completion *c = &m->list->items[i];
    bool chosen = i == m->chosen;
    int column = 2;
    frame_style(f, STYLE_PLAIN);
    frame_text(f, !f->colour && chosen ? "> " : "  ", 2);
    frame_style(f, chosen ? STYLE_CHOSEN : STYLE_PLAIN);
    put_cut(f, name_of(c), name_columns);
    frame_fill(f, column += name_columns);
    frame_style(f, STYLE_DIM);
    frame_text(f, "  ", 2);
    put_cut(f, kind_of(c), kind_columns);
    frame_fill(f, column += 2 + kind_columns);
    if (place_columns) {
        frame_text(f, "  ", 2);
        frame_style(f, STYLE_PLAIN);
        put_cut(f, place_of(c), place_columns);
        frame_fill(f, column += 2 + place_columns);
    }
    if (c->device && *c->device) {
        frame_text(f, " @ ", 3);
        frame_style(f, style_of_name(c->device));
        frame_text(f, c->device, strlen(c->device));
    } else if (c->signature && *c->signature) {
        frame_style(f, STYLE_DIM);
        frame_text(f, "  ", 2);
        frame_text(f, c->signature, strcspn(c->signature, "\n"));
    }
}

void menu_draw(Frame *f)
{
    Menu *m = &editor.menu;
    int count = m->list->count, lines = editor.screen.lines;
    int height = lines / 2 < 3 ? 3 : lines / 2 > 12 ? 12 : lines / 2;
    if (height > count) height = count;
    if (m->chosen >= 0 && m->chosen < m->top) m->top = m->chosen;
    if (m->chosen >= m->top + height) m->top = m->chosen - height + 1;
    m->height = height;
    f->cut = true;
    int end = m->top + height;
    int names = widest(m, end, name_of, f->columns / 2), kinds = widest(m, end, kind_of, 10), places = widest(m, end, place_of, f->columns / 3);
    for (int i = m->top; i < end; i++) {
        if (i > m->top) frame_line(f);
        draw_row(f, m, i, names, kinds, places);
        frame_style(f, STYLE_PLAIN);
    }
    if (height == count) return;
    char foot[64];
    snprintf(foot, sizeof foot, "  %d–%d / %d", m->top + 1, end, count);
    frame_line(f);
    frame_style(f, STYLE_DIM);
    frame_text(f, foot, strlen(foot));
}

/* ---- Readline's own completion commands (inputrc may bind menu-complete and others) ---- */

static const Completions *offered;

static char *offer(const char *text, int state)
{
    static int next;
    if (!state) next = 0;
    return offered && next < offered->count ? strdup(offered->items[next++].text) : NULL;
}

static char **for_readline(const char *text, int start, int end)
{
    rl_attempted_completion_over = 1;
    rl_completion_append_character = 0;
    rl_completion_suppress_quote = 1;
    offered = editor.kind == EDIT_CELL ? ask() : NULL;
    if (!offered || (int)offered->end != end || (int)offered->start > end) return NULL;
    /* Readline replaces from its own idea of a word: what stands before the session's stretch is put before each. */
    if ((int)offered->start == start) return rl_completion_matches(text, offer);
    if ((int)offered->start < start) return NULL;
    size_t before = offered->start - (size_t)start;
    char **matches = rl_completion_matches(text, offer);
    for (char **m = matches; m && *m; m++) {
        char *joined = malloc(before + strlen(*m) + 1);
        if (!joined) continue;
        memcpy(joined, rl_line_buffer + start, before);
        strcpy(joined + before, *m);
        free(*m);
        *m = joined;
    }
    return matches;
}

void menu_register(void)
{
    rl_completer_word_break_characters = (char *)" \t\n\"'`@$><=;|&{([)]},:+-*/%^~!#";
    rl_attempted_completion_function = for_readline;
}
