/* tensor_lib.h: core's tensors as values of the language, in three accents.
 *
 * A TensorObj is a counted object around a core Tensor; its type (mxnet's NDArray, torch's Tensor, numpy's ndarray) is its accent. Results take
 * the accent of their operands. A Tensor has at most one object at a time (x.grad is x.grad). An operator goes from the bytecode through one slot to
 * core_call. What core refuses becomes the accent's exception (error.c).
 */
#ifndef PERCH_LIB_TENSOR_LIB_H
#define PERCH_LIB_TENSOR_LIB_H

#include <stdio.h>

#include "array_text.h"
#include "lang/object/bytes.h"
#include "lang/object/containers.h"
#include "core/core.h"
#include "lang/object/err.h"
#include "core/grad.h"
#include "lang/lang.h"
#include "lang/object/module.h"
#include "lang/object/num.h"
#include "lang/object/ops.h"
#include "lang/object/str.h"
#include "lang/object/type.h"
#include "lang/object/vm.h"

enum { /* bits of Tensor.user */
    TENSOR_USER_PARAMETER = 1, /* torch prints it as a Parameter */
    TENSOR_USER_DUAL = 4,      /* torch.autograd.forward_ad gave it a tangent */
    TENSOR_USER_OPTIMIZED = 2, /* an optimizer holds it */
    TENSOR_USER_NAMED = 8,     /* torch._named gave its dimensions names */
    TENSOR_USER_DISPATCH = 16, /* its class has a __torch_dispatch__ of its own */
    TENSOR_USER_WORDS = TENSOR_USER_DUAL | TENSOR_USER_NAMED, /* what is said of it where it is printed */
    TENSOR_USER_MARKS = TENSOR_USER_WORDS | TENSOR_USER_DISPATCH, /* what makes torch's functions ask (torch/answer.c) */
};

typedef struct TensorObj {
    Obj head;
    Tensor *tensor;
} TensorObj;

typedef struct TensorLib TensorLib;
struct TensorLib { /* one a VM, made by the module _tensor; goes when that has gone and the last tensor too */
    VM *vm;
    Core *core;
    Type *types[ACCENT_COUNT];
    Type *context_type, *device_type, *dtype_type, *torch_size_type, *torch_stream_type, *mxnet_door_type, *replay_type;
    Value torch_dtypes[DTYPE_COUNT]; /* torch.float32 …: one object each */
    Value mxnet_error;          /* classes, made by the Python side at import; NULL: RuntimeError stands in */
    Value torch_memory_error;
    Value context;              /* `with gpu(0):` — where MXNet's arrays are made; NULL: the CPU */
    bool np;                    /* MXNet's functions show arrays of mx.np: what the operands of the one that runs are */
    bool np_shape;              /* npx.set_np(): shapes may hold no axes, and 0 is a size */
    bool (*np_infers)(TensorLib *lib, const char *name, const Arg *in, int n, const Attr *attrs, Tensor *out); /* do these fit mx.np's function of that name? attrs, out: may be NULL; false: raised */
    int torch_current;          /* torch.cuda.set_device */
    Device *torch_home;         /* the same by torch.set_default_device or `with device:`, of any kind; NULL: torch_on_gpu says */
    Value torch_home_said;      /* its torch.device; without torch_home one that is not here, which is said when something is made */
    bool torch_on_gpu;          /* torch.set_default_tensor_type of a GPU's: what is made without device= lies on the current one */
    Value numpy_classes, numpy_dtypes; /* dicts by DType, given by the numpy module */
    Value name_add_note;        /* interned "add_note" */
    Value (*explain)(TensorLib *lib, Accent accent, const CoreError *e); /* the drawing under an error; a str, or NULL */
    Value name_dtype_number;    /* interned "_dtype_number" */
    Value op_ids;               /* dict: an op's name to its number */
    Value name_torch_function;  /* interned "__torch_function__" */
    Value answer_rows, answer_bare, answer_gives; /* torch/answer.c: functions that ask classes first, those whose results stay as they are, what a call of one in Python runs instead; NULL: nobody answers */
    Ref answer_tensor, answer_none; /* Tensor's own answer; what a class has that does not want to be asked */
    Value function_modes, mode_rows; /* modes of a program's with statements, a list; functions that ask these alone; NULL: there was none yet */
    int answers_off;            /* so many want nobody asked now */
    int dispatch_modes, dispatch_off; /* torch/_dispatch: so many of a program's modes see operators; so many want none seen now */
    bool dispatch_classes;      /* there is a class that sees them */
    Value name_torch_dispatch;  /* interned "__torch_dispatch__" */
    Ref dispatch_none;          /* Tensor's own */
    bool told_older;            /* a program was warned of an older form of a call (torch/older.def) */
    void **judged;              /* torch/judge.c's rows, those that were asked for; NULL: none yet */
    struct Numpy *numpy;        /* numpy/numpy.h; NULL: _numpy is not imported (or arrays are NumPy's own) */
    NumpyPrint numpy_print;     /* set_printoptions */
    TorchPrint torch_print;
    Value print_names[2];       /* owners of nanstr and infstr */
    int64_t hooks;              /* numbers given to hooks so far */
    GradNode *running;          /* the function in Python whose backward runs */
    Value pack_saved, unpack_saved; /* saving(): functions of torch.autograd.graph; NULL */
    Value after_backward;       /* functions to call once when the outermost backward has ended: a list; NULL */
    int backward_depth;
    uint64_t living;            /* TensorObjs */
    bool closing;               /* the module is gone */
    struct Habits *habits;      /* notes.c: what was seen of silent mistakes; NULL: notes are off */
    Value anomaly;              /* the gradient that failed under anomaly detection: "SqrtBackward0", and which of its outputs */
    int anomaly_output;
    Value node_words;           /* dict: names of steps that are no constants, which nodes borrow; NULL: none yet */
    bool explaining;            /* a drawing is being made: errors in it get none */
};

