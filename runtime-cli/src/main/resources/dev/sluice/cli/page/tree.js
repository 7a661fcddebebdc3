// The flow tree: links from the master to the workers. Width is capacity, fill is use, a mark is the model's optimum.

import { button, section, setText, short, svg } from './dom.js';
import { LITTLE, NOTHING } from './fold.js';
import { tableBehind } from './table.js';
import { byName, count, counted, percent, speed } from './words.js';

const ROW = 48;
const HEAD = 34;
const INDENT = 22;
const THICK = 18;
const FIRST_CHILDREN = 8;
const MORE_CHILDREN = 200;

/** Links that carry less than this share of their capacity matter to nobody. */
const SLACK = 0.3;

export function tree() {
  const view = section('tree', 'Flow tree', 'Where is the narrow place?');
  const picture = svg('svg', { class: 'tree', role: 'img' });
  const legend = svg('svg', { class: 'legend-line', height: 22, 'aria-hidden': 'true' });
  const more = button('', () => {
    children = children === FIRST_CHILDREN ? MORE_CHILDREN : FIRST_CHILDREN;
    draw();
  });
  const behind = tableBehind('capacity and use of links', [
    { title: 'Link to', kind: 'name', text: (link) => link.name, value: (link) => link.name },
    { title: 'Slots', number: true, text: (link) => count(link.slots), value: (link) => link.slots },
    speedColumn('Up: used', 'usedUp'),
    speedColumn('Capacity', 'capacityUp'),
    speedColumn('Best', 'bestUp'),
    speedColumn('Down: used', 'usedDown'),
    speedColumn('Capacity', 'capacityDown'),
    speedColumn('Best', 'bestDown'),
    { title: 'Limits the run', text: (link) => (link.binding ? 'yes' : 'no'), value: (link) => Number(link.binding) },
  ]);
  view.body.append(legend, picture, more, behind.element);
  let links = [];
  let verdict = '';
  let children = FIRST_CHILDREN;

  function draw() {
    const width = view.body.clientWidth;
    const { rows, hidden } = listed(links, children);
    for (const element of [picture, legend, behind.element]) {
      element.toggleAttribute('hidden', links.length === 0);
    }
    more.hidden = links.length === 0 || (hidden === 0 && children === FIRST_CHILDREN);
    setText(more, hidden > 0 ? `Show ${count(Math.min(hidden, MORE_CHILDREN))} more links` : 'Show fewer links');
    if (width > 0 && links.length > 0) {
      picture.setAttribute('aria-label', words(links, verdict));
      drawTree(picture, rows, width);
      drawLegend(legend, width);
    }
  }

  return {
    ...view,
    parts: ['links', 'overview'],
    resized: draw,
    draw(store) {
      links = store.links;
      verdict = store.overview.bottleneck;
      setText(view.says, words(links, verdict));
      draw();
      behind.update(() => links);
      return links.length === 0 ? NOTHING : isSlack(links) ? LITTLE : undefined;
    },
  };
}

function speedColumn(title, field) {
  return { title, number: true, text: (link) => speed(link[field]), value: (link) => link[field] };
}

function words(links, verdict) {
  if (links.length === 0) {
    return 'No link is known yet.';
  }
  const fullest = [...links].sort((a, b) => fullness(b) - fullness(a))[0];
  if (isSlack(links)) {
    const full = fullness(fullest);
    return full < 0.01
      ? 'No link matters here.'
      : `No link matters here: ${short(fullest.name, 40)} is the fullest, with ${percent(full)} of its capacity in use.`;
  }
  return links.some((link) => link.binding) ? verdict : 'No single link limits the run.';
}

function isSlack(links) {
  return links.every((link) => !link.binding && fullness(link) < SLACK);
}

function fullness(link) {
  return Math.max(share(link.usedUp, link.capacityUp), share(link.usedDown, link.capacityDown));
}

