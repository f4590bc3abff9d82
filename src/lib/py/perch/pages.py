PAGES = {}
def text(code): return None
