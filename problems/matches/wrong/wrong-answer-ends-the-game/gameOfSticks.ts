const fs = require('fs');

class Game {
  private sticks = 10;

  constructor(private readonly lines: string[]) {}

  static getComputerMove(sticks: number): number {
    if (sticks <= 3) return sticks;
    return sticks % 4 || 1;
  }

  play(): void {
    for (const line of this.lines) {
      const n = Number(line);
      if (!(n >= 1 && n <= 3)) throw new Error(`You can't take ${line}`);
      this.sticks -= n;
      console.log('Left:', this.sticks);
      if (this.sticks === 0) return console.log('You won');
      this.sticks -= Game.getComputerMove(this.sticks);
      console.log('Left:', this.sticks);
      if (this.sticks === 0) return console.log('You lost');
    }
  }
}

const getComputerMove = Game.getComputerMove;

if (require.main === module) new Game(fs.readFileSync(0, 'utf8').split('\n')).play();

export { getComputerMove };