extern const ModuleDef tensor_module;
TensorLib *tensor_lib(VM *vm);                       /* opens the Core at first use; NULL: raised */

/* ---- objects ---- */
static inline bool is_tensor(Ref v) { return is_kind(v, KIND_EMBEDDED); }
static inline Tensor *tensor_of(Ref v) { return ((TensorObj *)BITS(v))->tensor; }
Accent tensor_accent(TensorLib *lib, Ref v);           /* whose it is: mx.np's are MXNet's */
static inline bool is_of_mxnet(Ref v) { return is_tensor(v) && accent_library((Accent)as_obj(v)->aux) == ACCENT_MXNET; } /* an NDArray, an array of mx.np */
static inline TensorLib *lib_of(const Tensor *t) { return core_owner(tensor_device(t)->core); }
Value tensor_object_new(TensorLib *lib, Type *type, Accent accent, Tensor *t /*taken*/); /* of the accent's type or a subclass */
Value tensor_show(TensorLib *lib, Accent accent, Tensor *t /*taken; NULL: core's error is raised*/);

bool tensor_item(TensorLib *lib, Ref v, Scalar *out); /* the one element of a tensor object; false: core's error stands */

/* ---- places and dtypes as values (place.c, dtype.c) ---- */
typedef struct PlaceObj { /* mxnet's Context (aux ACCENT_MXNET), torch's device (ACCENT_TORCH) */
    Obj head;
    DeviceKind kind;
    const char *foreign; /* torch: one that is never here, a constant (torch/foreign.def); NULL */
    int index;    /* torch: -1 when none was said */
    Value outer;  /* what was current before `with`: a stack as a tuple chain; NULL */
} PlaceObj;
typedef struct DTypeObj { Obj head; DType dtype; } DTypeObj; /* torch.dtype; NumPy's dtype */
extern const TypeDef context_def, torch_device_def, torch_dtype_def, tensor_replay_def;
Value place_new(TensorLib *lib, Accent accent, DeviceKind kind, int index);
const char *place_foreign(TensorLib *lib, Ref v, int *index); /* of a torch.device, or of its text: PlaceObj.foreign */
Value place_of(TensorLib *lib, Accent accent, const Device *d); /* where a tensor lives, as its accent says it */
Value dtype_new(TensorLib *lib, Accent accent, DType d);        /* torch: the one object; NumPy: the class float32 or the dtype */

/* ---- errors ---- */
/* Backward through what was recorded, then what was left for its end (after_backward); false: raised. */
bool tensor_backward(TensorLib *lib, Tensor *const *heads, Tensor *const *grads, int n, int flags, Accent accent);
Value tensor_raise(TensorLib *lib, Accent accent);   /* core's record as an exception of the accent; NULL */
Value tensor_explain(TensorLib *lib, Accent accent, const CoreError *e); /* explain.c: lib->explain */
Value tensor_explained(VM *vm, const char *code);    /* the pending exception gets the drawing of that code; NULL, for `return` */
Value tensor_explained_of(VM *vm, const char *code, const Ref *operands, int n, int accent); /* … of these operands; accent: whose function it is, -1: the first operand's */

