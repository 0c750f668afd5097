LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8], # rows
  [0, 3, 6], [1, 4, 7], [2, 5, 8], # columns
  [0, 4, 8], [2, 4, 6]             # diagonals
].freeze

def won?(cells, symbol)
  LINES.any? { |a, b, c| cells[a] == symbol && cells[b] == symbol && cells[c] == symbol }
end

# Counts the games that go on from these nine cells.
def count_from(cells, symbol)
  other = symbol == "X" ? "O" : "X"
  return 1 if won?(cells, other) || !cells.include?("-") # other moved last

  games = 0
  9.times do |index|
    next unless cells[index] == "-"

    cells[index] = symbol
    games += count_from(cells, other)
  end
  games
end

# Returns in how many ways the game can go on; symbol is the one to move.
def count_games(board, symbol)
  count_from(board.join.chars, symbol)
end
