package dev.sluice.testing;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/** The data inside a report's page. */
public final class ReportData {
    private static final Pattern DATA =
            Pattern.compile("<script type=\"application/gzip\" id=\"run\">([^<]*)</script>");

    private ReportData() {}

    public static String of(String html) throws IOException {
        Matcher page = DATA.matcher(html);
        if (!page.find()) {
            throw new AssertionError("no data");
        }
        byte[] packed = Base64.getDecoder().decode(page.group(1));
        return new String(new GZIPInputStream(new ByteArrayInputStream(packed)).readAllBytes(), StandardCharsets.UTF_8);
    }
}
