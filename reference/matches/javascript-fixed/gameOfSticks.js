// The game of sticks: whoever takes the last stick wins.

const readline = require("readline/promises");

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

/** Asks until the answer may be taken. */
async function askPerson(input, sticksOnBoard) {
  while (true) {
    const sticks = Number(await input.question(`How many sticks do you take (1-${MOST})? `));
    if (Number.isInteger(sticks) && sticks >= 1 && sticks <= Math.min(MOST, sticksOnBoard)) {
      return sticks;
    }
  }
}

async function play(input) {
  let sticks = STICKS;
  let personsTurn = true;
  while (sticks > 0) {
    const taken = personsTurn ? await askPerson(input, sticks) : getComputerMove(sticks);
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
