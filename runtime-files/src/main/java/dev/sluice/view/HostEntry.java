package dev.sluice.view;

import dev.sluice.model.flow.Host;

/**
 * A host as it is written.
 *
 * @param host with the speeds given
 * @param unitSeconds its own time of a unit; 0 where not told [s]
 * @param resultSeconds its own time of a result; 0 where not told [s]
 */
record HostEntry(Host host, double unitSeconds, double resultSeconds) {
    String name() {
        return host.name();
    }

    /** Turns the times of the host into speeds relative to these. Results without cost stay without cost. */
    Host host(double referenceUnitSeconds, double referenceResultSeconds) {
        if (unitSeconds == 0 && resultSeconds == 0) {
            return host;
        }
        return new Host(
                host.name(),
                host.link(),
                host.port(),
                host.slots(),
                unitSeconds == 0 ? host.speed() : referenceUnitSeconds / unitSeconds,
                resultSeconds == 0 || referenceResultSeconds == 0
                        ? host.masterSpeed()
                        : referenceResultSeconds / resultSeconds,
                host.availability(),
                host.address(),
                host.resources());
    }
}
