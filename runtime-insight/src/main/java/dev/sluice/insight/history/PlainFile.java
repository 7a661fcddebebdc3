package dev.sluice.insight.history;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.json.Json;
import dev.sluice.text.PositionedJson;
import dev.sluice.text.Source;
import dev.sluice.text.Tree;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Entries that could not be written into the database: one per line, in JSON. The next process that can write moves
 * them there. A truncated or foreign line is skipped. A process that changes or deletes the file holds the
 * {@link HistoryLock}.
 */
final class PlainFile {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final String SCHEMA = "sluice-history-lines-1";

    private final Path file;

    PlainFile(Path file) {
        this.file = file;
    }

    boolean exists() {
        return Files.exists(file);
    }

    Path path() {
        return file;
    }

    /** Appends a line. */
    void add(HistoryEntry entry) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long end = channel.size();
            ByteBuffer last = ByteBuffer.allocate(1);
            boolean cut = end > 0 && channel.read(last, end - 1) == 1 && last.get(0) != '\n';
            byte[] line = ((cut ? "\n" : "") + json(entry) + "\n").getBytes(StandardCharsets.UTF_8);
            ByteBuffer bytes = ByteBuffer.wrap(line);
            channel.position(end);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }
    }

    /** All entries, oldest first; empty if there is no file. */
    List<HistoryEntry> entries() throws IOException {
        List<HistoryEntry> entries = new ArrayList<>();
        if (!exists()) {
            return entries;
        }
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        text.lines().forEach(line -> entry(line).ifPresent(entries::add));
        return entries;
    }

    void delete() throws IOException {
        Files.deleteIfExists(file);
    }

    private static String json(HistoryEntry entry) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("schema", SCHEMA);
            json.writeStringField("entry", entry.id());
            for (Table<?> table : Table.ALL) {
                write(json, table, entry);
            }
            json.writeEndObject();
        }
        return text.toString();
    }

    private static <T> void write(JsonGenerator json, Table<T> table, HistoryEntry entry) throws IOException {
        Json.objects(json, table.name(), entry.rows(table), row -> {
            for (Table.Column<T> column : table.columns()) {
                Object value = column.value().apply(row);
                boolean unknown = value instanceof Double number && (number.isNaN() || number.isInfinite());
                if (!unknown) {
                    json.writeStringField(column.name(), value.toString());
                }
            }
        });
    }

    private Optional<HistoryEntry> entry(String line) {
        try {
            Source source = new Source(file.toString(), "the history of sluice", IllegalArgumentException::new);
            if (!(PositionedJson.read(source, line) instanceof Tree.Mapping fields)) {
                return Optional.empty();
            }
            Map<String, Tree> values = new HashMap<>();
            fields.fields().forEach(field -> values.put(field.key(), field.value()));
            boolean ours = values.get("schema") instanceof Tree.Scalar schema && SCHEMA.equals(schema.text());
            if (!ours || !(values.get("entry") instanceof Tree.Scalar id) || id.text() == null) {
                return Optional.empty();
            }
            List<Record> rows = new ArrayList<>();
            for (Table<?> table : Table.ALL) {
                rows(table, values).forEach(row -> rows.add((Record) row));
            }
            return Optional.of(new HistoryEntry(id.text(), rows));
        } catch (IllegalArgumentException cutShort) {
            return Optional.empty();
        }
    }

    private static <T> List<T> rows(Table<T> table, Map<String, Tree> values) {
        List<T> rows = new ArrayList<>();
        if (values.get(table.name()) instanceof Tree.Items items) {
            for (Tree item : items.items()) {
                if (item instanceof Tree.Mapping row) {
                    rows.add(table.reader().apply(new Reading(row)));
                }
            }
        }
        return rows;
    }

    /** A row of the file. */
    private record Reading(Tree.Mapping row) implements Table.Fields {
        @Override
        public @Nullable String value(String column) {
            for (Tree.Field field : row.fields()) {
                if (field.key().equals(column) && field.value() instanceof Tree.Scalar scalar) {
                    return scalar.text();
                }
            }
            return null;
        }
    }
}
