"""What jupyter_kernel_test leaves out: interrupt, stdin, comms, the order of aborts, idle on every path, order under load, hostile messages.

    tests/kernel/protocol.py [NAME…]        (in an environment with pyzmq: tests/kernel/run.py makes one)
"""
import json
import os
import re
import signal
import tempfile
import time

import zmq

from client import PATIENCE, Kernel, kinds, pause, play

TESTS = []


def test(function):
    TESTS.append(function)
    return function


# ---- what is said to whom ----
@test
def starting_is_said_once_and_welcome_first():
    with Kernel() as k:
        late = k.connect('iopub', zmq.SUB)
        assert late.poll(1000 * PATIENCE)
        frames = late.recv_multipart()
        header = json.loads(frames[frames.index(b'<IDS|MSG>') + 2])
        assert header['msg_type'] == 'iopub_welcome', header
        assert json.loads(frames[frames.index(b'<IDS|MSG>') + 3]) == {}


@test
def who_asks_before_it_listens_hears_the_answer():
    """Sockets connect one by one, each when it tries again. (Requests wait a second for ears: a round that took longer on a slow machine says nothing.)"""
    for _ in range(20):
        k = Kernel(ears=False)
        parent, began = k.start("print('said')"), time.monotonic()
        k.answer(k.send('control', 'kernel_info_request'), 'control')
        pause(0.2)
        k.sockets['iopub'] = k.connect('iopub', zmq.SUB)
        first = k.event(patience=5)
        took = time.monotonic() - began
        if took < 0.9:
            assert first.type == 'iopub_welcome', first
            assert kinds(k.until_idle(parent)) == ['execute_input', 'stream']
        k.__exit__()
        if took < 0.9:
            break
    k = Kernel(ears=False)
    assert k.answer(k.start('1')).content['status'] == 'ok', 'nobody listens: it is answered all the same'
    k.__exit__()


@test
def every_request_has_busy_reply_idle():
    with Kernel() as k:
        rows = [('kernel_info_request', {}, 'shell'), ('kernel_info_request', {}, 'control'), ('complete_request', {'code': 'pri', 'cursor_pos': 3}, 'shell'),
                ('inspect_request', {'code': 'print', 'cursor_pos': 3, 'detail_level': 0}, 'shell'), ('is_complete_request', {'code': 'for'}, 'shell'),
                ('history_request', {'hist_access_type': 'tail', 'n': 3, 'output': False, 'raw': True}, 'shell'), ('comm_info_request', {}, 'shell'),
                ('interrupt_request', {}, 'control'), ('execute_request', {'code': ''}, 'shell'), ('execute_request', {'code': '1/0'}, 'shell'),
                ('debug_request', {'type': 'request', 'seq': 1, 'command': 'debugInfo'}, 'control'), ('usage_request', {}, 'control')]
        for kind, content, channel in rows:
            reply, _ = k.ask(kind, channel, **content)
            assert isinstance(reply, dict), kind
        for kind, channel in (('nonsense_request', 'shell'), ('nonsense_request', 'control')):
            parent = k.send(channel, kind)
            assert k.until_idle(parent) == []
        assert k.text('1+1') == '2'


@test
def a_first_cell_decides_which_gpus_it_sees():
    with Kernel(environment={'PERCH_GPUS': 'sim:4'}) as k:
        assert 'gpu(3)' in k.ask('kernel_info_request')[0]['banner']
        assert k.text("import os; os.environ['CUDA_VISIBLE_DEVICES'] = '2,1'") == ''
        assert k.text('import torch; torch.cuda.device_count()') == '2'
        assert 'has no effect any more' in k.text("os.environ['CUDA_VISIBLE_DEVICES'] = '0'")
        assert k.text('torch.cuda.device_count()') == '2'


@test
def parents_are_the_requests_own():
    with Kernel() as k:
        ids = [k.start(f'print({i}); {i}') for i in range(50)]
        for i, parent in enumerate(ids):
            events = k.until_idle(parent)
            assert kinds(events) == ['execute_input', 'stream', 'execute_result'], events
            assert events[1].content['text'] == f'{i}\n' and events[2].content['data']['text/plain'] == str(i)
            assert k.answer(parent).content['status'] == 'ok'


