# Lines over times: limits, ticks and their words, legends, columns on axes of their own.
import warnings

import matplotlib
import numpy as np
import pandas as pd

matplotlib.use('Agg')
import matplotlib.pyplot as plt

warnings.simplefilter('ignore')


def t(f):
    plt.close('all')
    try:
        ax=f()
        axs=np.atleast_1d(ax).ravel()
        for ax in axs:
            fig=ax.figure; fig.canvas.draw()
            print(type(ax).__name__, [round(x,3) for x in ax.get_xlim()], [round(x,3) for x in ax.get_ylim()], ax.get_title(), ax.get_xlabel(), ax.get_ylabel())
            print([x.get_text() for x in ax.get_xticklabels()], [round(float(x),3) for x in ax.get_xticks()])
            print([x.get_text() for x in ax.xaxis.get_minorticklabels()])
            print([(l.get_label().replace("_child0","None"), l.get_color(), [round(float(v),3) for v in l.get_ydata()[:2]]) for l in ax.get_lines()], [len(p.get_paths()) if hasattr(p,'get_paths') else 0 for p in ax.collections], len(ax.patches))
            lg=ax.get_legend(); print([x.get_text() for x in lg.get_texts()] if lg else None, fig.get_size_inches().tolist(), [x.get_rotation() for x in ax.get_xticklabels()[:1]])
    except Exception as e: print(type(e).__module__, type(e).__name__, '|', e)
rng=np.random.RandomState(0)
S=lambda p,f,**k: pd.Series(rng.randn(p).cumsum().round(2), pd.date_range('2019-03-05',periods=p,freq=f),**k)
for p,f in [(30,'D'),(100,'D'),(400,'D'),(1500,'D'),(24,'M'),(200,'H'),(30,'H'),(600,'T'),(50,'B'),(12,'Q'),(10,'A'),(60,'W'),(120,'S'),(20,'MS')]:
    s=S(p,f); t(lambda: s.plot())
s=S(60,'D',name='v'); df=pd.DataFrame({'a':s,'b':s*2})
t(lambda: df.plot())
t(lambda: df.plot(figsize=(8,3),title='T'))
t(lambda: df['a'].plot(legend=True))
t(lambda: s[[0,3,4,9,20]].plot())
t(lambda: df.plot(subplots=True))
t(lambda: df.resample('W').mean().plot(style='o-'))
t(lambda: s.resample('M').sum().plot(kind='bar'))
t(lambda: s.plot(grid=True,color='r',ylabel='y'))
t(lambda: df.plot(y='a'))
t(lambda: s.rolling(7).mean().plot())
t(lambda: s.to_period('D').plot())
t(lambda: df.reset_index().plot(x='index',y='a'))
t(lambda: s.plot(style='--',label='x',legend=True))
t(lambda: df.plot(x_compat=True))
t(lambda: (s.plot(), s.shift(3).plot())[1])
t(lambda: df.groupby(df.index.month)['a'].mean().plot())
t(lambda: df.plot(secondary_y='b') if False else df.plot())
t(lambda: s.tz_localize('UTC').plot())

for p, f in [(10, 'D'), (5, 'D'), (28, 'D'), (31, 'D'), (12, 'B'), (3, 'W'), (90, 'D'), (12, 'M'), (40, 'M'), (100, 'M'), (200, 'M'), (20, 'Q'), (60, 'Q'), (40, 'A'), (5000, 'D'), (24, 'H'), (72, 'H'), (10, 'T'), (1440, 'T'), (800, 'D')]:
    s = S(p, f)
    t(lambda: s.plot())
