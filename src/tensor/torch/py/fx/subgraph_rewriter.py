"""Parts of a graph that look like a pattern, put differently: replace_pattern(gm, pattern, replacement)."""
import copy
from collections import namedtuple
from dataclasses import dataclass

from ._symbolic_trace import symbolic_trace
from .graph import Graph
from .graph_module import GraphModule
from .node import Node, map_arg

Match = namedtuple('Match', 'anchor, nodes_map')


@dataclass
class ReplacedPatterns:
    """What was found, and what stands there now."""
    anchor: Node
    nodes_map: 'dict[Node, Node]'
    replacements: 'list[Node]'


class InternalMatch:
    """The pattern's nodes and the graph's that are like them."""

    def __init__(self, anchors):
        self.anchors, self.nodes_map, self.placeholder_nodes, self.returning_nodes, self.other = anchors, {}, [], [], []


def _graph_of(given):
    return given if isinstance(given, Graph) else given.graph if isinstance(given, GraphModule) else symbolic_trace(given).graph


def _results(graph):
    """The nodes that a graph gives."""
    found = []
    map_arg(next(iter(reversed(graph.nodes))).args[0], lambda node: found.append(node) or node)
    return found


class _Matcher:
    """Looks for one pattern in one graph, from the pattern's results backwards."""

    def __init__(self, gm, pattern, any_number):
        self.gm, self.pattern, self.any_number, self.results = gm, pattern, any_number, _results(pattern)

    def _same_step(self, wanted, node):
        if wanted.op != node.op:
            return False
        if wanted.op == 'call_module':
            mine, other = self.gm.get_submodule(node.target), self.pattern.owning_module.get_submodule(wanted.target)
            return type(mine) is type(other)
        if wanted.op == 'get_attr':
            return wanted.target == node.target
        return wanted.target == node.target

    def _same_value(self, wanted, given, taken):
        if isinstance(wanted, Node):
            return self._same_node(wanted, given, taken)
        if isinstance(given, Node):
            return False
        if isinstance(wanted, (tuple, list)):
            return isinstance(given, (tuple, list)) and len(wanted) == len(given) and all(self._same_value(w, g, taken) for w, g in zip(wanted, given))
        if isinstance(wanted, dict):
            return isinstance(given, dict) and wanted.keys() == given.keys() and all(self._same_value(w, given[k], taken) for k, w in wanted.items())
        if isinstance(wanted, slice):
            return isinstance(given, slice) and all(self._same_value(getattr(wanted, k), getattr(given, k), taken) for k in ('start', 'stop', 'step'))
        return type(wanted) is type(given) and wanted == given or self.any_number

    def _same_node(self, wanted, given, taken):
        if wanted in taken:
            return taken[wanted] is given
        if wanted.op == 'placeholder':              # a parameter stands for whatever is there
            taken[wanted] = given
            return True
        if not isinstance(given, Node) or given in taken.values() or not self._same_step(wanted, given):
            return False
        taken[wanted] = given
        return self._same_value(wanted.args, given.args, taken) and self._same_value(wanted.kwargs, given.kwargs, taken)

    def _closed(self, taken):
        """Is nothing that goes used elsewhere?"""
        inner = {node for wanted, node in taken.items() if wanted.op not in ('placeholder', 'get_attr')}
        outer = {taken[result] for result in self.results}
        return all(user in inner for node in inner - outer for user in node.users)

    def at(self, node):
        """The match whose first result is this node, or None."""
        taken = {}
        if not self._same_node(self.results[0], node, taken):
            return None
        for result in self.results[1:]:
            found = None
            for other in self.gm.graph.nodes:
                trial = dict(taken)
                if self._same_node(result, other, trial):
                    found = trial
                    break
            if found is None:
                return None
            taken = found
        if not self._closed(taken):
            return None
        match = InternalMatch([self.results[0]])
        match.nodes_map = taken
        match.placeholder_nodes = [taken[node] for node in self.pattern.nodes if node.op == 'placeholder' and node in taken]
        match.returning_nodes = [taken[result] for result in self.results]
        return match


