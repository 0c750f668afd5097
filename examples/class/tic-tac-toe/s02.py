# kolko i krzyzyk n x n
class TicTacToe:
	def __init__(self, n):
		self.plansza = []
		for i in range(n):
			wiersz = []
			for j in range(n):
				wiersz.append(0)
			self.plansza.append(wiersz)
		self.rozmiar = n

	def move(self, row, col, player):
		self.plansza[row][col] = player
		n = self.rozmiar
		# wiersz
		if all(self.plansza[row][j] == player for j in range(n)):
			return player
		# kolumna
		if all(self.plansza[i][col] == player for i in range(n)):
			return player
		# przekatne
		if row == col and all(self.plansza[i][i] == player for i in range(n)):
			return player
		if row + col == n - 1 and all(self.plansza[i][n - 1 - i] == player for i in range(n)):
			return player
		return 0
