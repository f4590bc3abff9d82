/*
 * What src/lang/text/unicode.h says, as text for tests/unit/unicode.py to compare with Python.
 *   unicode_dump all          one line for each code point
 *   unicode_dump lookup       stdin: a name a line; out: the code points found
 *   unicode_dump normalize    stdin: code points in hex, a text a line; out: its four normal forms
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/text/unicode.h"

enum { LINE = 1 << 20, TEXT = 1 << 16 };

static void print_cps(const uint32_t *cps, size_t n) {
    for (size_t i = 0; i < n; i++)
        printf("%s%x", i ? "." : "", (unsigned)cps[i]);
}

static void print_full(int (*map)(uint32_t, uint32_t *), uint32_t cp) {
    uint32_t out[3];
    print_cps(out, (size_t)map(cp, out));
    putchar(' ');
}

static void print_forms(const uint32_t *text, size_t len) {
    static uint32_t out[TEXT * 18];
    for (int form = UNI_NFC; form <= UNI_NFKD; form++) {
        size_t n = uni_decompose((UniForm)form, text, len, out, TEXT * 18);
        if (form == UNI_NFC || form == UNI_NFKC)
            n = uni_compose(out, n);
        putchar(' ');
        print_cps(out, n);
        if (uni_quick_check((UniForm)form, text, len) && (n != len || memcmp(out, text, n * 4) != 0))
            printf("!wrong quick check");
    }
}

static void print_character(uint32_t cp) {
    static bool (*const kinds[])(uint32_t) = {
        uni_is_alpha, uni_is_decimal, uni_is_digit, uni_is_numeric,   uni_is_alnum,        uni_is_space,   uni_is_printable,
        uni_is_lower, uni_is_upper,   uni_is_title, uni_is_xid_start, uni_is_xid_continue, uni_is_mirrored,
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        putchar('0' + kinds[i](cp));
    printf(" %s %s %s %d %d %d %x ", uni_category(cp), uni_bidirectional(cp), uni_east_asian_width(cp), uni_combining(cp),
           uni_decimal(cp), uni_digit(cp), (unsigned)uni_simple_lower(cp));
    double value = -1;
    uni_numeric(cp, &value);
    printf("%.17g ", value);
    print_full(uni_to_lower, cp);
    print_full(uni_to_upper, cp);
    print_full(uni_to_title, cp);
    print_full(uni_to_fold, cp);
    char text[UNI_DECOMPOSITION_MAX], name[UNI_NAME_MAX];
    uni_decomposition_text(cp, text);
    size_t len = uni_name(cp, name);
    uint32_t back[4] = {0};
    if (len != 0 && (uni_lookup(name, len, back) != 1 || back[0] != cp))
        printf("!lookup gives %x ", (unsigned)back[0]);
    printf("%s|%s|", text, name);
    print_forms(&cp, 1);
    putchar('\n');
}

int main(int argc, char **argv) {
    static char line[LINE];
    const char *mode = argc > 1 ? argv[1] : "all";
    if (strcmp(mode, "all") == 0) {
        for (uint32_t cp = 0; cp <= UNI_MAX; cp++)
            print_character(cp);
        return 0;
    }
    while (fgets(line, sizeof line, stdin)) {
        static uint32_t text[TEXT];
        size_t n = 0;
        line[strcspn(line, "\n")] = 0;
        if (strcmp(mode, "lookup") == 0) {
            n = (size_t)uni_lookup(line, strlen(line), text);
            print_cps(text, n);
        } else {
            for (char *p = strtok(line, " "); p && n < TEXT; p = strtok(NULL, " "))
                text[n++] = (uint32_t)strtoul(p, NULL, 16);
            print_forms(text, n);
        }
        putchar('\n');
    }
    return 0;
}
