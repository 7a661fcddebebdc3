package dev.sluice.launch;

/**
 * The start of a process, by phase, as its launcher saw it. Unknown numbers are NaN.
 *
 * @param kind the way of launching: local, ssh or slurm, or master for a master on another host
 * @param sshSeconds from the start of ssh until the host answered [s]
 * @param lookSeconds from then until Java and the jar were looked for [s]
 * @param sendSeconds time of sending jars [s]; 0 if the host had them
 * @param sentBytes bytes of these jars [bytes]
 * @param jvmSeconds from the start of Java until the worker had joined; the least that this can be if it waited for its
 *     run file [s]
 * @param queuedSeconds from the submission of the job until the process began [s]; 0 without a queue
 */
public record LaunchPhases(
        String kind,
        double sshSeconds,
        double lookSeconds,
        double sendSeconds,
        long sentBytes,
        double jvmSeconds,
        double queuedSeconds) {
    /** A child of this process: its JVM is all that takes time, and only the master sees when it has joined. */
    public static final LaunchPhases LOCAL = new LaunchPhases("local", 0, 0, 0, 0, Double.NaN, 0);

    /** A task of a job that waited so long [s]. */
    public static LaunchPhases slurm(double queuedSeconds) {
        return new LaunchPhases("slurm", 0, 0, 0, 0, Double.NaN, queuedSeconds);
    }
}
