package dev.sluice.app.each.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A word of a command. Texts are byte strings: one char for each byte (ISO 8859-1). */
record TemplateWord(List<TemplatePiece> pieces) {
    /** The form of literals and values. */
    interface Form {
        String literal(String text);

        String value(TemplatePiece.Field field, String value);
    }

    /** Literals and values as they are. */
    static final Form RAW = new Form() {
        @Override
        public String literal(String text) {
            return text;
        }

        @Override
        public String value(TemplatePiece.Field field, String value) {
            return value;
        }
    };

    TemplateWord {
        pieces = List.copyOf(pieces);
    }

    static TemplateWord ofAllValues() {
        return new TemplateWord(List.of(new TemplatePiece.Field(TemplatePiece.ALL, Modifier.WHOLE, -1)));
    }

    boolean isLiteral() {
        return pieces.stream().allMatch(piece -> piece instanceof TemplatePiece.Literal);
    }

    private boolean takesAll() {
        return pieces.stream().anyMatch(piece -> piece instanceof TemplatePiece.Field field && field.all());
    }

    /** Returns the words; none if the word has nothing but replacement strings without a value. */
    List<String> expand(InputValues values, Gathering gathering, Form form) {
        if (!takesAll()) {
            return new Writer(values, form).write(null);
        }
        if (gathering == Gathering.JOINED) {
            return new Writer(values, form).write(null);
        }
        List<String> words = new ArrayList<>();
        for (String value : values.all()) {
            words.addAll(new Writer(values, form).write(value));
        }
        return words;
    }

    /** Writes the word once. */
    private final class Writer {
        private final InputValues values;
        private final Form form;
        private final List<String> words = new ArrayList<>();
        private final StringBuilder word = new StringBuilder();
        private boolean something;

        Writer(InputValues values, Form form) {
            this.values = values;
            this.form = form;
        }

        /** @param value that stands for all of them; null: all, each but the first of which begins another word */
        List<String> write(@Nullable String value) {
            something = pieces.isEmpty();
            for (TemplatePiece piece : pieces) {
                if (piece instanceof TemplatePiece.Literal literal) {
                    add(form.literal(literal.text()));
                } else if (piece instanceof TemplatePiece.Number) {
                    add(Long.toString(values.number()));
                } else if (piece instanceof TemplatePiece.Slot) {
                    add(Integer.toString(values.slot()));
                } else if (piece instanceof TemplatePiece.Field field) {
                    field(field, value);
                }
            }
            if (something) {
                words.add(word.toString());
            }
            return words;
        }

        private void add(String text) {
            something = true;
            word.append(text);
        }

        private void field(TemplatePiece.Field field, @Nullable String value) {
            if (!field.all()) {
                Optional<String> one = values.at(field.position());
                one.ifPresent(text -> addValue(field, text));
            } else if (value != null) {
                addValue(field, value);
            } else {
                for (int i = 0; i < values.all().size(); i++) {
                    if (i > 0) {
                        words.add(word.toString());
                        word.setLength(0);
                    }
                    addValue(field, values.all().get(i));
                }
            }
        }

        private void addValue(TemplatePiece.Field field, String value) {
            add(form.value(field, field.modifier().of(value)));
        }
    }
}
