"""perch's pandas against pandas on the work of lessons, time series and what finds equal values: bench/tables.py [-o FILE] [NAME...].

Each row runs under both in turn, the best of three, milliseconds; the ratio says how many times as long perch takes. PYTHON: the Python with pandas (default /usr/bin/python3); PERCH: the perch to measure."""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PERCH = os.environ.get('PERCH') or os.path.join(os.path.dirname(HERE), 'build', 'perch')
PYTHON = os.environ.get('PYTHON', '/usr/bin/python3')


def rows(n):
    """The measured work on n rows: name, what is called."""
    import numpy as np
    import pandas as pd
    draw = np.random.RandomState(0)
    s = pd.Series(draw.rand(n), pd.date_range('2000', periods=n, freq='T'))
    table = pd.DataFrame({'a': s, 'b': s * 2})
    of_rows, of_time = s.rolling(50), s.rolling('1H')
    found = {f'rolling {name}': getattr(of_rows, name) for name in ('mean', 'sum', 'std', 'var', 'min', 'max', 'median', 'count', 'skew', 'kurt')}
    found.update({
        'rolling quantile': lambda: of_rows.quantile(.3), 'rolling median of 1000': s.rolling(1000).median, 'rolling cov': lambda: of_rows.cov(s), 'rolling 1H mean': of_time.mean, 'rolling 1H max': of_time.max,
        'expanding mean': s.expanding().mean, 'ewm mean': s.ewm(span=20).mean, 'ewm std': s.ewm(span=20).std, 'resample H mean': s.resample('H').mean, 'resample D sum': s.resample('D').sum,
        'resample D max': s.resample('D').max, 'resample D ohlc': s.resample('D').ohlc, 'resample D median': s.resample('D').median, 'resample M mean, 2 columns': table.resample('M').mean,
        'resample D agg': lambda: s.resample('D').agg(['mean', 'std']), 'resample 5T ffill': lambda: s[::10].resample('5T').ffill(), 'resample 5T interpolate': lambda: s[::10].resample('5T').interpolate(),
        'groupby hour': lambda: s.groupby(s.index.hour).mean(), 'groupby year, month': lambda: table.groupby([table.index.year, table.index.month]).sum(),
        'groupby Grouper': lambda: table.groupby(pd.Grouper(freq='D')).mean(), 'dt.hour': lambda: pd.Series(s.index).dt.hour, 'dt.day_name': lambda: pd.Series(s.index).dt.day_name(),
        'a part by texts': lambda: s['2000-01-05':'2000-01-20'], 'shift': lambda: s.shift(1), 'another zone': lambda: s.tz_localize('UTC').tz_convert('Europe/Paris'), 'sum of two, aligned': lambda: s + s[10:]})
    if n <= 10 ** 5:
        few = s[:20000]
        iso, day_first = [f'{x:%Y-%m-%d %H:%M:%S}' for x in few.index], [f'{x:%d/%m/%Y}' for x in few.index]
        found.update({'rolling apply raw': lambda: of_rows.apply(np.sum, raw=True), 'rolling apply, 5000 rows': lambda: s[:5000].rolling(50).apply(lambda x: x.mean()),
                      'to_datetime, 20000 texts': lambda: pd.to_datetime(iso), 'to_datetime, 20000 of a form': lambda: pd.to_datetime(day_first, format='%d/%m/%Y'), 'date_range of 50000 B': lambda: pd.date_range('2000', periods=50000, freq='B')})
    return found


