package dev.sluice.launch;

import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.UnitNeeds;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Chooses the addresses at which a worker looks for its master. */
public final class CallBack {
    private CallBack() {}

    /**
     * The run file for a host that sees us as {@code client}. If the master listens on all its addresses, that one
     * comes first, because the host has just been reached from it. It may be none of the master's own, if addresses are
     * translated on the way.
     */
    static RunFile from(RunFile run, String client) {
        if (run.addresses().size() < 2 || !client.matches("[0-9A-Fa-f:.]{2,45}")) {
            return run;
        }
        int port = run.addresses().get(0).getPort();
        List<InetSocketAddress> addresses = new ArrayList<>();
        addresses.add(InetSocketAddress.createUnresolved(client, port));
        run.addresses().stream()
                .filter(address -> !address.getHostString().equals(client))
                .forEach(addresses::add);
        return new RunFile(
                        run.run(),
                        addresses,
                        null,
                        run.fingerprint(),
                        run.role(),
                        run.secret(),
                        run.insecure(),
                        UnitNeeds.NONE)
                .needing(run.needs());
    }

    /** The addresses in the order in which they are tried. */
    public static String addresses(RunFile run) {
        return run.addresses().stream()
                .map(address -> address.getHostString() + ":" + address.getPort())
                .collect(Collectors.joining(", "));
    }
}
