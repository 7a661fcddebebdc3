package dev.sluice.net.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.codec.Kind;
import dev.sluice.net.frame.Gathered;
import dev.sluice.net.payload.SpillShare;
import dev.sluice.net.payload.SpillSpace;
import dev.sluice.net.rules.OffenceException;
import dev.sluice.net.runfile.Role;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SessionTableTest {
    /** Written out once more, by hand, so that a slip in the table shows. */
    @ParameterizedTest
    @CsvSource({
        "MASTER, WORKER, PROVE, PROOF",
        "MASTER, WORKER, REGISTER, REGISTER GOODBYE PROBLEM",
        "MASTER, WORKER, ACTIVE, PART FETCH HANDED_BACK RESULTS UNIT_FAILED OFFER WORKER_BEAT HOST_REPORT LINK_PROBE"
                + " LEAVING SUB_MASTER_SLOTS SUB_MASTER_WORKERS ADOPTED PROBE_READY PROBE_RESULT PEER_READY FILE_NEWS UNIT_OUTPUT"
                + " GOODBYE PROBLEM",
        "MASTER, WORKER, DRAINING, PART FETCH HANDED_BACK RESULTS UNIT_FAILED OFFER WORKER_BEAT HOST_REPORT LINK_PROBE"
                + " LEAVING SUB_MASTER_SLOTS SUB_MASTER_WORKERS ADOPTED PROBE_READY PROBE_RESULT PEER_READY FILE_NEWS UNIT_OUTPUT"
                + " GOODBYE PROBLEM",
        "MASTER, OPERATOR, PROVE, PROOF",
        "MASTER, OPERATOR, ACTIVE, STEER_WORKERS ASK_WEATHER CHANGE_HANDOUT CANCEL_UNIT FOLLOW_UNIT NOTE GOODBYE"
                + " PROBLEM",
        "MASTER, OPERATOR, DRAINING, STEER_WORKERS ASK_WEATHER CHANGE_HANDOUT CANCEL_UNIT FOLLOW_UNIT NOTE GOODBYE"
                + " PROBLEM",
        "MASTER, ADMIN, ACTIVE, POOL_JOIN POOL_NEEDS POOL_REQUEST GOODBYE PROBLEM",
        "MASTER, SUBMIT, ACTIVE, POOL_JOIN POOL_NEEDS POOL_REQUEST GOODBYE PROBLEM",
        "MASTER, READ, ACTIVE, POOL_JOIN POOL_NEEDS POOL_REQUEST GOODBYE PROBLEM",
        "MASTER, READ, PROVE, PROOF",
        "ADMIN, MASTER, PROVE, HELLO PROOF PROBLEM",
        "SUBMIT, MASTER, ACTIVE, POOL_NEWS POOL_ANSWER GOODBYE PROBLEM",
        "WORKER, MASTER, PROVE, HELLO PROOF PROBLEM",
        "WORKER, MASTER, REGISTER, REGISTERED GOODBYE PROBLEM",
        "WORKER, MASTER, ACTIVE, PART FILE_PART CYCLE_SETUP CYCLE_END ASSIGN REVOKE COLLECT GRANT ACKNOWLEDGE"
                + " MASTER_BEAT LINK_PROBE DRAIN SUB_MASTER_TERMS UNWANTED PROBE_LISTEN PROBE_DIAL PROBE_GO PEER_LISTEN"
                + " FILE_SOURCE WORK_TERMS MOVE MOVE_BELOW FOLLOW_UNIT GOODBYE PROBLEM",
        "WORKER, MASTER, DRAINING, PART FILE_PART CYCLE_SETUP CYCLE_END ASSIGN REVOKE COLLECT GRANT ACKNOWLEDGE"
                + " MASTER_BEAT LINK_PROBE DRAIN SUB_MASTER_TERMS UNWANTED PROBE_LISTEN PROBE_DIAL PROBE_GO PEER_LISTEN"
                + " FILE_SOURCE WORK_TERMS MOVE MOVE_BELOW FOLLOW_UNIT GOODBYE PROBLEM",
        "MASTER, PROBE, PROVE, PROOF",
        "MASTER, PROBE, ACTIVE, PART PROBE_OPEN PROBE_DATA PROBE_ECHO GOODBYE PROBLEM",
        "PROBE, MASTER, PROVE, HELLO PROOF PROBLEM",
        "MASTER, PEER, PROVE, PROOF",
        "MASTER, PEER, ACTIVE, FETCH GOODBYE PROBLEM",
        "PEER, MASTER, PROVE, HELLO PROOF PROBLEM",
        "PEER, MASTER, ACTIVE, PART FILE_PART PEER_WAIT GOODBYE PROBLEM",
        "MASTER, AGENT, PROVE, PROOF",
        "MASTER, AGENT, ACTIVE, PART AGENT_REPORT HOST_REPORT LINK_PROBE GOODBYE PROBLEM",
        "AGENT, MASTER, PROVE, HELLO PROOF PROBLEM",
        "AGENT, MASTER, ACTIVE, PART AGENT_TARGET LINK_PROBE GOODBYE PROBLEM",
        "PROBE, MASTER, ACTIVE, PART PROBE_DATA PROBE_ECHO GOODBYE PROBLEM",
        "OPERATOR, MASTER, PROVE, HELLO PROOF PROBLEM",
        "OPERATOR, MASTER, ACTIVE, STEER_ANSWER WEATHER_ANSWER HANDOUT_ANSWER UNIT_OUTPUT GOODBYE" + " PROBLEM",
        "OPERATOR, MASTER, DRAINING, STEER_ANSWER WEATHER_ANSWER HANDOUT_ANSWER UNIT_OUTPUT GOODBYE" + " PROBLEM"
    })
    void shouldTakeInEachStateWhatTheProtocolSays(Role self, Role peer, State state, String kinds) {
        Set<Kind> expected = EnumSet.noneOf(Kind.class);
        for (String kind : kinds.split(" ")) {
            expected.add(Kind.valueOf(kind));
        }

        assertThat(SessionTable.taken(self, peer, state)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "MASTER, WORKER, PREAMBLE",
        "MASTER, WORKER, TLS",
        "MASTER, WORKER, CLOSED",
        "MASTER, OPERATOR, PREAMBLE",
        "MASTER, OPERATOR, TLS",
        "MASTER, OPERATOR, REGISTER",
        "MASTER, OPERATOR, CLOSED",
        "WORKER, MASTER, PREAMBLE",
        "WORKER, MASTER, TLS",
        "WORKER, MASTER, CLOSED",
        "MASTER, PROBE, REGISTER",
        "MASTER, PROBE, CLOSED",
        "PROBE, MASTER, REGISTER",
        "PROBE, MASTER, CLOSED",
        "MASTER, PEER, REGISTER",
        "MASTER, PEER, CLOSED",
        "PEER, MASTER, REGISTER",
        "PEER, MASTER, CLOSED",
        "MASTER, AGENT, REGISTER",
        "MASTER, AGENT, CLOSED",
        "AGENT, MASTER, REGISTER",
        "AGENT, MASTER, CLOSED",
        "OPERATOR, MASTER, PREAMBLE",
        "OPERATOR, MASTER, TLS",
        "OPERATOR, MASTER, REGISTER",
        "OPERATOR, MASTER, CLOSED"
    })
    void shouldTakeNothingElsewhere(Role self, Role peer, State state) {
        assertThat(SessionTable.taken(self, peer, state)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Role.class)
    void shouldTakeBulkOfAnySizeWhereverItTakesBulk(Role self) {
        for (Role peer : Role.values()) {
            for (State state : State.values()) {
                Set<Kind> kinds = SessionTable.taken(self, peer, state);
                if (kinds.stream().anyMatch(kind -> kind.lane() == Kind.Lane.BULK)) {
                    assertThat(kinds).as("%s from %s in %s", self, peer, state).contains(Kind.PART);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldRefuseInEachStateWhateverTheTableDoesNotName(Kind kind) {
        for (Role self : new Role[] {Role.MASTER, Role.WORKER}) {
            for (State state : EnumSet.of(State.REGISTER, State.ACTIVE, State.DRAINING, State.CLOSED)) {
                Role peer = self == Role.MASTER ? Role.WORKER : Role.MASTER;
                Inbound inbound = in(state, self, peer);
                assertTakesOnlyWhatTheTableNames(inbound, SessionTable.taken(self, peer, state), kind);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldRefuseBetweenMasterAndOperatorWhateverTheTableDoesNotName(Kind kind) {
        for (Role self : new Role[] {Role.MASTER, Role.OPERATOR}) {
            Role peer = self == Role.MASTER ? Role.OPERATOR : Role.MASTER;
            for (boolean closed : new boolean[] {false, true}) {
                Inbound inbound = inbound(self, peer);
                State state = closed ? State.CLOSED : State.ACTIVE;
                if (closed) {
                    inbound.close();
                }
                assertThat(inbound.state()).isEqualTo(state);
                assertTakesOnlyWhatTheTableNames(inbound, SessionTable.taken(self, peer, state), kind);
            }
        }
    }

    private static void assertTakesOnlyWhatTheTableNames(Inbound inbound, Set<Kind> taken, Kind kind) {
        String state = String.valueOf(inbound.state());
        if (taken.contains(kind)) {
            assertThat(inbound.begin((byte) kind.number(), 10)).isEqualTo(kind);
        } else {
            assertThatThrownBy(() -> inbound.begin((byte) kind.number(), 10))
                    .isInstanceOfSatisfying(
                            OffenceException.class,
                            offence -> assertThat(offence.code()).isEqualTo(ErrorCode.UNEXPECTED_MESSAGE))
                    .hasMessageContaining(kind + " in state " + state);
        }
        inbound.close();
    }

    private static Inbound inbound(Role self, Role peer) {
        return new Inbound(
                self,
                peer,
                new Gathered(1 << 20, new SpillShare(SpillSpace.NONE, 1 << 20)),
                new Arrival(),
                (kind, message) -> message.release());
    }

    private static Inbound in(State state, Role self, Role peer) {
        Inbound inbound = inbound(self, peer);
        if (state == State.ACTIVE || state == State.DRAINING) {
            inbound.sent(Kind.REGISTERED);
        }
        if (state == State.DRAINING) {
            inbound.sent(Kind.DRAIN);
        }
        if (state == State.CLOSED) {
            inbound.close();
        }
        assertThat(inbound.state()).isEqualTo(state);
        return inbound;
    }
}
