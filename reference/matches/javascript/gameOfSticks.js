// The game of sticks: whoever takes the last stick wins.

const readline = require("readline/promises");

let most = 3;

/** Returns how many sticks to take: the winning move if there is one. */
function getComputerMove(sticksOnBoard) {
  const winningMove = sticksOnBoard % (most + 1);
  if (winningMove > 0) {
    return winningMove;
  }
  return 1 + Math.floor(Math.random() * most);
}

/** Asks until the answer is a whole number from least to largest. */
async function ask(input, question, least, largest) {
  while (true) {
    const number = Number(await input.question(`${question} (${least}-${largest})? `));
    if (Number.isInteger(number) && number >= least && number <= largest) {
      return number;
    }
  }
}

async function play(input) {
  let sticks = await ask(input, "How many sticks are on the table", 8, 39);
  most = await ask(input, "How many may be taken at most", 2, Math.floor((sticks - 1) / 2));
  let personsTurn = true;
  while (sticks > 0) {
    const taken = personsTurn
      ? await ask(input, "How many sticks do you take", 1, Math.min(most, sticks))
      : getComputerMove(sticks);
    sticks -= taken;
    console.log(`${taken} taken. Sticks left: ${sticks}`);
    personsTurn = !personsTurn;
  }
  console.log(personsTurn ? "The computer wins!" : "You win!");
}

if (require.main === module) {
  const input = readline.createInterface(process.stdin, process.stdout);
  play(input).finally(() => input.close());
}

module.exports = { getComputerMove };
