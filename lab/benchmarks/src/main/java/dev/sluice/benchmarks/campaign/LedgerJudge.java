package dev.sluice.benchmarks.campaign;

import dev.sluice.benchmarks.application.LedgerUnits.Event;
import dev.sluice.benchmarks.application.LedgerUnits.Mode;
import dev.sluice.benchmarks.campaign.LedgerView.ComputedLine;
import dev.sluice.benchmarks.campaign.LedgerView.MasterLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides from the ledger whether a run kept its promises. Each process of the master has lines of its own: a result
 * that a successor accepts again is a replay, and a result that one process accepts twice is a finding.
 */
final class LedgerJudge {
    /**
     * A result that was accepted this long before the last sign of its master must be in the journal [ms]. Commits take
     * milliseconds, but the disk may be busy.
     */
    static final long COMMIT_MILLIS = 1_000;

    private final Episode episode;
    private final LedgerView ledger;
    private final Map<String, List<MasterLine>> masters = new LinkedHashMap<>();
    private final List<String> findings = new ArrayList<>();

    private LedgerJudge(Episode episode, LedgerView ledger) {
        this.episode = episode;
        this.ledger = ledger;
        for (MasterLine line : ledger.masters()) {
            masters.computeIfAbsent(line.master(), master -> new ArrayList<>()).add(line);
        }
    }

    /**
     * Judges a run that has ended.
     *
     * @param answer the text that it wrote; empty if there is none
     */
    static List<String> findings(Episode episode, LedgerView ledger, String answer) {
        LedgerJudge judge = new LedgerJudge(episode, ledger);
        if (!answer.equals(episode.work().answer().text())) {
            judge.findings.add("the answer differs from the serial one: '" + answer.strip() + "' (expected: '"
                    + episode.work().answer().text().strip() + "')");
        }
        judge.oneMasterAtATime();
        judge.masters.values().forEach(judge::nothingTwice);
        judge.completeOnce();
        judge.nothingLost();
        return judge.findings;
    }

    private void oneMasterAtATime() {
        Set<String> over = new HashSet<>();
        String current = "";
        for (MasterLine line : ledger.masters()) {
            if (!line.master().equals(current)) {
                over.add(current);
                current = line.master();
                if (over.contains(current)) {
                    findings.add("two masters at the same time: " + over + " and " + current);
                    return;
                }
            }
        }
    }

    private static boolean accepts(MasterLine line) {
        return line.event() == Event.ACCEPTED || line.event() == Event.RESTORED;
    }

    private void nothingTwice(List<MasterLine> lines) {
        Set<String> accepted = new HashSet<>();
        for (MasterLine line : lines) {
            if (accepts(line) && !accepted.add(line.place())) {
                findings.add("one master accepted unit " + line.place() + " twice: " + line);
            }
        }
    }

    /** The last master that completed the run has accepted each unit, itself or in the state that it restored. */
    private void completeOnce() {
        List<MasterLine> last = List.of();
        for (List<MasterLine> lines : masters.values()) {
            if (lines.stream().anyMatch(line -> line.event() == Event.COMPLETE)) {
                last = lines;
            }
        }
        if (last.isEmpty()) {
            findings.add("no master has completed the run");
            return;
        }
        Map<Integer, Long> units = new HashMap<>();
        for (MasterLine line : last) {
            long more = switch (line.event()) {
                case ACCEPTED, RESTORED -> 1;
                case KEPT -> episode.work().answer().units();
                case TOTAL -> line.unit();
                default -> 0;
            };
            units.merge(line.cycle(), more, Long::sum);
        }
        for (int cycle = 0; cycle < episode.work().answer().cycles(); cycle++) {
            long found = units.getOrDefault(cycle, 0L);
            if (found != episode.work().answer().units()) {
                findings.add("cycle " + cycle + " has " + found + " accepted units (expected: "
                        + episode.work().answer().units() + ")");
            }
        }
    }

    /** A successor makes no unit again whose result its predecessor had accepted and committed. */
    private void nothingLost() {
        Set<String> committed = new HashSet<>();
        long lastSeen = 0;
        for (List<MasterLine> lines : masters.values()) {
            for (MasterLine line : lines) {
                boolean again = episode.work().mode() == Mode.SUM
                        ? committed.contains(line.cycle() + "/")
                        : committed.contains(line.place());
                if (line.event() == Event.MADE && again && isBegunAfter(line)) {
                    findings.add("unit " + line.place() + " was accepted by an earlier master and is handed out again: "
                            + line);
                }
            }
            lastSeen = lines.stream().mapToLong(MasterLine::millis).max().orElse(0);
            for (MasterLine line : lines) {
                if (line.millis() < lastSeen - COMMIT_MILLIS) {
                    if (accepts(line)) {
                        committed.add(line.place());
                    } else if (line.event() == Event.TOTAL) {
                        committed.add(line.cycle() + "/");
                    }
                }
            }
        }
        if (episode.killsMastersOnly()) {
            nothingComputedAgain();
        }
    }

    /** Tells whether a worker began a made unit. A master may make more units than it sends. */
    private boolean isBegunAfter(MasterLine made) {
        return ledger.computed().stream()
                .anyMatch(line -> line.place().equals(made.place()) && line.millis() >= made.millis());
    }

    /** If only masters die, nobody begins a unit a second after its result was accepted. */
    private void nothingComputedAgain() {
        Map<String, Long> first = new HashMap<>();
        ledger.masters().stream()
                .filter(LedgerJudge::accepts)
                .forEach(line -> first.merge(line.place(), line.millis(), Math::min));
        for (ComputedLine line : ledger.computed()) {
            if (first.getOrDefault(line.place(), Long.MAX_VALUE) < line.millis() - 2 * COMMIT_MILLIS
                    && committedBefore(line)) {
                findings.add("unit " + line.place() + " is computed again after its result was accepted: " + line);
            }
        }
    }

    /** Tells whether the result was accepted long enough before the last line of a master to be in its journal. */
    private boolean committedBefore(ComputedLine computed) {
        for (List<MasterLine> lines : masters.values()) {
            long lastSeen = lines.stream().mapToLong(MasterLine::millis).max().orElse(0);
            for (MasterLine line : lines) {
                if (accepts(line)
                        && line.place().equals(computed.place())
                        && line.millis() < lastSeen - COMMIT_MILLIS
                        && line.millis() < computed.millis()) {
                    return true;
                }
            }
        }
        return false;
    }
}