@test
def kernel_info():
    with Kernel() as k:
        info, _ = k.ask('kernel_info_request', 'control')
        assert info['status'] == 'ok' and info['protocol_version'] == '5.5' and info['implementation'] == 'perch'
        assert info['language_info']['name'] == 'python' and info['language_info']['file_extension'] == '.py' and info['banner']
        assert 'debugger' not in info['supported_features']


@test
def wire_formats():
    """A unsigned connection, an ipc one."""
    with Kernel(key='') as k:
        assert k.text('2*3') == '6'
    with Kernel(transport='ipc') as k:
        assert k.text('2*3') == '6'
        for name in os.listdir(k.folder.name):
            if name.startswith('k-'):
                assert os.stat(os.path.join(k.folder.name, name)).st_mode & 0o077 == 0, name


@test
def heartbeat():
    with Kernel() as k:
        beat = k.connect('hb', zmq.REQ)
        parent = k.start('import time\nt = time.time()\nwhile time.time() - t < 0.5: pass')
        for i in range(5):
            beat.send(b'ping %d' % i)
            assert beat.poll(1000 * PATIENCE) and beat.recv() == b'ping %d' % i
        k.until_idle(parent)


# ---- cells ----
@test
def counts_and_silence():
    with Kernel() as k:
        assert k.run('5')[0]['execution_count'] == 1
        reply, events = k.run('6', silent=True)
        assert reply['status'] == 'ok' and kinds(events) == [], events
        reply, events = k.run('print(7)', silent=True)
        assert kinds(events) == ['stream']
        assert k.run('8', store_history=False)[0]['execution_count'] == 1 # as ipykernel: the last number given
        assert k.run('_', store_history=False)[0]['execution_count'] == 1
        assert k.run('9')[0]['execution_count'] == 2
        assert k.run('1/0')[0]['execution_count'] == 3
        assert k.run('10')[0]['execution_count'] == 4
        assert k.text('In[1], Out[1]') == "('5', 5)"


@test
def user_expressions():
    with Kernel() as k:
        reply, _ = k.run('x = 3', user_expressions={'good': 'x * 2', 'bad': 'nope', 'worse': '1 +'})
        e = reply['user_expressions']
        assert e['good']['status'] == 'ok' and e['good']['data']['text/plain'] == '6'
        assert e['bad']['status'] == 'error' and e['bad']['ename'] == 'NameError' and e['bad']['traceback']
        assert e['worse']['ename'] == 'SyntaxError'
        reply, events = k.run('', silent=True, user_expressions={'y': 'x'})
        assert reply['user_expressions']['y']['data']['text/plain'] == '3'


@test
def one_error_and_no_more():
    with Kernel() as k:
        reply, events = k.run("def f():\n    return 1/0\nf()")
        assert kinds(events) == ['execute_input', 'error'], kinds(events)
        error = events[1].content
        assert error['ename'] == 'ZeroDivisionError' == reply['ename'] and error['evalue'] == 'division by zero' and 'execution_count' not in error
        assert any('ZeroDivisionError' in line for line in error['traceback'])


@test
def placement_error_in_a_notebook():
    with Kernel(environment={'PERCH_GPUS': 'sim:2'}) as k:
        reply, events = k.run('x = ones(2, 3, ctx=gpu(0))\ny = ones(2, 3, ctx=gpu(1))\nx + y')
        text = '\n'.join(events[-1].content['traceback'])
        assert kinds(events) == ['execute_input', 'error'] and 'same context' in text and 'gpu(1)' in text and 'P0102' in text, text


@test
def output_order_under_load():
    with Kernel() as k:
        reply, events = k.run("import sys\nfor i in range(3000):\n    print(i, file=sys.stderr if i % 7 == 0 else sys.stdout)\n    if i % 1000 == 0: display(i)")
        text = ''.join(m.content['text'] if m.type == 'stream' else '' for m in events)
        assert [int(n) for n in text.split()] == list(range(3000))
        shown = [m.content['data']['text/plain'] for m in events if m.type == 'display_data']
        assert shown == ['0', '1000', '2000']
        assert kinds(events).index('display_data') == 2, kinds(events)[:5]


