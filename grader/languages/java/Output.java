package grader.inside;

import java.util.Arrays;

/**
 * Pieces of JSON -> its bytes in UTF-8. Nothing here calls code that a student could have written.
 */
final class Output {
    private static final byte[] HEX = {
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
    };
    private static final int KEPT = 1 << 20;

    private byte[] bytes = new byte[1 << 10];
    private int length;

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** Takes back all that was written after `mark`. */
    void cutTo(int mark) {
        length = mark;
        if (bytes.length > KEPT && mark < KEPT) {
            bytes = Arrays.copyOf(bytes, KEPT);
        }
    }

    Output raw(byte value) {
        if (length == bytes.length) {
            bytes = Arrays.copyOf(bytes, length * 2);
        }
        bytes[length++] = value;
        return this;
    }

    Output raw(char value) {
        return raw((byte) value);
    }

    Output raw(byte[] values) {
        room(values.length);
        System.arraycopy(values, 0, bytes, length, values.length);
        length += values.length;
        return this;
    }

    /** JSON as it stands; only ASCII. */
    @SuppressWarnings("deprecation")
    Output raw(String ascii) {
        int size = ascii.length();
        room(size);
        ascii.getBytes(0, size, bytes, length);
        length += size;
        return this;
    }

    Output number(long value) {
        if (value >= 0 && value <= 9) {
            return raw((byte) ('0' + value));
        }
        return raw(Long.toString(value));
    }

    /** A string with its quotes; lone surrogates become escapes. */
    Output text(String value) {
        int size = value.length();
        room(size + 2);
        bytes[length++] = '"';
        int index = 0;
        while (index < size) {
            char unit = value.charAt(index);
            if (unit < 0x20 || unit == '"' || unit == '\\') {
                escape(unit);
            } else if (unit < 0x80) {
                raw((byte) unit);
            } else if (Character.isHighSurrogate(unit) && index + 1 < size
                    && Character.isLowSurrogate(value.charAt(index + 1))) {
                index++;
                wide(Character.toCodePoint(unit, value.charAt(index)));
            } else if (Character.isSurrogate(unit)) {
                escape(unit);
            } else {
                wide(unit);
            }
            index++;
        }
        return raw((byte) '"');
    }

    private void escape(char unit) {
        if (unit == '"' || unit == '\\') {
            raw((byte) '\\').raw((byte) unit);
        } else if (unit == '\n') {
            raw((byte) '\\').raw((byte) 'n');
        } else {
            raw((byte) '\\').raw((byte) 'u');
            for (int shift = 12; shift >= 0; shift -= 4) {
                raw(HEX[unit >> shift & 15]);
            }
        }
    }

    private void wide(int point) {
        if (point < 0x800) {
            raw((byte) (0xc0 | point >> 6));
        } else {
            if (point < 0x10000) {
                raw((byte) (0xe0 | point >> 12));
            } else {
                raw((byte) (0xf0 | point >> 18));
                raw((byte) (0x80 | point >> 12 & 63));
            }
            raw((byte) (0x80 | point >> 6 & 63));
        }
        raw((byte) (0x80 | point & 63));
    }

    private void room(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
