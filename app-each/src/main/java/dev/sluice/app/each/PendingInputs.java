package dev.sluice.app.each;

import dev.sluice.app.each.input.InputSpool;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.output.Journal;
import java.io.IOException;
import java.util.Arrays;

/** The inputs whose commands the journal of an earlier run does not know, as they come. Any thread. */
final class PendingInputs {
    private final InputSpool all;
    private final CommandKeys keys;
    private final Journal journal;
    private long[] numbers = new long[1 << 10];
    private int count;
    /** Inputs for which the journal was asked. */
    private long seen;

    PendingInputs(InputSpool all, CommandKeys keys, Journal journal) {
        this.all = all;
        this.keys = keys;
        this.journal = journal;
    }

    /** Waits until there are more inputs than these, or no more come; returns their number. One thread at a time. */
    long await(long taken) throws IOException, InterruptedException {
        while (count() <= taken && look(all.await(seen()))) {
            // those that came are done
        }
        return count();
    }

    /** Waits until all inputs are there. */
    void awaitAll() throws IOException, InterruptedException {
        await(Long.MAX_VALUE);
    }

    /** Asks the journal about each input below this number; returns whether there is a new one. */
    private synchronized boolean look(long there) throws IOException {
        boolean some = seen < there;
        for (; seen < there; seen++) {
            if (!journal.done(keys.of(all.get(seen)))) {
                add(seen);
            }
        }
        return some;
    }

    private synchronized long seen() {
        return seen;
    }

    /** Returns whether no input follows those that {@link #await} has counted. */
    synchronized boolean isComplete() {
        return all.isComplete() && seen == all.count();
    }

    private void add(long number) {
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * count);
        }
        numbers[count] = number;
        count++;
    }

    /** Returns whether the input with this index in the spool is one of them. */
    synchronized boolean has(long index) {
        return Arrays.binarySearch(numbers, 0, count, index) >= 0;
    }

    /** All inputs, also those that the journal knows. */
    InputSpool all() {
        return all;
    }

    synchronized long count() {
        return count;
    }

    synchronized Input get(long number) throws IOException {
        return all.get(numbers[(int) number]);
    }
}
