package dev.sluice.insight.cost;

/** From the first to the last time that a process said what it has spent, in whatever order these arrive. */
record Window(Spent first, Spent last) {
    static Window of(Spent told) {
        return new Window(told, told);
    }

    Window with(Window other) {
        return new Window(
                other.first.clock() < first.clock() ? other.first : first,
                other.last.clock() > last.clock() ? other.last : last);
    }

    Spent spent() {
        return last.minus(first);
    }
}
