package dev.sluice.insight.predict;

import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.Origin;
import dev.sluice.insight.history.UserCache;
import dev.sluice.insight.information.Fact;
import dev.sluice.insight.information.Name;
import dev.sluice.insight.information.Provider;
import dev.sluice.insight.information.Question;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.forecast.Estimate;
import dev.sluice.model.predict.Interval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Knows times of units that were executed for predictions, which are stored for later runs. */
public final class PredictionsProvider implements Provider {
    /** Limit of files, the latest ones; other predictions must be asked for by file. */
    private static final int MOST_FILES = 50;

    @Override
    public String name() {
        return "predictions";
    }

    @Override
    public List<Fact> facts(Question question) {
        boolean unit = question.asked().equals(Name.UNIT_SECONDS.text());
        boolean accept = question.asked().equals(Name.ACCEPT_SECONDS.text());
        if (!unit && !accept || !question.given().containsKey(Name.APPLICATION.text())) {
            return List.of();
        }
        List<Fact> facts = new ArrayList<>();
        for (Path file : files()) {
            try {
                Prediction prediction = PredictionFile.read(file);
                Fact fact = fact(question, prediction, unit);
                if (isOf(prediction, question) && fact.agreesWith(question)) {
                    facts.add(fact);
                }
            } catch (SluiceException | IllegalArgumentException ofAnotherVersion) {
                // the file cannot be parsed
            }
        }
        return facts;
    }

    private static boolean isOf(Prediction prediction, Question question) {
        Origin origin = prediction.origin();
        String build = origin.jars().size() == 1 ? origin.jars().get(0) : "";
        return new ApplicationKey("", origin.application(), build, "").isCalled(question.value(Name.APPLICATION));
    }

    private static Fact fact(Question question, Prediction prediction, boolean unit) {
        Origin origin = prediction.origin();
        Map<String, String> about = new LinkedHashMap<>();
        about.put(Name.APPLICATION.text(), question.value(Name.APPLICATION));
        if (origin.jars().size() == 1) {
            about.put(Name.BUILD.text(), origin.jars().get(0));
        }
        about.put(Name.ARGUMENTS.text(), String.join(" ", origin.arguments()));
        about.put(Name.HOST.text(), prediction.host());
        UnitCosts costs = prediction.unitCosts();
        Interval interval = prediction.sampled().interval();
        double value = unit ? costs.unitSeconds() : costs.resultSeconds();
        double error = unit ? value * Math.max(-interval.low(), interval.high()) : Double.NaN;
        return Fact.number(
                about,
                unit ? Name.UNIT_SECONDS : Name.ACCEPT_SECONDS,
                new Estimate(value, error, "a sample of units", prediction.created()));
    }

    private static List<Path> files() {
        Path directory = UserCache.path("predictions");
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted(Comparator.comparing((Path file) -> file.toFile().lastModified())
                            .reversed())
                    .limit(MOST_FILES)
                    .toList();
        } catch (IOException unreadable) {
            return List.of();
        }
    }
}
