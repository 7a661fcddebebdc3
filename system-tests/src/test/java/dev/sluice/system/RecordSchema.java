package dev.sluice.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.json.Json;
import dev.sluice.json.Shape;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The schema of a record's document. What a record does not say, it takes from today's schema. */
final class RecordSchema {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** The facts that a record states. */
    private static final Set<String> STRUCTURE = Set.of("type", "required", "properties", "items", "enum", "$ref");

    private static final List<String> ORDER = List.of(
            "$schema",
            "title",
            "description",
            "type",
            "oneOf",
            "const",
            "enum",
            "$ref",
            "required",
            "properties",
            "items");

    /** Classes whose documents this test does not look into, and classes that are text. */
    private static final Set<String> OTHERS = Set.of("NetworkView", "CauseTimes");

    private static final Set<String> TEXTS = Set.of("String", "Path", "RunId", "WorkerId", "ErrorCode", "byte[]");

    private static final int COLUMNS = 120;

    private final JsonNode today;
    private final Map<String, ObjectNode> definitions = new TreeMap<>();

    RecordSchema(JsonNode today) {
        this.today = today;
    }

    String of(Class<?> record) throws Exception {
        ObjectNode whole = schema(record, today, false);
        whole.remove("$defs");
        if (!definitions.isEmpty()) {
            whole.putObject("$defs").setAll(definitions);
        }
        return text(whole, "", 0) + "\n";
    }

    /** The whole schema with this definition of an object with {@code schema} and {@code mode}. */
    String of(String mode, Class<?> record) throws Exception {
        ObjectNode whole = (ObjectNode) today.deepCopy();
        JsonNode old = today.path("$defs").path(mode);
        ObjectNode object = schema(record, old, false);
        ObjectNode properties = NODES.objectNode();
        ArrayNode required = NODES.arrayNode();
        for (String name : List.of("schema", "mode")) {
            properties.set(name, old.path("properties").path(name));
            required.add(name);
        }
        object.set("properties", properties.setAll((ObjectNode) object.path("properties")));
        object.set("required", required.addAll((ArrayNode) object.path("required")));
        definitions.put(mode, object);
        ((ObjectNode) whole.path("$defs")).setAll(definitions);
        return text(whole, "", 0) + "\n";
    }

    private ObjectNode schema(Type type, JsonNode old, boolean isNullable) {
        return ordered(unordered(type, old, isNullable));
    }

    /** The same with its keywords in one order. */
    private static ObjectNode ordered(ObjectNode schema) {
        ObjectNode ordered = NODES.objectNode();
        for (String word : ORDER) {
            if (schema.has(word)) {
                ordered.set(word, schema.get(word));
            }
        }
        return ordered.setAll((ObjectNode) schema.remove(ORDER));
    }

    private ObjectNode unordered(Type type, JsonNode old, boolean isNullable) {
        JsonNode either = old.path("oneOf");
        if (either.isArray()) { // null, or another
            ObjectNode schema = words(old);
            schema.putArray("oneOf").add(either.get(0)).add(schema(type, either.get(1), false));
            return schema;
        }
        String name = old.path("$ref").asText().replace("#/$defs/", "");
        if (!name.isEmpty()) {
            if (!definitions.containsKey(name)) {
                definitions.put(name, NODES.objectNode()); // a record may contain itself
                definitions.put(name, schema(type, today.path("$defs").path(name), isNullable));
            }
            return words(old).put("$ref", "#/$defs/" + name);
        }
        if (type instanceof ParameterizedType generic) {
            Type last = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
            return generic.getRawType() == Optional.class
                    ? schema(last, old, isNullable)
                    : generic.getRawType() == Map.class ? kept(old) : array(last, old, isNullable);
        }
        if (OTHERS.contains(((Class<?>) type).getSimpleName())) {
            return kept(old);
        }
        Class<?> plain = Shape.document((Class<?>) type);
        String simple = plain.getSimpleName();
        if (plain.isRecord() && !TEXTS.contains(simple)) {
            return object(plain, old);
        }
        if (plain.isEnum() && !TEXTS.contains(simple)) {
            ArrayNode constants = words(old).putArray("enum");
            ObjectNode schema = words(old);
            Arrays.stream(plain.getEnumConstants())
                    .forEach(each -> constants.add(Json.text(each).replace("\"", "")));
            schema.set("enum", constants);
            return schema;
        }
        if (plain.isArray() && plain != byte[].class) {
            return array(plain.getComponentType(), old, isNullable);
        }
        if (simple.equals("Instant")) {
            return typed("string", old, isNullable).put("format", "date-time");
        }
        return old.has("const") || old.has("enum") // only some of the texts or numbers
                ? kept(old)
                : typed(TEXTS.contains(simple) ? "string" : number(simple, old), old, isNullable);
    }

