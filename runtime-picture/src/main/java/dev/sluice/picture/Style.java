package dev.sluice.picture;

import dev.sluice.model.EnumWords;
import dev.sluice.model.ledger.Cause;

/**
 * The style sheet of all pictures: light by itself and on paper, dark where the reader prefers that. Colours tell apart
 * for those with any common colour vision, and never alone: a letter, a word or a shape says the same.
 */
final class Style {
    private static final String[][] COLOURS = {
        // class, property, light, dark
        {"paper", "fill", "#ffffff", "#12181f"},
        {"panel", "fill", "#f4f6f9", "#1a222c"},
        {"ink", "fill", "#17212e", "#e8edf4"},
        {"ink-line", "stroke", "#17212e", "#e8edf4"},
        {"muted", "fill", "#566375", "#9fadbf"},
        {"grid", "stroke", "#dfe4ea", "#2b3644"},
        {"grid-over", "stroke", "#17212e1c", "#e8edf420"},
        {"axis", "stroke", "#7a8798", "#7f8da0"},
        {"frame", "stroke", "#b9c2cd", "#45525f"},
        {"leader", "stroke", "#566375", "#9fadbf"},
        {"halo", "stroke", "#ffffff", "#12181f"},
        {"channel", "fill", "#eaf0f6", "#1f2a36"},
        {"water", "fill", "#4a90d0", "#3f86c8"},
        {"stream", "stroke", "#9cc3e6", "#2c5b86"},
        {"alert", "fill", "#d97a1f", "#f09a4a"},
        {"alert-line", "stroke", "#c4650b", "#f5ab66"},
        {"alert-ink", "fill", "#a04f00", "#ffb877"},
        {"alert-stream", "stroke", "#eab887", "#8a5a2c"},
        {"b-slots", "fill", "#2a6fb5", "#5aa2e6"},
        {"b-link", "fill", "#d97a1f", "#f09a4a"},
        {"b-master", "fill", "#7d4fa8", "#b088dc"},
        {"b-overhead", "fill", "#b0427a", "#e27bb0"},
        {"b-latency", "fill", "#1f8f86", "#4cc3b8"},
        {"b-unknown", "fill", "#8d96a3", "#8d98a6"},
        {"l-slots", "stroke", "#2a6fb5", "#5aa2e6"},
        {"l-link", "stroke", "#d97a1f", "#f09a4a"},
        {"l-master", "stroke", "#7d4fa8", "#b088dc"},
        {"l-overhead", "stroke", "#b0427a", "#e27bb0"},
        {"l-latency", "stroke", "#1f8f86", "#4cc3b8"},
        {"l-unknown", "stroke", "#8d96a3", "#8d98a6"},
        {"r-computation", "fill", "#cfe2f5", "#1c3d5c"},
        {"r-communication", "fill", "#fbdfc0", "#5e3a14"},
        {"r-overhead", "fill", "#e4d6f1", "#432b60"},
        {"r-mixed", "fill", "#e3e7ec", "#37414d"},
        {"s-computation", "fill", "#2a6fb5", "#5aa2e6"},
        {"s-communication", "fill", "#d97a1f", "#f09a4a"},
        {"s-overhead", "fill", "#7d4fa8", "#b088dc"},
        {"s-mixed", "fill", "#77828f", "#a3aebb"},
        {"c-compute", "fill", "#2a6fb5", "#4f9be2"},
        {"c-runtime", "fill", "#8fbce6", "#2d5f8f"},
        {"c-master", "fill", "#7d4fa8", "#b088dc"},
        {"c-results-link", "fill", "#d97a1f", "#f09a4a"},
        {"c-inputs-link", "fill", "#f3bd80", "#a66a2c"},
        {"c-setup", "fill", "#1f8f86", "#4cc3b8"},
        {"c-no-work", "fill", "#cdd4dc", "#3d4956"},
        {"c-starting", "fill", "#93a0b0", "#6d7b8b"},
        {"c-parked", "fill", "#e6dcc3", "#4b4433"},
    };

    private static final String FIXED = """
            .pic{font-family:system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Liberation Sans","DejaVu Sans",sans-serif;\
            font-variant-numeric:tabular-nums}
            .pic .t1{font-size:20px;font-weight:650}
            .pic .t2{font-size:13px}
            .pic .t3{font-size:12px;font-weight:650}
            .pic .t4{font-size:12px}
            .pic .t5{font-size:11px}
            .pic .t6{font-size:10px}
            .pic .m{text-anchor:middle}
            .pic .e{text-anchor:end}
            .pic .line{fill:none;stroke-width:1}
            .pic .thick{fill:none;stroke-width:2.5;stroke-linejoin:round;stroke-linecap:round}
            .pic .bold{fill:none;stroke-width:2}
            .pic .dash{stroke-dasharray:6 4}
            .pic .dots{stroke-dasharray:1.5 4;stroke-linecap:round}
            .pic .none{fill:none}
            .pic .crisp{shape-rendering:crispEdges}
            .pic .soft{fill-opacity:.22}
            .pic .around{paint-order:stroke;stroke-width:4;stroke-linejoin:round}
            """;

    /** The style sheet of pictures. */
    static final String SHEET = sheet();

    /** The style sheet of the page around pictures. */
    static final String PAGE = """
            :root{color-scheme:light dark}
            body{margin:0;background:#f4f6f9;color:#17212e;font:15px/1.5 system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
            main{max-width:1120px;margin:0 auto;padding:28px 20px 60px}
            h1{font-size:26px;line-height:1.25;margin:0 0 6px}
            h2{font-size:19px;margin:34px 0 8px}
            p{margin:8px 0;max-width:75ch}
            .lead{color:#566375;font-size:16px}
            figure{margin:18px 0;border:1px solid #dfe4ea;border-radius:10px;overflow:auto;background:#fff;break-inside:avoid}
            figure svg{display:block;width:100%;height:auto;min-width:640px}
            .wide{overflow-x:auto}
            table{border-collapse:collapse;margin:12px 0;font-variant-numeric:tabular-nums;font-size:14px}
            th,td{padding:5px 12px;text-align:left;border-bottom:1px solid #dfe4ea}
            th{font-weight:650;border-bottom:2px solid #b9c2cd}
            td.n{text-align:right;white-space:nowrap}
            @media screen and (prefers-color-scheme:dark){
            body{background:#0c1116;color:#e8edf4}
            .lead{color:#9fadbf}
            figure{background:#12181f;border-color:#2b3644}
            th,td{border-color:#2b3644}
            th{border-color:#45525f}
            }
            @media print{
            body{background:#fff}
            main{max-width:none;padding:0}
            figure{border:none;overflow:visible}
            figure svg{min-width:0}
            }
            """;

    private Style() {}

    private static String sheet() {
        StringBuilder css = new StringBuilder(FIXED);
        for (String[] row : COLOURS) {
            css.append(rule(row, row[2]));
        }
        css.append("@media screen and (prefers-color-scheme:dark){\n");
        for (String[] row : COLOURS) {
            css.append(rule(row, row[3]));
        }
        return css.append("}\n").toString();
    }

    private static String rule(String[] row, String colour) {
        return ".pic ." + row[0] + "{" + row[1] + ":" + colour + "}\n";
    }

    /** The class that fills with a cause's colour. */
    static String of(Cause cause) {
        return "c-" + word(cause).replace(' ', '-');
    }

    /** The word in legends. */
    static String word(Cause cause) {
        return EnumWords.spaced(cause);
    }
}
