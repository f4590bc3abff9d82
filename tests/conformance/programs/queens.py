# Eight queens by backtracking, as a generator.
def queens(n, row=0, columns=(), down=frozenset(), up=frozenset()):
    if row == n:
        yield columns
        return
    for c in range(n):
        if c not in columns and row - c not in down and row + c not in up:
            yield from queens(n, row + 1, columns + (c,), down | {row - c}, up | {row + c})


def board(solution):
    n = len(solution)
    return "\n".join(" ".join("Q" if solution[r] == c else "." for c in range(n)) for r in range(n))


print([sum(1 for _ in queens(n)) for n in range(1, 8)])
first = next(queens(8))
print(first)
print(board(first))
symmetric = {s for s in queens(6)} == {tuple(5 - c for c in s) for s in queens(6)}
print(symmetric)
