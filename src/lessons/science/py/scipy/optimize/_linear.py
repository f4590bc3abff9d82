"""linprog and milp: linear functions over linear constraints, by the simplex method; whole numbers by branching."""
import numpy as np

from scipy.optimize._constrained import LinearConstraint
from scipy.optimize._result import OptimizeResult

_TINY = 1e-9


def _pivoted(table, basis, costs, most):
    """Pivots until no cost is below 0: 0 done, 3 there is no least; Bland's choice, so that none comes again."""
    rounds = 0
    while rounds < most:
        reduced = costs - costs[basis] @ table[:, :-1]
        entering = np.flatnonzero(reduced < -_TINY)
        if not len(entering):
            return 0, rounds
        j = int(entering[np.argmin(reduced[entering])]) if rounds < 50 else int(entering[0])
        column = table[:, j]
        rows = np.flatnonzero(column > _TINY)
        if not len(rows):
            return 3, rounds
        ratios = table[rows, -1] / column[rows]
        least = ratios.min()
        tied = rows[ratios <= least + 1e-12]
        i = int(tied[np.argmin([basis[r] for r in tied])])
        table[i] /= table[i, j]
        others = np.arange(len(table)) != i
        table[others] -= np.outer(table[others, j], table[i])
        basis[i] = j
        rounds += 1
    return 1, rounds


def _least(c, A, b):
    """(status, x, multipliers, pivots) of the least c x with A x = b, x >= 0."""
    m, n = A.shape
    sign = np.where(b < 0, -1.0, 1.0)
    table = np.concatenate([A * sign[:, None], np.eye(m), (b * sign)[:, None]], axis=1)
    basis, most = list(range(n, n + m)), 200 * (m + n) + 1000
    _, first = _pivoted(table, basis, np.r_[np.zeros(n), np.ones(m)], most)
    if table[[i for i in range(m) if basis[i] >= n], -1].sum() > 1e-7 * max(1.0, np.abs(b).max(initial=0)):
        return 2, None, None, first
    for i in range(m):                      # (what was only to begin with goes, where it can)
        if basis[i] >= n:
            able = np.flatnonzero(np.abs(table[i, :n]) > 1e-8)
            if len(able):
                j = int(able[0])
                table[i] /= table[i, j]
                others = np.arange(m) != i
                table[others] -= np.outer(table[others, j], table[i])
                basis[i] = j
    costs = np.r_[c, np.full(m, 0.0)]
    kept = [i for i in range(m) if basis[i] < n]
    small, held = table[np.ix_(kept, [*range(n), n + m])], [basis[i] for i in kept]
    status, second = _pivoted(small, held, np.asarray(c, float), most)
    if status:
        return status, None, None, first + second
    x = np.zeros(n)
    x[held] = small[:, -1]
    multipliers = np.linalg.lstsq(A[:, held].T, np.asarray(c)[held], rcond=None)[0] if held else np.zeros(m)
    return 0, x, multipliers, first + second


_SAID = {0: 'Optimization terminated successfully. (HiGHS Status 7: Optimal)', 1: 'Iteration limit reached. (HiGHS Status 14: Iteration limit reached)',
         2: 'The problem is infeasible. (HiGHS Status 8: model_status is Infeasible; primal_status is At lower/fixed bound)',
         3: 'The problem is unbounded. (HiGHS Status 10: model_status is Unbounded; primal_status is At upper bound)'}


