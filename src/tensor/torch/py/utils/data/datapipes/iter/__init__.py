"""Pipes that are gone through."""
from .utils import IterableWrapperIterDataPipe as IterableWrapper
from .callable import CollatorIterDataPipe as Collator, MapperIterDataPipe as Mapper
from .combinatorics import SamplerIterDataPipe as Sampler, ShufflerIterDataPipe as Shuffler
from .combining import (ConcaterIterDataPipe as Concater, DemultiplexerIterDataPipe as Demultiplexer, ForkerIterDataPipe as Forker, MultiplexerIterDataPipe as Multiplexer,
                        ZipperIterDataPipe as Zipper)
from .filelister import FileListerIterDataPipe as FileLister
from .fileopener import FileOpenerIterDataPipe as FileOpener
from .grouping import BatcherIterDataPipe as Batcher, GrouperIterDataPipe as Grouper, ShardingFilterIterDataPipe as ShardingFilter, UnBatcherIterDataPipe as UnBatcher
from .selecting import FilterIterDataPipe as Filter
from .streamreader import StreamReaderIterDataPipe as StreamReader

__all__ = ['Batcher', 'Collator', 'Concater', 'Demultiplexer', 'FileLister', 'FileOpener', 'Filter', 'Forker', 'Grouper', 'IterableWrapper', 'Mapper', 'Multiplexer', 'Sampler', 'ShardingFilter',
           'Shuffler', 'StreamReader', 'UnBatcher', 'Zipper']
