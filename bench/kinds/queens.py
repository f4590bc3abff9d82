"""Eight to nine queens, three ways a lesson shows them: recursion over sets, permutations, a generator of boards."""
from itertools import permutations


def solve(n, row=0, columns=frozenset(), left=frozenset(), right=frozenset()):
    if row == n:
        return 1
    found = 0
    for column in range(n):
        if column in columns or row + column in left or row - column in right:
            continue
        found += solve(n, row + 1, columns | {column}, left | {row + column}, right | {row - column})
    return found


def boards(n, placed=()):
    if len(placed) == n:
        yield placed
        return
    for column in range(n):
        if all(column != other and abs(column - other) != len(placed) - row for row, other in enumerate(placed)):
            yield from boards(n, placed + (column,))


def by_permutations(n):
    columns = range(n)
    return sum(1 for p in permutations(columns) if n == len({p[i] + i for i in columns}) == len({p[i] - i for i in columns}))


def drawn(board):
    return "\n".join(" ".join("Q" if column == at else "." for column in range(len(board))) for at in board)


print(solve(9))
found = list(boards(8))
print(len(found))
print(drawn(found[0]))
print(by_permutations(8))
print(sum(drawn(board).count("Q") for board in found))
