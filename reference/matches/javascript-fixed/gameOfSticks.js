// The game of sticks: whoever takes the last stick wins.

const fs = require("fs");

const STICKS = 10;
const MOST = 3;

/** Returns how many sticks to take: the winning move if there is one. */
function getComputerMove(sticksOnBoard) {
  const winningMove = sticksOnBoard % (MOST + 1);
  if (winningMove > 0) {
    return winningMove;
  }
  return 1 + Math.floor(Math.random() * MOST);
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
  console.log(personsTurn ? "The computer wins!" : "You win!");
}

if (require.main === module) {
  play();
}

module.exports = { getComputerMove };