@test
def a_lot_of_output():
    with Kernel() as k:
        reply, events = k.run("for i in range(200): print('x' * 100000)")
        assert reply['status'] == 'ok' and sum(len(m.content['text']) for m in events if m.type == 'stream') == 200 * 100001


@test
def output_comes_while_the_cell_runs():
    with Kernel() as k:
        parent = k.start("print('now', end='')\nimport time\ntime.sleep(1.5)")
        began = time.time()
        m = k.wait_for('stream', parent)
        assert m.content['text'] == 'now' and time.time() - began < 1.2
        k.wait_for('status', parent)


@test
def children_print_too():
    with Kernel() as k:
        for wait in ("subprocess.run(['echo', 'b'])", "os.system('echo b')", "p = subprocess.Popen(['echo', 'b']); p.wait()", "p = subprocess.Popen('echo b; echo . >&2', shell=True, stderr=subprocess.PIPE); p.stderr.read()"):
            for _ in range(40):                     # (no time passes: not even a tick of the clock)
                assert k.text(f"import os, subprocess\nprint('a')\n{wait};\nprint('c')") == 'a\nb\nc\n', wait
        assert 'hello' in k.text('!echo hello')


@test
def whoever_prints_keeps_the_order():
    code = '''import os, subprocess
f = open(1, 'wb', closefd=False)
for i in range(2000):
    print(i); os.write(1, b'w%d\\n' % i); print('-'); f.write(b'f%d\\n' % i); f.flush(); print('+')
    if i % 500 == 0: subprocess.run(['echo', 'e']); os.system('echo s')
    if i % 700 == 0:
        pid = os.fork()
        if not pid: print('child', flush=True); os._exit(0)
        os.waitpid(pid, 0); print('parent')
'''
    wanted = ''.join(f'{i}\nw{i}\n-\nf{i}\n+\n' + ('e\ns\n' if i % 500 == 0 else '') + ('child\nparent\n' if i % 700 == 0 else '') for i in range(2000))
    with Kernel() as k:
        assert k.text(code) == wanted


@test
def odd_text():
    with Kernel() as k:
        assert k.text("'\\ud800'") == "'\\ud800'"
        assert k.text("print('é世界🐟\\x00')") == 'é世界🐟\x00\n'
        assert k.text("import sys\nn = sys.stdout.buffer.write(b'\\xff\\n')\nsys.stdout.flush()") == '\ufffd\n'
        assert k.text('"' + '世' * 100000 + '"[0]') == "'世'"
        assert k.run('\x00')[0]['status'] == 'error'


# ---- stopping ----
def stopped(k, parent, began):
    reply = k.answer(parent).content
    assert reply['status'] == 'error' and reply['ename'] == 'KeyboardInterrupt', reply
    return time.time() - began


LONG = {'a loop': 'while True: pass', 'a sleep': 'import time; time.sleep(60)', 'a sum': 'sum(range(10**12))', 'a product': 'import numpy as np\na = np.ones((3000, 3000))\nwhile True: a @ a',
        'a regular expression': "import re; re.match('(a+)+$', 'a' * 40 + 'b')", 'a child': '!sleep 60', 'a subprocess': "import subprocess; subprocess.run(['sleep', '60'])"}


@test
def interrupts_by_message():
    with Kernel() as k:
        for name, code in LONG.items():
            parent = k.start(code)
            k.wait_for('execute_input', parent)
            pause(0.2)
            began = time.time()
            reply, _ = k.ask('interrupt_request', 'control')
            assert reply == {'status': 'ok'}
            took = stopped(k, parent, began)
            assert took < 2, (name, took)
            assert k.text('1+1') == '2', name


