/* colour.c: the one palette: of source, of devices, of errors. Sixteen colours, so that a person's own theme has the last word. */
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
