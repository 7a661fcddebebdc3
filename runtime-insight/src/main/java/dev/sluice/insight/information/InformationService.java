package dev.sluice.insight.information;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Asks all providers. If none knows the exact answer, asks more general forms of the question until one does: the unit
 * time of an application on a host, then on its processor model, on a similar clock (scaled), by a general benchmark of
 * the host (scaled), and by one of its model. Stateless; any thread, if the providers allow it.
 */
public final class InformationService {
    private final List<Provider> providers;
    private final Instant now;

    /** @param providers all are asked, in this order */
    public InformationService(List<Provider> providers, Instant now) {
        this.providers = List.copyOf(providers);
        this.now = now;
    }

    /** The answers to the first form of the question that has any; empty if there are none. */
    public List<Answer> ask(Question question) {
        List<Answer> answers = new ArrayList<>();
        QuestionGeneralizer widening = new QuestionGeneralizer(this::found, now);
        for (ApplicationMatch kin : ApplicationMatch.values()) {
            if (!widening.hasForm(question, kin)) {
                continue;
            }
            for (Generalization step : Generalization.values()) {
                answers.addAll(widening.answers(question, kin, step));
                if (!answers.isEmpty()) {
                    return answers;
                }
            }
        }
        return answers;
    }

    /** The answer that counts; empty if there are none. */
    public Optional<Answer> pick(Question question) {
        return Rule.pick(ask(question), now);
    }

    private List<Found> found(Question question) {
        List<Found> all = new ArrayList<>();
        for (Provider provider : providers) {
            provider.facts(question).forEach(fact -> all.add(new Found(fact, provider.name())));
        }
        return all;
    }

    /** A fact and its provider. */
    record Found(Fact fact, String provider) {}
}
