package dev.sluice.app.each.template;

/** Parts of a value that a replacement string takes. A value is a byte string: one char for each byte. */
enum Modifier {
    /** The value. */
    WHOLE(""),
    /** {@code {.}}: without extension, which is the text from the last dot behind the last slash. */
    WITHOUT_EXTENSION("."),
    /** {@code {/}}: behind the last slash. */
    BASE("/"),
    /** {@code {//}}: the directory, as dirname prints it. */
    DIRECTORY("//"),
    /** {@code {/.}}: behind the last slash and without extension. */
    BASE_WITHOUT_EXTENSION("/.");

    private final String suffix;

    Modifier(String suffix) {
        this.suffix = suffix;
    }

    /** The characters before the closing brace. */
    String suffix() {
        return suffix;
    }

    String of(String value) {
        return switch (this) {
            case WHOLE -> value;
            case WITHOUT_EXTENSION -> withoutExtension(value);
            case BASE -> base(value);
            case DIRECTORY -> directory(value);
            case BASE_WITHOUT_EXTENSION -> withoutExtension(base(value));
        };
    }

    private static String base(String value) {
        return value.substring(value.lastIndexOf('/') + 1);
    }

    private static String withoutExtension(String value) {
        int dot = value.lastIndexOf('.');
        return dot > value.lastIndexOf('/') ? value.substring(0, dot) : value;
    }

    private static String directory(String value) {
        String path = withoutSlashes(value);
        int slash = path.lastIndexOf('/');
        if (slash < 0) {
            return path.isEmpty() && !value.isEmpty() ? "/" : ".";
        }
        String directory = withoutSlashes(path.substring(0, slash));
        return directory.isEmpty() ? "/" : directory;
    }

    private static String withoutSlashes(String path) {
        int end = path.length();
        while (end > 0 && path.charAt(end - 1) == '/') {
            end--;
        }
        return path.substring(0, end);
    }
}
