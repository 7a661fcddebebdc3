package dev.sluice.worker;

/** Ends the processes that units have started in the worker's own process and left behind. Any thread. */
public final class LeftProcesses {
    private LeftProcesses() {}

    /** Kills them. Nothing of a run may be left on a host after its worker. */
    public static void end() {
        try {
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        } catch (RuntimeException unseen) {
            // too many files are open, so that the system's list of processes cannot be read
        }
    }
}
