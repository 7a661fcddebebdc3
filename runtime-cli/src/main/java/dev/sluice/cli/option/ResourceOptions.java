package dev.sluice.cli.option;

import dev.sluice.model.Amounts;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.Host;
import java.util.List;
import picocli.CommandLine.Option;

/** The resources that an imagined run has for units with needs. */
public final class ResourceOptions {
    @Option(
            names = "--offer",
            paramLabel = "NAME=N",
            description = "amount of a resource that each host offers to units, such as memory=32G; may be repeated "
                    + "(docs/needs.md)")
    private List<String> offers = List.of();

    @Option(
            names = "--resource",
            paramLabel = "NAME=N",
            description = "amount of a resource that all units of the run divide, such as licence=4; may be repeated")
    private List<String> resources = List.of();

    @SuppressWarnings("NullAway.Init") // picocli sets them
    ResourceOptions() {}

    /** Tells whether hosts offer more than is known of them. */
    public boolean areOffered() {
        return !offers.isEmpty();
    }

    /** The same host, which offers what is given. */
    public Host on(Host host) {
        Amounts each = amounts("--offer", offers);
        return host.offering(host.resources().without(each).plus(each));
    }

    /** The resources of the run: those that are given, and these others. */
    public Amounts ofRun(Amounts others) {
        Amounts given = amounts("--resource", resources);
        return others.without(given).plus(given);
    }

    private static Amounts amounts(String option, List<String> values) {
        try {
            return Amounts.parse(values);
        } catch (IllegalArgumentException wrong) {
            throw new SluiceException(ErrorCode.USAGE, option + ": " + wrong.getMessage(), wrong);
        }
    }
}
