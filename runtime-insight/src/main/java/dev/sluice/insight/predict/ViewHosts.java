package dev.sluice.insight.predict;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.NetworkView;

/** Finds hosts of a network view by their names. */
public final class ViewHosts {
    private ViewHosts() {}

    /** The index of the host that an option names. */
    public static int host(NetworkView view, String option, String name) {
        int host = view.host(name);
        if (host < 0) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    option + ": " + name + " (expected: a host of the view, such as "
                            + view.hosts().get(0).name() + ")");
        }
        return host;
    }
}
