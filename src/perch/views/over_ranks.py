"""Views over all ranks of a run that is steered from here: %ranks."""
from perch._draw import amount
from perch.views.paint import Row, Table, View
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
