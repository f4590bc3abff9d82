"""Backtracking: a sudoku with sets, permutations, queens."""
def solve(board):
    rows = [set() for _ in range(9)]
    cols = [set() for _ in range(9)]
    boxes = [set() for _ in range(9)]
    empty = []
    for r in range(9):
        for c in range(9):
            v = board[r][c]
            if v == 0:
                empty.append((r, c))
            else:
                rows[r].add(v); cols[c].add(v); boxes[r // 3 * 3 + c // 3].add(v)
    steps = 0
    def go(i):
        nonlocal steps
        if i == len(empty):
            return True
        r, c = empty[i]
        b = r // 3 * 3 + c // 3
        for v in range(1, 10):
            if v not in rows[r] and v not in cols[c] and v not in boxes[b]:
                steps += 1
                board[r][c] = v
                rows[r].add(v); cols[c].add(v); boxes[b].add(v)
                if go(i + 1):
                    return True
                rows[r].discard(v); cols[c].discard(v); boxes[b].remove(v)
                board[r][c] = 0
        return False
    go(0)
    return steps
puzzle = '530070000600195000098000060800060003400803001700020006060000280000419005000080079'
board = [[int(puzzle[r * 9 + c]) for c in range(9)] for r in range(9)]
total = 0
for _ in range(30):
    total += solve([row[:] for row in board])
print(total)
hard = '000000907000420180000705026100904000050000040000507009920108000034059000507000000'
b2 = [[int(hard[r * 9 + c]) for c in range(9)] for r in range(9)]
print(solve(b2), ''.join(map(str, b2[0])))
def permutations(xs):
    if len(xs) <= 1:
        return [xs]
    out = []
    for i, x in enumerate(xs):
        for rest in permutations(xs[:i] + xs[i + 1:]):
            out.append([x] + rest)
    return out
print(len(permutations(list(range(8)))))
def queens(n, row=0, cols=(), d1=(), d2=()):
    if row == n:
        return 1
    return sum(queens(n, row + 1, cols + (c,), d1 + (row + c,), d2 + (row - c,))
               for c in range(n) if c not in cols and row + c not in d1 and row - c not in d2)
print(queens(8))
