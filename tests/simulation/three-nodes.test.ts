import { expect, test } from "vitest";
import { createChance } from "../../service/test/business/chance.ts";
import { expectNothingLost } from "../../service/test/cluster/expect-nothing-lost.ts";
import { openCluster } from "../../service/test/cluster/open-cluster.ts";
import { runBusiness } from "../../service/test/cluster/run-business.ts";
import { seedOf, sizeOf } from "../../service/test/scale.ts";

const seed = seedOf("CLUSTER_SEED");
const orders = sizeOf("CLUSTER_ORDERS", { usual: 24, long: 400 });
const ends = sizeOf("CLUSTER_ENDS", { usual: 2, long: 20 });
const nodes = 3;

test(`nothing is lost or doubled while nodes are killed, drained and started (CLUSTER_SEED=${seed})`, async () => {
  await using cluster = await openCluster();
  await Promise.all(Array.from({ length: nodes }, () => cluster.start()));
  const chance = createChance(seed).branch();
  const every = Math.floor(orders / (ends + 1));
  let ended = 0;
  let ending: Promise<void> = Promise.resolve();
  const report = await runBusiness(cluster, {
    seed,
    orders,
    between: async (place) => {
      if (place === 0 || place % every !== 0 || ended === ends) return;
      ended += 1;
      const how = ended % 2 === 0 ? "drain" : "kill";
      const target = chance.below(nodes);
      // One after the other; requests go on meanwhile.
      ending = ending.then(() => cluster.replace(target, how));
    },
  });
  await ending;
  expect(ended).toBe(ends);
  expect(report.accepted.size).toBeGreaterThan(orders / 2);
  expect(cluster.retries()).toBeGreaterThan(0);
  await expectNothingLost(cluster, report);
});
