// liczba gier od podanej planszy
function countGames(board, symbol) {
  const p = board.map((w) => w.split(''))
  const wygrana = (z) => {
    for (let i = 0; i < 3; i++) {
      if (p[i][0] === z && p[i][1] === z && p[i][2] === z) return true
      if (p[0][i] === z && p[1][i] === z && p[2][i] === z) return true
    }
    return p[1][1] === z && ((p[0][0] === z && p[2][2] === z) || (p[0][2] === z && p[2][0] === z))
  }
  const graj = (z, wolne) => {
    // z = kto teraz, sprawdzam przed ruchem
    let ile = 1
    if (wygrana('X') || wygrana('O') || wolne === 0) return ile
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        if (p[i][j] === '-') {
          p[i][j] = z
          ile += graj(z === 'X' ? 'O' : 'X', wolne - 1)
          p[i][j] = '-'
        }
      }
    }
    return ile
  }
  return graj(symbol, board.join('').split('-').length - 1)
}

module.exports = countGames