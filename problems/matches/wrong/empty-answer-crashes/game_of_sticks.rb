def get_computer_move(sticks_on_board)
  winning_move = sticks_on_board % 4
  winning_move == 0 ? rand(1..3) : winning_move
end

def play
  sticks = 10
  loop do
    print "How many sticks do you take? "
    taken = Integer(gets)
    next puts("You cannot take that.") unless taken.between?(1, 3) && taken <= sticks

    sticks -= taken
    puts "Sticks left: #{sticks}"
    return puts("You win!") if sticks == 0

    sticks -= get_computer_move(sticks)
    puts "Sticks left: #{sticks}"
    return puts("The computer wins!") if sticks == 0
  end
end

play if __FILE__ == $0
