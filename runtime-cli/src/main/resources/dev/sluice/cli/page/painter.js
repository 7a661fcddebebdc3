// Draws rows of the task stream on a canvas: exact spans where they can be told apart, else bands of shares.

import { ticks } from './chart.js';
import { ERROR, causeNamed } from './colours.js';
import { short } from './dom.js';
import { brief } from './words.js';

export const AXIS = 26;
const FONT =
  '12px -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Liberation Sans", system-ui, sans-serif';
const SPAN_PIXELS = 2.5;

/** Returns the entries of a lane that overlap a time in microseconds. The entries are ordered by their begin. */
export function within(entries, columns, fromMicros, toMicros) {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (columns.fromMicros[entries[middle]] + columns.longest < fromMicros) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const found = [];
  for (let k = low; k < entries.length && columns.fromMicros[entries[k]] <= toMicros; k++) {
    if (columns.fromMicros[entries[k]] + columns.micros[entries[k]] >= fromMicros) {
      found.push(entries[k]);
    }
  }
  return found;
}

/** Prepares a canvas for a size in CSS pixels and returns its context. */
function prepared(canvas, width, height) {
  const scale = devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.style.width = width + 'px';
    canvas.style.height = height + 'px';
  }
  const context = canvas.getContext('2d');
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = FONT;
  return context;
}

/** Draws the time axis. The place has left, width, from and to. */
export function paintAxis(canvas, place, colours) {
  const { left, width, from, to } = place;
  const context = prepared(canvas, width, AXIS);
  const x = (seconds) => left + ((seconds - from) / (to - from)) * (width - left);
  context.fillStyle = colours.colour('muted');
  context.textBaseline = 'middle';
  for (const value of ticks(from, to, Math.max(2, (width - left) / 110), true, false)) {
    const text = brief(value);
    const half = context.measureText(text).width / 2;
    context.fillText(text, Math.max(left, Math.min(width - 2 * half, x(value) - half)), AXIS / 2 - 2);
    context.fillRect(x(value), AXIS - 6, 1, 6);
  }
}

/** Draws all rows. The place also has rows, tops, heights, and the cursor {row, seconds} or null. */
export function paintRows(canvas, place, store, shares, colours) {
  const { width, rows, tops, heights, left } = place;
  const context = prepared(canvas, width, tops[rows.length - 1] + heights[rows.length - 1] + 1);
  const pen = {
    context,
    place,
    store,
    shares,
    colours,
    x: (s) => left + ((s - place.from) / (place.to - place.from)) * (width - left),
  };
  context.save();
  context.beginPath();
  context.rect(left, 0, width - left, canvas.height);
  context.clip();
  rows.forEach((row, i) => {
    context.fillStyle = colours.colour('channel');
    context.fillRect(left, tops[i], width - left, heights[i] - 2);
    paintRow(pen, row, tops[i], heights[i] - 2);
  });
  paintErrors(pen);
  context.restore();
  rows.forEach((row, i) => paintLabel(pen, row, tops[i], heights[i] - 2));
  paintCursor(pen);
}

/** Returns the spans of a row between two times, or null if its bands are drawn instead. */
export function exactSpans(row, store, from, to, pixels) {
  const lane = row.lanes[0];
  if (row.lanes.length !== 1 || lane.slots !== 1) {
    return null;
  }
  const entries = store.byLane.get(lane.number);
  if (!entries) {
    return null;
  }
  const spans = within(entries, store.spans, from * 1e6, to * 1e6);
  return spans.length * SPAN_PIXELS > pixels ? null : spans;
}

function paintRow(pen, row, top, height) {
  const { from, to, width, left } = pen.place;
  const exact = exactSpans(row, pen.store, from, to, width - left);
  pen.context.globalAlpha = exact ? 0.4 : 1;
  paintBands(pen, row, top, height);
  pen.context.globalAlpha = 1;
  if (exact) {
    paintSpans(pen, exact, top, height);
    paintTransfers(pen, row.lanes[0].number, top, height);
  }
}

function paintBands({ context, place, store, shares, colours, x }, row, top, height) {
  const { seconds, causes, length } = store.bands;
  const all = shares.of(row);
  const step = Math.max(1, Math.round((place.to - place.from) / seconds / Math.max(1, place.width - place.left)));
  const first = Math.max(0, Math.floor(place.from / seconds / step) * step);
  const last = Math.max(first, Math.min(length, Math.ceil(place.to / seconds)));
  const floors = new Float32Array(Math.ceil((last - first) / step) + 1);
  causes.forEach((name, c) => {
    context.beginPath();
    for (let i = first, k = 0; i < last; i += step, k++) {
      const end = Math.min(i + step, length);
      let share = 0;
      for (let j = i; j < end; j++) {
        share += all[j * causes.length + c];
      }
      const high = (height * share) / (end - i);
      if (high > 0) {
        const from = Math.round(x(i * seconds));
        const to = Math.max(from + 1, Math.round(x(Math.min(end * seconds, store.overview.seconds))));
        context.rect(from, top + height - floors[k] - high, to - from, high);
        floors[k] += high;
      }
    }
    context.fillStyle = colours.fill(causeNamed(name).name);
    context.fill();
  });
}

