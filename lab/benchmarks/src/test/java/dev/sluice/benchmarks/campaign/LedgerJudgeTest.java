package dev.sluice.benchmarks.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.benchmarks.application.LedgerAnswer;
import dev.sluice.benchmarks.application.LedgerUnits;
import dev.sluice.benchmarks.application.LedgerUnits.Event;
import dev.sluice.benchmarks.campaign.FaultMoment.RunPhase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ledgers with planted defects, each of which the judge has to notice. Times in milliseconds. */
class LedgerJudgeTest {
    private static final PlannedFault KILL =
            new PlannedFault(FaultKind.KILL, FaultTarget.MASTER, new FaultMoment(RunPhase.ACCEPTED, 1), 0, 0);

    @TempDir
    Path directory;

    private final StringBuilder master = new StringBuilder();
    private final StringBuilder computed = new StringBuilder();

    private static Episode episode(LedgerUnits.Mode mode) {
        Episode.Work work = new Episode.Work(mode, new LedgerAnswer(3, 2, 100), 0, 1, true);
        return new Episode(1, RunShape.LOCAL, 2, "sync", false, work, 0, List.of(KILL));
    }

    private void line(String process, long millis, Event event, int cycle, long unit) {
        master.append(process + " " + millis + " " + event + " " + cycle + (unit < 0 ? "" : " " + unit) + "\n");
    }

    private void cycle(String process, long millis, int cycle) {
        line(process, millis, Event.OPENED, cycle, -1);
        for (long unit = 0; unit < 3; unit++) {
            line(process, millis, Event.MADE, cycle, unit);
            line(process, millis, Event.ACCEPTED, cycle, unit);
        }
        line(process, millis, Event.CLOSED, cycle, -1);
    }

    private void complete(String process, long millis) {
        line(process, millis, Event.COMPLETE, 2, -1);
    }

    private List<String> findings(LedgerUnits.Mode mode, String answer) throws IOException {
        Files.writeString(directory.resolve("master"), master);
        Files.writeString(directory.resolve("computed"), computed);
        LedgerView ledger = new LedgerView(directory, episode(mode).work());
        ledger.refresh();
        return LedgerJudge.findings(episode(mode), ledger, answer);
    }

    private List<String> findings() throws IOException {
        return findings(LedgerUnits.Mode.EACH, new LedgerAnswer(3, 2, 100).text());
    }

    @Test
    void shouldFindNothingInARunWithoutLoss() throws IOException {
        cycle("a", 0, 0);
        cycle("a", 10, 1);
        complete("a", 20);
        assertThat(findings()).isEmpty();
    }

    @Test
    void shouldTakeAReplayForWhatItIs() throws IOException {
        cycle("a", 0, 0);
        line("a", 5_000, Event.OPENED, 1, -1);
        line("b", 6_000, Event.OPENED, 0, -1);
        for (long unit = 0; unit < 3; unit++) {
            line("b", 6_000, Event.ACCEPTED, 0, unit);
        }
        line("b", 6_000, Event.CLOSED, 0, -1);
        cycle("b", 6_000, 1);
        complete("b", 7_000);
        assertThat(findings()).isEmpty();
    }

    @Test
    void shouldCountWhatAStateContains() throws IOException {
        cycle("a", 0, 0);
        line("b", 6_000, Event.KEPT, 0, -1);
        line("b", 6_000, Event.RESTORED, 1, 0);
        line("b", 6_000, Event.OPENED, 1, -1);
        line("b", 6_000, Event.ACCEPTED, 1, 1);
        line("b", 6_000, Event.ACCEPTED, 1, 2);
        complete("b", 7_000);
        assertThat(findings()).isEmpty();
    }

    @Test
    void shouldNoticeAWrongAnswer() throws IOException {
        cycle("a", 0, 0);
        cycle("a", 10, 1);
        complete("a", 20);
        assertThat(findings(LedgerUnits.Mode.EACH, "0 3 ff\n"))
                .singleElement()
                .asString()
                .contains("differs");
    }

    @Test
    void shouldNoticeAResultThatIsAcceptedTwice() throws IOException {
        cycle("a", 0, 0);
        cycle("a", 10, 1);
        line("a", 15, Event.ACCEPTED, 1, 2);
        complete("a", 20);
        assertThat(findings()).anySatisfy(finding -> assertThat(finding).contains("twice"));
    }

    @Test
    void shouldNoticeAMissingResult() throws IOException {
        cycle("a", 0, 0);
        line("a", 10, Event.ACCEPTED, 1, 0);
        complete("a", 20);
        assertThat(findings()).singleElement().asString().contains("cycle 1 has 1 accepted units");
    }

    @Test
    void shouldNoticeAnAccumulatedValueThatLacksAUnit() throws IOException {
        line("a", 0, Event.TOTAL, 0, 3);
        line("a", 0, Event.TOTAL, 1, 2);
        complete("a", 20);
        assertThat(findings(LedgerUnits.Mode.SUM, new LedgerAnswer(3, 2, 100).text()))
                .singleElement()
                .asString()
                .contains("cycle 1 has 2 accepted units");
    }

    @Test
    void shouldNoticeAnAcceptedUnitThatIsHandedOutAgain() throws IOException {
        cycle("a", 0, 0);
        line("a", 5_000, Event.OPENED, 1, -1);
        cycle("b", 6_000, 0);
        cycle("b", 6_000, 1);
        complete("b", 7_000);
        computed.append("0 0 77 6001\n0 1 77 6001\n0 2 77 6001\n1 0 77 6001\n");
        assertThat(findings())
                .filteredOn(finding -> finding.contains("handed out again"))
                .hasSize(3);
    }

    @Test
    void shouldForgiveAUnitThatIsMadeAndKept() throws IOException {
        cycle("a", 0, 0);
        line("a", 5_000, Event.OPENED, 1, -1);
        cycle("b", 6_000, 0);
        cycle("b", 6_000, 1);
        complete("b", 7_000);
        computed.append("0 0 77 10\n0 1 77 10\n0 2 77 10\n");
        assertThat(findings()).isEmpty();
    }

    @Test
    void shouldForgiveAResultThatWasAcceptedRightBeforeTheEnd() throws IOException {
        cycle("a", 0, 0);
        cycle("b", 6_000, 0);
        cycle("b", 6_000, 1);
        complete("b", 7_000);
        assertThat(findings()).isEmpty();
    }

    @Test
    void shouldNoticeAUnitThatIsComputedAgain() throws IOException {
        cycle("a", 0, 0);
        line("a", 9_000, Event.OPENED, 1, -1);
        cycle("a", 9_500, 1);
        complete("a", 10_000);
        computed.append("0 2 77 100\n0 2 78 9700\n");
        assertThat(findings()).singleElement().asString().contains("computed again");
    }

    @Test
    void shouldNoticeTwoMastersAtTheSameTime() throws IOException {
        cycle("a", 0, 0);
        cycle("b", 10, 0);
        cycle("a", 20, 1);
        complete("a", 30);
        assertThat(findings()).anySatisfy(finding -> assertThat(finding).contains("two masters"));
    }

    @Test
    void shouldNoticeARunThatNobodyCompleted() throws IOException {
        cycle("a", 0, 0);
        cycle("a", 10, 1);
        assertThat(findings()).singleElement().asString().contains("no master has completed");
    }
}
