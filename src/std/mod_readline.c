/* mod_readline.c: the module readline: input() of a program at a terminal with GNU Readline's editing, history and completion. The library is opened when the module is
 * imported. The prompt of a session has an editor of its own (src/repl), which this one does not touch. A line is read in pieces, through readline's callbacks, so that
 * interrupts, signals' handlers and other threads run while nobody types. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "lang/lang.h"
#include "mod_posix.h"
#include "std.h"

typedef struct HistoryEntry { char *line, *timestamp; void *data; } HistoryEntry;
typedef int (*HookFn)(void);
typedef char **(*CompleteFn)(const char *, int, int);
typedef void (*DisplayFn)(char **, int, int);
typedef struct Readline {
#define RL(ret, name, args) ret (*name) args;
#define VAR(type, name) type *name;
#include "mod_readline.def"
#undef RL
#undef VAR
} Readline;
static Readline rl;
static const char *const names[] = {
#define RL(ret, name, args) #name,
#define VAR(type, name) #name,
#include "mod_readline.def"
#undef RL
#undef VAR
};
static LibTable table = {.library = "libreadline.so.8", .names = names, .functions = (void **)&rl, .count = sizeof names / sizeof *names};
_Static_assert(sizeof(Readline) == sizeof names / sizeof *names * sizeof(void *), "one pointer a name");

enum { HOOK_COMPLETER, HOOK_DISPLAY, HOOK_STARTUP, HOOK_PRE_INPUT, HOOK_COUNT };
typedef struct State {
    Value hooks[HOOK_COUNT]; /* NULL: none */
    int64_t history_most;    /* lines that a history file keeps; negative: all */
    bool keeps_lines;        /* input() adds its lines to the history */
    int begin, end;          /* of the text that is completed */
    char *delimiters;        /* readline has the pointer */
} State;
extern const ModuleDef readline_module;
#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

/* Readline is one for the whole process, and calls back without a word of whose: the interpreter that reads now. */
static VM *reader;
static char *line_read;
static bool line_done;

static State *state_of(VM *vm) { return module_state(vm, &readline_module); }

/* ---- texts ---- */

static Value text_of(VM *vm, const char *s) { return codec_decode(vm, s, (int64_t)strlen(s), "utf-8", "surrogateescape"); }

/* A str as the terminal has it, in bytes. */
static Value bytes_of(VM *vm, Ref v)
{
    if (!is_str(v)) return err_raise(vm, EXC_TypeError, "bad argument type for built-in operation");
    Value b = codec_encode(vm, v, "utf-8", "surrogateescape");
    if (b && strlen((const char *)as_bytes(b)->data) != (size_t)as_bytes(b)->len) {
        release(vm, b);
        return err_raise(vm, EXC_ValueError, "embedded null character");
    }
    return b;
}
static const char *chars(Value bytes) { return (const char *)as_bytes(bytes)->data; }

/* ---- what readline calls ---- */

/* Calls a hook of the program's; what it raises is nobody's. */
static Value call_hook(int which, const Ref *args, int n)
{
    VM *vm = reader;
    State *s = vm ? state_of(vm) : NULL;
    if (!s || !s->hooks[which]) return NO_VALUE;
    Value hook = retain(s->hooks[which]), r = call(vm, hook, args, n, NULL);
    release(vm, hook);
    return r;
}

static int run_hook(int which)
{
    Value r = call_hook(which, NULL, 0);
    int64_t i = 0;
    if (r && !is_none(r) && !num_index_i64(reader, r, &i)) i = 0;
    if (reader) err_clear(reader);
    release(reader, r);
    return (int)i;
}
static int on_startup(void) { return run_hook(HOOK_STARTUP); }
static int on_pre_input(void) { return run_hook(HOOK_PRE_INPUT); }

