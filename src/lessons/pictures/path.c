/* path.c: ImagePath.Path: a row of points (doubles, x and y by turns), of which some are dropped, moved or mapped in place. */
#include <math.h>

#include "codec.h"
#include "draw.h"

typedef struct Path { Obj head; double *xy; int64_t count; } Path;

static Path *as_path(Ref v) { return (Path *)as_obj(v); }
static size_t bytes_of(int64_t count) { return (size_t)count * 2 * sizeof(double); }
static void path_dealloc(VM *vm, Obj *o)
{
    mem_free(vm->mem, ((Path *)o)->xy, bytes_of(((Path *)o)->count));
    obj_free(vm, o, sizeof(Path));
}
static const TypeDef path_def;
static Path *path_new(VM *vm, int64_t count)
{
    PicturesState *s = pictures_state(vm);
    if (!s || (!s->path && !(s->path = type_from_def(vm, &path_def, NULL)))) return NULL;
    if (count < 0 || count > INT32_MAX) return err_no_memory(vm), NULL;
    Path *p = (Path *)obj_alloc(vm, s->path, sizeof *p);
    if (!p) return NULL;
    if (!(p->xy = mem_zalloc(vm->mem, bytes_of(count)))) return release(vm, VAL(p)), err_no_memory(vm), NULL;
    p->count = count;
    return p;
}
static Value path_from(VM *vm, const double *xy, int64_t count)
{
    Path *p = path_new(vm, count);
    if (!p) return NO_VALUE;
    memcpy(p->xy, xy, bytes_of(count));
    return VAL(p);
}

/* ---- of what a path is made ---- */

static Value of_floats(VM *vm, Ref v)
{
    BufferView view;
    if (!buffer_get(vm, v, &view)) return NO_VALUE;
    Path *p = path_new(vm, view.len / (int64_t)(2 * sizeof(float)));
    for (int64_t i = 0; p && i < 2 * p->count; i++) {
        float f;
        memcpy(&f, view.data + i * (int64_t)sizeof f, sizeof f);
        p->xy[i] = f;
    }
    buffer_release(vm, &view);
    return p ? VAL(p) : NO_VALUE;
}
static bool wrong_type(VM *vm) { return err_false(vm, EXC_ValueError, "incorrect coordinate type"); }
/* A number, or a pair of them, at *n of xy. */
static bool add_item(VM *vm, Ref item, double *xy, int64_t *n)
{
    if (is_tuple(item)) {
        if (as_tuple(item)->len != 2) return wrong_type(vm);
        for (int i = 0; i < 2; i++)
            if (!num_to_double(vm, as_tuple(item)->items[i], &xy[*n + i])) return err_clear(vm), wrong_type(vm);
        *n += 2;
        return true;
    }
    if (is_str(item) || is_bytes(item) || is_none(item) || is_list(item)) return wrong_type(vm);
    if (!num_to_double(vm, item, &xy[*n])) return err_clear(vm), wrong_type(vm);
    ++*n;
    return true;
}
static Value of_items(VM *vm, Ref v)
{
    Value all = tuple_from_iter(vm, v);
    if (!all) return NO_VALUE;
    int64_t n = 0;
    Path *p = path_new(vm, as_tuple(all)->len);
    bool ok = p != NULL;
    for (int64_t i = 0; ok && i < as_tuple(all)->len; i++) ok = add_item(vm, as_tuple(all)->items[i], p->xy, &n);
    release(vm, all);
    if (ok && n % 2) ok = err_false(vm, EXC_ValueError, "wrong number of coordinates");
    Value made = ok ? path_from(vm, p->xy, n / 2) : NO_VALUE;
    release(vm, p ? VAL(p) : NO_VALUE);
    return made;
}
Value path_points(VM *vm, Ref v, double **xy, int64_t *count)
{
    PicturesState *s = pictures_state(vm);
    Value path;
    if (!s) return NO_VALUE;
    if (s->path && is_instance_of(vm, v, s->path)) path = path_from(vm, as_path(v)->xy, as_path(v)->count);
    else if (!is_list(v) && !is_tuple(v) && buffer_check(vm, v)) path = of_floats(vm, v);
    else if (is_dict(v) || !type_of(vm, v)->s.getitem) return err_raise(vm, EXC_TypeError, "argument must be sequence");
    else path = of_items(vm, v);
    if (path) *xy = as_path(path)->xy, *count = as_path(path)->count;
    return path;
}
Value pictures_path(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double *xy;
    int64_t count;
    if (!is_int(args[0])) return path_points(vm, args[0], &xy, &count);
    Path *p = num_index_i64(vm, args[0], &count) ? path_new(vm, count) : NULL;
    return p ? VAL(p) : NO_VALUE;
}

