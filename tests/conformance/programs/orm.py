# A toy object mapper: metaclass, descriptors, queries by operator overloading.
class Field:
    def __init__(self, kind, default=None):
        self.kind, self.default = kind, default

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, obj, owner):
        return self if obj is None else obj._data.get(self.name, self.default)

    def __set__(self, obj, value):
        if not isinstance(value, self.kind):
            raise TypeError(f"{type(obj).__name__}.{self.name} wants {self.kind.__name__}, not {type(value).__name__}")
        obj._data[self.name] = value

    def _query(op):
        def method(self, value):
            return Query(lambda row: op(getattr(row, self.name), value), f"{self.name} {op.__name__} {value!r}")
        return method

    import operator
    __eq__, __lt__, __gt__, __ne__ = map(_query, (operator.eq, operator.lt, operator.gt, operator.ne))
    __hash__ = object.__hash__
    del _query, operator


class Query:
    def __init__(self, test, text):
        self.test, self.text = test, text

    def __and__(self, o): return Query(lambda r: self.test(r) and o.test(r), f"({self.text} and {o.text})")
    def __or__(self, o): return Query(lambda r: self.test(r) or o.test(r), f"({self.text} or {o.text})")
    def __invert__(self): return Query(lambda r: not self.test(r), f"not {self.text}")
    def __repr__(self): return f"<{self.text}>"


class Meta(type):
    def __new__(meta, name, bases, body):
        cls = super().__new__(meta, name, bases, body)
        cls.fields = {k: v for base in reversed(cls.__mro__) for k, v in vars(base).items() if isinstance(v, Field)}
        cls.rows = []
        return cls

    def __iter__(cls):
        return iter(cls.rows)

    def __getitem__(cls, query):
        return [r for r in cls if query.test(r)]


class Model(metaclass=Meta):
    def __init__(self, **values):
        self._data = {}
        for k, v in values.items():
            if k not in self.fields:
                raise TypeError(f"{type(self).__name__} has no field {k!r}")
            setattr(self, k, v)
        self.rows.append(self)

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{k}={getattr(self, k)!r}' for k in self.fields)})"


class Person(Model):
    name = Field(str)
    age = Field(int, 0)


class Employee(Person):
    salary = Field(float, 0.0)


Person(name="Ann", age=40)
Person(name="Bob", age=25)
Employee(name="Cid", age=50, salary=10.5)
print(list(Person), list(Employee), list(Employee.fields))
q = (Person.age > 30) | (Person.name == "Bob")
print(q, Person[q], Person[~(Person.age > 30)], Person[(Person.age > 10) & (Person.name != "Ann")])
for f in (lambda: Person(name=5), lambda: Person(nme="x"), lambda: setattr(Person.rows[0], "age", "old")):
    try:
        f()
    except TypeError as e:
        print(e)