static char *on_completion(const char *text, int number)
{
    VM *vm = reader;
    *rl.rl_attempted_completion_over = 1;
    Value what = text_of(vm, text), r = what ? call_hook(HOOK_COMPLETER, (Ref[]){what, make_small(number)}, 2) : NO_VALUE;
    Value bytes = r && is_str(r) ? codec_encode(vm, r, "utf-8", "surrogateescape") : NO_VALUE;
    char *found = bytes ? strdup(chars(bytes)) : NULL;
    err_clear(vm);
    release(vm, bytes);
    release(vm, r);
    release(vm, what);
    return found;
}

static char **on_complete(const char *text, int start, int end)
{
    State *s = reader ? state_of(reader) : NULL;
    if (!s) return NULL;
    *rl.rl_completion_append_character = 0;
    s->begin = start; /* (in characters, as the program sees the line) */
    s->end = end;
    Value before = codec_decode(reader, *rl.rl_line_buffer, start, "utf-8", "surrogateescape"), upto = codec_decode(reader, *rl.rl_line_buffer, end, "utf-8", "surrogateescape");
    if (before && upto) {
        s->begin = (int)as_str(before)->len;
        s->end = (int)as_str(upto)->len;
    }
    err_clear(reader);
    release(reader, before);
    release(reader, upto);
    return s->hooks[HOOK_COMPLETER] ? rl.rl_completion_matches(text, on_completion) : NULL;
}

static void on_display(char **matches, int count, int longest)
{
    VM *vm = reader;
    Value list = list_new(vm, count), what = matches ? text_of(vm, matches[0]) : NO_VALUE;
    for (int i = 1; list && i <= count; i++)
        if (!list_append_take(vm, list, text_of(vm, matches[i]))) value_clear(vm, &list);
    if (list && what) release(vm, call_hook(HOOK_DISPLAY, (Ref[]){what, list, make_small(longest)}, 3));
    err_clear(vm);
    release(vm, what);
    release(vm, list);
}

static void on_line(char *line)
{
    line_read = line;
    line_done = true;
    rl.rl_callback_handler_remove(); /* the terminal as it was, before anybody writes */
}

/* ---- input() ---- */

static void stop_reading(void)
{
    rl.rl_free_line_state();
    rl.rl_callback_sigcleanup();
    rl.rl_cleanup_after_signal();
    rl.rl_callback_handler_remove();
}

static void keep_line(State *s, const char *line)
{
    HistoryEntry *last = s->keeps_lines && *line && *rl.history_length > 0 ? rl.history_get(*rl.history_length) : NULL;
    if (s->keeps_lines && *line && !(last && !strcmp(last->line, line))) rl.add_history(line);
}

/* LangHooks.input: a line without its end; NULL: raised. */
static Value read_line(VM *vm, void *data, const char *prompt)
{
    State *s = state_of(vm);
    if (!s) return NULL;
    VM *before = reader;
    reader = vm;
    line_read = NULL;
    line_done = false;
    lang_flush(vm);
    rl.rl_callback_handler_install(prompt, on_line);
    struct pollfd p = {.fd = 0, .events = POLLIN};
    int ready = 1;
    while (!line_done && (ready = lib_poll(vm, &p, 1, -1, NULL)) > 0) rl.rl_callback_read_char();
    reader = before;
    if (!line_done) {
        stop_reading();
        return ready == LIB_ERRNO ? err_errno(vm, errno, NULL) : NO_VALUE;
    }
    if (!line_read) { /* (without words, as Python at a terminal) */
        Value end = call0(vm, REF(vm->exc_types[EXC_EOFError]));
        return end ? err_raise_obj(vm, end) : NO_VALUE;
    }
    keep_line(s, line_read);
    Value r = text_of(vm, line_read);
    free(line_read);
    return r;
}

/* ---- the history ---- */

