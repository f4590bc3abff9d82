# The first look at the import system comes from the code of a package whose submodule the same statement asks for.
import os
import sys
import tempfile

folder = tempfile.mkdtemp()
sys.path.insert(0, folder)
os.mkdir(os.path.join(folder, "moves"))
with open(os.path.join(folder, "moves", "__init__.py"), "w") as file:
    file.write("""
import sys
class Below:
    def find_spec(self, name, path, target=None):
        return type(sys.__spec__)(name, self) if name == "moves.below" else None
    def create_module(self, spec):
        return None
    def exec_module(self, module):
        module.found = True
sys.meta_path.append(Below())
""")
import moves.below
print(moves.below.found, type(moves.below.__loader__).__name__)
print(sys.__spec__.loader.__name__, __spec__, type(os.__spec__).__name__)
