package grader.inside;

import java.lang.reflect.Array;
import java.math.BigInteger;
import java.util.Base64;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What the student's code returned -> a value of the protocol, within its bounds.
 *
 * <p>Types are told apart by their class, numbers and names are read with final methods of the class library. Only
 * the text form of an object, and a collection that the student wrote, call code of the student's; what they
 * throw becomes an empty text or an `other`.
 */
final class Values {
    static final int TEXT_LIMIT = 2_000;
    private static final int DEPTH_LIMIT = 50;
    private static final int ELEMENT_LIMIT = 100_000;
    private static final int CHARACTER_LIMIT = 1_000_000;
    private static final int DIGIT_LIMIT = 4_000;
    private static final long SAFE = 1L << 53;

    private final Output out;
    private final Object[] ancestors = new Object[DEPTH_LIMIT + 1];
    private int depth;
    private int elements;
    private int characters;

    Values(Output out) {
        this.out = out;
    }

    /** Writes the value; `out` holds a whole value afterwards, whatever happened. */
    void write(Object value) {
        depth = 0;
        elements = 0;
        characters = 0;
        value(value);
    }

    private void value(Object value) {
        if (value == null) {
            out.raw("null");
        } else if (value instanceof Integer) {
            out.number((Integer) value);
        } else if (value instanceof String) {
            text((String) value);
        } else if (value instanceof Boolean) {
            out.raw((Boolean) value ? "true" : "false");
        } else if (value instanceof Character) {
            text(String.valueOf(((Character) value).charValue()));
        } else if (value instanceof Long || value instanceof Short || value instanceof Byte) {
            integer(((Number) value).longValue());
        } else if (value instanceof Double) {
            decimal((Double) value, value.toString());
        } else if (value instanceof Float) {
            decimal((Float) value, value.toString());
        } else if (value.getClass() == BigInteger.class) {
            bigInteger((BigInteger) value);
        } else if (value instanceof Enum) {
            enumMember((Enum<?>) value);
        } else if (value instanceof byte[]) {
            bytes((byte[]) value);
        } else {
            container(value);
        }
    }

    private void container(Object value) {
        boolean holds = value instanceof Object[] || value instanceof Collection || value instanceof Map
                || value.getClass().isArray();
        if (!holds) {
            single(value);
            return;
        }
        for (int index = 0; index < depth; index++) {
            if (ancestors[index] == value) {
                other("cycle", typeName(value));
                return;
            }
        }
        if (depth == DEPTH_LIMIT) {
            other("too deep", typeName(value));
            return;
        }
        int mark = out.length();
        int outer = depth;
        ancestors[depth++] = value;
        try {
            members(value);
        } catch (OutOfMemoryError problem) {
            out.cutTo(mark);
            tooLarge("the memory does not suffice to write it");
        } catch (Throwable problem) {
            out.cutTo(mark);
            other(typeName(value), "");
        }
        depth = outer;
    }

    private void members(Object value) {
        if (value instanceof int[]) {
            integers((int[]) value);
        } else if (value instanceof Object[]) {
            array((Object[]) value);
        } else if (value instanceof Map) {
            map((Map<?, ?>) value);
        } else if (value instanceof Set) {
            out.raw("{\"set\":");
            collection((Collection<?>) value);
            out.raw('}');
        } else if (value instanceof Collection) {
            collection((Collection<?>) value);
        } else {
            primitives(value);
        }
    }

    private void single(Object value) {
        if (value instanceof Optional) {
            value(((Optional<?>) value).orElse(null));
        } else if (value instanceof OptionalInt) {
            value(((OptionalInt) value).isPresent() ? ((OptionalInt) value).getAsInt() : null);
        } else if (value instanceof OptionalLong) {
            value(((OptionalLong) value).isPresent() ? ((OptionalLong) value).getAsLong() : null);
        } else if (value instanceof OptionalDouble) {
            value(((OptionalDouble) value).isPresent() ? ((OptionalDouble) value).getAsDouble() : null);
        } else if (value.getClass().isHidden()) {
            other("function", "");
        } else if (value.getClass().getClassLoader() instanceof StudentCode.Loader) {
            out.raw("{\"object\":").text(typeName(value)).raw(",\"text\":");
            limitedText(TextForm.of(value));
            out.raw('}');
        } else {
            other(typeName(value), TextForm.of(value));
        }
    }

    private void text(String value) {
        characters += value.length();
        if (characters > CHARACTER_LIMIT) {
            characters -= value.length();
            tooLarge("a string of " + value.length() + " characters");
        } else {
            out.text(value);
        }
    }

    private void integer(long value) {
        if (value >= -SAFE && value <= SAFE) {
            out.number(value);
        } else {
            out.raw("{\"int\":\"").raw(Long.toString(value)).raw("\"}");
        }
    }

