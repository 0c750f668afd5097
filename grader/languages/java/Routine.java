package grader.inside;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.List;

/**
 * All overloads under one name -> the one that fits the arguments best, called. A constructor is a routine, too.
 */
final class Routine {
    final String name;
    private final Executable[] overloads;
    private final Type[][] parameterTypes;
    private Executable chosen;
    private Object[] chosenArguments;

    Routine(String name, List<? extends Executable> found) {
        this.name = name;
        overloads = found.toArray(new Executable[0]);
        parameterTypes = new Type[overloads.length][];
        for (int index = 0; index < overloads.length; index++) {
            overloads[index].setAccessible(true);
        }
    }

    /** Chooses the overload and builds its arguments; the sentence says why none fits, null when one does. */
    String choose(List<?> values, Arguments arguments, Object outer) {
        chosen = null;
        int cheapest = Integer.MAX_VALUE;
        for (int index = 0; index < overloads.length; index++) {
            Object[] built = build(index, values, arguments, outer);
            int cost = arguments.takeCost();
            if (built != null && cost < cheapest) {
                cheapest = cost;
                chosen = overloads[index];
                chosenArguments = built;
            }
        }
        return chosen == null ? whyNot(values.size()) : null;
    }

    boolean choiceIsStatic() {
        return Modifier.isStatic(chosen.getModifiers());
    }

    Class<?> choiceClass() {
        return chosen.getDeclaringClass();
    }

    /** Calls what was chosen; what the student's code throws comes out as it was thrown. */
    Object call(Object target) throws Throwable {
        Object[] built = chosenArguments;
        chosenArguments = null;
        try {
            return chosen instanceof Method
                    ? ((Method) chosen).invoke(target, built)
                    : ((Constructor<?>) chosen).newInstance(built);
        } catch (InvocationTargetException wrapped) {
            throw wrapped.getTargetException();
        }
    }

    private Object[] build(int index, List<?> values, Arguments arguments, Object outer) {
        Type[] types = typesOf(index);
        int skipped = outer == null ? 0 : 1;
        boolean packed = false;
        if (types.length - skipped != values.size()) {
            packed = overloads[index].isVarArgs() && values.size() >= types.length - skipped - 1;
            if (!packed) {
                return null;
            }
        }
        Object[] built = new Object[types.length];
        if (outer != null) {
            built[0] = outer;
        }
        int last = packed ? types.length - 1 : types.length;
        for (int place = skipped; place < last; place++) {
            built[place] = arguments.convert(values.get(place - skipped), types[place]);
            if (built[place] == Arguments.UNFIT) {
                return null;
            }
        }
        if (packed) {
            built[last] = arguments.convert(
                    new java.util.ArrayList<Object>(values.subList(last - skipped, values.size())), types[last]);
        }
        return packed && built[last] == Arguments.UNFIT ? null : built;
    }

    /** The plain types where they tell all, since reading generic ones is slow. */
    private Type[] typesOf(int index) {
        Type[] types = parameterTypes[index];
        if (types == null) {
            types = overloads[index].getParameterTypes();
            for (int place = 0; place < types.length; place++) {
                if (mayBeGeneric((Class<?>) types[place])) {
                    Type[] generic = overloads[index].getGenericParameterTypes();
                    types = generic.length == types.length ? generic : types;
                    break;
                }
            }
            parameterTypes[index] = types;
        }
        return types;
    }

    private static boolean mayBeGeneric(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return !element.isPrimitive() && element != String.class;
    }

    private String whyNot(int given) {
        StringBuilder sentence = new StringBuilder(name);
        if (overloads.length == 0) {
            return sentence.append(" can't be made from outside").toString();
        }
        boolean sameNumber = false;
        for (int index = 0; index < overloads.length; index++) {
            sameNumber |= overloads[index].getParameterCount() == given;
        }
        if (overloads.length == 1 && !sameNumber) {
            int wanted = overloads[0].getParameterCount();
            sentence.append(" takes ").append(wanted).append(wanted == 1 ? " argument, " : " arguments, ");
            return sentence.append(given).append(given == 1 ? " was given" : " were given").toString();
        }
        sentence.append(" takes ");
        for (int index = 0; index < overloads.length; index++) {
            sentence.append(index == 0 ? "(" : " or (");
            Class<?>[] types = overloads[index].getParameterTypes();
            for (int place = 0; place < types.length; place++) {
                sentence.append(place == 0 ? "" : ", ").append(types[place].getSimpleName());
            }
            sentence.append(')');
        }
        sentence.append(", and the ").append(given).append(given == 1 ? " argument" : " arguments");
        return sentence.append(given == 1 ? " given does not fit" : " given do not fit").toString();
    }
}
