"""What views look at: the session's names and results, places, lines of cells, and who holds which storage."""
import gc
import sys

import _tensor
from perch.mistakes.draw import amount, nbytes, quoted
from perch.mistakes.line import is_a, is_module, is_tensor, vars_of
from perch.mistakes.names import is_network, parameter_copies

OWN = {'In', 'Out', 'exit', 'quit', 'get_ipython', 'open', 'display'}      # names that a session begins with


def namespace():
    """The names that cells run in."""
    try:
        import _session
        return _session.namespace()
    except ImportError:
        return sys.modules['__main__'].__dict__


def user_names(names=None):
    """[(name, value)] of the program's own names."""
    names = namespace() if names is None else names
    return [(name, value) for name, value in list(names.items()) if isinstance(name, str) and not name.startswith('_') and name not in OWN]


def results(names=None):
    """{number: value} of Out."""
    out = (namespace() if names is None else names).get('_oh')
    return dict(out) if isinstance(out, dict) else {}


def last_exception():
    try:
        import _session
        return _session.last_exception()
    except ImportError:
        return getattr(sys, 'last_value', None)


def gpus():
    return range(_tensor.gpu_count()) if _tensor.gpus_known() else range(0)


def device_of(tensor):
    """-1 the CPU, i GPU i."""
    return number_of(_tensor.device_of(tensor)) if not _tensor.is_array(tensor) else -1


def number_of(place):
    text = str(place)
    return -1 if text.startswith('cpu') else int(''.join(filter(str.isdigit, text)) or 0)


def torch_speaks(names=None):
    """Does the program speak torch alone? Then places are called cuda:0."""
    speaks = [value for _, value in user_names(names)]
    torch = any(is_module(value) and value.__name__.split('.')[0] == 'torch' for value in speaks) or any(is_a(value, _tensor.Tensor) for value in speaks)
    mxnet = any(is_module(value) and value.__name__.split('.')[0] in ('mxnet', 'd2l', 'gluonbook') for value in speaks) or any(is_a(value, _tensor.NDArray) for value in speaks)
    return torch and not mxnet


NETWORK = -2        # the ledger's number of the network between ranks (--net)
_rank = ''             # '@2': what stands behind places while a view over several ranks is made (perch.views.over_ranks)


def at_rank(text=None):
    """What stands behind places; text: from now on."""
    global _rank
    if text is not None:
        _rank = text
    return _rank


def place_name(device, torch=False):
    if device is None:
        from perch.views.words import words
        return words('program') + _rank
    if device == NETWORK:
        return (_tensor.net() or ('net',))[0] + _rank
    if torch:
        return ('cpu' if device < 0 else f'cuda:{device}') + _rank
    return ('cpu' if device < 0 else f'gpu({device})') + _rank


def place_cell(devices, torch=False):
    """place_name of each, as a cell of a table."""
    from perch.views.paint import Places
    return Places((place_name(device, torch), device) for device in devices)


def device_title(device):
    info = _tensor.gpu_info(device)
    name = info['name']
    if info['simulated'] and 'simulated' not in name:
        from perch.views.words import words
        name = f'{name} ({words("simulated")})'
    return name


def times_note(devices):
    """Where the times of these devices come from, where they are not measured; else None."""
    from perch.views.words import words
    simulated = {_tensor.gpu_info(i)['simulated'] for i in devices if i is not None and i >= 0}
    if _tensor.model_clock():
        return words('modelled host' if False in simulated else 'modelled all')
    return words('modelled') if True in simulated else None


# ---- lines ----

def site_place(site):
    """('In[3]:1', 'x = ones(2)') of a site; ('', '') if nothing is known of it."""
    info = _tensor.site_info(site) if site else None
    if info is None:
        return '', ''
    file, line, text = info[0], info[1], info[5]
    if file.startswith('Cell '):
        file = file[5:]
    else:
        file = file.rsplit('/', 1)[-1]
    return f'{file}:{line}', quoted(text or '')


def made_at(tensor):
    """Where a tensor was made, or moved to where it is."""
    made, moved = _tensor.sites(tensor)
    return site_place(moved or made)


def shape_text(tensor):
    shape = _tensor.shape(tensor)
    return 'x'.join(map(str, shape)) if shape else 'scalar'


def dtype_name(tensor):
    return _tensor.dtype_name(tensor)


def what(value):
    """'2x3 float32', 'network, 4 tensors', 'list'."""
    if is_tensor(value):
        return f'{shape_text(value)} {dtype_name(value)}'
    return type(value).__name__


# ---- who holds what ----

class Holder:
    """One that holds storages: kind 'name', 'out', 'traceback', 'module', 'cycle', 'unknown'; name and value; own: {serial}, tape: {serial}."""

    def __init__(self, kind, name, value=None):
        self.kind, self.name, self.value = kind, name, value
        self.own, self.tape, self.tensors = [], [], []


ATOMS = (int, float, str, bytes, bool, type(None), complex, type(Ellipsis), range)
LIMIT = 2_000_000


