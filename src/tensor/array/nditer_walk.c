/* nditer_walk.c: an nditer moves: element by element, inner loop by inner loop, or through buffers that hold a chunk of elements in the dtype that the program sees.
 *
 * Buffered: an operand whose elements can be seen where they lie, at one stride through the whole chunk, is; the others are copied in before and, when written to, out after. Where an
 * output is reduced into, a chunk ends with the innermost axis, so that within it such an operand is one element or all different ones.
 */
#include "nditer.h"

bool nditer_buffers(VM *vm, Nditer *it)
{
    it->delayed = false;
    for (int i = 0; (it->flags & IT_BUFFERED) && i < it->nop; i++) {
        NditerOp *op = &it->ops[i];
        if (op->open) continue;
        Descr *own = op->array ? op->array->descr : op->descr;
        bool aligned = !op->array || array_is(op->array, ARRAY_ALIGNED);
        if (!transfer_open(vm, &op->in, own, op->descr, aligned, true)) return false;
        if (!transfer_open(vm, &op->out, op->descr, own, true, aligned)) return transfer_close(vm, &op->in), false;
        op->open = true;
    }
    return true;
}

void nditer_drop_buffers(VM *vm, Nditer *it)
{
    for (int i = 0; i < it->nop; i++) {
        NditerOp *op = &it->ops[i];
        if (op->buffer && descr_has_objects(op->descr))
            for (char *at = op->buffer; at < op->buffer + op->room; at += op->descr->size) element_decref(vm, op->descr, at);
        mem_free(vm->mem, op->buffer, op->room);
        op->buffer = NULL;
        if (op->open) {
            transfer_close(vm, &op->in);
            transfer_close(vm, &op->out);
        }
        op->open = op->filled = false;
    }
}

void nditer_coords(const Nditer *it, int64_t *coords)
{
    int64_t i = it->index;
    for (int d = it->ndim; d-- > 0;) {
        coords[d] = it->shape[d] ? i % it->shape[d] : 0;
        i = it->shape[d] ? i / it->shape[d] : 0;
    }
}

int64_t nditer_inner(const Nditer *it)
{
    if (it->flags & IT_BUFFERED) return it->chunk - (it->index - it->chunk_at);
    return it->ndim ? it->shape[it->ndim - 1] : 1;
}

/* ---- chunks ---- */

/* Elements from `index` on between an operand and its buffer, run by run along the innermost axis. */
static bool move_runs(VM *vm, const Nditer *it, NditerOp *op, int64_t n, bool out, const NditerOp *mask)
{
    int64_t coords[NP_DIMS_MOST], size = op->descr->size, last = it->ndim - 1, done = 0;
    int64_t i = it->chunk_at;
    if (op->once) n = 1;
    for (int d = it->ndim; d-- > 0; i /= it->shape[d]) coords[d] = i % it->shape[d];
    while (done < n) {
        char *own = op->start, *here = op->buffer + done * size;
        int64_t run = it->ndim ? it->shape[last] - coords[last] : 1, step = it->ndim ? op->strides[last] : 0;
        for (int d = 0; d < it->ndim; d++) own += coords[d] * op->strides[d];
        if (run > n - done) run = n - done;
        if (!out && !transfer_run(vm, &op->in, own, step, here, size, run)) return false;
        if (out && !mask && !transfer_run(vm, &op->out, here, size, own, step, run)) return false;
        for (int64_t k = 0; out && mask && k < run; k++)
            if (mask->first[(done + k) * mask->step] && !transfer_run(vm, &op->out, here + k * size, size, own + k * step, step, 1)) return false;
        if (!vm_poll(vm)) return false;
        done += run;
        for (int d = (int)last; d >= 0; d--) {
            coords[d] += d == last ? run : 1;
            if (coords[d] < it->shape[d]) break;
            coords[d] = 0;
        }
    }
    return true;
}

bool nditer_flush(VM *vm, Nditer *it)
{
    const NditerOp *mask = NULL;
    bool ok = true;
    if (!(it->flags & IT_BUFFERED)) return true;
    for (int i = 0; i < it->nop; i++)
        if (it->ops[i].flags & OP_ARRAYMASK) mask = &it->ops[i];
    for (int i = 0; i < it->nop; i++) {
        NditerOp *op = &it->ops[i];
        if (!op->filled || !op->array || !(op->flags & OP_WRITE)) continue;
        if (ok) ok = move_runs(vm, it, op, it->chunk, true, op->flags & OP_WRITEMASKED ? mask : NULL);
    }
    for (int i = 0; i < it->nop; i++) it->ops[i].filled = false;
    return ok;
}

