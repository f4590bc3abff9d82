/* hint.c: the signature of the call that is being typed, under the text, the parameter at hand in bold. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <readline/readline.h>

#include "edit.h"
#include "glyph.h"

bool hint_draw(Frame *f)
{
    size_t from = 0, to = 0;
    if (!memchr(rl_line_buffer, '(', (size_t)rl_point)) return false;
    const char *text = session_signature(editor.session, rl_line_buffer, (size_t)rl_end, (size_t)rl_point, &from, &to);
    if (!text || !*text) return false;
    size_t size = strcspn(text, "\n");
    if (to > size || from > to) from = to = 0;
    f->cut = true;
    frame_style(f, STYLE_DIM);
    /* Where it is longer than the row, the parameter at hand stays in view. */
    size_t start = 0;
    int room = f->columns - 4;
    if (glyph_columns(text, to) > room) {
        for (start = from; start > 0 && glyph_columns(text + start, to - start) < room / 2;) start = glyph_before(text, start);
        frame_text(f, "  …", strlen("  …"));
    } else
        frame_text(f, "  ", 2);
    frame_text(f, text + start, from - start);
    frame_style(f, STYLE_BOLD);
    frame_text(f, text + from, to - from);
    frame_style(f, STYLE_DIM);
    frame_text(f, text + to, size - to);
    return true;
}
