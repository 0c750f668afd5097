# zadanie 3, plansza do kolka i krzyzyka

def zlicz(napis, znak):
    return napis.count(znak)


def zadanie_trzecie_wersja_koncowa(p1, p2, p3):
    calosc = p1 + p2 + p3
    a = zlicz(calosc, "O")
    b = zlicz(calosc, "X")
    return 1 if a == b or a == b + 1 else 0


print(zadanie_trzecie_wersja_koncowa("O..", ".X.", "..."))
