/* tb_caret.c: the source line of a traceback and the marks below it: ^^^^ under the failing expression, and for binary
 * operators and subscripts ~~^~~, the operator or the brackets marked by ^. To find these the marked text is parsed
 * again, as CPython does (so the marks agree, parentheses and all). */
#include "lang/front/parse.h"
#include "tb_impl.h"

typedef struct Marks { /* in characters of the line, ends exclusive */
    int64_t start, end;
    bool anchored;
    int64_t left, right; /* anchored: ^ from left to right, ~ elsewhere */
} Marks;

static bool is_blank(uint32_t c) { return c == ' ' || c == '\t' || c == '\f'; }

/* Characters in the first `bytes` bytes of the line as UTF-8; -1: it is not that long. */
static int64_t to_chars(Ref line, uint32_t bytes)
{
    const Str *s = as_str(line);
    if (str_is_ascii(s)) return bytes <= s->len ? (int64_t)bytes : -1;
    uint32_t at = 0;
    for (int64_t i = 0; i < s->len; i++) {
        if (at >= bytes) return i;
        uint32_t c = str_at(s, i);
        at += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    }
    return at >= bytes ? s->len : -1;
}

/* Where the operator or the brackets of the expression lie in `text`. */
static bool find_anchors(const Node *expr, const char *text, int64_t *left, int64_t *right)
{
    if (expr->kind == AST_BinOp) {
        int end = expr->BinOp.right->col_offset;
        for (int i = expr->BinOp.left->end_col_offset; i < end; i++) {
            if (is_blank((unsigned char)text[i])) continue;
            *left = i;
            *right = i + 1;
            if (i + 1 < end && !is_blank((unsigned char)text[i + 1])) ++*right;
            return true;
        }
        return false;
    }
    if (expr->kind == AST_Subscript) {
        *left = expr->Subscript.value->end_col_offset;
        *right = expr->Subscript.slice->end_col_offset + 1;
        return true;
    }
    return false;
}

static void look_inside(VM *vm, Ref line, Marks *m)
{
    Value segment = str_substr(vm, line, m->start, m->end);
    size_t n;
    const char *text = segment ? str_utf8(vm, segment, &n) : NULL;
    if (text) {
        Arena arena;
        arena_init(&arena, vm->mem);
        SyntaxErr e = {0};
        Node *tree = parse_source(&arena, &(ParseInput){.src = text, .len = n, .mode = PARSE_FILE, .is_text = true, .max_int_digits = -1}, &e);
        if (tree && tree->Module.body.n == 1 && tree->Module.body.items[0]->kind == AST_Expr) {
            m->anchored = find_anchors(tree->Module.body.items[0]->Expr.value, text, &m->left, &m->right);
            m->left = m->start + to_chars(segment, (uint32_t)m->left);
            m->right = m->start + to_chars(segment, (uint32_t)m->right);
        }
        arena_free(&arena);
    }
    release(vm, segment);
    err_clear(vm);
}

void tb_put_line(TbText *t, Ref line, Span span, const Code *code)
{
    const Str *s = as_str(line);
    int64_t indent = 0;
    while (indent < s->len && is_blank(str_at(s, indent))) indent++;
    tb_margin(t);
    strb_c(&t->b, "    ");
    Value shown = str_substr(t->vm, line, indent, s->len);
    if (shown) tb_put_source(t, shown, code);
    release(t->vm, shown);
    err_clear(t->vm);
    strb_char(&t->b, '\n');
    if (!span.line || t->vm->flags.no_ranges || span.col == 0xFFFF || span.end_col == 0xFFFF) return;
    Marks m = {.start = to_chars(line, span.col)};
    if (span.end_line <= span.line) {
        m.end = to_chars(line, span.end_col);
        if (m.start >= 0 && m.end > m.start) look_inside(t->vm, line, &m);
    } else { /* goes on below: marked to the end of the line */
        m.end = s->len;
        while (m.end > 0 && is_blank(str_at(s, m.end - 1))) m.end--;
    }
    if (m.start < 0 || m.end < 0 || (m.end - m.start == s->len - indent && !m.anchored)) return;
    tb_margin(t);
    for (int64_t i = indent - 4; i < m.end; i++) {
        if (i == m.start) tb_on(t, t->style->caret);
        int wide = t->style->visible && i >= indent && i < s->len ? visible_width(str_at(s, i), true) : 1;
        strb_fill(&t->b, i < m.start ? ' ' : !m.anchored || (i >= m.left && i < m.right) ? '^' : '~', wide);
    }
    tb_off(t, t->style->caret);
    strb_char(&t->b, '\n');
}
