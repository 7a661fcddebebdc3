package dev.sluice.master.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Ten thousand masters are killed; the ledger of {@link KilledMasters} judges each recovery. */
class JournalKillsTest {
    private static final int KILLS = 10_000;
    private static final int LIVES = 12;

    @Test
    void shouldLoseNoAcknowledgedResultInTenThousandKills() {
        int kills = 0;
        long items = 0;
        int tornTails = 0;
        int checkpoints = 0;
        int fullWrites = 0;
        int failedForces = 0;
        for (long seed = 0; kills < KILLS; seed++) {
            try {
                KilledMasters masters = masters(seed, KilledMasters.Parts.real());
                masters.live(LIVES);
                kills += masters.kills();
                items += masters.recoveredItems();
                tornTails += masters.tornTails();
                checkpoints += masters.checkpoints();
                fullWrites += masters.disk().fullWrites;
                failedForces += masters.disk().failedForces;
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
        assertThat(items).as("recovered results").isGreaterThan(10L * kills);
        assertThat(tornTails).as("torn tails").isGreaterThan(KILLS / 10);
        assertThat(checkpoints).as("recoveries from a checkpoint").isGreaterThan(KILLS / 10);
        assertThat(fullWrites).as("writes to a full disk").isGreaterThan(KILLS / 10);
        assertThat(failedForces).as("failed forces").isGreaterThan(KILLS / 100);
    }

    @Test
    void shouldRecoverAPrefixOrNothingAfterAPowerFailureWithoutForces() {
        int recovered = 0;
        for (long seed = 0; seed < 1_000; seed++) {
            KilledMasters masters =
                    new KilledMasters(new SplittableRandom(seed), JournalLevel.OS, KilledMasters.Parts.real());
            recovered += masters.losePower() ? 1 : 0;
        }
        assertThat(recovered).isBetween(100, 900);
    }

    @Test
    void shouldNoticeAnAcknowledgementBeforeTheCommit() {
        assertThat(complaint(new KilledMasters.Parts(JournalWriter::new, JournalScan::new, true)))
                .contains("items recovered (expected: at least");
    }

    @Test
    void shouldNoticeAMissingForce() {
        KilledMasters.Writers writers =
                (files, terms, listener, tail, epoch) -> new JournalWriter(files, terms, listener, tail, epoch) {
                    @Override
                    void force(JournalFiles.Appended segment) {}
                };
        assertThat(complaint(new KilledMasters.Parts(writers, JournalScan::new, false)))
                .isNotEmpty();
    }

    @Test
    void shouldNoticeThatAFailedForceIsTriedAgain() {
        KilledMasters.Writers writers =
                (files, terms, listener, tail, epoch) -> new JournalWriter(files, terms, listener, tail, epoch) {
                    @Override
                    void force(JournalFiles.Appended segment) throws IOException {
                        try {
                            super.force(segment);
                        } catch (JournalFiles.ForceFailed e) {
                            super.force(segment);
                        }
                    }
                };
        assertThat(complaint(new KilledMasters.Parts(writers, JournalScan::new, false)))
                .isNotEmpty();
    }

    @Test
    void shouldNoticeThatRecordsAreNotChained() {
        assertThat(complaint(new KilledMasters.Parts(
                        JournalWriter::new,
                        (files, run) -> new JournalScan(files, run) {
                            @Override
                            boolean isChained(int previous, int last) {
                                return true;
                            }
                        },
                        false)))
                .contains("(expected: ");
    }

    private static KilledMasters masters(long seed, KilledMasters.Parts parts) {
        JournalLevel level = seed % 4 == 0 ? JournalLevel.OS : JournalLevel.SYNC;
        return new KilledMasters(new SplittableRandom(seed), level, parts);
    }

    /** The first complaint about a journal with these parts; empty if there is none in as many kills. */
    private static String complaint(KilledMasters.Parts parts) {
        int kills = 0;
        for (long seed = 0; kills < KILLS; seed++) {
            KilledMasters masters = masters(seed, parts);
            try {
                masters.live(LIVES);
            } catch (KilledMasters.Disagreement | SluiceException e) {
                return String.valueOf(e.getMessage());
            }
            kills += masters.kills();
        }
        return "";
    }
}
