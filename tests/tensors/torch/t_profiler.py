# torch.profiler: which steps are recorded, the table's columns, what it counts, the trace. Times differ from run to run and are not shown.
import json
import os
import tempfile
import warnings

import torch
from torch.profiler import ProfilerAction, ProfilerActivity, profile, record_function, schedule

warnings.simplefilter('ignore')


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, '|', e)


def columns(table):
    """The head of a table: names between two spaces at least."""
    return [c.strip() for c in table.split('\n')[1].split('  ') if c.strip()]


for kind in (dict(wait=1, warmup=1, active=2), dict(wait=0, warmup=1, active=1, repeat=2), dict(wait=1, warmup=0, active=1, skip_first=2)):
    s = schedule(**kind)
    print([s(i).name for i in range(9)])
attempt(lambda: schedule(wait=0, warmup=0, active=0))
attempt(lambda: schedule(wait=-1, warmup=0, active=1))
attempt(lambda: schedule(active=1))

net = torch.nn.Linear(64, 32)
x = torch.randn(16, 64)
with profile(activities=[ProfilerActivity.CPU]) as prof:
    with record_function('forward'):
        y = net(x)
        with record_function('inner'):
            z = torch.exp(y)
    z.sum().backward()
averages = prof.key_averages()
table = averages.table(sort_by='cpu_time_total', row_limit=3)
print(columns(table), len(table.split('\n')), table.split('\n')[0][:4], table.split('\n')[-2][:21])
print(columns(averages.table(header='head', sort_by='self_cpu_time_total').split('\n', 2)[2]))
found = {e.key: e for e in averages}
print([name in found for name in ('forward', 'inner', 'aten::linear', 'aten::exp', 'aten::sum', 'aten::cosh')], found['forward'].count, found['aten::exp'].count)
print(found['forward'].cpu_time_total >= found['inner'].cpu_time_total >= found['aten::exp'].cpu_time_total > 0, found['forward'].self_cpu_time_total < found['forward'].cpu_time_total)
print(averages.total_average().key, averages.self_cpu_time_total > 0, averages.total_average().count >= 4, type(averages).__name__, type(averages[0]).__name__)
times = [e.cpu_time_total for e in sorted(averages, key=lambda e: e.cpu_time_total, reverse=True)]
print(len(table.split('\n')) - 6, times == sorted(times, reverse=True), prof.step_num, prof.current_action)
print({e.name for e in prof.events()} >= {'forward', 'aten::linear'}, all(e.time_range.start <= e.time_range.end for e in prof.events()))
with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as prof:
    torch.ones(1024) + 1
print(columns(prof.key_averages().table()), 'aten::add' in {e.key for e in prof.key_averages()})

seen = []
with profile(activities=[ProfilerActivity.CPU], schedule=schedule(wait=1, warmup=1, active=2, repeat=2), on_trace_ready=lambda p: seen.append(p.step_num)) as prof:
    for i in range(10):
        net(x)
        prof.step()
print(seen, prof.step_num, prof.current_action, [e.count for e in prof.key_averages() if e.key == 'aten::linear'],
      sorted(e.key for e in prof.key_averages() if e.key.startswith('ProfilerStep')))

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'trace.json')
    prof.export_chrome_trace(path)
    with open(path) as f:
        trace = json.load(f)
    events = trace if isinstance(trace, list) else trace['traceEvents']
    complete = [e for e in events if e.get('ph') == 'X']
    print({e['name'] for e in complete} >= {'aten::linear'}, all(e['dur'] >= 0 and 'ts' in e and 'pid' in e and 'tid' in e for e in complete))


@record_function('decorated')
def work():
    return torch.ones(2) * 2


with torch.autograd.profiler.profile() as prof:
    work()
    work()
print([e.count for e in prof.key_averages() if e.key == 'decorated'], prof.self_cpu_time_total > 0, columns(prof.table(row_limit=1))[:2])
unfinished = torch.autograd.profiler.profile()
print(unfinished)
attempt(lambda: unfinished.table())
attempt(lambda: profile(activities=[ProfilerActivity.CPU]).key_averages())
with record_function('outside'):
    print('no profile, no harm')
print(ProfilerAction.RECORD, ProfilerActivity.CPU in torch.profiler.supported_activities(), callable(torch.profiler.tensorboard_trace_handler('x')))
