"""Data sets that stand in for the ones lessons download: what there is (sets.py), how they are drawn and written, and answers to downloads (answer.py)."""
