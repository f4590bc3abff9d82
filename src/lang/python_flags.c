/* python_flags.c: Python's switches, from letters, -X and variables (python_flags.h). */
#include "python_flags.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { DIGITS_DEFAULT = 4300, DIGITS_LEAST = 640 };

static const struct { size_t at; char letter; const char *variable; } rows[] = {
#define FLAG(field, letter, variable, is_bool) {offsetof(LangFlags, field), letter, variable},
#include "lang/object/python_flags.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

static int *flag_at(LangFlags *f, int row) { return (int *)((char *)f + rows[row].at); }

bool lang_flags_letter(LangFlags *f, char letter)
{
    bool known = letter == 'u' || letter == 'R';
    if (letter == 'u') f->unbuffered = true;
    for (int i = 0; i < ROWS; i++)
        if (rows[i].letter == letter) {
            ++*flag_at(f, i);
            known = true;
        }
    return known;
}

const char *lang_flags_variable(const LangFlags *f, const char *name)
{
    const char *text = f->ignore_environment ? NULL : getenv(name);
    return text && *text ? text : NULL;
}

/* The value of an option "name=value"; "" where it stands alone; NULL: not given. */
static const char *x_option(const LangFlags *f, const char *name)
{
    const char *found = NULL;
    size_t n = strlen(name);
    for (const char *const *x = f->x_options; x && *x; x++)
        if (!strncmp(*x, name, n) && (!(*x)[n] || (*x)[n] == '=')) found = (*x)[n] ? *x + n + 1 : "";
    return found;
}

/* "2" is 2; what is no number is 1, as "yes" is. */
static int level_of(const char *text)
{
    char *end;
    long n = strtol(text, &end, 10);
    return *end || n < 0 || n > INT_MAX ? 1 : (int)n;
}

static bool read_digits(LangFlags *f, const char *text, const char *wrong, const char **why)
{
    char *end;
    long n = strtol(text, &end, 10);
    if (!*text || *end || n < 0 || n > INT_MAX || (n && n < DIGITS_LEAST)) return *why = wrong, false;
    f->int_max_str_digits = (int)n;
    return true;
}

static bool read_utf8(LangFlags *f, const char *text, const char *wrong, const char **why)
{
    if (strcmp(text, "1") && strcmp(text, "0")) return *why = wrong, false;
    f->utf8_mode = *text == '1';
    return true;
}

static bool read_frames(LangFlags *f, const char *text, const char *wrong, const char **why)
{
    enum { MOST = 65535 };
    char *end;
    long n = strtol(text, &end, 10);
    if (!*text || *end || n < 0 || n > MOST) return *why = wrong, false;
    f->trace_memory = (int)n;
    return true;
}

static bool read_seed(LangFlags *f, const char *text, const char **why)
{
    char *end;
    unsigned long seed = strtoul(text, &end, 10);
    f->seeded = true;
    f->hash_randomization = 1;
    if (!strcmp(text, "random")) {
        if (getrandom(&f->hash_seed, sizeof f->hash_seed, 0) != (long)sizeof f->hash_seed) f->hash_seed = (uintptr_t)&seed;
        return true;
    }
    if (*end || *text == '-' || seed > UINT32_MAX)
        return *why = "config_init_hash_seed: PYTHONHASHSEED must be \"random\" or an integer in range [0; 4294967295]", false;
    f->hash_randomization = seed != 0;
    f->hash_seed = seed;
    return true;
}

bool lang_flags_settle(LangFlags *f, const char **why)
{
    if (f->isolated) f->ignore_environment = f->no_user_site = f->safe_path = 1;
    const char *text;
    for (int i = 0; i < ROWS; i++)
        if (rows[i].variable && (text = lang_flags_variable(f, rows[i].variable))) {
            int level = level_of(text);
            if (level > *flag_at(f, i)) *flag_at(f, i) = level;
        }
    f->unbuffered |= lang_flags_variable(f, "PYTHONUNBUFFERED") != NULL;
    f->no_ranges = x_option(f, "no_debug_ranges") || lang_flags_variable(f, "PYTHONNODEBUGRANGES") != NULL;
    if (x_option(f, "dev")) f->dev_mode = 1;
    if (x_option(f, "warn_default_encoding")) f->warn_default_encoding = 1;
    text = x_option(f, "pycache_prefix"); /* (given without a folder: none, whatever the variable says) */
    f->pycache_prefix = !text ? lang_flags_variable(f, "PYTHONPYCACHEPREFIX") : *text ? text : NULL;
    f->dev_mode = f->dev_mode != 0;
    f->fault_handler = f->dev_mode || x_option(f, "faulthandler") || lang_flags_variable(f, "PYTHONFAULTHANDLER");
    f->safe_path = f->safe_path != 0;
    f->int_max_str_digits = DIGITS_DEFAULT;
    const char *option = x_option(f, "int_max_str_digits");
    text = lang_flags_variable(f, "PYTHONINTMAXSTRDIGITS");
    if (option && !read_digits(f, option, "config_init_int_max_str_digits: -X int_max_str_digits: invalid limit; must be >= 640 or 0 for unlimited.", why)) return false;
    if (!option && text && !read_digits(f, text, "config_init_int_max_str_digits: PYTHONINTMAXSTRDIGITS: invalid limit; must be >= 640 or 0 for unlimited.", why)) return false;
    option = x_option(f, "utf8");
    text = lang_flags_variable(f, "PYTHONUTF8");
    if (option && !read_utf8(f, *option ? option : "1", "preconfig_init_utf8_mode: invalid -X utf8 option value", why)) return false;
    if (!option && text && !read_utf8(f, text, "preconfig_init_utf8_mode: invalid PYTHONUTF8 environment variable value", why)) return false;
    option = x_option(f, "tracemalloc");
    text = lang_flags_variable(f, "PYTHONTRACEMALLOC");
    if (option && !read_frames(f, *option ? option : "1", "config_init_tracemalloc: -X tracemalloc=NFRAME: invalid number of frames", why)) return false;
    if (!option && text && !read_frames(f, text, "config_init_tracemalloc: PYTHONTRACEMALLOC: invalid number of frames", why)) return false;
    text = lang_flags_variable(f, "PYTHONHASHSEED");
    return !text || read_seed(f, text, why);
}
