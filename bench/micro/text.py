"""Text of every width: 1, 2 and 4 bytes a character, short and long."""
import re

a = "The quick brown fox jumps over the lazy dog, again and again. " * 40
l1 = "Élan vital, garçon, naïve façade; à bientôt, Übergrößenträger. " * 40
w2 = "Быстрая бурая лиса прыгает через ленивую собаку, снова и снова. " * 40
cj = "我能吞下玻璃而不伤身体，今天天气很好。漢字かな交じり文、" * 60
em = "smile 😀 rocket 🚀 wave 👋 flag 🏁 plain text between them; " * 40
s2, s2b, s4 = "привет мир", "привет мис", "hi 😀 there"
ab, l1b, w2b, cjb, emb = (t.encode() for t in (a, l1, w2, cj, em))
w2x, emx = w2[:-1] + "ё", em[:-1] + "🦊"
w2y = w2 + ""
w2z = "".join(list(w2))
words2 = w2.split()
wordsa = a.split()
u16, u32 = w2.encode("utf-16"), w2.encode("utf-32")
mv = memoryview(ab)
mv2 = memoryview(bytes(ab))
ba = bytearray(ab)
lines2 = "\n".join(words2)
word_re = re.compile(r"\w+")
cyr_re = re.compile("[а-я]+")
lit_re = re.compile("собаку")
alt_re = re.compile("лиса|собаку|снова")
ci_re = re.compile("ЛЕНИВУЮ", re.I)
space_re = re.compile(r"\s+")
emo_re = re.compile("[😀-🙏🚀]")
table = {ord("а"): "a", ord("б"): "b", ord("и"): None}
bad8 = w2b.replace(b" ", b"\xff")

