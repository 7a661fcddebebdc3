package dev.sluice.net.transport;

import dev.sluice.net.rules.NetException;
import dev.sluice.net.runfile.RunFile;

/** Which transports a process may use. */
public enum TransportChoice {
    /** The local socket on the master's machine, TCP elsewhere. */
    AUTO,
    /** Only the local socket. */
    UNIX,
    /** Only TCP. */
    TCP;

    /**
     * The run file with only the places that this choice allows.
     *
     * @throws NetException CONNECT_FAILED if there are none
     */
    public RunFile of(RunFile file) {
        return switch (this) {
            case AUTO -> file.places().isEmpty() ? file.overSocket() : file;
            case UNIX -> file.overSocket();
            case TCP -> file.overNetwork();
        };
    }
}
