package grader.inside;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the task asks for and the student's classes -> which class and member stands for which name, and the reply
 * to `load`. It only keeps names, so that it serves every fresh class loader.
 */
final class Lookup {
    private static final int OFFER_LIMIT = 20;
    private static final boolean[] EXACTLY_THEN_LOOSELY = {false, true};

    /** Where a function was found: in which class, under which name, and whose objects can call it. */
    static final class Place {
        final String className;
        final String memberName;
        final String instanceName;

        Place(String className, String memberName, String instanceName) {
            this.className = className;
            this.memberName = memberName;
            this.instanceName = instanceName;
        }
    }

    final Map<String, Place> functions = new HashMap<>();
    final Map<String, String> classes = new HashMap<>();
    /** Why no class at all could be loaded, else null. */
    Throwable failure;

    private final Map<String, String> enums = new LinkedHashMap<>();
    private final Map<String, List<String>> methodSpellings = new HashMap<>();
    private final List<Class<?>> types = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final String mainName;

    Lookup(StudentCode code, String mainFile) {
        int dot = mainFile.lastIndexOf('.');
        mainName = loose(dot < 0 ? mainFile : mainFile.substring(0, dot));
        StudentCode.Loader loader = code.asFreshLoader();
        for (String name : code.names()) {
            try {
                Class<?> type = loader.find(name);
                type.getDeclaredMethods();
                if (!Character.isDigit(name.charAt(name.lastIndexOf('$') + 1))) {
                    types.add(type);
                }
            } catch (Throwable problem) {
                failure = problem;
            }
        }
        failure = types.isEmpty() ? failure : null;
    }

    /** Looks everything up and writes the object that `loaded` stands for. */
    void answer(Map<?, ?> request, Output out) {
        out.raw("{\"functions\":{");
        boolean first = true;
        for (Object wanted : (List<?>) request.get("functions")) {
            Place place = findFunction((Map<?, ?>) wanted);
            key(nameOf(wanted), first, out);
            textOrNull(place == null ? null : place.memberName, out);
            first = false;
        }
        out.raw("},\"classes\":{");
        first = true;
        for (Object wanted : (List<?>) request.get("classes")) {
            key(nameOf(wanted), first, out);
            answerClass((Map<?, ?>) wanted, out);
            first = false;
        }
        out.raw("},\"enums\":{");
        first = true;
        for (Object wanted : (List<?>) request.get("enums")) {
            Class<?> found = findEnum((Map<?, ?>) wanted);
            key(nameOf(wanted), first, out);
            textOrNull(found == null ? null : Values.simpleName(found.getName()), out);
            first = false;
        }
        out.raw("},\"offers\":");
        texts(offers(), out);
        out.raw(",\"notes\":");
        texts(notes, out);
        out.raw('}');
        types.clear();
    }

    /** The name of the method in this class that was asked for as `wanted`, or null. */
    String methodOf(Class<?> type, String wanted) {
        List<String> spellings = methodSpellings.get(wanted);
        if (spellings == null) {
            spellings = new ArrayList<>();
            spellings.add(wanted);
        }
        List<Method> methods = methodsOf(type);
        for (boolean loosely : EXACTLY_THEN_LOOSELY) {
            for (String spelling : spellings) {
                for (Method method : methods) {
                    if (same(method.getName(), spelling, loosely)) {
                        return method.getName();
                    }
                }
            }
        }
        return null;
    }

    /** The class that stands for an enumeration asked for under this name. */
    String enumNamed(String name) {
        return enums.get(name);
    }

    /** What the student wrote in the class and in those above it, the class itself first. */
    static List<Method> methodsOf(Class<?> type) {
        List<Method> methods = new ArrayList<>();
        for (Class<?> each = type; isStudents(each); each = each.getSuperclass()) {
            addWritten(each, methods);
        }
        for (Class<?> each = type; isStudents(each); each = each.getSuperclass()) {
            for (Class<?> contract : each.getInterfaces()) {
                if (isStudents(contract)) {
                    methods.addAll(methodsOf(contract));
                }
            }
        }
        return methods;
    }