/* Reads or writes a file by a function of readline's (which answers an errno); no name: ~/.history. */
static Value with_file(VM *vm, Ref name, int (*work)(State *, const char *, int), int count)
{
    State *s = state_of(vm);
    PathArg path;
    if (!s) return NULL;
    if (!name || is_none(name)) {
        errno = work(s, NULL, count);
        return errno ? err_errno(vm, errno, NULL) : V_NONE;
    }
    Value given = path_fspath(vm, name);
    if (!given || !path_arg(vm, "readline", "filename", given, 0, &path)) return release(vm, given), NO_VALUE;
    int failed = work(s, path_c(&path), count);
    path_done(vm, &path);
    release(vm, given);
    return failed ? err_errno(vm, failed, NULL) : V_NONE;
}
static int do_read(State *s, const char *file, int count) { return rl.read_history(file); }
static int do_write(State *s, const char *file, int count)
{
    int failed = rl.write_history(file);
    if (!failed && s->history_most >= 0) rl.history_truncate_file(file, (int)s->history_most);
    return failed;
}
static int do_append(State *s, const char *file, int count)
{
    int failed = rl.append_history(count, file);
    if (!failed && s->history_most >= 0) rl.history_truncate_file(file, (int)s->history_most);
    return failed;
}
static int do_init_file(State *s, const char *file, int count) { return rl.rl_read_init_file(file); }

FN(fn_read_history_file) { return with_file(vm, args[0], do_read, 0); }
FN(fn_write_history_file) { return with_file(vm, args[0], do_write, 0); }
FN(fn_read_init_file) { return with_file(vm, args[0], do_init_file, 0); }
FN(fn_append_history_file)
{
    int count;
    return int_arg(vm, args[0], &count) ? with_file(vm, args[1], do_append, count) : NO_VALUE;
}

FN(fn_get_history_length)
{
    State *s = state_of(vm);
    return s ? make_small(s->history_most) : NO_VALUE;
}
FN(fn_set_history_length)
{
    State *s = state_of(vm);
    int most;
    if (!s || !int_arg(vm, args[0], &most)) return NULL;
    s->history_most = most;
    return V_NONE;
}
FN(fn_get_current_history_length) { return make_small(*rl.history_length); }
FN(fn_get_history_item)
{
    int index;
    if (!int_arg(vm, args[0], &index)) return NULL;
    HistoryEntry *e = rl.history_get(index);
    return e ? text_of(vm, e->line) : V_NONE;
}

static void drop_entry(HistoryEntry *e)
{
    if (e) free(rl.free_history_entry(e));
}
static Value no_item(VM *vm, int at) { return err_raise(vm, EXC_ValueError, "No history item at position %d", at); }

FN(fn_remove_history_item)
{
    int at;
    if (!int_arg(vm, args[0], &at)) return NULL;
    if (at < 0) return err_raise(vm, EXC_ValueError, "History index cannot be negative");
    HistoryEntry *e = rl.remove_history(at);
    if (!e) return no_item(vm, at);
    drop_entry(e);
    return V_NONE;
}
FN(fn_replace_history_item)
{
    int at;
    if (!int_arg(vm, args[0], &at)) return NULL;
    Value line = bytes_of(vm, args[1]);
    if (!line) return NULL;
    HistoryEntry *e = at < 0 ? NULL : rl.replace_history_entry(at, chars(line), NULL);
    release(vm, line);
    if (at < 0) return err_raise(vm, EXC_ValueError, "History index cannot be negative");
    if (!e) return no_item(vm, at);
    drop_entry(e);
    return V_NONE;
}
FN(fn_add_history)
{
    Value line = bytes_of(vm, args[0]);
    if (!line) return NULL;
    rl.add_history(chars(line));
    release(vm, line);
    return V_NONE;
}
FN(fn_clear_history)
{
    rl.clear_history();
    return V_NONE;
}
FN(fn_set_auto_history)
{
    State *s = state_of(vm);
    int on = op_truth(vm, args[0]);
    if (!s || on < 0) return NULL;
    s->keeps_lines = on;
    return V_NONE;
}

/* ---- the line, keys, completion ---- */

