// The task stream: who does what, and where is time lost?

import { CAUSES, ERROR, causeNamed, palette, swatch } from './colours.js';
import { button, el, section, setText } from './dom.js';
import { AXIS, exactSpans, paintAxis, paintRows, within } from './painter.js';
import { Shares, arranged, visible } from './rows.js';
import { NOTHING } from './fold.js';
import { tableBehind } from './table.js';
import { bytes, count, counted, duration, NO_COURSE, numbered, percent } from './words.js';

const OUTCOMES = ['accepted', "another worker's result counted", 'failed', 'lost with its worker'];
const ALL_HEIGHT = 40;

export class Stream {
  constructor() {
    Object.assign(this, section('stream', 'Task stream', 'Who does what, and where is time lost?'));
    this.parts = ['about', 'lanes', 'bands', 'spans', 'transfers'];
    this.expanded = new Set();
    this.window = null;
    this.cursor = null;
    this.axis = el('canvas', { class: 'axis', height: AXIS, 'aria-hidden': 'true' });
    this.canvas = el('canvas', { class: 'rows', tabindex: 0, role: 'application', 'aria-describedby': 'stream-keys' });
    this.readout = el('output', { class: 'readout', 'aria-live': 'polite' });
    this.scroller = el('div', { class: 'scroller' }, this.axis, this.canvas);
    const keys = el(
      'p',
      { class: 'note', id: 'stream-keys' },
      'Zoom: + and −, or the wheel once the picture is selected. Arrows move the cursor, Shift with an arrow moves ' +
        'the time, Enter opens a group of rows, 0 shows the whole run.',
    );
    this.behind = tableBehind('shares of slot time', this.columns());
    this.legend = el('ul', { class: 'legend' });
    this.head = el('div', { class: 'above' }, this.legend, this.tools());
    this.body.append(this.head, this.scroller, this.readout, keys, this.behind.element);
    this.listen();
  }

  tools() {
    return el(
      'div',
      { class: 'tools', role: 'group', 'aria-label': 'Zoom' },
      button('−', () => this.zoom(2), { 'aria-label': 'Zoom out' }),
      button('+', () => this.zoom(0.5), { 'aria-label': 'Zoom in' }),
      button('Whole run', () => this.whole()),
    );
  }

  columns() {
    const share = (i) => (row) => this.shares.between(row, 0, this.store.overview.seconds)[i] ?? 0;
    const causes = CAUSES.map((cause) => {
      const value = (row) => share(this.store.bands.causes.findIndex((name) => causeNamed(name) === cause))(row);
      return { title: cause.words, number: true, text: (row) => percent(value(row)), value };
    });
    const slots = (row) => row.lanes.reduce((sum, lane) => sum + lane.slots, 0);
    return [
      { title: 'Row', kind: 'name', text: (row) => row.label, value: (row) => row.label },
      { title: 'Slots', number: true, text: (row) => count(slots(row)), value: slots },
      ...causes,
    ];
  }

  draw(store, changed) {
    this.store = store;
    if (!this.shares || changed.has('bands') || changed.has('lanes')) {
      this.shares = new Shares(store.bands);
    }
    if (!this.all || changed.has('lanes')) {
      this.all = arranged(store.lanes);
    }
    this.legend.replaceChildren(...this.legendEntries());
    setText(this.says, this.words());
    this.canvas.setAttribute('aria-label', this.words());
    this.paint();
    this.behind.update(() => visible(this.all, this.expanded));
    return store.lanes.length === 0 ? NOTHING : undefined;
  }

  /** The causes that occur in this run. */
  legendEntries() {
    const { bands, spans, lanes } = this.store;
    const shares = lanes.length === 0 ? [] : this.shares.between(this.all, 0, this.end());
    const present = new Set(bands.causes.filter((_, i) => shares[i] > 0).map((name) => causeNamed(name)));
    if (spans.outcome.some((outcome) => outcome >= 2)) {
      present.add(ERROR);
    }
    return [...CAUSES, ERROR]
      .filter((cause) => present.has(cause))
      .map((cause) => el('li', null, swatch(cause), cause.words));
  }

  resized() {
    this.colours = null;
    this.paint();
  }

  words() {
    const { about, lanes, spans, bands } = this.store;
    if (lanes.length === 0 && about.kind !== 'live') {
      return NO_COURSE;
    }
    if (lanes.length === 0) {
      return 'No slot yet: rows appear when workers connect.';
    }
    const slots = lanes.reduce((sum, lane) => sum + lane.slots, 0);
    const shares = this.shares.between(this.all, 0, this.end());
    const parts = bands.causes
      .map((name, i) => [shares[i], causeNamed(name).words])
      .filter(([share]) => share >= 0.005)
      .sort((a, b) => b[0] - a[0])
      .slice(0, 3)
      .map(([share, words]) => `${percent(share)} ${words}`);
    const omitted = spans.omitted > 0 ? ` ${count(spans.omitted)} short spans are shown as shares only.` : '';
    return `${counted(slots, 'slot')} over ${duration(this.end())}: ${parts.join(', ') || 'no time yet'}.${omitted}`;
  }

