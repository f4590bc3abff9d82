"""Views over all ranks of a run that is steered from here: %ranks, and %where, %mem, %devices, %transfers, %timeline with --ranks, whose places say their rank: gpu(0)@2.

Each rank makes its own view and sends it as JSON; here they become one.
"""
from perch.mistakes.draw import amount
from perch.views.paint import Places, Row, Table, View
from perch.views.words import words


class Status(View):
    """rows: (perch.steering.Rank, its answer or None)."""

    def __init__(self, run):
        run.hear(0)
        answers = run.ask('status', run.alive(), 3)
        self.rows = [(rank, answers.get(number)) for number, rank in sorted(run.ranks.items())]

    def __iter__(self):
        return iter(self.rows)

    @staticmethod
    def _does(rank, answer):
        if not rank.alive:
            return rank.ending()
        if answer is None:
            return words('ranks lost')
        if not answer['cell']:
            return words('ranks idle')
        does = words('ranks runs', seconds='%.1f' % answer['seconds'], cell=answer['cell'])
        return words('ranks waits', what=answer['waits']) + ', ' + does if answer['waits'] else does

    def table(self):
        columns = [(words('ranks rank'), 'r'), (words('ranks pid'), 'r'), (words('ranks host'), 'l'), (words('memory'), 'r'), (words('ranks does'), 'l'), (words('ranks devices'), 'l')]
        rows = [Row([str(rank.number), str(rank.pid), rank.host, amount(answer['memory']) if answer else '', self._does(rank, answer), answer['devices'] if answer else '']) for rank, answer in self.rows]
        return Table(columns, rows)


# ---- in a rank: a view as a text of JSON ----

MARK = '\ue000'         # stands for the rank's number behind a place


def packed(name, *arguments):
    """What `%NAME --ranks` asks each rank for."""
    import json

    from perch.views.world import at_rank
    if name == 'timeline':
        return json.dumps(_events(arguments))
    before = at_rank()
    at_rank('@' + MARK)
    try:
        view = getattr(__import__('perch.views.' + name, None, None, ['*']), name)
        out = {'table': _packed_table(view(*arguments).table())}
    finally:
        at_rank(before)
    if name == 'transfers':
        out['calls'] = _calls()
    return json.dumps(out)


def _events(arguments):
    from perch.views.timeline import timeline
    view = timeline(cell=f'In[{arguments[0]}]' if arguments else None)
    rows = [[getattr(event, slot) for slot in ('number', 'kind', 'device', 'source', 'op')] + [0] + [getattr(event, slot) for slot in ('count', 'start', 'end', 'busy', 'bytes')] + [list(event.place)]
            for event in view.events]
    return {'events': rows, 'torch': view.torch}


def _calls():
    """Calls with other ranks, with their lines."""
    import sys

    from perch.views.world import site_place
    ranks = sys.modules.get('_ranks')
    return [[*row[:13], list(site_place(row[13])), *row[14:]] for row in ranks.rows()] if ranks else []


def _packed_cell(cell):
    return {'pills': [list(pill) for pill in cell.pills]} if isinstance(cell, Places) else str(cell)


def _packed_row(row):
    return [[_packed_cell(cell) for cell in row.cells], row.device, row.kind, [_packed_row(inner) for inner in row.rows], row.open, row.fold]


def _packed_table(table):
    return {'columns': table.columns, 'rows': [_packed_row(row) for row in table.rows], 'notes': table.notes, 'title': table.title, 'coloured': table.coloured}


# ---- at the prompt: what all ranks said, as one view ----

def ask(run, name, *arguments):
    """{rank: what packed() gave}."""
    import ast
    import json

    from perch.steering import RankError, spans
    busy = run.busy()
    if busy:
        raise RankError(words('ranks view busy', ranks=spans(busy)))
    text = "__import__('perch.views.over_ranks', None, None, ['*']).packed(%s)" % ', '.join(map(repr, (name, *arguments)))
    found = {}
    for rank, answer in sorted(run.ask('ask', run.alive(), 30, text=text).items()):
        if 'error' in answer:
            raise RankError(words('ranks view failed', rank=rank, said=answer['error']))
        found[rank] = json.loads(ast.literal_eval(answer['text']))
    return found


