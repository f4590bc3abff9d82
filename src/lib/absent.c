/* absent.c: modules of Python that perch does not have: what to use instead. Becomes a note under the
 * ModuleNotFoundError; a row of a module that exists is never read. And which names of the modules that it has are absent (absent_names.def, sorted). */
#include "lib.h"

#include <stdlib.h>

static const struct { const char *name, *hint; } rows[] = {
    {"PIL", "this perch was built where its Python half could not be had; perch pip install pillow==9.4.0 brings it."},
    {"matplotlib", "this perch was built where its Python half could not be had; perch pip install matplotlib==3.6.3 brings it."},
    {"plotly", "perch pip install plotly brings it."},
    {"scipy", "perch's scipy is a core: cluster.vq, fft, integrate, interpolate, io, linalg, ndimage, optimize, signal, sparse, spatial, special and stats."},
    {"seaborn", "it stands on pandas and scipy, of which perch has cores only."},
    {"sklearn", "perch's sklearn is a core: base, cluster, compose, datasets, decomposition, feature_extraction.text, impute, linear_model, metrics, model_selection, naive_bayes, neighbors, pipeline, preprocessing and utils."},
    {"torchvision", "this perch was built where its Python half could not be had; perch pip install torchvision==0.14.1 brings it."},
    {"torch._inductor", "perch compiles nothing: torch.compile takes everything it takes, and runs the model as it is."},
    {"torch.distributed.tensor", "perch does not have it; the nearest is torch.nn.parallel.DistributedDataParallel."},
    {"torch.distributed.device_mesh", "perch does not have it; the nearest is torch.distributed.new_group."},
    {"torch.distributed.fsdp", "perch does not have it; the nearest is torch.nn.parallel.DistributedDataParallel."},
    {"torch.distributed.pipelining", "perch does not have it; the nearest is a network whose parts are moved to their GPUs (docs/simulation.md)."},
    {"horovod", "perch has horovod.torch and horovod.mxnet (docs/ranks.md)."},
    {"torch.distributed.rpc", "perch does not have it; the nearest are torch.distributed's collectives and messages (send, recv)."},
    {"torch.distributed.pipeline", "perch does not have it; the nearest is a network whose parts are moved to their GPUs (docs/simulation.md)."},
    {"torch.distributed.algorithms", "perch does not have it; the nearest is torch.nn.parallel.DistributedDataParallel."},
    {"torch.distributed.nn", "perch does not have it; the nearest are torch.distributed's collectives, which record no gradient."},
    {"torch.distributed.checkpoint", "perch does not have it; the nearest is torch.save."},
    {"torchaudio", "perch does not have it: no audio, no forced alignment; the nearest is scipy.signal, torch.stft and nn.CTCLoss."},
    {"torchtext", "perch does not have it; PyTorch ended it with 2.3."},
    {"torchmetrics", "perch pip install torchmetrics brings it where it is pure Python."},
    {"transformers", "perch does not have it: it stands on compiled tokenizers."},
    {"triton", "perch does not have it: kernels are perch's own."},
    {"h5py", "perch reads no HDF5; numpy's .npz, torch.save and safetensors keep arrays by name."},
    {"tables", "perch reads no HDF5; numpy's .npz, torch.save and safetensors keep arrays by name."},
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
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) { /* the module, or one that it stands in */
        size_t n = strlen(rows[i].name);
        if (!strncmp(rows[i].name, module, n) && (module[n] == '.' || !module[n])) return rows[i].hint;
    }
    return NULL;
}

typedef struct {
    const char *module, *owner, *names;
} Absent;

static const Absent absents[] = {
#define ABSENT(module, owner, names) {module, owner, names},
#include "absent_names.def"
#undef ABSENT
};

static const AbsentName originals[] = {
    {"NumPy 1.24", "numpy"}, {"pandas 1.5", "pandas"}, {"scipy 1.10", "scipy"}, {"scikit-learn 1.2", "sklearn"}, {"PyTorch 1.13", "torch"}, {"torchvision 0.14", "torchvision"}, {"MXNet 1.9.1", "mxnet"},
};

static int by_place(const void *key, const void *row)
{
    const Absent *a = key, *b = row;
    int r = strcmp(a->module, b->module);
    return r ? r : strcmp(a->owner, b->owner);
}

/* Each name stands between spaces. */
static bool has_word(const char *names, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = strstr(names, name); at; at = strstr(at + 1, name))
        if (at[-1] == ' ' && at[n] == ' ') return true;
    return false;
}

const AbsentName *lib_absent_name(const char *module, const char *owner, const char *name)
{
    const Absent key = {module, owner, NULL}, *row = bsearch(&key, absents, sizeof absents / sizeof absents[0], sizeof absents[0], by_place);
    if (!row || !*name || !has_word(row->names, name)) return NULL;
    size_t n = strcspn(module, ".");
    for (size_t i = 0; i < sizeof originals / sizeof originals[0]; i++)
        if (strlen(originals[i].package) == n && !memcmp(originals[i].package, module, n)) return &originals[i];
    return NULL;
}
