package dev.sluice.system;

import dev.sluice.api.extension.HostFacts;
import dev.sluice.api.extension.TimeModel;

// tag::readme[]
/** A unit takes 240 million cycles of a processor, of which the host "lab" leaves us half. */
public final class ClockModel implements TimeModel, HostFacts {
    @Override
    public double unitSeconds(Host host) {
        double clock = Double.isNaN(host.clockHertz()) ? 2.4e9 : host.clockHertz();
        return 240e6 / clock;
    }

    @Override
    public double availability(String host) {
        return host.equals("lab") ? 0.5 : Double.NaN;
    }
}
// end::readme[]
