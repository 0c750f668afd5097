import re

# every line of three, seen as a pattern over the nine squares in one string
WIN = r"^(?:...)*?{0}{0}{0}(?:...)*$|{0}..{0}..{0}|^{0}...{0}...{0}$|^..{0}.{0}.{0}..$"


def wins(flat, mark):
    return re.search(WIN.format(mark), flat) is not None


def solution(board):
    flat = "".join(board)
    o = len(re.findall("O", flat))
    x = len(re.findall("X", flat))
    if o - x not in (0, 1):
        return 0
    if wins(flat, "O") and o == x:
        return 0
    if wins(flat, "X") and o > x:
        return 0
    return 1
