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
import java.util.Locale;
import java.util.Optional;

/**
 * The result of a look at hosts before a plan.
 *
 * @param looks at each host
 * @param seconds that they took together [s]
 */
public record HostLooks(List<HostLook> looks, double seconds) {
    private static final int MOST_NAMED = 20;

    /** Nobody has looked. */
    public static final HostLooks NONE = new HostLooks(List.of(), 0);

    public HostLooks {
        looks = List.copyOf(looks);
    }

    /**
     * Looks at hosts over ssh, and at this machine.
     *
     * @param here the name of this machine among the hosts of the plan
     * @throws SluiceException if no host can be used, with the code of the first verdict
     */
    public static HostLooks of(String ssh, List<HostSpec> others, String here)
            throws IOException, InterruptedException {
        long begin = System.nanoTime();
        List<LookedHost> looked = new ArrayList<>(new HostLooker(ssh).look(others));
        refuseIfNone(looked);
        looked.add(HostLooker.here(here));
        return new HostLooks(looked.stream().map(HostLooks::look).toList(), (System.nanoTime() - begin) / 1e9);
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
        if (!looks.isEmpty()) {
            long answered = looks.stream().filter(look -> look.cores() > 0).count();
            words.add(String.format(
                    Locale.ROOT, "looked at %d machines in %.1f s: %d answered", looks.size(), seconds, answered));
        }
        return words;
    }
}
