package dev.sluice.cli.history;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.insight.information.Answer;
import dev.sluice.insight.information.Name;
import dev.sluice.insight.information.Question;
import dev.sluice.insight.information.Rule;
import dev.sluice.json.Json;
import dev.sluice.model.forecast.Estimate;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The JSON form of answers, as {@code docs/ask.schema.json} has it. */
final class AskJson {
    private static final String SCHEMA = "sluice-ask-1";

    private AskJson() {}

    static String of(Question question, Rule rule, List<Answer> answers, Optional<Answer> picked) {
        return Json.object(json -> {
            json.writeStringField("schema", SCHEMA);
            json.writeStringField("asked", question.asked());
            json.writeStringField(
                    "unit", Name.of(question.asked()).map(Name::unit).orElse(""));
            write(json, "given", question.given());
            json.writeStringField("rule", Json.lower(rule));
            Json.objects(
                    json,
                    "answers",
                    answers,
                    answer -> write(json, answer, picked.isPresent() && picked.get() == answer));
        });
    }

    private static void write(JsonGenerator json, Answer answer, boolean picked) throws IOException {
        json.writeStringField("value", answer.value());
        Optional<Estimate> number = answer.estimate();
        if (number.isPresent()) {
            json.writeNumberField("number", number.get().value());
            if (number.get().hasError()) {
                json.writeNumberField("error", number.get().error());
            }
        }
        json.writeStringField("provider", answer.provider());
        json.writeStringField("source", answer.fact().source());
        json.writeStringField("time", answer.fact().time().toString());
        json.writeStringField("step", Json.lower(answer.step()));
        json.writeStringField("kin", Json.lower(answer.kin()));
        json.writeNumberField("scale", answer.scale());
        write(json, "about", answer.fact().about());
        json.writeBooleanField("picked", picked);
    }

    private static void write(JsonGenerator json, String field, Map<String, String> pairs) throws IOException {
        json.writeObjectFieldStart(field);
        for (Map.Entry<String, String> pair : pairs.entrySet()) {
            json.writeStringField(pair.getKey(), pair.getValue());
        }
        json.writeEndObject();
    }
}
