"""From wide to long and back: wide_to_long, lreshape, from_dummies; nested records made flat: json_normalize."""
import re

import numpy as np

from pandas.core.dtypes import array_of, is_list_like, objects
from pandas.core.missing import missing_in


def named(x):
    return list(x) if is_list_like(x) and not isinstance(x, str) else [x]


def wide_to_long(df, stubnames, i, j, sep='', suffix=r'\d+'):
    """Columns whose names begin alike below one another, the rest of the names as a level of the labels."""
    from pandas.core.reshape.merge import merge
    stubs, keys = named(stubnames), named(i)
    if any(s in df.columns for s in stubs):
        raise ValueError("stubname can't be identical to a column name")
    if df[keys].duplicated().any():
        raise ValueError('the id variables need to uniquely identify each row')
    parts, used = [], []
    for stub in stubs:
        pattern = re.compile(f'^{re.escape(stub)}{re.escape(sep)}{suffix}$')
        columns = [c for c in df.columns if isinstance(c, str) and pattern.match(c)]
        used += columns
        made = df.melt(id_vars=keys, value_vars=columns, value_name=stub.rstrip(sep) if sep else stub, var_name=j)
        ends = [re.sub(re.escape(stub + sep), '', x, count=1) for x in made[j]]
        try:
            made[j] = array_of([int(x) for x in ends])
        except ValueError:
            made[j] = objects(ends)
        parts.append(made.set_index(keys + [j]))
    from pandas.core.reshape.concat import concat
    whole = concat(parts, axis=1)
    rest = [c for c in df.columns if c not in used]
    if len(keys) == 1:
        return joined_below(df[rest], whole, keys, j)
    return merge(df[rest], whole.reset_index(), on=keys).set_index(keys + [j])


def joined_below(ids, whole, keys, j):
    from pandas.core.reshape.merge import merge
    flat = whole.reset_index()
    found = merge(flat, ids, on=keys, how='left') if len(ids.columns) > len(keys) else flat
    rest = [c for c in ids.columns if c not in keys]
    return found.set_index(keys + [j])[rest + list(whole.columns)]


def lreshape(data, groups, dropna=True, label=None):
    """Groups of columns below one another under a name each."""
    from pandas.core.frame import DataFrame
    from pandas.core.reshape.concat import stacked
    lists = {k: list(v) for k, v in groups.items()}
    counts = {len(v) for v in lists.values()}
    if len(counts) != 1:
        raise ValueError('All column lists must be same length')
    k = counts.pop()
    used = {c for v in lists.values() for c in v}
    made = {c: np.concatenate([data[c]._values] * k) for c in data.columns if c not in used}
    made.update({name: stacked([data[c]._values for c in v]) for name, v in lists.items()})
    found = DataFrame(made)
    if dropna:
        keep = np.ones(len(found), bool)
        for name in lists:
            keep &= ~missing_in(found[name]._values)
        found = found._rows(keep).reset_index(drop=True)
    return found


def from_dummies(data, sep=None, default_category=None):
    """Columns of ones and zeros as the categories that they stand for."""
    from pandas.core.frame import DataFrame
    if not hasattr(data, '_columns'):
        raise TypeError(f"Expected 'data' to be a 'DataFrame'; Received 'data' of type: {type(data).__name__}")
    if np.asarray(data.isna()).any():
        raise ValueError(f"Dummy DataFrame contains NA value in column: '{data.columns[int(np.asarray(data.isna().any()).argmax())]}'")
    groups = {}
    if sep is None:
        groups[''] = [(c, c) for c in data.columns]
    else:
        for c in data.columns:
            if sep not in str(c):
                raise ValueError(f'Separator not specified for column: {c}')
            head, _, tail = c.partition(sep)
            groups.setdefault(head, []).append((c, tail))
    made = {}
    for head, pairs in groups.items():
        table = np.array([np.asarray(data[c]._values, bool) for c, _ in pairs]).T
        count = table.sum(axis=1)
        if (count > 1).any():
            raise ValueError(f'Dummy DataFrame contains multi-assignment(s); First instance in row: {data.index[int(np.argmax(count > 1))]}')
        default = default_category.get(head) if isinstance(default_category, dict) else default_category
        if (count == 0).any() and default_category is None:
            raise ValueError(f'Dummy DataFrame contains unassigned value(s); First instance in row: {data.index[int(np.argmax(count == 0))]}')
        labels = [x for _, x in pairs]
        made[head] = objects([labels[int(np.argmax(row))] if n else default for row, n in zip(table, count)])
    return DataFrame(made, index=data.index)


# ---- records ----
def flat(record, sep, deepest, depth=0, prefix=''):
    """A record without records in it: their names put together."""
    out, moved = {}, {}
    for k, v in record.items():
        name = f'{prefix}{sep}{k}' if depth else str(k)
        if isinstance(v, dict) and (deepest is None or depth < deepest):
            moved.update(flat(v, sep, deepest, depth + 1, name))
        else:
            out[name] = v
    return {**out, **moved}


def pulled(record, path, what, errors='raise'):
    found = record
    for k in path:
        try:
            found = found[k]
        except (KeyError, TypeError):
            if errors == 'ignore':
                return np.nan
            raise KeyError(f"Key {KeyError(k)!s} not found. If specifying a record_path, all elements of data should have the path." if what == 'records' else
                           f"Key {KeyError(k)!s} not found. To replace missing values of {KeyError(k)!s} with np.nan, pass in errors='ignore'") from None
    return found


def json_normalize(data, record_path=None, meta=None, meta_prefix=None, record_prefix=None, errors='raise', sep='.', max_level=None):
    """Nested records as a flat table."""
    from pandas.core.frame import DataFrame
    if isinstance(data, dict):
        data = [data]
    elif not is_list_like(data) or isinstance(data, str):
        raise NotImplementedError
    else:
        data = list(data)
    if not data:
        return DataFrame()
    if record_path is None and meta is None:
        return DataFrame([flat(x, sep, max_level) for x in data])
    path = named(record_path) if record_path is not None else []
    metas = [named(m) for m in (meta or [])] if not isinstance(meta, str) else [[meta]]
    rows, sides = [], [[] for _ in metas]
    for record in data:
        walk(record, path, [record], rows, sides, metas, errors)
    found = DataFrame([flat(x, sep, max_level) if isinstance(x, dict) else x for x in rows])
    if record_prefix is not None:
        found = found.rename(columns=lambda c: f'{record_prefix}{c}')
    for m, values in zip(metas, sides):
        name = (meta_prefix or '') + sep.join(m)
        if name in found.columns:
            raise ValueError(f'Conflicting metadata name {name}, need distinguishing prefix ')
        found[name] = array_of(values) if not any(is_list_like(v) for v in values) else objects(values)
        if found[name].dtype.kind in 'iufb':
            found[name] = objects(found[name]._values.tolist())
    return found


def walk(record, path, above, rows, sides, metas, errors):
    """Takes the records at the end of a path, and what stands beside it."""
    inner = pulled(record, [path[0]], 'records') if path else [record]
    if inner is None:
        inner = []
    if not isinstance(inner, list):
        if len(path) <= 1:
            raise TypeError(f'{record} has non list value {inner} for path {path[0]}. Must be list or null.')
        inner = [inner]
    for each in inner:
        if len(path) > 1:
            walk(each, path[1:], above + [each], rows, sides, metas, errors)
            continue
        rows.append(each)
        for m, values in zip(metas, sides):
            values.append(beside(above, m, errors))


def beside(above, path, errors):
    """What a path of names gives in the record at the top, or in those below it that are on the way."""
    return pulled(above[0], path, 'meta', errors)
