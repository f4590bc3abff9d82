"""Seeds of fuzz_frames: a message of every kind on every channel, and broken ones. seeds() -> (name, bytes)."""
import json

REQUESTS = [
    ('kernel_info_request', {}), ('execute_request', {'code': '1'}), ('complete_request', {'code': 'nd.one', 'cursor_pos': 6}), ('complete_request', {'code': '世界; pri', 'cursor_pos': 2}),
    ('inspect_request', {'code': 'len', 'cursor_pos': 3, 'detail_level': 1}), ('is_complete_request', {'code': 'for i in x:'}), ('comm_info_request', {'target_name': 'x'}),
    ('history_request', {'hist_access_type': 'range', 'session': 0, 'start': 1, 'stop': 3, 'output': True, 'raw': True}),
    ('history_request', {'hist_access_type': 'search', 'pattern': '*a?[b]*', 'n': 3, 'unique': True}), ('history_request', {'hist_access_type': 'tail', 'n': 2}),
    ('comm_open', {'comm_id': 'c', 'target_name': 'perch.missed', 'data': {'all': True}}), ('comm_msg', {'comm_id': 'c', 'data': {'x': [1, 2.5, None, 'é']}}), ('comm_close', {'comm_id': 'c'}),
    ('interrupt_request', {}), ('shutdown_request', {'restart': True}), ('debug_request', {'type': 'request', 'seq': 3, 'command': 'initialize', 'arguments': {}}),
    ('usage_request', {}), ('list_subshell_request', {}), ('delete_subshell_request', {'subshell_id': 'x'}), ('input_reply', {'value': 'x'}), ('nonsense', {}),
]


def message(kind, content, channel=0, signature=b'', buffers=(), identities=(b'id',), **more):
    header = {'msg_id': 'm', 'msg_type': kind, 'username': 'u', 'session': 's', 'date': '2026-01-02T03:04:05Z', 'version': '5.5', **more}
    four = [json.dumps(x, ensure_ascii=False).encode() for x in (header, {}, {}, content)]
    return bytes([channel]) + b'\x1e'.join([*identities, b'<IDS|MSG>', signature, *four, *buffers])


def seeds():
    for i, (kind, content) in enumerate(REQUESTS):
        for channel in range(3):
            yield f'{kind}-{i}-{channel}', message(kind, content, channel)
    yield 'subshell', message('complete_request', {'code': 'a'}, subshell_id='none')
    yield 'buffers', message('comm_msg', {'comm_id': 'c', 'data': {}}, buffers=(b'\x00\xff' * 50, b''))
    yield 'signed', message('kernel_info_request', {}, signature=b'0' * 64)
    yield 'deep', message('comm_msg', {}).replace(b'{}', b'{"a":' * 3000, 1)
    yield 'deep-content', message('comm_msg', {'comm_id': 'c', 'data': 'X'}).replace(b'"X"', b'[' * 2000 + b']' * 2000)
    yield 'no-utf8', message('complete_request', {'code': 'X'}).replace(b'X', b'\xff\xfe\xc3')
    yield 'surrogate', message('complete_request', {'code': 'X'}).replace(b'X', b'\\ud800\\u0000')
    yield 'numbers', message('complete_request', {'code': 'a', 'cursor_pos': 'X'}).replace(b'"X"', b'99999999999999999999')
    yield 'negative', message('complete_request', {'code': 'a', 'cursor_pos': -5})
    yield 'missing', message('kernel_info_request', {})[:-3].rsplit(b'\x1e', 2)[0]
    yield 'many', message('kernel_info_request', {}, identities=(b'x',) * 200)
