package dev.sluice.benchmarks.campaign;

import dev.sluice.benchmarks.application.LedgerUnits;
import dev.sluice.benchmarks.application.LedgerUnits.Event;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The lines that {@link LedgerUnits} has written, and what they say of the run's progress. */
final class LedgerView {
    /**
     * An event of one process of the master.
     *
     * @param unit index, or number of units for {@link Event#TOTAL}; -1 for none
     */
    record MasterLine(String master, long millis, Event event, int cycle, long unit) {
        String place() {
            return cycle + "/" + unit;
        }
    }

    /** The beginning of a computation. */
    record ComputedLine(int cycle, long unit, long pid, long millis) {
        String place() {
            return cycle + "/" + unit;
        }
    }

    private final Path directory;
    private final Episode.Work work;
    private final List<MasterLine> masters = new ArrayList<>();
    private final List<ComputedLine> computed = new ArrayList<>();
    private final Map<String, Long> acceptedBy = new HashMap<>();
    private final Set<String> begun = new HashSet<>();
    private final Map<String, Long> read = new HashMap<>();
    private int closed;

    LedgerView(Path directory, Episode.Work work) {
        this.directory = directory;
        this.work = work;
    }

    /** Reads the lines that are new. */
    void refresh() throws IOException {
        for (String line : fresh("master")) {
            String[] words = line.split(" ");
            long unit = words.length > 4 ? Long.parseLong(words[4]) : -1;
            take(new MasterLine(
                    words[0], Long.parseLong(words[1]), Event.valueOf(words[2]), Integer.parseInt(words[3]), unit));
        }
        for (String line : fresh("computed")) {
            String[] words = line.split(" ");
            ComputedLine entry = new ComputedLine(
                    Integer.parseInt(words[0]),
                    Long.parseLong(words[1]),
                    Long.parseLong(words[2]),
                    Long.parseLong(words[3]));
            computed.add(entry);
            begun.add(entry.place());
        }
    }

    private void take(MasterLine line) {
        masters.add(line);
        long more = switch (line.event()) {
            case ACCEPTED, RESTORED -> 1;
            case KEPT -> work.answer().units();
            default -> 0;
        };
        acceptedBy.merge(line.master(), more, Long::sum);
        if (line.event() == Event.CLOSED) {
            closed = Math.max(closed, line.cycle() + 1);
        }
    }

    /** Whole lines after those that were read before. */
    private List<String> fresh(String name) throws IOException {
        Path path = directory.resolve(name);
        if (!Files.exists(path)) {
            return List.of();
        }
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            long from = read.getOrDefault(name, 0L);
            byte[] bytes = new byte[(int) (file.length() - from)];
            file.seek(from);
            file.readFully(bytes);
            int end = bytes.length;
            while (end > 0 && bytes[end - 1] != '\n') {
                end--;
            }
            read.put(name, from + end);
            String text = new String(bytes, 0, end, StandardCharsets.US_ASCII);
            return text.lines().toList();
        }
    }

    /** Units that a master has accepted, or that were begun if results are accumulated. */
    long progress() {
        return work.mode() == LedgerUnits.Mode.SUM
                ? begun.size()
                : acceptedBy.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    int closedCycles() {
        return closed;
    }

    List<MasterLine> masters() {
        return masters;
    }

    List<ComputedLine> computed() {
        return computed;
    }

    /** Computations beyond one for each unit. */
    long repeated() {
        return computed.size() - begun.size();
    }
}
