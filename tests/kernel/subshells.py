"""Subshells: requests that are answered while a cell runs, cells beside each other, and every output under the request that made it.

    tests/kernel/subshells.py [NAME…]       (in an environment with pyzmq: tests/kernel/run.py makes one)
"""
import json
import time
import zmq

from client import Kernel, kinds, pause, play

TESTS = []
BUSY = 'while True: pass'


def test(function):
    TESTS.append(function)
    return function


def create(k):
    reply, _ = k.ask('create_subshell_request', 'control')
    assert reply['status'] == 'ok', reply
    return reply['subshell_id']


def listed(k):
    return k.ask('list_subshell_request', 'control')[0]['subshell_id']


def interrupted(k, *parents):
    k.ask('interrupt_request', 'control')
    for parent in parents:
        reply = k.answer(parent).content
        assert reply.get('ename') == 'KeyboardInterrupt', reply
        k.until_idle(parent)


@test
def they_come_and_go():
    with Kernel() as k:
        assert 'kernel subshells' in k.ask('kernel_info_request')[0]['supported_features']
        assert listed(k) == []
        a, b = create(k), create(k)
        assert listed(k) == [a, b] and a != b
        assert k.ask('delete_subshell_request', 'control', subshell_id=a)[0] == {'status': 'ok'}
        assert listed(k) == [b]
        for wrong in (a, 'nonsense', 5, None):
            reply, _ = k.ask('delete_subshell_request', 'control', subshell_id=wrong)
            assert reply['status'] == 'error' and reply['ename'] and reply['evalue'], reply
        assert k.text('x = 5') == '' and k.text('x + 1', subshell=b) == '6'
        assert k.run('x = 7', subshell=b)[0]['execution_count'] == 3
        assert k.text('x, In[2], Out[2]') == "(7, 'x + 1', 6)"


@test
def an_unknown_one_is_answered():
    with Kernel() as k:
        gone = create(k)
        k.ask('delete_subshell_request', 'control', subshell_id=gone)
        for kind, content in (('execute_request', {'code': 'print(1)'}), ('complete_request', {'code': 'p', 'cursor_pos': 1}), ('kernel_info_request', {}), ('comm_info_request', {}),
                              ('nonsense_request', {})):
            reply, events = k.ask(kind, subshell=gone, **content)
            assert reply['status'] == 'error' and reply['ename'] and reply['traceback'] == [] and events == [], reply
            assert ('execution_count' in reply) == (kind == 'execute_request')
        for kind in ('comm_msg', 'comm_open', 'strange'):
            assert k.until_idle(k.send('shell', kind, subshell=gone, comm_id='x', target_name='y', data={})) == []
        assert k.text('1+1') == '2'


@test
def requests_while_a_cell_runs():
    with Kernel(environment={'PERCH_GPUS': 'sim:2'}) as k:
        side = create(k)
        k.run("tensor_x = ones(2, 3, ctx=gpu(1))\nfrom IPython import get_ipython\n"
              "get_ipython().kernel.comm_manager.register_target('fish', lambda comm, m: comm.send({'hello': 1}))")
        main = k.start(BUSY)
        k.wait_for('execute_input', main)
        slowest = 0
        for kind, content, look in (('complete_request', {'code': 'tensor_', 'cursor_pos': 7}, lambda r, e: r['matches'] == ['tensor_x']),
                                    ('inspect_request', {'code': 'len', 'cursor_pos': 3, 'detail_level': 0}, lambda r, e: r['found']),
                                    ('is_complete_request', {'code': 'for i in x:'}, lambda r, e: r['status'] == 'incomplete'),
                                    ('history_request', {'hist_access_type': 'tail', 'n': 1, 'output': False, 'raw': True}, lambda r, e: len(r['history']) == 1),
                                    ('comm_info_request', {}, lambda r, e: r['comms'] == {}), ('kernel_info_request', {}, lambda r, e: r['implementation'] == 'perch'),
                                    ('execute_request', {'code': '%where', 'silent': False}, lambda r, e: 'tensor_x' in json.dumps([m.content for m in e])),
                                    ('execute_request', {'code': '%mem', 'silent': False}, lambda r, e: 'gpu(1)' in json.dumps([m.content for m in e])),
                                    ('execute_request', {'code': '1/0', 'silent': False}, lambda r, e: r['ename'] == 'ZeroDivisionError' and kinds(e) == ['execute_input', 'error'])):
            began = time.time()
            reply, events = k.ask(kind, subshell=side, **content)
            slowest = max(slowest, time.time() - began)
            assert look(reply, events), (kind, reply, events)
        assert slowest < 2, slowest
        events = k.until_idle(k.send('shell', 'comm_open', subshell=side, comm_id='c', target_name='fish', data={}))
        assert [m.content['data'] for m in events if m.type == 'comm_msg'] == [{'hello': 1}], events
        interrupted(k, main)
        assert k.text('tensor_x.shape') == '(2, 3)'


