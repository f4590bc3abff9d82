/* absent.c: modules of Python that perch does not have: what to use instead. Becomes a note under the
 * ModuleNotFoundError; a row of a module that exists is never read. */
#include "lib.h"

static const struct { const char *name, *hint; } rows[] = {
    {"PIL", "this perch was built where its Python half could not be had; perch pip install pillow==9.4.0 brings it."},
    {"matplotlib", "this perch was built where its Python half could not be had; perch pip install matplotlib==3.6.3 brings it."},
    {"plotly", "perch pip install plotly brings it."},
    {"scipy", "perch's scipy is a core: interpolate, io, linalg, optimize, signal, spatial, special and stats."},
    {"seaborn", "it stands on pandas and scipy, of which perch has cores only."},
    {"sklearn", "perch does not have it."},
    {"torchvision", "this perch was built where its Python half could not be had; perch pip install torchvision==0.14.1 brings it."},
    {"ipywidgets", "perch does not have it, but can use another Python's: sys.path.append('…/site-packages') with the folder that it stands in."},
    {"ensurepip", "perch pip install NAME takes packages of pure Python from PyPI, into a folder of perch's own."},
    {"pip", "perch pip install NAME takes packages of pure Python from PyPI, into a folder of perch's own."},
    {"venv", "perch has one folder of packages for each user (perch pip list names it); another XDG_DATA_HOME is another folder."},
    {"virtualenv", "perch has one folder of packages for each user (perch pip list names it); another XDG_DATA_HOME is another folder."},
    {"tkinter", "perch does not have it."},
    {"turtle", "perch does not have it."},
};

const char *lib_absent_hint(const char *module)
{
    size_t n = strcspn(module, ".");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strlen(rows[i].name) == n && !memcmp(rows[i].name, module, n)) return rows[i].hint;
    return NULL;
}