    private static boolean isStudents(Class<?> type) {
        return type != null && type.getClassLoader() instanceof StudentCode.Loader;
    }

    private static void addWritten(Class<?> type, List<Method> methods) {
        for (Method method : type.getDeclaredMethods()) {
            if (!method.isSynthetic()) {
                methods.add(method);
            }
        }
    }

    /** Lower case and without `_`: harmless differences of spelling are gone. */
    static String loose(String name) {
        StringBuilder kept = new StringBuilder(name.length());
        for (int index = 0; index < name.length(); index++) {
            char letter = name.charAt(index);
            if (letter != '_') {
                kept.append(Character.toLowerCase(letter));
            }
        }
        return kept.toString();
    }

    private static boolean same(String found, String wanted, boolean loosely) {
        return loosely ? loose(found).equals(loose(wanted)) : found.equals(wanted);
    }

    // ---- functions ----

    private Place findFunction(Map<?, ?> wanted) {
        List<?> names = namesOf(wanted);
        int arity = wanted.get("arity") instanceof Long ? ((Long) wanted.get("arity")).intValue() : -1;
        for (boolean loosely : EXACTLY_THEN_LOOSELY) {
            for (Object name : names) {
                Place place = bestPlace((String) name, arity, loosely);
                if (place != null) {
                    if (loosely) {
                        note(place.memberName, names);
                    }
                    functions.put(nameOf(wanted), place);
                    return place;
                }
            }
        }
        return null;
    }

    /** Names may be given as `Class.method`: the class counts for an exact match only. */
    private Place bestPlace(String spelling, int arity, boolean loosely) {
        int dot = spelling.lastIndexOf('.');
        String owner = dot < 0 || loosely ? null : spelling.substring(0, dot);
        String name = spelling.substring(dot + 1);
        Method best = null;
        Method rival = null;
        Class<?> bestMaker = null;
        int lowest = Integer.MAX_VALUE;
        for (Class<?> type : types) {
            if (owner != null && !owner.equals(Values.simpleName(type.getName()))) {
                continue;
            }
            for (Method method : type.getDeclaredMethods()) {
                boolean fits = same(method.getName(), name, loosely);
                if (!fits || method.isSynthetic() || Modifier.isAbstract(method.getModifiers())) {
                    continue;
                }
                Class<?> maker = Modifier.isStatic(method.getModifiers()) ? type : makerOf(type);
                int rank = maker == null ? -1 : rank(method, maker, arity);
                if (rank < 0 || rank > lowest) {
                    continue;
                }
                if (rank < lowest) {
                    rival = null;
                    best = method;
                    bestMaker = maker;
                    lowest = rank;
                } else if (method.getDeclaringClass() != best.getDeclaringClass()) {
                    rival = rival == null ? method : rival;
                }
            }
        }
        if (best == null) {
            return null;
        }
        if (rival != null) {
            noteChoice(qualified(best), qualified(rival));
        }
        return new Place(best.getDeclaringClass().getName(), best.getName(), bestMaker.getName());
    }

    /** A class whose objects have the instance methods of `type`: itself, or the first that extends it; or null. */
    private Class<?> makerOf(Class<?> type) {
        if (!Modifier.isAbstract(type.getModifiers()) && !type.isEnum()) {
            return type;
        }
        for (Class<?> each : types) {
            if (type.isAssignableFrom(each) && !Modifier.isAbstract(each.getModifiers()) && !each.isEnum()) {
                return each;
            }
        }
        return null;
    }

    /** Lower is better: arity, a way to make the object, static, in the main file's class, public. */
    private int rank(Method method, Class<?> maker, int arity) {
        boolean isStatic = Modifier.isStatic(method.getModifiers());
        Class<?> type = method.getDeclaringClass();
        boolean fits = arity < 0 || method.getParameterCount() == arity || method.isVarArgs();
        boolean isPublic = Modifier.isPublic(method.getModifiers()) && Modifier.isPublic(type.getModifiers());
        return (fits ? 0 : 16) + (isStatic || hasArity(maker, 0) ? 0 : 8) + (isStatic ? 0 : 4)
                + (isOfMainFile(type) ? 0 : 2) + (isPublic ? 0 : 1);
    }

