"""Words to numbers: counts, one-hot, bags of words, cosine similarity."""
import numpy as np
docs = ['the cat sat', 'the dog sat down', 'a cat and a dog']
vocab = sorted({w for d in docs for w in d.split()})
index = {w: i for i, w in enumerate(vocab)}
bag = np.zeros((len(docs), len(vocab)), dtype=int)
for row, d in enumerate(docs):
    for w in d.split():
        bag[row, index[w]] += 1
print(vocab, bag, bag.sum(axis=0))
tf = bag / bag.sum(axis=1, keepdims=True)
idf = np.log(len(docs) / (bag > 0).sum(axis=0))
tfidf = tf * idf
print(tfidf.round(3))
norm = tfidf / np.linalg.norm(tfidf, axis=1, keepdims=True)
print((norm @ norm.T).round(3))
codes = np.array([index[w] for w in docs[2].split()])
print(np.eye(len(vocab), dtype=int)[codes])
