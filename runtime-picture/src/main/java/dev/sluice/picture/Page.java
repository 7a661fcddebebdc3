package dev.sluice.picture;

import java.util.ArrayList;
import java.util.List;

/** One HTML file of pictures and tables: it loads nothing and runs no script. Confined to one thread. */
public final class Page {
    private final String title;
    private final String lead;
    private final List<String> parts = new ArrayList<>();

    /** An empty page. {@code lead} says in a sentence what the page is about; may be empty. */
    public Page(String title, String lead) {
        this.title = title;
        this.lead = lead;
    }

    /** Begins a section. */
    public Page heading(String text) {
        parts.add("<h2>" + PictureText.escape(text) + "</h2>\n");
        return this;
    }

    /** Adds a paragraph. */
    public Page text(String text) {
        parts.add("<p>" + PictureText.escape(text) + "</p>\n");
        return this;
    }

    /** Adds a picture. */
    public Page picture(Picture picture) {
        parts.add("<figure>" + picture.inline("p" + parts.size()) + "</figure>\n");
        return this;
    }

    /** Adds a table; cells that are numbers stand to the right. */
    public Page table(List<String> header, List<List<String>> rows) {
        StringBuilder html = new StringBuilder("<div class=\"wide\"><table>\n<thead><tr>");
        header.forEach(cell -> html.append("<th scope=\"col\">")
                .append(PictureText.escape(cell))
                .append("</th>"));
        html.append("</tr></thead>\n<tbody>\n");
        for (List<String> row : rows) {
            html.append("<tr>");
            for (String cell : row) {
                html.append(PictureText.looksNumeric(cell) ? "<td class=\"n\">" : "<td>")
                        .append(PictureText.escape(cell))
                        .append("</td>");
            }
            html.append("</tr>\n");
        }
        parts.add(html.append("</tbody></table></div>\n").toString());
        return this;
    }

    /** The file. */
    public String html() {
        StringBuilder html = new StringBuilder(
                        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<meta name=\"color-scheme\" content=\"light dark\">\n")
                .append("<title>")
                .append(PictureText.escape(title))
                .append("</title>\n<style>\n")
                .append(Style.SHEET)
                .append(Style.PAGE)
                .append("</style>\n</head>\n<body>\n<main>\n<h1>")
                .append(PictureText.escape(title))
                .append("</h1>\n");
        if (!lead.isEmpty()) {
            html.append("<p class=\"lead\">").append(PictureText.escape(lead)).append("</p>\n");
        }
        parts.forEach(html::append);
        return html.append("</main>\n</body>\n</html>\n").toString();
    }
}