function paintSpans({ context, store, colours, x }, spans, top, height) {
  const { fromMicros, micros, outcome } = store.spans;
  const inset = Math.min(3, height / 6);
  for (const i of spans) {
    const from = x(fromMicros[i] / 1e6);
    const wide = Math.max(1, x((fromMicros[i] + micros[i]) / 1e6) - from);
    const gap = wide > 4 ? 1 : 0;
    context.globalAlpha = outcome[i] === 1 ? 0.55 : 1;
    context.fillStyle = colours.fill(outcome[i] >= 2 ? ERROR.name : 'compute');
    context.fillRect(from, top + inset, wide - gap, height - 2 * inset);
    context.globalAlpha = 1;
    if (outcome[i] === 1 && wide > 3) {
      context.strokeStyle = colours.colour('ink');
      context.strokeRect(from + 0.5, top + inset + 0.5, wide - gap - 1, height - 2 * inset - 1);
    }
  }
}

/** Draws messages as thin lines: results at the upper edge of a row, inputs at its lower edge. */
function paintTransfers({ context, place, store, colours, x }, lane, top, height) {
  const { transfers } = store;
  const entries = store.transfersByLane.get(lane) ?? [];
  for (const i of within(entries, transfers, place.from * 1e6, place.to * 1e6)) {
    const from = x(transfers.fromMicros[i] / 1e6);
    const wide = Math.max(1, x((transfers.fromMicros[i] + transfers.micros[i]) / 1e6) - from);
    const isUp = transfers.toMaster[i] === 1;
    context.fillStyle = colours.colour(isUp ? 'c-results-link' : 'c-inputs-link');
    context.fillRect(from, isUp ? top : top + height - 2, wide, 2);
  }
}

/** Marks failed and lost attempts on each row, however far the reader has zoomed out. */
function paintErrors({ context, place, store, colours, x }) {
  const rowOf = new Map();
  place.rows.forEach((row, i) => row.isAll || row.lanes.forEach((lane) => rowOf.set(lane.number, i)));
  const { outcome, fromMicros, micros, lane } = store.spans;
  context.fillStyle = colours.colour('c-error');
  outcome.forEach((value, i) => {
    const row = rowOf.get(lane[i]);
    if (value < 2 || row === undefined) {
      return;
    }
    const at = x((fromMicros[i] + micros[i]) / 1e6);
    context.beginPath();
    context.moveTo(at - 4, place.tops[row]);
    context.lineTo(at + 4, place.tops[row]);
    context.lineTo(at, place.tops[row] + 7);
    context.fill();
  });
}

function paintLabel({ context, place, colours }, row, top, height) {
  const { left } = place;
  const indent = place.isNarrow ? 16 + row.depth * 8 : 20 + row.depth * 12;
  const middle = top + height / 2 + 0.5;
  context.textBaseline = 'middle';
  context.fillStyle = colours.colour('muted');
  if (row.children.length > 0 && !row.isAll) {
    const isOpen = place.expanded.has(row.key);
    context.fillText(isOpen ? '▾' : '▸', indent - 14, middle);
  }
  context.fillStyle = colours.colour(
    row.lanes.some((lane) => lane.state === 'connected') || row.isAll ? 'ink' : 'muted',
  );
  const room = left - indent - 8;
  let text = short((place.isNarrow && row.brief) || row.label, 60);
  while (text.length > 2 && context.measureText(text).width > room) {
    text = text.slice(0, -2) + '…';
  }
  context.fillText(text, row.isAll ? 6 : indent, middle);
}

function paintCursor({ context, place, colours, x }) {
  const { cursor, rows, tops, heights, left, width } = place;
  const i = cursor ? rows.findIndex((row) => row.key === cursor.key) : -1;
  if (i < 0) {
    return;
  }
  context.strokeStyle = colours.colour('ink');
  context.lineWidth = 1.5;
  context.strokeRect(left + 0.75, tops[i] - 0.25, width - left - 1.5, heights[i] - 1.5);
  const at = x(cursor.seconds);
  if (at >= left && at <= width) {
    context.fillStyle = colours.colour('ink');
    context.fillRect(at - 0.5, 0, 1, tops[rows.length - 1] + heights[rows.length - 1]);
  }
  context.lineWidth = 1;
}
