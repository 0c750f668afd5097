// The game of sticks: whoever takes the last stick wins. The computer learns with bags of balls.

const readline = require("readline/promises");

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

/** Asks until the answer may be taken. */
async function askPerson(input, sticksOnBoard) {
  while (true) {
    const sticks = Number(await input.question(`How many sticks do you take (1-${MOST})? `));
    if (Number.isInteger(sticks) && sticks >= 1 && sticks <= Math.min(MOST, sticksOnBoard)) {
      return sticks;
    }
  }
}

async function play() {
  const input = readline.createInterface(process.stdin, process.stdout);
  let sticks = STICKS;
  let personsTurn = true;
  while (sticks > 0) {
    const taken = personsTurn ? await askPerson(input, sticks) : getComputerMove(sticks);
    sticks -= taken;
    console.log(`${taken} taken. Sticks left: ${sticks}`);
    personsTurn = !personsTurn;
  }
  console.log(personsTurn ? "The computer wins!" : "You win!");
  input.close();
}

if (require.main === module) {
  play();
}

module.exports = { getComputerMove, gameOver };
