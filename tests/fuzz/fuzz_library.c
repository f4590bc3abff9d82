/* fuzz_library.c: programs over tensors in the three accents, the names that need no import, two simulated GPUs, threads, queues and decimal numbers.
 * The seeds are pieces of the programs in tests/tensors (pieces.py). One VM serves many inputs, each with a namespace of its own: opening it takes a hundred times
 * what an input takes. What it holds at its end is counted. A finding may need the inputs before it: run the target with its log's last files.
 *
 * Before the first input the modules that reach the world outside lose their functions (see `prologue`): no file is opened, no process started.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/lib.h"
#include "lang/object/mem.h"
#include "mutate.h"
#include "runner.h"
#include "lang/object/thread.h"
#include "lang/object/vm.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUTS = 100, ROOM = 96 << 20 };

const char *const mutate_atoms[] = {
    "torch.ones(2, 3)", "torch.zeros(0, 4)", "torch.arange(6.)", "torch.tensor(3.)", "torch.tensor([1, 2, 3])", "torch.tensor([[True, False]])", "torch.rand(4, 1, 3)",
    "torch.ones(2, 3, requires_grad=True)", "torch.ones(2, 3, device='cuda:1')", "torch.device('cuda:0')", "'cuda:1'", "'cpu'", "torch.float64", "torch.float16", "torch.int8",
    "torch.bool", "torch.long", "nn.Linear(3, 2)", "nn.ReLU()", "nn.Conv2d(1, 2, 3, padding=1)", "nn.CrossEntropyLoss()", "nn.LSTM(3, 4)", "nd.ones((2, 3))", "nd.array([[1, 2], [3, 4]])",
    "nd.arange(12).reshape((3, 4))", "nd.zeros((2, 0))", "nd.ones((2, 3), ctx=mx.gpu(1))", "mx.gpu(0)", "mx.cpu()", "gpu(1)", "gpu(7)", "ones(2, 3)", "ones(2, 3, ctx=gpu(0))",
    "'float16'", "'int32'", "'float32'", "gluon.nn.Dense(3)", "gluon.nn.Conv2D(2, 3)", "gluon.nn.BatchNorm()", "gluon.loss.L2Loss()", "gluon.loss.SoftmaxCrossEntropyLoss()",
    "np.ones((2, 3))", "np.arange(6).reshape(2, 3)", "np.zeros((0, 2))", "np.float32(1.5)", "np.int8(-1)", "np.array([1, 0], dtype=bool)", "np.nan", "np.inf", "np.newaxis",
    "np.random.rand(3)", "np.linspace(0, 1, 5)", "(2, 3)", "(-1,)", "(0, 2)", "(1, 1, 1)", "[[1., 2.], [3., 4.]]", "[0, 2]", "-2", "5", "10**9", "0.5", "1e-8", "None",
    "threading.Lock()", "threading.RLock()", "threading.Event()", "threading.Condition()", "threading.local()", "threading.current_thread()", "threading.Semaphore(2)",
    "queue.Queue(1)", "queue.SimpleQueue()", "queue.PriorityQueue()", "Decimal('1.50')", "Decimal('NaN')", "Decimal('-1E+20')", "decimal.getcontext()", "Decimal(0)", NULL};
const char *const mutate_wraps[] = {
    "@.reshape(@)", "@.reshape(-1)", "@.view(2, -1)", "@.T", "@.sum()", "@.sum(@)", "@.sum(axis=@)", "@.mean(dim=@, keepdim=True)", "@.max(@)", "@.argmax(@)", "@.backward()", "@.backward(@)",
    "@.grad", "@.detach()", "@.clone()", "@.copy()", "@.to(@)", "@.cuda(@)", "@.cpu()", "@.numpy()", "@.asnumpy()", "@.item()", "@.asscalar()", "@.tolist()", "@.as_in_context(@)", "@.copyto(@)",
    "@.astype(@)", "@.attach_grad()", "@.requires_grad_()", "@.context", "@.device", "@.shape", "@.dtype", "@.size", "@.ndim", "@.float()", "@.double()", "@.half()", "@.long()", "@.bool()",
    "@[@, @]", "@[@ > 0]", "@[..., 0]", "@[None, :]", "@[@, None]", "@[1:, ::2]", "@[[0, 1]]", "torch.cat([@, @])", "torch.stack([@, @], @)", "torch.matmul(@, @)", "torch.where(@ > 0, @, @)",
    "torch.tensor(@)", "torch.from_numpy(@)", "torch.autograd.grad(@, @)", "torch.einsum('ij,jk', @, @)", "torch.nn.functional.softmax(@, @)", "torch.save(@, @)",
    "nd.dot(@, @)", "nd.concat(@, @, dim=@)", "nd.array(@)", "nd.softmax(@)", "nd.batch_dot(@, @)", "nd.broadcast_to(@, @)", "nd.one_hot(@, @)", "nd.pick(@, @)", "nd.NDArray.@", "np.dot(@, @)",
    "np.array(@)", "np.concatenate([@, @], @)", "np.where(@, @, @)", "np.add.reduce(@)", "np.multiply.outer(@, @)", "np.add(@, @, out=@)", "np.sort(@)", "np.einsum('ij->ji', @)", "np.transpose(@, @)",
    "np.sum(@, axis=@)", "np.broadcast_to(@, @)", "np.linalg.inv(@)", "np.asarray(@)", "where(@)", "where(@, @, @)", "@.initialize()", "@.initialize(ctx=[gpu(0), gpu(1)])", "@.collect_params()",
    "@.parameters()", "@.state_dict()", "@.hybridize()", "@.register_hook(@)", "@.register_forward_hook(@)", "@.zero_grad()", "@.eval()", "@.fill_(@)", "@.add_(@)", "@.copy_(@)", "@.permute(@, @)",
    "@.unsqueeze(@)", "@.squeeze(@)", "@.expand(@, @)", "@.transpose(@, @)", "@.flatten()", "@.split(@, @)", "@.repeat(@)", "@.wait_to_read()", "nd.waitall()", "threading.Thread(target=@).start()",
    "threading.Thread(target=@, args=(@,)).join()", "@.acquire()", "@.acquire(timeout=0.01)", "@.release()", "@.put(@)", "@.put(@, timeout=0.01)", "@.get(timeout=0.01)", "@.get_nowait()",
    "@.wait(0.01)", "@.notify_all()", "@.set()", "@.quantize(@)", "Decimal(@)", "@.sqrt()", "@.as_tuple()", "decimal.localcontext(@)", NULL};

static const char *const outside[] = {"input", "__import__", "importlib", "reload", "runpy", "breakpoint", "pdb", "_exit", "abort", "sleep", "ctypes", NULL};
static const char prologue[] =
    "import builtins, io, os, sys, posix, _io, _thread, threading, queue, decimal, collections, functools, itertools, math, random, warnings\n"
    "import torch, mxnet as mx, numpy as np\n"
    "from torch import nn\n"
    "from mxnet import nd, autograd, gluon, init\n"
    "from mxnet.gluon import data as gdata\n"
    "from decimal import Decimal\n"
    "import torch.nn.functional as F, torch.optim, torch.utils.data\n"
    "import subprocess, _subprocess, signal, shutil, tempfile, glob, pathlib\n"
    "warnings.simplefilter('ignore')\n"
    "def refuse(*a, **k): raise PermissionError('not here')\n"
    "keep = {'fspath', 'getpid', 'getcwd', 'cpu_count', 'stat_result', 'terminal_size', 'urandom', 'error', 'strerror', 'DirEntry'}\n"
    "for module in (posix, os, _subprocess, subprocess, signal, shutil, tempfile, glob):\n"
    "    for name, value in list(vars(module).items()):\n"
    "        if callable(value) and not isinstance(value, type) and name not in keep: setattr(module, name, refuse)\n"
    "builtins.open = builtins.input = io.open = _io.open = io.FileIO = _io.FileIO = subprocess.Popen = refuse\n"
    "random.seed(1)\n"
    "del builtins, io, os, sys, posix, _io, subprocess, _subprocess, signal, shutil, tempfile, glob, pathlib, module, name, value, keep, refuse\n";

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    setenv("PERCH_GPUS", "sim:2,mem=64M", 1);
    setenv("PERCH_THREADS", "1", 1);
    return 0;
}

static VM *vm;
static Value names; /* what each input's namespace begins with */
static unsigned uses;

