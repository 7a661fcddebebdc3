package dev.sluice.system;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.None;
import dev.sluice.api.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.LongStream;
import picocli.CommandLine.Option;

/**
 * Searches a tree in one open cycle: a node is a unit, and its children become units when it is accepted. Other roots
 * come from a source, one at a time. The answer is all nodes, in order.
 */
public final class TreeSearch extends Application<None, Long, TreeSearch.Node> {
    /** A node with its children. */
    record Node(long name, List<Long> children) {}

    @Option(names = "--out", required = true)
    Path out;

    @Option(names = "--accepted")
    Path log;

    @Option(names = "--nodes")
    long nodes = 300;

    @Option(names = "--roots", description = "of the source")
    long roots = 40;

    @Option(names = "--millis")
    long millis;

    /** The source ends only when this file exists. */
    @Option(names = "--until")
    Path until;

    private final Map<Long, Long> added = new HashMap<>();
    private final TreeSet<Long> found = new TreeSet<>();

    @Override
    protected Cycle<None> cycle(int number) {
        return Cycle.onlyOpen(1, None.NONE);
    }

    @Override
    protected Long unit(long index) {
        return index == 0 ? Long.valueOf(1) : added.get(index);
    }

    @Override
    protected More<Long> more(long given) throws InterruptedException {
        if (given < roots) {
            return More.of(List.of(1_000_000 + given));
        }
        if (until != null && !Files.exists(until)) {
            Thread.sleep(10);
            return More.none();
        }
        return More.closed();
    }

    @Override
    protected Node compute(None setup, Long name) throws InterruptedException {
        Thread.sleep(millis);
        return new Node(
                name,
                LongStream.of(2 * name, 2 * name + 1)
                        .filter(child -> child <= nodes)
                        .boxed()
                        .toList());
    }

    @Override
    protected Verdict accept(long index, Node node) throws IOException {
        if (!found.add(node.name())
                || index == 0 && node.name() != 1
                || added.containsKey(index) && added.get(index) != node.name()) {
            throw new IllegalStateException("node " + node.name() + " of unit " + index + " (expected: its own, once)");
        }
        for (Long child : node.children()) {
            added.put(addUnits(1), child);
        }
        if (log != null) {
            Files.writeString(log, node.name() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        return Verdict.CONTINUE;
    }

    @Override
    protected void complete() throws IOException {
        Files.writeString(out, found + "\n");
    }
}
