/* keys.c: what keys do in a block, and which keys. Bound before Readline reads inputrc, so that a person's own bindings win; where
 * Readline's command works on the whole buffer and a person means the line, ours takes its place and its name. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

#include "edit.h"
#include "glyph.h"
#include "pager.h"
#include "terminal.h"

enum { INDENT = 4 };

/* ---- lines within the block ---- */

static size_t line_start(size_t at)
{
    while (at > 0 && rl_line_buffer[at - 1] != '\n') at--;
    return at;
}

static size_t line_end(size_t at)
{
    while (at < (size_t)rl_end && rl_line_buffer[at] != '\n') at++;
    return at;
}

static size_t blanks(size_t at, size_t end)
{
    size_t n = 0;
    while (at + n < end && (rl_line_buffer[at + n] == ' ' || rl_line_buffer[at + n] == '\t')) n++;
    return n;
}

static bool blank_before_cursor(void)
{
    size_t start = line_start((size_t)rl_point);
    return start + blanks(start, (size_t)rl_point) == (size_t)rl_point;
}

static bool blank_from(size_t at)
{
    return strspn(rl_line_buffer + at, " \t\n") >= (size_t)rl_end - at;
}

static bool in_vi_commands(void) { return rl_get_keymap() == rl_get_keymap_by_name("vi-move"); }

static int key_line_start(int count, int key)
{
    rl_point = (int)line_start((size_t)rl_point);
    return 0;
}

static int key_line_end(int count, int key)
{
    size_t end = line_end((size_t)rl_point);
    if (in_vi_commands() && end > line_start(end)) end = glyph_before(rl_line_buffer, end); /* on the last character, not behind it */
    rl_point = (int)end;
    return 0;
}

static int key_first_print(int count, int key)
{
    size_t start = line_start((size_t)rl_point);
    rl_point = (int)(start + blanks(start, (size_t)rl_end));
    return 0;
}

static int key_kill_line(int count, int key)
{
    size_t end = line_end((size_t)rl_point);
    if (count < 0) rl_kill_text((int)line_start((size_t)rl_point), rl_point);
    else rl_kill_text(rl_point, (int)(end == (size_t)rl_point && end < (size_t)rl_end ? end + 1 : end)); /* at its end, the newline */
    return 0;
}

static int key_kill_to_start(int count, int key)
{
    size_t start = line_start((size_t)rl_point);
    if (start == (size_t)rl_point && start > 0) start--;
    rl_kill_text((int)start, rl_point);
    rl_point = (int)start;
    return 0;
}

/* ---- Return ---- */

static void new_line(int indent)
{
    char text[200] = "\n";
    if (indent > (int)sizeof text - 2) indent = (int)sizeof text - 2;
    memset(text + 1, ' ', (size_t)indent);
    text[indent + 1] = 0;
    rl_begin_undo_group();
    size_t after = blanks((size_t)rl_point, (size_t)rl_end); /* what is moved to the new line gets that line's indentation */
    if (indent && after) rl_delete_text(rl_point, rl_point + (int)after);
    rl_insert_text(text);
    rl_end_undo_group();
}

/* Blanks that the line with the cursor starts with. */
static int own_indent(void)
{
    size_t start = line_start((size_t)rl_point);
    return (int)blanks(start, (size_t)rl_point);
}

static int key_new_line(int count, int key)
{
    int indent = own_indent(), asked = 0;
    if (editor.kind != EDIT_CELL) return 0;
    if (session_is_complete(editor.session, rl_line_buffer, (size_t)rl_point, &asked) == TEXT_INCOMPLETE) indent = asked;
    new_line(indent);
    return 0;
}

static int key_run(int count, int key)
{
    if (menu_take()) return 0;
    edit_finish(EDIT_DONE);
    return 0;
}

/* Runs a block that is whole; in the middle of one, or where it wants more, opens a line. */
static int key_return(int count, int key)
{
    if (menu_take()) return 0;
    if (editor.kind != EDIT_CELL || editor.plain) return edit_finish(EDIT_DONE), 0;
    bool one_line = !memchr(rl_line_buffer, '\n', (size_t)rl_end), last = blank_from(line_end((size_t)rl_point));
    size_t looked_at = one_line ? (size_t)rl_end : (size_t)rl_point;
    int indent = 0;
    Completeness is = last ? session_is_complete(editor.session, rl_line_buffer, looked_at, &indent) : TEXT_INCOMPLETE;
    if (is != TEXT_INCOMPLETE) edit_finish(EDIT_DONE);
    else key_new_line(count, key);
    return 0;
}