class Holders:
    """Every live storage and the holder that it belongs to: the nearest one, names before results before tracebacks before modules."""

    def __init__(self, names=None):
        self.names = namespace() if names is None else names
        self.storages = {}
        self.owner = {}         # serial: (holder, 'own' or 'tape')
        self.holders = []
        self._seen = set()
        self._tensors = []      # (holder, tensor) of all that was met
        self._groups()
        for row in _tensor.storages():
            self.storages[row[0]] = row
        self._claim_rest()

    def _groups(self):
        def each(kind, pairs):                  # (numbers and texts hold no storage: after a long session most names, _i1 …, are theirs)
            return [Holder(kind, name, value) for name, value in pairs if not is_a(value, ATOMS)]
        own = each('name', user_names(self.names))
        hidden = each('name', ((name, value) for name, value in list(self.names.items())
                  if isinstance(name, str) and name.startswith('_') and name not in ('_', '__', '___', '_oh', '_ih', '_dh') and not name[1:].isdigit() and not name.startswith('__')))
        outs = each('out', ((f'Out[{number}]', value) for number, value in sorted(results(self.names).items(), key=lambda item: str(item[0]))))
        outs += [Holder('out', name, self.names[name]) for name in ('_', '__', '___') if name in self.names]
        error = last_exception()
        traces = [Holder('traceback', 'traceback', error)] if error is not None else []
        traces += [Holder('traceback', name, getattr(sys, name)) for name in ('last_value', 'last_traceback') if getattr(sys, name, None) is not None]
        self._bar = {id(self.names), id(self), id(self._seen)}
        for module in list(sys.modules.values()):
            self._bar.add(id(module))
            try:
                self._bar.add(id(module.__dict__))
            except AttributeError:
                pass
        if isinstance(self.names.get('_oh'), dict):
            self._bar.add(id(self.names['_oh']))
        tensors = [holder for holder in own if is_tensor(holder.value)]
        networks = [holder for holder in own if is_network(holder.value) or parameter_copies(holder.value) is not None]
        placed = {id(holder) for holder in tensors + networks}
        rest = [holder for holder in own if id(holder) not in placed]
        for group in (tensors, networks, rest, hidden, outs, traces):      # a parameter is the network's, not its optimizer's
            self._spread(group)
        modules = []
        for name, module in list(sys.modules.items()):
            if name != '__main__' and getattr(module, '__dict__', None) is not self.names:
                modules.append(Holder('module', name, list(vars(module).values()) if hasattr(module, '__dict__') else []))
        self._spread(modules)
        self._spread_tape()

    def _spread(self, holders):
        """Breadth first from all at once: what two can reach belongs to the nearer."""
        self.holders += holders
        level = [(holder, holder.value) for holder in holders]
        tensors = []
        while level and len(self._seen) < LIMIT:
            deeper = []
            for holder, value in level:
                if is_a(value, ATOMS) or id(value) in self._seen:
                    continue
                if id(value) in self._bar:
                    continue
                if is_a(value, type) and type.__getattribute__(value, '__module__') != '__main__':
                    continue
                self._seen.add(id(value))
                if is_tensor(value):
                    tensors.append((holder, value))
                    self._own(holder, value)
                try:
                    found = gc.get_referents(value)
                except Exception:
                    continue
                deeper += [(holder, item) for item in found]
            level = deeper
        self._tensors += tensors

    def _spread_tape(self):
        """What is kept for gradients comes behind what has a name."""
        tensors = [(holder, tensor) for holder, tensor in self._tensors if not _tensor.is_array(tensor)]
        self._tensors = []
        for holder, tensor in tensors:
            gradient = _tensor.grad(tensor)
            if gradient is not None:
                self._own(holder, gradient)
        for holder, tensor in tensors:
            for serial, site in _tensor.tape(tensor):
                if serial not in self.owner:
                    self.owner[serial] = holder, 'tape'
                    holder.tape.append(serial)

    def _own(self, holder, tensor):
        serial = _tensor.serial(tensor)
        if serial < 0 and serial not in self.storages:          # NumPy's own memory: told of where the program holds it, and not what modules keep
            if holder.kind == 'module':
                return
            self.storages[serial] = _tensor.array_storage(tensor)
        held = self.owner.get(serial)
        if held is None or held[1] == 'tape' and held[0] is holder:
            if held is not None:
                holder.tape.remove(serial)
            self.owner[serial] = holder, 'own'
            holder.own.append(serial)
            holder.tensors.append(tensor)

    def _claim_rest(self):
        """What nothing of these reaches: garbage in cycles, and what running code holds."""
        rest = [serial for serial in self.storages if serial not in self.owner]
        if not rest:
            return
        cycle = Holder('cycle', 'cycle', None)
        garbage = []
        for thing in gc.get_objects():
            if id(thing) in self._seen or id(thing) in self._bar or thing is garbage or is_a(thing, (Holder, Holders, type)):
                continue
            try:
                garbage += [item for item in gc.get_referents(thing) if is_tensor(item)]
            except Exception:
                pass
        for tensor in garbage:
            if _tensor.serial(tensor) not in self.owner:
                self._own(cycle, tensor)
        if cycle.own:
            self.holders.append(cycle)
        unknown = Holder('unknown', 'unknown', None)
        for serial in rest:
            if serial not in self.owner:
                self.owner[serial] = unknown, 'own'
                unknown.own.append(serial)
        if unknown.own:
            self.holders.append(unknown)
