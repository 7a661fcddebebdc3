package dev.sluice.cli.process;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Names a process of this machine. A later process with the same number has another start time.
 *
 * @param started when the process was started, as the system shows it
 */
public record ProcessMark(long pid, Instant started) {
    /** Start times of one process may differ by this much when the clock is set. */
    private static final Duration CLOCK = Duration.ofSeconds(2);

    /** The mark of a process; empty if the system shows no start time, as of a process that is gone. */
    public static Optional<ProcessMark> of(ProcessHandle process) {
        return process.info().startInstant().map(started -> new ProcessMark(process.pid(), started));
    }

    /** The process, while it exists. */
    public Optional<ProcessHandle> find() {
        Optional<ProcessHandle> process = pid < 1 ? Optional.empty() : ProcessHandle.of(pid);
        return process.filter(ProcessHandle::isAlive)
                .filter(alive -> alive.info()
                        .startInstant()
                        .map(actual -> Duration.between(started, actual).abs().compareTo(CLOCK) < 0)
                        .orElse(true));
    }
}
