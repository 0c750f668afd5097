package grader.inside;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;

/**
 * A name of a class or file, and arguments -> the student's program, run as `java` would run it.
 *
 * <p>The first argument says which class is preferred (`Game`, `sticks.Game`, `Game.java`; empty when there is no
 * preference), the rest goes to the program. Standard streams are the student's. Meant for the inside of a sandbox.
 */
public final class Program {
    private static final String CLASSES = "../classes";

    private Program() {}

    public static void main(String[] words) throws Throwable {
        Inside.orRefuse();
        StudentCode code = new StudentCode(new File(CLASSES));
        StudentCode.Loader loader = code.freshLoader();
        Thread.currentThread().setContextClassLoader(loader);
        Method start = find(code, loader, words.length == 0 ? "" : words[0]);
        if (start == null) {
            System.err.println("No class has a method: public static void main(String[] args)");
            System.exit(1);
        }
        System.setIn(new BufferedInputStream(new FlushingInput()));
        Runtime.getRuntime().addShutdownHook(new LastFlush());
        start.setAccessible(true);
        String[] rest = words.length < 2 ? new String[0] : Arrays.copyOfRange(words, 1, words.length);
        try {
            start.invoke(null, (Object) rest);
        } catch (InvocationTargetException wrapped) {
            throw cut(wrapped.getTargetException(), loader);
        } catch (ExceptionInInitializerError failed) {
            throw cut(failed, loader);
        }
    }

    private static Method find(StudentCode code, StudentCode.Loader loader, String preferred) {
        String wanted = preferred.endsWith(".java") ? preferred.substring(0, preferred.length() - 5) : preferred;
        Method best = null;
        int lowest = Integer.MAX_VALUE;
        for (String name : code.names()) {
            try {
                Class<?> type = loader.find(name);
                Method method = type.getDeclaredMethod("main", String[].class);
                int rank = rank(type, method, wanted);
                if (Modifier.isStatic(method.getModifiers()) && rank < lowest) {
                    best = method;
                    lowest = rank;
                }
            } catch (ReflectiveOperationException | LinkageError problem) {
                // This class has none, or can't be read: another may.
            }
        }
        return best;
    }

    /** Lower is better: no inner class, the name asked for, nearly that name, a public method, a public class. */
    private static int rank(Class<?> type, Method method, String wanted) {
        String simple = Values.simpleName(type.getName());
        boolean exact = type.getName().equals(wanted) || simple.equals(wanted);
        boolean near = Lookup.loose(simple).equals(Lookup.loose(wanted));
        return (type.getDeclaringClass() == null ? 0 : 16) + (exact ? 0 : 8) + (near ? 0 : 4) + (Modifier.isPublic(method.getModifiers()) ? 0 : 2)
                + (Modifier.isPublic(type.getModifiers()) ? 0 : 1);
    }

    /** Takes the frames below the student's first one away; the runtime then prints the rest, as it always does. */
    private static Throwable cut(Throwable thrown, StudentCode.Loader loader) {
        Throwable each = thrown;
        for (int depth = 0; each != null && depth < 20; depth++) {
            try {
                StackTraceElement[] frames = each.getStackTrace();
                int length = frames.length;
                while (length > 0 && !loader.has(frames[length - 1].getClassName())) {
                    length--;
                }
                each.setStackTrace(Arrays.copyOf(frames, length));
                each = each.getCause();
            } catch (Throwable problem) {
                // An exception class of the student's own may refuse; it is printed as it is.
                break;
            }
        }
        return thrown;
    }

    /** Standard input that shows what was printed before it waits, as a terminal does. */
    private static final class FlushingInput extends FileInputStream {
        FlushingInput() {
            super(FileDescriptor.in);
        }

        @Override
        public int read() throws IOException {
            flush();
            return super.read();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            flush();
            return super.read(bytes, offset, length);
        }
    }

    private static void flush() {
        System.out.flush();
        System.err.flush();
    }

    private static final class LastFlush extends Thread {
        @Override
        public void run() {
            flush();
        }
    }
}
