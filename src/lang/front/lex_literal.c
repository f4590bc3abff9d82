/* lex_literal.c: where number and string tokens end, and what is wrong with them.  Their values are the parser's matter. */
#include "lex_impl.h"

#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_digit_of(char c, int base)
{
    if (base == 16)
        return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    return c >= '0' && c < '0' + base;
}

static bool fail_literal(Lexer *lx, const char *kind)
{
    return lex_fail(lx, arena_printf(lx->arena, "invalid %s literal", kind));
}

/* `1if x else y` was once well formed: a keyword right behind a number only warns. */
static bool keyword_follows(const char *s)
{
    static const char *const words[] = {"and", "else", "for", "if", "in", "is", "or", "not"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t n = strlen(words[i]);
        if (!strncmp(s, words[i], n) && (n == 2 && s[0] == 'i' ? true : !lex_is_name_byte((unsigned char)s[n])))
            return true;
    }
    return false;
}

static bool ends_well(Lexer *lx, const char *kind)
{
    if (keyword_follows(lx->cur))
        return lex_warn(lx, PARSE_WARN_SYNTAX, arena_printf(lx->arena, "invalid %s literal", kind), lx->lineno);
    return lex_is_name_byte((unsigned char)*lx->cur) ? fail_literal(lx, kind) : true;
}

/* Digits with single underscores between them, the first one already seen to be a digit. */
static bool decimal_tail(Lexer *lx)
{
    for (;;) {
        while (is_digit(*lx->cur))
            lx->cur++;
        if (*lx->cur != '_')
            return true;
        lx->cur++;
        if (!is_digit(*lx->cur))
            return fail_literal(lx, "decimal");
    }
}

static bool fail_digit(Lexer *lx, const char *kind)
{
    char c = *lx->cur++;
    return lex_fail(lx, arena_printf(lx->arena, "invalid digit '%c' in %s literal", c, kind));
}

/* 0x..., 0o..., 0b...: from the first byte behind the letter. */
static bool based_number(Lexer *lx, int base, const char *kind)
{
    do {
        if (*lx->cur == '_')
            lx->cur++;
        if (!is_digit_of(*lx->cur, base))
            return is_digit(*lx->cur) ? fail_digit(lx, kind) : fail_literal(lx, kind);
        while (is_digit_of(*lx->cur, base))
            lx->cur++;
    } while (*lx->cur == '_');
    if (is_digit(*lx->cur))
        return fail_digit(lx, kind);
    return ends_well(lx, kind);
}

/* From the '.', the 'e' or the 'j' that may follow the digits. */
static bool number_tail(Lexer *lx)
{
    if (*lx->cur == '.') {
        lx->cur++;
        if (is_digit(*lx->cur) && !decimal_tail(lx))
            return false;
    }
    if (*lx->cur == 'e' || *lx->cur == 'E') {
        const char *e = lx->cur++;
        if (*lx->cur == '+' || *lx->cur == '-') {
            lx->cur++;
            if (!is_digit(*lx->cur))
                return fail_literal(lx, "decimal");
        } else if (!is_digit(*lx->cur)) { /* no exponent: perhaps `1else` */
            lx->cur = e;
            return ends_well(lx, "decimal");
        }
        if (!decimal_tail(lx))
            return false;
    }
    if (*lx->cur == 'j' || *lx->cur == 'J') {
        lx->cur++;
        return ends_well(lx, "imaginary");
    }
    return ends_well(lx, "decimal");
}

static bool zero_number(Lexer *lx)
{
    char c = *++lx->cur;
    if (c == 'x' || c == 'X')
        return lx->cur++, based_number(lx, 16, "hexadecimal");
    if (c == 'o' || c == 'O')
        return lx->cur++, based_number(lx, 8, "octal");
    if (c == 'b' || c == 'B')
        return lx->cur++, based_number(lx, 2, "binary");
    for (;; lx->cur++) {
        if (*lx->cur == '_') {
            lx->cur++;
            if (!is_digit(*lx->cur))
                return fail_literal(lx, "decimal");
        }
        if (*lx->cur != '0')
            break;
    }
    const char *zeros_end = lx->cur;
    if (!is_digit(*lx->cur))
        return number_tail(lx);
    if (!decimal_tail(lx))
        return false;
    c = *lx->cur;
    if (c == '.' || c == 'e' || c == 'E' || c == 'j' || c == 'J')
        return number_tail(lx);
    int from = lex_count_chars(lx->line_start, lx->start) + 1, to = lex_count_chars(lx->line_start, zeros_end) + 1;
    return lex_fail_range(lx, from, to,
                          "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers");
}

int lex_number(Lexer *lx)
{
    bool ok;
    if (*lx->cur == '0')
        ok = zero_number(lx);
    else if (*lx->cur == '.')
        ok = number_tail(lx);
    else
        ok = decimal_tail(lx) && number_tail(lx);
    return ok ? TOK_NUMBER : TOK_ERRORTOKEN;
}

static int unterminated(Lexer *lx, int quotes)
{
    int last = lx->lineno;
    lx->cut = lx->cur >= lx->end;
    lx->cur = lx->start + 1;
    lx->line_start = lx->multi_line_start;
    lx->lineno = lx->first_lineno;
    lex_fail(lx, arena_printf(lx->arena, "unterminated %sstring literal (detected at line %d)", quotes == 3 ? "triple-quoted " : "", last));
    if (quotes == 3)
        lx->err->incomplete = true;
    return TOK_ERRORTOKEN;
}

int lex_string(Lexer *lx)
{
    char quote = *lx->cur;
    int quotes = lx->cur[1] == quote && lx->cur[2] == quote ? 3 : 1, closing = 0;
    lx->first_lineno = lx->lineno;
    lx->multi_line_start = lx->line_start;
    lx->cur += quotes;
    while (closing < quotes) {
        char c = *lx->cur;
        if (lx->cur >= lx->end || (c == '\n' && quotes == 1))
            return unterminated(lx, quotes);
        lx->cur++;
        if (c == quote) {
            closing++;
            continue;
        }
        closing = 0;
        if (c == '\\' && lx->cur < lx->end)
            c = *lx->cur++; /* whatever it is, it does not close the string */
        if (c == '\n')
            lex_begin_line(lx);
    }
    return TOK_STRING;
}
