package grader.inside;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;

/**
 * One line of JSON in UTF-8 -> null, Boolean, Long, BigInteger, Double, String, ArrayList, LinkedHashMap.
 *
 * <p>The lines come from the trusted side, so it reads what is right and does not explain what is wrong.
 */
final class Json {
    private final byte[] text;
    private int at;

    private Json(byte[] text) {
        this.text = text;
    }

    static Object parse(byte[] line) {
        Json json = new Json(line);
        json.skipBlanks();
        return json.value();
    }

    private Object value() {
        switch (text[at]) {
            case '{':
                return object();
            case '[':
                return array();
            case '"':
                return string();
            case 't':
                at += 4;
                return Boolean.TRUE;
            case 'f':
                at += 5;
                return Boolean.FALSE;
            case 'n':
                at += 4;
                return null;
            default:
                return number();
        }
    }

    private LinkedHashMap<String, Object> object() {
        LinkedHashMap<String, Object> object = new LinkedHashMap<>(8);
        at++;
        skipBlanks();
        while (text[at] != '}') {
            String key = string();
            skipBlanks();
            at++; // the colon
            skipBlanks();
            object.put(key, value());
            skipComma();
        }
        at++;
        return object;
    }

    private ArrayList<Object> array() {
        ArrayList<Object> array = new ArrayList<>(4);
        at++;
        skipBlanks();
        while (text[at] != ']') {
            array.add(value());
            skipComma();
        }
        at++;
        return array;
    }

    private void skipComma() {
        skipBlanks();
        if (text[at] == ',') {
            at++;
            skipBlanks();
        }
    }

    private void skipBlanks() {
        while (at < text.length && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r')) {
            at++;
        }
    }

    private Object number() {
        int start = at;
        boolean whole = true;
        for (; at < text.length; at++) {
            byte sign = text[at];
            if (sign == '.' || sign == 'e' || sign == 'E') {
                whole = false;
            } else if (sign != '-' && sign != '+' && (sign < '0' || sign > '9')) {
                break;
            }
        }
        if (at == start) {
            throw new IllegalArgumentException("not JSON");
        }
        String digits = new String(text, start, at - start, StandardCharsets.ISO_8859_1);
        if (!whole) {
            return Double.valueOf(digits);
        }
        if (digits.length() <= 18) {
            return Long.valueOf(digits);
        }
        return new BigInteger(digits);
    }

    private String string() {
        int start = ++at;
        boolean ascii = true;
        while (text[at] != '"') {
            if (text[at] == '\\') {
                return stringWithEscapes(start);
            }
            ascii &= text[at] >= 0;
            at++;
        }
        String string = new String(text, start, at - start,
                ascii ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
        at++;
        return string;
    }

    private String stringWithEscapes(int start) {
        StringBuilder string = new StringBuilder();
        int plain = start;
        while (text[at] != '"') {
            if (text[at] != '\\') {
                at++;
                continue;
            }
            string.append(new String(text, plain, at - plain, StandardCharsets.UTF_8));
            string.append(escape());
            plain = at;
        }
        string.append(new String(text, plain, at - plain, StandardCharsets.UTF_8));
        at++;
        return string.toString();
    }

    private char escape() {
        byte kind = text[at + 1];
        at += 2;
        switch (kind) {
            case 'n':
                return '\n';
            case 't':
                return '\t';
            case 'r':
                return '\r';
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'u':
                at += 4;
                int unit = 0;
                for (int index = at - 4; index < at; index++) {
                    unit = unit << 4 | Character.digit(text[index], 16);
                }
                return (char) unit;
            default:
                return (char) kind;
        }
    }
}
