// The game of sticks: whoever takes the last stick wins. What has won is played more often.

const readline = require("readline/promises");

const STICKS = 10;
const MOST = 3;

const moves = new Map(); // those to choose from, by the number of sticks
const made = new Map(); // those of this game

/** Returns how many sticks to take: all if that is allowed, else what has won more often more often. */
function getComputerMove(sticksOnBoard) {
  if (sticksOnBoard <= MOST) {
    return sticksOnBoard;
  }
  if (!moves.has(sticksOnBoard)) {
    moves.set(sticksOnBoard, [1, 2, 3]);
  }
  const known = moves.get(sticksOnBoard);
  const move = known[Math.floor(Math.random() * known.length)];
  made.set(sticksOnBoard, move);
  return move;
}

/** Adds the moves of a game that was won to those to choose from. */
function gameOver(computerWon) {
  if (computerWon) {
    made.forEach((move, sticks) => moves.get(sticks).push(move));
  }
  made.clear();
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

module.exports = { getComputerMove, gameOver };
