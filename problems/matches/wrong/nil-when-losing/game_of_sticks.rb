def get_computer_move(sticks_on_board)
  return sticks_on_board if sticks_on_board <= 3

  (1..3).find { |taken| (sticks_on_board - taken) % 4 == 0 }
end

def play
  sticks = 10
  loop do
    print "How many sticks do you take? "
    taken = gets.to_i
    next puts("You cannot take that.") unless taken.between?(1, 3) && taken <= sticks

    sticks -= taken
    puts "Sticks left: #{sticks}"
    return puts("You win!") if sticks == 0

    sticks -= get_computer_move(sticks) || 1
    puts "Sticks left: #{sticks}"
    return puts("The computer wins!") if sticks == 0
  end
end

play if __FILE__ == $0
