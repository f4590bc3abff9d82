/* ground.c: is the terminal dark or light? It is asked at the first prompt (OSC 11), and what it answers comes as a key would: nobody waits for it, and a terminal that says nothing keeps its own
 * sixteen colours. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <readline/readline.h>

#include "edit.h"

/* One that shows 256 colours, and takes a question that it does not know for nothing. */
static bool may_be_asked(void)
{
    static const char *const kinds[] = {"xterm", "tmux", "rxvt", "alacritty", "foot", "konsole", "vte", "wezterm", "contour"};
    const char *term = getenv("TERM"), *colours = getenv("COLORTERM");
    if (!term || !(strstr(term, "256color") || strstr(term, "kitty") || strstr(term, "direct") || (colours && *colours))) return false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strncmp(term, kinds[i], strlen(kinds[i]))) return true;
    return false;
}

void ground_ask(void)
{
    static const char question[] = "\033]11;?\033\\";
    static bool asked;
    if (asked || editor.plain || !editor.colour || !may_be_asked()) return;
    asked = true;
    if (write(1, question, sizeof question - 1) < 0) {} /* then it does not answer either */
}

/* The share of light that a channel of 1 to 4 hexadecimal digits gives, as the guidelines for readable pages reckon it. */
static double light_of(const char *digits, size_t n)
{
    double v = (double)strtoul(digits, NULL, 16) / (double)((1ul << 4 * n) - 1);
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static Ground ground_of(const char *answer)
{
    static const double shares[3] = {0.2126, 0.7152, 0.0722};
    const char *at = !strncmp(answer, "rgb:", 4) ? answer + 4 : !strncmp(answer, "rgba:", 5) ? answer + 5 : "";
    double light = 0;
    for (int i = 0; i < 3; i++) {
        char digits[5] = "";
        size_t n = strspn(at, "0123456789abcdefABCDEF");
        if (n < 1 || n > 4 || (i < 2 && at[n] != '/')) return GROUND_UNKNOWN;
        memcpy(digits, at, n);
        light += shares[i] * light_of(digits, n);
        at += n + (i < 2);
    }
    return light > 0.18 ? GROUND_LIGHT : GROUND_DARK; /* there black and white letters can be read alike */
}

/* The answer behind ESC ] 1 1 ; up to BEL or ESC \. */
int ground_told(int count, int key)
{
    char answer[40] = "";
    size_t n = 0;
    while (n + 1 < sizeof answer && (key = rl_read_key()) > 0 && strchr("rgba:/0123456789abcdefABCDEF", key)) answer[n++] = (char)key;
    if (key == '\033') rl_read_key();
    Ground ground = ground_of(answer);
    if (ground == GROUND_UNKNOWN) return 0;
    session_set_ground(ground);
    if (editor.remake && editor.kind == EDIT_CELL) editor.remake(editor.whose);
    editor.dirty = true;
    return 0;
}
