package dev.sluice.cli.page;

import dev.sluice.json.Json;
import dev.sluice.model.Written;
import dev.sluice.model.record.RunView;
import java.nio.charset.StandardCharsets;

/**
 * A view of a run as JSON on one line, as {@code docs/page.schema.json} defines it. Its fields are the components of
 * {@link RunView}. Numbers that are not known, NaN in the view, are null.
 */
public record PageJson(String schema, @Written(flat = true) RunView view) {
    /** The value of the field {@code schema}. */
    public static final String SCHEMA = "sluice-page-1";

    /** The object in UTF-8; half of a surrogate pair, which an application may put into a message, becomes "?". */
    public static byte[] bytes(RunView view) {
        return text(view).getBytes(StandardCharsets.UTF_8);
    }

    public static String text(RunView view) {
        return Json.of(new PageJson(SCHEMA, view));
    }
}
