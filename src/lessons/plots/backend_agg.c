/* backend_agg.c: matplotlib.backends._backend_agg: the renderer's class. */
#include "agg.h"

static void renderer_dealloc(VM *vm, Obj *o)
{
    Renderer *r = (Renderer *)o;
    raster_close(vm, &r->raster);
    mem_free(vm->mem, r->pixels, (size_t)(r->width * r->height * 4));
    value_clear(vm, &r->mask_path);
    mem_free(vm->mem, r->mask, r->mask ? (size_t)(r->width * r->height) : 0);
    obj_free(vm, o, sizeof *r);
}

static void clear(Renderer *r)
{
    for (int64_t i = 0; i < r->width * r->height; i++) memcpy(r->pixels + i * 4, (uint8_t[]){255, 255, 255, 0}, 4);
}

static Value renderer_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    enum { SIDE_MOST = 1 << 16 };
    int64_t width, height;
    double dpi;
    if (!args_no_kw(vm, "RendererAgg", kwnames)) return NO_VALUE;
    if (n < 3 || n > 4) return err_raise(vm, EXC_TypeError, "RendererAgg() takes at %s %d arguments (%d given)", n < 3 ? "least" : "most", n < 3 ? 3 : 4, n);
    if (!num_index_i64(vm, args[0], &width) || !num_index_i64(vm, args[1], &height) || !num_to_double(vm, args[2], &dpi)) return NO_VALUE;
    if (!(dpi > 0)) return err_raise(vm, EXC_ValueError, "dpi must be positive");
    if (width < 0 || height < 0 || width >= SIDE_MOST || height >= SIDE_MOST)
        return err_raise(vm, EXC_ValueError, "Image size of %lldx%lld pixels is too large. It must be less than 2^16 in each direction.", width, height);
    Renderer *r = (Renderer *)obj_alloc(vm, as_type(cls), sizeof *r);
    if (!r) return NO_VALUE;
    r->vm = vm;
    r->dpi = dpi;
    if ((r->pixels = mem_alloc(vm->mem, (size_t)(width * height * 4)))) {
        r->width = width;
        r->height = height;
        clear(r);
        if (raster_open(vm, &r->raster, (int)width, (int)height)) return VAL(r);
    } else err_no_memory(vm);
    release(vm, VAL(r));
    return NO_VALUE;
}

static bool renderer_buffer(VM *vm, Ref o, BufferView *view)
{
    Renderer *r = as_renderer(o);
    buffer_of_bytes(view, o, r->pixels, r->width * r->height * 4, false);
    view->ndim = 3;
    view->shape[0] = r->height;
    view->shape[1] = r->width;
    view->shape[2] = 4;
    view->strides[0] = r->width * 4;
    view->strides[1] = 4;
    view->strides[2] = 1;
    return true;
}

static METHOD(agg_clear)
{
    clear(as_renderer(args[0]));
    return V_NONE;
}

static const NativeDef methods[] = {
    {"draw_path", agg_draw_path, "self, gc, path, transform, rgbFace=None, /", "Draws a path, filled where rgbFace is a colour.", 0},
    {"draw_markers", agg_draw_markers, "self, gc, marker_path, marker_trans, path, trans, rgbFace=None, /", "Draws a marker at each of a path's points.", 0},
    {"draw_text_image", agg_draw_text, "self, image, x, y, angle, gc, /", "Lays a grey picture of a text onto the page, in the context's colour.", 0},
    {"draw_image", agg_draw_image, "self, gc, x, y, image, /", "Lays an RGBA image onto the page, its lower left corner at (x, y).", 0},
    {"draw_path_collection", agg_draw_collection,
     "self, gc, master_transform, paths, all_transforms, offsets, offset_trans, facecolors, edgecolors, linewidths, linestyles, antialiaseds, urls, offset_position, /", "Draws many paths.", 0},
    {"draw_quad_mesh", agg_draw_mesh, "self, gc, master_transform, meshWidth, meshHeight, coordinates, offsets, offset_trans, facecolors, antialiased, edgecolors, /", "Draws a mesh of quadrilaterals.", 0},
    {"draw_gouraud_triangle", agg_draw_triangle, "self, gc, points, colors, trans, /", "Draws a triangle whose colours go over from corner to corner.", 0},
    {"draw_gouraud_triangles", agg_draw_triangles, "self, gc, points, colors, trans, /", "Draws many of them.", 0},
    {"clear", agg_clear, "self, /", "Makes the page white and transparent.", 0},
    {"copy_from_bbox", agg_copy_region, "self, bbox, /", "A part of the page, copied.", 0},
    {"restore_region", agg_restore_region, "self, region, xx1=<unrepresentable>, yy1=<unrepresentable>, xx2=<unrepresentable>, yy2=<unrepresentable>, x=<unrepresentable>, y=<unrepresentable>, /",
     "Puts a copied part back, or a part of it elsewhere.", 0},
    {0},
};
static const TypeDef renderer_def = {.name = "matplotlib.backends._backend_agg.RendererAgg", .kind = KIND_OPAQUE, .size = sizeof(Renderer), .flags = TYPE_BASE | TYPE_IMMUTABLE,
    .s = {.new_ = renderer_new, .buffer = renderer_buffer}, .dealloc = renderer_dealloc, .methods = methods};

static bool init(VM *vm, Ref module, Dict *ns)
{
    AggState *s = as_module(module)->state;
    return (s->renderer = type_from_def(vm, &renderer_def, NULL)) && (s->region = type_from_def(vm, &agg_region_def, NULL)) && module_add_type(vm, ns, s->renderer);
}
static void done(VM *vm, void *state)
{
    AggState *s = state;
    release(vm, VAL(s->renderer));
    release(vm, VAL(s->region));
}
const ModuleDef backend_agg_module = {.name = "matplotlib.backends._backend_agg", .init = init, .state_size = sizeof(AggState), .done = done};
