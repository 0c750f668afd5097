LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8], # rows
  [0, 3, 6], [1, 4, 7], [2, 5, 8], # columns
  [0, 4, 8], [2, 4, 6]             # diagonals
].freeze

def line?(cells, mark)
  LINES.any? { |line| line.all? { |index| cells[index] == mark } }
end

# Returns 1 when the board can occur in a game that O begins, else 0.
def solution(board)
  cells = board.join
  lead = cells.count("O") - cells.count("X")
  return 0 unless [0, 1].include?(lead)
  return 0 if line?(cells, "O") && lead != 1 # O won, so O moved last
  return 0 if line?(cells, "X") && lead != 0 # X won, so X moved last

  1
end
