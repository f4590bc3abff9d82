"""A demo as an asciinema file (version 2): a head, then a line for each piece of output, with the second it came at."""
import json


class Cast:
    """when: the second it was played, or None: it was never played, only made."""

    def __init__(self, path, columns, lines, title, when):
        self.file = open(path, 'w', encoding='utf-8')
        head = {'version': 2, 'width': columns, 'height': lines, 'title': title, 'env': {'SHELL': '/bin/sh', 'TERM': 'xterm-256color'}}
        if when is not None:
            head['timestamp'] = when
        self.file.write(json.dumps(head, ensure_ascii=False) + '\n')

    def output(self, second, text):
        self.event(second, 'o', text)

    def event(self, second, kind, text):
        self.file.write(json.dumps([round(second, 6), kind, text], ensure_ascii=False) + '\n')
        self.file.flush()       # what was played is on the disk, whatever comes

    def resized(self, second, columns, lines):
        self.event(second, 'r', f'{columns}x{lines}')

    def close(self):
        self.file.close()
