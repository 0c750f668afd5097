// The game of sticks: whoever takes the last stick wins.

const fs = require("fs");

let most = 3;

/** Returns how many sticks to take: the winning move if there is one. */
function getComputerMove(sticksOnBoard) {
  const winningMove = sticksOnBoard % (most + 1);
  if (winningMove > 0) {
    return winningMove;
  }
  return 1 + Math.floor(Math.random() * Math.min(most, sticksOnBoard));
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

/** Asks until the answer is a whole number from least to largest; throws when the input has ended. */
function ask(question, least, largest) {
  while (true) {
    process.stdout.write(`${question} (${least}-${largest})? `);
    const answer = readLine();
    if (answer === null) {
      throw new Error("The input has ended.");
    }
    const number = answer.trim() === "" ? NaN : Number(answer);
    if (Number.isInteger(number) && number >= least && number <= largest) {
      return number;
    }
    console.log("That is not possible.");
  }
}

function play() {
  let sticks = ask("How many sticks are on the table", 8, 39);
  most = ask("How many may be taken at most", 2, Math.floor((sticks - 1) / 2));
  let personsTurn = true;
  console.log(`There are ${sticks} sticks on the table. Whoever takes the last one wins.`);
  while (sticks > 0) {
    if (personsTurn) {
      sticks -= ask("How many sticks do you take", 1, Math.min(most, sticks));
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
