package dev.sluice.master;

import dev.sluice.history.History;
import dev.sluice.history.HistoryProvider;
import dev.sluice.information.Answer;
import dev.sluice.information.InformationService;
import dev.sluice.information.Provider;
import dev.sluice.information.Question;
import dev.sluice.information.Rule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All that commands can ask: the providers of this process, around one information service. Whoever has another source
 * (sensors, forecasts) adds its provider here. For one thread.
 */
final class Knowledge {
    private final InformationService service;
    private final Instant now;

    private Knowledge(List<Provider> providers, Instant now) {
        this.service = new InformationService(providers, now);
        this.now = now;
    }

    /** What was measured, and what this host is. */
    static Knowledge ofHistory(History history) {
        return of(history, List.of());
    }

    /** @param others asked before the history */
    static Knowledge of(History history, List<Provider> others) {
        List<Provider> providers = new ArrayList<>(others);
        Instant now = Instant.now();
        providers.add(new HereProvider(now));
        providers.add(new HistoryProvider(history));
        return new Knowledge(providers, now);
    }

    /** All answers to the first form of the question that has any; with {@code widely} those to all forms. */
    List<Answer> ask(Question question, boolean widely) {
        return widely ? service.askWidely(question) : service.ask(question);
    }

    /** The answer that the rule picks. */
    Optional<Answer> pick(Question question, Rule rule) {
        return pick(service.ask(question), rule);
    }

    Optional<Answer> pick(List<Answer> answers, Rule rule) {
        return rule.pick(answers, now);
    }
}