/* ---- Up and Down ---- */

static int key_up(int count, int key);
static int key_down(int count, int key);

static bool by_line(int direction)
{
    size_t start = line_start((size_t)rl_point), end = line_end((size_t)rl_point), to;
    if (direction < 0 ? start == 0 : end >= (size_t)rl_end) return false;
    bool again = rl_last_func == key_up || rl_last_func == key_down;
    if (!again || editor.goal_column < 0) editor.goal_column = glyph_columns(rl_line_buffer + start, (size_t)rl_point - start);
    to = direction < 0 ? line_start(start - 1) : end + 1;
    size_t stop = line_end(to), at = to;
    while (at < stop) {
        uint32_t point;
        size_t n = glyph_next(rl_line_buffer + at, stop - at, &point);
        if (glyph_columns(rl_line_buffer + to, at + n - to) > editor.goal_column) break;
        at += n;
    }
    rl_point = (int)at;
    return true;
}

static int up_or_down(int direction)
{
    if (menu_move(direction) || editor.kind != EDIT_CELL) return 0;
    if (by_line(direction)) return 0;
    editor.goal_column = -1;
    if (!history_step(direction)) rl_ding();
    return 0;
}

static int key_up(int count, int key) { return up_or_down(-1); }
static int key_down(int count, int key) { return up_or_down(+1); }

static int past(int direction)
{
    if (editor.kind == EDIT_CELL && !history_step(direction)) rl_ding();
    return 0;
}
static int key_past_up(int count, int key) { return past(-1); }
static int key_past_down(int count, int key) { return past(+1); }

static int page(int direction)
{
    if (menu_move(direction * (editor.menu.height ? editor.menu.height : 1))) return 0;
    return past(direction);
}
static int key_page_up(int count, int key) { return page(-1); }
static int key_page_down(int count, int key) { return page(+1); }

/* ---- Tab, deleting ---- */

static int key_tab(int count, int key)
{
    if (editor.kind != EDIT_CELL) return 0;
    if (editor.menu.list || !blank_before_cursor()) {
        if (editor.plain) return rl_complete(count, key);
        menu_complete(+1);
        return 0;
    }
    size_t column = (size_t)rl_point - line_start((size_t)rl_point);
    rl_insert_text(&"    "[column % INDENT]);
    return 0;
}

static int key_back_tab(int count, int key)
{
    if (menu_move(-1)) return 0;
    size_t start = line_start((size_t)rl_point), n = blanks(start, (size_t)rl_end), less = n ? (n - 1) % INDENT + 1 : 0;
    int point = rl_point - (int)less;
    rl_delete_text((int)start, (int)(start + less));
    rl_point = point < (int)start ? (int)start : point;
    return 0;
}

static int key_backspace(int count, int key)
{
    size_t start = line_start((size_t)rl_point), column = (size_t)rl_point - start;
    bool spaces = column && strspn(rl_line_buffer + start, " ") >= column;
    if (editor.kind != EDIT_CELL || count != 1 || !spaces || in_vi_commands()) return rl_rubout(count, key);
    size_t less = (column - 1) % INDENT + 1; /* back to the indentation before */
    rl_delete_text(rl_point - (int)less, rl_point);
    rl_point -= (int)less;
    return 0;
}

/* Ctrl-D as it was typed, alone: not another key that an inputrc has bound to delete-char (Debian's own does so with Delete), and none with a count. */
static bool is_typed_eof(int key) { return key == ('D' & 0x1F) && rl_key_sequence_length <= 1 && !rl_explicit_arg && !RL_ISSTATE(RL_STATE_MACROINPUT); }

/* Deletes; Ctrl-D also leaves on an empty line. */
static int key_delete(int count, int key)
{
    bool leaves = is_typed_eof(key);
    if (rl_point < rl_end || (count < 0 && rl_point > 0)) return rl_delete(count, key);
    if (leaves && rl_end == 0) edit_finish(EDIT_EOF);
    else if (leaves && editor.kind == EDIT_CELL) edit_note_line(STYLE_DIM, session_text(editor.session, "repl.leave"));
    return 0;
}

