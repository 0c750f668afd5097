LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]

def line?(cells, mark)
  LINES.any? { |line| line.all? { |index| cells[index] == mark } }
end

def solution(board)
  cells = board.join
  lead = board.count("O") - board.count("X")
  return 0 if lead < 0 || lead > 1
  return 0 if line?(cells, "O") && lead == 0
  return 0 if line?(cells, "X") && lead == 1

  1
end
