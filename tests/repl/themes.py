"""Grounds, letters and the sixteen colours of terminals' common themes, as their makers publish them, and how well a letter in an SGR style can be read on one.

Contrast is the ratio of the guidelines for readable pages (WCAG 2): 4.5 is enough for text.
"""

THEMES = { # name: (ground, letters, the sixteen)
    "xterm": ("#000000", "#e5e5e5", "#000000 #cd0000 #00cd00 #cdcd00 #0000ee #cd00cd #00cdcd #e5e5e5 #7f7f7f #ff0000 #00ff00 #ffff00 #5c5cff #ff00ff #00ffff #ffffff"),
    "xterm, light": ("#ffffff", "#000000", "#000000 #cd0000 #00cd00 #cdcd00 #0000ee #cd00cd #00cdcd #e5e5e5 #7f7f7f #ff0000 #00ff00 #ffff00 #5c5cff #ff00ff #00ffff #ffffff"),
    "VS Code, dark": ("#1e1e1e", "#cccccc", "#000000 #cd3131 #0dbc79 #e5e510 #2472c8 #bc3fbc #11a8cd #e5e5e5 #666666 #f14c4c #23d18b #f5f543 #3b8eea #d670d6 #29b8db #e5e5e5"),
    "VS Code, light": ("#ffffff", "#333333", "#000000 #cd3131 #00bc00 #949800 #0451a5 #bc05bc #0598bc #555555 #666666 #cd3131 #14ce14 #b5ba00 #0451a5 #bc05bc #0598bc #a5a5a5"),
    "Solarized, dark": ("#002b36", "#839496", "#073642 #dc322f #859900 #b58900 #268bd2 #d33682 #2aa198 #eee8d5 #002b36 #cb4b16 #586e75 #657b83 #839496 #6c71c4 #93a1a1 #fdf6e3"),
    "Solarized, light": ("#fdf6e3", "#657b83", "#073642 #dc322f #859900 #b58900 #268bd2 #d33682 #2aa198 #eee8d5 #002b36 #cb4b16 #586e75 #657b83 #839496 #6c71c4 #93a1a1 #fdf6e3"),
    "GNOME, dark": ("#171421", "#d0cfcc", "#171421 #c01c28 #26a269 #a2734c #12488b #a347ba #2aa1b3 #d0cfcc #5e5c64 #f66151 #33da7a #e9ad0c #2a7bde #c061cb #33c7de #ffffff"),
    "GNOME, light": ("#ffffff", "#171421", "#171421 #c01c28 #26a269 #a2734c #12488b #a347ba #2aa1b3 #d0cfcc #5e5c64 #f66151 #33da7a #e9ad0c #2a7bde #c061cb #33c7de #ffffff"),
    "Windows Terminal": ("#0c0c0c", "#cccccc", "#0c0c0c #c50f1f #13a10e #c19c00 #0037da #881798 #3a96dd #cccccc #767676 #e74856 #16c60c #f9f1a5 #3b78ff #b4009e #61d6d6 #f2f2f2"),
    "One Half, dark": ("#282c34", "#dcdfe4", "#282c34 #e06c75 #98c379 #e5c07b #61afef #c678dd #56b6c2 #dcdfe4 #282c34 #e06c75 #98c379 #e5c07b #61afef #c678dd #56b6c2 #dcdfe4"),
    "One Half, light": ("#fafafa", "#383a42", "#383a42 #e45649 #50a14f #c18401 #0184bc #a626a4 #0997b3 #fafafa #4f525d #df6c75 #98c379 #e4c07a #61afef #c577dd #56b5c1 #ffffff"),
    "Tango, dark": ("#2e3436", "#d3d7cf", "#2e3436 #cc0000 #4e9a06 #c4a000 #3465a4 #75507b #06989a #d3d7cf #555753 #ef2929 #8ae234 #fce94f #729fcf #ad7fa8 #34e2e2 #eeeeec"),
}


def channels(colour):
    return tuple(int(colour[i:i + 2], 16) for i in (1, 3, 5))


def light(colour):
    def part(v):
        return v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4
    return sum(share * part(v / 255) for share, v in zip((0.2126, 0.7152, 0.0722), channels(colour)))


def contrast(one, two):
    low, high = sorted((light(one), light(two)))
    return (high + 0.05) / (low + 0.05)


def of_256(number, sixteen):
    if number < 16:
        return sixteen[number]
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    levels = (0, 95, 135, 175, 215, 255)
    return "#" + "".join(f"{levels[(number - 16) // by % 6]:02x}" for by in (36, 6, 1))


def colours_of(style, theme):
    """(letters, ground) of an SGR style's numbers `1;38;5;210` in a theme; faint letters are half way to the ground."""
    ground, letters, sixteen = theme
    sixteen, numbers = sixteen.split(), [int(n) for n in style.split(";") if n]
    plain, faint, inverse = letters, False, False
    while numbers:
        n = numbers.pop(0)
        if n == 38 and numbers[:1] == [5]:
            letters = of_256(numbers[1], sixteen)
            del numbers[:2]
        elif 30 <= n <= 37 or 90 <= n <= 97:
            letters = sixteen[n - 30 if n < 40 else n - 82]
        elif n in (0, 39):
            letters = plain
        faint, inverse = faint or n == 2, inverse or n == 7
    if faint:
        letters = "#" + "".join(f"{(a + b) // 2:02x}" for a, b in zip(channels(letters), channels(ground)))
    return (ground, letters) if inverse else (letters, ground)


def answer(theme):
    """What a terminal of this theme answers to OSC 11."""
    return "\x1b]11;rgb:" + "/".join(theme[0][i:i + 2] * 2 for i in (1, 3, 5)) + "\x1b\\"
