# A tiny text adventure played by a script of commands.
ROOMS = {
    "hall": {"exits": {"north": "library", "east": "kitchen"}, "items": ["lamp"], "text": "A dusty hall."},
    "library": {"exits": {"south": "hall"}, "items": ["book", "key"], "text": "Books to the ceiling."},
    "kitchen": {"exits": {"west": "hall", "down": "cellar"}, "items": [], "text": "It smells of soup."},
    "cellar": {"exits": {"up": "kitchen"}, "items": ["gold"], "text": "Dark and cold.", "locked": True},
}


class Game:
    def __init__(self):
        self.room = "hall"
        self.bag = []
        self.over = False
        self.moves = 0

    def do(self, line):
        verb, *rest = line.lower().split()
        method = getattr(self, "do_" + verb, None)
        if method is None:
            return f"I don't know how to {verb}."
        self.moves += 1
        try:
            return method(*rest)
        except TypeError:
            return f"{verb.capitalize()} what?"

    def do_look(self):
        room = ROOMS[self.room]
        items = ", ".join(room["items"]) or "nothing"
        return f"{room['text']} You see {items}. Exits: {', '.join(sorted(room['exits']))}."

    def do_go(self, direction):
        exits = ROOMS[self.room]["exits"]
        if direction not in exits:
            return "You can't go that way."
        target = exits[direction]
        if ROOMS[target].get("locked") and "key" not in self.bag:
            return "It is locked."
        self.room = target
        return self.do_look()

    def do_take(self, item):
        items = ROOMS[self.room]["items"]
        if item not in items:
            return f"There is no {item} here."
        items.remove(item)
        self.bag.append(item)
        if item == "gold":
            self.over = True
            return f"You win in {self.moves} moves!"
        return f"Taken: {item}."

    def do_bag(self):
        return "You carry " + (" and ".join(self.bag) if self.bag else "nothing") + "."


game = Game()
script = """look
take lamp
take sword
dance
go east
go down
go west
go north
take key
take
bag
go south
go east
go down
take gold
look"""
for command in script.splitlines():
    if game.over:
        break
    print(">", command)
    print(game.do(command))
