# What torch.utils.benchmark says of times that are given, alone and side by side; and of some that it measures.
import pickle
import re

from torch.utils.benchmark import Compare, Measurement, Timer, ordered_unique, select_unit, trim_sigfig, unit_to_english
from torch.utils.benchmark.utils.common import TaskSpec


def measured(times, n=1, **words):
    return Measurement(n, times, TaskSpec(**{'stmt': 'f(x)', 'setup': 'pass', **words}))


def show(m):
    print(re.sub('0x[0-9a-f]+', '0x', repr(m)))


best = 1e-3
for m in (measured([0.0379], 100), measured([0.1, 0.2, 0.31, 0.4, 0.55], 10), measured([1e-6] * 5), measured([2.5, 2.6, 2.4], label='L', sub_label='S', description='D', env='E', num_threads=4),
          measured([1e-3, 1.01e-3, 0.99e-3, 1e-3], 10, setup='x = 1\ny = 2', stmt='a\nb'), measured([100., 150, 200, 90, 80], sub_label='only sub'), measured([3.3e-9] * 3, description='only d'),
          measured([0.0379], 100, label='Lab'), measured([1.0, 1.15, 1.2, 1.3, 1.4]), measured([1.0, 1.0, 1.3]), measured([1., 1., 1.6, 1.7], stmt='x\ny', label='lbl', sub_label='s', setup='import x'),
          measured([1., 1., 1.6, 1.7], setup='import x', description='dd')):
    show(m)
m = measured([0.1, 0.2, 0.31, 0.4, 0.55], 10)
print(m.times, m.median, round(m.mean, 9), m.iqr, m.significant_figures, m.has_warnings, m.meets_confidence(), m.title, m.as_row_name, m.env, m.label, m.stmt, m.num_threads)
print([measured(t).significant_figures for t in ([1.0] * 3, [1e-3], [5e-9], [1, 1.0001, 1.0002], [1, 1.01, 1.02, 1.03])])
many = [measured([t * threads * (1 + len(size))], label='Batched dot', sub_label=size, description=what, num_threads=threads)
        for threads in (1, 4) for size in ('[1, 1]', '[64, 1024]') for what, t in (('mul/sum', 5.9e-6), ('bmm', 11.2e-6))]
table = Compare(many)
print(table)
table.trim_significant_figures()
table.print()
table.colorize()
print(repr(str(table)))
for share in (1.0, 1.005, 1.02, 1.09, 1.11, 1.99, 2.01, 4.9, 5.1):
    pair = Compare([measured([best], stmt='a', description='x', label='l'), measured([best * share], stmt='b', description='x', label='l')])
    pair.colorize()
    print(share, repr([line for line in str(pair).split('\n') if ' b ' in line]))
pair = Compare([measured([best], stmt='a', description='x', label='l'), measured([best * 3], stmt='a', description='yy', label='l')])
pair.colorize(rowwise=True)
print(repr(str(pair)))
rough = Compare([measured([.1, .2, .3, .15, .6], stmt='a', description='x', label='l'), measured([best * 3], stmt='a', description='yy', label='l'),
                 measured([best * 3, best * 4, best * 3.4, best * 3.1, best * 3.5], stmt='bb', description='yy', label='l')])
rough.highlight_warnings()
print(rough)
rough.extend_results([measured([1.], stmt='zzz', description='x', label='l')])
print(rough)
print(Compare([measured([1.5, 1.6, 1.7], label='a', description='x', env='fork'), measured([2.5, 2.6], label='a', description='x', env='master'), measured([2e-3], stmt='g()', description='x')]))
print(Timer('1+1').timeit(5).number_per_run, Timer('x + y', setup='y = 2', globals={'x': 1}).timeit(3).setup, Timer('pass', num_threads=2).timeit(2).num_threads)
print(re.sub('[0-9.]+ (n|u|m)s', 'T', re.sub('0x[0-9a-f]+', '0x', repr(Timer('1+1', label='q').timeit(10)))))
print(Timer('1+1').blocked_autorange(min_run_time=0.01).number_per_run > 50, type(Timer('1+1').adaptive_autorange(min_run_time=0.001, max_run_time=0.05).median))
print(len(Measurement.merge([m, m])), pickle.loads(pickle.dumps(m)).raw_times, [len(each.raw_times) for each in Measurement.merge([measured([1.]), measured([2.]), measured([3.], label='q')])])
print([select_unit(t) for t in (2, 0.5, 1e-3, 2e-3, 999e-6, 1e-6, 1e-9, 5e-10)], unit_to_english('us'), trim_sigfig(1.23456, 3), trim_sigfig(123456, 2), ordered_unique([1, 2, 1]))
for wrong in (lambda: Timer('x', language='java'), lambda: Compare([1]), lambda: Timer('1').repeat(), lambda: Timer(3)):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, error)
