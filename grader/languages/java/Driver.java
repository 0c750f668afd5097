package grader.inside;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Requests on one descriptor -> replies on another: loads a student's classes, makes objects and calls methods.
 *
 * <p>Started as `java .. grader.inside.Driver REQUESTS REPLIES` in the folder of the student's files, with the compiled
 * classes in `../classes`. PROTOCOL.md says what goes over the wire. Meant for the inside of a sandbox: it runs
 * code that nobody has looked at, and knows nothing that would have to be kept from it.
 */
public final class Driver {
    private static final String CLASSES = "../classes";
    private static final int MOST_THREADS_LEFT = 16;

    private static final File OPEN_FILES = new File("/proc/self/fd");
    private static final int MOST_FILES_LEFT = 100;
    private static final int OFTEN_AT_FIRST = 3;
    private static final int LOOKED_EACH = 16;
    private static final int CLOSING_MS = 20;

    private final Channel channel;
    private final Output out = new Output();
    private final Values values = new Values(out);
    private StudentCode code;
    private Lookup lookup;
    private State state;
    private Arguments arguments;
    private int filesAtFirst = -1;
    private boolean filesGrow;
    private final ThreadGroup allThreads = outermost();
    private final int ownThreads = allThreads.activeCount();

    private Driver(Channel channel) {
        this.channel = channel;
    }

    public static void main(String[] descriptors) {
        Inside.orRefuse();
        int status = 0;
        try {
            new Driver(new Channel(descriptors[0], descriptors[1])).serve();
        } catch (Throwable problem) {
            status = 1;
        }
        // The student's threads must not keep the process alive.
        Runtime.getRuntime().halt(status);
    }

    private void serve() throws IOException {
        byte[] line;
        while ((line = channel.readLine()) != null) {
            Map<?, ?> request = (Map<?, ?>) Json.parse(line);
            Output id = new Output();
            new Values(id).write(request.get("id"));
            byte[] start = new byte[id.length() + 6];
            System.arraycopy(new byte[] {'{', '"', 'i', 'd', '"', ':'}, 0, start, 0, 6);
            System.arraycopy(id.bytes(), 0, start, 6, id.length());
            if ("load".equals(request.get("do"))) {
                load(request, start);
            } else {
                run(request, start);
            }
        }
        channel.flushStreams();
    }

    // ---- load ----

    private void load(Map<?, ?> request, byte[] start) throws IOException {
        code = new StudentCode(new File(CLASSES));
        lookup = new Lookup(code, (String) request.get("main"));
        renew(true);
        out.cutTo(0);
        out.raw(start);
        if (lookup.failure != null) {
            out.raw(",\"raised\":");
            Faults.write(lookup.failure, state.loader, out);
        }
        out.raw(",\"loaded\":");
        lookup.answer(request, out);
        out.raw('}');
        channel.writeLine(out);
    }

    private static ThreadGroup outermost() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    /** How many threads of earlier states, which nobody can end, are left. */
    private int threadsLeft() {
        return allThreads.activeCount() - ownThreads;
    }

    /** Whether earlier states have left many files open. To look costs as much as a short call: seldom, as long as none does. */
    private boolean hasManyFiles(int index) {
        if (!filesGrow && index > OFTEN_AT_FIRST && index % LOOKED_EACH != 0) {
            return false;
        }
        int open = openFiles();
        if (filesAtFirst < 0) {
            filesAtFirst = open;
        }
        filesGrow |= open > filesAtFirst;
        if (open <= filesAtFirst + MOST_FILES_LEFT) {
            return false;
        }
        System.gc(); // which closes what nobody can use any more, a little later
        try {
            Thread.sleep(CLOSING_MS);
        } catch (InterruptedException impossible) {
            return true;
        }
        return openFiles() > filesAtFirst + MOST_FILES_LEFT;
    }

    /** How many files are open; no number is too large where nobody can tell any more. */
    private int openFiles() {
        String[] open = OPEN_FILES.list();
        return open != null ? open.length : filesAtFirst < 0 ? 0 : Integer.MAX_VALUE;
    }

    private void renew(boolean alone) {
        channel.restoreStreams();
        Thread.interrupted();
        // What still runs could hold a lock of a class that it shares.
        state = new State(alone ? code.asFreshLoader() : code.freshLoader(), lookup, state);
        arguments = new Arguments(state);
    }

    // ---- run ----

