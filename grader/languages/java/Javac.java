package grader.inside;

import com.sun.tools.javac.api.JavacTaskPool;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;

/**
 * Arguments of javac -> what it makes of them; one after the other keeps what was read of the class library.
 *
 * <p>To read that is half of the work. What a submission declares is forgotten after it, but for its packages; so a text that
 * names what an earlier one has declared, and does not declare it itself, is left to a javac that knows of nothing. So is all that
 * is not plainly right, be it for a note: what people read, and that anything is refused, comes from such a javac alone.
 */
final class Javac {
    private static final String FILE = "./";
    private static final Set<String> DECLARING = Set.of("class", "interface", "enum", "record");

    private final ToolProvider plain = ToolProvider.findFirst("javac").get();
    private final JavaCompiler compiler = javax.tools.ToolProvider.getSystemJavaCompiler();
    private final Set<String> declaredBefore = new HashSet<>();
    private JavacTaskPool pool = freshPool();

    /** The exit code of `javac` with these arguments, files last; `sources` are their texts. */
    int run(PrintWriter told, PrintWriter complained, String[] arguments, List<String> sources) {
        if (pool != null && compiles(arguments, sources)) {
            return 0;
        }
        return plain.run(told, complained, arguments);
    }

    /** Whether that went well, with nothing to say. */
    private boolean compiles(String[] arguments, List<String> sources) {
        Names names = new Names();
        sources.forEach(names::read);
        if (names.mentionsAny(declaredBefore)) {
            return false;
        }
        int files = 0;
        while (files < arguments.length && !arguments[files].startsWith(FILE)) {
            files++;
        }
        List<String> options = Arrays.asList(arguments).subList(0, files);
        List<String> paths = Arrays.asList(arguments).subList(files, arguments.length);
        boolean[] says = new boolean[1];
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            Iterable<? extends javax.tools.JavaFileObject> units = manager.getJavaFileObjectsFromStrings(paths);
            Writer nowhere = Writer.nullWriter();
            boolean done = pool.getTask(nowhere, manager, said -> says[0] = true, options, null, units, task -> task.call());
            if (done && !says[0]) {
                declaredBefore.addAll(names.declared);
                return true;
            }
        } catch (Throwable problem) {
            // the other javac will meet it again, and say it
        }
        pool = freshPool();
        declaredBefore.clear();
        return false;
    }

    /** One that has read nothing yet; null where this runtime has no such thing. */
    private static JavacTaskPool freshPool() {
        try {
            return new JavacTaskPool(1);
        } catch (LinkageError other) {
            return null;
        }
    }

    /** The names in texts, comments and all, and those of types and packages that they declare. */
    private static final class Names {
        private final Set<String> all = new HashSet<>();
        private final Set<String> declared = new HashSet<>();

        private void read(String text) {
            String before = "";
            boolean inPackage = false;
            for (int at = 0; at < text.length(); at++) {
                char letter = text.charAt(at);
                if (!Character.isJavaIdentifierStart(letter)) {
                    inPackage &= letter != ';';
                    continue;
                }
                int from = at;
                while (at + 1 < text.length() && Character.isJavaIdentifierPart(text.charAt(at + 1))) {
                    at++;
                }
                String name = text.substring(from, at + 1);
                all.add(name);
                if (inPackage || DECLARING.contains(before)) {
                    declared.add(name);
                }
                inPackage |= name.equals("package");
                before = name;
            }
        }

        private boolean mentionsAny(Set<String> others) {
            return all.stream().anyMatch(name -> others.contains(name) && !declared.contains(name));
        }
    }
}
