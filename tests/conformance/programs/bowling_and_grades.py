# Small school programs: scores, grades, leap years, FizzBuzz, anagrams.
def bowling(rolls):
    score, i = 0, 0
    for _ in range(10):
        if rolls[i] == 10:
            score += sum(rolls[i:i + 3])
            i += 1
        elif rolls[i] + rolls[i + 1] == 10:
            score += sum(rolls[i:i + 3])
            i += 2
        else:
            score += rolls[i] + rolls[i + 1]
            i += 2
    return score


print(bowling([10] * 12), bowling([9, 0] * 10), bowling([5] * 21), bowling([10, 7, 3, 9, 0, 10, 0, 8, 8, 2, 0, 6, 10, 10, 10, 8, 1]))


def grade(points):
    for least, letter in ((90, "A"), (80, "B"), (70, "C"), (60, "D")):
        if points >= least:
            return letter + ("+" if points % 10 >= 7 or points == 100 else "-" if points % 10 < 3 else "")
    return "F"


students = {"Ann": [92, 88, 95], "Bob": [75, 64, 70], "Cid": [55, 48, 61], "Dee": [100, 97, 99]}
for name, points in sorted(students.items(), key=lambda kv: -sum(kv[1])):
    mean = sum(points) / len(points)
    print(f"{name:<5}{mean:6.2f} {grade(mean):<3}{'#' * round(mean / 5)}")
print(*("FizzBuzz" if n % 15 == 0 else "Fizz" if n % 3 == 0 else "Buzz" if n % 5 == 0 else n for n in range(1, 21)))
leap = lambda y: y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)
print([y for y in (1900, 2000, 2023, 2024, 2100) if leap(y)])
groups = {}
for w in "listen silent enlist google elgoog abc cab".split():
    groups.setdefault("".join(sorted(w)), []).append(w)
print([g for g in groups.values() if len(g) > 1])
temps = [(c, c * 9 / 5 + 32) for c in range(-10, 31, 10)]
for c, f in temps:
    print(f"{c:>4}°C = {f:>5.1f}°F")
pascal = [[1]]
for _ in range(6):
    pascal.append([a + b for a, b in zip([0] + pascal[-1], pascal[-1] + [0])])
for row in pascal:
    print(" ".join(f"{n:2}" for n in row).center(20).rstrip())
change, amount = {}, 289
for coin in (100, 50, 20, 10, 5, 2, 1):
    change[coin], amount = divmod(amount, coin)
print({c: n for c, n in change.items() if n})
vowels = sum(ch in "aeiou" for ch in "programming is fun")
print(vowels, "level" == "level"[::-1], " ".join(reversed("one two three".split())), sum(int(d) for d in str(2 ** 100)))
