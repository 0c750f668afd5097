package grader.inside;

import com.sun.tools.javac.api.BasicJavacTask;
import com.sun.tools.javac.api.JavacTaskPool;
import com.sun.tools.javac.code.Flags;
import com.sun.tools.javac.code.Symbol;
import com.sun.tools.javac.code.Symtab;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;

/**
 * Arguments of javac -> what it makes of them; one after the other keeps what was read of the class library.
 *
 * <p>To read that is half of the work. All else is forgotten: `JavacTaskPool` does so for the classes that it still finds in
 * the texts, and `forget` for all, those that the compiler has moved out of others too. What is not plainly right, be it for
 * a note, is left to a javac that knows of nothing: what people read, and that anything is refused, comes from such a one.
 * These are insides of javac, so it is done only in versions in which every test said that it comes to the same.
 */
final class Javac {
    private static final String FILE = "./";
    private static final Set<Integer> PROVEN = Set.of(17, 25);

    private final ToolProvider plain = ToolProvider.findFirst("javac").get();
    private final JavaCompiler compiler = javax.tools.ToolProvider.getSystemJavaCompiler();
    private JavacTaskPool pool = freshPool();

    /** The exit code of `javac` with these arguments, files last. */
    int run(PrintWriter told, PrintWriter complained, String[] arguments) {
        if (pool != null) {
            if (compiles(arguments)) {
                return 0;
            }
            pool = freshPool();
        }
        return plain.run(told, complained, arguments);
    }

    /** Whether that went well, with nothing to say. */
    private boolean compiles(String[] arguments) {
        int files = 0;
        while (files < arguments.length && !arguments[files].startsWith(FILE)) {
            files++;
        }
        List<String> options = Arrays.asList(arguments).subList(0, files);
        List<String> paths = Arrays.asList(arguments).subList(files, arguments.length);
        boolean[] says = new boolean[1];
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            Iterable<? extends JavaFileObject> units = manager.getJavaFileObjectsFromStrings(paths);
            Writer nowhere = Writer.nullWriter();
            return pool.getTask(nowhere, manager, said -> says[0] = true, options, null, units, task -> {
                Symtab symbols = Symtab.instance(((BasicJavacTask) task).getContext());
                boolean well = task.call();
                forget(symbols);
                return well && !says[0];
            });
        } catch (Throwable problem) {
            return false; // the other javac will meet it again, and say it
        }
    }

    /** Forgets all classes that are not of the class library, and that there were packages of theirs. */
    private static void forget(Symtab symbols) {
        List<Symbol.ClassSymbol> students = new ArrayList<>();
        for (Symbol.ClassSymbol one : symbols.getAllClasses()) {
            Symbol.ModuleSymbol module = one.packge().modle;
            if (module == symbols.unnamedModule || module == symbols.noModule) {
                students.add(one);
            }
        }
        for (Symbol.ClassSymbol one : students) {
            Symbol.PackageSymbol within = one.packge();
            symbols.removeClass(within.modle, one.flatname);
            if (one.owner instanceof Symbol.PackageSymbol) {
                one.owner.members().remove(one);
            }
            Symbol at = within;
            while (at instanceof Symbol.PackageSymbol && at != symbols.rootPackage && at != symbols.unnamedModule.unnamedPackage) {
                at.flags_field &= ~(long) Flags.EXISTS;
                at = at.owner;
            }
        }
    }

    /** One that has read nothing yet; null where it is not known to do no harm. */
    private static JavacTaskPool freshPool() {
        return PROVEN.contains(Runtime.version().feature()) ? new JavacTaskPool(1) : null;
    }
}
