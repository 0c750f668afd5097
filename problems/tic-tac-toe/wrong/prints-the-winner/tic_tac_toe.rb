class TicTacToe
  def initialize(n)
    @n = n
    @rows = Array.new(n, 0)
    @cols = Array.new(n, 0)
    @diagonals = [0, 0]
  end

  def move(row, col, player)
    mark = player == 1 ? 1 : -1
    @rows[row] += mark
    @cols[col] += mark
    @diagonals[0] += mark if row == col
    @diagonals[1] += mark if row + col == @n - 1
    if [@rows[row], @cols[col], *@diagonals].include?(mark * @n)
      puts player
    else
      puts 0
    end
  end
end
