package dev.sluice.picture;

/** Sizes of text, each with its class in the style sheet. */
public enum Type {
    TITLE("t1", 20, true),
    SUMMARY("t2", 13, false),
    STRONG("t3", 12, true),
    LABEL("t4", 12, false),
    SMALL("t5", 11, false),
    TINY("t6", 10, false);

    private final String style;
    private final double size;
    private final boolean bold;

    Type(String style, double size, boolean bold) {
        this.style = style;
        this.size = size;
        this.bold = bold;
    }

    String style() {
        return style;
    }

    /** [px] */
    double size() {
        return size;
    }

    boolean bold() {
        return bold;
    }
}
