// Rows of the task stream: slots by worker, host and group of hosts, so that thousands fit.

import { byName, count, counted } from './words.js';

const FLAT = 48;
const FAN = 40;

/** Arranges lanes as a tree of rows, each with a key, a label, its lanes and its children. */
export function arranged(lanes) {
  const all = { key: 'all', label: 'all slots', lanes, children: [], isAll: true };
  if (lanes.length <= FLAT) {
    all.children = sortedLanes(lanes).map((lane) => leaf(lane, true));
    return all;
  }
  const hosts = new Map();
  for (const lane of lanes) {
    if (!hosts.has(lane.host)) {
      hosts.set(lane.host, []);
    }
    hosts.get(lane.host).push(lane);
  }
  const names = [...hosts.keys()].sort(byName);
  const rows = names.map((name) => hostRow(name, sortedLanes(hosts.get(name))));
  all.children = bundled(rows, 'hosts', (row) => row.label);
  return all;
}

function sortedLanes(lanes) {
  return [...lanes].sort((a, b) => byName(a.host, b.host) || byName(a.worker, b.worker) || a.slot - b.slot);
}

function leaf(lane, withHost) {
  if (lane.worker === '') {
    return { key: 'lane' + lane.number, label: lane.host, brief: lane.host, lanes: [lane], children: [] };
  }
  const slot = lane.slot > 0 ? `${lane.worker} slot ${lane.slot}` : `${lane.worker}: ${counted(lane.slots, 'slot')}`;
  const label = withHost && lane.host !== lane.worker ? `${slot} · ${lane.host}` : slot;
  const brief = lane.slot > 0 ? `${lane.worker}/${lane.slot}` : lane.worker;
  return { key: 'lane' + lane.number, label, brief, lanes: [lane], children: [] };
}

function hostRow(name, lanes) {
  if (lanes.length === 1) {
    return { key: 'host ' + name, label: name, lanes, children: [] };
  }
  const children = bundled(
    lanes.map((lane) => leaf(lane, false)),
    'slots',
    (row) => row.label,
  );
  return { key: 'host ' + name, label: name, lanes, children };
}

/** Puts rows into groups if there are more than a screen shows. */
function bundled(rows, noun, labelOf) {
  if (rows.length <= FAN) {
    return rows;
  }
  const size = Math.ceil(rows.length / Math.ceil(Math.sqrt(rows.length)));
  const groups = [];
  for (let from = 0; from < rows.length; from += size) {
    const part = rows.slice(from, from + size);
    groups.push({
      key: `${part[0].key} group`,
      label: `${labelOf(part[0])} – ${labelOf(part[part.length - 1])}`,
      note: `${count(part.length)} ${noun}`,
      lanes: part.flatMap((row) => row.lanes),
      children: part,
    });
  }
  return groups;
}

/** Lists the rows that are visible: the row of all slots, then those whose parents are expanded. */
export function visible(all, expanded) {
  const rows = [{ ...all, depth: 0, node: all }];
  const visit = (node, depth) => {
    rows.push({ ...node, depth, node });
    if (expanded.has(node.key)) {
      node.children.forEach((child) => visit(child, depth + 1));
    }
  };
  all.children.forEach((child) => visit(child, 0));
  return rows;
}

/** Shares of the time of a row's lanes by cause and interval; 1 is all of it. Kept until the bands change. */
export class Shares {
  constructor(bands) {
    this.bands = bands;
    this.known = new Map();
  }

  of(row) {
    if (!this.known.has(row.key)) {
      this.known.set(row.key, this.summed(row.lanes));
    }
    return this.known.get(row.key);
  }

  summed(lanes) {
    const sum = new Float32Array(this.bands.length * this.bands.causes.length);
    let slots = 0;
    for (const lane of lanes) {
      const shares = this.bands.rows.get(lane.number);
      slots += lane.slots;
      for (let i = 0; shares && i < shares.length; i++) {
        sum[i] += shares[i] * lane.slots;
      }
    }
    const scale = slots > 0 ? 1 / (200 * slots) : 0;
    return sum.map((value) => value * scale);
  }

  /** Returns the mean share of each cause between two times, as a part of the time that the row was there. */
  between(row, from, to) {
    const shares = this.of(row);
    const width = this.bands.causes.length;
    const first = Math.max(0, Math.floor(from / this.bands.seconds));
    const last = Math.min(this.bands.length, Math.max(first + 1, Math.ceil(to / this.bands.seconds)));
    const sums = new Array(width).fill(0);
    for (let i = first; i < last; i++) {
      for (let c = 0; c < width; c++) {
        sums[c] += shares[i * width + c];
      }
    }
    const total = sums.reduce((a, b) => a + b, 0);
    return sums.map((sum) => (total > 0 ? sum / total : 0));
  }
}
