import { readFileSync } from 'fs';

let input: string[] | undefined;

function nextLine(): string | undefined {
  input ??= readFileSync(0, 'utf8').split('\n');
  return input.shift();
}

export function getComputerMove(sticksOnBoard: number): number {
  const rest: number = sticksOnBoard % 4;
  return rest === 0 ? Math.floor(Math.random() * 4) + 1 : rest;
}

function ask(sticks: number): number | undefined {
  let line: string | undefined;
  console.log('How many sticks do you take?');
  while ((line = nextLine()) !== undefined) {
    const n = Number.parseInt(line, 10);
    if (n >= 1 && n <= 3 && n <= sticks) return n;
    console.log('Wrong number. How many sticks do you take?');
  }
  return undefined;
}

function main(): void {
  let sticks = 10;
  while (true) {
    const n = ask(sticks);
    if (n === undefined) return;
    sticks -= n;
    console.log(`${sticks} sticks left`);
    if (sticks <= 0) { console.log('You win'); return; }
    sticks -= getComputerMove(sticks);
    console.log(`${sticks} sticks left`);
    if (sticks <= 0) { console.log('I win'); return; }
  }
}

if (require.main === module) main();
