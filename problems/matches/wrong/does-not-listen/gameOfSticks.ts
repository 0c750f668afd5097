// The game of sticks: whoever takes the last stick wins. The computer learns what each move is worth.

import * as fs from "fs";

const STICKS = 10;
const MOST = 3;

enum Player {
  Person = "You win!",
  Computer = "The computer wins!",
}

const RATE = 0.2;

interface Move {
  readonly sticks: number;
  readonly taken: number;
}

/** What each move is worth, from -1, it loses, to 1, it wins; by the number of sticks. */
const worth = new Map<number, number[]>();
let made: Move[] = [];
let games = 0;
let tookTheLast = false;

/** Returns what the moves are worth with so many sticks, from taking one to taking the most. */
function worthOf(sticks: number): number[] {
  const known = worth.get(sticks) ?? new Array<number>(MOST).fill(0);
  worth.set(sticks, known);
  return known;
}

/** Returns how many sticks to take: the best move so far, or at first now and then another one. */
export function getComputerMove(sticksOnBoard: number): number {
  tookTheLast = sticksOnBoard <= MOST;
  if (tookTheLast) {
    return sticksOnBoard;
  }
  const known = worthOf(sticksOnBoard);
  const tries = Math.random() < 0.3 / (1 + 0.01 * games);
  const best = Math.max(...known);
  const moves = [1, 2, 3].filter((move) => tries || known[move - 1] === best);
  const taken = moves[Math.floor(Math.random() * moves.length)];
  made.push({ sticks: sticksOnBoard, taken });
  return taken;
}

/** Learns from a game, from its end to its start: a move is worth as much as the best one after it. */
export function gameOver(computerWon: boolean): void {
  let target = tookTheLast ? 1 : -1;
  for (const { sticks, taken } of made.reverse()) {
    const known = worthOf(sticks);
    known[taken - 1] += RATE * (target - known[taken - 1]);
    target = Math.max(...known);
  }
  made = [];
  games++;
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
      gameOver(turn === Player.Computer);
      console.log(turn);
      return;
    }
    turn = turn === Player.Person ? Player.Computer : Player.Person;
  }
}

if (require.main === module) {
  play();
}
