"""python -m horovod.runner"""
from horovod.runner import main

main()
