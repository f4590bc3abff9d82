/* colour.c: the one palette: of source, of devices, of errors. On a terminal sixteen colours, so that a person's own theme has the last word. On a page
 * their tones are fixed, halfway between the light and the dark ground that errors stand on there (perch/views/paint.py has them for tables). */
#include "session_impl.h"

const char session_ansi_end[] = "\x1b[0m";

static const char *const inks[] = {
    [INK_PLAIN] = "", [INK_KEYWORD] = "\x1b[35m", [INK_BUILTIN] = "\x1b[36m", [INK_NUMBER] = "\x1b[34m", [INK_STRING] = "\x1b[33m",
    [INK_COMMENT] = "\x1b[90m", [INK_OPERATOR] = "", [INK_FUNCTION] = "\x1b[1m", [INK_DECORATOR] = "\x1b[36m", [INK_MAGIC] = "\x1b[1;35m",
    [INK_ERROR] = "\x1b[31m", [INK_DEVICE] = "",
};
enum { SEVERAL = 100 };

const char *session_ansi(uint8_t ink, int8_t device)
{
    static const char *const gpus[] = {"\x1b[1;32m", "\x1b[1;36m", "\x1b[1;35m", "\x1b[1;33m", "\x1b[1;34m", "\x1b[1;91m"};
    if (device == SEVERAL) return "\x1b[1;4m";
    if (device > 0) return gpus[(device - 1) % (int)(sizeof gpus / sizeof *gpus)];
    if (device == 0) return "\x1b[1m";
    return ink < sizeof inks / sizeof *inks ? inks[ink] : "";
}

#define TONE(r, g, b) "38;2;" #r ";" #g ";" #b "m"
#define GREEN TONE(38, 136, 77)
#define TEAL TONE(16, 131, 154)
#define VIOLET TONE(177, 77, 203)
#define OCHRE TONE(163, 106, 21)
#define BLUE TONE(69, 122, 223)
#define ROSE TONE(208, 80, 124)

const char *page_ansi(uint8_t ink, int8_t device)
{
    static const char *const tones[] = {
        [INK_PLAIN] = "", [INK_KEYWORD] = "\x1b[" VIOLET, [INK_BUILTIN] = "\x1b[" TEAL, [INK_NUMBER] = "\x1b[" BLUE, [INK_STRING] = "\x1b[" OCHRE,
        [INK_COMMENT] = "", [INK_OPERATOR] = "", [INK_FUNCTION] = "\x1b[1m", [INK_DECORATOR] = "\x1b[" TEAL, [INK_MAGIC] = "\x1b[1;" VIOLET,
        [INK_ERROR] = "", [INK_DEVICE] = "",
    };
    static const char *const gpus[] = {"\x1b[1;" GREEN, "\x1b[1;" TEAL, "\x1b[1;" VIOLET, "\x1b[1;" OCHRE, "\x1b[1;" BLUE, "\x1b[1;" ROSE};
    if (device > 0 && device != SEVERAL) return gpus[(device - 1) % (int)(sizeof gpus / sizeof *gpus)];
    if (device >= 0) return session_ansi(ink, device);
    return ink < sizeof tones / sizeof *tones ? tones[ink] : "";
}

const ErrorColours *error_colours(bool page)
{
    static const ErrorColours terminal = {session_ansi, "\x1b[1;31m", "\x1b[32m", "\x1b[36m", "\x1b[32m", "\x1b[90m"};
    static const ErrorColours of_page = {page_ansi, "\x1b[1;" TONE(221, 74, 64), "\x1b[1m", "", "\x1b[" GREEN, ""};
    return page ? &of_page : &terminal;
}
