import type { OpenedVariant } from "./variant.ts";

/** Counts acknowledged transfers, including the warm-up. */
export function countCalls(callers: OpenedVariant["callers"]): {
  readonly callers: OpenedVariant["callers"];
  readonly accepted: () => number;
} {
  let accepted = 0;
  return {
    callers: callers.map((call) => async () => {
      const done = await call();
      accepted += done;
      return done;
    }),
    accepted: () => accepted,
  };
}
