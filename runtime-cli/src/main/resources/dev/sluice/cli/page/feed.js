// Where views come from: the data inside a report, or the events of a running run.

import { decoded } from './store.js';

const RETRY_MILLIS = 3000;

/** Returns a promise of the data inside this page, or null on a live page. */
export function embedded() {
  const element = document.getElementById('run');
  return element && unpacked(decoded(element.textContent));
}

function unpacked(bytes) {
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).json();
}

/**
 * Follows a running run. The receiver has the functions view(view), follows(view), isKnown(view), hasEnded(),
 * connection(isThere) and closed().
 */
export function follow(receiver) {
  let healing = false;

  function take(event) {
    const view = JSON.parse(event.data);
    receiver.connection(true);
    if (receiver.follows(view)) {
      receiver.view(view);
    } else if (!receiver.isKnown(view) && !healing) {
      heal();
    }
  }

  function heal() {
    healing = true;
    fetch('data.json', { credentials: 'same-origin', cache: 'no-store' })
      .then((response) => (response.ok ? response.json() : Promise.reject(new Error(String(response.status)))))
      .then((view) => {
        healing = false;
        receiver.view(view);
      })
      .catch(() => setTimeout(() => (healing = false), RETRY_MILLIS));
  }

  function open() {
    const source = new EventSource('events');
    source.addEventListener('whole', take);
    source.addEventListener('change', take);
    source.addEventListener('open', () => receiver.connection(true));
    source.addEventListener('error', () => {
      if (receiver.hasEnded()) {
        source.close();
        receiver.closed();
        return;
      }
      receiver.connection(false);
      if (source.readyState === EventSource.CLOSED) {
        setTimeout(open, RETRY_MILLIS);
      }
    });
  }

  open();
}
