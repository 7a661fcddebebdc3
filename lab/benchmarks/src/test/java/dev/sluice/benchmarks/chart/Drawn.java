package dev.sluice.benchmarks.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.picture.Canvas;
import dev.sluice.picture.Picture;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** A picture as its reader's parser sees it, and what holds for every picture. */
final class Drawn {
    private final Document document;
    private final String svg;

    private Drawn(Document document, String svg) {
        this.document = document;
        this.svg = svg;
    }

    /** Parses it and checks that it is well-formed, finite, named, small, and that its labels lie inside and apart. */
    static Drawn of(Picture picture) throws Exception {
        String svg = picture.svg();
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        Drawn drawn = new Drawn(factory.newDocumentBuilder().parse(new InputSource(new StringReader(svg))), svg);
        assertThat(svg).doesNotContain("NaN", "Infinity").hasSizeLessThan(3_000_000);
        assertThat(svg).doesNotContain("http://www.w3.org/1999", "<script", "href=");
        Element root = drawn.document.getDocumentElement();
        assertThat(root.getAttribute("role")).isEqualTo("img");
        assertThat(drawn.texts("title")).first().asString().isNotBlank();
        assertThat(drawn.texts("desc")).hasSize(1).first().asString().isNotBlank();
        drawn.checkLabels(picture);
        return drawn;
    }

    private void checkLabels(Picture picture) {
        List<Canvas.Box> boxes = picture.labels();
        for (int i = 0; i < boxes.size(); i++) {
            Canvas.Box box = boxes.get(i);
            assertThat(box.left()).as("left of %s", box).isGreaterThanOrEqualTo(0);
            assertThat(box.top()).as("top of %s", box).isGreaterThanOrEqualTo(0);
            assertThat(box.right()).as("right of %s", box).isLessThanOrEqualTo(picture.width());
            assertThat(box.bottom()).as("bottom of %s", box).isLessThanOrEqualTo(picture.height());
            for (Canvas.Box other : boxes.subList(0, i)) {
                assertThat(box.meets(other)).as("%s covers %s", box, other).isFalse();
            }
        }
    }

    String svg() {
        return svg;
    }

    /** How many elements have this class among theirs. */
    long count(String element, String style) {
        NodeList all = document.getElementsByTagName(element);
        long count = 0;
        for (int i = 0; i < all.getLength(); i++) {
            String classes = " " + ((Element) all.item(i)).getAttribute("class") + " ";
            count += classes.contains(" " + style + " ") ? 1 : 0;
        }
        return count;
    }

    /** The text of these elements, in their order. */
    List<String> texts(String element) {
        NodeList all = document.getElementsByTagName(element);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < all.getLength(); i++) {
            texts.add(
                    all.item(i).getFirstChild() == null
                            ? ""
                            : all.item(i).getFirstChild().getNodeValue());
        }
        return texts;
    }
}
