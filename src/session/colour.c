/* colour.c: the one palette: of source, of devices, of errors. On a terminal sixteen colours, so that a person's own theme has the last word. On a page
 * devices, the error's name and its repair are white on tones of their own; everything else has the page's letters. */
#include "session_impl.h"

const char session_ansi_end[] = "\x1b[0m";

/* A tone as letters of the terminal's sixteen colours, which a person's theme defines, and of the 256 that are the same everywhere: those for a dark and for a light ground have a contrast of 4.5
 * with the grounds of common themes (tests/repl/themes.py), which the sixteen often have not. The second row is bold. */
#define TONE(sixteen, dark, light) \
    {{"\x1b[" sixteen "m", "\x1b[38;5;" dark "m", "\x1b[38;5;" light "m"}, {"\x1b[1;" sixteen "m", "\x1b[1;38;5;" dark "m", "\x1b[1;38;5;" light "m"}}
static const char *const tones[][2][3] = {
    [TONE_RED] = TONE("31", "210", "124"), [TONE_GREEN] = TONE("32", "114", "22"), [TONE_YELLOW] = TONE("33", "178", "94"), [TONE_BLUE] = TONE("34", "75", "26"),
    [TONE_MAGENTA] = TONE("35", "177", "127"), [TONE_CYAN] = TONE("36", "44", "23"), [TONE_ROSE] = TONE("91", "211", "125"), [TONE_GREY] = TONE("90", "248", "241"),
    [TONE_FAINT] = TONE("2", "248", "241"), /* of the sixteen no grey can be read everywhere */
};
static _Atomic int ground = GROUND_UNKNOWN; /* the process has one terminal */

void session_set_ground(Ground g) { ground = g; }
const char *session_tone(Tone tone, bool bold) { return tones[tone][bold][ground]; }

static const char *ink_ansi(uint8_t ink)
{
    switch (ink) {
    case INK_KEYWORD: return session_tone(TONE_MAGENTA, false);
    case INK_BUILTIN: case INK_DECORATOR: return session_tone(TONE_CYAN, false);
    case INK_NUMBER: return session_tone(TONE_BLUE, false);
    case INK_STRING: return session_tone(TONE_YELLOW, false);
    case INK_COMMENT: return session_tone(TONE_GREY, false);
    case INK_FUNCTION: return "\x1b[1m";
    case INK_MAGIC: return session_tone(TONE_MAGENTA, true);
    case INK_ERROR: return session_tone(TONE_RED, false);
    default: return "";
    }
}

enum { SEVERAL = 100 };

const char *session_ansi(uint8_t ink, int8_t device)
{
    static const Tone gpus[] = {TONE_GREEN, TONE_CYAN, TONE_MAGENTA, TONE_YELLOW, TONE_BLUE, TONE_ROSE};
    if (device == SEVERAL) return "\x1b[1;4m";
    if (device > 0) return session_tone(gpus[(device - 1) % (int)(sizeof gpus / sizeof *gpus)], true);
    if (device == 0) return "\x1b[1m";
    return ink_ansi(ink);
}

/* White on a tone of its own, for what has to stand out on a page: readable whatever ground the page has (perch/views/paint.py has the same tones). */
#define PLATE(r, g, b) "1;38;2;255;255;255;48;2;" #r ";" #g ";" #b "m"
#define GREEN PLATE(35, 131, 74)
#define TEAL PLATE(15, 125, 146)
#define VIOLET PLATE(168, 68, 194)
#define OCHRE PLATE(154, 100, 20)
#define BLUE PLATE(63, 114, 216)
#define ROSE PLATE(201, 66, 111)
#define RED PLATE(192, 57, 43)

/* Source has the page's own letters there: no tone can be read on the ground of errors in a light and in a dark theme. */
const char *page_ansi(uint8_t ink, int8_t device)
{
    static const char *const gpus[] = {"\x1b[" GREEN, "\x1b[" TEAL, "\x1b[" VIOLET, "\x1b[" OCHRE, "\x1b[" BLUE, "\x1b[" ROSE};
    if (device > 0 && device != SEVERAL) return gpus[(device - 1) % (int)(sizeof gpus / sizeof *gpus)];
    if (device >= 0) return session_ansi(ink, device);
    return ink == INK_KEYWORD || ink == INK_FUNCTION || ink == INK_MAGIC ? "\x1b[1m" : "";
}

const ErrorColours *error_colours(bool page)
{
    static _Thread_local ErrorColours terminal;
    static const ErrorColours of_page = {page_ansi, "\x1b[" RED, "\x1b[1m", "\x1b[1m", "", "\x1b[" GREEN, ""};
    if (page) return &of_page;
    const char *red = session_tone(TONE_RED, true), *green = session_tone(TONE_GREEN, false);
    terminal = (ErrorColours){session_ansi, red, red, green, session_tone(TONE_CYAN, false), green, session_tone(TONE_GREY, false)};
    return &terminal;
}
