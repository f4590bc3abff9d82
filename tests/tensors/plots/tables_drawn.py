# What DataFrame.plot, hist and boxplot draw: titles, limits, ticks, legends, lines, bars.
import warnings

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

matplotlib.use('Agg')
warnings.simplefilter('ignore')
R = np.random.RandomState(0)
df = pd.DataFrame({'a': R.rand(8).round(2), 'b': R.rand(8).round(2), 'c': R.randint(0, 5, 8)}, index=list('pqrstuvw'))
s, num, cat = df.a, df.reset_index(drop=True), pd.DataFrame({'k': list('xyxyxyxy'), 'v': range(8)})


def told(ax):
    print('  ', ax.get_title(), ax.get_xlabel(), ax.get_ylabel(), *(tuple(round(float(x), 3) for x in ends) for ends in (ax.get_xlim(), ax.get_ylim())))
    print('  ', [t.get_text() for t in ax.get_xticklabels()][:9], [t.get_text() for t in ax.get_yticklabels()][:4], [t.get_rotation() for t in ax.get_xticklabels()][:1])
    print('  ', [t.get_text() for t in ax.get_legend().get_texts()] if ax.get_legend() else None, len(ax.patches), len(ax.collections))
    for line in ax.lines[:6]:
        print('     ', line.get_label(), line.get_color(), line.get_linestyle(), np.round(np.asarray(line.get_ydata(), float), 3).tolist()[:3])
    for patch in [p for p in ax.patches if hasattr(p, 'get_x')][:5]:
        print('     ', *(round(float(x), 3) for x in (patch.get_x(), patch.get_y(), patch.get_width(), patch.get_height())))


for number, draw in {
    0: lambda:s.plot(),
    1: lambda:df.plot(),
    2: lambda:num.plot(),
    3: lambda:num.a.plot(kind='bar'),
    4: lambda:df.plot.bar(),
    5: lambda:df.plot.bar(stacked=True),
    6: lambda:df.plot.barh(),
    7: lambda:s.plot.barh(),
    8: lambda:df.plot.hist(bins=5,alpha=.5),
    9: lambda:s.plot.hist(),
    10: lambda:s.hist(),
    11: lambda:df.hist(),
    12: lambda:df.plot.box(),
    13: lambda:df.boxplot(),
    14: lambda:df.plot.area(),
    15: lambda:s.plot.pie(),
    16: lambda:num.plot.scatter(x='a',y='b'),
    17: lambda:num.plot(kind='scatter',x='a',y='b',c='c',cmap='viridis').figure.axes,
    18: lambda:num.plot(x='a',y='b'),
    19: lambda:num.plot(y=['a','b']),
    20: lambda:num.plot(title='T',xlabel='X',ylabel='Y',grid=True,legend=False),
    21: lambda:num.plot(figsize=(4,3),color='red'),
    22: lambda:num.plot(subplots=True),
    23: lambda:num.plot(subplots=True,layout=(2,2)),
    24: lambda:num.plot(secondary_y='c').figure.axes,
    25: lambda:num.plot(style=['-','--',':']),
    26: lambda:num.a.plot(label='lab',legend=True),
    27: lambda:num.plot(logy=True),
    28: lambda:num.plot(xlim=(0,3),ylim=(0,1)),
    29: lambda:num.plot(rot=45),
    30: lambda:num.plot(colormap='viridis'),
    31: lambda:cat.k.value_counts().plot(kind='bar'),
    32: lambda:cat.groupby('k').v.sum().plot(kind='bar'),
    33: lambda:cat.groupby('k').v.mean().plot.barh(),
    34: lambda:cat.boxplot(column='v',by='k'),
    35: lambda:cat.hist(column='v',by='k'),
    36: lambda:num.plot(kind='line',marker='o',linewidth=2),
    37: lambda:pd.crosstab(cat.k,cat.v>3).plot.bar(stacked=True),
    38: lambda:num.plot(ax=plt.subplots()[1]),
    39: lambda:num.plot(kind='hist',subplots=True,layout=(1,3)),
    40: lambda:s.plot.bar(color=['r','g']),
    41: lambda:num.plot(use_index=False),
    42: lambda:pd.DataFrame({'a':['x']}).plot(),
    43: lambda:df.plot(kind='pie',y='a'),
    44: lambda:df.plot.pie(subplots=True),
    45: lambda:num.a.plot(kind='box'),
    46: lambda:num.plot(fontsize=8),
    47: lambda:num.cumsum().plot(),
    48: lambda:num.plot(sharex=True,sharey=True,subplots=True),
    49: lambda:num.plot(x='a'),
    50: lambda:num.plot(x='a',y='zz'),
    51: lambda:num.set_index('a').plot(),
    52: lambda:num.rename_axis('idx').plot(),
    53: lambda:num.rename_axis(columns='cols').plot(),
    54: lambda:num.a.rename(None).plot(),
    55: lambda:num.a.plot(kind='area'),
    56: lambda:num[['a']].plot.bar(width=.9),
    57: lambda:num.a.plot(title='t').figure.axes[0],
}.items():
    plt.close('all')
    try:
        drawn = draw()
        plt.gcf().canvas.draw()
        print(number, [round(float(x), 2) for x in plt.gcf().get_size_inches()])
        for each in np.atleast_1d(drawn).ravel():
            told(each)
    except Exception as error:
        print(number, type(error).__name__, str(error)[:200])
