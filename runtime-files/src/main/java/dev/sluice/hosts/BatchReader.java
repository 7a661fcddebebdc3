package dev.sluice.hosts;

import dev.sluice.text.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the files and variables that batch systems write for their jobs. */
final class BatchReader {
    private static final Pattern CPUS = Pattern.compile("([0-9]{1,9})(?:\\(x([0-9]{1,9})\\))?");

    private BatchReader() {}

    /** A name for each slot. */
    static List<HostSpec> pbs(Source source, List<Line> lines) {
        HostListBuilder hosts = new HostListBuilder(source, HostListBuilder.Again.ADDED);
        HostWords words = new HostWords(source);
        for (Line line : lines) {
            hosts.add(
                    line.number(),
                    new HostSpec(words.name(line.number(), line.text()), null, 0, 1, source.at(line.number())));
        }
        return hosts.hosts("a host for each slot");
    }

    /** A host, its slots, their queue and their processors; once for each queue. */
    static List<HostSpec> sge(Source source, List<Line> lines) {
        HostListBuilder hosts = new HostListBuilder(source, HostListBuilder.Again.ADDED);
        HostWords words = new HostWords(source);
        for (Line line : lines) {
            String[] told = line.words();
            if (told.length < 2) {
                throw source.wrong(line.number(), Source.quoted(line.text()), HostKind.SGE.sentence());
            }
            int slots = words.slots(line.number(), "slots", told[1]);
            hosts.add(
                    line.number(),
                    new HostSpec(words.name(line.number(), told[0]), null, 0, slots, source.at(line.number())));
        }
        return hosts.hosts(HostKind.SGE.sentence());
    }

    /** Lists of nodes, without a word on their slots. */
    static List<HostSpec> slurm(Source source, List<Line> lines) {
        HostListBuilder hosts = new HostListBuilder(source, HostListBuilder.Again.IGNORED);
        for (Line line : Line.withoutRemarks(lines)) {
            for (String name : NodeList.expand(line.text(), source, line.number())) {
                hosts.add(line.number(), new HostSpec(name, null, 0, 0, source.at(line.number())));
            }
        }
        return hosts.hosts(HostKind.SLURM.sentence());
    }

    /**
     * A list of nodes with as many slots as the job has processors there.
     *
     * @param nodes where the list was written
     * @param processors of each node in their order, {@code 4(x3),2}; null: not told
     * @param told where they were written
     */
    static List<HostSpec> slurm(String list, Source nodes, @Nullable String processors, Source told) {
        List<String> names = NodeList.expand(list, nodes, 0);
        int[] slots = processors == null ? new int[names.size()] : slots(processors, told);
        if (slots.length != names.size()) {
            throw told.wrong(
                    0,
                    Source.quoted(processors) + ", which is for " + slots.length + " nodes",
                    "as many as the " + names.size() + " of " + nodes.file());
        }
        HostListBuilder hosts = new HostListBuilder(nodes, HostListBuilder.Again.REFUSED);
        for (int i = 0; i < slots.length; i++) {
            hosts.add(0, new HostSpec(names.get(i), null, 0, slots[i], nodes.file()));
        }
        return hosts.hosts(HostKind.SLURM.sentence());
    }

    private static int[] slots(String processors, Source told) {
        HostWords words = new HostWords(told);
        List<Integer> slots = new ArrayList<>();
        for (String part : processors.split(",", -1)) {
            Matcher matcher = CPUS.matcher(part.strip());
            if (!matcher.matches()) {
                throw told.wrong(0, Source.quoted(processors), "processors by node such as 4(x3),2");
            }
            int each = words.slots(0, Source.quoted(processors), matcher.group(1));
            int times = matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2));
            if (times < 1 || slots.size() + (long) times > NodeList.MOST_NAMES) {
                throw told.wrong(0, Source.quoted(processors), "processors of 1 to 65,536 nodes");
            }
            for (int i = 0; i < times; i++) {
                slots.add(each);
            }
        }
        return slots.stream().mapToInt(Integer::intValue).toArray();
    }
}
