package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;

/** Checks printed objects against {@code docs/run.schema.json} or another schema. */
final class RunSchema {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonSchema SCHEMA = schema("docs/run.schema.json");

    private RunSchema() {}

    private static JsonSchema schema(String file) {
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(Checkout.read(Checkout.file(file)));
    }

    /** The one object that was printed; fails when the schema does not have it. */
    static JsonNode read(String printed) {
        return read(printed, SCHEMA);
    }

    /** Does the same as {@link #read(String)} with the schema in another file. */
    static JsonNode read(String printed, String file) {
        return read(printed, schema(file));
    }

    private static JsonNode read(String printed, JsonSchema schema) {
        try {
            JsonNode object = JSON.readTree(printed);
            assertThat(schema.validate(object)).as(printed).isEmpty();
            return object;
        } catch (JsonProcessingException e) {
            throw new AssertionError("'" + printed + "' (expected: JSON)", e);
        }
    }
}
