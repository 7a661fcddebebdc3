package dev.sluice.master.record;

import java.util.List;

/** Reads what workers printed. Any thread. */
@FunctionalInterface
public interface WorkerLogs {
    /** Knows no log. */
    WorkerLogs NONE = (host, pid) -> List.of();

    /** The last lines that this process printed; empty if they are not known. May wait for a disk. */
    List<String> lastLines(String host, long pid);
}
