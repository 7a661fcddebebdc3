// The data of one run: a whole view, with all changes since applied. docs/page.schema.json describes the fields.

const MOST_SPANS = 80000;
const MOST_TRANSFERS = 20000;
const MOST_ENTRIES = 2000;
const REPLACED = ['about', 'overview', 'lanes', 'links', 'ledger', 'scaling', 'forecasts', 'hosts', 'course'];
const SPAN_COLUMNS = ['lane', 'fromMicros', 'micros', 'cycle', 'firstUnit', 'units', 'outcome'];
const TRANSFER_COLUMNS = ['lane', 'toMaster', 'fromMicros', 'micros', 'bytes'];
const SERIES_COLUMNS = ['done', 'slots', 'bytesUp', 'bytesDown', 'busy'];

/** Decodes an array of bytes. */
export function decoded(base64) {
  const text = atob(base64 ?? '');
  const numbers = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    numbers[i] = text.charCodeAt(i);
  }
  return numbers;
}

export class Store {
  constructor() {
    this.sequence = -1;
    this.raw = new Map();
    this.clear();
  }

  clear() {
    this.bands = { seconds: 1, causes: [], rows: new Map(), length: 0 };
    this.spans = emptyColumns(SPAN_COLUMNS);
    this.transfers = emptyColumns(TRANSFER_COLUMNS);
    this.series = { seconds: 1, ...emptyColumns(SERIES_COLUMNS) };
    this.decisions = [];
    this.failures = [];
    this.byLane = new Map();
    this.transfersByLane = new Map();
  }

  get isEmpty() {
    return this.sequence < 0;
  }

  /** Returns whether a change is relative to what this store has. */
  follows(view) {
    return view.whole || view.sequence === this.sequence + 1;
  }

  /** Takes a view and returns the names of the parts that changed. */
  apply(view) {
    const changed = new Set();
    if (view.whole) {
      this.clear();
      ['bands', 'spans', 'transfers', 'series', 'decisions', 'failures'].forEach((part) => changed.add(part));
    }
    this.sequence = view.sequence;
    for (const part of REPLACED) {
      const raw = JSON.stringify(view[part] ?? null);
      if (this.raw.get(part) !== raw) {
        this.raw.set(part, raw);
        this[part] = view[part] ?? null;
        changed.add(part);
      }
    }
    this.applyBands(view.bands, changed);
    this.applySpans(view.spans, changed);
    this.applyTransfers(view.transfers, changed);
    this.applySeries(view.series, changed);
    this.decide(view.decisions, changed);
    this.append('failures', view.failures, changed);
    return changed;
  }

  applyBands(bands, changed) {
    if (!bands || (bands.rows.length === 0 && !changed.has('bands'))) {
      return;
    }
    const width = bands.causes.length;
    if (bands.first === 0) {
      this.bands.rows.clear();
      this.bands.length = 0;
    }
    this.bands.seconds = bands.seconds;
    this.bands.causes = bands.causes;
    for (const row of bands.rows) {
      const shares = decoded(row.shares);
      const before = this.bands.rows.get(row.lane) ?? new Uint8Array(0);
      const all = new Uint8Array(bands.first * width + shares.length);
      all.set(before.subarray(0, bands.first * width));
      all.set(shares, bands.first * width);
      this.bands.rows.set(row.lane, all);
      this.bands.length = Math.max(this.bands.length, width === 0 ? 0 : all.length / width);
    }
    changed.add('bands');
  }

  applySpans(spans, changed) {
    if (!spans || (spans.lane.length === 0 && spans.omitted === this.spans.omitted)) {
      return;
    }
    const outcome = typeof spans.outcome === 'string' ? decoded(spans.outcome) : spans.outcome;
    appendColumns(this.spans, { ...spans, outcome }, SPAN_COLUMNS);
    this.spans.omitted = spans.omitted;
    keepLongest(this.spans, SPAN_COLUMNS, 'micros', MOST_SPANS);
    this.byLane = indexed(this.spans);
    changed.add('spans');
  }

  applyTransfers(transfers, changed) {
    if (!transfers || (transfers.lane.length === 0 && transfers.omitted === this.transfers.omitted)) {
      return;
    }
    const toMaster = typeof transfers.toMaster === 'string' ? decoded(transfers.toMaster) : transfers.toMaster;
    appendColumns(this.transfers, { ...transfers, toMaster }, TRANSFER_COLUMNS);
    this.transfers.omitted = transfers.omitted;
    keepLongest(this.transfers, TRANSFER_COLUMNS, 'bytes', MOST_TRANSFERS);
    this.transfersByLane = indexed(this.transfers);
    changed.add('transfers');
  }

  applySeries(series, changed) {
    if (!series || (series.done.length === 0 && !changed.has('series'))) {
      return;
    }
    this.series.seconds = series.seconds;
    for (const column of SERIES_COLUMNS) {
      this.series[column].length = Math.min(this.series[column].length, series.first);
      this.series[column].push(...series[column]);
    }
    changed.add('series');
  }

  /** Takes new decisions, and known ones with their outcome. */
  decide(entries, changed) {
    if (entries && entries.length > 0) {
      const all = new Map(this.decisions.map((one) => [one.number, one]));
      entries.forEach((one) => all.set(one.number, one));
      this.decisions = [...all.values()].slice(-MOST_ENTRIES);
      changed.add('decisions');
    }
  }

  append(part, entries, changed) {
    if (entries && entries.length > 0) {
      this[part] = this[part].concat(entries).slice(-MOST_ENTRIES);
      changed.add(part);
    }
  }
}

function emptyColumns(names) {
  return { omitted: 0, longest: 0, ...Object.fromEntries(names.map((name) => [name, []])) };
}

function appendColumns(to, from, names) {
  for (const name of names) {
    if (to[name].length === 0) {
      to[name] = Array.from(from[name]);
    } else {
      for (const value of from[name]) {
        to[name].push(value);
      }
    }
  }
}

/** Halves columns that are too long: the entries with the largest values remain, in their order. */
function keepLongest(columns, names, by, most) {
  const length = columns[by].length;
  if (length <= most) {
    return;
  }
  const order = Array.from({ length }, (_, i) => i).sort((a, b) => columns[by][b] - columns[by][a]);
  const kept = order.slice(0, most / 2).sort((a, b) => a - b);
  for (const name of names) {
    columns[name] = kept.map((i) => columns[name][i]);
  }
  columns.omitted += length - kept.length;
}

/** Lists the entries of each lane by their begin, and finds the longest one. */
function indexed(columns) {
  columns.longest = columns.micros.reduce((most, micros) => Math.max(most, micros), 0);
  const lanes = new Map();
  columns.lane.forEach((lane, i) => {
    if (!lanes.has(lane)) {
      lanes.set(lane, []);
    }
    lanes.get(lane).push(i);
  });
  for (const entries of lanes.values()) {
    entries.sort((a, b) => columns.fromMicros[a] - columns.fromMicros[b]);
  }
  return lanes;
}
