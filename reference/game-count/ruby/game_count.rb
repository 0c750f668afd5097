# A 3 x 3 board, made from three strings over "X", "O" and "-".
class Board
  EMPTY = "-"
  LINES = [
    [0, 1, 2], [3, 4, 5], [6, 7, 8], # rows
    [0, 3, 6], [1, 4, 7], [2, 5, 8], # columns
    [0, 4, 8], [2, 4, 6]             # diagonals
  ].freeze

  def initialize(rows = %w[--- --- ---])
    @cells = rows.join
  end

  def has_won(symbol)
    LINES.any? { |a, b, c| @cells[a] == symbol && @cells[b] == symbol && @cells[c] == symbol }
  end

  # Returns whether the board is full and nobody has won.
  def is_draw
    !@cells.include?(EMPTY) && !has_won("X") && !has_won("O")
  end

  def is_over
    !@cells.include?(EMPTY) || has_won("X") || has_won("O")
  end

  # Returns the boards after each possible move of symbol, row by row.
  def moves(symbol)
    free = (0...9).select { |index| @cells[index] == EMPTY }
    free.map do |index|
      cells = @cells.dup
      cells[index] = symbol
      Board.new([cells])
    end
  end

  def to_s
    @cells.scan(/.../).map { |row| "#{row}\n" }.join
  end
end

# Returns in how many ways the game can go on; symbol is the one to move.
def count_games(board, symbol)
  return 1 if board.is_over

  other = symbol == "X" ? "O" : "X"
  board.moves(symbol).sum { |following| count_games(following, other) }
end

puts "There are #{count_games(Board.new, "X")} games of tic-tac-toe." if __FILE__ == $PROGRAM_NAME
