"""Bad input to plots: what the original draws all the same, and what it refuses, in its words."""
import io
import logging
import os
import tempfile
import warnings

import matplotlib
matplotlib.use('agg')
import matplotlib.pyplot as plt
import numpy as np


class Said(logging.Handler):
    def emit(self, record):
        print('   said', record.levelname, record.getMessage()[:100])


logging.getLogger('matplotlib').addHandler(Said())
os.chdir(tempfile.mkdtemp())


def tell(name, f):
    plt.close('all')
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter('always')
        try:
            r = f()
            r = r if isinstance(r, (str, int, float, tuple, list)) else type(r).__name__
            print(name, '->', r)
        except BaseException as e:
            print(name, '!', type(e).__name__, str(e).split('\n')[0][:200])
        for x in w:
            print('   warned', x.category.__name__, str(x.message)[:200])


def page(fig=None, **kw):
    b = io.BytesIO()
    (fig or plt.gcf()).savefig(b, format='png', **kw)
    d = b.getvalue()
    return d[:4] == b'\x89PNG', int.from_bytes(d[16:20], 'big'), int.from_bytes(d[20:24], 'big')


nan, inf = float('nan'), float('inf')


def p(*a, **k):
    plt.plot(*a, **k)
    return page()


tell('nan', lambda: p([1, nan, 3]))
tell('all nan', lambda: p([nan, nan]))
tell('inf', lambda: p([1, inf, -inf]))
tell('huge', lambda: p([1e300, -1e300, 1e308]))
tell('tiny', lambda: p([1e-320, 2e-320]))
tell('empty', lambda: p([]))
tell('empty2', lambda: p([], []))
tell('nothing', lambda: page())
tell('none', lambda: p([None, 1, 2]))
tell('str', lambda: p(['a', 'b'], [1, 2]))
tell('mixed', lambda: p(['a', 1], [1, 2]))
tell('object', lambda: p([object()]))
tell('dict', lambda: p({'a': 1}))
tell('mismatch', lambda: p([1, 2], [1]))
tell('3d', lambda: p(np.zeros((2, 2, 2))))
tell('cols', lambda: p(np.zeros((2, 2)), np.zeros((2, 3))))
for c in ('nocolour', '#12', '#gggggg', (1, 2), (1, 2, 3, 4, 5), (2, 0, 0), 5, None, 'C99', '', '1.5', (0, 0, nan), 'tab:none', b'red', ['r'], object):
    tell('colour %r' % (c,), lambda: p([1, 2], color=c))
