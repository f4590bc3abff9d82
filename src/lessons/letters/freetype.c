/* freetype.c: FreeType itself: its functions, opened once, and what it says of its errors. */
#include <stddef.h>

#include "freetype.h"
#include "std/std.h"

FreeType freetype;
static const char *const names[] = {
#define FT(result, name, args) "FT_" #name,
#include "freetype.def"
#undef FT
};
static LibTable table = {.library = "libfreetype.so.6", .names = names, .functions = (void **)&freetype, .count = sizeof names / sizeof *names};
_Static_assert(sizeof(FreeType) == sizeof names / sizeof *names * sizeof(void *), "one pointer a function");

const char *freetype_missing(void) { return lib_table(&table); }

const char *freetype_words(int error)
{
    static const struct { int number; const char *words; } rows[] = {
#define E(number, words) {number, words},
#include "freetype_errors.def"
#undef E
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].number == error) return rows[i].words;
    return "unknown error";
}
