"""Seeing where things live: the views behind %where, %devices, %mem, %free, %transfers, %timeline, %blame, %dry, %fix, %watch and !nvidia-smi.

Each module has a function of its name that returns a view: an object that prints as a table, and has HTML (and SVG) for a notebook.

    from perch.views.mem import mem
    mem().devices[0].bytes          # its numbers are data too
"""
