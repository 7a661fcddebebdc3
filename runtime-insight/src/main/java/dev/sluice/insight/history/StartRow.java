package dev.sluice.insight.history;

import dev.sluice.master.report.Launching;
import dev.sluice.master.report.RunReport;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The start of the workers on one host, by phase. Unknown numbers are NaN.
 *
 * @param run its id
 * @param kind the way of launching: local, ssh, slurm, embedded, or master for one on another host
 * @param link the site or link behind which the host is, as the run's view names it; empty without a view
 * @param sshSeconds from the start of ssh until the host answered [s]
 * @param lookSeconds from then until Java was found [s]
 * @param sendSeconds time of sending the worker's jar [s]; 0 if the host had it
 * @param sentBytes bytes sent [bytes]
 * @param jvmSeconds from the start of Java until the worker was ready [s]
 * @param joinSeconds from then until it could compute, with the application's files and the wait for a master that did
 *     not listen yet [s]
 * @param joinBytes bytes of the application's files sent to it [bytes]
 * @param commandSeconds from the command until launching began [s]; the same in each row of a run
 * @param endSeconds from the last result to the end of the run [s]; the same in each row of a run
 */
public record StartRow(
        String run,
        Instant time,
        String kind,
        String host,
        String link,
        double sshSeconds,
        double lookSeconds,
        double sendSeconds,
        long sentBytes,
        double jvmSeconds,
        double joinSeconds,
        long joinBytes,
        double commandSeconds,
        double endSeconds) {
    /**
     * The rows of a run.
     *
     * @param link the name of the link of a host; empty if it is not known
     */
    public static List<StartRow> of(RunReport report, UnaryOperator<String> link) {
        return of(report.run().text(), report.launching(), link);
    }

    /** The same of a run whose workers were started elsewhere than its master. */
    public static List<StartRow> of(String run, Launching launching, UnaryOperator<String> link) {
        Instant now = Instant.now();
        return launching.launch().stream()
                .map(start -> new StartRow(
                        run,
                        now,
                        start.kind(),
                        start.host(),
                        link.apply(start.host()),
                        start.sshSeconds(),
                        start.lookSeconds(),
                        start.sendSeconds(),
                        start.sentBytes(),
                        start.jvmSeconds(),
                        joinSeconds(start),
                        start.joinBytes(),
                        launching.commandSeconds(),
                        launching.endSeconds()))
                .toList();
    }

    /**
     * The part that the launcher's phases leave of the time until a worker computed. The start of Java is known without
     * the wait for the master only, so that the difference between registering and computing would be too short.
     */
    private static double joinSeconds(Launching.Start start) {
        double phases = start.queuedSeconds()
                + start.sshSeconds()
                + start.lookSeconds()
                + start.sendSeconds()
                + start.jvmSeconds();
        double left = start.readySeconds() - phases;
        return left > start.joinSeconds() ? left : start.joinSeconds();
    }
}
