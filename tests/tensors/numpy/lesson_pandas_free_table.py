"""A table without pandas: structured reading, grouping, means by group."""
import io
import numpy as np
text = """city,year,rain
Bern,2019,101.5
Genf,2019,88.0
Bern,2020,95.25
Genf,2020,
Bern,2021,110.0"""
raw = [line.split(',') for line in text.split('\n')[1:]]
towns = [r[0] for r in raw]
cities = np.array([{'Bern': 0, 'Genf': 1}[t] for t in towns])
years = np.array([r[1] for r in raw], dtype=int)
rain = np.array([float(r[2]) if r[2] else np.nan for r in raw])
print(cities, years, rain)
print(np.isnan(rain).sum(), np.nanmean(rain), np.nanmax(rain), np.nanmin(rain))
names, where, counts = np.unique(cities, return_inverse=True, return_counts=True)
print(names, where, counts)
for i, name in enumerate(names):
    part = rain[where == i]
    print(name, np.nanmean(part).round(2), np.count_nonzero(~np.isnan(part)))
rain[np.isnan(rain)] = np.nanmean(rain)
print(rain, np.argsort(rain)[::-1], cities[np.argsort(rain)[::-1]])
data = np.genfromtxt(io.StringIO("1,2,3\n4,,6\n7,8,9"), delimiter=',')
print(data, np.nanmean(data, axis=0))
print(np.genfromtxt(io.StringIO("a b\n1 2\n3 4"), skip_header=1, dtype=int))
print(np.loadtxt(io.StringIO("1 2\n3 4"), usecols=1))
print(np.digitize([1, 5, 9], [0, 3, 6]), np.bincount([0, 1, 1, 3]), np.histogram([1, 2, 2, 5], bins=2))
