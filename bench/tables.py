"""perch's pandas against pandas on the work of lessons on time series: bench/tables.py [-o FILE] [NAME...].

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


def measured(names):
    """Prints the milliseconds of each row."""
    import time
    import warnings
    warnings.simplefilter('ignore')
    for n in (10 ** 5, 10 ** 6):
        for name, call in rows(n).items():
            if names and not any(x in name for x in names):
                continue
            best = float('inf')
            for _ in range(3):
                start = time.perf_counter()
                call()
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
