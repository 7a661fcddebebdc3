package dev.sluice.insight.predict;

import dev.sluice.insight.history.History;
import dev.sluice.insight.history.HistoryProvider;
import dev.sluice.insight.information.Answer;
import dev.sluice.insight.information.InformationService;
import dev.sluice.insight.information.Provider;
import dev.sluice.insight.information.Question;
import dev.sluice.insight.weather.RecentWeather;
import dev.sluice.insight.weather.WeatherProvider;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The knowledge that commands query: the providers of this process, around one information service. Add providers of
 * other sources here. For one thread.
 */
public final class Knowledge {
    private final InformationService service;

    private Knowledge(List<Provider> providers, Instant now) {
        this.service = new InformationService(providers, now);
    }

    /** Measured values, and the description of this host. */
    public static Knowledge ofHistory(History history) {
        return of(List.of(), history, RecentWeather.left(history));
    }

    /**
     * All providers.
     *
     * @param others asked before the rest
     */
    public static Knowledge of(List<Provider> others, History history, RecentWeather weather) {
        List<Provider> providers = new ArrayList<>(others);
        Instant now = Instant.now();
        HereProvider here = new HereProvider(now);
        providers.add(here);
        providers.add(new HistoryProvider(history));
        providers.add(new CostsProvider(here, history));
        providers.add(WeatherProvider.sensors(weather));
        providers.add(WeatherProvider.forecasts(weather));
        return new Knowledge(providers, now);
    }

    /** All answers to the first form of the question that has any. */
    public List<Answer> ask(Question question) {
        return service.ask(question);
    }

    /** The answer that counts. */
    public Optional<Answer> pick(Question question) {
        return service.pick(question);
    }
}