@test
def interrupts_by_signal():
    with Kernel() as k:
        parent = k.start('while True: pass')
        k.wait_for('execute_input', parent)
        pause(0.1)
        k.process.send_signal(signal.SIGINT)
        stopped(k, parent, time.time())
        k.process.send_signal(signal.SIGINT) # nothing runs: nothing happens
        pause(0.1)
        assert k.text('1+1') == '2'


@test
def an_error_stops_the_queue():
    with Kernel() as k:
        first = k.start('import time; time.sleep(0.3); 1/0')
        ids = [k.start(f'print({i})') for i in range(5)]
        info = k.send('shell', 'kernel_info_request')
        assert k.answer(first).content['status'] == 'error'
        assert [k.answer(i).content['status'] for i in ids] == ['aborted'] * 5
        assert k.answer(info).content['status'] == 'ok'
        assert k.text('print(1)') == '1\n'


@test
def an_error_need_not_stop_the_queue():
    with Kernel() as k:
        first = k.start('import time; time.sleep(0.2); 1/0', stop_on_error=False)
        second = k.start('print(2)')
        assert k.answer(first).content['status'] == 'error' and k.answer(second).content['status'] == 'ok'


@test
def an_interrupt_stops_the_queue():
    with Kernel() as k:
        first = k.start('while True: pass')
        second = k.start('print(2)')
        k.wait_for('execute_input', first)
        pause(0.1)
        k.send('control', 'interrupt_request')
        assert k.answer(first).content['ename'] == 'KeyboardInterrupt' and k.answer(second).content['status'] == 'aborted'


# ---- questions ----
@test
def input_is_asked():
    with Kernel() as k:
        parent = k.start("name = input('who? ')\nname")
        m = k.wait_for('input_request', parent, 'stdin')
        assert m.content == {'prompt': 'who? ', 'password': False}
        k.send('stdin', 'input_reply', m['header'], value='世界')
        events = k.until_idle(parent)
        assert events[-1].content['data']['text/plain'] == "'世界'"


@test
def passwords_are_asked():
    with Kernel() as k:
        parent = k.start("import getpass\ngetpass.getpass('secret: ')")
        m = k.wait_for('input_request', parent, 'stdin')
        assert m.content == {'prompt': 'secret: ', 'password': True}
        k.send('stdin', 'input_reply', m['header'], value='fish')
        assert k.until_idle(parent)[-1].content['data']['text/plain'] == "'fish'"


@test
def nobody_to_ask():
    with Kernel() as k:
        reply, events = k.run("input('who? ')", allow_stdin=False)
        assert reply['status'] == 'error' and reply['ename'] == 'StdinNotImplementedError', reply
        assert k.sockets['stdin'].poll(100) == 0


@test
def a_question_can_be_interrupted():
    with Kernel() as k:
        parent = k.start('input()')
        first = k.wait_for('input_request', parent, 'stdin')
        began = time.time()
        k.send('control', 'interrupt_request')
        assert stopped(k, parent, began) < 1
        k.send('stdin', 'input_reply', first['header'], value='too late')       # (it may come before the next question or after it)
        parent = k.start('input()')
        m = k.wait_for('input_request', parent, 'stdin')
        k.send('stdin', 'input_reply', first['header'], value='far too late')
        k.send('stdin', 'input_reply', m['header'], value='in time')
        assert k.until_idle(parent)[-1].content['data']['text/plain'] == "'in time'"


# ---- typing ----
@test
def cursors_count_code_points():
    with Kernel() as k:
        k.run('鱼 = "perch"')
        code = "'世界🐟'; 鱼.isid"
        reply, _ = k.ask('complete_request', code=code, cursor_pos=len(code))
        assert [code[:reply['cursor_start']] + m for m in reply['matches']] == ["'世界🐟'; 鱼.isidentifier"] or reply['matches'] == ['鱼.isidentifier'], reply
        reply, _ = k.ask('complete_request', code='pri', cursor_pos=0)
        assert reply['cursor_start'] == reply['cursor_end'] == 0, reply
        reply, _ = k.ask('inspect_request', code='鱼; len', cursor_pos=1, detail_level=0)
        assert reply['found'] and 'str' in reply['data']['text/plain'], reply


