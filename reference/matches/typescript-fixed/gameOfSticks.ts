// The game of sticks: whoever takes the last stick wins.

import * as fs from "fs";

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

/** Returns the next line of standard input, or null when the input has ended. */
function readLine(): string | null {
  const bytes: number[] = [];
  const one = Buffer.alloc(1);
  while (fs.readSync(0, one, 0, 1, null) === 1) {
    if (one[0] === 10) { // the end of the line
      return Buffer.from(bytes).toString();
    }
    bytes.push(one[0]);
  }
  return bytes.length > 0 ? Buffer.from(bytes).toString() : null;
}

/** Asks until the answer may be taken; returns null when the input has ended. */
function askPerson(sticksOnBoard: number): number | null {
  for (;;) {
    process.stdout.write(`How many sticks do you take (1-${MOST})? `);
    const answer = readLine();
    if (answer === null) {
      return null;
    }
    const sticks = Number(answer);
    if (Number.isInteger(sticks) && sticks >= 1 && sticks <= Math.min(MOST, sticksOnBoard)) {
      return sticks;
    }
    console.log("You cannot take that.");
  }
}

function play(): void {
  let sticks = STICKS;
  let turn = Player.Person;
  console.log(`There are ${sticks} sticks on the table. Whoever takes the last one wins.`);
  for (;;) {
    if (turn === Player.Person) {
      const taken = askPerson(sticks);
      if (taken === null) {
        console.log("\nThe input has ended. Goodbye!");
        return;
      }
      sticks -= taken;
    } else {
      const taken = getComputerMove(sticks);
      sticks -= taken;
      console.log(`The computer takes ${taken}.`);
    }
    console.log(`Sticks left: ${sticks}`);
    if (sticks === 0) {
      console.log(turn);
      return;
    }
    turn = turn === Player.Person ? Player.Computer : Player.Person;
  }
}

if (require.main === module) {
  play();
}
