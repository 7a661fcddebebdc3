package dev.sluice.launch;

/** Told of what a {@link Launcher} does, by whichever thread of it finds out; must not wait for anything. */
public interface LaunchListener {
    /**
     * A process is there, whose worker will register with the host's name of {@code where} and this process id.
     *
     * @param slots of that worker
     */
    void started(Place where, long pid, int slots);

    /**
     * Whether workers can be started there; told once for each place of a launcher for other hosts, and never after the
     * end of the process that it is about.
     */
    void verdict(Place where, PlaceVerdict verdict);

    /** A process ended. */
    void ended(Place where, LaunchEnd how);

    /** A process is not watched any more, and may live on: from now on only its lease tells. */
    void unwatched(Place where, String why);

    /** Something worth a line, such as what a job waits for. */
    void news(String line);

    /**
     * None of this launcher's processes is left and none will be started.
     *
     * @param lastWords of the process that ended last, or why there never was one; several lines
     */
    void allGone(String lastWords);
}