static int key_delete_forward(int count, int key) { return rl_point < rl_end ? rl_delete(count, key) : 0; }

/* ---- Ctrl-C, Ctrl-Z, Ctrl-L ---- */

static int key_interrupt(int count, int key)
{
    edit_finish(EDIT_INTERRUPTED);
    return 0;
}

static int key_suspend(int count, int key)
{
    screen_leave(&editor.screen);
    rl_deprep_terminal();
    terminal_suspend();
    rl_prep_terminal(1);
    terminal_keys_signal(false);
    terminal_news(); /* that it went on is known */
    screen_measure(&editor.screen);
    editor.dirty = true;
    return 0;
}

static int key_clear(int count, int key)
{
    screen_clear(&editor.screen);
    editor.dirty = true;
    return 0;
}

/* ---- help, repair, dry run, editor ---- */

static const char *plain_text(const Bundle *b, size_t *size)
{
    for (int i = 0; b && i < b->count; i++)
        if (!strcmp(b->items[i].type, "text/plain")) return *size = b->items[i].size, b->items[i].data;
    return NULL;
}

/* Below the text if it leaves room for it, else in the pager. */
static void show(const Bundle *b)
{
    size_t size, lines = 1;
    const char *text = plain_text(b, &size);
    if (!text) return rl_ding(), (void)0;
    for (size_t i = 0; i < size; i++) lines += text[i] == '\n';
    if ((int)lines <= editor.screen.lines * 2 / 3) {
        edit_note(STYLE_PLAIN, text, size);
        return;
    }
    char *copy = strndup(text, size);
    edit_outside(true);
    if (copy) pager_show(copy, strlen(copy), editor.screen.lines, editor.screen.columns);
    edit_outside(false);
    free(copy);
}

static int key_inspect(int count, int key)
{
    terminal_keys_signal(true);
    const Bundle *b = session_inspect(editor.session, rl_line_buffer, (size_t)rl_end, (size_t)rl_point, 0);
    terminal_keys_signal(false);
    if (b) show(b);
    else edit_note_line(STYLE_DIM, session_text(editor.session, "repl.keys"));
    return 0;
}

static int key_dry(int count, int key)
{
    terminal_keys_signal(true);
    const Bundle *b = session_dry_run(editor.session, rl_line_buffer, (size_t)rl_end);
    terminal_keys_signal(false);
    show(b);
    return 0;
}

/* The repaired cell of the last error; again: the next repair. */
static int key_fix(int count, int key)
{
    const CellError *e = session_last_error(editor.session);
    if (!e || !e->fix_count) {
        bool done = e && e->fixes, elsewhere = e && e->told;
        edit_note_line(STYLE_DIM, session_text(editor.session, done ? "repl.fix_done" : elsewhere ? "repl.fix_elsewhere" : "repl.no_fix"));
        return 0;
    }
    editor.fix = (editor.fix + 1) % e->fix_count;
    const Fix *f = &e->fixes[editor.fix];
    edit_replace_all(f->cell);
    bool told = !f->line || !strcmp(f->line, f->cell); /* the cell is that line */
    bool costs = f->cost && *f->cost;
    char *text, more[300] = "";
    if (f->more) snprintf(more, sizeof more, "   %s", session_text(editor.session, "repl.fix_more"));
    if (asprintf(&text, "%d/%d  %s%s%s%s%s", editor.fix + 1, e->fix_count, told ? "" : f->line, told || !costs ? "" : "   (", costs ? f->cost : "", told || !costs ? "" : ")", more) < 0) return 0;
    edit_note_line(STYLE_NOTE, text);
    free(text);
    return 0;
}

static int key_editor(int count, int key)
{
    if (editor.kind != EDIT_CELL) return 0;
    edit_outside(true);
    char *text = pager_edit(rl_line_buffer, (size_t)rl_end);
    edit_outside(false);
    if (text) edit_replace_all(text);
    else edit_note_line(STYLE_DIM, session_text(editor.session, "repl.no_editor"));
    free(text);
    return 0;
}

