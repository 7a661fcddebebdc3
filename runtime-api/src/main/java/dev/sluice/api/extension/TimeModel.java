package dev.sluice.api.extension;

/**
 * How long a unit of your application takes on a host. Forecasts, plans and weights ask it before a run, and take the
 * history where it does not know. It is named in {@code META-INF/services/dev.sluice.api.extension.TimeModel}.
 */
public interface TimeModel {
    /** Mean time of a unit on an idle slot of this host [s]: above 0, or NaN if it is not known. */
    double unitSeconds(Host host);

    /** Mean error of these times, as a fraction: 0.1 for 10 %. Times of more than 0.5 size no chunks. */
    default double error() {
        return 0.1;
    }

    /** A host, and the run. */
    interface Host {
        /** Its name in hosts files and views. */
        String name();

        /** Model of its processor; empty if nobody has seen it. */
        String processor();

        /** Clock of its processor [Hz]; NaN if nobody has seen it. */
        double clockHertz();

        /** Arguments of the application, separated by spaces. */
        String arguments();
    }
}
