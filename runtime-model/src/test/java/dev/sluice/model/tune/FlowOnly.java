package dev.sluice.model.tune;

import java.util.function.ToDoubleFunction;

/** A model in which every setting takes as long, except by the flow model. */
record FlowOnly(ToDoubleFunction<Setting> flow) implements Foretelling {
    @Override
    public double rest(Setting setting, long seed) {
        return 1;
    }

    @Override
    public Outlook cycle(Setting setting) {
        return new Outlook(0, 1);
    }

    @Override
    public double flowSeconds(Setting setting) {
        return flow.applyAsDouble(setting);
    }
}
