import { expect, test } from "vitest";
import { createIdFactory } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import { believe } from "./believe.ts";
import type { Comparison } from "./compare.ts";
import type { Compared } from "./reconciliation.ts";

const newId = createIdFactory(systemClock);
const [dollar, euro] = [newId<"token">(), newId<"token">()];
const different: Comparison = { outcome: "different", difference: 1n, cause: "minted_outside" };
const equal: Comparison = { outcome: "equal" };

function seen(id: typeof dollar, comparison: Comparison): Compared {
  const key = { network: "testnet", chain: "base" } as const;
  const token = { id, valueType: "USDX" };
  return { ...key, token, holder: undefined, chainUnits: 1n, ledgerUnits: 0n, comparison };
}

async function outcomesOf(looks: readonly (readonly Compared[])[]) {
  let count = 0;
  let pauses = 0;
  const look = async () => {
    count += 1;
    return looks[count - 1] ?? [];
  };
  const pause = async () => {
    pauses += 1;
  };
  const compared = await believe(look, { looks: 3, pause });
  return { outcomes: compared.map(({ comparison }) => comparison.outcome), looks: count, pauses };
}

test("without differences, one check is enough", async () => {
  expect(await outcomesOf([[seen(dollar, equal)]])).toEqual({ outcomes: ["equal"], looks: 1, pauses: 0 });
});

test("a difference in every check is confirmed", async () => {
  const again = [seen(dollar, different)];
  expect(await outcomesOf([again, again, again])).toEqual({ outcomes: ["different"], looks: 3, pauses: 2 });
});

test("a difference that disappears in a later check is dropped", async () => {
  const looks = [[seen(dollar, different)], [seen(dollar, equal)]];
  expect(await outcomesOf(looks)).toEqual({ outcomes: ["equal"], looks: 2, pauses: 1 });
});

test("a difference that first appears in a later check is not confirmed yet", async () => {
  const looks = [
    [seen(dollar, different), seen(euro, equal)],
    [seen(dollar, different), seen(euro, equal)],
    [seen(dollar, different), seen(euro, different)],
  ];
  expect((await outcomesOf(looks)).outcomes).toEqual(["different", "explained"]);
});
