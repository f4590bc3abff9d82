from mxnet import autograd, np, npx
npx.set_np()
slope, lift, count = np.array([0.5, -1.5, 2.0]), 1.25, 18
table = np.stack([np.sin(np.arange(count) * k) for k in (1, 2, 3)], axis=1)
heights = table @ slope + lift
print(table.shape, heights.shape, heights[:3].asnumpy().round(4), type(heights))


def hands(count, size):
    order = [(i * 7) % count for i in range(count)]
    for start in range(0, count, size):
        yield np.array(order[start:start + size], dtype='int64')


print([len(hand) for hand in hands(count, 5)], sorted(int(i) for hand in hands(count, 4) for i in hand) == list(range(count)), table[next(hands(count, 4))].shape)
parts = {'slope': np.zeros((3, 1)), 'lift': np.zeros((1,))}
for part in parts.values():
    part.attach_grad()


def missed(rows, goal):
    apart = np.dot(rows, parts['slope']).squeeze(-1) + parts['lift'] - goal
    return np.square(apart) / 2


path = []
for turn in range(40):
    for hand in hands(count, 6):
        with autograd.record():
            error = missed(table[hand], heights[hand]).mean()
        error.backward()
        for part in parts.values():
            part -= 0.4 * part.grad
    path.append(float(missed(table, heights).mean()))
print(path[0] > 1000 * path[-1], [round(float(v), 1) for v in parts['slope'].reshape(-1)], round(parts['lift'].item(), 1))
print((parts['slope'].T - slope).shape, parts['slope'].grad.shape, type(parts['lift'].grad), np.abs(parts['slope'][:, 0] - slope).max() < 0.05)
parts['slope'][:] = np.array([[3.0], [0], [-4]])
with autograd.record():
    pull = 0.5 * np.sum(parts['slope'] ** 2) + np.abs(parts['slope']).sum()
pull.backward()
print(pull, parts['slope'].grad, np.linalg.norm(parts['slope']).item(), missed(table[:2], heights[:2]).shape)
