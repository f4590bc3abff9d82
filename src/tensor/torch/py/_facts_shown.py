"""What stands behind the numbers of a tensor that is shown: size=, scale= and the like, wrapped as PyTorch wraps them."""


def with_facts(text, facts, new_line=False):
    """'tensor(…' with the facts behind it and the bracket closed; new_line: the first stands on a line of its own."""
    used = len(text) - text.rfind('\n') + 1
    for k, fact in enumerate(facts):
        if new_line and k == 0 or used + len(fact) + 2 > 80:
            text, used = text + ',\n       ' + fact, 7 + len(fact)
        else:
            text, used = text + ', ' + fact, used + len(fact) + 2
    return text + ')'
