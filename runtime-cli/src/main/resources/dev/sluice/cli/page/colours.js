// Causes of slot time: their words, colours and patterns. The colours are those of the pictures of other commands.

import { svg } from './dom.js';

/** All causes, in the order in which they are stacked. The lines are drawn in a tile of 8 by 8. */
export const CAUSES = [
  { name: 'compute', words: 'computing', lines: [] },
  {
    name: 'runtime',
    words: "Sluice's overhead per unit",
    lines: [
      [2, 2, 3, 2],
      [6, 6, 7, 6],
    ],
  },
  {
    name: 'master',
    words: 'waiting for the master',
    lines: [
      [-1, 1, 1, -1],
      [-1, 9, 9, -1],
      [7, 9, 9, 7],
    ],
  },
  {
    name: 'results-link',
    words: 'waiting until a result is sent',
    lines: [
      [0, 2, 8, 2],
      [0, 6, 8, 6],
    ],
  },
  {
    name: 'inputs-link',
    words: 'waiting for inputs',
    lines: [
      [2, 0, 2, 8],
      [6, 0, 6, 8],
    ],
  },
  {
    name: 'setup',
    words: 'waiting for the setup',
    lines: [
      [-1, 7, 1, 9],
      [-1, -1, 9, 9],
      [7, -1, 9, 1],
    ],
  },
  { name: 'no-work', words: 'no work left', lines: [] },
  {
    name: 'starting',
    words: 'starting',
    lines: [
      [0, 4, 8, 4],
      [4, 0, 4, 8],
    ],
  },
  {
    name: 'parked',
    words: 'parked',
    lines: [[0, 4, 8, 4]],
  },
];

/** A failed or lost attempt. */
export const ERROR = {
  name: 'error',
  words: 'failed or lost',
  lines: [
    [1, 1, 7, 7],
    [7, 1, 1, 7],
  ],
};

const BY_NAME = new Map([...CAUSES, ERROR].map((cause) => [cause.name, cause]));

/** The cause with the colour of each line of the ledger. */
const LEDGER_CAUSES = {
  compute: 'compute',
  waitingForMaster: 'master',
  waitingForLink: 'results-link',
  waitingForSetup: 'setup',
  noWorkLeft: 'no-work',
  starting: 'starting',
  parked: 'parked',
};

/** Returns the cause with a name; unknown names count as time without work. */
export function causeNamed(name) {
  return BY_NAME.get(String(name).toLowerCase().replace(/[ _]/g, '-')) ?? BY_NAME.get('no-work');
}

/** Returns the cause whose colour a line of the ledger has. */
export function causeOfLine(field) {
  return causeNamed(LEDGER_CAUSES[field] ?? 'no-work');
}

/** Makes the definitions of all patterns, for pictures in SVG. */
export function patterns() {
  const tiles = [...BY_NAME.values()].map((cause) =>
    svg(
      'pattern',
      { id: 'p-' + cause.name, width: 8, height: 8, patternUnits: 'userSpaceOnUse' },
      svg('rect', { width: 8, height: 8, class: 'c-' + cause.name }),
      cause.lines.map(([x1, y1, x2, y2]) => svg('line', { x1, y1, x2, y2, class: 'weave' })),
    ),
  );
  return svg('svg', { class: 'defs', width: 0, height: 0, 'aria-hidden': 'true' }, svg('defs', null, tiles));
}

/** Makes the small square that stands for a cause in legends. */
export function swatch(cause) {
  return svg(
    'svg',
    { class: 'swatch', width: 16, height: 16, 'aria-hidden': 'true' },
    svg('rect', { width: 16, height: 16, rx: 3, fill: `url(#p-${cause.name})` }),
  );
}

/** Reads the colours of the present scheme for a canvas, and makes its patterns. */
export function palette(element) {
  const style = getComputedStyle(element);
  const colour = (name) => style.getPropertyValue('--' + name).trim();
  const scale = devicePixelRatio || 1;
  const fills = new Map();
  for (const cause of BY_NAME.values()) {
    fills.set(cause.name, tile(cause, colour('c-' + cause.name), colour('weave'), scale));
  }
  return { colour, fill: (name) => fills.get(name) };
}

function tile(cause, colour, weave, scale) {
  if (cause.lines.length === 0) {
    return colour;
  }
  const canvas = document.createElement('canvas');
  const size = Math.round(8 * scale);
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  context.scale(size / 8, size / 8);
  context.fillStyle = colour;
  context.fillRect(0, 0, 8, 8);
  context.strokeStyle = weave;
  context.lineWidth = 1;
  context.beginPath();
  for (const [x1, y1, x2, y2] of cause.lines) {
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
  }
  context.stroke();
  const pattern = context.createPattern(canvas, 'repeat');
  pattern.setTransform(new DOMMatrix().scale(8 / size));
  return pattern;
}