def found_rows(n):
    """The same of what finds equal values: numbers, texts, objects and categories; keys of tables; texts read as moments."""
    import numpy as np
    import pandas as pd
    draw = np.random.RandomState(1)
    words = [f'word {i}' for i in range(1000)]
    whole, wide = pd.Series(draw.randint(0, 1000, n)), pd.Series(draw.randint(0, 2 ** 40, n) * 1000003)
    floats = pd.Series(draw.randint(0, 5000, n) / 7)
    floats[::50] = np.nan
    texts = pd.Series(np.array(words, object)[draw.randint(0, 1000, n)])
    mixed = texts.copy()
    mixed[::10], mixed[::11], mixed[5::50] = 1.5, 7, None
    many = pd.Series([f'{i:x}' for i in draw.randint(0, n, n)])
    masked, kinds = whole.astype('Int64'), texts.astype('category')
    masked[::70] = pd.NA
    moments = pd.Series(pd.Timestamp('2020-01-01') + pd.to_timedelta(draw.randint(0, 5000, n), unit='H'))
    zoned = moments.dt.tz_localize('UTC')
    table = pd.DataFrame({'i': whole, 't': texts, 'k': kinds, 'x': floats, 'f': draw.rand(n), 'm': many})
    few = pd.DataFrame({'t': words, 'i': np.arange(1000), 'v': np.arange(1000.0)})
    other = pd.DataFrame({'m': many.unique()[::2]})
    other['v'] = np.arange(len(other))
    by_text, labels, asked = table.set_index('m'), pd.Index(many.unique()), many[:n // 2]
    places = dict(zip(words, range(1000)))
    numbered = {i: str(i) for i in range(1000)}
    found = {}
    for name, s in (('int', whole), ('wide int', wide), ('float', floats), ('text', texts), ('many texts', many), ('mixed', mixed), ('Int64', masked), ('category', kinds), ('moment', moments)):
        found.update({f'{name} factorize': lambda s=s: pd.factorize(s), f'{name} unique': s.unique, f'{name} nunique': s.nunique, f'{name} value_counts': s.value_counts,
                      f'{name} duplicated': s.duplicated, f'{name} drop_duplicates': s.drop_duplicates, f'{name} isin': lambda s=s, some=list(s[:100]): s.isin(some)})
    for name, s in (('int', whole), ('float', floats), ('text', texts), ('many texts', many), ('moment', moments)):
        found[f'{name} astype category'] = lambda s=s: s.astype('category')
    for key in ('i', 't', 'k', 'x', 'm', ['i', 't'], ['t', 'k']):
        found[f'groupby {key} sum'] = lambda key=key: table.groupby(key, observed=True)['f'].sum()
    found.update({
        'groupby k mean': lambda: table.groupby('k').f.mean(), 'groupby k size': lambda: table.groupby('k').size(), 'groupby k count': lambda: table.groupby('k').count(), 'groupby t agg': lambda: table.groupby('t').f.agg(['mean', 'max', 'count']),
        'groupby t nunique': lambda: table.groupby('t').i.nunique(), 'groupby t first': lambda: table.groupby('t').i.first(), 'groupby t transform': lambda: table.groupby('t').f.transform('mean'), 'groupby t cumcount': lambda: table.groupby('t').cumcount(),
        'isin of many texts': lambda: many.isin(asked), 'isin of a set': lambda: texts.isin(set(words[:500])), 'merge by ints': lambda: table.merge(few, on='i'), 'merge by texts': lambda: table.merge(few, on='t'), 'merge left by texts': lambda: table.merge(few, on='t', how='left'),
        'merge by many texts': lambda: table.merge(other, on='m'), 'merge by two': lambda: table.merge(few, on=['t', 'i']), 'merge outer': lambda: table.merge(other, on='m', how='outer'), 'join by texts': lambda: table.join(few.set_index('t')[['v']], on='t'),
        'join of indexes': lambda: by_text.join(other.set_index('m'), how='left'), 'map of a dict': lambda: texts.map(places), 'map of a dict, ints': lambda: whole.map(numbered), 'map of a Series': lambda: texts.map(pd.Series(places)),
        'frame duplicated': table[['i', 't']].duplicated, 'frame drop_duplicates': table[['i', 't']].drop_duplicates, 'frame drop_duplicates, subset': lambda: table.drop_duplicates('t'), 'get_indexer': lambda: pd.Index(labels).get_indexer(asked),
        'reindex': lambda: pd.Series(np.arange(len(labels)), pd.Index(labels.values)).reindex(asked), 'pivot_table': lambda: table.pivot_table('f', 't', 'i' if n <= 10 ** 5 else 'k', 'sum', observed=True), 'crosstab': lambda: pd.crosstab(table.k, table.i % 10),
        'get_dummies': lambda: pd.get_dummies(texts[:20000].str[-1]), 'sort_values of texts': lambda: table.sort_values('t'), 'a zone for walls': lambda: moments.dt.tz_localize('Europe/Paris', ambiguous='NaT', nonexistent='NaT'), 'zone change': lambda: zoned.dt.tz_convert('America/New_York').dt.hour,
        'union': lambda: labels.union(pd.Index(asked)), 'intersection': lambda: labels.intersection(pd.Index(asked)), 'rank of texts': lambda: texts.rank(), 'rank of floats': floats.rank})
    if n <= 10 ** 5:
        late = pd.date_range('2000', periods=20000, freq='37T')
        for form in ('%Y-%m-%d', '%Y-%m-%d %H:%M:%S.%f', '%Y-%m-%dT%H:%M:%SZ', '%Y-%m-%d %H:%M:%S+02:00', '%d/%m/%Y', '%m/%d/%Y %H:%M', '%Y%m%d', '%b %d, %Y', '%d %B %Y'):
            items = list(late.strftime(form))
            found[f'read {form}'] = lambda items=items: pd.to_datetime(items)
            found[f'read {form}, told'] = lambda items=items, form=form.replace('Z', '%z').replace('+02:00', '%z'): pd.to_datetime(items, format=form)
        dashed = pd.Series(late.strftime('%Y-%m-%d'))
        found['astype of texts'] = lambda: dashed.astype('datetime64[ns]')
    return found


def measured(names):
    """Prints the milliseconds of each row."""
    import time
    import warnings
    warnings.simplefilter('ignore')
    for n in (10 ** 5, 10 ** 6):
        for name, call in {**rows(n), **found_rows(n)}.items():
            if names and not any(x in name for x in names):
                continue
            best = float('inf')
            for _ in range(3):
                start = time.perf_counter()
                try:
                    call()
                except Exception as e:          # (the other one shows it, too, or it is looked into)
                    print(f'{name}: {e!r}', file=sys.stderr)
                    break
                best = min(best, time.perf_counter() - start)
            print(f'{n}\t{name}\t{best * 1000:.3f}', flush=True)


def main():
    args = sys.argv[1:]
    out = open(args[args.index('-o') + 1], 'w') if '-o' in args else sys.stdout
    names = [a for i, a in enumerate(args) if a != '-o' and (not i or args[i - 1] != '-o')]
    lines = [subprocess.run([program, os.path.abspath(__file__), '--measure', *names], capture_output=True, text=True).stdout.splitlines() for program in (PYTHON, PERCH)]
    print(f'{"rows":>8}  {"":32} {"pandas ms":>10} {"perch ms":>10} {"ratio":>6}', file=out)
    for a, b in zip(*lines):
        (n, name, ours), theirs = b.split('\t'), a.split('\t')[2]
        print(f'{n:>8}  {name:32} {float(theirs):10.3f} {float(ours):10.3f} {float(ours) / float(theirs):6.2f}', file=out)


if __name__ == '__main__':
    measured(sys.argv[2:]) if sys.argv[1:2] == ['--measure'] else main()
