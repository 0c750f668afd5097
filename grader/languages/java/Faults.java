package grader.inside;

import java.util.ArrayList;

/**
 * What the student's code threw -> `{"type", "message", "trace", "memory"}`.
 *
 * <p>The classes of exceptions may be the student's own: each of their methods may throw, or return nonsense.
 */
final class Faults {
    private static final int FRAME_LIMIT = 20;

    private Faults() {}

    static void write(Throwable thrown, StudentCode.Loader loader, Output out) {
        Throwable fault = cause(thrown);
        out.raw("{\"type\":").text(Values.typeName(fault));
        out.raw(",\"message\":").text(message(fault));
        out.raw(",\"trace\":[");
        trace(fault, loader, out);
        out.raw("],\"memory\":").raw(isOutOfMemory(fault) ? "true}" : "false}");
    }

    /** A static block that failed is wrapped by the runtime: the student wants to see what is inside. */
    private static Throwable cause(Throwable thrown) {
        if (thrown.getClass() == ExceptionInInitializerError.class) {
            Throwable inner = ((ExceptionInInitializerError) thrown).getException();
            return inner == null ? thrown : inner;
        }
        return thrown;
    }

    /** The JVM says the same of memory and of threads; only the first is meant here. */
    static boolean isOutOfMemory(Throwable fault) {
        return fault instanceof OutOfMemoryError && !message(fault).contains("unable to create native thread");
    }

    private static String message(Throwable fault) {
        try {
            return Values.shortened(fault.getMessage());
        } catch (Throwable problem) {
            return "";
        }
    }

    private static void trace(Throwable fault, StudentCode.Loader loader, Output out) {
        int mark = out.length();
        try {
            ArrayList<StackTraceElement> frames = new ArrayList<>();
            StackTraceElement[] all = fault.getStackTrace();
            for (int index = 0; index < all.length && frames.size() < FRAME_LIMIT; index++) {
                if (loader.has(all[index].getClassName())) {
                    frames.add(all[index]);
                }
            }
            for (int index = frames.size() - 1; index >= 0; index--) {
                frame(frames.get(index), out);
                if (index > 0) {
                    out.raw(',');
                }
            }
        } catch (Throwable problem) {
            out.cutTo(mark);
        }
    }

    private static void frame(StackTraceElement frame, Output out) {
        String file = frame.getFileName();
        String className = Values.simpleName(frame.getClassName());
        out.raw("{\"file\":").text(Values.shortened(file == null ? className : file));
        out.raw(",\"line\":").number(Math.max(frame.getLineNumber(), 0));
        out.raw(",\"function\":").text(Values.shortened(functionName(frame.getMethodName(), className))).raw('}');
    }

    /** Names that the compiler made up become those that the student wrote. */
    private static String functionName(String name, String className) {
        if (name.equals("<init>") || name.equals("<clinit>")) {
            return className;
        }
        if (name.startsWith("lambda$")) {
            int end = name.indexOf('$', 7);
            return end > 7 ? name.substring(7, end) : name;
        }
        return name;
    }
}
