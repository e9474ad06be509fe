import { setImmediate as endOfTurn } from "node:timers/promises";

/** Merges concurrent queries: all that are made in one turn of the event loop are loaded together. */
export function mergeCalls<Query, Result>(
  load: (queries: readonly Query[]) => Promise<Result>,
): (query: Query) => Promise<Result> {
  let waiting: { readonly queries: Query[]; readonly result: Promise<Result> } | undefined;
  const loadLater = async (queries: readonly Query[]): Promise<Result> => {
    await endOfTurn();
    waiting = undefined;
    return load(queries);
  };
  return (query) => {
    if (waiting === undefined) {
      const queries: Query[] = [];
      waiting = { queries, result: loadLater(queries) };
    }
    waiting.queries.push(query);
    return waiting.result;
  };
}