@test
def inspection():
    with Kernel() as k:
        reply, _ = k.ask('inspect_request', code='no_such_name', cursor_pos=3, detail_level=0)
        assert reply == {'status': 'ok', 'found': False, 'data': {}, 'metadata': {}}
        reply, _ = k.ask('inspect_request', code='len(', cursor_pos=3, detail_level=1)
        assert reply['found'] and 'len' in reply['data']['text/plain']
        k.run('from mxnet.gluon import nn')
        reply, _ = k.ask('inspect_request', code='nn.Dense', cursor_pos=8, detail_level=1)
        assert 'class Dense' in reply['data']['text/plain']


@test
def completeness():
    with Kernel() as k:
        for code, status in (('1+1', 'complete'), ('for i in x:', 'incomplete'), ('f(1,\n', 'incomplete'), ('f(1,]', 'invalid'), ("'''", 'incomplete'), ('%time 1', 'complete'), ('', 'complete')):
            reply, _ = k.ask('is_complete_request', code=code)
            assert reply['status'] == status and ('indent' in reply) == (status == 'incomplete'), (code, reply)
        assert k.ask('is_complete_request', code='if a:\n    if b:')[0]['indent'] == ' ' * 8


@test
def history():
    with Kernel() as k:
        for code in ('first = 1', 'second = 2\nsecond', 'first = 1'):
            k.run(code)
        tail, _ = k.ask('history_request', hist_access_type='tail', n=2, output=False, raw=True)
        assert [row[2] for row in tail['history']] == ['second = 2\nsecond', 'first = 1'], tail
        found, _ = k.ask('history_request', hist_access_type='search', pattern='*first*', n=10, unique=True, output=False, raw=True)
        assert [row[2] for row in found['history']] == ['first = 1'], found
        both, _ = k.ask('history_request', hist_access_type='range', session=0, start=2, stop=3, output=True, raw=True)
        assert both['history'][0][2][0] == 'second = 2\nsecond' and both['history'][0][2][1] == '2', both


@test
def pages_are_payloads():
    with Kernel() as k:
        reply, events = k.run('len?')
        assert [p['source'] for p in reply['payload']] == ['page'] and 'len' in reply['payload'][0]['data']['text/plain']
        assert kinds(events) == ['execute_input'], kinds(events)


@test
def programs_ask_whether_this_is_a_notebook():
    with Kernel() as k:
        assert k.text("type(get_ipython())") == "ipykernel.zmqshell.ZMQInteractiveShell"
        assert k.text("'IPKernelApp' in get_ipython().config, get_ipython().config['IPKernelApp']['connection_file'] == get_ipython().config.IPKernelApp.connection_file != ''") == "(True, True)"


# ---- comms ----
@test
def comms():
    with Kernel() as k:
        parent = k.send('shell', 'comm_open', comm_id='c1', target_name='nobody', data={})
        events = k.until_idle(parent)
        assert [(m.type, m.content['comm_id']) for m in events] == [('comm_close', 'c1')], events
        assert k.ask('comm_info_request')[0]['comms'] == {}
        k.run("from IPython import get_ipython\n"
              "def opened(comm, message):\n    comm.send({'hello': message['content']['data']['name']})\n    comm.on_msg(lambda m: comm.send({'twice': 2 * m['content']['data']['n']}))\n"
              "get_ipython().kernel.comm_manager.register_target('fish', opened)")
        parent = k.send('shell', 'comm_open', comm_id='c2', target_name='fish', data={'name': 'perch'})
        events = k.until_idle(parent)
        assert [m.content.get('data') for m in events if m.type == 'comm_msg'] == [{'hello': 'perch'}], events
        assert k.ask('comm_info_request')[0]['comms'] == {'c2': {'target_name': 'fish'}}
        assert k.ask('comm_info_request', target_name='other')[0]['comms'] == {}
        parent = k.send('shell', 'comm_msg', comm_id='c2', data={'n': 21})
        assert [m.content['data'] for m in k.until_idle(parent)] == [{'twice': 42}]
        k.until_idle(k.send('shell', 'comm_close', comm_id='c2', data={}))
        assert k.ask('comm_info_request')[0]['comms'] == {}


