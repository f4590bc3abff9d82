"""What an error of placement was, where it was made and what would mend it. perch.explain begins here when core refuses, and gives the drawing.

line.py      the expression at the place of the error, its parts, what their names stand for
names.py     the name of a tensor: a walk through what the program holds
origin.py    where an operand has its place from; causes.py: the line where the mistake was made, when another one failed; handing.py: what a function was handed
mending.py   for each code remarks and an expression that would have worked (mending_torch.py: for what PyTorch's packages refuse)
repairs.py   changes of the program's text, the smallest first, which %fix tries
drawing.py   the drawing as a record; draw.py: the words for what it shows of a value
"""
