class TicTacToe
  def initialize(n)
    @n = n
    @board = Array.new(n, Array.new(n, 0))
  end

  def move(row, col, player)
    @board[row][col] = player
    return player if @board[row].all?(player)
    return player if @board.all? { |line| line[col] == player }
    return player if row == col && (0...@n).all? { |i| @board[i][i] == player }
    return player if row + col == @n - 1 && (0...@n).all? { |i| @board[i][@n - 1 - i] == player }

    0
  end
end
