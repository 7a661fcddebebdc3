package dev.sluice.hosts;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Tells kinds of host files apart by their text. */
final class HostKindFinder {
    private static final Pattern SECTION =
            Pattern.compile("\\[[^\\[\\]:\\s\\p{Cntrl}]+(:(vars|children|hosts))?]\\s*([#;].*)?");
    private static final Pattern ANSIBLE = Pattern.compile(".*\\sansible_[a-z_]+\\s*=.*");
    private static final Pattern SLOTS = Pattern.compile(".*\\s(max[-_])?slots\\s*=.*");
    private static final Pattern QUEUE = Pattern.compile("\\S+\\s+[0-9]+\\s+\\S+\\s+\\S+");

    /** Keywords of ssh's configuration that stand below a Host line, and would be strange names of hosts. */
    private static final Set<String> SSH = Set.of("""
            hostname user port identityfile identitiesonly proxyjump proxycommand forwardagent controlmaster \
            controlpath controlpersist serveraliveinterval serveralivecountmax stricthostkeychecking \
            userknownhostsfile loglevel compression localforward match include addkeystoagent \
            preferredauthentications hostkeyalias connecttimeout sendenv forwardx11""".split(" "));

    private HostKindFinder() {}

    /**
     * A list where nothing speaks for another kind. MPICH and PBS are never guessed: their lines mean other things
     * elsewhere.
     */
    static HostKind of(List<Line> lines) {
        List<Line> said = Line.withoutRemarks(lines);
        if (said.stream().anyMatch(line -> isInventory(line.text()))) {
            return HostKind.ANSIBLE;
        }
        if (isSsh(said)) {
            return HostKind.SSH;
        }
        if (!said.isEmpty() && said.stream().allMatch(line -> isGridEngine(line.text()))) {
            return HostKind.SGE;
        }
        boolean slots =
                said.stream().anyMatch(line -> SLOTS.matcher(line.text()).matches());
        return slots ? HostKind.MPI : HostKind.LIST;
    }

    private static boolean isInventory(String line) {
        return SECTION.matcher(line).matches() || ANSIBLE.matcher(line).matches();
    }

    private static boolean isGridEngine(String line) {
        return QUEUE.matcher(line).matches() && line.indexOf('=') < 0;
    }

    /** An ssh configuration has Host lines with names, and lines of other keywords or none. */
    private static boolean isSsh(List<Line> lines) {
        boolean hosts = lines.stream().anyMatch(line -> isHost(line.text()));
        return hosts && lines.stream().anyMatch(line -> SSH.contains(keyword(line.text())))
                || !lines.isEmpty() && lines.stream().allMatch(line -> isHost(line.text()));
    }

    private static boolean isHost(String line) {
        return line.matches("(?i)host(\\s*=\\s*|\\s+)\"?[A-Za-z0-9_*?!.-][^=]*") && !line.matches("\\S+\\s+\\*[0-9]+");
    }

    private static String keyword(String line) {
        return line.split("[\\s=]", 2)[0].toLowerCase(Locale.ROOT);
    }
}