@test
def while_a_cell_sleeps_asks_or_waits():
    """The main shell waits in a sleep, a child, a lock and a question: the subshell goes on."""
    with Kernel() as k:
        side = create(k)
        for code in ('import time; time.sleep(60)', '!sleep 60', "import subprocess; subprocess.run(['sleep', '60'])", 'import threading; threading.Event().wait()', 'input()'):
            main = k.start(code)
            k.wait_for('execute_input', main)
            pause(0.1)
            assert k.text('1+1', subshell=side) == '2', code
            assert not k.replies, (code, k.replies)
            interrupted(k, main)
        assert k.text('2+2') == '4'


@test
def a_question_waits_while_others_take_what_came():
    """Each subshell has its copy of the last interrupt, and lays it aside as it begins its next request: to nobody else has anything come."""
    with Kernel() as k:
        sides = [create(k) for _ in range(8)]
        for round in range(25):
            main = k.start(BUSY)
            k.wait_for('execute_input', main)
            interrupted(k, main)
            main = k.start('input()')
            k.receive('stdin')
            asked = [k.start('1+1', subshell=side) for side in sides]
            for parent in asked:
                assert k.answer(parent).content['status'] == 'ok'
                k.until_idle(parent)
            assert not [m for m in k.replies if m.parent == main], (round, k.replies)
            interrupted(k, main)


@test
def outputs_have_the_right_parents():
    with Kernel() as k:
        shells = [None, create(k), create(k)]
        code = ('import sys\nfor {0} in range(3000):\n    print("{0}", {0}, file=sys.stderr if {0} % 500 == 0 else sys.stdout)\n' # (names are everybody's)
                '    if {0} % 1000 == 0: display("{0}")\n"{0}"')
        ids = [k.start(code.format(name), subshell=shell) for name, shell in zip('abc', shells)]
        for name, parent in zip('abc', ids):
            events = k.until_idle(parent)
            lines = ''.join(m.content['text'] for m in events if m.type == 'stream').split('\n')[:-1]
            assert lines == [f'{name} {i}' for i in range(3000)], (name, lines[:5], len(lines))
            shown = [m.content['data']['text/plain'] for m in events if m.type in ('display_data', 'execute_result')]
            assert shown == [repr(name)] * 4, (name, shown, [m for m in events if m.type == 'error'])
            assert k.answer(parent).content['status'] == 'ok'


@test
def a_threads_output_is_its_cells():
    """Also when that cell has ended, and another one runs."""
    with Kernel() as k:
        side = create(k)
        for shell in (None, side):
            began = k.start("import threading, time\ndef work():\n    for i in range(5):\n        time.sleep(0.05)\n        print('thread', i)\n    display('done')\n"
                            "t = threading.Thread(target=work)\nt.start()", subshell=shell)
            k.until_idle(began)
            other = k.start("for i in range(20):\n    time.sleep(0.02)\n    print('cell', i)\nt.join()", subshell=shell)
            events = k.until_idle(other)
            assert ''.join(m.content['text'] for m in events if m.type == 'stream').split('\n')[:-1] == [f'cell {i}' for i in range(20)], events
            mine = [m for m in k.aside if m.parent == began]
            assert ''.join(m.content['text'] for m in mine if m.type == 'stream') == ''.join(f'thread {i}\n' for i in range(5)), mine
            assert [m.content['data']['text/plain'] for m in mine if m.type == 'display_data'] == ["'done'"]
            assert not [m for m in k.aside if m.parent not in (began, other)]
            k.aside.clear()


