package dev.sluice.master.application;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import dev.sluice.master.InputSource;
import dev.sluice.master.PreparedInputs;
import dev.sluice.model.delivery.InputBatch;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.payload.PayloadEncoder;
import dev.sluice.net.payload.SpillSpace;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Asks the application for units and setups, and encodes them. A chunk of any size costs only the inputs that are in
 * transit. Confined to the application thread.
 */
public final class ApplicationInputs implements InputSource {
    private final Hosted<Object, Object, Object> application;
    private final SpillSpace setups;
    private final SourcedUnits sourced = new SourcedUnits();
    private Encoded encoded = (first, units, inputs) -> {};

    /** Hears of inputs before they are sent. */
    @FunctionalInterface
    interface Encoded {
        void units(long first, int units, Payload inputs);
    }

    @SuppressWarnings("unchecked") // its units are encoded with its own codec
    public ApplicationInputs(Hosted<?, ?, ?> application, SpillSpace setups) {
        this.application = (Hosted<Object, Object, Object>) application;
        this.setups = setups;
    }

    /** Sets who hears of inputs. */
    void whenEncoded(Encoded listener) {
        encoded = listener;
    }

    /** Units that came from the source of an open cycle. */
    SourcedUnits sourced() {
        return sourced;
    }

    private void write(long unit, PayloadEncoder to) throws ApplicationException {
        ByteBuffer given = sourced.get(unit);
        if (given == null) {
            to.writeSized(application.unitCodec(), application.unit(unit));
        } else {
            to.writeRaw(given);
        }
    }

    Hosted<Object, Object, Object> application() {
        return application;
    }

    /**
     * The setup of a cycle, encoded once for all workers; in a file if it is large compared to this process's memory.
     */
    Payload setup(int cycle, Object setup) {
        PayloadEncoder encoder = new PayloadEncoder(1_024, setups);
        try {
            application.setupCodec().encode(setup, encoder);
            encoder.settle();
        } catch (RuntimeException | Error e) {
            encoder.discard();
            throw CodecFailures.of("setup of cycle " + cycle, e);
        }
        return encoder.finish();
    }

    /**
     * Encodes units before they are assigned. Null if a unit fails or is large: it is then encoded when it is needed.
     * Those of a source are encoded as they are.
     */
    @Nullable
    PreparedInputs prepare(int cycle, long firstUnit, long endUnit) {
        if (!sourced.all().isEmpty()) {
            return null;
        }
        PayloadEncoder encoder = new PayloadEncoder(InputBatch.AHEAD_BYTES);
        int[] ends = new int[(int) Math.min(InputBatch.MOST_UNITS, endUnit - firstUnit)];
        int count = 0;
        try {
            while (count < ends.length && encoder.written() < InputBatch.AHEAD_BYTES) {
                write(firstUnit + count, encoder);
                ends[count++] = (int) encoder.written();
            }
        } catch (ApplicationException | RuntimeException | Error e) {
            encoder.discard();
            return null;
        }
        if (count < 2 && encoder.written() > InputBatch.AHEAD_BYTES) {
            encoder.discard();
            return null;
        }
        Payload prepared = encoder.finish();
        encoded.units(firstUnit, count, prepared);
        return new PreparedInputs(cycle, firstUnit, Arrays.copyOf(ends, count), prepared);
    }

    @Override
    public Inputs next(long first, long end) throws ApplicationException {
        Inputs inputs = encode(first, end);
        encoded.units(first, inputs.units(), inputs.bytes());
        return inputs;
    }

    /** Does what {@link #next} does, for units that are not sent. */
    Inputs encode(long first, long end) throws ApplicationException {
        PayloadEncoder encoder = new PayloadEncoder((int) Math.min(InputBatch.FULL_BYTES, 16 * (end - first)));
        long unit = first;
        try {
            do {
                write(unit, encoder);
                unit++;
            } while (unit < end && InputBatch.takesMore(unit - first, encoder.written()));
        } catch (ApplicationException e) {
            encoder.discard();
            throw e;
        } catch (RuntimeException | Error e) {
            encoder.discard();
            throw CodecFailures.of("unit " + unit, e);
        }
        return new Inputs((int) (unit - first), encoder.finish());
    }
}
