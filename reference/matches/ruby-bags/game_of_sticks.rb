# The game of sticks: whoever takes the last stick wins. The computer learns with bags of balls.

STICKS = 10
MOST = 3

# For each number of sticks a bag of balls, each with a move on it.
$bags = Hash.new { |bags, sticks| bags[sticks] = (1..MOST).to_a }
$drawn = []

# Returns how many sticks to take: all if that is allowed, else as many as a ball says.
def get_computer_move(sticks_on_board)
  return sticks_on_board if sticks_on_board <= MOST

  ball = $bags[sticks_on_board].sample
  $drawn << [sticks_on_board, ball]
  ball
end

# Puts one more ball of each kind in after a win; takes it out after a loss, but never the last of a kind.
def game_over(computer_won)
  $drawn.each do |sticks, ball|
    bag = $bags[sticks]
    if computer_won
      bag << ball
    elsif bag.count(ball) > 1
      bag.delete_at(bag.index(ball))
    end
  end
  $drawn.clear
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
