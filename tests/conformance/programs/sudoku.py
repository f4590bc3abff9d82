# A sudoku solver: constraint propagation and search.
GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CELLS = [(r, c) for r in range(9) for c in range(9)]
PEERS = {(r, c): {(r, k) for k in range(9)} | {(k, c) for k in range(9)} |
         {(r // 3 * 3 + i, c // 3 * 3 + j) for i in range(3) for j in range(3)} for r, c in CELLS}
for cell in CELLS:
    PEERS[cell].discard(cell)


def assign(possible, cell, digit):
    possible[cell] = {digit}
    for peer in PEERS[cell]:
        if digit in possible[peer]:
            possible[peer] = possible[peer] - {digit}
            if not possible[peer]:
                return False
            if len(possible[peer]) == 1 and not assign(possible, peer, *possible[peer]):
                return False
    return True


tries = 0


def solve(possible):
    global tries
    open_cells = [c for c in CELLS if len(possible[c]) > 1]
    if not open_cells:
        return possible
    cell = min(open_cells, key=lambda c: (len(possible[c]), c))
    for digit in sorted(possible[cell]):
        tries += 1
        copy = dict(possible)
        if assign(copy, cell, digit) and (result := solve(copy)):
            return result
    return None


possible = {c: set(range(1, 10)) for c in CELLS}
for cell, ch in zip(CELLS, GRID):
    if ch != ".":
        assert assign(possible, cell, int(ch))
solution = solve(possible)
for r in range(9):
    if r % 3 == 0 and r:
        print("------+-------+------")
    row = [str(*solution[r, c]) for c in range(9)]
    print(" | ".join(" ".join(row[i:i + 3]) for i in (0, 3, 6)))
print(all(len({*solution[c]} & {*solution[p]}) == 0 for c in CELLS for p in PEERS[c]))
