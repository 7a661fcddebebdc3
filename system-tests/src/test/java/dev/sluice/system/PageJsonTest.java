package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.cli.page.PageJson;
import dev.sluice.model.Written;
import dev.sluice.model.record.RunView;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A view as JSON has every component of the view, under its name. */
class PageJsonTest {
    private static final RunView VIEW = SampleViews.whole();
    private static final String SCHEMA = "docs/page.schema.json";

    private static JsonNode written(RunView view) throws Exception {
        return new ObjectMapper().readTree(PageJson.bytes(view));
    }

    @Test
    void shouldFollowItsSchema() {
        RunSchema.read(PageJson.text(VIEW), SCHEMA);
        RunSchema.read(PageJson.text(SampleViews.of(8, false, List.of())), SCHEMA);
    }

    @Test
    void shouldWriteEveryComponentOfEveryRecord() throws Exception {
        List<String> missing = new ArrayList<>();
        compare("", VIEW, written(VIEW), missing);
        assertThat(missing).isEmpty();
    }

    private static void compare(String path, Record record, JsonNode object, List<String> missing) throws Exception {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            if (component.isAnnotationPresent(Written.class)
                    && component.getAnnotation(Written.class).omitted()) {
                continue;
            }
            String at = path + "/" + component.getName();
            JsonNode field = object.get(component.getName());
            Object value = component.getAccessor().invoke(record);
            if (field == null) {
                missing.add(at);
            } else if (value instanceof Record part) {
                compare(at, part, field, missing);
            } else if (value instanceof List<?> list && !list.isEmpty() && list.get(0) instanceof Record) {
                assertThat(field).as(at).hasSize(list.size());
                for (int i = 0; i < list.size(); i++) {
                    compare(at + "/" + i, (Record) list.get(i), field.get(i), missing);
                }
            }
        }
    }

    @Test
    void shouldWriteColumnsWordsAndWhatIsNotKnown() throws Exception {
        JsonNode page = written(VIEW);
        assertThat(page.at("/schema").asText()).isEqualTo("sluice-page-1");
        assertThat(page.at("/overview/efficiency").asDouble()).isEqualTo(11.2 / 16);
        assertThat(page.at("/about/kind").asText()).isEqualTo("live");
        assertThat(page.at("/spans/firstUnit/0").asLong()).isEqualTo(1L << 40);
        assertThat(page.at("/bands/rows/0/shares").binaryValue()).containsExactly(-56, 0, 100);
        assertThat(page.at("/transfers/toMaster").asText()).isEqualTo("AQ==");
        assertThat(page.at("/series/busy/1").asDouble()).isEqualTo(0.5);
        assertThat(page.at("/series/busy/0").isNull()).isTrue();
    }

    @Test
    void shouldWriteUnitsAsTextWhereJavaScriptWouldRoundThem() throws Exception {
        RunView view = PageSamples.withoutCourse();
        assertThat(RunSchema.read(PageJson.text(view), SCHEMA)
                        .at("/failures/0/unit")
                        .textValue())
                .isEqualTo("9007199254740993");
        assertThat(written(VIEW).at("/spans/firstUnit").get(0).isNumber()).isTrue();
        assertThat(written(VIEW).at("/spans/firstUnit").get(1).textValue()).isEqualTo(String.valueOf(Long.MAX_VALUE));
    }

    @Test
    void shouldStayOnOneLineAndLeaveHostileTextAsItIs() throws Exception {
        assertThat(PageJson.text(VIEW)).doesNotContain("\n", "\r");
        assertThat(written(VIEW).at("/failures/0/message").asText()).isEqualTo(SampleViews.HOSTILE);
    }

    @Test
    void shouldWriteHalfOfASurrogatePair() {
        RunView torn = SampleViews.of(1, true, List.of(SampleViews.host("a\uD800")));
        assertThat(new String(PageJson.bytes(torn), StandardCharsets.UTF_8)).contains("\"name\":\"a?\"");
    }
}