FN(fn_parse_and_bind)
{
    Value text = bytes_of(vm, args[0]);
    char *own = text ? strdup(chars(text)) : NULL; /* (it is changed) */
    release(vm, text);
    if (!own) return err_occurred(vm) ? NO_VALUE : err_no_memory(vm);
    rl.rl_parse_and_bind(own);
    free(own);
    return V_NONE;
}
FN(fn_get_line_buffer) { return text_of(vm, *rl.rl_line_buffer ? *rl.rl_line_buffer : ""); }
FN(fn_insert_text)
{
    Value text = bytes_of(vm, args[0]);
    if (!text) return NULL;
    rl.rl_insert_text(chars(text));
    release(vm, text);
    return V_NONE;
}
FN(fn_redisplay)
{
    rl.rl_redisplay();
    return V_NONE;
}
FN(fn_get_completion_type) { return make_small(*rl.rl_completion_type); }
FN(fn_get_begidx)
{
    State *s = state_of(vm);
    return s ? make_small(s->begin) : NO_VALUE;
}
FN(fn_get_endidx)
{
    State *s = state_of(vm);
    return s ? make_small(s->end) : NO_VALUE;
}
FN(fn_get_completer_delims) { return text_of(vm, *rl.rl_completer_word_break_characters); }

static bool set_delimiters(VM *vm, State *s, const char *text)
{
    char *own = strdup(text);
    if (!own) return err_no_memory(vm) != NULL;
    *rl.rl_completer_word_break_characters = own;
    free(s->delimiters);
    s->delimiters = own;
    return true;
}
FN(fn_set_completer_delims)
{
    State *s = state_of(vm);
    Value text = s ? bytes_of(vm, args[0]) : NO_VALUE;
    bool ok = text && set_delimiters(vm, s, chars(text));
    release(vm, text);
    return ok ? V_NONE : NO_VALUE;
}

static Value set_hook(VM *vm, const char *name, int which, Ref v)
{
    State *s = state_of(vm);
    if (!s) return NULL;
    bool none = !v || is_none(v);
    if (!none && !type_of(vm, v)->s.call) return err_raise(vm, EXC_TypeError, "%s(func): argument not callable", name);
    value_put(vm, &s->hooks[which], none ? NO_VALUE : retain(v));
    return V_NONE;
}
FN(fn_set_completer) { return set_hook(vm, "set_completer", HOOK_COMPLETER, args[0]); }
FN(fn_set_startup_hook) { return set_hook(vm, "set_startup_hook", HOOK_STARTUP, args[0]); }
FN(fn_set_pre_input_hook) { return set_hook(vm, "set_pre_input_hook", HOOK_PRE_INPUT, args[0]); }
FN(fn_set_completion_display_matches_hook)
{
    Value r = set_hook(vm, "set_completion_display_matches_hook", HOOK_DISPLAY, args[0]);
    State *s = r ? state_of(vm) : NULL;
    if (s) *rl.rl_completion_display_matches_hook = s->hooks[HOOK_DISPLAY] ? on_display : NULL;
    return r;
}
FN(fn_get_completer)
{
    State *s = state_of(vm);
    return !s ? NO_VALUE : s->hooks[HOOK_COMPLETER] ? retain(s->hooks[HOOK_COMPLETER]) : V_NONE;
}

/* ---- the module ---- */

static bool open_readline(VM *vm, State *s)
{
    if (!strcmp(*rl.rl_readline_name, "perch")) return true; /* built without a copy of its own, the prompt of a session has it already (src/repl) */
    *rl.rl_readline_name = "python"; /* what `$if python` of ~/.inputrc asks for */
    *rl.rl_catch_signals = 0;
    *rl.rl_startup_hook = on_startup;
    *rl.rl_pre_input_hook = on_pre_input;
    *rl.rl_attempted_completion_function = on_complete;
    *rl.rl_completion_append_character = 0;
    rl.using_history();
    rl.rl_bind_key('\t', rl.rl_insert);
    if (!isatty(1)) rl.rl_variable_bind("enable-meta-key", "off"); /* or it writes to what is no terminal */
    if (!set_delimiters(vm, s, " \t\n`~!@#$%^&*()-=+[{]}\\|;:'\",<>/?")) return false;
    rl.rl_initialize();
    return true;
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    State *s = as_module(module)->state;
    const char *missing = lib_table(&table);
    if (missing) return err_false(vm, EXC_ImportError, "lines are edited by GNU Readline, and %s is not here (Debian: libreadline8)", missing);
    s->history_most = -1;
    s->keeps_lines = true;
    if (!open_readline(vm, s)) return false;
    if (!vm->hooks.input && isatty(0) && isatty(1)) vm->hooks.input = read_line; /* a session's front reads its input itself */
    return module_add(vm, ns, "_READLINE_VERSION", make_small(*rl.rl_readline_version)) && module_add(vm, ns, "_READLINE_RUNTIME_VERSION", make_small(*rl.rl_readline_version)) &&
           module_add(vm, ns, "_READLINE_LIBRARY_VERSION", str_from_c(vm, *rl.rl_library_version));
}
static void done(VM *vm, void *state)
{
    State *s = state;
    for (int i = 0; i < HOOK_COUNT; i++) release(vm, s->hooks[i]);
    if (s->delimiters && *rl.rl_completer_word_break_characters == s->delimiters) *rl.rl_completer_word_break_characters = " \t\n";
    free(s->delimiters);
}

