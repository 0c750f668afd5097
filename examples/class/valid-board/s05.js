// plansza 3x3, zaczyna O
const LINIE = [[0,1,2],[3,4,5],[6,7,8],[0,3,6],[1,4,7],[2,5,8],[0,4,8],[2,4,6]]

const solution = (board) => {
  const pola = board.join('')
  const ile = z => [...pola].filter(p => p === z).length
  const wygral = z => LINIE.some(l => l.every(i => pola[i] === z))
  const roznica = ile('O') - ile('X')
  if (roznica !== 0 && roznica !== 1) return 0
  if (wygral('O') && roznica === 0) return 0   // O wygrało, a X jeszcze ruszył
  if (wygral('X') && roznica === 1) return 0
  return 1
}

console.log(solution(["O.X", ".O.", "..X"]), 'powinno byc 1')
console.log(solution(["OOO", "...", "XXX"]), 'powinno byc 0')