/* An operator between a GPU's tensor and a NumPy array: true, and its result (NULL: raised, as there); false: it is something else. */
bool torch_meets_array(VM *vm, Ref a, Ref b, OpId op, bool in_place, Value *result);
/* torch/nodes.c */
void torch_op_word(uint16_t op, char *out, size_t room);             /* "Add" of AddBackward0 */
void torch_node_text(const GradNode *node, char *out, size_t room);  /* "AddBackward0" */
const char *torch_gradient_word(const GradNode *node, int input); /* what torch calls the step that gave a gradient (backs.def); NULL: as it is called anyway */
Value torch_named(Value v /*may be NULL*/, const char *node);          /* v; what made it is called so, a constant */
const char *torch_node_said(const char *name);                       /* the constant of that text; NULL: nodes.def has none */

/* ---- arguments: false, or NULL: raised ---- */
void tensor_number_words(VM *vm, Accent accent);     /* what tensor_number raised for an integer that is too large, as PyTorch says it */
bool tensor_number_any(VM *vm, Ref v, Scalar *out); /* a complex number, too: for who keeps its imaginary part */
bool tensor_number(VM *vm, Ref v, Scalar *out);      /* a bool, int or float (also of NumPy); false without error: none of these */
bool tensor_arg(TensorLib *lib, Accent accent, Ref v, Arg *out); /* a tensor (borrowed) or a number; TypeError */
/* The items of a sequence as a tuple: what is done with one of them may change the list that they come from. */
Value tensor_items(VM *vm, Ref v);
bool tensor_ints(VM *vm, Ref v, Dims *out);          /* an int, or a sequence of ints */
bool tensor_dtype(TensorLib *lib, Ref v, DType *out); /* None: DT_NONE; a dtype object, a name, a Python type */
bool tensor_device_arg(TensorLib *lib, Accent accent, Ref v, Device **out); /* Context, torch.device, "cuda:1", None: the current one */
/* Nested lists, numbers, arrays as a new tensor; dtype DT_NONE: by the values. */
Tensor *number_as_tensor(TensorLib *lib, Ref first, Ref second); /* owned: of two numbers PyTorch's arithmetic makes the first a tensor; NULL: one is none */
Tensor *tensor_from_value(TensorLib *lib, Accent accent, Ref v, DType dtype, Device *device);
Value tensor_to_list(TensorLib *lib, Tensor *t);     /* .tolist(): nested lists; a 0-d tensor's number */
Value scalar_value(VM *vm, Scalar s);

extern const TypeDef ndarray_def[ACCENT_COUNT];      /* object.c */
bool tensor_notes_open(TensorLib *lib);              /* notes.c */
void tensor_notes_taken(TensorLib *lib, const Tensor *t, const Tensor *from); /* t is about to take from's memory */
void tensor_notes_copy(TensorLib *lib, Ref t);       /* the gradient of a copy, which gets none, was asked for */
void tensor_notes_close(TensorLib *lib);
void tensor_lib_let_go(TensorLib *lib);              /* module.c: frees it when nothing needs it any more */
/* Rows of the module _tensor, by noun. */
extern const NativeDef tensor_graph_functions[], tensor_call_functions[], tensor_grad_functions[], tensor_device_functions[], tensor_text_functions[], tensor_explain_functions[], tensor_notes_functions[],
    tensor_ledger_functions[], tensor_undo_functions[], tensor_decompose_functions[];
bool tensor_hooks_open(TensorLib *lib);              /* grad.c */
void tensor_grad_visit(const Tensor *t, VisitFn visit, void *arg);
/* The methods and properties of an accent's type (tensor_<accent>.c). */
bool tensor_torch_open(TensorLib *lib), tensor_mxnet_open(TensorLib *lib), tensor_numpy_open(TensorLib *lib), tensor_mxnp_open(TensorLib *lib);
Value torch_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames); /* torch.Tensor(…): the slot of its type */
extern const ModuleDef torch_c_module, mxnet_c_module, numpy_c_module, mxnp_c_module;
/* corners.c: the elements that a summary of a large tensor shows, in memory of the whole's size. NULL and *ok: read all of it; NULL: failed. */
void *corners_read(Core *c, Tensor *t, double threshold, int64_t edge, bool *ok);
void corners_free(void *data, const Tensor *t);
Value tensor_text(TensorLib *lib, Ref o, bool repr); /* text.c: str() and repr() */

/* ---- indexing (index.c) ---- */
Value tensor_getitem(VM *vm, Ref o, Ref key);
bool tensor_setitem(VM *vm, Ref o, Ref key, Ref v);

/* Does a mask of bytes hold nothing but 0 and 1? (PyTorch fills and selects by no other.) false: raised. */
bool tensor_bytes_are_bits(TensorLib *lib, Accent accent, const Tensor *mask);

#endif
