"""A figure of a million points; families of fonts that are not there, and no font at all but matplotlib's own."""
import io
import logging
import warnings

import matplotlib
matplotlib.use('agg')
import matplotlib.pyplot as plt
import numpy as np
from matplotlib import font_manager


class Said(logging.Handler):
    def emit(self, record):
        print('   said', record.levelname, record.getMessage()[:100])


logging.getLogger('matplotlib').addHandler(Said())
warnings.simplefilter('ignore')


def page(fig):
    made = io.BytesIO()
    fig.savefig(made, format='rgba')
    return np.frombuffer(made.getvalue(), dtype='uint8').reshape(-1, 4)


x = np.arange(1000000)
for draw in (lambda ax: ax.plot(np.sin(x / 1e5) + 0.2 * np.cos(x / 70)), lambda ax: ax.plot(x % 1000, x // 1000, ',')):
    fig, ax = plt.subplots(figsize=(4, 3))
    line, = draw(ax)
    made = page(fig)
    print(len(line.get_xdata()), len(made), 0.02 < (made[:, 0] < 128).mean() < 0.98, [round(float(limit), 3) for limit in (*ax.get_xlim(), *ax.get_ylim())])
    plt.close(fig)
for family in 'No Such Font', ['No Such Font', 'DejaVu Sans'], ['Nor This', 'No Such Font']:
    fig = plt.figure(figsize=(2, 1))
    fig.text(0.1, 0.4, 'words', family=family)
    print(family, (page(fig)[:, 0] < 128).sum() > 50)
    plt.close(fig)
try:
    font_manager.findfont('No Such Font', fallback_to_default=False)
except ValueError as error:
    print(str(error)[:70])
kept, font_manager.fontManager.ttflist = font_manager.fontManager.ttflist, []
font_manager.fontManager._findfont_cached.cache_clear() if hasattr(font_manager.fontManager._findfont_cached, 'cache_clear') else None
fig = plt.figure(figsize=(2, 1))
fig.text(0.1, 0.4, 'words', family='monospace', size=11.5)
try:
    print('no fonts listed', (page(fig)[:, 0] < 128).sum() > 50)
except ValueError as error:
    print('no fonts listed:', str(error)[:150])
font_manager.fontManager.ttflist = kept
try:
    font_manager.get_font('/no/such/font.ttf')
except OSError as error:
    print(type(error).__name__)
