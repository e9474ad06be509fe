import { expect, test } from "vitest";
import { expectNothingLost } from "../../service/test/cluster/expect-nothing-lost.ts";
import { openCluster } from "../../service/test/cluster/open-cluster.ts";
import { runBusiness } from "../../service/test/cluster/run-business.ts";
import { noPreviousRelease, openPreviousRelease } from "../../service/test/previous-release.ts";
import { seedOf, sizeOf } from "../../service/test/scale.ts";

const seed = seedOf("UPGRADE_SEED");
const orders = sizeOf("UPGRADE_ORDERS", { usual: 12, long: 300 });

test(`a node of the previous release and one of this one serve the same database (UPGRADE_SEED=${seed})`, async ({
  skip,
}) => {
  await using previous = await openPreviousRelease();
  if (previous === undefined) return skip(noPreviousRelease);
  await using cluster = await openCluster();
  await cluster.start({
    script: await previous.bundle("service/test/api-process.ts"),
    document: await previous.document(),
  });
  await cluster.start();
  let isUpgraded: Promise<void> | undefined;
  const report = await runBusiness(cluster, {
    seed,
    orders,
    between: async (place) => {
      // Halfway, the earlier node is drained, and one of this release takes its place.
      if (place > orders / 2) isUpgraded ??= cluster.replace(0, "drain");
    },
  });
  await isUpgraded;
  expect(report.accepted.size).toBeGreaterThan(orders / 2);
  await expectNothingLost(cluster, report);
});