@test
def comms_carry_metadata_and_bytes():
    with Kernel() as k:
        k.run("""
def opened(comm, message):
    comm.send({'seen': message['metadata'], 'sizes': [len(each) for each in message['buffers']], 'type': message['header']['msg_type']},
              metadata={'version': '2'}, buffers=[bytes(message['buffers'][0])[::-1], memoryview(b''), bytearray(3)])
get_ipython().kernel.comm_manager.register_target('bytes', opened)""")
        parent = k.send('shell', 'comm_open', comm_id='b', target_name='bytes', data={}, metadata={'a': 'b'}, buffers=[b'\0one', b'x' * 300000])
        [told] = k.until_idle(parent)
        assert told.content['data'] == {'seen': {'a': 'b'}, 'sizes': [4, 300000], 'type': 'comm_open'}, told
        assert told['metadata'] == {'version': '2'} and told['buffers'] == [b'eno\0', b'', b'\0\0\0'], told
        [opened] = k.run("from perch.comms import Comm\nc = Comm('there', data={'x': 1}, metadata={'v': 3}, buffers=[b'q'])")[1][1:]
        assert opened.type == 'comm_open' and opened['metadata'] == {'v': 3} and opened['buffers'] == [b'q'] and opened.content['data'] == {'x': 1}, opened
        assert 'bytes-like' in k.text("c.send({}, buffers=[object()])") or 'cannot convert' in k.text("c.send({}, buffers=[object()])")
        assert 'JSON serializable' in k.text("Comm('there', data={'x': object()})") and len(k.ask('comm_info_request')[0]['comms']) == 2


@test
def where_it_listens_and_what_it_uses():
    with Kernel() as k:
        for channel in ('shell', 'control'):
            reply, _ = k.ask('connect_request', channel)
            assert reply == {'status': 'ok', **{name: k.settings[name] for name in ('shell_port', 'control_port', 'stdin_port', 'iopub_port', 'hb_port')}}, reply
        shown = json.loads(k.text('%connect_info').partition('\n\n')[0])
        assert shown == k.settings, shown
        k.ask('usage_request', 'control')
        k.run("t = __import__('time').time()\nwhile __import__('time').time() < t + 0.3: pass")
        reply, _ = k.ask('usage_request', 'control')
        assert reply['pid'] == k.process.pid and reply['kernel_memory'] > 1 << 20 and reply['kernel_cpu'] > 0 and reply['cpu_count'] >= 1, reply
        memory = reply['host_virtual_memory']
        assert 0 < memory['available'] <= memory['total'] and 0 < memory['percent'] < 100, reply


# ---- what must not kill it ----
@test
def hostile_messages():
    with Kernel() as k:
        good = k.frames(k.header('execute_request'), {'code': 'print(1)'})
        def with_(**at):
            bad = list(good)
            for i, v in at.items():
                bad[int(i[1:])] = v
            return bad
        def signed(*four):
            return [b'<IDS|MSG>', k.sign(four), *four]
        header = json.dumps(k.header('execute_request')).encode()
        deep = b'[' * 100000 + b']' * 100000
        rows = [[b''], [b'<IDS|MSG>'], good[:3], good[:5], good[1:], with_(_1=b''), with_(_1=b'0' * 64), with_(_1=b'zz'), with_(_5=b'{"code": "print(2)"}'),
                signed(b'', b'{}', b'{}', b'{}'), signed(b'[]', b'{}', b'{}', b'{}'), signed(b'{', b'{}', b'{}', b'{}'), signed(b'{}', b'{}', b'{}', b'{}'),
                signed(header, b'[]', b'{}', b'{}'), signed(header, b'{}', b'1', b'{}'), signed(header, b'{}', b'{}', b'"x"'), signed(header, b'{}', b'{}', b'\xff\xfe'),
                signed(header, b'{}', b'{}', b'{"code": "\xff"}'), signed(header, b'{}', b'{}', b'{"code": ' + deep + b'}'), [b'x'] * 500 + good,
                signed(json.dumps({'msg_type': 3, 'msg_id': []}).encode(), b'{}', b'{}', b'{}')]
        for frames in rows:
            for channel in ('shell', 'control', 'stdin'):
                k.sockets[channel].send_multipart(frames)
        pause(0.2)
        assert k.process.poll() is None, k.log()
        assert k.text('1+1') == '2'
        for content in ({}, {'code': 5}, {'code': None}, {'code': '1', 'user_expressions': 7}, {'code': '1', 'silent': 'yes'}):
            parent = k.send('shell', 'execute_request', **content)
            assert k.answer(parent).content['status'] in ('ok', 'error')
        for kind in ('complete_request', 'inspect_request', 'is_complete_request', 'history_request', 'comm_info_request'):
            k.ask(kind, code=1, cursor_pos='far', n='many', pattern=[], target_name=3, session='x', detail_level=None, hist_access_type=9)
        for kind in ('comm_open', 'comm_msg', 'comm_close'):
            k.until_idle(k.send('shell', kind, comm_id=5, data=[]))
        assert k.text('1+1') == '2'
        assert 'dropped' in k.log()


