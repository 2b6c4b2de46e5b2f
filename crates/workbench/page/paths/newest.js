// One request in flight; of those that come meanwhile only the newest is sent. Pure.

/**
 * @param {{act: function(object): Promise, onAnswer: function(*, object), onError?: function(Error, object)}} options
 * @returns {{push(object): void, clear(): void, busy: boolean, idle(): Promise<void>}} `clear`
 *   forgets the waiting request and the answer of the one in flight.
 */
export function createNewest({ act, onAnswer, onError = () => {} }) {
  let waiting = null;
  let running = false;
  let turn = 0;
  let rest = Promise.resolve();
  const run = async () => {
    running = true;
    while (waiting) {
      const { request, at } = waiting;
      waiting = null;
      try {
        const answer = await act(request);
        if (at === turn) onAnswer(answer, request);
      } catch (error) {
        if (at === turn && error?.name !== "AbortError") onError(error, request);
      }
    }
    running = false;
  };
  return {
    push(request) {
      waiting = { request, at: turn };
      if (!running) rest = run();
    },
    clear() { waiting = null; turn += 1; },
    get busy() { return running; },
    idle: () => rest,
  };
}

/** Counts events a second over the last second. */
export function createMeter(span = 1000) {
  let times = [];
  return {
    tick(now) { times.push(now); times = times.filter((time) => now - time < span); },
    rate: (now) => Math.round(times.filter((time) => now - time < span).length * 1000 / span),
    clear() { times = []; },
  };
}

/** The quantile of unsorted numbers; 0 if there are none. */
export function quantileOf(numbers, share) {
  if (numbers.length === 0) return 0;
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