    private boolean isOfMainFile(Class<?> type) {
        return type.getDeclaringClass() == null && loose(Values.simpleName(type.getName())).equals(mainName);
    }

    private static boolean hasArity(Class<?> type, int arity) {
        boolean inner = type.getDeclaringClass() != null && !Modifier.isStatic(type.getModifiers());
        try {
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                if (constructor.getParameterCount() == arity + (inner ? 1 : 0)) {
                    return true;
                }
            }
        } catch (LinkageError problem) {
            return false;
        }
        return false;
    }

    // ---- classes ----

    private void answerClass(Map<?, ?> wanted, Output out) {
        List<?> methods = (List<?>) wanted.get("methods");
        for (Object method : methods) {
            List<String> spellings = methodSpellings.get(nameOf(method));
            if (spellings == null) {
                spellings = new ArrayList<>();
                methodSpellings.put(nameOf(method), spellings);
            }
            for (Object name : namesOf((Map<?, ?>) method)) {
                spellings.add((String) name);
            }
        }
        Class<?> type = findClass(wanted, methods);
        if (type == null) {
            out.raw("null");
            return;
        }
        classes.put(nameOf(wanted), type.getName());
        out.raw("{\"name\":").text(Values.simpleName(type.getName())).raw(",\"methods\":{");
        boolean first = true;
        for (Object method : methods) {
            String found = methodOf(type, nameOf(method));
            if (found != null && !namesOf((Map<?, ?>) method).contains(found)) {
                note(found, namesOf((Map<?, ?>) method));
            }
            key(nameOf(method), first, out);
            textOrNull(found, out);
            first = false;
        }
        out.raw("}}");
    }

    private Class<?> findClass(Map<?, ?> wanted, List<?> methods) {
        List<?> names = namesOf(wanted);
        for (boolean loosely : EXACTLY_THEN_LOOSELY) {
            for (Object name : names) {
                Class<?> found = bestClass((String) name, (List<?>) wanted.get("arity"), loosely);
                if (found != null) {
                    return loosely ? noted(found, names) : found;
                }
            }
        }
        return noted(methods.isEmpty() ? null : onlyClassWith(methods), names);
    }

    private Class<?> bestClass(String name, List<?> arities, boolean loosely) {
        Class<?> best = null;
        Class<?> rival = null;
        int lowest = Integer.MAX_VALUE;
        for (Class<?> type : types) {
            boolean fits = same(Values.simpleName(type.getName()), name, loosely);
            if (!fits || Modifier.isAbstract(type.getModifiers()) || type.isEnum()) {
                continue;
            }
            int rank = rank(type, arities);
            if (rank < lowest) {
                rival = null;
                best = type;
                lowest = rank;
            } else if (rank == lowest) {
                rival = rival == null ? type : rival;
            }
        }
        if (rival != null) {
            noteChoice(best.getName().replace('$', '.'), rival.getName().replace('$', '.'));
        }
        return best;
    }

    private static int rank(Class<?> type, List<?> arities) {
        boolean fits = arities == null || arities.isEmpty();
        for (int index = 0; !fits && index < arities.size(); index++) {
            fits = hasArity(type, ((Long) arities.get(index)).intValue());
        }
        boolean inner = type.getDeclaringClass() != null && !Modifier.isStatic(type.getModifiers());
        return (fits ? 0 : 4) + (inner ? 2 : 0) + (Modifier.isPublic(type.getModifiers()) ? 0 : 1);
    }

    private Class<?> onlyClassWith(List<?> methods) {
        Class<?> only = null;
        for (Class<?> type : types) {
            boolean all = !Modifier.isAbstract(type.getModifiers()) && !type.isEnum();
            for (int index = 0; all && index < methods.size(); index++) {
                all = methodOf(type, nameOf(methods.get(index))) != null;
            }
            if (all && only != null) {
                return null;
            }
            only = all ? type : only;
        }
        return only;
    }

    // ---- enumerations ----

    private Class<?> findEnum(Map<?, ?> wanted) {
        Class<?> found = enumWithName(namesOf(wanted));
        if (found == null) {
            found = noted(onlyEnumWith((List<?>) wanted.get("members")), namesOf(wanted));
        }
        if (found != null) {
            enums.put(nameOf(wanted), found.getName());
            for (Object name : namesOf(wanted)) {
                enums.put((String) name, found.getName());
            }
        }
        return found;
    }

    private Class<?> enumWithName(List<?> names) {
        for (boolean loosely : EXACTLY_THEN_LOOSELY) {
            for (Object name : names) {
                for (Class<?> type : types) {
                    if (type.isEnum() && same(Values.simpleName(type.getName()), (String) name, loosely)) {
                        return loosely ? noted(type, names) : type;
                    }
                }
            }
        }
        return null;
    }

    private Class<?> onlyEnumWith(List<?> members) {
        Class<?> only = null;
        for (Class<?> type : types) {
            boolean all = type.isEnum() && members != null && !members.isEmpty();
            for (int index = 0; all && index < members.size(); index++) {
                all = hasConstant(type, (String) members.get(index));
            }
            if (all && only != null) {
                return null;
            }
            only = all ? type : only;
        }
        return only;
    }

    /** Read from the declaration, so that nothing of the student's runs yet. */
    private static boolean hasConstant(Class<?> type, String name) {
        for (java.lang.reflect.Field field : type.getDeclaredFields()) {
            if (field.isEnumConstant() && loose(field.getName()).equals(loose(name))) {
                return true;
            }
        }
        return false;
    }

    // ---- words ----

    private Set<String> offers() {
        Set<String> offers = new LinkedHashSet<>();
        for (Class<?> type : types) {
            offers.add(Values.simpleName(type.getName()));
        }
        Set<String> methods = new TreeSet<>();
        for (Class<?> type : types) {
            for (Method method : type.getDeclaredMethods()) {
                if (!method.isSynthetic() && !isRoutineOfEverything(method, type)) {
                    methods.add(method.getName());
                }
            }
        }
        offers.addAll(methods);
        return offers;
    }

    private static boolean isRoutineOfEverything(Method method, Class<?> type) {
        String name = method.getName();
        return name.equals("toString") || name.equals("hashCode") || name.equals("equals")
                || type.isEnum() && (name.equals("values") || name.equals("valueOf"));
    }

    private Class<?> noted(Class<?> used, List<?> names) {
        if (used != null) {
            note(Values.simpleName(used.getName()), names);
        }
        return used;
    }

    private void note(String used, List<?> names) {
        notes.add("Used " + used + ", as " + names.get(0) + " was asked for.");
    }

    private void noteChoice(String used, String left) {
        notes.add("Both " + used + " and " + left + " fit; used " + used + ".");
    }

    private static String qualified(Method method) {
        return method.getDeclaringClass().getName().replace('$', '.') + "." + method.getName();
    }

    private static String nameOf(Object wanted) {
        return (String) ((Map<?, ?>) wanted).get("name");
    }

    private static List<?> namesOf(Map<?, ?> wanted) {
        List<?> names = (List<?>) wanted.get("names");
        if (names != null && !names.isEmpty()) {
            return names;
        }
        List<Object> only = new ArrayList<>();
        only.add(wanted.get("name"));
        return only;
    }

    private static void key(String name, boolean first, Output out) {
        if (!first) {
            out.raw(',');
        }
        out.text(name).raw(':');
    }

    private static void textOrNull(String text, Output out) {
        if (text == null) {
            out.raw("null");
        } else {
            out.text(text);
        }
    }

    private static void texts(Iterable<String> texts, Output out) {
        out.raw('[');
        int count = 0;
        for (String text : texts) {
            if (count < OFFER_LIMIT) {
                out.raw(count == 0 ? "" : ",").text(Values.shortened(text));
            }
            count++;
        }
        out.raw(']');
    }
}
