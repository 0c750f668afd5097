// The game of sticks: whoever takes the last stick wins.

import * as readline from "readline/promises";

const STICKS = 10;
const MOST = 3;

enum Player {
  Person = "You win!",
  Computer = "The computer wins!",
}

/** Returns how many sticks to take: the winning move if there is one. */
export function getComputerMove(sticksOnBoard: number): number {
  const winningMove = sticksOnBoard % (MOST + 1);
  if (winningMove > 0) {
    return winningMove;
  }
  return 1 + Math.floor(Math.random() * MOST);
}

/** Asks until the answer may be taken. */
async function askPerson(input: readline.Interface, sticksOnBoard: number): Promise<number> {
  while (true) {
    const sticks = Number(await input.question(`How many sticks do you take (1-${MOST})? `));
    if (Number.isInteger(sticks) && sticks >= 1 && sticks <= Math.min(MOST, sticksOnBoard)) {
      return sticks;
    }
  }
}

async function play(input: readline.Interface): Promise<void> {
  let sticks = STICKS;
  let turn = Player.Person;
  for (;;) {
    const taken: number = turn === Player.Person ? await askPerson(input, sticks) : getComputerMove(sticks);
    sticks -= taken;
    console.log(`${taken} taken. Sticks left: ${sticks}`);
    if (sticks === 0) {
      break;
    }
    turn = turn === Player.Person ? Player.Computer : Player.Person;
  }
  console.log(turn);
}

if (require.main === module) {
  const input = readline.createInterface(process.stdin, process.stdout);
  play(input).finally(() => input.close());
}
