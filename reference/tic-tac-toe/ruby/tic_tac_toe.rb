# A game on an n x n board.
#
# Each line has one number: the marks of player 1 in it minus those of player 2. A line is full of one player's marks
# when it reaches n or -n.
class TicTacToe
  def initialize(n)
    @n = n
    @rows = Array.new(n, 0)
    @cols = Array.new(n, 0)
    @diagonal = 0
    @anti_diagonal = 0
  end

  # Places a mark; returns the player if this move wins, else 0.
  def move(row, col, player)
    mark = player == 1 ? 1 : -1
    @rows[row] += mark
    @cols[col] += mark
    @diagonal += mark if row == col
    @anti_diagonal += mark if row + col == @n - 1
    lines = [@rows[row], @cols[col], @diagonal, @anti_diagonal]
    lines.include?(mark * @n) ? player : 0
  end
end
