class TicTacToe
  def initialize(n)
    @n = n
    @board = Array.new(n) { Array.new(n, 0) }
  end

  def move(row, col, player)
    @board[row][col] = player
    lines = [
      @board[row],
      @board.map { |line| line[col] },
      (0...@n).map { |i| @board[i][i] },
      (0...@n).map { |i| @board[i][@n - 1 - i] },
    ]
    lines.any? { |line| line.all? { |mark| mark == player } } ? player : 0
  end
end
