package dev.sluice.worker;

import dev.sluice.api.Codec;
import dev.sluice.api.Codecs;
import dev.sluice.api.Decoder;
import dev.sluice.model.ledger.Lull;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.net.message.Assign;
import dev.sluice.net.message.Results;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.payload.PayloadEncoder;
import java.util.ArrayList;
import java.util.List;

/** Assignments of units that are numbers, and the numbers in results. */
public final class Inputs {
    public static final Codec<Long> NUMBER = number();

    private Inputs() {}

    @SuppressWarnings("unchecked")
    private static Codec<Long> number() {
        return (Codec<Long>) (Codec<?>) Codecs.of(Long.class);
    }

    /** The input of each unit is its index. */
    public static Payload numbers(long first, long units) {
        PayloadEncoder encoder = new PayloadEncoder();
        for (long unit = first; unit < first + units; unit++) {
            encoder.writeSized(NUMBER, unit);
        }
        return encoder.finish();
    }

    /** All units of a run at once. */
    public static Assign assign(int cycle, long sequence, AttemptRun run) {
        return new Assign(
                cycle,
                sequence,
                run,
                run.firstUnit(),
                (int) run.units(),
                Lull.NONE,
                numbers(run.firstUnit(), run.units()));
    }

    public static List<Long> numbers(Results results) {
        List<Long> numbers = new ArrayList<>();
        Decoder decoder = results.results().decoder();
        while (decoder.remaining() > 0) {
            numbers.add(decoder.readSized(NUMBER));
        }
        return numbers;
    }
}
