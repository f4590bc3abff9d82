"""Requests that perch's kernel answers message by message as ipykernel does.

    tests/kernel/beside.py              beside.json says what ipykernel answered
    tests/kernel/beside.py --make       beside.json anew, from the ipykernel of this environment

beside.txt has the requests: cells, and JSON of other requests, with a line `#---` between them; all go to one kernel, in their order. Left out of the
comparison: texts of tracebacks and colours (perch draws its own), addresses, the names that files of cells have, message metadata. A magic's UsageError is
an error here where IPython writes it to stderr.
"""
import json
import os
import re
import sys

from client import Kernel, harness

HERE = os.path.dirname(os.path.abspath(__file__))
BOOK = os.path.join(HERE, 'beside.json')
LEFT_OUT = ('engine_info', 'traceback', 'display_id')
CONTROL = ('interrupt_request', 'create_subshell_request', 'list_subshell_request', 'delete_subshell_request')
CELL = {'silent': False, 'store_history': True, 'user_expressions': {}, 'allow_stdin': True, 'stop_on_error': True}


def requests():
    with open(os.path.join(HERE, 'beside.txt'), encoding='utf-8') as f:
        for text in f.read().split('\n#---\n'):
            if text.startswith('{"request"'):
                content = json.loads(text)
                yield text, content.pop('request'), content
            else:
                yield text, 'execute_request', {**CELL, 'code': text.strip('\n')}


def plain(value):
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items() if key not in LEFT_OUT and (key != 'transient' or each)}
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, str):
        value = re.sub(r'\x1b\[[0-9;]*m', '', value)
        value = re.sub(r'0x[0-9a-f]+', '0x', value)
        value = re.sub(r'(File: +)(?:/\S+/\d+\.py|Cell In\[\d+\])', r'\1cell', value)
        return re.sub(r'\((?:\d+\.py|Cell In\[\d+\]), line', '(cell, line', value)
    return value


def answers(kernel, kind, content):
    """[[type, content]…]: what a request brings, its reply last."""
    channel = 'control' if kind in CONTROL else 'shell'
    parent = kernel.send(channel, kind, **content)
    if content.get('allow_stdin') and re.search(r'\binput\(|getpass\(', content['code']):
        kernel.wait_for('input_request', parent, 'stdin')
        kernel.send('stdin', 'input_reply', value='typed')
    reply = kernel.answer(parent, channel)
    told = []
    for m in kernel.until_idle(parent):
        if m.type == 'error' and m.content['ename'] == 'UsageError':
            told.append(['stream', {'name': 'stderr', 'text': 'UsageError: %s\n' % plain(m.content['evalue'])}])
        elif m.type == 'stream' and told and told[-1][0] == 'stream' and told[-1][1]['name'] == m.content['name']:
            told[-1][1]['text'] += plain(m.content['text'])
        else:
            told.append([m.type, plain(m.content)])
    return told + [[reply.type, plain(reply.content)]]


def play(kernel):
    return [[text, answers(kernel, kind, content)] for text, kind, content in requests()]


def make():
    import ipykernel
    import IPython
    with Kernel(program=sys.executable, arguments=('-Xfrozen_modules=off', '-m', 'ipykernel_launcher')) as kernel:
        rows = play(kernel)
    with open(BOOK, 'w', encoding='utf-8') as f:
        json.dump({'made by': 'ipykernel %s, IPython %s' % (ipykernel.__version__, IPython.__version__), 'rows': rows}, f, indent=1, ensure_ascii=False)
        f.write('\n')


def main():
    if '--make' in sys.argv:
        return make()
    tally = harness.Tally('beside')
    with open(BOOK, encoding='utf-8') as f:
        book = json.load(f)['rows']
    with Kernel() as kernel:
        found = play(kernel)
    tally.check([row[0] for row in book] == [row[0] for row in found], 'beside.json has the answers to beside.txt')
    for (text, wanted), (_, got) in zip(book, found):
        tally.check(wanted == got, text.strip().replace('\n', ' / ')[:100], 'ipykernel %s\nperch     %s' % (json.dumps(wanted, ensure_ascii=False), json.dumps(got, ensure_ascii=False)))
    tally.close()


if __name__ == '__main__':
    main()
