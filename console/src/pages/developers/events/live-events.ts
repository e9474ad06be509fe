export interface LiveEvent {
  readonly id: string;
  readonly type: string;
  readonly created: string;
  readonly account_id: string;
  readonly sequence: number;
  readonly data: unknown;
}

/** Events received while the page is open, newest first. */
export interface LiveEvents {
  readonly isPaused: boolean;
  readonly shown: readonly LiveEvent[];
  /** Events received while paused, newest first. */
  readonly held: readonly LiveEvent[];
}

export type LiveAction =
  | { readonly type: "arrived"; readonly event: LiveEvent }
  | { readonly type: "pause" }
  | { readonly type: "resume" }
  | { readonly type: "reset" };

/** Bounds memory on a page that stays open for days. */
export const maxLiveEvents = 200;

export const noLiveEvents: LiveEvents = { isPaused: false, shown: [], held: [] };

export function afterAction(state: LiveEvents, action: LiveAction): LiveEvents {
  switch (action.type) {
    case "arrived":
      return state.isPaused
        ? { ...state, held: prepend(state.held, action.event) }
        : { ...state, shown: prepend(state.shown, action.event) };
    case "pause":
      return { ...state, isPaused: true };
    case "resume":
      return { isPaused: false, held: [], shown: merge(state.held, state.shown) };
    case "reset":
      return noLiveEvents;
  }
}

/** Newest first, without duplicates: a reconnected stream and a refetched list can contain the same events. */
export function merge(newer: readonly LiveEvent[], older: readonly LiveEvent[]): readonly LiveEvent[] {
  const known = new Set(newer.map(({ id }) => id));
  return [...newer, ...older.filter(({ id }) => !known.has(id))].slice(0, maxLiveEvents);
}

function prepend(events: readonly LiveEvent[], event: LiveEvent): readonly LiveEvent[] {
  return events.some(({ id }) => id === event.id) ? events : [event, ...events].slice(0, maxLiveEvents);
}
