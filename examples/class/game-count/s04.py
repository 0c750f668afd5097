from functools import lru_cache

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@lru_cache(maxsize=None)
def _count(cells, symbol):
    for a, b, c in LINES:
        if cells[a] != "-" and cells[a] == cells[b] == cells[c]:
            return 1
    if "-" not in cells:
        return 1
    other = "O" if symbol == "X" else "X"
    return sum(_count(cells[:i] + symbol + cells[i + 1:], other)
               for i, ch in enumerate(cells) if ch == "-")


def count_games(board, symbol):
    return _count("".join(board), symbol)


if __name__ == "__main__":
    print("three rows, then who moves:")
    rows = [input().strip() for _ in range(3)]
    print(count_games(rows, input().strip()))
