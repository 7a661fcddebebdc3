package dev.sluice.net.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.SessionTable;
import dev.sluice.net.session.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table in {@code docs/protocol.md} is the one in the code. */
class ProtocolPageTest {
    private static final Path PAGE = Path.of("..", "docs", "protocol.md");
    private static final String BEGIN = "<!-- kinds: begin -->\n";
    private static final String END = "<!-- kinds: end -->";
    private static final List<Side> SIDES = List.of(
            new Side("master", Role.MASTER, Role.WORKER),
            new Side("master", Role.MASTER, Role.OPERATOR),
            new Side("worker", Role.WORKER, Role.MASTER),
            new Side("operator", Role.OPERATOR, Role.MASTER),
            new Side("probed", Role.MASTER, Role.PROBE),
            new Side("probe", Role.PROBE, Role.MASTER),
            new Side("source", Role.MASTER, Role.PEER),
            new Side("peer", Role.PEER, Role.MASTER),
            new Side("pool", Role.MASTER, Role.AGENT),
            new Side("pool", Role.MASTER, Role.ADMIN),
            new Side("agent", Role.AGENT, Role.MASTER),
            new Side("client", Role.ADMIN, Role.MASTER));
    private static final String ALL = SIDES.stream().map(Side::name).distinct().collect(Collectors.joining(", "));

    @Test
    void shouldShowTheTableOfTheCode() throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf(BEGIN) + BEGIN.length();
        int to = page.indexOf(END);
        if ("protocol".equals(System.getProperty("sluice.update"))) {
            Files.writeString(PAGE, page.substring(0, from) + table() + page.substring(to));
            return;
        }
        assertThat(page.substring(from, to))
                .as("update: mvn -pl runtime-net -am test -Dtest=ProtocolPageTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dsluice.update=protocol")
                .isEqualTo(table());
    }

    @Test
    void shouldAcceptTheSameWhileDraining() {
        for (Side side : SIDES) {
            assertThat(SessionTable.taken(side.self(), side.peer(), State.DRAINING))
                    .as(side.name())
                    .isEqualTo(SessionTable.taken(side.self(), side.peer(), State.ACTIVE));
        }
    }

    private static String table() {
        String row = "%-19s%-8s%-10s%s\n";
        StringBuilder table = new StringBuilder("```text\n" + row.formatted("kind", "number", "lane", "accepted by"));
        for (Kind kind : Kind.values()) {
            String lane = kind.lane().toString().toLowerCase(Locale.ROOT).replace('_', ' ');
            table.append(row.formatted(kind, kind.number(), lane, takers(kind)));
        }
        return table + "```\n";
    }

    private static String takers(Kind kind) {
        List<String> takers = new ArrayList<>();
        for (State state : List.of(State.PROVE, State.REGISTER, State.ACTIVE)) {
            String names = SIDES.stream()
                    .filter(side -> side.takes(kind, state))
                    .map(Side::name)
                    .distinct()
                    .collect(Collectors.joining(", "));
            if (!names.isEmpty()) {
                takers.add((state == State.ACTIVE ? "" : state + ": ") + (names.equals(ALL) ? "all" : names));
            }
        }
        return String.join("; ", takers);
    }

    /** A side of a session, with the role of its peer. */
    private record Side(String name, Role self, Role peer) {
        boolean takes(Kind kind, State state) {
            return SessionTable.taken(self, peer, state).contains(kind);
        }
    }
}
