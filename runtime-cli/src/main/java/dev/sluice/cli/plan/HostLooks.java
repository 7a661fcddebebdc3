package dev.sluice.cli.plan;

import dev.sluice.hosts.HostSpec;
import dev.sluice.insight.knowledge.HostLook;
import dev.sluice.launch.PlaceVerdict;
import dev.sluice.launch.ssh.HostLooker;
import dev.sluice.launch.ssh.LookedHost;
import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The result of a look at hosts before a plan.
 *
 * @param looks at each host
 * @param summary sentences about all of them
 */
public record HostLooks(List<HostLook> looks, List<String> summary) {
    private static final int MOST_NAMED = 20;

    /** Nobody has looked. */
    public static final HostLooks NONE = new HostLooks(List.of(), List.of());

    public HostLooks {
        looks = List.copyOf(looks);
        summary = List.copyOf(summary);
    }

    /**
     * Looks at hosts over ssh.
     *
     * @param others whether other hosts are known to be usable
     * @throws SluiceException if no host can be used, with the code of the first verdict
     */
    static List<HostLook> of(String ssh, List<HostSpec> hosts, boolean others)
            throws IOException, InterruptedException {
        List<LookedHost> looked = new HostLooker(ssh).look(hosts);
        if (!others) {
            refuseIfNone(looked);
        }
        return looked.stream().map(HostLooks::look).toList();
    }

    /** Looks at this machine. */
    static HostLook here(String name) throws InterruptedException {
        return look(HostLooker.here(name));
    }

    private static void refuseIfNone(List<LookedHost> looked) {
        List<PlaceVerdict> troubles = looked.stream()
                .flatMap(host -> Optional.ofNullable(host.trouble()).stream())
                .toList();
        if (!looked.isEmpty() && troubles.size() == looked.size()) {
            StringBuilder text = new StringBuilder("no host can be used:");
            looked.stream()
                    .limit(MOST_NAMED)
                    .forEach(host -> text.append(System.lineSeparator())
                            .append("  ")
                            .append(host.host())
                            .append(": ")
                            .append(why(host)));
            throw new SluiceException(troubles.get(0).kind().code(), text.toString());
        }
    }

    private static String why(LookedHost host) {
        PlaceVerdict trouble = host.trouble();
        return trouble == null ? "" : trouble.reason() + " (to see it: " + trouble.byHand() + ")";
    }

    private static HostLook look(LookedHost seen) {
        return new HostLook(seen.host(), why(seen), seen.cores(), seen.freeBytes(), seen.busyShare());
    }

    /** Names of the hosts that cannot be used. */
    public List<String> unusable() {
        return looks.stream().filter(look -> !look.usable()).map(HostLook::host).toList();
    }

    /** The processors of a host; 0 if nobody has seen them. */
    public int cores(String host) {
        return looks.stream()
                .filter(look -> look.host().equals(host))
                .mapToInt(HostLook::cores)
                .findFirst()
                .orElse(0);
    }

    /** Sentences about hosts that cannot be used, and a summary. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        List<HostLook> bad = looks.stream().filter(look -> !look.usable()).toList();
        bad.stream().limit(MOST_NAMED).forEach(look -> words.add(look.host() + " is left out: " + look.why()));
        if (bad.size() > MOST_NAMED) {
            words.add("and " + (bad.size() - MOST_NAMED) + " other hosts are left out");
        }
        words.addAll(summary);
        return words;
    }
}
