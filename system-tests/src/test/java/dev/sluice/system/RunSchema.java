package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;

/** What runs print and leave, held against {@code docs/run.schema.json}. */
final class RunSchema {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonSchema SCHEMA = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(Checkout.read(Checkout.file("docs/run.schema.json")));

    private RunSchema() {}

    /** The one object that was printed; fails when the schema does not have it. */
    static JsonNode read(String printed) {
        try {
            JsonNode object = JSON.readTree(printed);
            assertThat(SCHEMA.validate(object)).as(printed).isEmpty();
            return object;
        } catch (JsonProcessingException e) {
            throw new AssertionError("'" + printed + "' (expected: JSON)", e);
        }
    }
}
