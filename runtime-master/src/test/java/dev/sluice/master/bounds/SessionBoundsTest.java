package dev.sluice.master.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.net.message.Offer;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.RunAges;
import dev.sluice.net.message.UnitFailed;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.Closing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SessionBoundsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final String BEGIN = "<!-- bounds: begin -->\n";
    private static final long LARGE_HEAP = 1L << 40;

    private static Register register(long incarnation) {
        return Register.ofSlots("h", 1, "test", 1, incarnation, List.of(), List.of(), -1, List.of());
    }

    @Test
    void shouldRefuseTheRegistrationThatExceedsTheLimitOfAnAddress() {
        SessionBounds bounds = new SessionBounds(LARGE_HEAP);
        for (int i = 0; i < SessionBound.REGISTRATIONS.most(); i++) {
            assertThat(bounds.refusal("10.0.0.1", register(1), true, 0)).isNull();
        }
        Closing refusal = Objects.requireNonNull(bounds.refusal("10.0.0.1", register(1), true, 0));
        assertThat(refusal.code()).isEqualTo(ErrorCode.SESSION_BOUND);
        assertThat(refusal.text()).contains(SessionBound.REGISTRATIONS.unit());
        assertThat(bounds.refusal("10.0.0.2", register(2), true, 0)).isNull();
        assertThat(bounds.refusal("10.0.0.1", register(1), true, SECOND)).isNull();
    }

    @Test
    void shouldRefuseTheWorkerThatExceedsTheLimitOfAnAddress() {
        SessionBounds bounds = new SessionBounds(LARGE_HEAP);
        long now = 0;
        for (int i = 0; i < SessionBound.WORKERS.most(); i++) {
            now += SECOND;
            assertThat(bounds.refusal("10.0.0.1", register(i), false, now)).isNull();
        }
        now += SECOND;
        Closing refusal = Objects.requireNonNull(bounds.refusal("10.0.0.1", register(-1), false, now));
        assertThat(refusal.code()).isEqualTo(ErrorCode.TOO_MANY_WORKERS);
        assertThat(bounds.refusal("10.0.0.1", register(0), true, now)).isNull();
        assertThat(bounds.refusal("10.0.0.2", register(-2), false, now)).isNull();
    }

    @Test
    void shouldLeaveRoomForOthersInASmallHeap() {
        SessionBounds bounds = new SessionBounds(64L << 20);
        long now = 0;
        int admitted = 0;
        while (bounds.refusal("10.0.0.1", register(admitted), false, now) == null) {
            admitted++;
            now += SECOND;
        }
        long most = (64L << 20) / SessionBound.WORKERS_PART / SessionBound.WORKERS.bytes();
        assertThat((long) admitted).isEqualTo(most / 2);
        assertThat(bounds.refusal("10.0.0.2", register(-1), false, now)).isNull();
    }

    private static Results results(int bytes, long offer) {
        return new Results(
                0,
                1,
                0,
                0,
                Results.Form.EACH,
                List.of(),
                offer,
                RunAges.UNKNOWN,
                Payload.wrap(ByteBuffer.allocate(bytes)));
    }

    @Test
    void shouldEndTheSessionOfWhichTooManyResultsAreNotAccepted() {
        SessionBounds bounds = new SessionBounds(LARGE_HEAP);
        SessionAccount account = new SessionAccount(0);
        int most = SessionBound.RESULTS.most();
        assertThat(bounds.offence(account, Set.of(), results(most - 1, 0), 0)).isNull();
        assertThat(bounds.offence(account, Set.of(), results(1, 0), 0)).isNull();
        account.grants(7, 1_000);
        assertThat(bounds.offence(account, Set.of(), results(1_000, 7), 0))
                .as("it was granted")
                .isNull();
        Closing offence = Objects.requireNonNull(bounds.offence(account, Set.of(), results(1, 0), 0));
        assertThat(offence.code()).isEqualTo(ErrorCode.SESSION_BOUND);
        assertThat(offence.text()).startsWith(SessionBound.RESULTS.unit());
        SessionAccount other = new SessionAccount(0);
        assertThat(bounds.offence(other, Set.of(), results(most - 1, 0), 0)).isNull();
        other.settled(most - 1);
        assertThat(bounds.offence(other, Set.of(), results(most - 1, 0), 0)).isNull();
    }

    /** One session has at most half of the heap of a master with few workers, in messages of any form. */
    @Test
    void shouldAllowResultsOfTwoWindows() {
        SessionBounds bounds = new SessionBounds(LARGE_HEAP);
        SessionAccount account = new SessionAccount(0);
        account.window(1_000_000);
        account.window(500_000); // what was sent before may still come
        assertThat(bounds.offence(account, Set.of(), results(1_999_999, 0), 0)).isNull();
        assertThat(bounds.offence(account, Set.of(), results(1, 0), 0)).isNull();
        Closing offence = Objects.requireNonNull(bounds.offence(account, Set.of(), results(1, 0), 0));
        assertThat(offence.text()).startsWith(SessionBound.RESULTS.unit()).contains("at most 2000000");
    }

    @Test
    void shouldCountTheTimeAfterAGrantOnly() {
        SessionAccount account = new SessionAccount(0);
        long most = SessionBound.GRANT_SECONDS.most() * SECOND;
        assertThat(SessionBounds.lateness(account, 2 * most, 0))
                .as("nothing granted")
                .isNull();
        account.grants(1, 1 << 20);
        assertThat(SessionBounds.lateness(account, most - 1, 0)).isNull();
        assertThat(SessionBounds.lateness(account, most - 1, GrantProgress.LEAST_BYTES))
                .isNull();
        account.grants(2, 1_000);
        Closing late = Objects.requireNonNull(SessionBounds.lateness(account, most, GrantProgress.LEAST_BYTES));
        assertThat(late.code()).isEqualTo(ErrorCode.SESSION_BOUND);
        assertThat(late.text()).startsWith(SessionBound.GRANT_SECONDS.unit());
    }

    private static UnitFailed failed(String stack) {
        return new UnitFailed(
                0, 1, new HeldUnits(1, 1, 0, 1), ErrorCode.INTERNAL, "", "", stack, 1, RunAges.UNKNOWN, 0);
    }

    @Test
    void shouldShortenTextsOfFailuresBeyondTheLimit() {
        SessionBounds bounds = new SessionBounds(LARGE_HEAP);
        SessionAccount account = new SessionAccount(0);
        String stack = "x".repeat(1 << 15);
        for (int i = 0; i < SessionBound.FAILURE_TEXT.most() / stack.length(); i++) {
            assertThat(bounds.kept(account, failed(stack)).stack()).isEqualTo(stack);
        }
        UnitFailed cut = bounds.kept(account, failed(stack));
        assertThat(cut.stack()).isEmpty();
        assertThat(cut.unit()).isEqualTo(failed(stack).unit());
        String little = "x".repeat(SessionAccount.SHORT_TEXT);
        assertThat(bounds.kept(account, failed(little)).stack()).isEqualTo(little);
    }

    @Test
    void shouldKeepAFixedPartOfTheHeapForHoweverManySessions() {
        SessionBounds bounds = new SessionBounds(64L << 20);
        for (int session = 0; session < 1_000; session++) {
            SessionAccount account = new SessionAccount(0);
            Closing refusal = null;
            for (int offer = 1; offer <= SessionBound.OFFERS.most() && refusal == null; offer++) {
                refusal = bounds.offence(account, Set.of(), new Offer(offer, 1 << 20, false), 0);
            }
        }
        assertThat(bounds.memory().usedBytes()).isLessThanOrEqualTo((64L << 20) / SessionBound.KEPT_PART);
    }

    @Test
    void shouldStandOnThePageOfTheProtocol() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "protocol.md"));
        int from = page.indexOf(BEGIN) + BEGIN.length();
        StringBuilder table = new StringBuilder("| limit | at most | of | what follows |\n| --- | --- | --- | --- |\n");
        for (SessionBound bound : SessionBound.values()) {
            table.append("| ").append(bound).append(" | ").append(bound.most()).append(" | ");
            table.append(bound.unit()).append(" | ").append(bound.beyond()).append(" |\n");
        }
        assertThat(page.substring(from, page.indexOf("<!-- bounds: end -->"))).isEqualTo(table.toString());
    }
}