def _put(gm, match, pattern, replacement):
    """The replacement's steps in place of a match; gives the new nodes."""
    graph, values, made = gm.graph, {}, []
    parameters = [node for node in replacement.nodes if node.op == 'placeholder']
    wanted = [node for node in pattern.nodes if node.op == 'placeholder']
    if len(parameters) != len(wanted):
        raise AssertionError('Expected %d placeholders, got %d' % (len(wanted), len(parameters)))
    values.update({mine: match.nodes_map[theirs] for mine, theirs in zip(parameters, wanted) if theirs in match.nodes_map})
    order = {node: at for at, node in enumerate(graph.nodes)}
    users = [user for node in match.returning_nodes for user in node.users]
    with graph.inserting_before(min(users, key=order.__getitem__)) if users else graph.inserting_after(max(match.returning_nodes, key=order.__getitem__)):
        for node in replacement.nodes:
            if node.op not in ('placeholder', 'output'):
                values[node] = graph.node_copy(node, lambda n: values[n])
                made.append(values[node])
    results = _results(replacement)
    if len(results) != len(match.returning_nodes):
        raise AssertionError('Expected %d returning nodes, got %d' % (len(match.returning_nodes), len(results)))
    for old, new in zip(match.returning_nodes, results):
        old.replace_all_uses_with(values[new])
    inner = [node for theirs, node in match.nodes_map.items() if theirs.op != 'placeholder' and isinstance(node, Node)]
    for node in sorted(inner, key=order.__getitem__, reverse=True):
        if not node.users:
            graph.erase_node(node)
    return made, {old: values[new] for old, new in zip(match.returning_nodes, results)}


def replace_pattern_with_filters(gm, pattern, replacement=None, match_filters=None, ignore_literals=False, replacement_callback=None, node_name_match=''):
    """As replace_pattern, where each of match_filters(match, graph, pattern's graph) says yes; replacement_callback makes the replacement of a match."""
    if node_name_match:
        raise NotImplementedError('replace_pattern_with_filters(node_name_match=...) is not in perch; the nearest is match_filters=')
    if replacement is None and replacement_callback is None:
        raise AssertionError('Must provide either replacement GraphModule or replacement_callback')
    wanted, gone, found, moved = _graph_of(pattern), set(), [], {}
    matcher = _Matcher(gm, wanted, ignore_literals)
    given = _graph_of(replacement) if replacement is not None else None
    matches = []
    for node in list(gm.graph.nodes):
        match = matcher.at(node) if node not in gone else None
        inner = {node for theirs, node in match.nodes_map.items() if theirs.op not in ('placeholder', 'get_attr')} if match else set()
        if match and not inner & gone and all(each(match, gm.graph, wanted) for each in match_filters or ()):
            matches.append(match)
            gone |= inner
    for match in matches:
        match.nodes_map = {theirs: moved.get(node, node) if isinstance(node, Node) else node for theirs, node in match.nodes_map.items()}
        new = given if replacement_callback is None else replacement_callback(match, gm.graph, wanted)
        made, instead = _put(gm, match, wanted, new)
        moved.update(instead)
        found.append(ReplacedPatterns(match.anchors[0], match.nodes_map, made))
    if isinstance(replacement, GraphModule):
        for path, module in replacement.named_modules():
            if path and '.' not in path and not hasattr(gm, path):
                gm.add_submodule(path, copy.copy(module))
    gm.recompile()
    return found


def replace_pattern(gm, pattern, replacement):
    """Each part of gm's graph that does what pattern does, without overlapping, does what replacement does instead. Gives the matches."""
    return [Match(each.anchor, each.nodes_map) for each in replace_pattern_with_filters(gm, pattern, replacement)]