/* ---- what it is asked ---- */

static Value point_of(VM *vm, const Path *p, int64_t i)
{
    Value all[] = {make_float_any(p->xy[2 * i]), make_float_any(p->xy[2 * i + 1])};
    return tuple_take(vm, all, 2);
}
static Value path_compact(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Path *p = as_path(args[0]);
    double least = 2;
    int64_t kept = p->count ? 1 : 0;
    if (args[1] && !num_to_double(vm, args[1], &least)) return NO_VALUE;
    for (int64_t i = 1; i < p->count; i++) { /* far enough from the one that was kept last? */
        const double *a = p->xy + 2 * kept - 2, *b = p->xy + 2 * i;
        if (fabs(a[0] - b[0]) + fabs(a[1] - b[1]) < least) continue;
        memmove(p->xy + 2 * kept++, b, bytes_of(1));
    }
    const int64_t gone = p->count - kept;
    double *less = mem_realloc(vm->mem, p->xy, bytes_of(p->count), bytes_of(kept));
    if (!less && kept) return err_no_memory(vm);
    p->xy = less;
    p->count = kept;
    return make_small(gone);
}
static Value path_getbbox(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Path *p = as_path(args[0]);
    double b[4] = {0, 0, 0, 0};
    for (int64_t i = 0; i < p->count; i++)
        for (int k = 0; k < 2; k++) {
            const double v = p->xy[2 * i + k];
            if (!i || v < b[k]) b[k] = v;
            if (!i || v > b[2 + k]) b[2 + k] = v;
        }
    Value all[4];
    for (int i = 0; i < 4; i++) all[i] = make_float_any(b[i]);
    return tuple_take(vm, all, 4);
}
static Value path_tolist(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Path *p = as_path(args[0]);
    int64_t flat = 0;
    if (args[1] && !num_index_i64(vm, args[1], &flat)) return NO_VALUE;
    Value list = list_new(vm, flat ? 2 * p->count : p->count);
    for (int64_t i = 0; list && i < (flat ? 2 * p->count : p->count); i++) {
        Value item = flat ? make_float_any(p->xy[i]) : point_of(vm, p, i);
        if (!item || !list_append_take(vm, list, item)) value_clear(vm, &list);
    }
    return list;
}
static bool pair_of(VM *vm, Ref v, double *xy)
{
    if (!is_tuple(v)) return err_false(vm, EXC_TypeError, "a point is a tuple of two numbers, not %T", v);
    if (as_tuple(v)->len != 2) return err_false(vm, EXC_TypeError, "function takes exactly 2 arguments (%lld given)", (long long)as_tuple(v)->len);
    return num_to_double(vm, as_tuple(v)->items[0], &xy[0]) && num_to_double(vm, as_tuple(v)->items[1], &xy[1]);
}
static Value path_map(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Path *p = as_path(args[0]);
    for (int64_t i = 0; i < p->count; i++) {
        double xy[2];
        Value x = make_float_any(p->xy[2 * i]), y = make_float_any(p->xy[2 * i + 1]), r = call2(vm, args[1], x, y);
        bool ok = r && pair_of(vm, r, xy);
        release(vm, r);
        if (!ok) return NO_VALUE;
        if (i < p->count) memcpy(p->xy + 2 * i, xy, sizeof xy); /* it may have become shorter */
    }
    return V_NONE;
}
static Value path_transform(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Path *p = as_path(args[0]);
    double m[6], wrap = 0;
    if (!is_tuple(args[1]) && !is_list(args[1])) return err_raise(vm, EXC_TypeError, "transform() argument 1 must be 6-item sequence, not %s", picture_told(vm, args[1]));
    Value all = tuple_from_iter(vm, args[1]);
    bool ok = all && (as_tuple(all)->len == 6 || err_false(vm, EXC_TypeError, "transform() argument 1 must be sequence of length 6, not %lld", (long long)as_tuple(all)->len));
    for (int i = 0; ok && i < 6; i++) ok = num_to_double(vm, as_tuple(all)->items[i], &m[i]);
    release(vm, all);
    if (!ok || (args[2] && !num_to_double(vm, args[2], &wrap))) return NO_VALUE;
    for (int64_t i = 0; i < p->count; i++) {
        double *xy = p->xy + 2 * i, x = xy[0], y = xy[1];
        xy[0] = m[1] == 0 && m[3] == 0 ? m[0] * x + m[2] : m[0] * x + m[1] * y + m[2];
        xy[1] = m[1] == 0 && m[3] == 0 ? m[4] * y + m[5] : m[3] * x + m[4] * y + m[5];
        if (wrap != 0) xy[0] = fmod(xy[0], wrap);
    }
    return V_NONE;
}

