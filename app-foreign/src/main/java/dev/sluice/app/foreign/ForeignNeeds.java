package dev.sluice.app.foreign;

import dev.sluice.api.language.ForeignException;
import dev.sluice.api.unit.Needs;
import dev.sluice.app.foreign.wire.FrameException;
import dev.sluice.app.foreign.wire.FrameLine;
import dev.sluice.app.foreign.wire.Tag;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** Needs and priorities of the units of a cycle, of which the child says many at a time. Guarded by its owner. */
final class ForeignNeeds {
    private static final long MOST = 1 << 16;

    /** Units up to {@code end} have these needs and this priority, from the end of the one before on. */
    private record Run(long end, Needs needs, int priority) {}

    /** Consecutive runs. */
    record Answer(List<Run> runs) {}

    /** Asks the child. */
    interface Source {
        Answer ask(long first, long count) throws ForeignException, InterruptedException;
    }

    private final Source source;
    private final LongSupplier units;
    private List<Run> runs = List.of();
    private int at;
    private long from;

    /** @param units of the cycle so far */
    ForeignNeeds(Source source, LongSupplier units) {
        this.source = source;
        this.units = units;
    }

    /** The needs of this unit. Units are asked for in ascending order. */
    Needs of(long index) throws ForeignException, InterruptedException {
        return run(index).needs();
    }

    /** The priority of this unit, in the same order. */
    int priority(long index) throws ForeignException, InterruptedException {
        return run(index).priority();
    }

    private Run run(long index) throws ForeignException, InterruptedException {
        if (runs.isEmpty() || index < from || index >= runs.get(runs.size() - 1).end()) {
            runs = source.ask(index, Math.max(1, Math.min(MOST, units.getAsLong() - index)))
                    .runs();
            from = index;
            at = 0;
        }
        at = at > 0 && index < runs.get(at - 1).end() ? 0 : at;
        while (index >= runs.get(at).end()) {
            at++;
        }
        return runs.get(at);
    }

    /** Reads a count, perhaps a priority, and the needs of so many units, again and again. */
    static Answer read(long first, FrameLine answer) throws IOException {
        List<Run> runs = new ArrayList<>();
        Map<String, Needs> known = new HashMap<>();
        long end = first;
        int priority = 0;
        while (answer.nextField()) {
            if (answer.tag() == Tag.COUNT) {
                end += answer.number(Long.BYTES);
                priority = 0;
            } else if (answer.tag() == Tag.PRIORITY) {
                priority = (int) answer.number(Integer.BYTES);
            } else if (answer.tag() == Tag.NEEDS) {
                String text = answer.text();
                Needs needs = known.get(text);
                if (needs == null) {
                    needs = parse(text);
                    known.put(text, needs);
                }
                runs.add(new Run(end, needs, priority));
            }
        }
        if (runs.isEmpty() || end <= first) {
            throw new FrameException("no needs of unit " + first + " (expected: those of one unit at least)");
        }
        return new Answer(runs);
    }

    /** Reads {@code processors=4 memory=1024 licence=1}. */
    private static Needs parse(String text) throws FrameException {
        Needs needs = Needs.ONE_SLOT;
        for (String each : text.strip().split(" +")) {
            int equals = each.indexOf('=');
            try {
                long amount = Long.parseLong(each.substring(equals + 1));
                needs = switch (equals < 0 ? "" : each.substring(0, equals)) {
                    case "processors" -> needs.withProcessors(Math.toIntExact(amount));
                    case "memory" -> needs.withMemory(amount);
                    case "gpus" -> needs.withGpus(Math.toIntExact(amount));
                    default -> needs.with(each.substring(0, equals), amount);
                };
            } catch (IllegalArgumentException | ArithmeticException | IndexOutOfBoundsException wrong) {
                throw new FrameException("needs '" + each + "' (expected: NAME=NUMBER, such as processors=4)");
            }
        }
        return needs;
    }
}
