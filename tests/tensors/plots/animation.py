"""Animations: pages of JavaScript, frames as files, what movies without ffmpeg are refused with."""
import base64
import hashlib
import os
import re
import struct
import tempfile
import warnings

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
from matplotlib import animation

matplotlib.use('agg')
matplotlib.rcParams.update({'animation.ffmpeg_path': '/nonexisting/ffmpeg', 'animation.convert_path': '/nonexisting/convert'})
os.chdir(tempfile.mkdtemp())


def tell(name, f):
    try:
        print(name, f())
    except Exception as e:
        print(name, type(e).__name__, e)


def make(n=4, **kw):
    fig, ax = plt.subplots(figsize=(2, 1.5))
    line, = ax.plot([], []); ax.set(xlim=(0, 1), ylim=(0, 1))
    seen = []
    def step(i):
        seen.append(i); line.set_data([0, 1], [0, i / 4]); return line,
    return animation.FuncAnimation(fig, step, frames=n, **kw), seen, fig


a, seen, fig = make(blit=True, interval=50)
html = a.to_jshtml(fps=10)
print(seen, len(html) > 5000)
frames = re.findall(r'frames\[(\d+)\] = "data:image/png;base64,\\?\n?([^"]*)"', html)
print([n for n, _ in frames])
data = [base64.b64decode(d.replace('\\\n', '')) for _, d in frames]
print([struct.unpack('>2I', d[16:24]) for d in data], len(set(data)))
text = re.sub(r'base64,[^"]*"', 'base64"', html); text = re.sub(r'[0-9a-f]{32}', 'ID', text)
print(hashlib.md5(text.encode()).hexdigest(), html == a.to_jshtml())
print(a._repr_html_() is None, matplotlib.rcParams['animation.html'])
matplotlib.rcParams['animation.html'] = 'jshtml'
print(a._repr_html_() == html)
tell('html5', lambda: a.to_html5_video())
tell('mp4', lambda: a.save('a.mp4', writer='ffmpeg'))
tell('writers', lambda: animation.writers.list())
tell('avail', lambda: animation.writers.is_available('pillow'))
tell('nosuch', lambda: animation.writers['nosuch'])
a, seen, fig = make(3, repeat=False)
ims = []
fig, ax = plt.subplots(figsize=(2, 1.5))
for i in range(3):
    ims.append([ax.imshow(np.full((3, 3), i), vmin=0, vmax=2, animated=True)])
b = animation.ArtistAnimation(fig, ims, interval=40, repeat_delay=100)
tell('html writer', lambda: b.save('b.html', writer=animation.HTMLWriter(fps=4)))
print(sorted(os.listdir('.')), sorted(os.listdir('b_frames')) if os.path.exists('b_frames') else None)
with matplotlib.rc_context({'animation.embed_limit': 0.001}):
    c, seen, fig = make(3)
    print(c.to_jshtml().count('base64'))
tell('gen', lambda: make(iter(range(3)))[0].to_jshtml().count('frames['))
tell('genf', lambda: make(None, save_count=5)[0].to_jshtml().count('frames['))
tell('bad', lambda: make('abc')[0].to_jshtml())
tell('bad2', lambda: animation.FuncAnimation(fig, lambda i: None, frames=2, blit=True).to_jshtml()[:10])
tell('bad3', lambda: a.save('a.xyz'))
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    d = make(2)[0]; del d
    print([str(x.message)[:60] for x in w])