static void open_vm(void)
{
    LangConfig config = {.mem_limit = ROOM, .modules = lib_modules, .frozen = &lib_frozen, .prelude = lib_prelude, .absent_hint = lib_absent_hint, .open_streams = lib_open_streams,
                         .hooks = {.write = runner_swallow}};
    vm = lang_open(&config);
    if (!vm) abort();
    names = lang_main_globals(vm);
    Value code = lang_compile(vm, prologue, sizeof prologue - 1, "<prologue>", LANG_EXEC), done = code ? lang_run(vm, code, names) : NULL;
    if (!done) {
        Value e = err_take(vm), text = op_repr(vm, e);
        size_t n;
        fprintf(stderr, "prologue: %s\n", text ? str_utf8(vm, text, &n) : "?");
        abort();
    }
    release(vm, done);
    release(vm, code);
    uses = 0;
}

static void close_vm(void)
{
    release(vm, names);
    if (lang_close(vm)) abort();
    vm = NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!vm) open_vm();
    Value globals = dict_copy(vm, names);
    if (globals) runner_run(vm, data, size, globals, outside);
    if (globals && !err_occurred(vm)) dict_clear(vm, globals);
    release(vm, globals);
    err_clear(vm);
    if (++uses % INPUTS == 0 || thread_count(vm)) close_vm(); /* threads that still run end with it */
    return 0;
}
