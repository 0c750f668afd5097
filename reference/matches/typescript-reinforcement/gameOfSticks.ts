// The game of sticks: whoever takes the last stick wins. What has won is played more often.

import * as readline from "readline/promises";

const STICKS = 10;
const MOST = 3;

enum Player {
  Person = "You win!",
  Computer = "The computer wins!",
}

/** The moves to choose from, by the number of sticks. */
const moves = new Map<number, number[]>();
/** The moves of this game, by the number of sticks. */
const made = new Map<number, number>();

/** Returns how many sticks to take: what has won more often is taken more often. */
export function getComputerMove(sticksOnBoard: number): number {
  if (sticksOnBoard <= MOST) {
    return sticksOnBoard;
  }
  const known = moves.get(sticksOnBoard) ?? [1, 2, 3];
  moves.set(sticksOnBoard, known);
  const move = known[Math.floor(Math.random() * known.length)];
  made.set(sticksOnBoard, move);
  return move;
}

/** Adds the moves of a game that was won to those to choose from. */
export function gameOver(computerWon: boolean): void {
  if (computerWon) {
    made.forEach((move, sticks) => moves.get(sticks)?.push(move));
  }
  made.clear();
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