static int64_t path_len(VM *vm, Ref v) { return as_path(v)->count; }
static bool index_of(VM *vm, const Path *p, Ref key, int64_t *i, const char *what)
{
    if (!num_index_i64(vm, key, i)) return false;
    if (*i < 0) *i += p->count;
    return (*i >= 0 && *i < p->count) || err_false(vm, EXC_IndexError, "%s", what);
}
static Value path_getitem(VM *vm, Ref v, Ref key)
{
    const Path *p = as_path(v);
    int64_t i, start, stop, step, count;
    if (is_int(key)) return index_of(vm, p, key, &i, "path index out of range") ? point_of(vm, p, i) : NO_VALUE;
    if (!is_kind(key, KIND_SLICE)) return err_raise(vm, EXC_TypeError, "Path indices must be integers, not %T", key);
    if (!slice_indices(vm, key, &p->count, &start, &stop, &step, &count)) return NO_VALUE;
    if (step != 1) return count ? err_raise(vm, EXC_TypeError, "slice steps not supported") : path_from(vm, p->xy, 0);
    return path_from(vm, p->xy + 2 * start, count);
}
static bool path_setitem(VM *vm, Ref v, Ref key, Ref to)
{
    int64_t i;
    double xy[2];
    if (!to) return err_false(vm, EXC_TypeError, "cannot delete from path");
    if (!pair_of(vm, to, xy) || !index_of(vm, as_path(v), key, &i, "path assignment index out of range")) return false;
    memcpy(as_path(v)->xy + 2 * i, xy, sizeof xy);
    return true;
}

static Value get_id(VM *vm, Ref v) { return int_from_u64(vm, (uint64_t)(uintptr_t)as_path(v)->xy); }

static const GetSetDef getsets[] = {{"id", get_id, NULL, "where its points lie"}, {NULL, NULL, NULL, NULL}};
static const NativeDef methods[] = {{"compact", path_compact, "self, distance=2.0, /", "drops points that are near to the one before; how many", 0}, {"getbbox", path_getbbox, "self, /", "the box around all points", 0},
    {"map", path_map, "self, function, /", "each point becomes what a function of it says", 0}, {"tolist", path_tolist, "self, flat=0, /", "pairs, or numbers", 0},
    {"transform", path_transform, "self, matrix, wrap=0.0, /", "moves all points", 0}, {NULL, NULL, NULL, NULL, 0}};
static const TypeDef path_def = {.name = "Path", .kind = KIND_OPAQUE, .size = sizeof(Path), .flags = TYPE_NO_NEW, .s = {.len = path_len, .getitem = path_getitem, .setitem = path_setitem, .iter = seq_iter_new}, .dealloc = path_dealloc, .methods = methods, .getsets = getsets};
