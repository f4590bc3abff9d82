/* boxes.c: what boxes share, and which are covered by a better one: the parts of box_iou, box_nms and MultiBoxDetection that go through all pairs.
 *
 * What comes before (which rows count, their order) and after is Python's (py/ndarray/boxes.py). The boxes of a kind stand in columns, and who is
 * covered leaves the columns at once: later rounds see those alone that are left.
 */
#include <math.h>
#include <stdlib.h>

#include "lang/object/mem.h"
#include "lang/vm/eval.h"
#include "mxnet.h"

enum { LEFT, TOP, RIGHT, BOTTOM, AREA, COLUMNS };

typedef struct Boxes {
    float *columns[COLUMNS];
    int64_t *at; /* which box of those given */
    int32_t *hit;
    int64_t count;
} Boxes;

/* Several boxes at a time, spelled out: compilers leave a loop with a division and comparisons as it is. Columns have room for as many behind the last box. */
enum { SEVERAL = 4 };
typedef float Floats __attribute__((vector_size(4 * SEVERAL), aligned(4), may_alias));
typedef int32_t Marks __attribute__((vector_size(4 * SEVERAL), aligned(4), may_alias));
static inline Floats pick(Marks where, Floats a, Floats b) { return (Floats)((where & (Marks)a) | (~where & (Marks)b)); }
static inline Floats lower(Floats a, Floats b) { return pick(a < b, a, b); }
static inline Floats upper(Floats a, Floats b) { return pick(a > b, a, b); }
static inline Floats all(float x) { return (Floats){x, x, x, x}; }
static inline Floats several(const float *column, int64_t k) { return *(const Floats *)(column + k); }

/* The least share in float32 that is too much. */
static float least_share(double limit, bool inclusive)
{
    float least = (float)limit;
    if (least < limit) least = nextafterf(least, INFINITY);
    return least == limit && !inclusive ? nextafterf(least, INFINITY) : least;
}

/* What one box (its columns' numbers) shares with SEVERAL others from the k-th on. What has no area together shares nothing. */
static inline Floats shared(const float box[COLUMNS], float *const columns[COLUMNS], int64_t k)
{
    Floats none = all(0), one = all(1);
    Floats w = upper(lower(all(box[RIGHT]), several(columns[RIGHT], k)) - upper(all(box[LEFT]), several(columns[LEFT], k)), none);
    Floats h = upper(lower(all(box[BOTTOM]), several(columns[BOTTOM], k)) - upper(all(box[TOP]), several(columns[TOP], k)), none);
    Floats both = w * h, whole = all(box[AREA]) + several(columns[AREA], k) - both;
    return pick(whole > none, both / pick(whole > none, whole, one), none);
}

/* A row of four floats as the i-th of columns, with its area. */
static inline void put_box(float *const columns[COLUMNS], int64_t i, const float *row)
{
    for (int c = LEFT; c <= BOTTOM; c++) columns[c][i] = row[c];
    columns[AREA][i] = (row[RIGHT] - row[LEFT]) * (row[BOTTOM] - row[TOP]);
}
/* Marks the boxes behind the first of which it covers `least` or more. false: there are none */
static bool mark(const Boxes *b, int64_t first, float least)
{
    float box[COLUMNS];
    Floats bar = all(least);
    Marks any = {0};
    for (int c = 0; c < COLUMNS; c++) box[c] = b->columns[c][first];
    for (int64_t k = first + 1; k < b->count; k += SEVERAL) {
        Marks hit = shared(box, b->columns, k) >= bar;
        *(Marks *)(b->hit + k) = hit;
        any |= hit;
    }
    return any[0] | any[1] | any[2] | any[3];
}

/* Those that are marked leave; gone[box] tells. */
static void drop(Boxes *b, int64_t first, bool *gone)
{
    int64_t to = first + 1;
    for (int64_t k = to; k < b->count; k++) {
        if (b->hit[k]) {
            gone[b->at[k]] = true;
            continue;
        }
        if (to != k) {
            for (int c = 0; c < COLUMNS; c++) b->columns[c][to] = b->columns[c][k];
            b->at[to] = b->at[k];
        }
        to++;
    }
    b->count = to;
}

typedef struct Place {
    int64_t at;
    float kind;
} Place;

