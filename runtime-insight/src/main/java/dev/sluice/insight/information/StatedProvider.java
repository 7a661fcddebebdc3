package dev.sluice.insight.information;

import dev.sluice.model.Nearest;
import dev.sluice.text.Source;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Facts stated by the user: pairs such as {@code host=node7 processor="EPYC 7543" clock-hertz=2.8e9}. Each pair is a
 * fact about all the others. Immutable.
 */
public final class StatedProvider implements Provider {
    /**
     * Pairs, and their source.
     *
     * @param source "--know", or a variable or a file
     */
    public record Statement(Map<String, String> pairs, String source) {
        /** @throws IllegalArgumentException whose message describes the error */
        public static Statement parse(String text, String source) {
            Map<String, String> pairs = Pairs.parse(text);
            for (Map.Entry<String, String> pair : pairs.entrySet()) {
                if (pair.getValue().equals(Pairs.ASKED)) {
                    throw new IllegalArgumentException(
                            source + ": " + pair.getKey() + "=? is a question (expected: a value)");
                }
                if (Name.of(pair.getKey()).isEmpty()) {
                    throw new IllegalArgumentException(source + ": unknown name "
                            + Source.quoted(pair.getKey()) + " (expected: one of "
                            + String.join(", ", Name.texts())
                            + Nearest.hint(pair.getKey(), Name.texts()) + ")");
                }
            }
            return new Statement(pairs, source);
        }
    }

    private final List<Statement> statements;
    private final Instant now;

    /** @param now the time of the stated facts */
    public StatedProvider(List<Statement> statements, Instant now) {
        this.statements = List.copyOf(statements);
        this.now = now;
    }

    @Override
    public String name() {
        return "stated";
    }

    @Override
    public List<Fact> facts(Question question) {
        List<Fact> facts = new ArrayList<>();
        for (Statement statement : statements) {
            String value = statement.pairs().get(question.asked());
            if (value != null) {
                Map<String, String> about = new LinkedHashMap<>(statement.pairs());
                about.remove(question.asked());
                Fact fact = new Fact(
                        about, question.asked(), value, Fact.number(value), Double.NaN, statement.source(), now);
                if (fact.agreesWith(question)) {
                    facts.add(fact);
                }
            }
        }
        return facts;
    }
}
