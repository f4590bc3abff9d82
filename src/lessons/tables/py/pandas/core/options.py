"""The options of printing, by pandas' names."""
import contextlib

FIRST = {
    'display.max_rows': 60, 'display.min_rows': 10, 'display.max_columns': 'auto', 'display.width': 80, 'display.max_colwidth': 50, 'display.precision': 6,
    'display.float_format': None, 'display.show_dimensions': 'truncate', 'display.max_seq_items': 100, 'display.expand_frame_repr': True, 'display.notebook_repr_html': True,
    'mode.chained_assignment': 'warn', 'display.large_repr': 'truncate', 'display.html.border': 1}
chosen = dict(FIRST)


class OptionError(AttributeError):
    """An option that pandas does not have."""


def named(pattern):
    if pattern in FIRST:
        return pattern
    found = [k for k in FIRST if pattern.lower() in k]
    if not found:
        raise OptionError(f'No such keys(s): {pattern!r}')
    if len(found) > 1:
        raise OptionError('Pattern matched multiple keys')
    return found[0]


def option(name):
    return chosen[name]


def get_option(pat):
    """The value of an option."""
    found = chosen[named(pat)]
    if found == 'auto':
        from pandas.io.formats.format import in_kernel
        return 20 if in_kernel() else 0
    return found


def set_option(*pairs):
    """Sets options: set_option(name, value, …)."""
    if not pairs or len(pairs) % 2:
        raise ValueError('Must provide an even number of non-keyword arguments')
    for name, value in zip(pairs[::2], pairs[1::2]):
        name = named(name)
        if name in ('display.large_repr', 'display.html.border') and value != FIRST[name]:
            raise NotImplementedError(f"perch's pandas has no {name}={value!r}")
        if name == 'display.max_colwidth' and value == -1:
            raise ValueError('Value must be a nonnegative integer or None')
        chosen[name] = value


def reset_option(pat):
    """Gives an option the value that it had at first; 'all' for every one."""
    for name in FIRST if pat == 'all' else [k for k in FIRST if pat in k]:
        chosen[name] = FIRST[name]


@contextlib.contextmanager
def option_context(*pairs):
    """Options set for a while."""
    before = dict(chosen)
    set_option(*pairs)
    try:
        yield
    finally:
        chosen.clear()
        chosen.update(before)


class Options:
    """Options as attributes: pd.options.display.max_rows."""

    def __init__(self, prefix=''):
        self.__dict__['_prefix'] = prefix

    def __getattr__(self, name):
        whole = self._prefix + name
        if whole in FIRST:
            return get_option(whole)
        if any(k.startswith(whole + '.') for k in FIRST):
            return Options(whole + '.')
        raise OptionError(f'No such option: {whole!r}')

    def __setattr__(self, name, value):
        set_option(self._prefix + name, value)

    def __dir__(self):
        n = len(self._prefix)
        return sorted({k[n:].split('.')[0] for k in FIRST if k.startswith(self._prefix)})


options = Options()
