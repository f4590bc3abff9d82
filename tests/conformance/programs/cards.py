# A deck of cards: enums, ordering, seeded shuffling, poker hands.
import random
from collections import Counter
from enum import Enum, IntEnum
from typing import NamedTuple


class Suit(Enum):
    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"


Rank = IntEnum("Rank", "TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN JACK QUEEN KING ACE", start=2)


class Card(NamedTuple):
    rank: Rank
    suit: Suit

    def __str__(self):
        return "23456789TJQKA"[self.rank - 2] + self.suit.value

    @classmethod
    def parse(cls, text):
        return cls(Rank("23456789TJQKA".index(text[0]) + 2), Suit(text[1]))


def category(hand):
    counts = sorted(Counter(c.rank for c in hand).values(), reverse=True)
    ranks = sorted({int(c.rank) for c in hand})
    flush = len({c.suit for c in hand}) == 1
    straight = len(ranks) == 5 and ranks[4] - ranks[0] == 4 or ranks == [2, 3, 4, 5, 14]
    match counts:
        case _ if flush and straight: return "straight flush"
        case [4, *_]: return "four of a kind"
        case [3, 2]: return "full house"
        case _ if flush: return "flush"
        case _ if straight: return "straight"
        case [3, *_]: return "three of a kind"
        case [2, 2, _]: return "two pairs"
        case [2, *_]: return "pair"
        case _: return "high card " + max(c.rank for c in hand).name.lower()


for text in ("2c 3c 4c 5c 6c", "Ah Ac Ad As 2c", "Kd Kh Ks 2c 2d", "2h 9h 4h Jh Kh", "Ac 2d 3h 4s 5c", "7c 7d 7h 2s 3c", "7c 7d 2h 2s 3c", "7c 7d 4h 2s 3c", "7c 9d Qh 2s 3c"):
    hand = [Card.parse(t) for t in text.split()]
    print(text, "->", category(hand))
deck = [Card(r, s) for s in Suit for r in Rank]
random.Random(11).shuffle(deck)
print(len(deck), " ".join(map(str, deck[:8])), max(deck[:5]), sorted(deck[:4], key=lambda c: (c.rank, c.suit.name)) [0])
hands = [deck[i::10][:5] for i in range(10)]
print(Counter(category(h).split()[0] for h in hands).most_common())
for bad in ("1x", "Ax", "A"):
    try:
        Card.parse(bad)
    except (ValueError, IndexError) as e:
        print(type(e).__name__, e)
