"""Sequences of different lengths in one tensor."""
import torch


def pad_sequence(sequences, batch_first=False, padding_value=0.0):
    longest = max(s.size(0) for s in sequences)
    first = sequences[0]
    made = first.new_full((len(sequences), longest) + tuple(first.shape[1:]), padding_value)
    for i, s in enumerate(sequences):
        made[i, :s.size(0)] = s
    return made if batch_first else made.transpose(0, 1)


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    rows = padded_sequences if batch_first else padded_sequences.transpose(0, 1)
    return [row[:int(n)] for row, n in zip(rows, lengths)]


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    raise NotImplementedError('pack_padded_sequence is not in perch; the nearest is pad_sequence and a mask')


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    raise NotImplementedError('pad_packed_sequence is not in perch; the nearest is pad_sequence and a mask')
