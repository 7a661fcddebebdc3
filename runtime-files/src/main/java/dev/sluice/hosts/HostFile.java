package dev.sluice.hosts;

import dev.sluice.text.Source;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A file that names hosts, of any {@link HostKind} (docs/hosts.md). */
public final class HostFile {
    /** Larger files are refused; one of 65,536 hosts needs a tenth of it. */
    static final long MOST_BYTES = 1L << 24;

    private HostFile() {}

    /**
     * The hosts of a file of a kind that its text shows, in its order, at least one, each once. Reads the file; any
     * thread.
     *
     * @throws HostFileException with file and line, when it cannot be read or is no list of hosts
     */
    public static List<HostSpec> read(Path file) {
        return open(file, null).hosts();
    }

    /**
     * The same with how it was written down.
     *
     * @param kind null: what its text shows
     * @throws HostFileException with file and line, when it cannot be read or is not of that kind
     */
    public static HostList open(Path file, @Nullable HostKind kind) {
        Source source = source(file.toString());
        String text;
        try {
            text = source.read(file, MOST_BYTES);
        } catch (NoSuchFileException e) {
            throw source.wrong(0, "no such file", source.what());
        } catch (IOException e) {
            throw source.wrong(0, "cannot be read: " + e.getMessage(), source.what());
        }
        boolean pbs = kind == null && file.toString().equals(System.getenv("PBS_NODEFILE"));
        return parse(file.toString(), text, pbs ? HostKind.PBS : kind);
    }

    /**
     * The hosts that one line of a plain list names, which was told elsewhere than in a file.
     *
     * @param origin of the hosts, such as {@code --host}
     * @throws HostFileException with the origin, when it names none
     */
    public static List<HostSpec> line(String origin, String text) {
        return new ListReader(source(origin), HostKind.LIST).read(List.of(new Line(0, text.strip())));
    }

    /**
     * The hosts of a text.
     *
     * @param name names it in messages and origins
     * @throws HostFileException with name and line, when it is no list of hosts
     */
    static HostList parse(String name, String text, @Nullable HostKind kind) {
        List<Line> lines = Line.of(text);
        Source source = source(name);
        HostKind found = kind == null ? HostKindFinder.of(lines) : kind;
        List<HostSpec> hosts = switch (found) {
            case LIST, MPI, MPICH -> new ListReader(source, found).read(lines);
            case SSH -> SshConfigReader.read(source, lines, Path.of(System.getProperty("user.home")));
            case ANSIBLE -> new InventoryReader(source, "ansible-inventory").read(Path.of(name));
            case SLURM -> BatchReader.slurm(source, lines);
            case PBS -> BatchReader.pbs(source, lines);
            case SGE -> BatchReader.sge(source, lines);
        };
        return new HostList(found, name, hosts);
    }

    private static Source source(String name) {
        return new Source(name, "a file of hosts", HostFileException::new);
    }

    /** Tells kinds of host files apart by their text. */
    static final class HostKindFinder {
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
            return line.matches("(?i)host(\\s*=\\s*|\\s+)\"?[A-Za-z0-9_*?!.-][^=]*")
                    && !line.matches("\\S+\\s+\\*[0-9]+");
        }

        private static String keyword(String line) {
            return line.split("[\\s=]", 2)[0].toLowerCase(Locale.ROOT);
        }
    }

    /** Plain lists and the host files of MPI: a host a line, and words about it. For one file. */
    private static final class ListReader {
        static final List<String> KEYS = List.of("slots", "port", "user", "max_slots", "gpus", "resource");
        private static final Pattern WITH_SLOTS = Pattern.compile("(.*[^:]):([0-9]{1,9})");

        private final Source source;
        private final HostWords words;
        private final HostKind kind;

        ListReader(Source source, HostKind kind) {
            this.source = source;
            this.words = new HostWords(source);
            this.kind = kind;
        }

        List<HostSpec> read(List<Line> lines) {
            HostListBuilder hosts = new HostListBuilder(
                    source, kind == HostKind.LIST ? HostListBuilder.Again.REFUSED : HostListBuilder.Again.ADDED);
            for (Line line : Line.withoutRemarks(lines)) {
                new Entry(line).addTo(hosts);
            }
            return hosts.hosts("at least one host, each on its line");
        }

        /** The host or hosts of one line. */
        private final class Entry {
            private final int line;
            private final String host;
            private @Nullable String user;
            private int slots;
            private int mostSlots;
            private int port;
            private @Nullable String gpus;
            private final List<String> resources = new ArrayList<>();

            Entry(Line line) {
                this.line = line.number();
                String[] told = new Line(line.number(), line.text().replaceAll("\\s*=\\s*", "=")).words();
                Matcher matcher = WITH_SLOTS.matcher(told[0]);
                if (kind == HostKind.MPICH && !HostName.isIpv6(told[0]) && matcher.matches()) {
                    this.host = matcher.group(1);
                    this.slots = words.slots(this.line, "slots", matcher.group(2));
                } else {
                    this.host = told[0];
                }
                this.user = words.user(this.line, host);
                for (int i = 1; i < told.length; i++) {
                    take(told[i]);
                }
            }

            private void take(String word) {
                int equals = word.indexOf('=');
                String key = equals < 0 ? "" : word.substring(0, equals);
                String value = word.substring(equals + 1);
                switch (key) {
                    case "slots" -> slots = words.slots(line, key, value);
                    case "max_slots", "max-slots" -> mostSlots = words.slots(line, key, value);
                    case "gpus" -> gpus = words.gpus(line, value);
                    case "resource" -> resources.add(words.resource(line, value));
                    case "port" -> port = words.port(line, key, value);
                    case "user" -> user = words.checkedUser(line, value);
                    default -> {
                        if (!word.matches("\\*[0-9]{1,9}")) {
                            throw words.unknown(line, word, KEYS);
                        }
                        slots = words.slots(line, "slots", word.substring(1));
                    }
                }
            }

            /** A name with brackets that are not those of an IPv6 address stands for several hosts. */
            void addTo(HostListBuilder hosts) {
                int each = slots == 0 ? mostSlots : mostSlots == 0 ? slots : Math.min(slots, mostSlots);
                String names = host.substring(host.lastIndexOf('@') + 1);
                if (names.indexOf('[') > 0 && !WITH_SLOTS.matcher(names).matches()) {
                    for (String name : NodeList.expand(names, source, line)) {
                        hosts.add(line, new HostSpec(name, user, port, each, gpus, resources, source.at(line)));
                    }
                } else {
                    hosts.add(
                            line,
                            new HostSpec(words.name(line, host), user, port, each, gpus, resources, source.at(line)));
                }
            }
        }
    }
}