@test
def what_a_child_writes_is_the_main_cells():
    with Kernel() as k:
        side = create(k)
        main = k.start("import subprocess\nfor i in range(10): subprocess.run(['sh', '-c', 'echo child; sleep 0.05'])")
        k.wait_for('execute_input', main)
        others = [k.start('for i in range(50): print("side")', subshell=side) for _ in range(10)]
        for parent in others:
            events = k.until_idle(parent)
            assert {m.content['text'].replace('side\n', '') for m in events if m.type == 'stream'} == {''}, events
        assert ''.join(m.content['text'] for m in k.until_idle(main) if m.type == 'stream') == 'child\n' * 10
        parent = k.start('!echo from a subshell', subshell=side)
        assert 'from a subshell' in ''.join(m.content['text'] for m in k.until_idle(parent) if m.type == 'stream')


@test
def errors_abort_their_own_shell():
    with Kernel() as k:
        side = create(k)
        main = k.start('import time; time.sleep(0.6); 1')
        after = k.start('2')
        failing = k.start('import time; time.sleep(0.2); 1/0', subshell=side)
        waiting = [k.start('3', subshell=side) for _ in range(3)]
        info = k.send('shell', 'kernel_info_request', subshell=side)
        assert k.answer(failing).content['ename'] == 'ZeroDivisionError'
        assert [k.answer(i).content['status'] for i in waiting] == ['aborted'] * 3
        assert k.answer(info).content['status'] == 'ok'
        assert k.text('4', subshell=side) == '4'
        assert k.answer(main).content['status'] == 'ok' and k.answer(after).content['status'] == 'ok'


@test
def an_interrupt_reaches_all():
    with Kernel() as k:
        a, b = create(k), create(k)
        for rows in ([BUSY, BUSY, BUSY], ['import time; time.sleep(60)', BUSY, 'import time; time.sleep(60)'], ['input()', 'input()', BUSY], [None, BUSY, 'import time; time.sleep(60)']):
            parents = [k.start(code, subshell=shell) for code, shell in zip(rows, (None, a, b)) if code]
            for parent in parents:
                while not any(m.type == 'execute_input' and m.parent == parent for m in k.aside):
                    k.aside.append(k.event())
            pause(0.1)
            began = time.time()
            interrupted(k, *parents)
            assert time.time() - began < 2, rows
            for shell in (None, a, b):
                assert k.text('1+1', subshell=shell) == '2'


@test
def an_interrupt_is_for_what_runs():
    """One that comes while nothing runs is nobody's, in each shell."""
    with Kernel() as k:
        side = create(k)
        for _ in range(20):
            k.ask('interrupt_request', 'control')
            assert k.text('sum(range(1000))', subshell=side) == '499500'
            assert k.text('sum(range(1000))') == '499500'


@test
def questions_go_to_who_asked():
    with Kernel() as k:
        side = create(k)
        main = k.start("a = input('main? ')\na")
        first = k.wait_for('input_request', main, 'stdin')
        other = k.start("b = input('side? ')\nb", subshell=side)
        second = k.wait_for('input_request', other, 'stdin')
        assert (first.content['prompt'], second.content['prompt']) == ('main? ', 'side? ')
        k.send('stdin', 'input_reply', first['header'], value='one')
        assert k.until_idle(main)[-1].content['data']['text/plain'] == "'one'"
        k.send('stdin', 'input_reply', value='two') # a client that does not say to what
        assert k.until_idle(other)[-1].content['data']['text/plain'] == "'two'"


@test
def deleted_while_it_works():
    with Kernel() as k:
        side = create(k)
        working = k.start('import time; time.sleep(0.5); print("done")', subshell=side)
        k.wait_for('execute_input', working)
        waiting = [k.start('1', subshell=side) for _ in range(3)]
        pause(0.1)
        assert k.ask('delete_subshell_request', 'control', subshell_id=side)[0]['status'] == 'ok'
        later = k.start('2', subshell=side)
        for parent in [*waiting, later]:
            assert k.answer(parent).content['status'] == 'error'
            assert k.until_idle(parent) == []
        assert k.answer(working).content['status'] == 'ok'
        assert 'done' in str([m.content for m in k.until_idle(working)])


