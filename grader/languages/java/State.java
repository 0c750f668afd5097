package grader.inside;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One class loader in which nothing has happened yet -> the routines, enumerations and objects of the student's that live in it.
 */
final class State {
    final StudentCode.Loader loader;
    /** What the steps have left under a name. */
    final Map<String, Object> objects = new HashMap<>();

    private final Lookup lookup;
    private final Map<String, Routine> functions;
    private final Map<String, Routine> constructors;
    private final Map<Class<?>, Map<String, Routine>> methods;
    private final Map<String, Object> instances = new HashMap<>();

    /** What was looked up for the state before is looked up no more where the loader is the same. */
    State(StudentCode.Loader loader, Lookup lookup, State before) {
        boolean same = before != null && before.loader == loader;
        this.loader = loader;
        this.lookup = lookup;
        functions = same ? before.functions : new HashMap<>();
        constructors = same ? before.constructors : new HashMap<>();
        methods = same ? before.methods : new HashMap<>();
        Thread.currentThread().setContextClassLoader(loader);
    }

    /** The overloads of a function that was asked for, or null when the student has none. */
    Routine function(String name) throws ClassNotFoundException {
        Routine routine = functions.get(name);
        if (routine == null) {
            Lookup.Place place = lookup.functions.get(name);
            if (place == null) {
                return null;
            }
            routine = named(loader.find(place.className), place.memberName);
            functions.put(name, routine);
        }
        return routine;
    }

    /** The object whose method a function is: one for all calls in this state. */
    Object instanceFor(String function) throws Throwable {
        String className = lookup.functions.get(function).instanceName;
        Object instance = instances.get(className);
        if (instance == null) {
            instance = newInstance(loader.find(className));
            instances.put(className, instance);
        }
        return instance;
    }

    /** An object made without arguments; inner classes get an object of the class around them first. */
    private Object newInstance(Class<?> type) throws Throwable {
        Routine constructor = constructor(type);
        String unfit = constructor.choose(new ArrayList<Object>(), new Arguments(this), outerOf(type));
        if (unfit != null) {
            throw new Unfit(unfit);
        }
        return constructor.call(null);
    }

    /** The object that objects of an inner class live in; null where none is needed. */
    Object outerOf(Class<?> type) throws Throwable {
        Class<?> outer = type.getDeclaringClass();
        return outer == null || Modifier.isStatic(type.getModifiers()) ? null : newInstance(outer);
    }

    /** The class that was asked for under this name, or null. */
    Class<?> classNamed(String name) throws ClassNotFoundException {
        String className = lookup.classes.get(name);
        return className == null ? null : loader.find(className);
    }

    Routine constructor(Class<?> type) throws Unfit {
        Routine routine = constructors.get(type.getName());
        if (routine == null) {
            String name = Values.simpleName(type.getName());
            if (type.isInterface() || type.isEnum() || Modifier.isAbstract(type.getModifiers())) {
                throw new Unfit(name + " is abstract or an enumeration: no object of it can be made");
            }
            routine = new Routine(name, Arrays.<Constructor<?>>asList(type.getDeclaredConstructors()));
            constructors.put(type.getName(), routine);
        }
        return routine;
    }

    /** The overloads of a method that was asked for, looked for in the class of the object itself; or null. */
    Routine method(Object object, String name) {
        Class<?> type = object.getClass();
        Map<String, Routine> known = methods.get(type);
        if (known == null) {
            known = new HashMap<>();
            methods.put(type, known);
        }
        Routine routine = known.get(name);
        if (routine == null) {
            String found = lookup.methodOf(type, name);
            if (found == null) {
                return null;
            }
            routine = named(type, found);
            known.put(name, routine);
        }
        return routine;
    }

    /** The overloads of one name, those of the class itself before what it inherits and overrides. */
    private static Routine named(Class<?> type, String name) {
        List<Method> found = new ArrayList<>();
        for (Method method : Lookup.methodsOf(type)) {
            if (method.getName().equals(name)) {
                found.add(method);
            }
        }
        return new Routine(name, found);
    }

    /** The enumeration that was asked for under this name, or any of the student's with this name; or null. */
    Class<?> enumClass(String name) {
        try {
            String className = lookup.enumNamed(name);
            return className == null ? null : loader.find(className);
        } catch (ClassNotFoundException problem) {
            return null;
        }
    }

    /** The constant of that name, exactly or but for upper case and `_`, or with that text form; or null. */
    Object enumMember(Class<?> type, String name) {
        Object[] members = type.getEnumConstants();
        if (members == null) {
            return null;
        }
        for (Object member : members) {
            if (((Enum<?>) member).name().equals(name)) {
                return member;
            }
        }
        String loose = Lookup.loose(name);
        for (Object member : members) {
            if (!loose.isEmpty() && Lookup.loose(((Enum<?>) member).name()).equals(loose)) {
                return member;
            }
        }
        for (Object member : members) {
            if (TextForm.of(member).equals(name)) {
                return member;
            }
        }
        return null;
    }

    /** Found, but it can't be called like that; the message is for the student. */
    static final class Unfit extends Exception {
        private static final long serialVersionUID = 1L;

        Unfit(String message) {
            super(message, null, false, false);
        }
    }
}
