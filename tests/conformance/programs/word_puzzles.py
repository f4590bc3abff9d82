# Word search in a grid, hangman by frequency, and a crossword check.
GRID = ["perchx", "yeaxsn", "tasidk", "hniexe", "oagtxs", "nlooop"]
WORDS = ["perch", "python", "loop", "seal", "die"]
DIRECTIONS = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]


def find(word):
    for r, row in enumerate(GRID):
        for c, _ in enumerate(row):
            for dr, dc in DIRECTIONS:
                er, ec = r + dr * (len(word) - 1), c + dc * (len(word) - 1)
                if 0 <= er < len(GRID) and 0 <= ec < len(row):
                    if all(GRID[r + dr * i][c + dc * i] == ch for i, ch in enumerate(word)):
                        return (r, c), (er, ec)
    return None


for w in WORDS:
    print(w, find(w))

DICTIONARY = "apple grape peach melon lemon mango berry plums olive".split()


def hangman(secret, lives=6):
    shown, guesses = "_" * len(secret), []
    while "_" in shown and lives:
        fits = [w for w in DICTIONARY if len(w) == len(secret) and all(s in ("_", c) and (s != "_" or c not in guesses) for s, c in zip(shown, w))]
        letters = {}
        for w in fits:
            for c in set(w) - set(guesses):
                letters[c] = letters.get(c, 0) + 1
        guess = min(letters, key=lambda c: (-letters[c], c))
        guesses.append(guess)
        if guess in secret:
            shown = "".join(c if c in guesses else "_" for c in secret)
        else:
            lives -= 1
    return shown, "".join(guesses), lives


for secret in ("lemon", "plums", "olive"):
    print(secret, hangman(secret))
scrabble = {c: v for v, cs in {1: "aeioulnstr", 2: "dg", 3: "bcmp", 4: "fhvwy", 5: "k", 8: "jx", 10: "qz"}.items() for c in cs}
print(sorted(((sum(scrabble[c] for c in w), w) for w in DICTIONARY), reverse=True)[:4])
pig = lambda w: w + "way" if w[0] in "aeiou" else (lambda i: w[i:] + w[:i] + "ay")(next(i for i, c in enumerate(w) if c in "aeiou"))
print([pig(w) for w in DICTIONARY])
