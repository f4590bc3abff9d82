import contourpy
import numpy as np
from contourpy import FillType, LineType


def turned(points):
    """A loop from its least point on: where it begins is the algorithm's own affair."""
    points = np.round(points, 9)
    if len(points) > 1 and (points[0] == points[-1]).all():
        ring = points[:-1]
        k = min(range(len(ring)), key=lambda i: tuple(ring[i]))
        return ['loop'] + np.roll(ring, -k, 0).tolist()
    return ['line'] + points.tolist()


def parts(points, second):
    offsets = second if second.dtype == np.uint32 else np.append(np.nonzero(second == 1)[0], len(points))
    loops = [turned(points[a:b]) for a, b in zip(offsets[:-1], offsets[1:])]
    return [loops[0]] + sorted(loops[1:])


def lines_of(g, level):
    lines = g.lines(level)
    return sorted(turned(each) for each in (lines[0] if isinstance(lines, tuple) else lines))


random = np.random.RandomState(4)
for t in range(24):
    shape = random.randint(2, 9, 2)
    z = random.uniform(-1, 1, shape)
    if t % 4 == 1:
        z = np.ma.array(z, mask=random.uniform(size=shape) < .15)
    for name, as_tri, interp in (('mpl2014', False, None), ('serial', False, None), ('serial', True, None), ('threaded', False, 'Log')):
        for chunk in (0, 3):
            g = contourpy.contour_generator(z=np.exp(z) if interp else z, name=name, quad_as_tri=as_tri, chunk_size=chunk, corner_mask=bool(t % 2), z_interp=interp)
            low, level, high = (.8, 1.1, 1.4) if interp else (-.3, .2, .4)
            print(t, name, as_tri, chunk, len(g.lines(level)[0]) if name == 'mpl2014' else len(g.lines(level)), lines_of(g, level)[:2 if t % 5 else None])
            outer = g.filled(low, high)
            print('  ', len(outer[0]), sorted(parts(*each) for each in zip(*outer))[:1 if t % 5 else None] if chunk == 0 else sorted(len(p) for p in outer[0]))

# mpl2014, which matplotlib takes: points, their order and the order of lines, as they are
for t in range(16):
    z = random.uniform(-1, 1, random.randint(3, 14, 2)) if t % 3 else random.randint(0, 4, random.randint(3, 9, 2)).astype(float)
    g = contourpy.contour_generator(z=z, name='mpl2014')
    lines, bands = g.lines(.2), g.filled(-.3, .4 if t % 3 else 2)
    print(t, [each.tolist() for each in lines[0]][:4], [len(each) for each in lines[0]], [each.round(12).tolist() for each in bands[0]][:2], [each.tolist() for each in bands[1]])

x, y = np.meshgrid(np.arange(3.), np.arange(3.))
z = np.array([[0, 0, 0], [0, 2, 0], [0, 1, 0.]])
for name in ('mpl2014', 'serial', 'mpl2005', 'threaded'):
    g = contourpy.contour_generator(x, y, z, name=name)
    print(name, g.lines(5), g.filled(5, 6), g.chunk_count, g.chunk_size, g.corner_mask, g.quad_as_tri, g.z_interp, g.line_type, g.fill_type, g.default_fill_type, type(g).default_line_type)
    print(type(g).supports_corner_mask(), type(g).supports_quad_as_tri(), type(g).supports_threads(), type(g).supports_z_interp(), [type(g).supports_fill_type(each) for each in FillType.__members__.values()],
          [type(g).supports_line_type(each) for each in LineType.__members__.values()])
    try:
        g.filled(2, 1)
    except ValueError as e:
        print(e)
for name in ('mpl2014', 'serial'):
    g = contourpy.contour_generator(x, y, z, name=name)
    print(g.lines(.5), g.create_contour(.7), g.filled(.5, 1.2), g.create_filled_contour(.2, .4))
for form in FillType.__members__.values():
    print(form, contourpy.contour_generator(x, y, z, fill_type=form).filled(.5, 1.2), contourpy.contour_generator(x, y, z, fill_type=form).filled(5, 6))
for form in LineType.__members__.values():
    print(form, contourpy.contour_generator(x, y, z, line_type=form).lines(.5), contourpy.contour_generator(x, y, z, line_type=form.name).lines(5))
for bad in (lambda: contourpy.contour_generator(z=[[1, 2], [-1, 3]], z_interp='Log'), lambda: contourpy.contour_generator(z=z, chunk_size=-1), lambda: contourpy.contour_generator(z=z, name='mpl2014', quad_as_tri=True),
            lambda: contourpy.SerialContourGenerator(x, y[:2], z, None, corner_mask=True, line_type=LineType.Separate, fill_type=FillType.OuterCode, quad_as_tri=False, z_interp=contourpy.ZInterp.Linear)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
