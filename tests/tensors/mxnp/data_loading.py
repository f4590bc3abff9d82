from mxnet import gluon, np, npx
npx.set_np()
X, y = np.arange(14).reshape(7, 2), np.arange(7, dtype='int32')
dataset = gluon.data.ArrayDataset(X, y)
print(len(dataset), dataset[0], dataset[6][1], type(dataset[1][0]))
loader = gluon.data.DataLoader(dataset, batch_size=3, shuffle=False)
print(len(loader))
for data, label in loader:
    print(data, label, data.dtype, label.dtype, type(data).__name__)
print([len(b[1]) for b in gluon.data.DataLoader(dataset, 3, last_batch='discard')], len(gluon.data.DataLoader(dataset, 2, last_batch='keep')))
seen = []
for data, label in gluon.data.DataLoader(dataset, batch_size=2, shuffle=True):
    seen += label.tolist()
print(sorted(seen))
single = gluon.data.DataLoader(gluon.data.ArrayDataset(X), 4)
print([type(b).__name__ for b in single], next(iter(single)).shape)
class Squares(gluon.data.Dataset):
    def __init__(self, n):
        self.n = n
    def __getitem__(self, i):
        return np.array([i, i * i]), i
    def __len__(self):
        return self.n
for data, label in gluon.data.DataLoader(Squares(5), batch_size=2):
    print(data, label, label.dtype)
half = dataset.transform_first(lambda v: v / 2)
print(half[3], [b[0][0].tolist() for b in gluon.data.DataLoader(half, 4)])
doubled = dataset.transform(lambda a, b: (a * 2, b + 1))
print(doubled[1], len(gluon.data.SimpleDataset([1, 2, 3])), gluon.data.SimpleDataset([1, 2, 3])[2])
parts = gluon.utils.split_and_load(np.arange(8).reshape(4, 2), [npx.cpu()])
print(parts, type(parts[0]))
print(gluon.utils.split_data(np.arange(6).reshape(3, 2), 3), [p.shape for p in gluon.utils.split_data(np.ones((5, 2)), 2, even_split=False)])