tell('fmt', lambda: p([1, 2], 'q?'))
tell('ls', lambda: p([1, 2], ls='nols'))
tell('marker', lambda: p([1, 2], marker='nomark'))
tell('kw', lambda: p([1, 2], nokw=1))
tell('lw', lambda: p([1, 2], lw='wide'))
tell('lw nan', lambda: p([1, 2], lw=nan))
tell('lw neg', lambda: p([1, 2], lw=-5))
tell('ms nan', lambda: p([1, 2], 'o', ms=nan))
tell('alpha', lambda: p([1, 2], alpha=2))
tell('alpha s', lambda: p([1, 2], alpha='x'))
tell('dashes', lambda: p([1, 2], dashes=[0, 0]))
tell('dashes neg', lambda: p([1, 2], dashes=[-1, 1]))
tell('dashes tiny', lambda: p([1, 2], dashes=[1e-9, 1e-9]))
tell('scatter c', lambda: (plt.scatter([1, 2], [1, 2], c=[1, 2, 3]), page())[1])
tell('scatter c s', lambda: (plt.scatter([1, 2], [1, 2], c=['r', 'nocolour']), page())[1])
tell('scatter s', lambda: (plt.scatter([1, 2], [1, 2], s=[1, 2, 3]), page())[1])
tell('scatter s-', lambda: (plt.scatter([1, 2], [1, 2], s=[-1, nan]), page())[1])
tell('hist nan', lambda: plt.hist([1, nan]))
tell('hist bins', lambda: plt.hist([1], bins=-1))
tell('hist none', lambda: (plt.hist([]), page())[1])
tell('hist inf', lambda: plt.hist([inf]))
tell('bar', lambda: plt.bar([1, 2], [1, 2, 3]))
tell('bar nan', lambda: (plt.bar([1, 2], [nan, 2]), page())[1])
tell('pie', lambda: plt.pie([-1, 2]))
tell('pie 0', lambda: (plt.pie([0, 0]), page())[1])
tell('pie nan', lambda: (plt.pie([nan, 1]), page())[1])
tell('imshow 1d', lambda: plt.imshow([1, 2]))
tell('imshow 5', lambda: plt.imshow(np.zeros((2, 2, 5))))
tell('imshow s', lambda: plt.imshow([['a']]))
tell('imshow e', lambda: (plt.imshow(np.zeros((0, 3))), page())[1])
tell('imshow nan', lambda: (plt.imshow([[nan, nan]]), page())[1])
tell('imshow inf', lambda: (plt.imshow([[inf, 1.]]), page())[1])
tell('imshow range', lambda: (plt.imshow(np.full((2, 2, 3), 7.)), page())[1])
tell('imshow int', lambda: (plt.imshow(np.full((2, 2, 3), 700)), page())[1])
tell('imshow c', lambda: (plt.imshow([[1j]]), page())[1])
tell('imshow interp', lambda: plt.imshow([[1]], interpolation='none?'))
tell('imshow cmap', lambda: plt.imshow([[1]], cmap='nocmap'))
tell('imshow extent', lambda: (plt.imshow([[1]], extent=(0, nan, 0, 1)), page())[1])
tell('xlim nan', lambda: plt.xlim(nan, 1))
tell('xlim inf', lambda: plt.xlim(0, inf))
tell('xlim same', lambda: (plt.xlim(1, 1), page())[1])
tell('log neg', lambda: (plt.semilogy([-1, -2]), page())[1])
tell('log 0', lambda: (plt.semilogy([0, 0, 1]), page())[1])
tell('logxlim', lambda: (plt.xscale('log'), plt.xlim(-1, 1), page())[2])
tell('scale', lambda: plt.xscale('noscale'))
tell('subplot', lambda: plt.subplot(2, 2, 5))
tell('subplots 0', lambda: plt.subplots(0, 1))
tell('proj', lambda: plt.subplot(projection='noproj'))
tell('figsize 0', lambda: page(plt.figure(figsize=(0, 1))))
tell('figsize -', lambda: page(plt.figure(figsize=(-1, 1))))
tell('figsize nan', lambda: page(plt.figure(figsize=(nan, 1))))
tell('figsize s', lambda: page(plt.figure(figsize='x')))
tell('figsize big', lambda: page(plt.figure(figsize=(1000, 1))))
tell('figsize huge', lambda: page(plt.figure(figsize=(1e6, 1e6))))
tell('dpi', lambda: page(plt.figure(), dpi=1e6))
tell('dpi 65536', lambda: page(plt.figure(figsize=(1, 1)), dpi=65536))
tell('dpi 0', lambda: page(plt.figure(), dpi=0))
tell('dpi -', lambda: page(plt.figure(), dpi=-5))
tell('dpi nan', lambda: page(plt.figure(), dpi=nan))
tell('dpi s', lambda: page(plt.figure(), dpi='x'))
tell('dpi small', lambda: page(plt.figure(), dpi=0.001))
tell('format', lambda: plt.savefig('a.nofmt'))
tell('path', lambda: plt.savefig(5))
tell('text', lambda: (plt.title('$\\nosuch$'), page())[1])
tell('text2', lambda: (plt.title('$\\frac{1$'), page())[1])
tell('text3', lambda: (plt.title('a$b'), page())[1])
tell('text cjk', lambda: (plt.title('\u4f60'), page())[1])
tell('text nul', lambda: (plt.title('a\0b'), page())[1])
tell('text surrogate', lambda: (plt.title('\ud800'), page())[1])
tell('text long', lambda: (plt.title('x' * 100000), page())[1])
tell('text size', lambda: (plt.title('x', fontsize=1e5), page())[1])
tell('text size0', lambda: (plt.title('x', fontsize=0), page())[1])
tell('text nan', lambda: (plt.text(nan, 0, 'x'), page())[1])
tell('text inf', lambda: (plt.text(inf, 0, 'x'), page())[1])
tell('text rot', lambda: (plt.title('x', rotation=nan), page())[1])
tell('contour', lambda: plt.contour([[1]]))
tell('contour nan', lambda: (plt.contour([[nan, nan], [nan, nan]]), page())[1])
tell('contour lv', lambda: plt.contour([[1, 2], [3, 4]], levels=[2, 1]))
tell('tri', lambda: plt.triplot([0, 1, 2], [0, 1, 2]))
tell('tri2', lambda: plt.triplot([0, 1], [0, 1]))
tell('tri3', lambda: plt.triplot([0, 1, 0], [0, 0, 1], [[0, 1, 5]]))
tell('tri nan', lambda: plt.triplot([0, 1, nan], [0, 0, 1]))
tell('pcolormesh', lambda: plt.pcolormesh([1, 2], [1, 2], np.zeros((3, 3))))
tell('quiver', lambda: (plt.quiver([1], [1], [nan], [1]), page())[1])
tell('fill', lambda: (plt.fill([0, nan, 1], [0, 1, 1]), page())[1])
tell('errorbar', lambda: plt.errorbar([1], [1], yerr=-1))
tell('boxplot', lambda: (plt.boxplot([[], [nan]]), page())[1])
tell('legend', lambda: (plt.legend(), page())[1])
tell('legend loc', lambda: plt.legend(loc='noloc'))
tell('style', lambda: plt.style.use('nostyle'))
tell('rc', lambda: plt.rcParams.update({'norc': 1}))
tell('rc2', lambda: plt.rcParams.update({'lines.linewidth': 'x'}))
tell('imread', lambda: plt.imread('nofile.png'))
tell('million', lambda: p(np.arange(10**6), np.sin(np.arange(10**6) / 1e4)))
tell('sharey', lambda: plt.subplots(2, sharex='no'))
tell('random', lambda: p(np.random.RandomState(0).rand(30000)))
tell('font', lambda: (plt.title('x', family='no such font'), page())[1])
tell('fontfile', lambda: (plt.title('x', font='/nonexisting/nofont.ttf'), page())[1])
