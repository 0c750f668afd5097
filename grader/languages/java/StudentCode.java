package grader.inside;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The folder of compiled classes -> their bytes in memory, and fresh class loaders that define them.
 */
final class StudentCode {
    private static final String ENDING = ".class";

    private final File folder;
    private final Map<String, byte[]> bytesByName = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    /** What stands for all fresh loaders, if one can; null as long as nobody has asked. */
    private Loader lasting;
    private Statics statics;

    StudentCode(File folder) throws IOException {
        this.folder = folder;
        read(folder, "");
        Collections.sort(names);
    }

    /** All names of classes as the runtime spells them, in the order of the alphabet. */
    List<String> names() {
        return names;
    }

    /** A loader in which nothing has run yet: its statics are as at the start of a program. */
    Loader freshLoader() {
        return new Loader(this);
    }

    /** A loader that nobody can tell from a fresh one: the same again, set back, where that is possible. */
    Loader asFreshLoader() {
        if (lasting == null) {
            lasting = freshLoader();
            statics = Statics.of(this, lasting);
        }
        try {
            if (statics != null) {
                statics.restore();
                return lasting;
            }
        } catch (IllegalAccessException refused) {
            statics = null;
        }
        return freshLoader();
    }

    byte[] bytes(String name) {
        return bytesByName.get(name);
    }

    private void read(File place, String prefix) throws IOException {
        File[] files = place.listFiles();
        if (files == null) {
            return;
        }
        for (File file : files) {
            String name = file.getName();
            if (file.isDirectory()) {
                read(file, prefix.concat(name).concat("."));
            } else if (name.endsWith(ENDING) && name.indexOf('-') < 0) {
                String className = prefix.concat(name.substring(0, name.length() - ENDING.length()));
                bytesByName.put(className, bytesOf(file));
                names.add(className);
            }
        }
    }

    private static byte[] bytesOf(File file) throws IOException {
        byte[] bytes = new byte[(int) file.length()];
        int length = 0;
        try (FileInputStream stream = new FileInputStream(file)) {
            int got;
            while (length < bytes.length && (got = stream.read(bytes, length, bytes.length - length)) > 0) {
                length += got;
            }
        }
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    /** Loads the student's classes; everything else comes from the class library, and nothing from this package. */
    static final class Loader extends ClassLoader {
        private final StudentCode code;

        Loader(StudentCode code) {
            super(ClassLoader.getPlatformClassLoader());
            this.code = code;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            byte[] bytes = code.bytesByName.get(name);
            if (bytes == null) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : defineClass(name, bytes, 0, bytes.length);
            }
        }

        @Override
        protected URL findResource(String name) {
            File file = new File(code.folder, name);
            if (!file.isFile()) {
                file = new File(name);
            }
            try {
                return file.isFile() ? file.getAbsoluteFile().toURI().toURL() : null;
            } catch (MalformedURLException problem) {
                return null;
            }
        }

        boolean has(String className) {
            return code.bytesByName.containsKey(className);
        }

        /** The class, not yet initialised. */
        Class<?> find(String name) throws ClassNotFoundException {
            return Class.forName(name, false, this);
        }
    }
}