def _cleaned(c, A_ub, b_ub, A_eq, b_eq, bounds):
    c = np.atleast_1d(np.squeeze(np.asarray(c, dtype=float)))
    n = c.size
    if c.ndim != 1:
        raise ValueError('Invalid input for linprog: c must be a 1-D array and must not have more than one non-singleton dimension')
    made = [c]
    for A, b, name in ((A_ub, b_ub, 'ub'), (A_eq, b_eq, 'eq')):
        A = np.zeros((0, n)) if A is None else np.atleast_2d(np.asarray(A.toarray() if hasattr(A, 'toarray') else A, dtype=float))
        b = np.zeros(0) if b is None else np.atleast_1d(np.squeeze(np.asarray(b, dtype=float)))
        if A.ndim != 2 or A.shape[1] != n:
            raise ValueError(f'Invalid input for linprog: A_{name} must have exactly two dimensions, and the number of columns in A_{name} must be equal to the size of c')
        if b.shape != (len(A),):
            raise ValueError(f'Invalid input for linprog: b_{name} must be a 1-D array; b_{name} must not have more than one non-singleton dimension and the number of rows in A_{name} must equal the number of values in b_{name}')
        made += [A, b]
    if hasattr(bounds, 'lb'):
        bounds = list(zip(np.broadcast_to(bounds.lb, n), np.broadcast_to(bounds.ub, n)))
    pairs = [(0, None)] * n if bounds is None else [tuple(bounds)] * n if len(bounds) == 2 and not np.ndim(bounds[0]) and not isinstance(bounds[0], (tuple, list)) else [tuple(x) for x in bounds]
    pairs = pairs * n if len(pairs) == 1 else pairs
    if len(pairs) != n:
        raise ValueError(f'Invalid input for linprog: unable to interpret bounds with this dimension tuple: {np.shape(bounds)}.')
    low = np.array([-np.inf if a is None else a for a, _ in pairs], dtype=float)
    high = np.array([np.inf if b is None else b for _, b in pairs], dtype=float)
    return *made, low, high


def _solved(c, A_ub, b_ub, A_eq, b_eq, low, high):
    """(status, x, pivots, multipliers of A_ub, A_eq, of lower bounds, of upper bounds)."""
    n = len(c)
    if np.any(low > high):
        return 2, None, 0, None, None, None, None
    below = np.isfinite(low)
    above = ~below & np.isfinite(high)          # (only a bound above: counted down from there)
    free = ~below & ~above
    sign, start = np.where(above, -1.0, 1.0), np.where(below, low, np.where(above, high, 0.0))
    start = np.where(np.isfinite(start), start, 0.0)
    both = np.flatnonzero(below & np.isfinite(high))
    limits = np.zeros((len(both), n))
    limits[np.arange(len(both)), both] = 1
    rows = np.concatenate([A_ub, limits]) * sign
    right = np.r_[b_ub - A_ub @ start, high[both] - start[both]]
    k = len(rows)
    wide = np.concatenate([rows, -rows[:, free], np.eye(k)], axis=1)
    tall = np.concatenate([A_eq * sign, -(A_eq * sign)[:, free], np.zeros((len(A_eq), k))], axis=1)
    status, y, multipliers, rounds = _least(np.r_[c * sign, -(c * sign)[free], np.zeros(k)], np.concatenate([wide, tall]), np.r_[right, b_eq - A_eq @ start])
    if status:
        return status, None, rounds, None, None, None, None
    x = y[:n].copy()
    x[free] -= y[n:n + free.sum()]
    x = start + sign * x
    ub, eq = multipliers[:len(A_ub)], multipliers[k:]
    ub, eq, x = (np.where(np.abs(a) < 1e-13 * max(1.0, np.abs(a).max(initial=0)), 0.0, a) for a in (ub, eq, x))
    reduced = c - A_ub.T @ ub - A_eq.T @ eq
    lower = np.where(below & (np.abs(x - low) < 1e-9) & (reduced > 0), reduced, 0.0)
    upper = np.where(np.isfinite(high) & (np.abs(x - high) < 1e-9) & (reduced < 0), reduced, 0.0)
    return 0, x, rounds, ub, eq, lower, upper


def _whole(given, which, most=20000):
    """The least point of which some numbers are whole: halves of the problem, the better first, until none is better."""
    best, stack, rounds, seen = (np.inf, None), [(given[5], given[6])], 0, 0
    status = 2
    while stack and seen < most:
        low, high = stack.pop()
        seen += 1
        how, x, pivots, *_ = _solved(*given[:5], low, high)
        rounds += pivots
        if how == 3:
            return 3, None, rounds, seen
        if how or given[0] @ x >= best[0] - 1e-9:
            continue
        off = np.where(which, np.abs(x - np.round(x)), 0.0)
        j = int(np.argmax(off))
        if off[j] < 1e-6:
            x = np.where(which, np.round(x), x)
            best, status = (float(given[0] @ x), x), 0
            continue
        less, more = high.copy(), low.copy()
        less[j], more[j] = np.floor(x[j]), np.ceil(x[j])
        sides = [(low, less), (more, high)]
        stack += sides if x[j] - np.floor(x[j]) > 0.5 else sides[::-1]
    return status, best[1], rounds, seen