ROWS = r"""
encode ascii             | a.encode()
encode latin1            | l1.encode()
encode cyrillic          | w2.encode()
encode cjk               | cj.encode()
encode emoji             | em.encode()
encode short cyrillic    | s2.encode()
encode short emoji       | s4.encode()
encode latin-1 codec     | l1.encode("latin-1")
encode utf-16            | w2.encode("utf-16")
encode utf-32            | w2.encode("utf-32")
encode ascii ignore      | l1.encode("ascii", "ignore")
encode ascii replace     | w2.encode("ascii", "replace")
encode surrogateescape   | w2.encode("utf-8", "surrogateescape")
decode ascii             | ab.decode()
decode latin1            | l1b.decode()
decode cyrillic          | w2b.decode()
decode cjk               | cjb.decode()
decode emoji             | emb.decode()
decode latin-1 codec     | l1b.decode("latin-1")
decode utf-16            | u16.decode("utf-16")
decode utf-32            | u32.decode("utf-32")
decode utf-8 ignore      | bad8.decode("utf-8", "ignore")
find char late cyr       | w2x.find("ё")
find char late cjk       | cj.find("Z")
find char late emoji     | emx.find("🦊")
find word late cyr       | w2x.find("снова ё")
find word absent cyr     | w2.find("собакуу")
find word absent cjk     | cj.find("今天很好")
find word absent emoji   | em.find("rocket 👋")
find ascii in cyr        | w2.find("hello")
find word absent ascii   | a.find("lazy dogs")
rfind absent cyr         | w2.rfind("собакуу")
rfind absent ascii       | a.rfind("lazy dogs")
in char cyr              | "ё" in w2
in word cyr              | "собакуу" in w2
in short cyr             | "мир" in s2
count char ascii         | a.count("e")
count char cyr           | w2.count("а")
count word cyr           | w2.count("снова")
count word emoji         | em.count("wave")
replace char ascii       | a.replace("e", "E")
replace char cyr         | w2.replace("а", "о")
replace word ascii       | a.replace("quick", "slow")
replace word cyr         | w2.replace("лиса", "кошка")
replace widen            | a.replace("fox", "лиса")
replace narrow           | em.replace("😀", "")
split ascii              | a.split()
split cyr                | w2.split()
split cjk                | cj.split()
split emoji              | em.split()
split sep ascii          | a.split(",")
split sep cyr            | w2.split(",")
split sep space cyr      | w2.split(" ")
rsplit cyr               | w2.rsplit()
split word sep cyr       | w2.split("снова")
splitlines ascii         | a.splitlines()
splitlines cyr           | lines2.splitlines()
partition cyr            | w2.partition("собаку")
upper ascii              | a.upper()
upper latin1             | l1.upper()
upper cyr                | w2.upper()
upper emoji              | em.upper()
lower cyr                | w2.lower()
lower cjk                | cj.lower()
casefold ascii           | a.casefold()
casefold cyr             | w2.casefold()
casefold latin1          | l1.casefold()
swapcase cyr             | w2.swapcase()
title cyr                | w2.title()
capitalize cyr           | w2.capitalize()
title ascii              | a.title()
swapcase ascii           | a.swapcase()
upper short cyr          | s2.upper()
isalpha cyr              | words2[0].isalpha()
isalpha ascii            | "alphabetic".isalpha()
isalnum cyr              | words2[0].isalnum()
isupper cyr              | words2[0].isupper()
islower cyr              | words2[1].islower()
isspace cyr              | w2.isspace()
isprintable cyr          | w2.isprintable()
isprintable ascii        | a.isprintable()
isidentifier cyr         | words2[1].isidentifier()
isdigit arabic           | "٣٤٥٦".isdigit()
int of arabic digits     | int("٣٤٥٦")
isascii cyr              | w2.isascii()
strip cyr                | w2.strip()
strip chars cyr          | w2.strip("Бы .")
startswith cyr           | w2.startswith("Быстр")
endswith cyr             | w2.endswith("снова. ")
removeprefix cyr         | w2.removeprefix("Быстрая")
index cyr                | w2[100]
index ascii              | a[100]
index cjk                | cj[100]
index emoji              | em[6]
slice cyr                | w2[10:60]
slice emoji narrow       | em[0:5]
slice long cyr           | w2[1:]
slice step cyr           | w2[::2]
slice reverse cyr        | w2[::-1]
slice reverse ascii      | a[::-1]
iterate ascii            | for c in a: pass
iterate cyr              | for c in w2: pass
iterate emoji            | for c in em: pass
list of cyr              | list(w2)
list of ascii            | list(a)
set of cyr               | set(w2)
sorted cyr               | sorted(w2)
dict count cyr           | d = {} ;; for c in s2: d[c] = d.get(c, 0) + 1
ord loop cyr             | [ord(c) for c in s2]
chr loop cyr             | [chr(c) for c in range(0x410, 0x430)]
chr cjk                  | chr(0x6c49)
eq same cyr              | w2 == w2z
eq short cyr             | s2 == s2b
lt short cyr             | s2 < s2b
lt long cyr              | w2 < w2x
max of words cyr         | max(words2)
sort words cyr           | sorted(words2)
sort words ascii         | sorted(wordsa)
hash fresh cyr           | hash(w2 + "!")
concat cyr               | s2 + s2b
concat mix               | a + s2
repeat cyr               | s2 * 100
repeat char cyr          | "ж" * 500
join words cyr           | " ".join(words2)
join chars cyr           | "".join(list(s2))
join generator           | "".join(w for w in words2)
append cyr               | s = "" ;; for c in s2: s += c
center cyr               | s2.center(40)
ljust cyr                | s2.ljust(40, "·")
zfill                    | "123".zfill(10)
expandtabs cyr           | "один\tдва\tтри".expandtabs()
translate cyr            | w2.translate(table)
translate ascii          | a.translate({101: "E"})
maketrans                | str.maketrans("абв", "abv")
translate bytes          | ab.translate(None, b"aeiou")
format cyr               | "{} и {}".format(s2, s2b)
format width cyr         | "{:>20}|{:<20}".format(s2, s2b)
fstring cyr              | f"{s2} и {s2b}: {42}"
fstring width cyr        | f"{s2:>20}|{s2b:^20}"
percent cyr              | "%s и %s: %d" % (s2, s2b, 42)
repr cyr                 | repr(s2)
repr long cyr            | repr(w2)
repr ascii               | repr(a)
ascii cyr                | ascii(w2)
str of bytes             | str(ab, "utf-8")
casefold eq              | s2.casefold() == s2b.casefold()
re findall words cyr     | word_re.findall(w2)
re findall class cyr     | cyr_re.findall(w2)
re search literal cyr    | lit_re.search(w2)
re findall alt cyr       | alt_re.findall(w2)
re findall ignorecase    | ci_re.findall(w2)
re split cyr             | space_re.split(w2)
re sub cyr               | word_re.sub("x", w2)
re sub func cyr          | cyr_re.sub(lambda m: m[0][::-1], w2)
re findall emoji         | emo_re.findall(em)
re findall words ascii   | word_re.findall(a)
re match short cyr       | word_re.match(s2)
bytes eq memoryview      | mv == ab
memoryview eq            | mv == mv2
memoryview slice         | mv[10:50]
memoryview tobytes       | mv.tobytes()
memoryview index         | mv[100]
bytes find               | ab.find(b"lazy dogs")
bytes count              | ab.count(b"again")
bytes replace            | ab.replace(b"quick", b"slow")
bytes split              | ab.split()
bytes split sep          | ab.split(b",")
bytes join               | b" ".join([b"a", b"bc", b"def"])
bytes upper              | ab.upper()
bytes hex                | ab.hex()
bytes fromhex            | bytes.fromhex("00ff10ab" * 50)
bytes index              | ab[100]
bytes slice              | ab[10:60]
bytes iterate            | for c in ab: pass
bytes list               | list(ab)
bytes of list            | bytes([1, 2, 3, 4, 5, 6, 7, 8])
bytes eq                 | ab == w2b
bytes startswith         | ab.startswith(b"The")
bytes strip              | b"  abc  ".strip()
bytes percent            | b"%d-%s" % (42, b"abc")
bytes isalpha            | ab.isalpha()
bytes in                 | b"lazy dogs" in ab
bytes int in             | 200 in ab
bytes repr               | repr(ab)
bytearray append         | b = bytearray() ;; for i in range(20): b.append(i)
bytearray extend         | b = bytearray() ;; for i in range(20): b.extend(b"abc")
bytearray iadd           | b = bytearray() ;; for i in range(20): b += b"abc"
bytearray setitem        | ba[5] = 65
bytearray slice          | ba[10:60]
bytearray find           | ba.find(b"lazy dogs")
bytes concat             | b"abc" + b"def"
int from_bytes           | int.from_bytes(b"\x01\x02\x03\x04", "big")
int to_bytes             | (123456).to_bytes(4, "little")
"""
