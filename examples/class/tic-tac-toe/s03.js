/** 
 * @param {number} n   
 */
var TicTacToe = function(n) { 
    this.size = n;
    this.tally = {};   
}; 

TicTacToe.prototype.add = function(key) {
    this.tally[key] = (this.tally[key] || 0) + 1; 
    return this.tally[key] === this.size;
};
 
/**   
 * @return {number} the winner, or 0
 */ 
TicTacToe.prototype.move = function(row, col, player) {
    var won = this.add(player + 'r' + row);   
    won = this.add(player + 'c' + col) || won; 
    if (row === col) won = this.add(player + 'd') || won;
    if (row + col === this.size - 1) won = this.add(player + 'a') || won;
    return won ? player : 0; 
};