@test
def a_message_is_taken_once():
    with Kernel() as k:
        frames = k.frames(k.header('execute_request'), {'code': "print('again')"})
        k.sockets['shell'].send_multipart(frames)
        k.receive('shell')
        k.sockets['shell'].send_multipart(frames)
        assert k.sockets['shell'].poll(300) == 0
        assert k.text('1+1') == '2'


@test
def a_hundred_megabytes():
    with Kernel() as k:
        k.patience *= 10
        reply, _ = k.run('n = len("' + 'x' * 100_000_000 + '")', store_history=False)
        assert reply['status'] in ('ok', 'error')
        assert k.text('1+1') == '2'


@test
def a_client_that_leaves():
    with Kernel() as k:
        parent = k.start("import time\nfor i in range(5): print(i); time.sleep(0.05)")
        other = k.connect('iopub', zmq.SUB)
        pause(0.1)
        other.close()
        k.sockets['stdin'].close()
        k.sockets['stdin'] = k.connect('stdin', zmq.DEALER)
        assert k.answer(parent).content['status'] == 'ok'


@test
def memory_of_a_loop():
    """Arrays of some megabytes take again what the last round's had, and go back to the system when no cell runs."""
    if os.environ.get('ASAN_OPTIONS') or os.environ.get('TSAN_OPTIONS'):
        return                                          # (a sanitizer has an allocator of its own)
    with Kernel() as k:
        size = lambda: next(int(line.split()[1]) for line in open(f'/proc/{k.process.pid}/status') if line.startswith('VmRSS:'))
        k.text('import numpy as np, resource; faults = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_minflt; x = np.ones(500000); 0')
        faults = int(k.text('for i in range(300):\n    if i == 20: before = faults()\n    y = x + i\nfaults() - before'))
        assert faults < 30000, faults                   # (a page each: 270000)
        before = size()
        k.text('many = [np.ones(1000000) for i in range(40)]; 0')
        assert size() > before + 250000
        k.text('del many; 0')
        end = time.monotonic() + 10
        while size() >= before + 60000 and time.monotonic() < end:
            time.sleep(0.1)
        assert size() < before + 60000, (before, size())


@test
def a_client_that_never_reads():
    """What it does not fetch is dropped in the end: the kernel does not keep it for ever."""
    with Kernel() as k:
        size = lambda: next(int(line.split()[1]) for line in open(f'/proc/{k.process.pid}/status') if line.startswith('VmRSS:'))
        s = k.context.socket(zmq.DEALER)
        s.linger, s.sndhwm, s.rcvhwm, s.rcvbuf = 0, 0, 1, 4096
        s.connect(k.endpoint('hb'))
        before = size()
        for i in range(40000):
            s.send(b'x' * 1000)
        assert k.text('1+1') == '2'
        beat = k.context.socket(zmq.DEALER)
        beat.linger = 0
        beat.connect(k.endpoint('hb'))
        beat.send(b'ping')                              # others' beats come meanwhile
        assert beat.poll(10000) and beat.recv() == b'ping'
        time.sleep(0.5)
        if not os.environ.get('ASAN_OPTIONS'):
            assert size() - before < 20 << 10, size() - before


