"""%watch on a page: the devices as they are when it is asked for; the kernel shows what changes in its place."""
from perch.views.devices import Devices
from perch.views.paint import FAINT, escape, page
from perch.views.words import words


class Watched(Devices):
    def text(self, colour=False, room=80):
        return words('watch on')

    def html(self):
        return page(self.table().table_html(), f'<div style="{FAINT}">{escape(words("watch on"))}</div>')