def _replaced(value, who):
    if isinstance(value, str):
        return value.replace(MARK, who)
    if isinstance(value, (list, tuple)):
        return [_replaced(each, who) for each in value]
    return {key: _replaced(each, who) for key, each in value.items()} if isinstance(value, dict) else value


def _row(packed_row):
    cells, device, kind, rows, unfolded, fold = packed_row
    cells = [Places(map(tuple, cell['pills'])) if isinstance(cell, dict) else cell for cell in cells]
    return Row(cells, device, kind, map(_row, rows), unfolded, fold)


def _folded(keyed):
    """[(rank, thing)…] of each rank in turn -> [(thing, ranks)]: equal ones once, where the first of them stands."""
    import json
    groups = {}
    for rank, thing in keyed:
        groups.setdefault(json.dumps(thing, sort_keys=True), (thing, []))[1].append(rank)
    return list(groups.values())


def _by_place(lists):
    """{rank: [thing…]} -> [(rank, thing)…]: the first of each, then the second of each."""
    longest = max(map(len, lists.values()), default=0)
    return [(rank, lists[rank][i]) for i in range(longest) for rank in lists if i < len(lists[rank])]


class OverRanks(View):
    """A table of each rank as one: equal rows once, their places with the ranks that they are of. whole: equal tables once."""

    def __init__(self, run, name, *arguments):
        from perch.steering import spans
        self.spans = spans
        self.whole = name == 'mem'
        self.said = ask(run, name, *arguments)

    def _rows(self):
        """Rows of which no two ranks have equal ones side by side keep their order: by the place in their tables, then by rank."""
        tables = {rank: said['table'] for rank, said in self.said.items()}
        if self.whole:
            for table, ranks in _folded((rank, table) for rank, table in tables.items()):
                yield from (_row(_replaced(row, self.spans(ranks))) for row in table['rows'])
            return
        keyed = _by_place({rank: table['rows'] for rank, table in tables.items()})
        yield from (_row(_replaced(row, self.spans(ranks))) for row, ranks in _folded(keyed))

    def table(self):
        tables = {rank: said['table'] for rank, said in self.said.items()}
        widest = max(tables.values(), key=lambda table: len(table['columns']), default={'columns': [('', 'l')], 'coloured': 0, 'title': ''})
        notes = [_replaced(note, self.spans(ranks)) + ('' if len(ranks) == len(tables) or MARK in note else f' (@{self.spans(ranks)})')
                 for note, ranks in _folded(_by_place({rank: table['notes'] for rank, table in tables.items()}))]
        if len(tables) > 1 and any(table['rows'] for table in tables.values()):
            notes.append(words('ranks each'))
        return Table([tuple(column) for column in widest['columns']], self._rows(), notes, widest['title'], widest['coloured'])


class Call:
    """A call of one rank's, of _ranks.rows()."""

    def __init__(self, rank, row):
        self.rank = rank
        (self.number, self.verb, self.reduction, self.dtype, self.failed, self.group, self.size, self.step, self.peer, self.tag, self.between, self.count, self.bytes, self.place,
         self.began, self.agreed, self.ended) = row
        self.place = tuple(self.place)
        self.sends = self.verb.lstrip('i').startswith('s')


