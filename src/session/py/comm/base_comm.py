"""The classes behind the package comm."""
from perch.comms import Comm as BaseComm, CommManager
