# Accounts with a history, an error class of their own, and interest.
class InsufficientFunds(Exception):
    def __init__(self, needed, available):
        super().__init__(f"need {needed:.2f}, have {available:.2f}")
        self.needed = needed
        self.available = available


class Account:
    count = 0

    def __init__(self, owner, balance=0.0):
        self.owner = owner
        self._balance = balance
        self.history = []
        Account.count += 1

    @property
    def balance(self):
        return self._balance

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("deposit must be positive")
        self._balance += amount
        self.history.append(("deposit", amount))
        return self

    def withdraw(self, amount):
        if amount > self._balance:
            raise InsufficientFunds(amount, self._balance)
        self._balance -= amount
        self.history.append(("withdraw", amount))
        return self

    def __repr__(self):
        return f"{type(self).__name__}({self.owner!r}, {self._balance:.2f})"

    def __lt__(self, other):
        return self.balance < other.balance


class Savings(Account):
    def __init__(self, owner, balance=0.0, rate=0.02):
        super().__init__(owner, balance)
        self.rate = rate

    def add_interest(self):
        return self.deposit(round(self._balance * self.rate, 2))


def transfer(a, b, amount):
    try:
        a.withdraw(amount)
    except InsufficientFunds as error:
        print("transfer refused:", error)
        return False
    else:
        b.deposit(amount)
        return True
    finally:
        print(a, b)


ann, bob = Account("Ann", 100), Savings("Bob", 50, rate=0.1)
transfer(ann, bob, 30)
transfer(ann, bob, 300)
bob.add_interest()
print(sorted([ann, bob]), Account.count, bob.history)
try:
    ann.deposit(-5)
except ValueError as error:
    print("error:", error)
try:
    ann.balance = 10
except AttributeError as error:
    print("error:", error)
