function solution(board) {
    var answer = 0;
    // TODO
    return answer;
}
