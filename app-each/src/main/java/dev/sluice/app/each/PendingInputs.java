package dev.sluice.app.each;

import dev.sluice.app.each.input.InputSpool;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.output.Journal;
import java.io.IOException;
import java.util.Arrays;

/** The inputs whose commands the journal of an earlier run does not know. Confined to one thread. */
final class PendingInputs {
    private final InputSpool all;
    private long[] numbers = new long[1 << 10];
    private int count;

    private PendingInputs(InputSpool all) {
        this.all = all;
    }

    /** Waits until all inputs are there, and asks the journal for each. */
    static PendingInputs of(InputSpool all, CommandKeys keys, Journal journal)
            throws IOException, InterruptedException {
        PendingInputs pending = new PendingInputs(all);
        for (long seen = 0; ; ) {
            long there = Math.max(all.await(seen), all.count());
            if (there == seen) {
                return pending;
            }
            for (; seen < there; seen++) {
                if (!journal.done(keys.of(all.get(seen)))) {
                    pending.add(seen);
                }
            }
        }
    }

    private void add(long number) {
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * count);
        }
        numbers[count] = number;
        count++;
    }

    /** Returns whether the input with this index in the spool is one of them. */
    boolean has(long index) {
        return Arrays.binarySearch(numbers, 0, count, index) >= 0;
    }

    /** All inputs, also those that the journal knows. */
    InputSpool all() {
        return all;
    }

    long count() {
        return count;
    }

    Input get(long number) throws IOException {
        return all.get(numbers[(int) number]);
    }
}
