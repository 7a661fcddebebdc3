// Tables that a reader can sort. Only cells whose text differs are written.

import { button, el, setText } from './dom.js';
import { byName } from './words.js';

const FIRST_ROWS = 100;

/**
 * Makes a table. A column has a title, the text of a cell, and optionally: value, by which it is sorted; number, for
 * alignment; node, an element instead of text.
 */
export function table(caption, columns, options = {}) {
  const state = { rows: [], by: options.by ?? -1, down: options.down ?? false, shown: FIRST_ROWS };
  const body = el('tbody');
  const heads = columns.map((column, i) => head(column, i));
  const more = button('', () => {
    state.shown = Infinity;
    draw();
  });
  more.hidden = true;
  const element = el(
    'div',
    { class: 'wide', tabindex: 0, role: 'region', 'aria-label': 'Table: ' + caption },
    el('table', null, el('caption', { class: 'unseen' }, caption), el('thead', null, el('tr', null, heads)), body),
  );

  function head(column, i) {
    const attributes = { scope: 'col', class: column.number ? 'n' : column.kind };
    if (!column.value) {
      return el('th', attributes, column.kind === 'tight' ? el('span', { class: 'unseen' }, column.title) : column.title);
    }
    return el(
      'th',
      attributes,
      button(column.title, () => sort(i, column), { class: 'sort' }),
    );
  }

  function sort(i, column) {
    state.down = state.by === i ? !state.down : Boolean(column.number);
    state.by = i;
    draw();
  }

  function sorted() {
    const column = columns[state.by];
    if (!column) {
      return state.rows;
    }
    const sign = state.down ? -1 : 1;
    const order = (a, b) => (typeof a === 'number' ? a - b : byName(a, b));
    return [...state.rows].sort((a, b) => sign * order(column.value(a), column.value(b)));
  }

  function draw() {
    heads.forEach((cell, i) => {
      if (columns[i].value) {
        cell.setAttribute('aria-sort', i !== state.by ? 'none' : state.down ? 'descending' : 'ascending');
      }
    });
    const rows = sorted().slice(0, state.shown);
    while (body.rows.length > rows.length) {
      body.deleteRow(-1);
    }
    while (body.rows.length < rows.length) {
      body.append(
        el(
          'tr',
          null,
          columns.map((column) => el('td', { class: column.number ? 'n' : column.kind })),
        ),
      );
    }
    rows.forEach((row, i) => columns.forEach((column, j) => fill(body.rows[i].cells[j], column, row)));
    more.hidden = state.rows.length <= state.shown;
    setText(more, `Show all ${state.rows.length} rows`);
  }

  function fill(cell, column, row) {
    if (column.node) {
      cell.replaceChildren(column.node(row));
    } else {
      setText(cell, column.text(row));
    }
  }

  return {
    element: el('div', null, element, more),
    update(rows) {
      state.rows = rows;
      draw();
    },
  };
}

/** Makes the table behind a picture. It is filled while it is open. */
export function tableBehind(caption, columns, options) {
  const inner = table(caption, columns, options);
  const details = el('details', { class: 'behind' }, el('summary', null, 'Table: ' + caption), inner.element);
  let rows = () => [];
  details.addEventListener('toggle', () => details.open && inner.update(rows()));
  return {
    element: details,
    update(next) {
      rows = next;
      if (details.open) {
        inner.update(rows());
      }
    },
  };
}
