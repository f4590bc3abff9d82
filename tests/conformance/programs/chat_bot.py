# A rule-based chat program with patterns and memory.
import re
import random

RULES = [(r"my name is (\w+)", ["Hello, {0}!", "Nice to meet you, {0}."]),
         (r"i (?:feel|am) (.+?)[.!]?$", ["Why are you {0}?", "How long have you been {0}?"]),
         (r"what is (\d+) ([-+*/]) (\d+)", None),
         (r"\b(mother|father|sister|brother)\b", ["Tell me about your {0}."]),
         (r"(?P<q>why|how|when)\b.*\?", ["Let us talk about why you ask {q}."]),
         (r"bye", ["Goodbye{name}."])]
MIRROR = {"i": "you", "my": "your", "me": "you", "am": "are", "you": "I"}


class Bot:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.memory = {}

    def mirror(self, text):
        return " ".join(MIRROR.get(w, w) for w in text.split())

    def answer(self, line):
        low = line.lower()
        for pattern, replies in RULES:
            m = re.search(pattern, low)
            if not m:
                continue
            if replies is None:
                a, op, b = m.groups()
                try:
                    return str(eval(f"{a}{op}{b}", {"__builtins__": {}}))
                except ZeroDivisionError:
                    return "Nobody can do that."
            if "name" in pattern:
                self.memory["name"] = m[1].capitalize()
                return self.random.choice(replies).format(self.memory["name"])
            name = f", {self.memory['name']}" if "name" in self.memory else ""
            return self.random.choice(replies).format(*map(self.mirror, m.groups()), **m.groupdict(), name=name)
        return "Go on."


bot = Bot(5)
for line in ["Hi", "bye", "My name is ada", "I am worried about my exam.", "What is 12 * 12", "what is 1 / 0", "My mother called",
             "Why is it raining?", "I feel you know me!", "", "Bye"]:
    print(f"> {line}\n{bot.answer(line)}")
