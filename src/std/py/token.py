"""The kinds of tokens, by number, as Python 3.11 counts them."""
_KINDS = '''ENDMARKER NAME NUMBER STRING NEWLINE INDENT DEDENT ( LPAR ) RPAR [ LSQB ] RSQB : COLON , COMMA ; SEMI + PLUS - MINUS * STAR / SLASH | VBAR & AMPER
< LESS > GREATER = EQUAL . DOT % PERCENT { LBRACE } RBRACE == EQEQUAL != NOTEQUAL <= LESSEQUAL >= GREATEREQUAL ~ TILDE ^ CIRCUMFLEX << LEFTSHIFT >> RIGHTSHIFT
** DOUBLESTAR += PLUSEQUAL -= MINEQUAL *= STAREQUAL /= SLASHEQUAL %= PERCENTEQUAL &= AMPEREQUAL |= VBAREQUAL ^= CIRCUMFLEXEQUAL <<= LEFTSHIFTEQUAL
>>= RIGHTSHIFTEQUAL **= DOUBLESTAREQUAL // DOUBLESLASH //= DOUBLESLASHEQUAL @ AT @= ATEQUAL -> RARROW ... ELLIPSIS := COLONEQUAL OP AWAIT ASYNC TYPE_IGNORE
TYPE_COMMENT SOFT_KEYWORD ERRORTOKEN COMMENT NL ENCODING N_TOKENS'''

tok_name = {}
EXACT_TOKEN_TYPES = {}
__all__ = ['tok_name', 'ISTERMINAL', 'ISNONTERMINAL', 'ISEOF']


def _name_kinds():
    text = None
    for word in _KINDS.split():
        if not word.isidentifier():
            text = word
            continue
        number = len(tok_name)
        tok_name[number] = word
        globals()[word] = number
        __all__.append(word)
        if text:
            EXACT_TOKEN_TYPES[text] = number
            text = None
    for text in sorted(EXACT_TOKEN_TYPES):  # in the order of their characters
        EXACT_TOKEN_TYPES[text] = EXACT_TOKEN_TYPES.pop(text)


_name_kinds()
NT_OFFSET = 256
tok_name[NT_OFFSET] = 'NT_OFFSET'
__all__.append('NT_OFFSET')


def ISTERMINAL(x):
    return x < NT_OFFSET


def ISNONTERMINAL(x):
    return x >= NT_OFFSET


def ISEOF(x):
    return x == ENDMARKER