function share(used, capacity) {
  return capacity > 0 ? Math.min(1, used / capacity) : 0;
}

/** Lists links as rows of a tree. Each link shows its fullest children; the others are counted. */
function listed(links, most) {
  const below = new Map();
  for (const link of links) {
    below.set(link.parent, (below.get(link.parent) ?? []).concat(link));
  }
  const rows = [];
  let hidden = 0;
  const visit = (link, depth, parentRow) => {
    const row = rows.push({ link, depth, parentRow }) - 1;
    const sorted = (below.get(link.number) ?? []).sort(
      (a, b) =>
        b.binding - a.binding || (most === FIRST_CHILDREN && fullness(b) - fullness(a)) || byName(a.name, b.name),
    );
    const shown = sorted.length <= most + 1 ? sorted : sorted.slice(0, most);
    shown.forEach((child) => visit(child, depth + 1, row));
    const rest = sorted.slice(shown.length);
    if (rest.length > 0) {
      hidden += rest.length;
      rows.push({ rest, depth: depth + 1, parentRow: row });
    }
  };
  (below.get(-1) ?? []).forEach((link) => visit(link, 0, -1));
  return { rows, hidden };
}

function drawTree(picture, rows, width) {
  const most = Math.max(
    ...rows.filter((row) => row.link).map(({ link }) => Math.max(link.capacityUp, link.capacityDown)),
    1,
  );
  const isNarrow = width < 620;
  const names = isNarrow ? 0 : Math.min(260, width * 0.3);
  const row = isNarrow ? ROW + 22 : ROW;
  const gauge = (width - names - 24) / 2;
  const place = { most, names, gauge, row, isNarrow, width };
  picture.setAttribute('width', width);
  picture.setAttribute('height', HEAD + rows.length * row);
  picture.replaceChildren(
    svg('text', { x: names, y: 16, class: 'strong' }, isNarrow ? '↑ results' : '↑ to the master: results'),
    svg(
      'text',
      { x: names + gauge + 24, y: 16, class: 'strong' },
      isNarrow ? '↓ inputs' : '↓ from the master: inputs and setups',
    ),
    ...rows.map((one, i) => connector(one, i, rows, place)),
    ...rows.map((one, i) => (one.link ? linkRow(one, HEAD + i * row, place) : restRow(one, HEAD + i * row, place))),
  );
}

/** Draws the branch from a parent's row to its child, as wide as the child's capacity. */
function connector(one, i, rows, { most, row, isNarrow }) {
  if (one.parentRow < 0 || isNarrow) {
    return svg('g');
  }
  const x = (one.depth - 1) * INDENT + 7;
  const from = HEAD + one.parentRow * row + 22;
  const to = HEAD + i * row + 14;
  const link = one.link;
  const capacity = link ? Math.max(link.capacityUp, link.capacityDown) : 0;
  const width = Math.max(1.5, thickness(capacity, most) * 0.5);
  const d = `M${x} ${from}V${to - 8}q0 8 8 8h${INDENT - 16}`;
  return svg('path', { d, class: link?.binding ? 'branch alert-line' : 'branch', 'stroke-width': width.toFixed(1) });
}

function thickness(capacity, most) {
  return capacity > 0 ? Math.max(4, THICK * Math.sqrt(capacity / most)) : 6;
}

