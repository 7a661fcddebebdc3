package dev.sluice.master.report;

import dev.sluice.model.Written;
import java.util.List;

/**
 * How the workers of a run came to be, in the time of the command that started them. Unknown numbers are NaN.
 *
 * @param commandSeconds from the command until launching began [s]
 * @param makespanSeconds from the command to the end of the run [s]
 * @param endSeconds from the last result to the end of the run [s]
 * @param launch what the starts of workers took, a line for each host
 */
public record Launching(
        @Written(orNull = true) double commandSeconds,
        @Written(orNull = true) double makespanSeconds,
        @Written(orNull = true) double endSeconds,
        List<Start> launch) {
    /** Nothing is known. */
    public static final Launching NONE = new Launching(Double.NaN, Double.NaN, Double.NaN, List.of());

    public Launching {
        launch = List.copyOf(launch);
    }

    /**
     * The start of a host's workers, by phase.
     *
     * @param kind the way of launching: local, ssh, slurm, embedded, or master for one on another host
     * @param queuedSeconds in the queue of a batch system [s]; 0 without one
     * @param sshSeconds from the start of ssh until the host answered [s]
     * @param lookSeconds from then until Java and the jar were looked for [s]
     * @param sendSeconds time of sending jars [s]; 0 if the host had them
     * @param sentBytes bytes of these jars [bytes]
     * @param jvmSeconds from the start of Java until the worker had registered [s]
     * @param joinSeconds from then until its slots could compute [s]
     * @param joinBytes bytes of the application's jars and files sent to it [bytes]
     * @param readySeconds from the begin of launching until its slots could compute [s]
     */
    public record Start(
            String host,
            String kind,
            @Written(orNull = true) double queuedSeconds,
            @Written(orNull = true) double sshSeconds,
            @Written(orNull = true) double lookSeconds,
            @Written(orNull = true) double sendSeconds,
            long sentBytes,
            @Written(orNull = true) double jvmSeconds,
            @Written(orNull = true) double joinSeconds,
            long joinBytes,
            @Written(orNull = true) double readySeconds) {}

    /** The same at the end of the run [s]. */
    public Launching ended(double fromCommand, double fromLastResult) {
        return new Launching(commandSeconds, fromCommand, fromLastResult, launch);
    }
}
