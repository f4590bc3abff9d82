"""traverse: the pipes behind a pipe, as dicts by their ids."""
from .datapipes.datapipe import IterDataPipe, MapDataPipe


def _pipes_in(value):
    if isinstance(value, (IterDataPipe, MapDataPipe)):
        yield value
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _pipes_in(each)
    elif isinstance(value, dict):
        for each in value.values():
            yield from _pipes_in(each)


def traverse(datapipe, only_datapipe=True):
    """{id: (pipe, the same of the pipes that it holds)}."""
    if not only_datapipe:
        raise NotImplementedError('traverse(only_datapipe=False), which looks into everything that a pipe holds, is not in perch; the nearest is only_datapipe=True')
    found = {}
    for value in vars(datapipe).values():
        for each in _pipes_in(value):
            found.update(traverse(each))
    return {id(datapipe): (datapipe, found)}


def all_pipes(graph):
    """All pipes of such a graph, each once, the last of the row first."""
    seen, todo = {}, list(graph.values())
    while todo:
        pipe, behind = todo.pop(0)
        if id(pipe) not in seen:
            seen[id(pipe)] = pipe
            todo.extend(behind.values())
    return list(seen.values())
