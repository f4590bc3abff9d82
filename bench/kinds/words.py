"""Words counted, indexed, ciphered, reversed and laid out in columns."""
import string
from collections import Counter, defaultdict
text = []
x = 42
syll = ['ka', 'lo', 'mi', 'ne', 'ru', 'to', 'za', 'the', 'and', 'ing', 'er', 'st']
for i in range(60000):
    x = (x * 1103515245 + 12345) & 0x7fffffff
    w = syll[(x >> 4) % 12] + syll[(x >> 9) % 12]
    if x & 256: w += syll[(x >> 13) % 12]
    if x % 11 == 0: w = w.capitalize()
    text.append(w + (',' if x % 9 == 0 else '.' if x % 13 == 0 else ''))
text = ' '.join(text)
counts = {}
for word in text.split():
    word = word.strip(string.punctuation).lower()
    if word not in counts:
        counts[word] = 0
    counts[word] += 1
top = sorted(counts.items(), key=lambda kv: (-kv[1], kv[0]))[:5]
print(top)
index = defaultdict(list)
for n, sentence in enumerate(text.split('.')):
    for word in sentence.split():
        index[word.lower().rstrip(',')].append(n)
print(len(index), max(len(v) for v in index.values()))
def caesar(s, k):
    out = ''
    for c in s:
        if 'a' <= c <= 'z':
            out += chr((ord(c) - 97 + k) % 26 + 97)
        elif c.isupper():
            out += chr((ord(c) - 65 + k) % 26 + 65)
        else:
            out += c
    return out
t = caesar(text[:150000], 3)
assert caesar(t, 23) == text[:150000]
print(Counter(text).most_common(3))
def palindrome(w):
    i, j = 0, len(w) - 1
    while i < j:
        if w[i] != w[j]: return False
        i += 1; j -= 1
    return True
print(sum(palindrome(w) for w in text.split()))
lines = []
for i, (w, c) in enumerate(sorted(counts.items())):
    lines.append('%5d %-12s|%6.2f%%' % (i, w, 100 * c / len(counts)))
    lines.append(f'{i:>5} {w:<12}|{c / len(counts):8.3%}')
    lines.append('{:05d} {!r:>14} {}'.format(i, w, w.title()[::-1].center(20, '*')))
print(len('\n'.join(lines)))
vowels = sum(1 for c in text if c in 'aeiou')
print(vowels, ''.join(reversed(text))[:20], text.replace('the', 'THE').count('THE'))
