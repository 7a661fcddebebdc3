package dev.sluice.benchmarks.harness;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The workers that took part in a run, by its report. */
public final class Presence {
    /** A worker in the report: the time of its slots by cause, from joining to the end of the run [s]. */
    private static final Pattern WORKER =
            Pattern.compile("\"worker\":\"w\\d+\".*?\"slots\":(\\d+).*?\"slotSeconds\":\\{([^}]*)}");

    private static final Pattern SECONDS = Pattern.compile(":([-+.\\dE]+)");
    private static final Pattern STARTING = Pattern.compile("\"starting\":([-+.\\dE]+)");

    private Presence() {}

    /**
     * Time from the start of the run until the slots of a worker could compute, on average over the workers [s].
     *
     * @param seconds of the run
     */
    public static double readySeconds(String report, double seconds) {
        Matcher worker = WORKER.matcher(report);
        double sum = 0;
        int workers = 0;
        while (worker.find()) {
            double slots = Integer.parseInt(worker.group(1));
            double present = 0;
            for (Matcher part = SECONDS.matcher(worker.group(2)); part.find(); ) {
                present += Double.parseDouble(part.group(1));
            }
            Matcher starting = STARTING.matcher(worker.group(2));
            double started = starting.find() ? Double.parseDouble(starting.group(1)) : 0;
            sum += seconds - (present - started) / slots;
            workers++;
        }
        return workers == 0 ? 0 : sum / workers;
    }

    /** Number of workers that were present during the last {@code seconds} of the run. */
    public static int workers(String report, double seconds) {
        Matcher worker = WORKER.matcher(report);
        int there = 0;
        while (worker.find()) {
            double present = 0;
            for (Matcher part = SECONDS.matcher(worker.group(2)); part.find(); ) {
                present += Double.parseDouble(part.group(1));
            }
            there += present >= seconds * Integer.parseInt(worker.group(1)) ? 1 : 0;
        }
        return there;
    }
}
