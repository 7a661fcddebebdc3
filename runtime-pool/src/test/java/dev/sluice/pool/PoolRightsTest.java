package dev.sluice.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.PoolAnswer;
import dev.sluice.net.message.PoolJoin;
import dev.sluice.net.message.PoolRequest;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.virtual.RecordingSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PoolRightsTest {
    /** The rights of roles other than admin, which may do everything. */
    private static final Set<String> ALLOWED = Set.of("read STATUS", "submit STATUS", "submit SUBMIT", "submit CANCEL");

    private final FakePool fake = new FakePool();

    private static Stream<Arguments> pairs() {
        List<Arguments> pairs = new ArrayList<>();
        for (Role role : Role.values()) {
            for (PoolRequest.Verb verb : PoolRequest.Verb.values()) {
                if (role != Role.AGENT) { // an agent's session takes no requests
                    pairs.add(Arguments.of(role, verb));
                }
            }
        }
        return pairs.stream();
    }

    private RecordingSession sent(Role role, Message message) {
        RecordingSession session = new RecordingSession(role);
        SessionListener end = fake.pool.accept(session);
        end.opened(session);
        end.received(session, message);
        return session;
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void shouldLetEachRoleAskWhatItMay(Role role, PoolRequest.Verb verb) {
        PoolAnswer answer =
                sent(role, new PoolRequest(verb, List.of("x"), "/", List.of())).last(PoolAnswer.class);

        if (role == Role.ADMIN || ALLOWED.contains(role.text() + " " + verb)) {
            assertThat(answer.code()).isEqualTo(ErrorCode.NONE);
            assertThat(answer.text()).as("what the desk answers").isEqualTo(verb.name());
        } else {
            assertThat(answer.code()).isEqualTo(ErrorCode.ROLE_REFUSED);
            assertThat(answer.text())
                    .startsWith("pool: " + verb.name().toLowerCase(Locale.ROOT) + " by the role " + role.text())
                    .containsPattern("\\(expected: the role (admin|submit|read)");
        }
    }

    @ParameterizedTest
    @CsvSource({"ADMIN, true", "SUBMIT, true", "READ, false", "OPERATOR, false", "WORKER, false"})
    void shouldGiveWorkersToTheRunsOfThoseWhoMaySubmit(Role role, boolean may) {
        FakePool.Agent node = fake.agent("node", 4);
        RecordingSession session = sent(role, new PoolJoin(new RunId("a"), "run=a\nend\n", 1, 0, 2, 4, 1));
        fake.advance(5);

        assertThat(session.refused()).isEqualTo(may ? ErrorCode.NONE : ErrorCode.ROLE_REFUSED);
        assertThat(node.seats.isEmpty()).isEqualTo(!may);
    }
}