static const NativeDef functions[] = {
    {"parse_and_bind", fn_parse_and_bind, "string, /", "Takes one line as an init file has it.", 0},
    {"read_init_file", fn_read_init_file, "filename=None, /", "Takes an init file; none: the last one.", 0},
    {"get_line_buffer", fn_get_line_buffer, "", "What has been typed so far.", 0},
    {"insert_text", fn_insert_text, "string, /", "Puts text where the cursor stands.", 0},
    {"redisplay", fn_redisplay, "", "Shows the line as it is now.", 0},
    {"read_history_file", fn_read_history_file, "filename=None, /", "Adds the lines of a file to the history; none: ~/.history.", 0},
    {"write_history_file", fn_write_history_file, "filename=None, /", "Writes the history to a file.", 0},
    {"append_history_file", fn_append_history_file, "nelements, filename=None, /", "Adds the last lines of the history to a file.", 0},
    {"get_history_length", fn_get_history_length, "", "How many lines a history file keeps; negative: all.", 0},
    {"set_history_length", fn_set_history_length, "length, /", "How many lines a history file is to keep; negative: all.", 0},
    {"get_current_history_length", fn_get_current_history_length, "", "How many lines the history has.", 0},
    {"get_history_item", fn_get_history_item, "index, /", "The line of a number (from 1), or None.", 0},
    {"remove_history_item", fn_remove_history_item, "pos, /", "Takes the line at a position (from 0) out.", 0},
    {"replace_history_item", fn_replace_history_item, "pos, line, /", "Puts another line at a position (from 0).", 0},
    {"add_history", fn_add_history, "string, /", "Adds a line to the history.", 0},
    {"set_auto_history", fn_set_auto_history, "enabled, /", "Does input() add its lines to the history?", 0},
    {"clear_history", fn_clear_history, "", "Forgets all lines.", 0},
    {"set_completer", fn_set_completer, "function=None, /", "function(text, number) gives the completion of that number, or None.", 0},
    {"get_completer", fn_get_completer, "", "What set_completer was given.", 0},
    {"get_completion_type", fn_get_completion_type, "", "How completion was asked for.", 0},
    {"get_begidx", fn_get_begidx, "", "Where the text begins that is completed.", 0},
    {"get_endidx", fn_get_endidx, "", "Where it ends.", 0},
    {"set_completer_delims", fn_set_completer_delims, "string, /", "The characters that part words for completion.", 0},
    {"get_completer_delims", fn_get_completer_delims, "", "The characters that part words for completion.", 0},
    {"set_completion_display_matches_hook", fn_set_completion_display_matches_hook, "function=None, /", "function(text, matches, longest) shows several completions.", 0},
    {"set_startup_hook", fn_set_startup_hook, "function=None, /", "function() is called before the prompt is shown.", 0},
    {"set_pre_input_hook", fn_set_pre_input_hook, "function=None, /", "function() is called behind the prompt, before anything is typed.", 0},
    {0},
};
const ModuleDef readline_module = {.name = "readline", .doc = "Importing this module enables command line editing using GNU readline.", .functions = functions, .init = init, .state_size = sizeof(State), .done = done};
