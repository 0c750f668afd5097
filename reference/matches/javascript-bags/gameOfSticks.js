// The game of sticks: whoever takes the last stick wins. The computer learns with bags of balls.

const fs = require("fs");

const STICKS = 10;
const MOST = 3;

const bags = new Map(); // number of sticks -> the balls, each with a move on it
let drawn = []; // the balls of this game, each with its bag

/** Returns how many sticks to take: all if that is allowed, else as many as a ball says. */
function getComputerMove(sticksOnBoard) {
  if (sticksOnBoard <= MOST) {
    return sticksOnBoard;
  }
  if (!bags.has(sticksOnBoard)) {
    bags.set(sticksOnBoard, [1, 2, 3]);
  }
  const bag = bags.get(sticksOnBoard);
  const ball = bag[Math.floor(Math.random() * bag.length)];
  drawn.push({ bag, ball });
  return ball;
}

/** Puts one more ball of each kind in after a win; takes it out after a loss, but never the last of a kind. */
function gameOver(computerWon) {
  for (const { bag, ball } of drawn) {
    if (computerWon) {
      bag.push(ball);
    } else if (bag.indexOf(ball) !== bag.lastIndexOf(ball)) {
      bag.splice(bag.indexOf(ball), 1);
    }
  }
  drawn = [];
}

/** Returns the next line of standard input, or null when the input has ended. */
function readLine() {
  const bytes = [];
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
function askPerson(sticksOnBoard) {
  while (true) {
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

function play() {
  let sticks = STICKS;
  let personsTurn = true;
  console.log(`There are ${sticks} sticks on the table. Whoever takes the last one wins.`);
  while (sticks > 0) {
    if (personsTurn) {
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
    personsTurn = !personsTurn;
  }
  gameOver(personsTurn);
  console.log(personsTurn ? "The computer wins!" : "You win!");
}

if (require.main === module) {
  play();
}

module.exports = { getComputerMove, gameOver };