/* Kinds one after the other, in each the boxes in their order; a kind that is no number is equal to none, and stays by itself. */
static int by_kind(const void *a, const void *b)
{
    const Place *x = a, *y = b;
    if (x->kind != y->kind) {
        bool odd = isnan(x->kind), other = isnan(y->kind);
        if (odd != other) return odd ? 1 : -1;
        if (!odd) return x->kind < y->kind ? -1 : 1;
    }
    return x->at < y->at ? -1 : 1;
}

/* What a call needs: the rows as they are given, the places, and columns for the boxes of one kind. */
typedef struct Room {
    float *rows, *kinds;
    Place *places;
    Boxes boxes;
} Room;
static const size_t PER_BOX = (4 + 1 + COLUMNS) * sizeof(float) + sizeof(int32_t) + sizeof(int64_t) + sizeof(Place);

static Room room_open(char *memory, int64_t n /* boxes, with SEVERAL more */)
{
    Room r = {.places = (Place *)memory};
    r.boxes.at = (int64_t *)(r.places + n);
    float *column = (float *)(r.boxes.at + n);
    for (int c = 0; c < COLUMNS; c++, column += n) r.boxes.columns[c] = column;
    r.boxes.hit = (int32_t *)column;
    r.rows = (float *)(r.boxes.hit + n);
    r.kinds = r.rows + 4 * n;
    return r;
}

/* The boxes at n places in columns. */
static void gather(Room *r, const Place *places, int64_t n)
{
    Boxes *b = &r->boxes;
    b->count = n;
    for (int64_t i = 0; i < n; i++) {
        put_box(b->columns, i, r->rows + 4 * places[i].at);
        b->at[i] = places[i].at;
    }
}

/* false: interrupted */
static bool suppress(VM *vm, Boxes *b, float least, bool *gone)
{
    for (int64_t i = 0, pairs = 0; i < b->count; i++) {
        pairs += b->count - i;
        if (mark(b, i, least)) drop(b, i, gone);
        if (pairs > 1 << 20) { /* about a millisecond */
            pairs = 0;
            if (!vm_poll(vm)) return false;
        }
    }
    return true;
}

static bool suppress_kinds(VM *vm, Room *r, int64_t n, bool apart, float least, bool *gone)
{
    for (int64_t i = 0; i < n; i++) r->places[i] = (Place){i, apart ? r->kinds[i] : 0};
    if (apart) qsort(r->places, (size_t)n, sizeof *r->places, by_kind);
    for (int64_t from = 0, to; from < n; from = to) {
        for (to = from + 1; to < n && r->places[to].kind == r->places[from].kind;) to++;
        gather(r, r->places + from, to - from);
        if (!suppress(vm, &r->boxes, least, gone)) return false;
    }
    return true;
}

static bool is_floats(Ref v, int ndim) { return is_tensor(v) && tensor_of(v)->ndim == ndim && tensor_of(v)->dtype == DT_FLOAT32; }

static Value finished(TensorLib *lib, Tensor *made /* taken */, bool ok)
{
    if (ok) return tensor_show(lib, ACCENT_NUMPY, made);
    tensor_release(lib->core, made);
    return NO_VALUE;
}

static Value covered(TensorLib *lib, Ref rows, Ref groups, double limit, bool inclusive)
{
    VM *vm = lib->vm;
    if (!is_floats(rows, 2) || tensor_of(rows)->shape[1] != 4 || (!is_none(groups) && !is_floats(groups, 1)))
        return err_raise(vm, EXC_TypeError, "boxes are wanted as rows of four float32 numbers, kinds as float32 numbers");
    Tensor *boxes = tensor_of(rows), *kinds = is_none(groups) ? NULL : tensor_of(groups);
    int64_t n = boxes->shape[0];
    if (kinds && kinds->size != n) return err_raise(vm, EXC_ValueError, "as many kinds as boxes are wanted");
    Tensor *mask = tensor_new(lib->core, device_cpu(lib->core), DT_BOOL, &n, 1);
    if (!mask) return tensor_raise(lib, ACCENT_NUMPY);
    if (!n) return tensor_show(lib, ACCENT_NUMPY, mask);
    size_t size = PER_BOX * (size_t)(n + SEVERAL);
    char *memory = mem_alloc(vm->mem, size);
    bool *gone = tensor_map(lib->core, mask), ok = false;
    Room r = memory ? room_open(memory, n + SEVERAL) : (Room){0};
    if (!memory) err_no_memory(vm);
    else if (!gone || !tensor_read(lib->core, boxes, r.rows) || (kinds && !tensor_read(lib->core, kinds, r.kinds))) tensor_raise(lib, ACCENT_NUMPY);
    else {
        memset(gone, 0, (size_t)n);
        ok = suppress_kinds(vm, &r, n, kinds != NULL, least_share(limit, inclusive), gone);
    }
    mem_free(vm->mem, memory, size);
    return finished(lib, mask, ok);
}

