"""A bank: data classes, an enumeration, exceptions, a context manager."""
from dataclasses import dataclass, field
from enum import Enum
class Kind(Enum):
    DEPOSIT = 1
    WITHDRAW = 2
    TRANSFER = 3
class BankError(Exception):
    pass
class Insufficient(BankError):
    def __init__(self, account, amount):
        super().__init__(f'{account.owner} lacks {amount - account.balance}')
        self.account = account
        self.amount = amount
@dataclass(frozen=True)
class Move:
    kind: Kind
    amount: int
    note: str = ''
@dataclass
class Account:
    owner: str
    balance: int = 0
    history: list = field(default_factory=list)
    def deposit(self, amount):
        if amount <= 0:
            raise ValueError('amount')
        self.balance += amount
        self.history.append(Move(Kind.DEPOSIT, amount))
    def withdraw(self, amount):
        if amount > self.balance:
            raise Insufficient(self, amount)
        self.balance -= amount
        self.history.append(Move(Kind.WITHDRAW, amount, note='w'))
class Bank:
    def __init__(self):
        self.accounts = {}
        self.failed = 0
    def open(self, owner):
        acc = self.accounts[owner] = Account(owner)
        return acc
    def transfer(self, a, b, amount):
        src, dst = self.accounts[a], self.accounts[b]
        try:
            src.withdraw(amount)
            dst.deposit(amount)
        except Insufficient as e:
            self.failed += 1
            return str(e)
        except ValueError:
            return 'bad'
        else:
            return None
        finally:
            self.last = (a, b)
class Audit:
    def __init__(self, bank): self.bank = bank
    def __enter__(self):
        self.before = sum(a.balance for a in self.bank.accounts.values())
        return self
    def __exit__(self, *exc):
        assert self.before == sum(a.balance for a in self.bank.accounts.values())
        return False
bank = Bank()
for i in range(10):
    bank.open(f'p{i}').deposit(1000)
x = 7
bad = 0
for rnd in range(300):
    with Audit(bank):
        for _ in range(70):
            x = (x * 1103515245 + 12345) & 0x7fffffff
            a, b = f'p{(x >> 5) % 10}', f'p{(x >> 11) % 10}'
            r = bank.transfer(a, b, (x >> 16) % 900 + 1)
            if r: bad += len(r)
print(bank.failed, bad, [a.balance for a in bank.accounts.values()])
print(sum(len(a.history) for a in bank.accounts.values()), sum(1 for a in bank.accounts.values() for m in a.history if m.kind is Kind.DEPOSIT))
accs = sorted(bank.accounts.values(), key=lambda a: a.balance)
print(accs[0].owner, accs[0] == accs[0], Move(Kind.DEPOSIT, 5) == Move(Kind.DEPOSIT, 5), repr(accs[0].history[0]))
