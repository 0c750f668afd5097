# The game of sticks: whoever takes the last stick wins.

STICKS = 10
MOST = 3

# Returns how many sticks to take: the winning move if there is one.
def get_computer_move(sticks_on_board)
  winning_move = sticks_on_board % (MOST + 1)
  winning_move.positive? ? winning_move : rand(1..MOST)
end

# Asks until the answer is a number of sticks that may be taken.
def ask_person(sticks_on_board)
  loop do
    print "How many sticks do you take (1-#{MOST})? "
    sticks = Integer($stdin.readline, exception: false) || 0
    return sticks if sticks.between?(1, [MOST, sticks_on_board].min)
  end
end

def play
  sticks = STICKS
  persons_turn = true
  while sticks.positive?
    taken = persons_turn ? ask_person(sticks) : get_computer_move(sticks)
    sticks -= taken
    puts "#{taken} taken. Sticks left: #{sticks}"
    persons_turn = !persons_turn
  end
  puts persons_turn ? "The computer wins!" : "You win!"
end

play if __FILE__ == $PROGRAM_NAME
