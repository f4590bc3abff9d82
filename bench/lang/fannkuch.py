"""Permutations: flips over all orders of a small list, slices and swaps."""


def flips_of_all(n):
    order = list(range(n))
    count = [0] * n
    best = checksum = 0
    sign = 1
    while True:
        first = order[0]
        if first:
            p = order[:]
            flips = 0
            while first:
                p[:first + 1] = p[first::-1]
                flips += 1
                first = p[0]
            if flips > best:
                best = flips
            checksum += sign * flips
        if sign == 1:
            order[0], order[1] = order[1], order[0]
            sign = -1
        else:
            order[1], order[2] = order[2], order[1]
            sign = 1
            i = 2
            while True:
                if count[i] < i:
                    count[i] += 1
                    break
                count[i] = 0
                i += 1
                if i == n:
                    return checksum, best
                order.insert(i, order.pop(0))


def permutations(items):
    if len(items) < 2:
        yield items
        return
    for i, x in enumerate(items):
        for rest in permutations(items[:i] + items[i + 1:]):
            yield [x] + rest


print(flips_of_all(9))
print(sum(p[0] * p[-1] for p in permutations(list(range(8)))))
