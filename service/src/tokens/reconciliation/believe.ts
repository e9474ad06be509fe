import type { Compared } from "./reconciliation.ts";

/**
 * Repeats the comparison while there are differences, and confirms only those found every time: a deposit may not have
 * been detected yet, and operations that finished during the query resolve in a moment.
 */
export async function believe(
  look: () => Promise<readonly Compared[]>,
  { looks, pause }: { readonly looks: number; readonly pause: () => Promise<void> },
): Promise<readonly Compared[]> {
  let compared = await look();
  for (let number = 2; number <= looks && compared.some(isDifferent); number += 1) {
    const suspects = new Set(compared.filter(isDifferent).map(nameOf));
    await pause();
    compared = (await look()).map((each) =>
      isDifferent(each) && !suspects.has(nameOf(each)) ? { ...each, comparison: inFlight } : each,
    );
  }
  return compared;
}

const inFlight = { outcome: "explained", cause: "in_flight" } as const;

function isDifferent({ comparison }: Compared): boolean {
  return comparison.outcome === "different";
}

function nameOf({ token, holder }: Compared): string {
  return `${token.id} ${holder?.addressId ?? ""}`;
}
