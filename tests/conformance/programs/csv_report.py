# Reading delimited text by hand and reporting on it.
DATA = '''name,dept,salary,start
"Smith, Ann",Sales,52000,2019-03-01
Bob Jones,IT,61000.50,2020-11-15
"Eve ""Ace"" Ray",IT,75250,2018-07-30
Dan Poe,Sales,,2021-01-10
'''


def split_row(line):
    fields, field, quoted, i = [], "", False, 0
    while i < len(line):
        ch = line[i]
        if quoted:
            if ch == '"' and line[i + 1:i + 2] == '"':
                field += '"'
                i += 1
            elif ch == '"':
                quoted = False
            else:
                field += ch
        elif ch == '"':
            quoted = True
        elif ch == ",":
            fields.append(field)
            field = ""
        else:
            field += ch
        i += 1
    return fields + [field]


def rows(text):
    lines = iter(text.strip().split("\n"))
    head = split_row(next(lines))
    for line in lines:
        yield dict(zip(head, split_row(line)))


people = list(rows(DATA))
for p in people:
    p["salary"] = float(p["salary"]) if p["salary"] else None
    p["year"] = int(p["start"][:4])
width = max(len(p["name"]) for p in people)
for p in sorted(people, key=lambda p: (p["dept"], -(p["salary"] or 0))):
    print(f"{p['name']:<{width}} | {p['dept']:^7} | {p['salary'] if p['salary'] is not None else 'n/a':>10} | {p['year']}")
by_dept = {}
for p in people:
    by_dept.setdefault(p["dept"], []).append(p["salary"])
for dept, salaries in sorted(by_dept.items()):
    known = [s for s in salaries if s is not None]
    print(f"{dept}: n={len(salaries)} mean={sum(known) / len(known):,.2f} max={max(known):,.0f}")
