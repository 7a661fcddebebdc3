package dev.sluice.insight.information;

import dev.sluice.insight.information.InformationService.Found;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;

/** Generalizes questions from exact to general forms, and converts facts between machines. */
final class QuestionGeneralizer {
    /** Factor within which clocks are similar: beyond it, processors are of another kind. */
    private static final double SIMILAR_CLOCKS = 4.0 / 3;

    /** Quantities that depend on the processor, so that they are scaled. */
    private static final Set<Name> SCALED = EnumSet.of(
            Name.UNIT_SECONDS,
            Name.UNIT_WALL_SECONDS,
            Name.UNIT_CPU_SECONDS,
            Name.ACCEPT_SECONDS,
            Name.GENERAL_SECONDS,
            Name.HAND_OUT_SECONDS,
            Name.TAKE_SECONDS,
            Name.SLOT_SECONDS);

    private static final List<Name> MACHINE = List.of(Name.HOST, Name.PROCESSOR, Name.CLOCK_HERTZ);

    private final Function<Question, List<Found>> asked;
    private final Instant now;

    /** @param asked asks all providers for exact answers */
    QuestionGeneralizer(Function<Question, List<Found>> asked, Instant now) {
        this.asked = asked;
        this.now = now;
    }

    /** Tells whether the question has this form, different from those before it. */
    boolean hasForm(Question question, ApplicationMatch kin) {
        return switch (kin) {
            case SAME -> true;
            case OTHER_BUILD -> question.gives(Name.BUILD);
            case OTHER_ARGUMENTS -> question.gives(Name.ARGUMENTS);
        };
    }

    /** The answers to this form. */
    List<Answer> answers(Question question, ApplicationMatch kin, Generalization step) {
        Question of = switch (kin) {
            case SAME -> question;
            case OTHER_BUILD -> question.without(Name.BUILD.text());
            case OTHER_ARGUMENTS -> question.without(Name.BUILD.text()).without(Name.ARGUMENTS.text());
        };
        if (step == Generalization.EXACT) {
            return asked.apply(of).stream()
                    .map(found -> new Answer(found.fact(), found.provider(), step, kin, 1))
                    .toList();
        }
        boolean scaled = Name.of(of.asked()).map(SCALED::contains).orElse(false);
        boolean general = of.asked().equals(Name.GENERAL_SECONDS.text());
        boolean byItself = general && step != Generalization.MODEL;
        if (!scaled || byItself || MACHINE.stream().noneMatch(of::gives)) {
            return List.of();
        }
        return switch (step) {
            case MODEL -> onModel(of, kin);
            case CLOCK -> onClock(of, kin);
            default -> byBenchmark(of, kin, step);
        };
    }

    private static Question anywhere(Question question) {
        Question of = question;
        for (Name name : MACHINE) {
            of = of.without(name.text());
        }
        return of;
    }

    private List<Answer> onModel(Question of, ApplicationMatch kin) {
        String model = model(of);
        if (model.isEmpty() || !of.gives(Name.HOST)) {
            return List.of();
        }
        return asked.apply(anywhere(of).with(Name.PROCESSOR.text(), model)).stream()
                .filter(found -> isElsewhere(found, of))
                .map(found -> new Answer(found.fact(), found.provider(), Generalization.MODEL, kin, 1))
                .toList();
    }

    private List<Answer> onClock(Question of, ApplicationMatch kin) {
        OptionalDouble clock = clock(of);
        if (clock.isEmpty()) {
            return List.of();
        }
        List<Answer> answers = new ArrayList<>();
        for (Found found : elsewhere(of)) {
            double scale = found.fact().numberOf(Name.CLOCK_HERTZ) / clock.getAsDouble();
            if (scale <= SIMILAR_CLOCKS && scale >= 1 / SIMILAR_CLOCKS) {
                answers.add(new Answer(found.fact(), found.provider(), Generalization.CLOCK, kin, scale));
            }
        }
        return answers;
    }

    private List<Answer> byBenchmark(Question of, ApplicationMatch kin, Generalization step) {
        OptionalDouble here = step == Generalization.HOST_BENCHMARK
                ? general(Name.HOST, of.value(Name.HOST))
                : general(Name.PROCESSOR, model(of));
        if (here.isEmpty()) {
            return List.of();
        }
        List<Answer> answers = new ArrayList<>();
        for (Found found : elsewhere(of)) {
            OptionalDouble there = general(Name.HOST, found.fact().value(Name.HOST));
            if (there.isEmpty()) {
                there = general(Name.PROCESSOR, found.fact().value(Name.PROCESSOR));
            }
            if (there.isPresent()) {
                answers.add(new Answer(
                        found.fact(), found.provider(), step, kin, here.getAsDouble() / there.getAsDouble()));
            }
        }
        return answers;
    }

    /** The facts about other hosts. */
    private List<Found> elsewhere(Question of) {
        return asked.apply(anywhere(of)).stream()
                .filter(found -> isElsewhere(found, of))
                .toList();
    }

    private static boolean isElsewhere(Found found, Question of) {
        return !found.fact().value(Name.HOST).equals(of.value(Name.HOST));
    }

    /** The host's processor model, given or known; empty if neither. */
    private String model(Question of) {
        if (of.gives(Name.PROCESSOR)) {
            return of.value(Name.PROCESSOR);
        }
        return latest(about(Name.HOST, of.value(Name.HOST), Name.PROCESSOR))
                .map(Fact::value)
                .orElse("");
    }

    private OptionalDouble clock(Question of) {
        if (of.gives(Name.CLOCK_HERTZ)) {
            return positive(Fact.number(of.value(Name.CLOCK_HERTZ)));
        }
        OptionalDouble ofHost = number(about(Name.HOST, of.value(Name.HOST), Name.CLOCK_HERTZ));
        return ofHost.isPresent() ? ofHost : number(about(Name.PROCESSOR, model(of), Name.CLOCK_HERTZ));
    }

    private OptionalDouble general(Name subject, String value) {
        return number(about(subject, value, Name.GENERAL_SECONDS));
    }

    private List<Found> about(Name subject, String value, Name name) {
        return value.isEmpty() ? List.of() : asked.apply(new Question(Map.of(subject.text(), value), name.text()));
    }

    private OptionalDouble number(List<Found> found) {
        return latest(found).map(fact -> positive(fact.number())).orElse(OptionalDouble.empty());
    }

    private static OptionalDouble positive(double number) {
        return number > 0 && number < Double.POSITIVE_INFINITY ? OptionalDouble.of(number) : OptionalDouble.empty();
    }

    private Optional<Fact> latest(List<Found> found) {
        return found.stream().map(Found::fact).max(Comparator.comparing(fact -> Rule.recency(fact.time(), now)));
    }
}
