// The forecast fan: can a reader trust the forecast of the end?

import { chart } from './chart.js';
import { section, setText } from './dom.js';
import { NOTHING } from './fold.js';
import { tableBehind } from './table.js';
import { brief, duration, interval, percent } from './words.js';

export function fan() {
  const view = section('forecasts', 'Forecasts of the end', 'Can I trust the time left?');
  const plot = chart();
  const behind = tableBehind('forecasts of the run time', [
    { title: 'Made at', number: true, text: (row) => duration(row.at), value: (row) => row.at },
    { title: 'At least', number: true, text: (row) => duration(row.low), value: (row) => row.low },
    { title: 'At most', number: true, text: (row) => duration(row.high), value: (row) => row.high },
    { title: 'Held', text: (row) => row.held },
  ]);
  view.body.append(plot.element, behind.element);

  return {
    ...view,
    parts: ['forecasts', 'overview'],
    resized: () => plot.draw(),
    draw({ forecasts: data, overview: now }) {
      const isThere = data.at.length > 0;
      plot.element.hidden = !isThere;
      behind.element.hidden = !isThere;
      const title = sentence(data);
      setText(view.says, title);
      if (isThere) {
        plot.draw(specOf(data, now, title));
        behind.update(() => data.at.map((at, i) => row(data, at, i)));
      }
      return isThere ? undefined : NOTHING;
    },
  };
}

function row(data, at, i) {
  const isHit = data.low[i] <= data.actual && data.actual <= data.high[i];
  return { at, low: data.low[i], high: data.high[i], held: data.actual < 0 ? 'not known yet' : isHit ? 'yes' : 'no' };
}

function sentence(data) {
  if (data.at.length === 0) {
    return 'No forecast was made: the number of cycles is not known, or the run was too short.';
  }
  const last = data.at.length - 1;
  if (data.actual < 0) {
    return `By the latest forecast the whole run takes ${interval(data.low[last], data.high[last])}.`;
  }
  const errors = data.at.map((_, i) => Math.abs((data.low[i] + data.high[i]) / 2 - data.actual) / data.actual);
  errors.sort((a, b) => a - b);
  const median = errors[Math.floor(errors.length / 2)];
  return (
    `The run took ${duration(data.actual)}. ${percent(data.held)} of the intervals contained that; ` +
    `the median error of their middles is ${percent(median)}.`
  );
}

function specOf(data, now, title) {
  const end = Math.max(data.actual, now.seconds, ...data.at);
  const top = Math.max(data.actual, ...data.high) * 1.05;
  return {
    title,
    x: { title: 'elapsed time when the forecast was made', format: brief, low: 0, high: end, isTime: true },
    y: { title: 'forecast time of the whole run', format: brief, low: 0, high: top, isTime: true },
    band: { at: data.at, low: data.low, high: data.high },
    lines: [
      {
        points: [
          [0, 0],
          [Math.min(end, top), Math.min(end, top)],
        ],
        kind: 'faint',
      },
      { points: data.at.map((at, i) => [at, (data.low[i] + data.high[i]) / 2]), kind: 'main' },
    ],
    dots: [],
    marks: data.actual < 0 ? [] : [{ y: data.actual, text: `actual: ${duration(data.actual)}` }],
    read: (i) => `after ${duration(data.at[i])}: the run takes ${interval(data.low[i], data.high[i])}`,
  };
}
