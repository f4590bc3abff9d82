/* history.c: the session's history as Readline's list, cells whole; and the search for what begins as the text before the cursor. */
#include <stdlib.h>
#include <string.h>

#include <readline/history.h>
#include <readline/readline.h>

#include "edit.h"

enum { LOADED = 5000 }; /* cells; what is older is found by %hist */

static void keep(const char *cell)
{
    HIST_ENTRY *last = history_length ? history_get(history_base + history_length - 1) : NULL;
    if (*cell && !(last && !strcmp(last->line, cell))) add_history(cell);
}

void history_load(void)
{
    editor.history_loaded = true;
    HistoryQuery q = {.kind = HISTORY_TAIL, .count = LOADED};
    const Entries *e = session_history(editor.session, &q);
    for (int i = 0; e && i < e->count; i++) keep(e->items[i].input);
    using_history();
}

void history_keep(const char *cell)
{
    if (!editor.history_loaded) history_load(); /* it may have got there already: then it is not kept twice */
    keep(cell);
    using_history();
}

/* The next line in that direction that begins as `prefix` and differs from what is shown; 0: none. */
static int distance(const char *prefix, int direction)
{
    HIST_ENTRY **list = history_list();
    size_t n = strlen(prefix);
    int at = where_history();
    for (int i = at + direction; list && i >= 0 && i < history_length; i += direction)
        if (!strncmp(list[i]->line, prefix, n) && strcmp(list[i]->line, rl_line_buffer)) return abs(i - at);
    return 0;
}

/* Back at the line that was being typed: it stands behind the last one. */
static int to_the_end(void) { return history_length - where_history(); }

bool history_step(int direction)
{
    if (!editor.history_loaded) history_load();
    HIST_ENTRY *shown = history_get(history_base + where_history());
    bool going_on = editor.search && shown && !strcmp(shown->line, rl_line_buffer);
    if (!going_on) {
        if (direction > 0 && !shown) return false;
        free(editor.search);
        editor.search = strndup(rl_line_buffer, (size_t)rl_point);
        if (!editor.search) return false;
    }
    int n = distance(editor.search, direction);
    if (!n && direction > 0) n = to_the_end();
    if (!n) return false;
    rl_free_undo_list(); /* see keys.c: a line that is left has no undo */
    if (direction < 0) rl_get_previous_history(n, 0);
    else rl_get_next_history(n, 0);
    rl_point = rl_end;
    return true;
}