def linprog(c, A_ub=None, b_ub=None, A_eq=None, b_eq=None, bounds=None, method='highs', callback=None, options=None, x0=None, integrality=None):
    """The least c @ x with A_ub @ x <= b_ub, A_eq @ x == b_eq, within bounds (0 and more where none are given)."""
    if method not in ('highs', 'highs-ds', 'highs-ipm', 'simplex', 'revised simplex', 'interior-point'):
        raise ValueError(f"Unknown solver '{method}'")
    given = _cleaned(c, A_ub, b_ub, A_eq, b_eq, bounds)
    c, A_ub, b_ub, A_eq, b_eq, low, high = given
    nodes = 0
    if integrality is not None and np.any(integrality):
        status, x, rounds, nodes = _whole(given, np.broadcast_to(np.asarray(integrality) > 0, c.shape))
        ub, eq, lower, upper = (np.zeros(len(a)) for a in (A_ub, A_eq, c, c))
    else:
        status, x, rounds, ub, eq, lower, upper = _solved(*given)
    there = x is not None
    part = lambda residual, marginals: OptimizeResult(residual=residual if there else None, marginals=marginals if there else None)
    return OptimizeResult(x=x, slack=_rest(A_ub, x, b_ub) if there else None, con=b_eq - A_eq @ x if there else None, ineqlin=part(_rest(A_ub, x, b_ub) if there else None, ub), eqlin=part(b_eq - A_eq @ x if there else None, eq),
                          lower=part(x - low if there else None, lower), upper=part(high - x if there else None, upper), fun=float(c @ x) if there else None, status=status, success=status == 0, message=_SAID[status],
                          nit=rounds, crossover_nit=0, **({'mip_node_count': nodes, 'mip_dual_bound': float(c @ x) if nodes else 0.0, 'mip_gap': 0.0} if there else {}))


def _rest(A, x, b):
    """What is left of b, without rounding's dust."""
    found = b - A @ x
    return np.where(np.abs(found) < 1e-12 * (1 + np.abs(b)), 0.0, found)


def milp(c, *, integrality=None, bounds=None, constraints=None, options=None):
    """The least c @ x where constraints hold and some numbers are whole."""
    c = np.atleast_1d(np.asarray(c, dtype=float))
    rows, right, same, equal = [np.zeros((0, c.size))], [np.zeros(0)], [np.zeros((0, c.size))], [np.zeros(0)]
    for one in [] if constraints is None else [constraints] if isinstance(constraints, LinearConstraint) else [x if isinstance(x, LinearConstraint) else LinearConstraint(*x) for x in (constraints if isinstance(constraints, list) or isinstance(constraints[0], LinearConstraint) else [constraints])]:
        lb, ub = np.broadcast_to(one.lb, len(one.A)), np.broadcast_to(one.ub, len(one.A))
        fixed = lb == ub
        same.append(one.A[fixed])
        equal.append(ub[fixed])
        for A, b in ((one.A[np.isfinite(ub) & ~fixed], ub[np.isfinite(ub) & ~fixed]), (-one.A[np.isfinite(lb) & ~fixed], -lb[np.isfinite(lb) & ~fixed])):
            rows.append(A)
            right.append(b)
    found = linprog(c, np.concatenate(rows), np.concatenate(right), np.concatenate(same), np.concatenate(equal), bounds, integrality=integrality)
    names = ('status', 'message', 'success', 'x', 'fun', 'mip_node_count', 'mip_dual_bound', 'mip_gap')
    return OptimizeResult({name: found.get(name) for name in names})
