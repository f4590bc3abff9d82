"""x"""
SCENES = []
QUICK = []
