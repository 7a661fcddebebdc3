package dev.sluice.insight.plan;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.view.Quantity;
import java.math.BigDecimal;

/** The measure by which the best of several plans is chosen. */
public sealed interface PlanObjective {
    /** The shortest time from the command to the end that nine of ten runs do not exceed. */
    record Time() implements PlanObjective {
        @Override
        public String text() {
            return "time";
        }
    }

    /**
     * The fewest worker-seconds among the plans that end in time.
     *
     * @param seconds from the command to the end [s]
     */
    record Deadline(double seconds) implements PlanObjective {
        public Deadline {
            if (!(seconds > 0 && seconds < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("deadline: " + seconds + " s (expected: above 0)");
            }
        }

        @Override
        public String text() {
            return "deadline="
                    + BigDecimal.valueOf(seconds).stripTrailingZeros().toPlainString() + "s";
        }
    }

    /** The fewest worker-seconds among the plans that take at most twice the shortest time. */
    record WorkerSeconds() implements PlanObjective {
        @Override
        public String text() {
            return "worker-seconds";
        }
    }

    /** The highest rate, whatever the start of workers takes. */
    record Rate() implements PlanObjective {
        @Override
        public String text() {
            return "rate";
        }
    }

    /** The objective as typed. */
    String text();

    /** Tells whether plans can be compared only if the number of units is known. */
    default boolean needsUnits() {
        return !(this instanceof Rate);
    }

    /**
     * Reads an objective.
     *
     * @param what the option, for the error message
     * @throws SluiceException for any other text
     */
    static PlanObjective parse(String what, String text) {
        String[] parts = text.strip().split("=", 2);
        if (parts.length == 2 && parts[0].equals("deadline")) {
            double seconds = Quantity.DURATION.of(what, parts[1]) / 1e9;
            if (seconds > 0) {
                return new Deadline(seconds);
            }
        } else if (parts.length == 1) {
            switch (parts[0]) {
                case "time" -> {
                    return new Time();
                }
                case "worker-seconds" -> {
                    return new WorkerSeconds();
                }
                case "rate" -> {
                    return new Rate();
                }
                default -> {
                    // refused below
                }
            }
        }
        throw new SluiceException(
                ErrorCode.USAGE,
                what + ": " + text + " (expected: time, deadline=TIME such as deadline=10m, worker-seconds or rate)");
    }
}
