package grader.inside;

/**
 * An object -> what its `toString` says, asked for on a thread of its own: one that never comes must hold nothing up.
 */
final class TextForm {
    private static final long LONGEST_MS = 1_000;
    /** Whether one did not come: then no more are asked for. */
    private static boolean mute;

    private TextForm() {}

    /** At most 2,000 characters of the text form, empty when it can't be had. */
    static String of(Object value) {
        if (mute) {
            return "";
        }
        Asking asking = new Asking(value);
        try {
            asking.setDaemon(true);
            asking.start();
        } catch (Throwable noThread) {
            asking.run();
            return asking.text;
        }
        try {
            asking.join(LONGEST_MS);
        } catch (InterruptedException interrupted) {
            return "";
        }
        mute = asking.isAlive();
        return mute ? "" : asking.text;
    }

    private static final class Asking extends Thread {
        private final Object value;
        private String text = "";

        Asking(Object value) {
            this.value = value;
        }

        @Override
        public void run() {
            try {
                text = Values.shortened(value.toString());
            } catch (Throwable problem) {
                text = "";
            }
        }
    }
}
