package dev.sluice.model;

import java.util.Locale;

/**
 * The use of one resource by the units of a run.
 *
 * @param ofRun true if the run has it, false if its hosts have
 * @param total amount of the run, or of all hosts together
 * @param used mean amount in use while units waited for it
 * @param shortNanos time in which units waited for it [ns]
 * @param least the smallest amount of it that a unit needs, above 0
 */
public record ResourceUse(String name, boolean ofRun, long total, double used, long shortNanos, long least) {
    /** The resource in words: "licence", "memory", "processors". */
    public String words() {
        return name.equals(Amounts.GPUS) ? "GPUs" : name;
    }

    /** The amounts in use while units waited: "4 of 4", "7.5 GiB of 8.0 GiB". */
    public String inUse() {
        return amount(Math.round(used)) + " of " + amount(total);
    }

    /** The amount with which one more unit has room: "one more licence", "2.0 GiB more of memory on each host". */
    public String more() {
        return ofRun ? moreOfIt() : moreOfIt() + " on each host";
    }

    private String moreOfIt() {
        String each = name.equals(Amounts.GPUS) ? "GPU" : name.equals(Amounts.PROCESSORS) ? "processor" : name;
        return name.equals(Amounts.MEMORY)
                ? amount(least) + " more of memory"
                : (least == 1 ? "one" : String.valueOf(least)) + " more " + each
                        + (least == 1 || !isCounted() ? "" : "s");
    }

    private boolean isCounted() {
        return name.equals(Amounts.GPUS) || name.equals(Amounts.PROCESSORS);
    }

    private String amount(long of) {
        return name.equals(Amounts.MEMORY)
                ? String.format(Locale.ROOT, "%.1f GiB", of / (double) (1 << 30))
                : String.valueOf(of);
    }
}
