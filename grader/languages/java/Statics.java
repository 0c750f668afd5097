package grader.inside;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/**
 * A student's classes, just loaded -> their static fields, to be set back to what they were then; null where that can't be.
 *
 * <p>A class loader for each state is always right, and slow: every class and lambda is made again. Where all that classes
 * keep is numbers, texts and small arrays of them, made without running anything that could be noticed, setting them
 * back comes to the same.
 */
final class Statics {
    private static final int MOST_ELEMENTS = 10_000;

    private final List<Field> fields = new ArrayList<>();
    private final List<Object> values = new ArrayList<>();
    /** Each array, and behind it a copy of what was in it. */
    private final List<Object> arrays = new ArrayList<>();
    private int elements;

    private Statics() {}

    static Statics of(StudentCode code, StudentCode.Loader loader) {
        try {
            Statics statics = new Statics();
            for (String name : code.names()) {
                if (!Initialiser.onlyFills(code.bytes(name))) {
                    return null;
                }
            }
            for (String name : code.names()) {
                for (Field field : Class.forName(name, true, loader).getDeclaredFields()) {
                    if (Modifier.isStatic(field.getModifiers()) && !statics.keeps(field)) {
                        return null;
                    }
                }
            }
            return statics;
        } catch (Throwable unreadable) {
            return null;
        }
    }

    /** Notes the value of the field; whether it can be set back. */
    private boolean keeps(Field field) throws IllegalAccessException {
        Class<?> type = field.getType();
        while (type.isArray()) {
            type = type.getComponentType();
        }
        if (!type.isPrimitive() && type != String.class) {
            return false;
        }
        field.setAccessible(true);
        Object value = field.get(null);
        if (!Modifier.isFinal(field.getModifiers())) {
            fields.add(field);
            values.add(value);
        }
        if (value != null && field.getType().isArray()) {
            copy(value);
        }
        return elements <= MOST_ELEMENTS;
    }

    private void copy(Object array) {
        int length = Array.getLength(array);
        elements += length + 1;
        if (elements > MOST_ELEMENTS) {
            return;
        }
        Object copy = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, copy, 0, length);
        arrays.add(array);
        arrays.add(copy);
        if (array instanceof Object[] && !(array instanceof String[])) {
            for (Object inner : (Object[]) array) {
                if (inner != null) {
                    copy(inner);
                }
            }
        }
    }

    /** Sets all back. */
    void restore() throws IllegalAccessException {
        for (int index = 0; index < fields.size(); index++) {
            fields.get(index).set(null, values.get(index));
        }
        for (int index = 0; index < arrays.size(); index += 2) {
            Object copy = arrays.get(index + 1);
            System.arraycopy(copy, 0, arrays.get(index), 0, Array.getLength(copy));
        }
    }
}