    private void bigInteger(BigInteger value) {
        if (value.bitLength() < 63) {
            integer(value.longValue());
            return;
        }
        // Each digit needs more than 3 bits: beyond this there are too many, and writing them would be slow.
        String digits = value.bitLength() > DIGIT_LIMIT * 4 ? null : value.toString();
        int length = digits == null ? DIGIT_LIMIT + 1 : digits.length() - (value.signum() < 0 ? 1 : 0);
        characters += length;
        if (length > DIGIT_LIMIT || characters > CHARACTER_LIMIT) {
            tooLarge("an integer of " + value.bitLength() + " bits");
        } else {
            out.raw("{\"int\":\"").raw(digits).raw("\"}");
        }
    }

    private void decimal(double value, String digits) {
        if (value != value) {
            out.raw("{\"float\":\"nan\"}");
        } else if (value == Double.POSITIVE_INFINITY) {
            out.raw("{\"float\":\"inf\"}");
        } else if (value == Double.NEGATIVE_INFINITY) {
            out.raw("{\"float\":\"-inf\"}");
        } else if (value == 0 && 1 / value < 0) {
            out.raw("{\"float\":\"-0.0\"}");
        } else {
            out.raw(digits);
        }
    }

    private void enumMember(Enum<?> member) {
        out.raw("{\"enum\":[").text(simpleName(member.getDeclaringClass().getName())).raw(',');
        out.text(member.name()).raw("]}");
    }

    private void bytes(byte[] value) {
        characters += value.length;
        if (characters > CHARACTER_LIMIT) {
            characters -= value.length;
            tooLarge(value.length + " bytes");
        } else {
            out.raw("{\"bytes\":\"").raw(Base64.getEncoder().encode(value)).raw("\"}");
        }
    }

    /** Separates an element from the one before and counts it; false when it is one too many. */
    private boolean element(int index) {
        if (index > 0) {
            out.raw(',');
        }
        if (++elements > ELEMENT_LIMIT) {
            tooLarge("more than " + ELEMENT_LIMIT + " elements");
            return false;
        }
        return true;
    }

    private void integers(int[] values) {
        out.raw('[');
        for (int index = 0; index < values.length && element(index); index++) {
            out.number(values[index]);
        }
        out.raw(']');
    }

    private void array(Object[] values) {
        out.raw('[');
        for (int index = 0; index < values.length && element(index); index++) {
            value(values[index]);
        }
        out.raw(']');
    }

    private void primitives(Object array) {
        out.raw('[');
        int size = Array.getLength(array);
        for (int index = 0; index < size && element(index); index++) {
            value(Array.get(array, index));
        }
        out.raw(']');
    }

    private void collection(Collection<?> values) {
        out.raw('[');
        int index = 0;
        for (Object value : values) {
            if (!element(index++)) {
                break;
            }
            value(value);
        }
        out.raw(']');
    }

    private void map(Map<?, ?> map) {
        out.raw("{\"map\":[");
        int index = 0;
        Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<?, ?> entry = entries.next();
            if (index > 0) {
                out.raw(',');
            }
            out.raw('[');
            boolean last = !element(0);
            if (last) {
                out.raw(",null");
            } else {
                value(entry.getKey());
                out.raw(',');
                value(entry.getValue());
            }
            out.raw(']');
            index++;
            if (last) {
                break;
            }
        }
        out.raw("]}");
    }

    private void other(String kind, String text) {
        out.raw("{\"other\":").text(kind).raw(",\"text\":");
        limitedText(text);
        out.raw('}');
    }

    private void tooLarge(String text) {
        out.raw("{\"other\":\"too large\",\"text\":").text(text).raw('}');
    }

    private void limitedText(String text) {
        if (text.length() + characters > CHARACTER_LIMIT) {
            out.text("");
        } else {
            characters += text.length();
            out.text(text);
        }
    }

    static String shortened(String text) {
        if (text == null) {
            return "";
        }
        return text.length() <= TEXT_LIMIT ? text : text.substring(0, TEXT_LIMIT);
    }

    static String typeName(Object value) {
        Class<?> type = value.getClass();
        if (type.isArray()) {
            return type.getSimpleName();
        }
        return simpleName(type.getName());
    }

    /** The name without package and without the classes around it. */
    static String simpleName(String name) {
        int cut = Math.max(name.lastIndexOf('.'), name.lastIndexOf('$'));
        if (cut < 0 || cut == name.length() - 1) {
            return name;
        }
        // The first class without a name in Plansza is Plansza$1: a number alone would tell nothing.
        return Character.isDigit(name.charAt(cut + 1))
                ? name.substring(name.lastIndexOf('.') + 1)
                : name.substring(cut + 1);
    }
}
