# mx.profiler: the table's sections and columns, what it counts, the trace. Times differ from run to run and are not shown.
import json
import os
import tempfile

import mxnet as mx
from mxnet import nd, profiler


def sections(text):
    """{section: its columns}"""
    lines = text.split('\n')
    return {lines[i - 1]: [c.strip() for c in lines[i + 1].split('  ') if c.strip()] for i, line in enumerate(lines) if line.startswith('====')}


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__)


folder = tempfile.mkdtemp()
path = os.path.join(folder, 'profile.json')
profiler.set_config(profile_all=True, aggregate_stats=True, filename=path)
profiler.set_state('run')
a = nd.ones((8, 8))
b = nd.dot(a, a)
c = nd.dot(b, b)
d = c.sum()
d.wait_to_read()
profiler.pause()
e = nd.dot(a, a) + nd.sin(a)
e.wait_to_read()
profiler.resume()
task = profiler.Task(profiler.Domain('mine'), 'work')
task.start()
nd.dot(a, a).wait_to_read()
task.stop()
mx.nd.waitall()
profiler.set_state('stop')
text = profiler.dumps()
print(text.split('\n')[:3])
found = sections(text)
print(found['operator'], found['Device Storage'], 'mine' in found)
counts = {line.split()[0]: int(line.split()[1]) for line in text.split('operator\n')[1].split('\n\n')[0].split('\n')[3:] if len(line.split()) == 6}
print(counts['dot'], counts['sum'], 'sin' in counts)
as_json = json.loads(profiler.dumps(format='json'))
print(as_json['Time']['operator']['dot']['Count'], sorted(as_json['Time']['operator']['dot']), as_json['Unit'] if 'Unit' in as_json else None)
profiler.dump()
with open(path) as f:
    trace = json.load(f)
events = trace['traceEvents']
print(trace['displayTimeUnit'], {'M', 'B', 'E'} <= {e['ph'] for e in events}, 'dot' in {e['name'] for e in events}, [e['args']['name'] for e in events if e['ph'] == 'M'][0])
os.remove(path)
os.rmdir(folder)
counter = profiler.Counter(profiler.Domain('d'), 'c', 3)
counter += 2
counter.increment(3)
counter.decrement()
counter -= 1
profiler.Marker(profiler.Domain('d'), 'm').mark('process')
print(counter, profiler.Event('e'), task, profiler.Domain('d'), profiler.Domain('d').new_frame('f'), profiler.Domain('d').new_counter('n', 1))
attempt(lambda: profiler.set_state('x'))
attempt(lambda: profiler.dumps(format='x'))
attempt(lambda: profiler.dumps(sort_by='x'))
