"""Files of the Matrix Market: mmread, mmwrite, mminfo."""
import numpy as np

_FIELDS = {'integer': np.int64, 'real': np.float64, 'double': np.float64, 'complex': np.complex128, 'pattern': np.float64}


def _text(source):
    if hasattr(source, 'read'):
        whole = source.read()
        return (whole.decode('latin1') if isinstance(whole, bytes) else whole).splitlines()
    import os
    source = os.fspath(source)
    for name in (source, source + '.mtx'):
        if os.path.exists(name):
            with open(name, encoding='latin1') as file:
                return file.read().splitlines()
    raise FileNotFoundError(2, 'No such file or directory', source)


def _head(lines):
    """(what the first line says, the sizes, the lines behind)."""
    words = lines[0].split() if lines else []
    if len(words) != 5 or words[0] != '%%MatrixMarket':
        raise ValueError('source is not in Matrix Market format')
    if words[1].lower() != 'matrix':
        raise ValueError('Problem reading file header: ' + lines[0])
    form, field, symmetry = (w.lower() for w in words[2:])
    form = {'array': 'array', 'coordinate': 'coordinate'}.get(form, form)
    rest = [line for line in lines[1:] if line.strip() and not line.startswith('%')]
    sizes = [int(x) for x in rest[0].split()] if rest else []
    if len(sizes) != (2 if form == 'array' else 3):
        raise ValueError('Header line not of length %d' % (2 if form == 'array' else 3))
    return form, field, symmetry, sizes, rest[1:]


def mminfo(source):
    """(rows, columns, entries, format, field, symmetry)."""
    form, field, symmetry, sizes, _ = _head(_text(source))
    return sizes[0], sizes[1], sizes[0] * sizes[1] if form == 'array' else sizes[2], form, field, symmetry


def mmread(source):
    """A matrix of the file: sparse by coordinates, or an array."""
    form, field, symmetry, sizes, lines = _head(_text(source))
    kind = _FIELDS[field]
    table = [line.split() for line in lines]
    mirror = {'symmetric': lambda v: v, 'skew-symmetric': lambda v: -v, 'hermitian': np.conj}.get(symmetry)
    number = (lambda words: complex(float(words[0]), float(words[1]))) if field == 'complex' else (lambda words: float(words[0]) if kind is np.float64 else int(words[0]))
    if form == 'coordinate':
        from scipy.sparse import coo_matrix
        rows, columns = (np.array([int(words[k]) - 1 for words in table], dtype=np.int32) for k in (0, 1))
        values = np.ones(len(table)) if field == 'pattern' else np.array([number(words[2:]) for words in table], dtype=kind)
        if mirror is not None:
            off = rows != columns
            rows, columns, values = np.concatenate([rows, columns[off]]), np.concatenate([columns, rows[off]]), np.concatenate([values, mirror(values[off])])
        return coo_matrix((values, (rows, columns)), shape=tuple(sizes[:2]), dtype=kind)
    values, made = iter(number(words) for words in table), np.zeros(sizes[:2], dtype=kind)
    for j in range(sizes[1]):
        for i in range(j + (symmetry == 'skew-symmetric') if mirror is not None else 0, sizes[0]):
            made[i, j] = next(values)
            if mirror is not None and i != j:
                made[j, i] = mirror(made[i, j])
    return made


def mmwrite(target, a, comment='', field=None, precision=None, symmetry=None):
    """Writes a matrix, sparse or not."""
    sparse = hasattr(a, 'tocoo')
    a = a.tocoo() if sparse else np.asarray(a)
    if a.ndim != 2:
        raise ValueError('Expected 2 dimensional array')
    kind = a.dtype.kind
    field = field or {'i': 'integer', 'u': 'integer', 'b': 'integer', 'f': 'real', 'c': 'complex'}[kind]
    precision = (8 if a.dtype.itemsize == 4 and kind == 'f' else 15 if sparse else 16) if precision is None else precision
    shown = {'integer': lambda x: '%i' % x, 'real': lambda x: f'{x:.{precision}e}', 'complex': lambda x: f'{x.real:.{precision}e} {x.imag:.{precision}e}', 'pattern': lambda x: ''}[field]
    symmetry = symmetry or 'general'
    lines = ['%%MatrixMarket matrix ' + ('coordinate' if sparse else 'array') + f' {field} {symmetry}', *('%' + line for line in comment.split('\n'))]
    if sparse:
        lines.append(f'{a.shape[0]} {a.shape[1]} {a.nnz}')
        lines += [f'{i + 1} {j + 1} {shown(x)}'.rstrip() for i, j, x in zip(a.row.tolist(), a.col.tolist(), a.data.tolist())]
    else:
        lines.append(f'{a.shape[0]} {a.shape[1]}')
        lines += [shown(x) for x in a.T.ravel().tolist()]
    text = '\n'.join(lines) + '\n'
    if hasattr(target, 'write'):
        target.write(text.encode('latin1'))
        return
    import os
    target = os.fspath(target)
    with open(target if target.endswith('.mtx') else target + '.mtx', 'w', encoding='latin1') as file:
        file.write(text)