static bool has_room(VM *vm, NditerOp *op, int64_t n)
{
    size_t room;
    if (__builtin_mul_overflow((size_t)n, (size_t)op->descr->size, &room)) return err_no_memory(vm), false;
    if (op->buffer && op->room >= room) return true;
    char *fresh = mem_zalloc(vm->mem, room ? room : 1);
    if (!fresh) return err_no_memory(vm), false;
    if (op->buffer && descr_has_objects(op->descr))
        for (char *at = op->buffer; at < op->buffer + op->room; at += op->descr->size) element_decref(vm, op->descr, at);
    mem_free(vm->mem, op->buffer, op->room);
    op->buffer = fresh;
    op->room = room ? room : 1;
    return true;
}

/* May the operand be seen where it lies, for n elements from here? */
static bool lies_right(const Nditer *it, const NditerOp *op, int64_t n, int64_t left_in_row)
{
    if (!op->array || (op->flags & OP_CASTS)) return false;
    return n == 1 || n <= left_in_row;
}

static bool fill(VM *vm, Nditer *it)
{
    int64_t left = it->end - it->index, n = it->buffersize < left ? it->buffersize : left;
    nditer_coords(it, it->coords);
    int64_t row = it->ndim ? it->shape[it->ndim - 1] - it->coords[it->ndim - 1] : 1;
    if ((it->flags & IT_REDUCES) && n > row) n = row;
    if (it->flags & IT_GROW_INNER) {
        int64_t whole = row < left ? row : left;
        bool all = whole > n;
        for (int i = 0; all && i < it->nop; i++) all = lies_right(it, &it->ops[i], whole, row);
        if (all) n = whole;
    }
    it->chunk = n;
    it->chunk_at = it->index;
    for (int i = 0; i < it->nop; i++) {
        NditerOp *op = &it->ops[i];
        char *own = op->start;
        for (int d = 0; d < it->ndim; d++) own += it->coords[d] * op->strides[d];
        op->once = false;
        if (lies_right(it, op, n, row)) {
            op->at = op->first = own;
            op->step = it->ndim ? op->strides[it->ndim - 1] : 0;
            continue;
        }
        bool still = op->array != NULL && it->size > 1;
        for (int d = 0; still && d < it->ndim; d++) still = op->strides[d] == 0 || (d < it->ndim - 1 && n <= row);
        op->once = still && !(op->flags & OP_CONTIG);
        if (!has_room(vm, op, op->once ? 1 : n)) return false;
        if (op->array && (op->flags & (OP_READ | OP_WRITEMASKED)) && !move_runs(vm, it, op, n, false, NULL)) return false;
        op->filled = true;
        op->at = op->first = op->buffer;
        op->step = op->once ? 0 : op->descr->size;
    }
    return true;
}

/* ---- where it stands ---- */

bool nditer_goto(VM *vm, Nditer *it, int64_t index)
{
    if (!nditer_flush(vm, it)) return false;
    it->index = index;
    if (it->flags & IT_BUFFERED) return it->index >= it->end || fill(vm, it);
    nditer_coords(it, it->coords);
    for (int i = 0; i < it->nop; i++) {
        NditerOp *op = &it->ops[i];
        op->at = op->start;
        op->step = it->ndim ? op->strides[it->ndim - 1] : 0;
        for (int d = 0; op->at && d < it->ndim; d++) op->at += it->coords[d] * op->strides[d];
    }
    return true;
}

static void carry(Nditer *it, int d) /* one on along axis d, and further out where that one ends */
{
    for (; d >= 0; d--) {
        bool over = ++it->coords[d] >= it->shape[d];
        for (int i = 0; i < it->nop; i++) {
            NditerOp *op = &it->ops[i];
            if (op->at) op->at += over ? -op->strides[d] * (it->shape[d] - 1) : op->strides[d];
        }
        if (!over) return;
        it->coords[d] = 0;
    }
}

int nditer_next(VM *vm, Nditer *it)
{
    if (it->flags & IT_BUFFERED) {
        bool loop = it->flags & IT_EXTERNAL_LOOP;
        if (!loop && it->index + 1 < it->chunk_at + it->chunk) {
            it->index++;
            for (int i = 0; i < it->nop; i++) it->ops[i].at += it->ops[i].step;
            return 1;
        }
        if (!nditer_flush(vm, it)) return -1;
        it->index = it->chunk_at + it->chunk;
        return it->index >= it->end ? 0 : fill(vm, it) ? 1 : -1;
    }
    bool loop = it->flags & IT_EXTERNAL_LOOP;
    it->index += loop && it->ndim ? it->shape[it->ndim - 1] : 1;
    if (it->index >= it->end) return 0;
    carry(it, loop ? it->ndim - 2 : it->ndim - 1);
    return 1;
}
