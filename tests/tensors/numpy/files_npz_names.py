"""Names in a file of several arrays: given, numbered, and both at once."""
import io
import os
import tempfile

import numpy as np

for save in np.savez, np.savez_compressed:
    file = io.BytesIO()
    save(file, np.arange(3), np.ones((1, 2)), other=np.zeros(2))
    file.seek(0)
    with np.load(file) as found:
        print(sorted(found.files), found['arr_0'], found['arr_1'], found['other'], 'arr_0' in found, 'arr_2' in found, len(found))
    for given, named in (((np.ones(1),), {'arr_0': np.ones(1)}), ((np.ones(1),), {'arr_1': np.ones(1)}), ((1, 2), {'arr_1': 3, 'a': 4}), ((), {})):
        file = io.BytesIO()
        try:
            save(file, *given, **named)
            file.seek(0)
            print(sorted(np.load(file).files))
        except ValueError as error:
            print('ValueError', error)
    with tempfile.TemporaryDirectory() as folder:
        save(os.path.join(folder, 'a'), np.ones(1))
        save(os.path.join(folder, 'b.npz'), x=np.ones(1))
        print(sorted(os.listdir(folder)))
        try:
            np.load(os.path.join(folder, 'a.npz'))['nothing']
        except KeyError as error:
            print('KeyError', error)
