"""strangers.py: views among values that do not behave (a __class__ that raises, reprs that raise, slots, long and deep lists), in narrow fronts, and with words that they do not know."""
import re
import unicodedata

VALUES = '''
import torch, functools
class Proxy:
    @property
    def __class__(self): raise RuntimeError('unbound')
class Key(str):
    def __repr__(self): raise ValueError('no repr')
class Pair:
    __slots__ = ('left', '__right')
    def __init__(self): self.left, self.__right = torch.ones(2, device='cuda'), torch.ones(3, device='cuda:1')
proxy, keyed, pair = Proxy(), {Key('k'): torch.ones(4, device='cuda'), 2: 'two'}, Pair()
call = functools.partial(torch.add, torch.ones(5, device='cuda'), alpha=2)
many = [torch.ones(1, device='cuda') for _ in range(1500)]
nested = [[torch.ones(1, device='cuda:1') for _ in range(700)] for _ in range(9)]
deep, moved = torch.ones(7, device='cuda'), torch.ones(3).cuda()
for _ in range(200): deep = [deep]
'''
VIEWS = ('%where', '%mem', '%devices', '%transfers', '%timeline', '%free')
UNKNOWN = ('%mem x', '%timeline soon', '%timeline 1 2', '%transfers later', '%transfers -n many')


def wide(text):
    return sum(2 if unicodedata.east_asian_width(c) in 'WF' else 0 if unicodedata.combining(c) else 1 for c in text)


def strangers(tally, play, shown):
    views = ['%where', '%where -a', '%mem', 'torch.ones(2) + pair.left', '%free']
    played = play([VALUES, *views])
    said = [shown(events) for events in played]
    tally.check(len(played) == 6 and 'unbound' not in ''.join(said), 'a proxy is not asked for its class', '\n'.join(said)[-2000:])
    for name, row in (('pair', 'Pair, 2 tensors'), ('keyed', 'dict, 1 tensor '), ('call', 'partial, 1 tensor'), ('many', 'list, 1500 tensors'), ('nested', 'list, 6300 tensors')):
        tally.check(any(line.startswith(name) and row in line for line in said[1].split('\n')), f'%where counts all of {name}', said[1])
    tally.check('in all: cuda:0 6056 bytes, cuda:1 24.62 KiB' in said[1], 'and their bytes add up', said[1])
    tally.check('deep' in said[1] and 'not all of it' in said[1], 'what is too deep to be looked at is told', said[1])
    tally.check('deep  ' in said[3] and said[3].count("= the allocator's") >= 2 and 'a difference' not in said[3], '%mem has it', said[3])
    fixes = [fix['line'] for e in played[4] if e['event'] == 'error' for fix in e.get('fixes', [])]
    tally.check(fixes[:1] == ['torch.ones(2).to(pair.left.device) + pair.left'], 'an error beside a proxy has its repair', said[4])

    large = play(['import torch\nbig = [torch.empty(100, 1000, device="cuda") for _ in range(2)]', '%mem', 'one = torch.empty(100, 1000)', '%mem'])
    tally.check(re.search(r'big  .*In\[2\]:2', shown(large[1])) and re.search(r'one  .*In\[6\]:1', shown(large[3])), 'memory that nothing filled is its own line\'s', shown(large[3]))

    played = play([VALUES + 'ein_sehr_langer_name_fuer_einen_tensor_mit_vielen_woertern = 中文名字的张量 = torch.ones(300, 300, device="cuda")', ('width 40', ''), *VIEWS])
    for view, events in zip(VIEWS, played[2:]):
        lines = shown(events).split('\n')
        tally.check(len(lines) > 2 and max(map(wide, lines)) <= 40, f'{view} in 40 columns', '\n'.join(lines))
        numbers = re.findall(r'(?:^|  )\d[\d,.]*…', '\n'.join(line for line in lines if 'In[' not in line and ' = ' not in line))
        tally.check(view == '%timeline' or not numbers, f'{view} cuts no number', str(numbers) + '\n'.join(lines))

    for cell, events in zip(UNKNOWN, play(UNKNOWN)):
        tally.check('UsageError' in shown(events), f'{cell} is refused', shown(events))
