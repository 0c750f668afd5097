const fs = require('fs');

function getComputerMove(sticksOnBoard) {
    return sticksOnBoard % 4;
}

function readLine() {
    let line = '';
    const buf = Buffer.alloc(1);
    while (true) {
        const n = fs.readSync(0, buf, 0, 1, null);
        if (n === 0) process.exit(0);
        const ch = buf.toString();
        if (ch === '\n') return line.trim();
        line += ch;
    }
}

function getPlayerMove(sticksOnBoard) {
    console.log('Enter 1, 2 or 3:');
    let answer = readLine();
    while (!['1', '2', '3'].includes(answer) || Number(answer) > sticksOnBoard) {
        console.log('Enter 1, 2 or 3:');
        answer = readLine();
    }
    return Number(answer);
}

function main() {
    let sticks = 10;
    console.log('Sticks: ' + sticks);
    while (sticks > 0) {
        sticks -= getPlayerMove(sticks);
        console.log('Sticks: ' + sticks);
        if (sticks === 0) {
            console.log('You won!');
            return;
        }
        const move = getComputerMove(sticks);
        console.log('Computer: ' + move);
        sticks -= move;
        console.log('Sticks: ' + sticks);
    }
    console.log('Computer won!');
}

if (require.main === module) {
    main();
}

module.exports = { getComputerMove };
