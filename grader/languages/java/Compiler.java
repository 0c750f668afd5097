package grader.inside;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Requests on one descriptor -> replies on another: compiles one submission after the other.
 *
 * <p>Started as `java .. grader.inside.Compiler REQUESTS REPLIES`. What stays between two submissions is the runtime, warm,
 * and what was read of the class library (see `Javac`); the files of the last submission are gone. No code of a student's
 * runs here: annotation processors are off. It ends itself when it can't clear its folders.
 */
public final class Compiler {
    private static final String BOX = "..";
    private static final int LARGEST_REPLY = 4 << 20;

    private final Channel channel;
    private final Javac javac = new Javac();
    private final List<File> written = new ArrayList<>();

    private Compiler(Channel channel) {
        this.channel = channel;
    }

    public static void main(String[] descriptors) {
        Inside.orRefuse();
        int status = 0;
        try {
            new Compiler(new Channel(descriptors[0], descriptors[1])).serve();
        } catch (Throwable problem) {
            status = 1;
        }
        Runtime.getRuntime().halt(status);
    }

    private void serve() throws IOException {
        boolean cleared = true;
        byte[] line;
        while (cleared && (line = channel.readLine()) != null) {
            Map<?, ?> request = (Map<?, ?>) Json.parse(line);
            Output reply = answer(request);
            cleared = clear();
            channel.writeLine(reply);
        }
    }

    private Output answer(Map<?, ?> request) throws IOException {
        for (Map.Entry<?, ?> file : ((Map<?, ?>) request.get("files")).entrySet()) {
            write(new File(BOX, (String) file.getKey()), Base64.getDecoder().decode((String) file.getValue()));
        }
        String[] arguments = ((List<?>) request.get("arguments")).toArray(new String[0]);
        ByteArrayOutputStream stdout = new ByteArrayOutputStream();
        ByteArrayOutputStream stderr = new ByteArrayOutputStream();
        PrintWriter told = writer(stdout);
        PrintWriter complained = writer(stderr);
        int exit = javac.run(told, complained, arguments);
        told.flush();
        complained.flush();
        File folder = new File(BOX, (String) request.get("collect"));
        int known = written.size();
        find(folder);
        Output reply = new Output();
        reply.raw("{\"id\":").text((String) request.get("id")).raw(",\"exit\":").number(exit);
        bytes(",\"stdout\":\"", stdout.toByteArray(), reply);
        bytes(",\"stderr\":\"", stderr.toByteArray(), reply);
        reply.raw(",\"files\":{");
        boolean first = true;
        for (File file : written.subList(known, written.size())) {
            if (exit == 0 && file.isFile() && reply.length() < LARGEST_REPLY) {
                String name = file.getPath().substring(folder.getPath().length() + 1);
                reply.raw(first ? "" : ",").text(name);
                bytes(":\"", bytesOf(file), reply);
                first = false;
            }
        }
        return reply.raw(reply.length() < LARGEST_REPLY ? "}}" : "},\"cut\":true}");
    }

    private static PrintWriter writer(ByteArrayOutputStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
    }

    private static void bytes(String key, byte[] bytes, Output reply) {
        reply.raw(key).raw(Base64.getEncoder().encode(bytes)).raw('"');
    }

    // ---- files ----

    private void write(File file, byte[] content) throws IOException {
        makeFolders(file.getParentFile());
        written.add(file);
        try (FileOutputStream stream = new FileOutputStream(file)) {
            stream.write(content);
        }
    }

    private void makeFolders(File folder) {
        if (!folder.isDirectory()) {
            makeFolders(folder.getParentFile());
            if (folder.mkdir()) {
                written.add(folder);
            }
        }
    }

    /** Notes all that lies below the folder, a folder before what is in it. */
    private void find(File folder) {
        String[] names = folder.list();
        if (names == null) {
            return;
        }
        for (String name : names) {
            File file = new File(folder, name);
            written.add(file);
            if (file.isDirectory()) {
                find(file);
            }
        }
    }

    private static byte[] bytesOf(File file) throws IOException {
        try (FileInputStream stream = new FileInputStream(file)) {
            return stream.readAllBytes();
        }
    }

    /** Deletes what this very process wrote, and nothing else; whether it is all gone. */
    private boolean clear() {
        boolean cleared = true;
        for (int index = written.size() - 1; index >= 0; index--) {
            cleared &= written.get(index).delete();
        }
        written.clear();
        return cleared;
    }
}
