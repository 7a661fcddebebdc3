package dev.sluice.app.jacobi;

import dev.sluice.api.ResidentApplication.Cutting;
import dev.sluice.api.ResidentApplication.Halves;
import dev.sluice.api.ResidentApplication.Message;
import dev.sluice.api.ResidentApplication.Place;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts strips anew, between any two rows.
 *
 * @param halo rows of a border, and thus the least rows of a strip
 */
record StripCuts(int halo) implements Cutting<Strip, StripRows> {
    @Override
    public int size(Strip strip) {
        return strip.size();
    }

    @Override
    public int least() {
        return halo;
    }

    @Override
    public Halves<Strip> split(Strip strip, int at) {
        return new Halves<>(strip.piece(0, at, halo), strip.piece(at, strip.size(), halo));
    }

    @Override
    public Strip join(Strip first, Strip second) {
        return first.join(second);
    }

    /** The borders of the neighbours. */
    @Override
    public List<Message<StripRows>> messages(Place at, Strip strip) {
        List<Message<StripRows>> borders = new ArrayList<>();
        if (at.part() > 0) {
            borders.add(new Message<>(at.part() - 1, new StripRows(strip.upper(halo))));
        }
        if (at.part() < at.parts() - 1) {
            borders.add(new Message<>(at.part() + 1, new StripRows(strip.lower(halo))));
        }
        return borders;
    }
}