@test
def leaving():
    k = Kernel()
    with k:
        reply, _ = k.ask('shutdown_request', 'control', restart=True)
        assert reply == {'status': 'ok', 'restart': True}
        assert k.process.wait(PATIENCE) == 0
    with Kernel() as k:
        parent = k.start('while True: pass')
        k.wait_for('execute_input', parent)
        k.send('control', 'shutdown_request', restart=False)
        assert k.process.wait(PATIENCE) == 0, 'it does not leave while a cell runs'
    for cell in ('1', 'while True: pass') * 8:          # the interrupt that ends the cell is not one of what the program does at its end
        with Kernel() as k, tempfile.TemporaryDirectory() as folder:
            last = os.path.join(folder, 'last')
            k.run("import atexit\n@atexit.register\ndef last():\n    for i in range(20000): pass\n    open(%r, 'w').close()" % last)
            parent = k.start(cell)
            k.wait_for('execute_input', parent)
            k.send('control', 'shutdown_request', restart=False)
            assert k.process.wait(PATIENCE) == 0 and os.path.exists(last), cell
    with Kernel() as k:
        reply, _ = k.run('exit()')
        assert [p['source'] for p in reply['payload']] == ['ask_exit'] and reply['status'] == 'ok'
        assert k.process.wait(PATIENCE) == 0


@test
def bars_are_displays_that_are_kept_up_to_date():
    with Kernel() as k:
        reply, events = k.run("from tqdm import tqdm\nfor i in tqdm(range(3), desc='steps', mininterval=0): pass\nfor i in tqdm(range(2), desc='others', leave=False, mininterval=0): pass\nprint('end')")
        assert reply['status'] == 'ok', reply
        shown = [(e.type, e.content['transient']['display_id'], e.content['data']) for e in events if e.type.endswith('display_data')]
        assert shown and [s[0] for s in shown if s[0] == 'display_data'] and shown[0][0] == 'display_data', shown
        first = [s for s in shown if s[1] == shown[0][1] and 'steps' in s[2]['text/plain']]
        assert [s[0] for s in first] == ['display_data'] + ['update_display_data'] * (len(first) - 1), shown
        assert '3/3' in first[-1][2]['text/plain'] and 'steps' in first[-1][2]['text/html'], shown
        assert all(re.fullmatch('<div class="perch-live" style="[^"]*white-space:pre-wrap">[^<]*<progress max="3" value="[0-3]" style="[^"]*"></progress>[^<]*</div>', s[2]['text/html']) for s in first), shown
        others = [s for s in shown if 'others' in s[2]['text/plain']]
        assert others and others[0][0] == 'display_data' and others[0][1] != shown[0][1] and shown[-1][:2] == ('update_display_data', others[0][1]) and not shown[-1][2]['text/plain'].strip(), shown


@test
def connection_files_that_are_wrong():
    import subprocess
    from harness import perch_path
    for text, words in (('', 'connection file'), ('{', 'expected near end of file'), ('[]', 'no JSON object'), ('{"transport": "udp"}', 'tcp nor ipc'), ('{"shell_port": "x"}', 'shell_port'),
                        ('{"shell_port": 1, "signature_scheme": "hmac-md5", "key": "k"}', 'signature_scheme')):
        path = os.path.join(tempfile.gettempdir(), 'perch-connection-%d.json' % os.getpid())
        with open(path, 'w') as f:
            f.write(text)
        done = subprocess.run([perch_path(), 'kernel', '-f', path], capture_output=True, text=True)
        os.unlink(path)
        assert done.returncode == 1 and words in done.stderr, (text, done)
    done = subprocess.run([perch_path(), 'kernel', '-f', '/nonexistent'], capture_output=True, text=True)
    assert done.returncode == 1 and '/nonexistent' in done.stderr and 'No such file' in done.stderr, done


if __name__ == '__main__':
    play('protocol', TESTS)
