package zadania.gra;

public class GraWKolko {

	private static final int[][] L = {{0,1,2},{3,4,5},{6,7,8},{0,3,6},{1,4,7},{2,5,8},{0,4,8},{2,4,6}};

	public static long countGames(String[] board, char symbol) {
		char[] pola = new char[9];
		for (int i = 0; i < 9; i++) {
			pola[i] = board[i / 3].charAt(i % 3);
		}
		return licz(pola, symbol);
	}

	private static long licz(char[] pola, char kto) {
		for (int[] l : L) {
			if (pola[l[0]] != '-' && pola[l[0]] == pola[l[1]] && pola[l[1]] == pola[l[2]]) {
				return 1;
			}
		}
		long suma = 0;
		boolean wolne = false;
		for (int i = 0; i < 9; i++) {
			if (pola[i] == '-') {
				wolne = true;
				pola[i] = kto;
				suma += licz(pola, kto == 'X' ? 'O' : 'X');
				pola[i] = '-';   // cofnij
			}
		}
		return wolne ? suma : 1;
	}

	public static void main(String[] args) {
		String[] pusta = {"---", "---", "---"};
		System.out.println("Wszystkich gier jest " + countGames(pusta, 'X'));
	}
}
