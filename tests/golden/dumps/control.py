def gen(n):
    for i in range(n):
        if i == 2:
            continue
        elif i > 5:
            break
        got = yield i
    else:
        yield from [1, 2]
    return got


def outer():
    count = 0

    def inner():
        nonlocal count
        global total
        count += 1
        total = count
    return inner


try:
    raise ValueError from None
except* ValueError as group:
    pass
assert True, "never"
@outer
class Named:
    pass
