package dev.sluice.view;

import org.jspecify.annotations.Nullable;

/** The file that is being read, for what there is to say about it. */
record Source(String file) {
    /** An error at this line, counted from 1; 0 for the file as a whole. */
    ViewException wrong(int line, String offence, String expected) {
        String place = line > 0 ? file + ":" + line : file;
        return new ViewException(place + ": " + offence + " (expected: " + expected + ")");
    }

    /** What was written, short enough to be shown. */
    static String quoted(@Nullable String text) {
        if (text == null) {
            return "nothing";
        }
        StringBuilder shown = new StringBuilder("'");
        text.codePoints()
                .limit(60)
                .forEach(point -> shown.appendCodePoint(Character.isISOControl(point) ? '�' : point));
        return shown.append(text.codePointCount(0, text.length()) > 60 ? "…'" : "'")
                .toString();
    }
}