class Transfers(OverRanks):
    """What moved between devices of each rank, then what went between ranks: with the line of who sent and of who received."""

    def __init__(self, run, shown):
        super().__init__(run, 'transfers', shown)
        self.shown = shown
        self.calls = [Call(rank, row) for rank, said in self.said.items() for row in said['calls']]

    def table(self):
        table = super().table()
        if self.calls and len(table.columns) == 1:      # nothing has moved within any rank
            from perch.views.transfers import columns
            table.columns, table.notes = columns(), []
        return table

    def _messages(self):
        """[(what was sent or None, what was received or None)]: the n-th from a rank to another under a tag is the n-th that comes."""
        waiting, pairs = {}, []
        for call in sorted((call for call in self.calls if call.between and call.sends), key=lambda call: call.began):
            pairs.append([call, None])
            waiting.setdefault((call.group, call.rank, call.peer, call.tag), []).append(pairs[-1])
        for call in sorted((call for call in self.calls if call.between and not call.sends), key=lambda call: call.began):
            line = waiting.get((call.group, call.peer, call.rank, call.tag))
            if line:
                line.pop(0)[1] = call
            else:
                pairs.append([None, call])
        return pairs

    def _collectives(self):
        """The ranks' calls that belong together, also where they are not the same."""
        groups, order = {}, []
        for call in self.calls:
            if not call.between:
                key = call.group, call.step
                if key not in groups:
                    order.append(groups.setdefault(key, []))
                groups[key].append(call)
        return order

    def _rows(self):
        yield from super()._rows()
        found = {}
        for sent, received in self._messages():
            one = sent or received
            source, target = (one.rank, one.peer) if one is sent else (one.peer, one.rank)
            lines = sent and sent.place, received and received.place
            why = words('ranks it failed') if one.failed else words('ranks unfinished') if not received else words('ranks unsent') if not sent else ''
            taken = max(0.0, (received or sent).ended - max((received or sent).agreed, one.began))
            found.setdefault((_named([source]), _named([target]), why, _both([(source, lines[0]), (target, lines[1])])), []).append((one.began, one.bytes, taken, 0, 0))
        for calls in self._collectives():
            name = ' | '.join(dict.fromkeys(call.verb + (f'({call.reduction})' if call.reduction else '') for call in calls))
            last = max(calls, key=lambda call: call.began)
            late = max(call.agreed - call.began for call in calls) if len(calls) > 1 else 0
            why = words('ranks it failed') if any(call.failed for call in calls) else ''
            taken = max(call.ended - call.agreed for call in calls)
            key = _named([call.rank for call in calls]), name, why, _both([(call.rank, call.place) for call in calls])
            found.setdefault(key, []).append((min(call.began for call in calls), calls[0].bytes, taken, late, last.rank))
        rows = sorted(found.items(), key=lambda item: item[1][0][0])
        for (source, target, why, (line, text)), group in rows[-self.shown:]:
            late, last = max(row[3:] for row in group)
            if late > LATE and not why:
                why = words('ranks last', rank=last, time=_time(late))
            yield Row([source, target, str(len(group)), amount(sum(row[1] for row in group)), _time(sum(row[2] for row in group)), why, line, text])


LATE = 1e-3             # seconds that others wait for a rank before that is worth a word


def _named(ranks):
    from perch.steering import spans
    return words.count('ranks of', len(ranks), ranks=spans(ranks))


def _time(seconds):
    from perch.views.transfers import seconds_text
    return seconds_text(max(seconds, 0.0))


def _both(lines):
    """The lines of ranks in one text, each once: 'In[3]:2', or 'In[3]:2 @0, In[3]:5 @1-3'; and what stands on them."""
    from perch.steering import spans
    places = {}
    for rank, place in lines:
        if place and place[0]:
            places.setdefault(place, []).append(rank)
    if len(places) == 1:
        return next(iter(places))
    return ', '.join(f'{line} @{spans(ranks)}' for (line, _), ranks in places.items()), ' | '.join(text for _, text in places)


def timeline(run, *arguments):
    """The lanes of all ranks on one axis."""
    from perch.views.timeline import Event, Timeline
    said = ask(run, 'timeline', *arguments)
    events = [Event(row[:11], rank, tuple(row[11])) for rank, got in said.items() for row in got['events']]

    class RanksTimeline(Timeline):
        cut = False

        def notes(self):
            out = super().notes()
            return out + [words('ranks clocks')] if len({run.ranks[rank].host for rank in said}) > 1 else out
    view = RanksTimeline(events)
    view.torch = all(got['torch'] for got in said.values())
    return view


def view(run, name, *arguments):
    """The view behind `%NAME --ranks`."""
    if name == 'timeline':
        return timeline(run, *arguments)
    return Transfers(run, *arguments) if name == 'transfers' else OverRanks(run, name, *arguments)