function linkRow({ link, depth }, y, place) {
  const { names, gauge, isNarrow } = place;
  const x = isNarrow ? Math.min(depth, 4) * 10 : depth * INDENT;
  const letters = Math.floor(((isNarrow ? place.width : names) - x - 20) / 7.4);
  const group = svg(
    'g',
    null,
    svg('title', null, `${link.name}: ${counted(link.slots, 'slot')}`),
    svg('circle', { cx: x + 7, cy: y + 14, r: 5, class: link.binding ? 'node alert' : 'node' }),
    svg('text', { x: x + 18, y: y + 18, class: 'strong' }, short(link.name, Math.max(6, letters))),
  );
  const note = link.binding ? '▲ limits the run' : link.slots > 0 ? counted(link.slots, 'slot') : '';
  if (isNarrow) {
    group.append(
      svg('text', { x: place.width, y: y + 18, class: link.binding ? 'end warn small' : 'end muted small' }, note),
    );
  } else {
    group.append(svg('text', { x: x + 18, y: y + 34, class: link.binding ? 'warn small' : 'muted small' }, note));
  }
  const top = isNarrow ? y + 24 : y;
  group.append(
    pipe(names, top, gauge, link.usedUp, link.capacityUp, link.bestUp, link.binding, place),
    pipe(names + gauge + 24, top, gauge, link.usedDown, link.capacityDown, link.bestDown, link.binding, place),
  );
  return group;
}

/** Draws one direction of a link: a pipe as thick as its capacity, filled to its use. */
function pipe(x, y, length, used, capacity, best, isBinding, { most, isNarrow }) {
  const thick = thickness(capacity, most);
  const middle = y + 14;
  const box = { x, y: middle - thick / 2, height: thick, rx: Math.min(3, thick / 2) };
  const full = share(used, capacity);
  const isHot = isBinding && full > 0.5;
  const group = svg(
    'g',
    null,
    svg('rect', { ...box, width: length, class: capacity > 0 ? 'channel' : 'channel unknown' }),
  );
  if (full > 0) {
    group.append(svg('rect', { ...box, width: Math.max(1, length * full), class: isHot ? 'alert' : 'water' }));
  }
  if (best > 0 && capacity > 0) {
    const mark = x + length * Math.min(1, best / capacity);
    const d = `M${mark} ${middle - thick / 2 - 4}V${middle + thick / 2 + 4}`;
    group.append(svg('path', { d, class: 'best under' }), svg('path', { d, class: 'best' }));
  }
  const of = capacity > 0 ? ` of ${speed(capacity)}` : '';
  const parts = capacity > 0 ? ` · ${percent(full)}` : '';
  const text = isNarrow ? `${usedWords(used)}${parts}` : `${usedWords(used)}${of}${parts}`;
  group.append(svg('text', { x, y: y + 37, class: 'muted small' }, text));
  return group;
}

function usedWords(used) {
  return used > 0 ? speed(used) : '0\u00a0B/s';
}

function restRow({ rest, depth }, y, { names, isNarrow }) {
  const x = isNarrow ? Math.min(depth, 4) * 10 : depth * INDENT;
  const full = rest.map(fullness);
  const slots = rest.reduce((sum, link) => sum + link.slots, 0);
  const range = `in use: ${percent(Math.min(...full))} to ${percent(Math.max(...full))}`;
  return svg(
    'g',
    null,
    svg('circle', { cx: x + 7, cy: y + 14, r: 5, class: 'node hollow' }),
    svg('text', { x: x + 18, y: y + 18, class: 'strong' }, `${count(rest.length)} more links`),
    svg('text', { x: x + 18, y: y + 34, class: 'muted small' }, counted(slots, 'slot')),
    svg('text', { x: isNarrow ? 18 : names, y: isNarrow ? y + 52 : y + 18, class: 'muted small' }, range),
  );
}

function drawLegend(legend, width) {
  const box = { y: 4, height: 12, rx: 3 };
  const d = 'M140 0V20';
  legend.setAttribute('width', width);
  legend.replaceChildren(
    svg('rect', { ...box, x: 0, width: 50, class: 'channel' }),
    svg('rect', { ...box, x: 0, width: 24, class: 'water' }),
    svg('text', { x: 58, y: 14, class: 'small muted' }, 'in use'),
    svg('path', { d, class: 'best' }),
    svg(
      'text',
      { x: 148, y: 14, class: 'small muted' },
      width < 620 ? 'best by the model' : 'best by the model; thick links have more capacity',
    ),
  );
}