  end() {
    return Math.max(this.store.overview.seconds, 1e-3);
  }

  place() {
    const width = this.body.clientWidth;
    const rows = visible(this.all, this.expanded);
    const high = rows.length > 24 ? 18 : rows.length > 10 ? 22 : 28;
    const heights = rows.map((row) => (row.isAll ? ALL_HEIGHT : high));
    const tops = [];
    heights.reduce((sum, height) => (tops.push(sum), sum + height), 0);
    const { from, to } = this.window ?? { from: 0, to: this.end() };
    const isNarrow = width < 560;
    const left = isNarrow ? 72 : 190;
    return { width, isNarrow, left, rows, heights, tops, from, to, cursor: this.cursor, expanded: this.expanded };
  }

  paint() {
    if (!this.store || this.store.lanes.length === 0 || this.body.clientWidth === 0) {
      return;
    }
    this.colours ??= palette(this.canvas);
    const place = this.place();
    paintAxis(this.axis, place, this.colours);
    paintRows(this.canvas, place, this.store, this.shares, this.colours);
    setText(this.readout, this.cursor ? this.read(place) : '');
  }

  /** Says in words what is under the cursor. */
  read(place) {
    const row = place.rows.find((one) => one.key === this.cursor.key);
    if (!row) {
      return '';
    }
    const at = this.cursor.seconds;
    const exact = exactSpans(row, this.store, place.from, place.to, place.width - place.left);
    const unit = exact?.find((i) => this.covers(this.store.spans, i, at));
    const host = row.lanes[0].host;
    const on = row.lanes.length === 1 && !row.label.includes(host) ? ` on ${host}` : '';
    const where = `${row.label}${on}, ${duration(at)}`;
    if (unit !== undefined) {
      return `${where}: ${this.unitWords(unit)}`;
    }
    const { seconds, causes } = this.store.bands;
    const shares = this.shares.between(row, at, at + seconds / 1e3);
    const parts = causes.map((name, i) => [shares[i], causeNamed(name).words]).filter(([share]) => share >= 0.005);
    parts.sort((a, b) => b[0] - a[0]);
    const words = parts.map(([share, cause]) => `${percent(share)} ${cause}`).join(', ');
    return `${where}: ${words || 'not connected'}${this.transferWords(row, at)}`;
  }

  covers(columns, i, seconds) {
    return columns.fromMicros[i] <= seconds * 1e6 && seconds * 1e6 < columns.fromMicros[i] + columns.micros[i];
  }

  unitWords(i) {
    const { firstUnit, units, cycle, micros, outcome } = this.store.spans;
    const name =
      units[i] === 1
        ? `unit ${numbered(firstUnit[i])}`
        : `units ${numbered(firstUnit[i])} to ${numbered(firstUnit[i], units[i] - 1)}`;
    const fate = OUTCOMES[outcome[i]] ?? 'unknown';
    return `${name} of cycle ${cycle[i] + 1}, computed in ${duration(micros[i] / 1e6)}, ${fate}`;
  }

  transferWords(row, seconds) {
    const { transfers } = this.store;
    const entries = (row.lanes.length === 1 && this.store.transfersByLane.get(row.lanes[0].number)) || [];
    const words = (i) => {
      const way = transfers.toMaster[i] === 1 ? 'to' : 'from';
      return `; ${bytes(transfers.bytes[i])} ${way} the master in ${duration(transfers.micros[i] / 1e6)}`;
    };
    return within(entries, transfers, seconds * 1e6, seconds * 1e6)
      .map(words)
      .join('');
  }

  // ---- moving about

  whole() {
    this.window = null;
    this.paint();
  }

  /** Changes the width of the window by a factor, around the cursor or a time. */
  zoom(factor, around) {
    const { from, to } = this.place();
    const middle = around ?? (this.cursor ? Math.min(to, Math.max(from, this.cursor.seconds)) : (from + to) / 2);
    const width = Math.max(1e-5, (to - from) * factor);
    this.show(middle - ((middle - from) / (to - from)) * width, width);
  }

  show(from, width) {
    if (width >= this.end()) {
      this.whole();
      return;
    }
    const begin = Math.max(0, Math.min(this.end() - width, from));
    this.window = { from: begin, to: begin + width };
    this.paint();
  }

