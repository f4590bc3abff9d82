"""The generated language of the stand-in texts: English words under a small grammar, so that what comes next can be learnt; and sentences in two tongues."""

THINGS = {
    'people': 'time traveller|young man|doctor|editor|medical man|psychologist|old woman|king|queen|child|teacher|sailor'.split('|'),
    'places': 'garden|laboratory|house|river|great hall|forest|city|station|valley|tower|harbour|library'.split('|'),
    'things': 'machine|lamp|book|clock|letter|chair|door|window|candle|table|map|stone'.split('|'),
    'ideas': 'story|question|theory|dream|plan|memory|answer|problem|secret|lesson'.split('|'),
}
QUALITIES = 'little|great|dark|bright|strange|quiet|old|new|white|broken|golden|narrow'.split('|')
# Who does what with what: verb in the past, kind of its object.
DOES = {'people': [('looked at', 'things'), ('spoke to', 'people'), ('told', 'ideas'), ('walked to', 'places'), ('opened', 'things'), ('remembered', 'ideas'), ('smiled at', 'people'), ('carried', 'things')],
        'things': [('stood in', 'places'), ('fell near', 'things'), ('belonged to', 'people'), ('shone over', 'places')]}
TURNS = ['then', 'and yet', 'after a moment', 'at last', 'for some time', 'in the evening', 'in the morning', 'suddenly']
JOINS = ['and', 'but', 'because', 'while']


class Speaker:
    """Draws sentences. A topic, some of the words, goes on for a while, so that what was said tells what comes."""

    def __init__(self, random):
        self.random = random
        self.turn()

    def pick(self, items, skew=1.6):
        """One of them; the first ones more often, as words are in a language."""
        return items[min(int(len(items) * self.random.uniform() ** skew), len(items) - 1)]

    def turn(self):
        """Another topic."""
        self.topic = {kind: [words[i] for i in self.random.permutation(len(words))[:4]] for kind, words in THINGS.items()}
        self.mood = [QUALITIES[i] for i in self.random.permutation(len(QUALITIES))[:4]]

    def thing(self, kind):
        quality = self.pick(self.mood) + ' ' if self.random.uniform() < .35 else ''
        return f'the {quality}{self.pick(self.topic[kind])}'

    def clause(self):
        kind = 'people' if self.random.uniform() < .75 else 'things'
        verb, wanted = self.pick(DOES[kind])
        return f'{self.thing(kind)} {verb} {self.thing(wanted)}'

    def sentence(self):
        """Words without a stop, small letters."""
        if self.random.uniform() < .08:
            self.turn()
        text = self.clause()
        if self.random.uniform() < .3:
            text = f'{self.pick(TURNS)} {text}'
        if self.random.uniform() < .35:
            text = f'{text} {self.pick(JOINS)} {self.clause()}'
        return text


# Sentences in two tongues: (English, French) of who, of being, of doing.
WHO = [('i', 'je', 1), ('you', 'tu', 2), ('he', 'il', 3), ('she', 'elle', 3), ('tom', 'tom', 3)]
IS = {1: ("i'm", 'je suis'), 2: ("you're", 'tu es')}
STATES = [('home', 'chez moi'), ('calm', 'calme'), ('ill', 'malade'), ('free', 'libre'), ('sad', 'triste'), ('rich', 'riche'), ('here', 'ici'), ('late', 'en retard'), ('tired', 'fatigué'), ('ready', 'prêt'),
          ('alone', 'seul'), ('honest', 'honnête'), ('polite', 'poli'), ('young', 'jeune')]
ACTS = [('lost', 'perdu'), ('won', 'gagné'), ('tried', 'essayé'), ('slept', 'dormi'), ('laughed', 'ri'), ('finished', 'fini'), ('understood', 'compris'), ('answered', 'répondu')]
HAVE = {1: "j'ai", 2: 'tu as', 3: 'a'}
OBJECTS = [('a book', 'un livre'), ('the door', 'la porte'), ('a letter', 'une lettre'), ('the window', 'la fenêtre'), ('a house', 'une maison'), ('the garden', 'le jardin'), ('some bread', 'du pain'),
           ('the lamp', 'la lampe'), ('a dog', 'un chien'), ('the key', 'la clé')]
TAKES = [('saw', 'vu'), ('found', 'trouvé'), ('bought', 'acheté'), ('forgot', 'oublié'), ('wanted', 'voulu')]
ORDERS = [('go', 'va'), ('run', 'cours'), ('stop', 'arrête'), ('wait', 'attends'), ('listen', 'écoute'), ('look', 'regarde'), ('come in', 'entre'), ('hurry up', 'dépêche-toi'), ('be nice', 'sois gentil'),
          ('get up', 'lève-toi'), ('help me', 'aide-moi'), ('sit down', 'assieds-toi')]


def _had(person, french):
    return HAVE[person] if person == 1 else f'{french} {HAVE[person].split()[-1]}'


def pairs():
    """All (English, French) sentences that the small grammar has, short ones first."""
    found = [(order.capitalize() + '.', there.capitalize() + ' !') for order, there in ORDERS]
    for who, french, person in WHO:
        being, etre = IS.get(person, (f"{who}'s" if person == 3 else who, f'{french} est'))
        for state, there in STATES:
            found.append((f'{being} {state}.', f'{etre} {there}.'))
        for act, there in ACTS:
            found.append((f'{who} {act}.', f'{_had(person, french)} {there}.'))
        for take, took in TAKES:
            for thing, chose in OBJECTS:
                found.append((f'{who} {take} {thing}.', f'{_had(person, french)} {took} {chose}.'))
                found.append((f'{who} {take} {thing} yesterday.', f'{_had(person, french)} {took} {chose} hier.'))
    found = [(a[0].upper() + a[1:], b[0].upper() + b[1:]) for a, b in found]
    return sorted(found, key=lambda pair: (len(pair[0]), pair[0]))
