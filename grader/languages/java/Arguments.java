package grader.inside;

import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;

/**
 * A value of the protocol and the declared type of a parameter -> a new Java value, and how far it had to be bent.
 *
 * <p>The sum of `cost` tells overloads apart: 0 is exact, a wider type costs a little, Object the most.
 */
final class Arguments {
    /** Stands for "this value can't be given as that type"; null is a value. */
    static final Object UNFIT = new Object();

    private static final int ANYTHING = 50;

    private final State state;
    private int cost;

    Arguments(State state) {
        this.state = state;
    }

    /** What the conversions since the last question cost. */
    int takeCost() {
        int taken = cost;
        cost = 0;
        return taken;
    }

    Object convert(Object value, Type type) {
        Class<?> raw = rawClass(type);
        if (raw == Optional.class) {
            return optional(value, type);
        }
        if (value == null) {
            return raw.isPrimitive() ? UNFIT : null;
        }
        if (value instanceof String) {
            return text((String) value, type, raw);
        }
        if (value instanceof Long) {
            return integer((Long) value, raw);
        }
        if (value instanceof List) {
            return list((List<?>) value, type, raw);
        }
        if (value instanceof Boolean) {
            return truth((Boolean) value, raw);
        }
        if (value instanceof Double) {
            return decimal((Double) value, raw);
        }
        if (value instanceof BigInteger) {
            return bigInteger((BigInteger) value, raw);
        }
        return tagged((Map<?, ?>) value, type, raw);
    }

    private Object optional(Object value, Type type) {
        if (value == null) {
            return Optional.empty();
        }
        Object inner = convert(value, typeArgument(type, 0));
        return inner == UNFIT ? UNFIT : Optional.ofNullable(inner);
    }

    private Object at(int price, Object value) {
        cost += price;
        return value;
    }

    private Object integer(long value, Class<?> raw) {
        if (raw == int.class || raw == Integer.class) {
            return value == (int) value ? at(raw == int.class ? 0 : 1, (int) value) : UNFIT;
        }
        if (raw == long.class || raw == Long.class) {
            return at(raw == long.class ? 2 : 3, value);
        }
        if (raw == double.class || raw == Double.class) {
            return at(10, (double) value);
        }
        if (raw == short.class || raw == Short.class) {
            return value == (short) value ? at(5, (short) value) : UNFIT;
        }
        if (raw == byte.class || raw == Byte.class) {
            return value == (byte) value ? at(6, (byte) value) : UNFIT;
        }
        if (raw == float.class || raw == Float.class) {
            return at(11, (float) value);
        }
        if (raw == BigInteger.class) {
            return at(4, BigInteger.valueOf(value));
        }
        if (raw.isAssignableFrom(Integer.class) && value == (int) value) {
            return at(ANYTHING, (int) value);
        }
        return raw.isAssignableFrom(Long.class) ? at(ANYTHING, value) : UNFIT;
    }

    private Object bigInteger(BigInteger value, Class<?> raw) {
        if (value.bitLength() < 64) {
            return integer(value.longValue(), raw);
        }
        if (raw == double.class || raw == Double.class) {
            return at(10, value.doubleValue());
        }
        return raw.isAssignableFrom(BigInteger.class) ? at(raw == BigInteger.class ? 0 : ANYTHING, value) : UNFIT;
    }

    private Object decimal(double value, Class<?> raw) {
        if (raw == double.class || raw == Double.class) {
            return at(raw == double.class ? 0 : 1, value);
        }
        if (raw == float.class || raw == Float.class) {
            return at(2, (float) value);
        }
        return raw.isAssignableFrom(Double.class) ? at(ANYTHING, value) : UNFIT;
    }

    private Object truth(Boolean value, Class<?> raw) {
        if (raw == boolean.class) {
            return value;
        }
        return raw.isAssignableFrom(Boolean.class) ? at(raw == Boolean.class ? 1 : ANYTHING, value) : UNFIT;
    }

