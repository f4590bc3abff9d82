"""keys.json anew: what the keys of common terminals send, and whatever else their descriptions hold: tests/repl/make_keys.py [FOLDER].

Every string of the terminfo entries (infocmp -x), without waits, with its parameters filled in by small numbers. kitty's entry is in the package
ncurses-term; FOLDER is its terminfo folder where the package is only unpacked.
"""
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TERMINALS = ["xterm", "xterm-256color", "screen", "screen-256color", "tmux", "tmux-256color", "linux", "kitty", "dumb"]
SIMPLE = {"E": "\x1b", "e": "\x1b", "n": "\n", "l": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "s": " ", "0": "\0"}


def decoded(text):
    """As terminfo(5) spells it."""
    text = re.sub(r"\$<[^>]*>", "", text)

    def one(match):
        octal, letter, control = match.groups()
        if octal:
            return chr(int(octal, 8) & 0xFF)
        if letter:
            return SIMPLE.get(letter, letter)
        return "\x7f" if control == "?" else chr(ord(control) & 0x1F)
    return re.sub(r"\\([0-7]{3})|\\(.)|\^(.)", one, text)


def strings(terminal):
    listing = subprocess.run(["infocmp", "-x", "-1", terminal], stdout=subprocess.PIPE, check=True, text=True).stdout
    found = {}
    for line in listing.splitlines()[2:]:
        name, mark, value = line.strip().rstrip(",").partition("=")
        if not mark:
            continue
        text = decoded(value)
        if "%" in text and not name.startswith("k"):
            done = subprocess.run(["tput", "-T", terminal, name, "3", "4", "5"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            text = re.sub(r"\$<[^>]*>", "", done.stdout.decode("latin-1"))
        if text:
            found[name] = text
    return found


def main():
    if sys.argv[1:]:
        os.environ["TERMINFO_DIRS"] = sys.argv[1] + ":/etc/terminfo:/lib/terminfo:/usr/share/terminfo"
    entries, seen = {}, set()
    for terminal in TERMINALS:
        # what an earlier terminal sends too is played there
        entries[terminal] = {name: text for name, text in sorted(strings(terminal).items()) if terminal == "dumb" or not (text in seen or seen.add(text))}
    with open(os.path.join(HERE, "keys.json"), "w", encoding="ascii") as file:
        file.write("{\n" + ",\n".join("%s: {\n%s}" % (json.dumps(terminal), ",\n".join(" %s: %s" % (json.dumps(n), json.dumps(t)) for n, t in each.items()))
                                      for terminal, each in entries.items()) + "\n}\n")
    print({terminal: len(each) for terminal, each in entries.items()})


if __name__ == "__main__":
    main()
