package dev.sluice.model;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A life cycle as a table: state and input give the next state. A combination that is missing from the table is a
 * defect. Immutable once built.
 */
public final class TransitionTable<S extends Enum<S>, I extends Enum<I>> {
    private final Map<S, Map<I, S>> rows;
    private final Class<I> inputs;

    private TransitionTable(Map<S, Map<I, S>> rows, Class<I> inputs) {
        this.rows = rows;
        this.inputs = inputs;
    }

    /** Begins a table. */
    public static <S extends Enum<S>, I extends Enum<I>> Builder<S, I> of(Class<S> states, Class<I> inputs) {
        return new Builder<>(states, inputs);
    }

    /** The next state, or null if the table does not allow the input in that state. */
    public @Nullable S next(S state, I input) {
        Map<I, S> row = rows.get(state);
        return row == null ? null : row.get(input);
    }

    /** Calls back with each row's state and its inputs' next states. */
    public void forEach(BiConsumer<S, Map<I, S>> consumer) {
        rows.forEach(consumer);
    }

    /** Collects rows. */
    public static final class Builder<S extends Enum<S>, I extends Enum<I>> {
        private final Map<S, Map<I, S>> rows;
        private final Class<I> inputs;

        public Builder(Class<S> states, Class<I> inputs) {
            this.rows = new EnumMap<>(states);
            this.inputs = inputs;
        }

        /** Adds a row: in {@code state}, {@code input} leads to {@code next}. */
        public Builder<S, I> row(S state, I input, S next) {
            S before = rows.computeIfAbsent(state, s -> new EnumMap<>(inputs)).put(input, next);
            if (before != null) {
                throw new IllegalArgumentException(state + " with " + input + " is in the table twice");
            }
            return this;
        }

        /** Returns the finished table. */
        public TransitionTable<S, I> build() {
            return new TransitionTable<>(rows, inputs);
        }
    }
}