/* ---- vi's commands that are about lines ---- */

static int key_vi_append(int count, int key)
{
    rl_point = (int)line_end((size_t)rl_point);
    return rl_vi_insertion_mode(1, key);
}

static int key_vi_insert(int count, int key)
{
    key_first_print(1, key);
    return rl_vi_insertion_mode(1, key);
}

static int key_vi_open_below(int count, int key)
{
    rl_point = (int)line_end((size_t)rl_point);
    rl_vi_insertion_mode(1, key);
    return key_new_line(1, key);
}

static int key_vi_open_above(int count, int key)
{
    int indent = own_indent();
    rl_point = (int)line_start((size_t)rl_point);
    rl_vi_insertion_mode(1, key);
    rl_insert_text("\n");
    rl_point--;
    while (indent-- > 0) rl_insert_text(" ");
    return 0;
}

/* ---- through the history ---- */

/* Readline 8.2 ties lists of undo to lines of the history and frees some twice (edit, search, undo, Return). A line that is left loses its
 * list here, before Readline sees it: a past cell that was edited but not run is then as it was. Searches by Ctrl-R have to stay Readline's
 * own functions (it compares them); they lose the list when they are first shown (edit.c). */
#define LEAVES_LINE(command) \
    static int leave_##command(int count, int key) { return rl_free_undo_list(), command(count, key); }
#define LEAVING(X) \
    X(rl_beginning_of_history, "beginning-of-history") X(rl_end_of_history, "end-of-history") X(rl_fetch_history, "fetch-history") \
    X(rl_operate_and_get_next, "operate-and-get-next") X(rl_noninc_forward_search, "non-incremental-forward-search-history") \
    X(rl_noninc_reverse_search, "non-incremental-reverse-search-history") \
    X(rl_noninc_forward_search_again, "non-incremental-forward-search-history-again") \
    X(rl_noninc_reverse_search_again, "non-incremental-reverse-search-history-again") \
    X(rl_history_search_forward, "history-search-forward") X(rl_history_search_backward, "history-search-backward") \
    X(rl_history_substr_search_forward, "history-substring-search-forward") \
    X(rl_history_substr_search_backward, "history-substring-search-backward") X(rl_vi_fetch_history, "vi-fetch-history") \
    X(rl_vi_search, "vi-search") X(rl_vi_search_again, "vi-search-again")
#define DEFINE(command, name) LEAVES_LINE(command)
LEAVING(DEFINE)
#undef DEFINE

/* ---- which keys ---- */

/* Ours in the place of Readline's, wherever its default maps have it. */
static const struct { rl_command_func_t *theirs, *ours; const char *name; } instead[] = {
    {rl_newline, key_return, "accept-line"},
    {rl_beg_of_line, key_line_start, "beginning-of-line"},
    {rl_end_of_line, key_line_end, "end-of-line"},
    {rl_kill_line, key_kill_line, "kill-line"},
    {rl_unix_line_discard, key_kill_to_start, "unix-line-discard"},
    {rl_complete, key_tab, "complete"},
    {rl_get_previous_history, key_up, "previous-history"},
    {rl_get_next_history, key_down, "next-history"},
    {rl_rubout, key_backspace, "backward-delete-char"},
    {rl_delete, key_delete, "delete-char"},
    {rl_vi_eof_maybe, key_delete, "vi-eof-maybe"},
    {rl_clear_screen, key_clear, "clear-screen"},
    {rl_vi_first_print, key_first_print, "vi-first-print"},
    {rl_vi_append_eol, key_vi_append, "vi-append-eol"},
    {rl_vi_insert_beg, key_vi_insert, "vi-insert-beg"},
#define ROW(command, name) {command, leave_##command, name},
    LEAVING(ROW)
#undef ROW
};

enum { EMACS = 1, VI_INSERT = 2, VI_MOVE = 4, TYPING = EMACS | VI_INSERT, ALL = TYPING | VI_MOVE };

