/* absent.c: modules of Python that perch does not have: what to use instead. Becomes a note under the
 * ModuleNotFoundError; a row of a module that exists is never read. */
#include "lib.h"

static const struct { const char *name, *hint; } rows[] = {
    {"PIL", "perch does not have it; IPython.display.Image shows the bytes of a PNG, JPEG or GIF."},
    {"matplotlib", "perch does not have it: it draws no plots. IPython.display.SVG and HTML show drawings of your own in a notebook."},
    {"pandas", "perch does not have it; csv reads tables, numpy calculates."},
    {"plotly", "perch does not have it: it draws no plots. IPython.display.SVG and HTML show drawings of your own in a notebook."},
    {"scipy", "perch does not have it; numpy has what it has of linear algebra and random numbers."},
    {"seaborn", "perch does not have it: it draws no plots. IPython.display.SVG and HTML show drawings of your own in a notebook."},
    {"sklearn", "perch does not have it."},
    {"torchvision", "perch does not have it; torch.nn has the layers, torch.utils.data the loaders."},
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
