package dev.sluice.cli.config;

import dev.sluice.insight.information.Fact;
import dev.sluice.insight.information.Provider;
import dev.sluice.insight.information.Question;
import dev.sluice.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Knows what options of commands are set to: by the environment, by files, or by default. */
public final class ConfigProvider implements Provider {
    private final ConfigDefaults defaults;
    private final Instant now;

    public ConfigProvider(ConfigDefaults defaults, Instant now) {
        this.defaults = defaults;
        this.now = now;
    }

    @Override
    public String name() {
        return "configuration";
    }

    @Override
    public List<Fact> facts(Question question) {
        String key = question.asked();
        if (!defaults.keys().all().contains(key)) {
            return List.of();
        }
        Optional<Setting> setting = defaults.configuration().setting(key);
        String value = setting.isPresent()
                ? setting.get().value()
                : ConfigKeys.defaultOf(defaults.keys().option(key));
        if (value == null) {
            return List.of();
        }
        String source =
                setting.map(set -> Json.lower(set.layer()) + " " + set.place()).orElse("default");
        return List.of(new Fact(question.given(), key, value, Double.NaN, Double.NaN, source, now));
    }
}