  at(event) {
    const place = this.place();
    const box = this.canvas.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    const i = place.tops.findIndex((top, k) => y >= top && y < top + place.heights[k]);
    const seconds = place.from + ((x - place.left) / (place.width - place.left)) * (place.to - place.from);
    return { place, x, row: place.rows[i], seconds: Math.max(place.from, Math.min(place.to, seconds)) };
  }

  listen() {
    let drag = null;
    this.canvas.addEventListener('pointermove', (event) => {
      const { place, row, seconds } = this.at(event);
      if (drag) {
        const moved = ((event.clientX - drag.x) / (place.width - place.left)) * (drag.to - drag.from);
        drag.isMoved ||= Math.abs(event.clientX - drag.x) > 3;
        this.show(drag.from - moved, drag.to - drag.from);
      } else if (row) {
        this.cursor = { key: row.key, seconds };
        this.paint();
      }
    });
    this.canvas.addEventListener('pointerdown', (event) => {
      const { place, x, row } = this.at(event);
      if (x < place.left && row) {
        this.toggle(row);
        return;
      }
      drag = { x: event.clientX, from: place.from, to: place.to, isMoved: false };
      this.canvas.setPointerCapture(event.pointerId);
    });
    this.canvas.addEventListener('pointerup', () => (drag = null));
    this.canvas.addEventListener('pointercancel', () => (drag = null));
    this.canvas.addEventListener('pointerleave', () => {
      if (!drag && document.activeElement !== this.canvas) {
        this.cursor = null;
        this.paint();
      }
    });
    this.canvas.addEventListener('dblclick', (event) => this.zoom(0.25, this.at(event).seconds));
    this.canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    this.canvas.addEventListener('focus', () => this.focus());
    this.canvas.addEventListener('keydown', (event) => this.key(event));
  }

  wheel(event) {
    if (!event.ctrlKey && document.activeElement !== this.canvas) {
      return;
    }
    event.preventDefault();
    this.zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY / 300))), this.at(event).seconds);
  }

  focus() {
    const { rows, from, to } = this.place();
    this.cursor ??= { key: rows[0].key, seconds: (from + to) / 2 };
    this.paint();
  }

  toggle(row) {
    if (row.children.length > 0 && !row.isAll) {
      if (!this.expanded.delete(row.key)) {
        this.expanded.add(row.key);
      }
      this.paint();
      this.behind.update(() => visible(this.all, this.expanded));
    }
  }

  key(event) {
    const actions = {
      '+': () => this.zoom(0.5),
      '=': () => this.zoom(0.5),
      '-': () => this.zoom(2),
      0: () => this.whole(),
      Home: () => this.whole(),
      ArrowLeft: () => (event.shiftKey ? this.pan(-0.25) : this.step(-1)),
      ArrowRight: () => (event.shiftKey ? this.pan(0.25) : this.step(1)),
      ArrowUp: () => this.row(-1),
      ArrowDown: () => this.row(1),
      Enter: () => this.toggle(this.cursorRow()),
      ' ': () => this.toggle(this.cursorRow()),
      Escape: this.window && (() => this.whole()),
    };
    const action = actions[event.key];
    if (action && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      action();
    }
  }

  pan(share) {
    const { from, to } = this.place();
    this.show(from + share * (to - from), to - from);
  }

  cursorRow() {
    const { rows } = this.place();
    return rows.find((row) => row.key === this.cursor?.key) ?? rows[0];
  }

  row(step) {
    const { rows, tops } = this.place();
    const i = Math.max(
      0,
      Math.min(rows.length - 1, rows.indexOf(rows.find((row) => row.key === this.cursor?.key)) + step),
    );
    this.cursor = { key: rows[i].key, seconds: this.cursor?.seconds ?? 0 };
    if (tops[i] < this.scroller.scrollTop || tops[i] + 60 > this.scroller.scrollTop + this.scroller.clientHeight) {
      this.scroller.scrollTop = tops[i] - 60;
    }
    this.paint();
  }

  /** Moves the cursor to the next unit where units are drawn, else by a few pixels. */
  step(sign) {
    const place = this.place();
    const { fromMicros, micros } = this.store.spans;
    const exact = exactSpans(this.cursorRow(), this.store, place.from, place.to, place.width - place.left);
    const middles = (exact ?? []).map((i) => (fromMicros[i] + micros[i] / 2) / 1e6);
    const beyond = middles.filter((middle) => sign * (middle - this.cursor.seconds) > 1e-7);
    const next = sign > 0 ? beyond[0] : beyond[beyond.length - 1];
    const pixels = (8 * (place.to - place.from)) / (place.width - place.left);
    this.cursor.seconds = Math.max(0, Math.min(this.end(), next ?? this.cursor.seconds + sign * pixels));
    this.paint();
  }
}