/* boxes, kinds, limit, inclusive */
static Value fn_covered(VM *vm, const Ref *args, int n_args, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    double limit;
    bool inclusive;
    Ref rows = args[0], groups = args[1];
    Value held[2] = {NO_VALUE, NO_VALUE}, mask = NO_VALUE;
    if (!lib || !mx_float(vm, args[2], 0, &limit) || !mx_true(vm, args[3], false, &inclusive)) return NO_VALUE;
    if (numpy_lend(lib, &rows, &held[0]) && numpy_lend(lib, &groups, &held[1])) mask = covered(lib, rows, groups, limit, inclusive);
    release(vm, held[0]);
    release(vm, held[1]);
    return mask;
}

/* ---- shares of all pairs ---- */
/* rows: those of one side, then n of the other; room: columns for n and SEVERAL more, a line for as many. false: interrupted */
static bool share_all(VM *vm, const float *rows, int64_t count, int64_t n, float *room, float *to)
{
    int64_t stride = n + SEVERAL, pairs = 0;
    float *columns[COLUMNS], *line = room + COLUMNS * stride, box[COLUMNS], *own[COLUMNS];
    for (int c = 0; c < COLUMNS; c++) {
        columns[c] = room + c * stride;
        own[c] = &box[c];
    }
    for (int64_t i = 0; i < n; i++) put_box(columns, i, rows + 4 * (count + i));
    for (int64_t i = 0; i < count; i++, to += n) {
        put_box(own, 0, rows + 4 * i);
        for (int64_t k = 0; k < n; k += SEVERAL) *(Floats *)(line + k) = shared(box, columns, k);
        memcpy(to, line, sizeof *to * (size_t)n);
        pairs += n;
        if (pairs > 1 << 20) { /* about a millisecond */
            pairs = 0;
            if (!vm_poll(vm)) return false;
        }
    }
    return true;
}

static Value shares(TensorLib *lib, Ref left, Ref right)
{
    VM *vm = lib->vm;
    if (!is_floats(left, 2) || !is_floats(right, 2) || tensor_of(left)->shape[1] != 4 || tensor_of(right)->shape[1] != 4)
        return err_raise(vm, EXC_TypeError, "boxes are wanted as rows of four float32 numbers");
    Tensor *a = tensor_of(left), *b = tensor_of(right);
    int64_t rows = a->shape[0], n = b->shape[0], stride = n + SEVERAL, sizes[2] = {rows, n};
    Tensor *made = tensor_new(lib->core, device_cpu(lib->core), DT_FLOAT32, sizes, 2);
    if (!made) return tensor_raise(lib, ACCENT_NUMPY);
    if (!rows || !n) return tensor_show(lib, ACCENT_NUMPY, made);
    size_t size = sizeof(float) * (size_t)(4 * rows + 4 * n + (COLUMNS + 1) * stride);
    float *memory = mem_zalloc(vm->mem, size), *to = tensor_map(lib->core, made);
    bool ok = false;
    if (!memory) err_no_memory(vm);
    else if (!to || !tensor_read(lib->core, a, memory) || !tensor_read(lib->core, b, memory + 4 * rows)) tensor_raise(lib, ACCENT_NUMPY);
    else ok = share_all(vm, memory, rows, n, memory + 4 * (rows + n), to);
    mem_free(vm->mem, memory, size);
    return finished(lib, made, ok);
}

static Value fn_shares(VM *vm, const Ref *args, int n_args, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Ref a = args[0], b = args[1];
    Value held[2] = {NO_VALUE, NO_VALUE}, made = NO_VALUE;
    if (lib && numpy_lend(lib, &a, &held[0]) && numpy_lend(lib, &b, &held[1])) made = shares(lib, a, b);
    release(vm, held[0]);
    release(vm, held[1]);
    return made;
}

const NativeDef mx_box_functions[] = {
    {"_shares", fn_shares, "a, b, /", "What each box of a shares with each of b.", 0},
    {"_covered", fn_covered, "boxes, kinds, limit, inclusive, /", "Which boxes (the best first) a better one of their kind covers by more than limit (inclusive: by as much).", 0},
    {NULL, NULL, NULL, NULL, 0},
};
