import Type, { type Static } from "typebox";
import type { ListTotal, Totals } from "../../db/list-definition.ts";
import { named, nullableString } from "../../http/schemas.ts";
import { formatAmount } from "../../kernel/money.ts";
import { tokenScale } from "../../tokens/index.ts";

/** Rows of a list that are counted and added up. Beyond that, the page says "5,000+". */
export const maxCounted = 5_000;
/** The same for a tab that is not selected, and for rare rows, each of which is in a block of its own. */
export const maxCountedRare = 1_000;

const counted = {
  count: Type.Integer({ description: `At most ${maxCounted}.` }),
  is_more: Type.Boolean({ description: "There are more than were counted." }),
};

/** Count and sums of what a list contains, and the counts of its status tabs. */
export const ListSummarySchema = named(
  "ConsoleListSummary",
  Type.Object({
    ...counted,
    sums: Type.Array(
      Type.Object({
        amount: Type.String(),
        currency: Type.String(),
        direction: nullableString({
          description: "Of payments, which are never added to the other direction.",
        }),
        network: nullableString({
          description: "Of a list of both networks, whose amounts are never added; null in a workspace.",
        }),
      }),
      {
        description:
          "Of the counted items, by currency and network. What failed, was canceled or returned counts only with its status as filter.",
      },
    ),
    statuses: Type.Array(Type.Object({ status: Type.String(), ...counted }), {
      description: "With the same filters, except that of the status.",
    }),
  }),
);

interface SummaryInput {
  readonly statuses: readonly string[];
  /** Undefined for all. */
  readonly status: string | undefined;
  /** Totals of the rows with one status, or of all rows; of at most so many. */
  readonly load: (status: string | undefined, limit: number) => Promise<Totals>;
  /** Statuses whose amounts did not move, or moved back: they are part of no sum but their own. */
  readonly unmoved?: readonly string[];
  readonly limit?: number;
}

/** One query if all rows can be counted; otherwise one more for each status that few of the newest rows have. */
export async function summarizeList({
  statuses,
  status,
  load,
  unmoved = [],
  limit = maxCounted,
}: SummaryInput): Promise<Static<typeof ListSummarySchema>> {
  const all = await load(undefined, limit);
  const totalsOf = (tab: string): Promise<Totals> | Totals => {
    const within = all.totals.filter((total) => total.status === tab);
    if (all.isOfAllStatuses === true) return { totals: within, isComplete: all.isComplete };
    if (tab === status && !all.isComplete) return load(tab, limit);
    const isKnown = all.isComplete || countOf(within) >= maxCountedRare;
    return isKnown ? { totals: within, isComplete: all.isComplete } : load(tab, maxCountedRare);
  };
  const byStatus = new Map(
    await Promise.all(statuses.map(async (each) => [each, await totalsOf(each)] as const)),
  );
  const shown = (status === undefined ? all : byStatus.get(status)) ?? all;
  return {
    ...present(shown, limit),
    sums: sumsOf(shown.totals.filter((total) => status !== undefined || !unmoved.includes(total.status))),
    statuses: statuses.map((each) => ({
      status: each,
      ...present(byStatus.get(each) ?? all, each === status || all.isComplete ? limit : maxCountedRare),
    })),
  };
}

function present({ totals, isComplete }: Totals, limit: number) {
  return { count: Math.min(countOf(totals), limit), is_more: !isComplete };
}

function countOf(totals: readonly ListTotal[]): number {
  return totals.reduce((sum, total) => sum + total.count, 0);
}

function sumsOf(totals: readonly ListTotal[]) {
  const keyOf = ({ network = "", currency, direction = "" }: ListTotal) =>
    [network, currency, direction].join(" ");
  const keys = [...new Set(totals.filter(({ currency }) => currency !== "").map(keyOf))].toSorted();
  return keys.map((key) => {
    const [network = "", currency = "", direction = ""] = key.split(" ");
    const units = totals
      .filter((total) => keyOf(total) === key)
      .reduce((sum, total) => sum + total.units, 0n);
    return {
      amount: formatAmount({ units, asset: { code: currency, scale: tokenScale } }),
      currency,
      direction: direction === "" ? null : direction,
      network: network === "" ? null : network,
    };
  });
}
