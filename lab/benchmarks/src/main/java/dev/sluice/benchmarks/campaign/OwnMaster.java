package dev.sluice.benchmarks.campaign;

import dev.sluice.benchmarks.application.LedgerUnits;
import dev.sluice.benchmarks.campaign.EpisodePlace.Started;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A master that the campaign starts itself, and that {@code sluice resume} replaces. */
final class OwnMaster implements EpisodePlayers {
    private static final int KILLED = 137;
    private static final int MOST_RESUMES = 15;

    /** How long workers of a killed master look for the next one. It bounds how long they stay after the run. */
    private static final String ORPHAN_TIME = "25s";

    private static final Set<RunShape> JOINED = Set.of(RunShape.JOINED, RunShape.TREE);

    private final Episode episode;
    private final EpisodePlace place;
    private final @Nullable JoinedWorkers joined;
    private final List<String> findings = new ArrayList<>();
    private @Nullable Started master;
    private long startedNanos;
    private long endedNanos;
    private int masters;
    private boolean over;

    /** True when there may be something to resume. */
    private boolean begun;

    OwnMaster(Episode episode, EpisodePlace place) {
        this.episode = episode;
        this.place = place;
        joined = JOINED.contains(episode.shape()) ? new JoinedWorkers(episode, place) : null;
    }

    @Override
    public void start() throws IOException {
        begun = true;
        begin("run", arguments(episode, place));
    }

    /** The words of the run, from the jar on. */
    static List<String> runWords(Episode episode, EpisodePlace place) {
        List<String> words = new ArrayList<>(
                List.of(place.places().applications().toString(), "--class", LedgerUnits.class.getName(), "--web=off"));
        words.addAll(List.of("--journal", episode.journal()));
        if (episode.isolated()) {
            words.addAll(List.of("--isolate", "on"));
        }
        return words;
    }

    /** The words of the application. */
    static List<String> applicationWords(Episode episode, EpisodePlace place) {
        List<String> words = new ArrayList<>(List.of("--"));
        words.addAll(episode.work().options());
        words.add("--ledger=" + place.ledger());
        words.add("--answer=" + place.answer());
        return words;
    }

    /** The words of the command that starts the run. */
    static String[] arguments(Episode episode, EpisodePlace place) {
        List<String> words = new ArrayList<>(List.of("run"));
        words.addAll(runWords(episode, place));
        words.addAll(List.of("--run-dir", place.runDirectory().toString()));
        if (episode.journal().equals("sync") && episode.shape() != RunShape.EMBEDDED) {
            words.add("--journal=orphan-time=" + ORPHAN_TIME);
        }
        switch (episode.shape()) {
            case EMBEDDED -> words.addAll(List.of("--slots", String.valueOf(episode.workers())));
            case LOCAL -> words.addAll(List.of("--local", String.valueOf(episode.workers()), "--slots", "1"));
            default -> words.addAll(List.of("--listen", "127.0.0.1:0"));
        }
        words.addAll(applicationWords(episode, place));
        return words.toArray(String[]::new);
    }

    private void begin(String name, String... arguments) throws IOException {
        masters++;
        startedNanos = System.nanoTime();
        master = place.start(name, place.places().masterWords(), arguments);
    }

    @Override
    public boolean tick() throws IOException {
        Started running = master;
        if (running != null && !running.process().isAlive()) {
            ended(running);
        } else if (running == null && !over && sinceMillis(endedNanos) >= episode.resumeMillis()) {
            if (begun) {
                begin("resume", "resume", place.runDirectory().toString());
                if (joined != null) {
                    joined.resumed();
                }
            } else {
                start();
            }
        }
        if (joined != null) {
            joined.tick(over);
        }
        return over;
    }

    private void ended(Started running) throws IOException {
        master = null;
        endedNanos = System.nanoTime();
        int code = running.process().exitValue();
        String said = running.complained();
        if (code == 0 || isComplete(code, said)) {
            over = true;
        } else if (masters > MOST_RESUMES || episode.journal().equals("none")) {
            findings.add(running.name() + " exited with " + code + " and is not resumed (expected: 0): " + last(said));
            over = true;
        } else if (isUnknown(code, said)) {
            place.deleteRun();
            begun = false;
            if (joined != null) {
                joined.forget();
            }
        } else if (code != KILLED && !isExplained(code, said)) {
            findings.add(running.name() + " exited with " + code + ": " + last(said));
        }
    }

    /** Tells whether a resume was refused because its predecessor was killed after the end of the run. */
    private boolean isComplete(int code, String said) {
        return code == 2 && masters > 1 && said.contains("E244") && said.contains("complete");
    }

    /** Tells whether a resume was refused because the first master was killed before it committed a result. */
    private boolean isUnknown(int code, String said) {
        boolean refused = said.contains("E204") && said.contains("no such run") || said.contains("E244");
        return code == 2 && refused && !place.hasCommitted();
    }

    /** Tells whether the faults of the episode may end a run in this way. It can be resumed then. */
    private boolean isExplained(int code, String said) {
        boolean failed = code == 1 && said.contains("E106") && episode.work().failing() > 0;
        return failed || code == 4 && said.contains("E403") && episode.has(FaultTarget.WORKER);
    }

    static String last(String text) {
        List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
        return String.join(" | ", lines.subList(Math.max(0, lines.size() - 3), lines.size()));
    }

    private static long sinceMillis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
    }

    @Override
    public long masterMillis() {
        return master == null ? -1 : sinceMillis(startedNanos);
    }

    @Override
    public @Nullable CuttableRelay relay() {
        return joined == null ? null : joined.relay();
    }

    @Override
    public List<String> findings() {
        List<String> all = new ArrayList<>(findings);
        if (joined != null) {
            all.addAll(joined.findings());
        }
        return all;
    }

    @Override
    public int masters() {
        return masters;
    }

    @Override
    public void close() throws IOException {
        if (joined != null) {
            joined.close();
        }
    }
}