    /** A whole number that JavaScript would round is text: only today's schema knows. */
    private static String number(String simple, JsonNode old) {
        return switch (simple) {
            case "boolean", "Boolean" -> "boolean";
            case "double", "Double", "float" -> "number";
            case "int", "Integer", "long", "Long" -> "integer";
            default -> throw new AssertionError(simple + " for " + old);
        };
    }

    private ObjectNode array(Type of, JsonNode old, boolean isNullable) {
        ObjectNode array = typed("array", old, isNullable);
        array.set("items", schema(of, old.path("items"), false));
        return array;
    }

    private ObjectNode object(Class<?> record, JsonNode old) {
        ObjectNode object = typed("object", old, false);
        ArrayNode required = NODES.arrayNode();
        ObjectNode properties = NODES.objectNode();
        fields(record, old, true, required, properties);
        object.set("required", required);
        object.set("properties", properties);
        if (!object.path("additionalProperties").isBoolean()) {
            object.put("additionalProperties", false);
        }
        return object;
    }

    private void fields(Class<?> record, JsonNode old, boolean there, ArrayNode required, ObjectNode properties) {
        for (Shape.Part part : Shape.of(record).parts()) {
            if (part.isFlat()) {
                fields(Shape.document((Class<?>) part.type()), old, there && !part.isNullable(), required, properties);
            } else if (!part.isOmitted()) {
                JsonNode field = old.path("properties").path(part.name());
                properties.set(part.name(), schema(part.type(), field, part.isNullable() && part.isRequired()));
                if (there && part.isRequired()) {
                    required.add(part.name());
                }
            }
        }
    }

    /** A number that is not known is null where today's schema says so. */
    private static ObjectNode typed(String type, JsonNode old, boolean isNullable) {
        ObjectNode schema = words(old);
        boolean mayBe = old.path("type").isArray();
        if (old.path("type").toString().contains("\"null\"") && mayBe || isNullable) {
            schema.putArray("type").add(type).add("null");
        } else if (mayBe) {
            schema.set("type", old.path("type"));
        } else {
            schema.put("type", type);
        }
        return schema;
    }

    private static ObjectNode kept(JsonNode old) {
        return old instanceof ObjectNode object ? object.deepCopy() : NODES.objectNode();
    }

    private static ObjectNode words(JsonNode old) {
        ObjectNode words = kept(old instanceof MissingNode ? NODES.objectNode() : old);
        words.remove(STRUCTURE);
        return words;
    }

    /** A node in one line, if it fits; else a line for each field or element. */
    private static String text(JsonNode node, String indent, int before) throws Exception {
        String line = line(node);
        boolean fits = indent.length() + before + line.length() < COLUMNS && !indent.isEmpty();
        if (fits || node.isValueNode()) {
            return line;
        }
        StringBuilder text = new StringBuilder(node.isObject() ? "{" : "[");
        String inner = indent + "  ";
        Iterator<String> names = node.fieldNames();
        String between = "\n";
        for (JsonNode each : node) {
            String name = names.hasNext() ? "\"" + names.next() + "\": " : "";
            text.append(between).append(inner).append(name).append(text(each, inner, name.length()));
            between = ",\n";
        }
        return text.append('\n')
                .append(indent)
                .append(node.isObject() ? "}" : "]")
                .toString();
    }

    private static String line(JsonNode node) throws Exception {
        if (node.isValueNode()) {
            return new ObjectMapper().writeValueAsString(node);
        }
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < node.size(); i++) {
            line.append(i == 0 ? "" : ", ");
            line.append(
                    node.isObject() ? "\"" + names.get(i) + "\": " + line(node.get(names.get(i))) : line(node.get(i)));
        }
        return node.isObject() ? "{" + line + "}" : "[" + line + "]";
    }
}
