class Solution
  def solution(board)
    cells = board.join
    os = cells.count("O")
    xs = cells.count("X")
    return 0 if xs > os || os > xs + 1
    return 0 if won?(board, "O") && os == xs
    return 0 if won?(board, "X") && os > xs

    1
  end

  private

  def won?(board, mark)
    line = mark * 3
    columns = board.map(&:chars).transpose.map(&:join)
    board.include?(line) || columns.include?(line)
  end
end
