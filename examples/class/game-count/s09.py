# 모든 게임의 수 세기
W = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]
games = 0


def dfs(me, you):
    global games
    for w in W:
        if you & w == w:
            games += 1
            return
    empty = 0o777 & ~(me | you)
    if empty == 0:
        games += 1
        return
    while empty:
        bit = empty & -empty
        empty -= bit
        dfs(you, me | bit)


# 첫 수는 대칭이라서 구석, 변, 가운데만 계산
total = 0
for first, same in ((1, 4), (2, 4), (16, 1)):
    games = 0
    dfs(0, first)
    print("first move", first, ":", games, "x", same)
    total += games * same
print("total =", total)
