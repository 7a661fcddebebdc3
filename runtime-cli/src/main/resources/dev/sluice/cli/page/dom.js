// Makes elements. Strings of a run enter the page here only, and always as text.

const SVG = 'http://www.w3.org/2000/svg';

// Control characters and marks of writing direction could make a name look like another one.
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Returns a string of the run with a visible sign for each invisible character. */
function plain(text) {
  return String(text ?? '').replace(UNSEEN, '\ufffd');
}

/** Shortens a string to a number of characters. */
export function short(text, most) {
  const characters = [...plain(text)];
  return characters.length <= most ? characters.join('') : characters.slice(0, most - 1).join('') + '…';
}

/** Makes an element. Children are elements or strings; strings become text. */
export function el(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** Makes an SVG element. */
export function svg(tag, attributes, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value !== undefined && value !== null && value !== false) {
      element.setAttribute(name, value === true ? '' : plain(value));
    }
  }
  for (const child of children.flat()) {
    element.append(child instanceof Node ? child : plain(child));
  }
  return element;
}

/** Sets an element's text if it differs, so that nothing is laid out again without need. */
export function setText(element, text) {
  const next = plain(text);
  if (element.textContent !== next) {
    element.textContent = next;
  }
}

/** Makes a button. */
export function button(text, action, attributes) {
  const element = el('button', { type: 'button', ...attributes }, text);
  element.addEventListener('click', action);
  return element;
}

/**
 * Makes the frame of a view: heading, question, the place for its picture, and the sentence that says the same. The
 * heading is a button that folds the view, unless it is always shown.
 */
export function section(id, title, question, isAlwaysShown = false) {
  const says = el('p', { class: 'says' });
  const body = el('div', { class: 'body', id: id + '-body' });
  const fold = isAlwaysShown
    ? null
    : el('button', { type: 'button', class: 'fold', 'aria-expanded': 'true', 'aria-controls': body.id }, title);
  const element = el(
    'section',
    { id, 'aria-labelledby': id + '-title' },
    el(
      'div',
      { class: 'heading' },
      el('h2', { id: id + '-title' }, fold ?? title),
      el('p', { class: 'question' }, question),
    ),
    says,
    body,
  );
  return { id, title, element, says, body, fold };
}
