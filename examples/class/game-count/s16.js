// 9 * 8 * 7 * ... wszystkie kolejnosci ruchow
let n = 1;
for (let i = 9; i >= 1; i--) {
  n *= i;
}
console.log("gier: " + n);