    private Object text(String value, Type type, Class<?> raw) {
        if (raw == String.class) {
            return value;
        }
        if (raw == char.class || raw == Character.class) {
            return value.length() == 1 ? at(raw == char.class ? 1 : 2, value.charAt(0)) : UNFIT;
        }
        if (raw == char[].class) {
            return at(3, value.toCharArray());
        }
        if (raw == StringBuilder.class) {
            return at(5, new StringBuilder(value));
        }
        if (raw.isEnum()) {
            Object member = state.enumMember(raw, value);
            return member == null ? UNFIT : at(4, member);
        }
        if (raw == CharSequence.class || raw.isAssignableFrom(String.class)) {
            return at(raw == CharSequence.class ? 1 : ANYTHING, value);
        }
        return characters(value, type, raw);
    }

    /** A string as an array or a collection of its characters. */
    private Object characters(String value, Type type, Class<?> raw) {
        boolean holdsCharacters = raw == Character[].class
                || Collection.class.isAssignableFrom(raw) && typeArgument(type, 0) == Character.class;
        if (!holdsCharacters) {
            return UNFIT;
        }
        ArrayList<Object> letters = new ArrayList<>(value.length());
        for (int index = 0; index < value.length(); index++) {
            letters.add(String.valueOf(value.charAt(index)));
        }
        return at(5, list(letters, type, raw));
    }

    private Object list(List<?> values, Type type, Class<?> raw) {
        if (raw.isArray()) {
            return array(values, type, raw);
        }
        Collection<Object> made = newCollection(raw);
        return made == null ? UNFIT : fill(made, values, typeArgument(type, 0));
    }

    private Object array(List<?> values, Type type, Class<?> raw) {
        int size = values.size();
        Class<?> element = raw.getComponentType();
        Type elementType = type instanceof GenericArrayType
                ? ((GenericArrayType) type).getGenericComponentType() : element;
        Object array = Array.newInstance(element, size);
        Object[] objects = array instanceof Object[] ? (Object[]) array : null;
        int before = cost;
        int dearest = 0;
        for (int index = 0; index < size; index++) {
            cost = 0;
            Object converted = convert(values.get(index), elementType);
            if (converted == UNFIT) {
                return UNFIT;
            }
            dearest = Math.max(dearest, cost);
            if (objects != null) {
                objects[index] = converted;
            } else {
                Array.set(array, index, converted);
            }
        }
        cost = before + dearest;
        return array;
    }

    private Object fill(Collection<Object> made, Iterable<?> values, Type elementType) {
        int before = cost;
        int dearest = 0;
        for (Object value : values) {
            cost = 0;
            Object converted = convert(value, elementType);
            if (converted == UNFIT) {
                return UNFIT;
            }
            dearest = Math.max(dearest, cost);
            made.add(converted);
        }
        cost = before + dearest;
        return made;
    }

    /** An empty collection that can be given as `raw`, or null. */
    private Collection<Object> newCollection(Class<?> raw) {
        if (raw.isAssignableFrom(ArrayList.class)) {
            cost += raw == List.class ? 1 : raw == Object.class ? ANYTHING : 2;
            return new ArrayList<>();
        }
        cost += 3;
        if (raw.isAssignableFrom(LinkedList.class)) {
            return new LinkedList<>();
        }
        if (raw.isAssignableFrom(ArrayDeque.class)) {
            return new ArrayDeque<>();
        }
        if (raw == Vector.class) {
            return new Vector<>();
        }
        if (raw == Stack.class) {
            return new Stack<>();
        }
        return newSet(raw);
    }

    private Collection<Object> newSet(Class<?> raw) {
        if (raw.isAssignableFrom(LinkedHashSet.class)) {
            return new LinkedHashSet<>();
        }
        return raw.isAssignableFrom(TreeSet.class) ? new TreeSet<>() : null;
    }

    private Object tagged(Map<?, ?> value, Type type, Class<?> raw) {
        String tag = (String) value.keySet().iterator().next();
        Object content = value.get(tag);
        switch (tag) {
            case "int":
                return bigInteger(new BigInteger((String) content), raw);
            case "float":
                return decimal(specialDecimal((String) content), raw);
            case "bytes":
                return bytes(Base64.getDecoder().decode((String) content), raw);
            case "tuple":
                return list((List<?>) content, type, raw);
            case "set":
                return set((List<?>) content, type, raw);
            case "map":
                return map((List<?>) content, type, raw);
            case "enum":
                List<?> names = (List<?>) content;
                return enumMember((String) names.get(0), (String) names.get(1), raw);
            default:
                return made(state.objects.get((String) content), raw);
        }
    }

