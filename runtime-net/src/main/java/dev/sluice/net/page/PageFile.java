package dev.sluice.net.page;

import java.util.regex.Pattern;

/**
 * The content of an answer. The array is not copied: nobody may change it.
 *
 * @param type of the content, with its character set; constant text, never a peer's
 */
public record PageFile(String type, byte[] bytes) {
    private static final Pattern TYPE = Pattern.compile("[a-z0-9/+.;= -]+");

    public PageFile {
        if (!TYPE.matcher(type).matches()) {
            throw new IllegalArgumentException("type: (expected: a content type)");
        }
    }
}
