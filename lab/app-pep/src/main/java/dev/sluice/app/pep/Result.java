package dev.sluice.app.pep;

import dev.sluice.api.Codec;
import dev.sluice.api.CodecException;
import dev.sluice.api.Decoder;
import dev.sluice.api.Encoder;

/** The result of a worker, for one unit or for all its units of a cycle. */
sealed interface Result permits UnitResult, CycleResult {
    /** Encoded size. */
    int bytes();

    byte[] content();

    /**
     * Fixed widths: a header and the content. The first number of a unit's header is the speed, which is never
     * negative; a cycle's header has -1 there.
     */
    Codec<Result> CODEC = new Codec<>() {
        private static final int CYCLE = -1;

        @Override
        public void encode(Result value, Encoder out) {
            if (value instanceof UnitResult unit) {
                out.writeInt(unit.iterationsPerMilli());
                out.writeLong(unit.wallNanos());
                out.writeLong(unit.cpuNanos());
            } else if (value instanceof CycleResult cycle) {
                out.writeInt(CYCLE);
                out.writeLong(cycle.units());
                out.writeLong(cycle.wallNanos());
                out.writeLong(cycle.cpuNanos());
            }
            Block.write(value.content(), out);
        }

        @Override
        public Result decode(Decoder in) {
            int speed = in.readInt();
            if (speed < CYCLE) {
                throw new CodecException("speed " + speed + " (expected: 0 or more, or -1 for a cycle)");
            }
            return speed == CYCLE
                    ? new CycleResult(in.readLong(), in.readLong(), in.readLong(), Block.read(in))
                    : new UnitResult(in.readLong(), in.readLong(), speed, Block.read(in));
        }
    };
}
