# Animations as GIF files by Pillow's writer: their frames, the files' own bytes; and as pages of JavaScript.
import base64
import hashlib
import io
import os
import re
import tempfile

import matplotlib

matplotlib.use('agg')
import matplotlib.pyplot as plt
from matplotlib.animation import ArtistAnimation, FuncAnimation, PillowWriter
from PIL import Image, ImageSequence

folder = tempfile.mkdtemp()
fig, ax = plt.subplots(figsize=(3, 2))
line, = ax.plot([], [])
ax.set_xlim(0, 4)
ax.set_ylim(-1, 5)
plt.setp(ax, xticks=[], yticks=[])    # (letters depend on a machine's FreeType)


def step(i):
    line.set_data(range(i + 1), [k * .8 for k in range(i + 1)])
    return line,


def told(path):
    im = Image.open(path)
    print(im.format, im.size, im.n_frames, im.info.get('loop'), im.info.get('duration'), os.path.getsize(path), hashlib.sha1(open(path, 'rb').read()).hexdigest()[:12])
    for f in ImageSequence.Iterator(im):
        print(f.mode, f.info.get('duration'), hashlib.sha1(f.convert('RGB').tobytes()).hexdigest()[:12], len(set(f.convert('RGB').getdata())))


anim = FuncAnimation(fig, step, frames=5, interval=200, blit=True)
path = os.path.join(folder, 'x.gif')
anim.save(path, writer='pillow')
told(path)
anim.save(path, writer=PillowWriter(fps=7, metadata={'artist': 'x'}), dpi=50)
told(path)
pictures = [[ax.imshow([[k, 2], [3, k]], extent=(0, 4, -1, 5), animated=True)] for k in range(3)]
anim2 = ArtistAnimation(fig, pictures, interval=50, repeat=False)
anim2.save(path, writer='pillow', savefig_kwargs={'facecolor': 'lightyellow'})
told(path)
os.remove(path)
os.rmdir(folder)
html = re.sub(r'[0-9a-f]{32}', 'ID', anim2.to_jshtml(fps=4, default_mode='once'))
for n, data in re.findall(r'frames\[(\d)\] = "data:image/png;base64,([^"]*)"', html):
    im = Image.open(io.BytesIO(base64.b64decode(data.replace('\\\n', ''))))
    print(n, im.size, im.mode, hashlib.sha1(im.tobytes()).hexdigest()[:12])
rest = re.sub(r'"data:image/png;base64,[^"]*"', 'PICTURE', html)
print(len(rest), hashlib.sha1(rest.encode()).hexdigest()[:12])
