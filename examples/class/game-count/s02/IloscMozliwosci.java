package kolkokrzyzyk;

import java.util.HashMap;
import java.util.Map;

public class IloscMozliwosci {
    // te same plansze wracają bardzo często
    private final Map<String, Long> pamiec = new HashMap<>();

    public long iloscMozliwychRozgrywek(Plansza plansza, Symbol symbol) {
        String klucz = plansza.toString() + symbol;
        Long znane = pamiec.get(klucz);
        if (znane != null) {
            return znane;
        }
        long ile = 0;
        if (plansza.czyKoniec()) {
            ile = 1;
        } else {
            for (Plansza p : plansza.wszystkieMozliwePosuniecia(symbol)) {
                ile += iloscMozliwychRozgrywek(p, symbol.przeciwny());
            }
        }
        pamiec.put(klucz, ile);
        return ile;
    }
}
