package dev.sluice.hosts;

import dev.sluice.text.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Plain lists and the host files of MPI: a host a line, and words about it. For one file. */
final class ListReader {
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
                        line, new HostSpec(words.name(line, host), user, port, each, gpus, resources, source.at(line)));
            }
        }
    }
}
