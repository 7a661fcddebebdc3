package dev.sluice.cli.option;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Reads the option {@code --listen} and others of its form. */
public final class ListenAddress {
    private ListenAddress() {}

    /**
     * Returns the address to listen on.
     *
     * @param listen the option; null: any port, of all addresses or of loopback alone
     * @param others whether workers join from other hosts
     */
    public static InetSocketAddress of(@Nullable String listen, boolean others) {
        if (listen == null) {
            return others
                    ? new InetSocketAddress("0.0.0.0", 0)
                    : new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        }
        return parse("--listen", listen);
    }

    /**
     * Reads the value HOST:PORT of an option.
     *
     * @throws SluiceException USAGE if it has another form, or the host is not known
     */
    public static InetSocketAddress parse(String option, String listen) {
        int colon = listen.lastIndexOf(':');
        String port = listen.substring(colon + 1);
        if (colon < 1 || !port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 65_535) {
            throw new SluiceException(
                    ErrorCode.USAGE, option + ": " + listen + " (expected: HOST:PORT, such as 0.0.0.0:7070)");
        }
        String host = listen.substring(0, colon).replaceAll("^\\[|]$", "");
        InetSocketAddress address = new InetSocketAddress(host, Integer.parseInt(port));
        if (address.isUnresolved()) {
            throw new SluiceException(
                    ErrorCode.USAGE, option + ": " + listen + ": no such host (expected: an address of this machine)");
        }
        return address;
    }
}