/* Names are for inputrc; a key may be bound in several maps. */
static const struct { const char *name; rl_command_func_t *run; int maps; const char *keys[8]; } bindings[] = {
    {"perch-run", key_run, TYPING, {"\\e\\C-m", "\\e\\C-j"}},
    {"perch-new-line", key_new_line, TYPING, {"\\C-o"}},
    {"perch-up", key_up, ALL, {"\\e[A", "\\eOA"}},
    {"perch-down", key_down, ALL, {"\\e[B", "\\eOB"}},
    {"perch-up", key_up, VI_MOVE, {"k", "-"}},
    {"perch-down", key_down, VI_MOVE, {"j", "+"}},
    {"perch-past-up", key_past_up, ALL, {"\\e[1;3A", "\\e[1;5A"}},
    {"perch-past-down", key_past_down, ALL, {"\\e[1;3B", "\\e[1;5B"}},
    {"perch-page-up", key_page_up, ALL, {"\\e[5~"}},
    {"perch-page-down", key_page_down, ALL, {"\\e[6~"}},
    {"perch-line-start", key_line_start, ALL, {"\\e[H", "\\eOH", "\\e[1~"}},
    {"perch-line-end", key_line_end, ALL, {"\\e[F", "\\eOF", "\\e[4~"}},
    {"perch-tab", key_tab, VI_INSERT, {"\\C-i"}},
    {"perch-back-tab", key_back_tab, TYPING, {"\\e[Z"}},
    {"perch-delete-forward", key_delete_forward, ALL, {"\\e[3~"}},
    {"perch-interrupt", key_interrupt, ALL, {"\\C-c"}},
    {"perch-suspend", key_suspend, ALL, {"\\C-z"}},
    {"perch-inspect", key_inspect, ALL, {"\\eOP", "\\e[11~", "\\e[[A"}},
    {"perch-editor", key_editor, ALL, {"\\eOQ", "\\e[12~", "\\e[[B"}},
    {"perch-editor", key_editor, EMACS, {"\\C-x\\C-e"}},
    {"perch-fix", key_fix, ALL, {"\\eOS", "\\e[14~", "\\e[[D"}},
    {"perch-fix", key_fix, EMACS, {"\\C-xf"}},
    {"perch-dry-run", key_dry, ALL, {"\\e[15~", "\\e[[E"}},
    {"perch-dry-run", key_dry, EMACS, {"\\C-xd"}},
    {"perch-open-below", key_vi_open_below, VI_MOVE, {"o"}},
    {"perch-open-above", key_vi_open_above, VI_MOVE, {"O"}},
    {"perch-paste", paste_bracketed, ALL, {"\\e[200~"}},
    {"perch-ground", ground_told, ALL, {"\\e]11;"}},
    {"forward-word", rl_forward_word, TYPING, {"\\e[1;5C", "\\e[1;3C"}},
    {"backward-word", rl_backward_word, TYPING, {"\\e[1;5D", "\\e[1;3D"}},
};

static void replace_in(Keymap map)
{
    for (int key = 0; key < KEYMAP_SIZE; key++) {
        if (map[key].type == ISKMAP) replace_in((Keymap)map[key].function);
        if (map[key].type != ISFUNC) continue;
        for (size_t i = 0; i < sizeof instead / sizeof *instead; i++)
            if (map[key].function == instead[i].theirs) map[key].function = instead[i].ours;
    }
}

void keys_bind(void)
{
    static const struct { int bit; const char *name; } maps[] = {{EMACS, "emacs-standard"}, {VI_INSERT, "vi-insert"}, {VI_MOVE, "vi-move"}};
    /* Before Readline lists its own names: the first of a name is the one that inputrc finds. */
    for (size_t i = 0; i < sizeof instead / sizeof *instead; i++) rl_add_defun(instead[i].name, instead[i].ours, -1);
    for (size_t i = 0; i < sizeof bindings / sizeof *bindings; i++) rl_add_defun(bindings[i].name, bindings[i].run, -1);
    for (size_t m = 0; m < sizeof maps / sizeof *maps; m++) {
        Keymap map = rl_get_keymap_by_name(maps[m].name);
        replace_in(map);
        for (size_t i = 0; i < sizeof bindings / sizeof *bindings; i++)
            for (const char *const *k = bindings[i].keys; bindings[i].maps & maps[m].bit && *k; k++) rl_bind_keyseq_in_map(*k, bindings[i].run, map);
    }
    editor.goal_column = -1;
}
