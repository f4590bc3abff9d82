"""pandas.testing: whether two tables, columns or indexes are equal, and where they are not."""
import numpy as np

from pandas.core.missing import missing_in


def _differ(what, message, left, right, index=None):
    lines = [f'{what} are different', '', message] + ([f'[index]: {index}'] if index is not None else []) + [f'[left]:  {left}', f'[right]: {right}']
    raise AssertionError('\n'.join(lines))


def _of_type(left, right, cls):
    for x in (left, right):
        if not isinstance(x, cls):
            raise AssertionError(f'{cls.__name__} Expected type {cls}, found {type(x)} instead')


def _shown(values):
    return '[' + ', '.join(str(x) for x in values) + ']'


def _equal(a, b, exact, rtol, atol):
    """Where two arrays have the same values."""
    a, b = (x._objects() if hasattr(x, '_objects') else x for x in (a, b))
    both = missing_in(a) & missing_in(b)
    if not exact and a.dtype.kind in 'iufb' and b.dtype.kind in 'iufb':
        return np.isclose(a.astype('f8'), b.astype('f8'), rtol=rtol, atol=atol) | both
    if a.dtype.kind == 'O' or b.dtype.kind == 'O':
        near = [not g and (bool(np.isclose(x, y, rtol=rtol, atol=atol)) if isinstance(x, float) and isinstance(y, float) and not exact else bool(np.all(x == y))) for x, y, g in zip(a, b, missing_in(a) | missing_in(b))]
        return np.array(near, bool) | both
    return (a == b) | both


def _values(what, left, right, index, check_exact, rtol, atol, label='values'):
    same = _equal(left, right, check_exact, rtol, atol)
    if not same.all():
        part = round((~same).sum() * 100.0 / len(same), 5)
        _differ(what, f'{what.split(" of ")[-1]} {label} are different ({part} %)', _shown(left), _shown(right), _shown(index) if index is not None else None)


def assert_index_equal(left, right, exact='equiv', check_names=True, check_less_precise=None, check_exact=True, check_categorical=True, check_order=True, rtol=1e-5, atol=1e-8, obj='Index'):
    """An AssertionError unless two indexes are equal."""
    from pandas.core.indexes.base import Index
    _of_type(left, right, Index)
    if left.nlevels != right.nlevels:
        _differ(obj, f'{obj} levels are different', f'{left.nlevels}, {left!r}', f'{right.nlevels}, {right!r}')
    if len(left) != len(right):
        _differ(obj, f'{obj} length are different', f'{len(left)}, {left!r}', f'{len(right)}, {right!r}')
    if not check_order:
        left, right = left.sort_values(), right.sort_values()
    if exact is True and (type(left) is not type(right) or left.dtype != right.dtype) or exact == 'equiv' and left.dtype.kind != right.dtype.kind and left.nlevels == 1:
        _differ(obj, f'{obj} classes are different' if type(left) is not type(right) else 'Attribute "dtype" are different', left if type(left) is not type(right) else left.dtype, right if type(left) is not type(right) else right.dtype)
    same = _equal(left._values, right._values, True, rtol, atol)
    if not same.all():
        _differ(obj, f'{obj} values are different ({round((~same).sum() * 100.0 / len(same), 5)} %)', repr(left), repr(right))
    if check_names and list(left.names) != list(right.names):
        _differ(obj, 'Attribute "names" are different', list(left.names), list(right.names))


def assert_series_equal(left, right, check_dtype=True, check_index_type='equiv', check_series_type=True, check_less_precise=None, check_names=True, check_exact=False, check_datetimelike_compat=False,
                        check_categorical=True, check_category_order=True, check_freq=True, check_flags=True, rtol=1e-5, atol=1e-8, obj='Series', *, check_index=True, check_like=False):
    """An AssertionError unless two columns are equal."""
    from pandas.core.series import Series
    _of_type(left, right, Series)
    if len(left) != len(right):
        _differ(obj, 'Series length are different', f'{len(left)}, {left.index!r}', f'{len(right)}, {right.index!r}')
    if check_like:
        left = left.reindex(right.index)
    if check_index:
        assert_index_equal(left.index, right.index, check_index_type, check_names, obj=f'{obj}.index')
    if check_dtype and left.dtype != right.dtype:
        _differ(f'Attributes of {obj}', 'Attribute "dtype" are different', left.dtype, right.dtype)
    _values(obj, left._values, right._values, left.index, check_exact, rtol, atol)
    if check_names and left.name != right.name:
        _differ(obj, 'Attribute "name" are different', left.name, right.name)


def assert_frame_equal(left, right, check_dtype=True, check_index_type='equiv', check_column_type='equiv', check_frame_type=True, check_less_precise=None, check_names=True, by_blocks=False,
                       check_exact=False, check_datetimelike_compat=False, check_categorical=True, check_like=False, check_freq=True, check_flags=True, rtol=1e-5, atol=1e-8, obj='DataFrame'):
    """An AssertionError unless two tables are equal."""
    from pandas.core.frame import DataFrame
    _of_type(left, right, DataFrame)
    if left.shape != right.shape:
        _differ(obj, f'{obj} shape mismatch', left.shape, right.shape)
    if check_like:
        left = left.reindex(index=right.index, columns=right.columns)
    assert_index_equal(left.index, right.index, check_index_type, check_names, obj=f'{obj}.index')
    assert_index_equal(left.columns, right.columns, check_column_type, check_names, obj=f'{obj}.columns')
    for i, name in enumerate(left.columns):
        where = f'{obj}.iloc[:, {i}] (column name="{name}")'
        assert_series_equal(left.iloc[:, i], right.iloc[:, i], check_dtype, check_names=check_names, check_exact=check_exact, rtol=rtol, atol=atol, obj=where, check_index=False)


def assert_extension_array_equal(left, right, check_dtype=True, index_values=None, check_less_precise=None, check_exact=False, rtol=1e-5, atol=1e-8):
    """An AssertionError unless two arrays of pandas' own are equal."""
    if check_dtype and left.dtype != right.dtype:
        _differ('Attributes of ExtensionArray', 'Attribute "dtype" are different', left.dtype, right.dtype)
    _values('ExtensionArray', left, right, index_values, check_exact, rtol, atol)
