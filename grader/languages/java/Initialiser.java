package grader.inside;

import java.nio.ByteBuffer;

/**
 * The bytes of a class -> does its initialiser do nothing but fill its own static fields with constants and new arrays?
 *
 * <p>Then nobody can tell when it ran, or how often. The format is that of chapter 4 of the specification of the JVM.
 */
final class Initialiser {
    private static final int RETURN = 0xb1;
    private static final int PUT_STATIC = 0xb3;

    private final ByteBuffer bytes;
    private final int[] constants;
    private final int thisClass;

    private Initialiser(byte[] content) {
        bytes = ByteBuffer.wrap(content, 8, content.length - 8);
        constants = new int[number()];
        for (int index = 1; index < constants.length; index++) {
            constants[index] = bytes.position();
            int tag = bytes.get();
            skip(sizeOf(tag));
            index += tag == 5 || tag == 6 ? 1 : 0;
        }
        skip(2);
        thisClass = number();
        skip(2);
        skip(2 * number());
    }

    /** False, too, where the bytes are not what is expected here: the compiler made them, so that is rare. */
    static boolean onlyFills(byte[] content) {
        Initialiser reader = new Initialiser(content);
        for (int field = reader.number(); field > 0; field--) {
            reader.skip(6);
            reader.skipAttributes();
        }
        for (int method = reader.number(); method > 0; method--) {
            reader.skip(2);
            boolean initialises = reader.isText(reader.number(), "<clinit>");
            reader.skip(2);
            if (initialises) {
                return reader.fillsOnly();
            }
            reader.skipAttributes();
        }
        return true;
    }

    /** Reads the attributes of the initialiser up to its code. */
    private boolean fillsOnly() {
        for (int attribute = number(); attribute > 0; attribute--) {
            boolean isCode = isText(number(), "Code");
            int size = bytes.getInt();
            if (isCode) {
                skip(4);
                return fillsOnlyUntil(bytes.getInt() + bytes.position());
            }
            skip(size);
        }
        return false;
    }

    private boolean fillsOnlyUntil(int end) {
        while (bytes.position() < end) {
            int code = bytes.get() & 0xff;
            if (code == RETURN) {
                return bytes.position() == end;
            }
            int size = operandsOf(code);
            if (size < 0) {
                return false;
            }
            skip(size);
        }
        return false;
    }

    /** How many bytes follow the instruction, -1 if it may do more than fill. */
    private int operandsOf(int code) {
        if (code >= 0x01 && code <= 0x0f || code >= 0x4f && code <= 0x57 || code == 0x59) {
            return 0; // small constants, storing into arrays, pop, dup
        }
        switch (code) {
            case 0x10: // bipush
            case 0xbc: // newarray
                return 1;
            case 0x11: // sipush
            case 0xbd: // anewarray
                return 2;
            case 0xc5: // multianewarray
                return 3;
            case 0x12: // ldc
                return isPlain(bytes.get(bytes.position()) & 0xff) ? 1 : -1;
            case 0x13: // ldc_w
            case 0x14: // ldc2_w
                return isPlain(bytes.getShort(bytes.position()) & 0xffff) ? 2 : -1;
            case PUT_STATIC:
                return isOurs(bytes.getShort(bytes.position()) & 0xffff) ? 2 : -1;
            default:
                return -1;
        }
    }

    /** A number or a text, as against what something has to be run for. */
    private boolean isPlain(int index) {
        int tag = bytes.get(constants[index]);
        return tag >= 3 && tag <= 6 || tag == 8;
    }

    /** A field of this very class. */
    private boolean isOurs(int index) {
        return (bytes.getShort(constants[index] + 1) & 0xffff) == thisClass;
    }

    private boolean isText(int index, String text) {
        int at = constants[index];
        boolean same = bytes.get(at) == 1 && bytes.getShort(at + 1) == text.length();
        for (int letter = 0; same && letter < text.length(); letter++) {
            same = bytes.get(at + 3 + letter) == text.charAt(letter);
        }
        return same;
    }

    private int sizeOf(int tag) {
        switch (tag) {
            case 1: // a text
                return 2 + (bytes.getShort(bytes.position()) & 0xffff);
            case 7: // class
            case 8: // string
            case 16: // type of a method
            case 19: // module
            case 20: // package
                return 2;
            case 15: // handle of a method
                return 3;
            case 5: // long
            case 6: // double
                return 8;
            default:
                return 4;
        }
    }

    private int number() {
        return bytes.getShort() & 0xffff;
    }

    private void skip(int count) {
        bytes.position(bytes.position() + count);
    }

    private void skipAttributes() {
        for (int attribute = number(); attribute > 0; attribute--) {
            skip(2);
            skip(bytes.getInt());
        }
    }
}
