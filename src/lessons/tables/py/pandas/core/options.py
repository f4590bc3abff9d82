"""The options of printing, by pandas' names."""
import contextlib
import re

FIRST = {
    'display.max_rows': 60, 'display.min_rows': 10, 'display.max_columns': 'auto', 'display.width': 80, 'display.max_colwidth': 50, 'display.precision': 6,
    'display.float_format': None, 'display.show_dimensions': 'truncate', 'display.max_seq_items': 100, 'display.expand_frame_repr': True, 
    'display.max_categories': 8, 'display.chop_threshold': None, 'display.colheader_justify': 'right', 'display.multi_sparse': True, 'display.max_info_columns': 100, 'display.max_info_rows': 1690785,
    'display.memory_usage': True, 'display.encoding': 'utf-8', 'display.date_dayfirst': False, 'display.date_yearfirst': False, 'display.html.table_schema': False, 'display.html.use_mathjax': True,
    'display.unicode.east_asian_width': False, 'display.unicode.ambiguous_as_wide': False, 'display.pprint_nest_depth': 3, 'display.column_space': 12, 'display.notebook_repr_html': True,
    'mode.sim_interactive': False, 'mode.use_inf_as_na': False, 'mode.use_inf_as_null': False, 'mode.copy_on_write': False, 'mode.data_manager': 'block', 'mode.string_storage': 'python',
    'compute.use_bottleneck': True, 'compute.use_numexpr': True, 'compute.use_numba': False, 'plotting.backend': 'matplotlib', 'plotting.matplotlib.register_converters': 'auto',
    'io.excel.xlsx.writer': 'auto', 'io.parquet.engine': 'auto', 'io.hdf.default_format': None, 'io.hdf.dropna_table': False, 'styler.format.precision': 6, 'styler.render.repr': 'html',
    'styler.render.max_elements': 262144, 'styler.render.max_rows': None, 'styler.render.max_columns': None, 'styler.format.na_rep': None, 'styler.format.thousands': None, 'styler.format.decimal': '.',
    'mode.chained_assignment': 'warn', 'display.large_repr': 'truncate', 'display.html.border': 1}
chosen = dict(FIRST)
# what says something that perch's pandas does not do, where it is not as at first
ONLY = frozenset(('display.html.border', 'display.unicode.east_asian_width', 'display.unicode.ambiguous_as_wide', 'mode.use_inf_as_na', 'mode.use_inf_as_null',
                  'mode.copy_on_write', 'mode.string_storage', 'plotting.backend'))
WHOLE = frozenset(('display.max_rows', 'display.min_rows', 'display.width', 'display.precision', 'display.max_colwidth', 'display.max_categories', 'display.max_seq_items'))


class OptionError(AttributeError, KeyError):
    """An option that pandas does not have."""


def named(pattern):
    if pattern in FIRST:
        return pattern
    found = matching(pattern)
    if not found:
        raise OptionError(f'No such keys(s): {pattern!r}')
    if len(found) > 1:
        raise OptionError('Pattern matched multiple keys')
    return found[0]


def matching(pattern):
    """The options whose names a regular expression is found in."""
    return [k for k in FIRST if re.search(pattern, k, re.I)]


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
        if name in ONLY and value != FIRST[name]:
            raise NotImplementedError(f"perch's pandas has no {name}={value!r}")
        if name in WHOLE and not (value is None and name != 'display.precision' or isinstance(value, int) and not isinstance(value, bool) and value >= 0):
            raise ValueError('Value must be a nonnegative integer or None' if name != 'display.precision' else 'Value must be a nonnegative integer')
        chosen[name] = value


def reset_option(pat):
    """Gives an option the value that it had at first; 'all' for every one."""
    for name in FIRST if pat == 'all' else [pat] if pat in FIRST else matching(pat):
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
        raise OptionError('No such option')

    def __setattr__(self, name, value):
        if self._prefix + name not in FIRST:
            raise OptionError('You can only set the value of existing options')
        set_option(self._prefix + name, value)

    def __dir__(self):
        n = len(self._prefix)
        return sorted({k[n:].split('.')[0] for k in FIRST if k.startswith(self._prefix)})


options = Options()
