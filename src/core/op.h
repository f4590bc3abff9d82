/* op.h: an op is a row of ops.def; a call is an op with its operands, attributes and the site that asked for it.
 *
 * core_call is the one way in: infer (shapes, dtypes, places: the only checks), outputs, the device's run, the tape. Eager execution, dry
 * run, autograd, simulation, timeline and tests are all readers of calls.
 */
#ifndef PERCH_CORE_OP_H
#define PERCH_CORE_OP_H

#include "core/op_ids.h"
#include "device.h"
#include "tensor.h"

/* A row's number; OP_<name> are those that some file names (op_ids.h, made by tools/op_ids.py), op_more.h has the rest. In the same way the indices into a
 * call's attributes: reduce_axes, conv_stride … and how many a family has: reduce_ATTRS. */
typedef unsigned OpId;
enum { MAX_ATTRS = 8, MAX_INPUTS_FIXED = 8, MAX_OUTPUTS = 4 };

typedef enum AttrType { ATTR_INTS, ATTR_INT, ATTR_FLOAT, ATTR_BOOL, ATTR_DTYPE, ATTR_NUMBER, ATTR_TEXT } AttrType;
typedef struct Ints { const int64_t *d; int count; } Ints; /* count -1: not given */
typedef union Attr {
    int64_t i; /* INT, BOOL, DTYPE */
    double f;
    Scalar number;
    Ints ints;
    const char *text;
} Attr;
/* Why BAD_VALUE refused to draw random numbers (its numbers[0]), and of which parameter's value. */
enum { RANDOM_EMPTY_RANGE = 0, RANDOM_NEGATIVE = 1, RANDOM_TOO_MANY = 2, RANDOM_NO_CLASSES = 3, RANDOM_PARAMETER = 6 };
typedef enum RandomParameter { PARAMETER_HIGH, PARAMETER_SCALE, PARAMETER_ALPHA, PARAMETER_BETA, PARAMETER_RATE, PARAMETER_LAMBDA, PARAMETER_NP_SCALE, RANDOM_PARAMETERS } RandomParameter;
#define INTS_ABSENT ((Ints){NULL, -1})

/* An operand: a tensor, or a number of the program's (tensor NULL). An optional tensor that is left out is ARG_ABSENT. */
typedef struct Arg { Tensor *tensor; Scalar number; } Arg;
static inline Arg arg_tensor(Tensor *t) { return (Arg){t, {SCALAR_BOOL, {0}, 0}}; }
static inline Arg arg_number(Scalar s) { return (Arg){NULL, s}; }
#define ARG_ABSENT ((Arg){NULL, {SCALAR_BOOL, {0}, 0}})

typedef enum DTypeRule {
    RULE_PROMOTE, /* what the operands meet in */
    RULE_FLOAT,   /* the same, and floating at least */
    RULE_BOOL,    /* bool in PyTorch and NumPy; MXNet: the operands' own dtype, 0 and 1 */
    RULE_SAME,    /* the first operand's */
    RULE_INTEGER, /* promote, and not floating */
    RULE_INDEX,   /* int64; MXNet: float32 */
    RULE_ATTR,    /* an attribute says */
    RULE_OWN,     /* the shape function says */
} DTypeRule;

enum OpSave { /* what the gradient needs: kept from the call, with its version */
    SAVE_NONE = 0, SAVE_I0 = 1, SAVE_I1 = 2, SAVE_I2 = 4, SAVE_I3 = 8, SAVE_IN = 0xFF, SAVE_FROM_1 = 0xFE, SAVE_FROM_2 = 0xFC,
    SAVE_O0 = 0x100, SAVE_O1 = 0x200, SAVE_O2 = 0x400, SAVE_O3 = 0x800,
};

typedef struct OutSpec { DType dtype; Dims shape; } OutSpec;

enum CallFlags {
    CALL_OUT_GIVEN = 1,  /* out[0] is the caller's (in place, or out=): checked, written, version bumped */
    CALL_RESIZE = 4,     /* with CALL_OUT_GIVEN, PyTorch's out=: takes the result's shape; takes no part in autograd */
    CALL_NO_GRAD = 2,    /* not recorded, whatever the mode */
};
struct Call {
    Core *core;
    const Op *op;
    Device *device;   /* where it runs: infer sets it */
    Accent accent;
    uint8_t flags;
    bool of_complex;  /* operands or results hold complex numbers (complex_calls.h) */
    uint32_t site;
    int in_count, out_count;
    Arg *in;
    const Attr *attrs;
    DType compute;    /* elementwise: the dtype it computes in */
    Tensor *out[MAX_OUTPUTS];
    Tensor *before;   /* an operand that the call writes over, as it was: what a gradient reads of it; NULL: none reads it */
    OutSpec *specs;   /* what infer fills in, one an output */
};

typedef bool (*InferFn)(Call *call);                 /* fills device, specs; may set out[i] itself (a view op) */
typedef struct GradNode GradNode;
typedef bool (*GradFn)(Core *c, GradNode *node, Tensor *const *out_grads, Tensor **in_grads); /* grad.h */
typedef struct Cost { double flops, bytes; } Cost;
typedef Cost (*CostFn)(const Call *call);

struct Op {
    const char *name;
    uint16_t id;
    uint8_t family, in_count, out_count; /* in_count 255: any number */
    bool elementwise, view, random;
    bool quick;       /* Driver.quick may be asked: elementwise, no attributes, the result has the operands' dtype when they are floats */
    uint8_t dtype_rule;
    uint16_t save;
    uint16_t attr_count;
    InferFn infer;
    GradFn grad;      /* NULL: no gradient flows */
    const char *kernel, *doc;
};
extern const Op op_table[];
static inline const Op *op_get(OpId id) { return &op_table[id]; }
/* Whether its attributes name a generator (random_stream); dropout and attention draw too, from their accent's own. */
static inline bool op_names_stream(const Op *op) { return op->random && op->id != OP_dropout && op->id != OP_attention; }
extern const char *const family_name[];
typedef struct AttrInfo { const char *name; AttrType type; } AttrInfo;
const AttrInfo *op_attr_info(const Op *op, int i);

/* PyTorch's check of a number that becomes an element: false with CE_BAD_VALUE where it does not stand in the dtype (dtype_holds). */
bool core_number_fits(Core *c, Accent accent, DType d, Scalar s);
/* The one way in. in: in_count operands; attrs: the family's, all of them; out: out_count owned tensors. With CALL_OUT_GIVEN out[0] is
 * the caller's, and comes back retained. */
/* Do all of these (NULL: none) live in one memory? false: recorded as infer_device does, for a function of a library's that is no op of its own. */
bool core_together(Core *c, const char *by, Tensor *const *in, int n);
/* Is low <= each element <= high? (Whole bounds, or infinities, for integers.) false: recorded */
bool core_within(Core *c, Tensor *t, double low, double high, bool *within);
bool core_call(Core *c, OpId op, Accent accent, uint32_t site, Arg *in, int in_count, const Attr *attrs, int flags, Tensor **out);
Cost op_cost(const Call *call);
int64_t call_elements(const Call *call); /* of its operands and results together */

/* Short forms, for gradients and bindings; NULL: failed. Site and accent are those of the Core's current call (core_site, core_accent). */
Tensor *core_unary(Core *c, OpId op, Tensor *a);
Tensor *core_with(Core *c, OpId op, Tensor *const *in, int in_count, const Attr *attrs); /* first output; NULL operands are absent */

#endif