    private void run(Map<?, ?> request, byte[] start) throws IOException {
        Object kind = request.get("state");
        boolean each = "each".equals(kind);
        List<?> steps = (List<?>) request.get("steps");
        for (int index = 0; index < steps.size(); index++) {
            boolean fresh = each || index == 0 && "new".equals(kind);
            out.cutTo(0);
            out.raw(start).raw(",\"n\":").number(index).raw(',');
            if (fresh) {
                int left = threadsLeft();
                if (left > MOST_THREADS_LEFT || index > 0 && hasManyFiles(index)) {
                    out.raw("\"worn\":true}");
                    channel.writeLine(out);
                    return;
                }
                renew(left <= 0);
            }
            reply((List<?>) steps.get(index));
            out.raw('}');
            channel.writeLine(out);
        }
    }

    /** Writes the one field that says how the step went. */
    private void reply(List<?> step) {
        int mark = out.length();
        Object variable = step.get(step.size() - 1);
        if (variable != null) {
            state.objects.remove(variable);
        }
        try {
            String missing = missingReference((List<?>) step.get(step.size() - 2));
            if (missing != null) {
                out.raw("\"missing\":").text(missing);
                return;
            }
            Object result = perform(step);
            if (result == this) {
                return;
            }
            if (variable != null) {
                state.objects.put((String) variable, result);
            }
            writeValue(result);
        } catch (State.Unfit unfit) {
            out.raw("\"unfit\":").text(unfit.getMessage());
        } catch (Throwable thrown) {
            out.cutTo(mark);
            writeFault(thrown, mark);
        }
    }

    /** Does what the step says; the driver itself stands for "not there", which is then written already. */
    private Object perform(List<?> step) throws Throwable {
        String kind = (String) step.get(0);
        if (kind.equals("call")) {
            String name = (String) step.get(1);
            Routine function = state.function(name);
            if (function == null) {
                return missing(name);
            }
            choose(function, step.get(2), null);
            return function.call(function.choiceIsStatic() ? null : state.instanceFor(name));
        }
        if (kind.equals("new")) {
            Class<?> type = state.classNamed((String) step.get(1));
            if (type == null) {
                return missing((String) step.get(1));
            }
            Routine constructor = state.constructor(type);
            choose(constructor, step.get(2), state.outerOf(type));
            return constructor.call(null);
        }
        Object object = state.objects.get(step.get(1));
        Routine method = object == null ? null : state.method(object, (String) step.get(2));
        if (method == null) {
            return missing((String) step.get(object == null ? 1 : 2));
        }
        choose(method, step.get(3), null);
        return method.call(object);
    }

    private void choose(Routine routine, Object given, Object outer) throws State.Unfit {
        String unfit = routine.choose((List<?>) given, arguments, outer);
        if (unfit != null) {
            throw new State.Unfit(unfit);
        }
    }

    private Object missing(String name) {
        out.raw("\"missing\":").text(name);
        return this;
    }

    /** The first name in the arguments under which nothing was left, or null. */
    private String missingReference(Object value) {
        if (value instanceof List) {
            List<?> list = (List<?>) value;
            for (int index = 0; index < list.size(); index++) {
                Object part = list.get(index);
                String missing = part instanceof String ? null : missingReference(part);
                if (missing != null) {
                    return missing;
                }
            }
        } else if (value instanceof Map) {
            Map<?, ?> tagged = (Map<?, ?>) value;
            Object reference = tagged.get("ref");
            if (reference != null) {
                return state.objects.containsKey(reference) ? null : (String) reference;
            }
            return missingReference(new ArrayList<Object>(tagged.values()));
        }
        return null;
    }

    private void writeValue(Object result) {
        int mark = out.length();
        try {
            out.raw("\"value\":");
            values.write(result);
        } catch (OutOfMemoryError problem) {
            out.cutTo(mark);
            out.raw("\"value\":{\"other\":\"too large\",\"text\":\"\"}");
        }
    }

    private void writeFault(Throwable thrown, int mark) {
        try {
            out.raw("\"raised\":");
            Faults.write(thrown, state.loader, out);
        } catch (Throwable problem) {
            out.cutTo(mark);
            out.raw("\"raised\":{\"type\":").text(Values.typeName(thrown));
            out.raw(",\"message\":\"\",\"trace\":[],\"memory\":");
            out.raw(thrown instanceof OutOfMemoryError ? "true}" : "false}");
        }
    }
}
