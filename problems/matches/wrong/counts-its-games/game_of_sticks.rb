# The game of sticks: whoever takes the last stick wins.

STICKS = 10
MOST = 3

$won = 0
$lost = 0

# Returns how many sticks to take: all if that is allowed, else any number.
def get_computer_move(sticks_on_board)
  sticks_on_board <= MOST ? sticks_on_board : rand(1..MOST)
end

# Counts the games, but nothing comes of it.
def game_over(computer_won)
  computer_won ? $won += 1 : $lost += 1
end

# Asks until the answer is a number of sticks that may be taken; nil when the input has ended.
def ask_person(sticks_on_board)
  loop do
    print "How many sticks do you take (1-#{MOST})? "
    answer = gets
    return nil if answer.nil?

    sticks = Integer(answer, 10, exception: false) || 0
    return sticks if sticks.between?(1, [MOST, sticks_on_board].min)

    puts "You cannot take that."
  end
end

def play
  sticks = STICKS
  persons_turn = true
  puts "There are #{sticks} sticks on the table. Whoever takes the last one wins."
  while sticks.positive?
    if persons_turn
      taken = ask_person(sticks)
      return puts("\nThe input has ended. Goodbye!") if taken.nil?
    else
      taken = get_computer_move(sticks)
      puts "The computer takes #{taken}."
    end
    sticks -= taken
    puts "Sticks left: #{sticks}"
    persons_turn = !persons_turn
  end
  game_over(persons_turn)
  puts persons_turn ? "The computer wins!" : "You win!"
end

play if __FILE__ == $PROGRAM_NAME
