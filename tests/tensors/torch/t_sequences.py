"""What torch.tensor reads as a sequence: whatever is indexed and has a length; what it says of the rest."""
import torch, collections, array
class S:
    def __init__(s,v): s.v=v
    def __len__(s): return len(s.v)
    def __getitem__(s,i): return s.v[i]
class F(S):
    def __float__(s): return 1.5
print(torch.tensor(S([1,2,3])), torch.tensor(F([1.,2])), torch.tensor([S([1,2]),S([3,4])]))
for x in (collections.deque([1,2]), array.array('i',[1,2]), {1:2}, {1,2}, b'ab', bytearray(b'ab'), memoryview(b'ab'), iter([1]), (i for i in [1]), {1:2}.keys(), collections.UserList([1,2])):
    try: print(type(x), torch.tensor(x))
    except Exception as e: print(type(x), type(e).__name__, str(e)[:100])
class N:
    def __getitem__(s,i): raise KeyError(i)
    def __len__(s): return 2
for x in N(), int:
    try: print(torch.tensor(x))
    except Exception as e: print(type(e), e)
class G:
    def __getitem__(s,i):
        if i>2: raise IndexError
        return i
try: print(torch.tensor(G()))
except Exception as e: print(type(e), e)
class Lies(S):
    def __len__(s): return 5
print(torch.FloatTensor(S([1, 2])), torch.as_tensor(S([True, False])))