@test
def many_and_leaving():
    k = Kernel()
    with k:
        shells = [create(k) for _ in range(50)]
        ids = [k.start(f'{i}', subshell=shell) for i, shell in enumerate(shells)]
        assert [k.until_idle(i)[-1].content['data']['text/plain'] for i in ids] == [str(i) for i in range(50)]
        for shell in shells[:40]:
            k.ask('delete_subshell_request', 'control', subshell_id=shell)
        for shell in shells[40:]:
            k.start('try:\n    while True: pass\nexcept KeyboardInterrupt:\n    while True: pass', subshell=shell)
        pause(0.3)
        k.send('control', 'create_subshell_request')
        k.send('control', 'shutdown_request', restart=False)
        assert k.process.wait(k.patience) == 0
    with Kernel() as k:
        reply, _ = k.run('exit()', subshell=create(k))
        assert reply['payload'][0]['source'] == 'ask_exit' and k.process.wait(k.patience) == 0


@test
def limits_are_kept():
    with Kernel() as k:
        replies = [k.ask('create_subshell_request', 'control')[0]['status'] for _ in range(300)]
        assert replies.count('ok') == 256 and replies[-1] == 'error'
        assert k.text('1+1') == '2'


# ---- what nobody heard ----
@test
def missed_output_is_kept():
    with Kernel() as k:
        assert 'Nothing' in k.text('%missed')
        k.sockets['iopub'].close()
        pause(0.2)
        ids = [k.start("print('while nobody listened')\n6 * 7"), k.start("1/0", stop_on_error=False), k.start("for i in range(100000): print('x' * 100, i)")]
        for parent in ids:
            k.answer(parent)
        pause(0.2) # the last one's idle
        k.sockets['iopub'] = k.connect('iopub', zmq.SUB)
        assert k.event().type == 'iopub_welcome'
        assert k.sockets['iopub'].poll(300) == 0, 'replayed'
        # a client opens the target
        parent = k.send('shell', 'comm_open', comm_id='late', target_name='perch.missed', data={'all': True})
        events = k.until_idle(parent)
        rows = events[0].content['data']['outputs']
        assert kinds(events) == ['comm_msg'] and {m['parent'] for m in rows} <= set(ids), events
        assert rows[-1]['content']['text'].endswith(' 99999\n') and rows[-1]['parent'] == ids[2]
        assert sum(len(json.dumps(r)) for r in rows) < 5 << 20
        text = k.text('%missed')
        assert text.endswith(' 99999\n') and 'In [4]' in text, text[-200:]
        assert 'Nothing' in k.text('%missed')
        k.text("print('heard')")
        assert 'Nothing' in k.text('%missed') and 'heard' in k.text('%missed --all')


@test
def missed_output_tells_its_cells():
    with Kernel() as k:
        k.sockets['iopub'].close()
        pause(0.2)
        for code in ("print('first')\n6 * 7", "1/0", "from IPython.display import HTML, display, clear_output\nprint('cleared')\nclear_output()\ndisplay(HTML('<b>bold</b>'))"):
            k.answer(k.start(code, stop_on_error=False))
        pause(0.2) # the last one's idle
        k.sockets['iopub'] = k.connect('iopub', zmq.SUB)
        assert k.event().type == 'iopub_welcome'
        reply, events = k.run('%missed')
        text = '\n'.join(m.content.get('text', '') or m.content['data']['text/plain'] for m in events if 'data' in m.content or m.type == 'stream')
        for words in ('In [1]', 'first', '42', 'In [2]', 'ZeroDivisionError', 'In [3]'):
            assert words in text, (words, text)
        assert 'cleared' not in text and kinds(events).count('error') == 0
        assert any('<b>bold</b>' in m.content.get('data', {}).get('text/html', '') for m in events), events


if __name__ == '__main__':
    play('subshells', TESTS)
