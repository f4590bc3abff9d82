# Classical ciphers and a frequency attack.
from string import ascii_lowercase as ABC


def caesar(text, shift):
    table = str.maketrans(ABC + ABC.upper(), ABC[shift:] + ABC[:shift] + ABC[shift:].upper() + ABC[:shift].upper())
    return text.translate(table)


def vigenere(text, key, sign=1):
    out, i = [], 0
    for ch in text:
        if ch.isalpha():
            base = ord("A") if ch.isupper() else ord("a")
            k = ord(key[i % len(key)].lower()) - ord("a")
            out.append(chr((ord(ch) - base + sign * k) % 26 + base))
            i += 1
        else:
            out.append(ch)
    return "".join(out)


def crack(cipher):
    freq = "etaoinshrdlcumwfgypbvkjxqz"
    def score(text):
        return sum(26 - freq.index(c) for c in text.lower() if c in freq)
    return max(range(26), key=lambda s: score(caesar(cipher, s)))


message = "Meet me at the old bridge tonight; bring the letters."
secret = caesar(message, 7)
print(secret)
print(crack(secret), caesar(secret, crack(secret)) == message)
v = vigenere(message, "Lemon")
print(v, vigenere(v, "Lemon", -1) == message)
rot13 = lambda s: caesar(s, 13)
print(rot13(rot13("Hello, World!")), rot13("Hello, World!"))
morse = dict(zip("abcde", [".-", "-...", "-.-.", "-..", "."]))
back = {v: k for k, v in morse.items()}
print(" ".join(morse[c] for c in "decade"), "".join(back[m] for m in "-.. . .- -..".split()))