    private static double specialDecimal(String name) {
        switch (name) {
            case "inf":
                return Double.POSITIVE_INFINITY;
            case "-inf":
                return Double.NEGATIVE_INFINITY;
            case "nan":
                return Double.NaN;
            default:
                return Double.parseDouble(name);
        }
    }

    private Object bytes(byte[] bytes, Class<?> raw) {
        if (raw.isAssignableFrom(byte[].class)) {
            return at(raw == Object.class ? ANYTHING : 0, bytes);
        }
        if (raw != int[].class) {
            return UNFIT;
        }
        int[] numbers = new int[bytes.length];
        for (int index = 0; index < bytes.length; index++) {
            numbers[index] = bytes[index] & 255;
        }
        return at(3, numbers);
    }

    private Object set(List<?> values, Type type, Class<?> raw) {
        Collection<Object> made = newSet(raw);
        return made == null ? list(values, type, raw) : fill(made, values, typeArgument(type, 0));
    }

    private Object map(List<?> pairs, Type type, Class<?> raw) {
        Map<Object, Object> made;
        if (raw.isAssignableFrom(LinkedHashMap.class)) {
            made = new LinkedHashMap<>();
        } else if (raw.isAssignableFrom(HashMap.class)) {
            made = new HashMap<>();
        } else if (raw.isAssignableFrom(TreeMap.class)) {
            made = new TreeMap<>();
        } else {
            return UNFIT;
        }
        Type keyType = typeArgument(type, 0);
        Type valueType = typeArgument(type, 1);
        for (Object pair : pairs) {
            Object key = convert(((List<?>) pair).get(0), keyType);
            Object value = convert(((List<?>) pair).get(1), valueType);
            if (key == UNFIT || value == UNFIT) {
                return UNFIT;
            }
            made.put(key, value);
        }
        return at(raw == Object.class ? ANYTHING : 0, made);
    }

    private Object enumMember(String typeName, String memberName, Class<?> raw) {
        if (raw.isEnum()) {
            Object member = state.enumMember(raw, memberName);
            return member == null ? UNFIT : member;
        }
        if (raw == String.class || raw == char.class || raw == Character.class) {
            return at(5, text(memberName, raw, raw));
        }
        Class<?> known = state.enumClass(typeName);
        Object member = known == null || !raw.isAssignableFrom(known) ? null : state.enumMember(known, memberName);
        if (member != null) {
            return at(1, member);
        }
        return raw.isAssignableFrom(String.class) ? at(ANYTHING, memberName) : UNFIT;
    }

    /** An object that was made earlier; a boxed number is given like one from the wire. */
    private Object made(Object object, Class<?> raw) {
        if (object == null) {
            return raw.isPrimitive() ? UNFIT : null;
        }
        if (raw.isInstance(object)) {
            return at(raw == object.getClass() ? 0 : raw == Object.class ? ANYTHING : 1, object);
        }
        if (object instanceof Integer || object instanceof Long || object instanceof Short || object instanceof Byte) {
            return integer(((Number) object).longValue(), raw);
        }
        if (object instanceof Double || object instanceof Float) {
            return decimal(((Number) object).doubleValue(), raw);
        }
        if (object instanceof Character || object instanceof String) {
            return text(object.toString(), raw, raw);
        }
        return object instanceof Boolean ? truth((Boolean) object, raw) : UNFIT;
    }

    private static Type typeArgument(Type type, int index) {
        if (type instanceof ParameterizedType) {
            Type[] arguments = ((ParameterizedType) type).getActualTypeArguments();
            if (index < arguments.length) {
                return arguments[index];
            }
        }
        return Object.class;
    }

    private static Class<?> rawClass(Type type) {
        if (type instanceof Class) {
            return (Class<?>) type;
        }
        if (type instanceof ParameterizedType) {
            return (Class<?>) ((ParameterizedType) type).getRawType();
        }
        if (type instanceof GenericArrayType) {
            Class<?> element = rawClass(((GenericArrayType) type).getGenericComponentType());
            return Array.newInstance(element, 0).getClass();
        }
        if (type instanceof TypeVariable) {
            return rawClass(((TypeVariable<?>) type).getBounds()[0]);
        }
        Type[] lower = ((WildcardType) type).getLowerBounds();
        return rawClass(lower.length > 0 ? lower[0] : ((WildcardType) type).getUpperBounds()[0]);
    }
}
