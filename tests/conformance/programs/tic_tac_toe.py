# Tic-tac-toe with perfect play by minimax.
from functools import lru_cache

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(board):
    for a, b, c in LINES:
        if board[a] != " " and board[a] == board[b] == board[c]:
            return board[a]


@lru_cache(maxsize=None)
def best(board, player):
    if w := winner(board):
        return (1 if w == "X" else -1), None
    moves = [i for i, c in enumerate(board) if c == " "]
    if not moves:
        return 0, None
    pick = max if player == "X" else min
    other = "O" if player == "X" else "X"
    return pick(((best(board[:m] + player + board[m + 1:], other)[0], m) for m in moves), key=lambda t: t[0])


def show(board):
    return "\n-+-+-\n".join("|".join(board[r:r + 3]) for r in (0, 3, 6))


board, player = " " * 9, "X"
while best(board, player)[1] is not None:
    m = best(board, player)[1]
    board = board[:m] + player + board[m + 1:]
    player = "XO"[player == "X"]
print(show(board))
print("winner:", winner(board) or "nobody")
print(best.cache_info().currsize, best("XX OO    ", "X"), best("XX OO    ", "O"))
