import { expect, test } from "vitest";
import { createIdFactory } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import { believe } from "./believe.ts";
import type { Comparison } from "./compare.ts";
import type { Compared } from "./reconciliation.ts";

const newId = createIdFactory(systemClock);
const [dollar, euro] = [newId<"token">(), newId<"token">()];
const different: Comparison = { verdict: "different", difference: 1n, cause: "minted_outside" };
const equal: Comparison = { verdict: "equal" };

function seen(id: typeof dollar, comparison: Comparison): Compared {
  const key = { network: "testnet", chain: "base" } as const;
  const token = { id, valueType: "USDX" };
  return { ...key, token, holder: undefined, chainUnits: 1n, ledgerUnits: 0n, comparison };
}

async function verdictsOf(looks: readonly (readonly Compared[])[]) {
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
  return { verdicts: compared.map(({ comparison }) => comparison.verdict), looks: count, pauses };
}

test("where nothing differs one look is enough", async () => {
  expect(await verdictsOf([[seen(dollar, equal)]])).toEqual({ verdicts: ["equal"], looks: 1, pauses: 0 });
});

test("what differs each time is believed", async () => {
  const again = [seen(dollar, different)];
  expect(await verdictsOf([again, again, again])).toEqual({ verdicts: ["different"], looks: 3, pauses: 2 });
});

test("what explains itself at another look is not", async () => {
  const looks = [[seen(dollar, different)], [seen(dollar, equal)]];
  expect(await verdictsOf(looks)).toEqual({ verdicts: ["equal"], looks: 2, pauses: 1 });
});

test("what differs for the first time at a later look is not yet believed", async () => {
  const looks = [
    [seen(dollar, different), seen(euro, equal)],
    [seen(dollar, different), seen(euro, equal)],
    [seen(dollar, different), seen(euro, different)],
  ];
  expect((await verdictsOf(looks)).verdicts).toEqual(["different", "explained"]);
});
