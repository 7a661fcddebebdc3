package dev.sluice.net.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.SessionTable;
import dev.sluice.net.session.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The table in {@code docs/protocol.md} is the one in the code. */
class ProtocolPageTest {
    private static final Path PAGE = Path.of("..", "docs", "protocol.md");
    private static final String BEGIN = "<!-- kinds: begin -->\n";
    private static final String END = "<!-- kinds: end -->";

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

    private static String table() {
        StringBuilder table = new StringBuilder(
                "| kind | number | lane | a master takes it in | a worker | an operator | ends of a probe: who"
                        + " listens, who came | ends of a transfer of files: who listens, who came | pool; agent | pool;"
                        + " its client |\n");
        table.append("| --- ");
        table.append("| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
        for (Kind kind : Kind.values()) {
            table.append("| ").append(kind).append(" | ").append(kind.number()).append(" | ");
            table.append(kind.lane().toString().toLowerCase(Locale.ROOT).replace('_', ' '));
            table.append(" | ").append(states(kind, Role.MASTER, Role.WORKER));
            table.append(" | ").append(states(kind, Role.WORKER, Role.MASTER));
            table.append(" | ").append(states(kind, Role.OPERATOR, Role.MASTER));
            table.append(" | ").append(states(kind, Role.MASTER, Role.PROBE));
            table.append("; ").append(states(kind, Role.PROBE, Role.MASTER));
            table.append(" | ").append(states(kind, Role.MASTER, Role.PEER));
            table.append("; ").append(states(kind, Role.PEER, Role.MASTER));
            table.append(" | ").append(states(kind, Role.MASTER, Role.AGENT));
            table.append("; ").append(states(kind, Role.AGENT, Role.MASTER));
            table.append(" | ").append(states(kind, Role.MASTER, Role.ADMIN));
            table.append("; ").append(states(kind, Role.ADMIN, Role.MASTER));
            table.append(" |\n");
        }
        return table.toString();
    }

    private static String states(Kind kind, Role self, Role peer) {
        List<String> states = new ArrayList<>();
        for (State state : EnumSet.allOf(State.class)) {
            if (SessionTable.taken(self, peer, state).contains(kind)) {
                states.add(state.toString());
            }
        }
        return states.isEmpty() ? "–" : String.join(", ", states);
    }
}
