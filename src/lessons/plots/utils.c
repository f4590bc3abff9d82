/* utils.c: matplotlib._c_internal_utils: is there a screen? What it asks of Windows has no answer here. */
#include <stdlib.h>

#include "lang/object/vm.h"
#include "std/std.h"

/* Can this be opened with the library's own function? The display is closed again. */
static bool opens(const char *library, const char *open, const char *close)
{
    void *(*open_it)(const char *) = (void *(*)(const char *))lib_symbol(library, open);
    void (*close_it)(void *) = (void (*)(void *))lib_symbol(library, close);
    void *display = open_it && close_it ? open_it(NULL) : NULL;
    if (display) close_it(display);
    return display != NULL;
}
static bool in_environment(const char *name) { return getenv(name) && *getenv(name); }

static Value fn_display_is_valid(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return make_bool((in_environment("DISPLAY") && opens("libX11.so.6", "XOpenDisplay", "XCloseDisplay")) ||
                      (in_environment("WAYLAND_DISPLAY") && opens("libwayland-client.so.0", "wl_display_connect", "wl_display_disconnect")));
}
static Value fn_no_window(VM *vm, const Ref *args, int n, Ref kwnames) { return V_NONE; }

static const NativeDef functions[] = {
    {"display_is_valid", fn_display_is_valid, "", "Is there a screen of X11's or Wayland's that answers?", 0},
    {"Win32_GetCurrentProcessExplicitAppUserModelID", fn_no_window, "", "Of Windows: None here.", 0},
    {"Win32_SetCurrentProcessExplicitAppUserModelID", fn_no_window, "appid, /", "Of Windows: does nothing here.", 0},
    {"Win32_GetForegroundWindow", fn_no_window, "", "Of Windows: None here.", 0},
    {"Win32_SetForegroundWindow", fn_no_window, "hwnd, /", "Of Windows: does nothing here.", 0},
    {"Win32_SetProcessDpiAwareness_max", fn_no_window, "", "Of Windows: does nothing here.", 0},
    {0},
};
const ModuleDef plots_utils_module = {.name = "matplotlib._c_internal_utils", .doc = "Screens.", .functions = functions};
