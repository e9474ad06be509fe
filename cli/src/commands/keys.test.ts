import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { selectSigningKeys } from "../../../service/src/auth/keys-store.ts";
import { systemClock } from "../../../service/src/kernel/instant.ts";
import { bankInFiles } from "../../../service/test/bank-settings.ts";
import { chainsOff } from "../../../service/test/chains-off.ts";
import { createApplication } from "../../test/applications.ts";
import { florin, type Operator, openOperator } from "../../test/operator.ts";

test("a new signing key joins the others; in an emergency it replaces them immediately", async () => {
  await using operator = await openOperator();
  const first = await operator.responseOf<{ kid: string }>(["keys", "rotate-signing"]);
  const second = await operator.responseOf<{ kid: string }>(["keys", "rotate-signing"]);
  expect((await liveKids(operator)).sort()).toEqual([first.kid, second.kid].sort());
  expect(await operator.florin(["keys", "rotate-signing", "--now"])).toMatchObject({
    exitCode: 2,
    stdout: "",
  });
  const third = await operator.responseOf<{ kid: string }>(["keys", "rotate-signing", "--now", "--yes"]);
  expect(await liveKids(operator)).toEqual([third.kid]);
});

test("after rewrapping, the previous master key is no longer needed", async () => {
  await using deployment = await openOperator();
  await createApplication(deployment);
  await deployment.responseOf(["keys", "rotate-signing"]);
  await deployment.responseOf(["custody", "seed", "create", "--network", "testnet"]);
  const next = { MASTER_KEY: randomBytes(32).toString("base64") };
  const both = { ...next, MASTER_KEY_PREVIOUS: deployment.masterKey.toString("base64") };
  expect(await deployment.florin(["keys", "rewrap"], { environment: next })).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^florin: sealed with master key [0-9a-f]{16}, which is not configured\. /),
  });
  const rewrapped = async (environment: Record<string, string>) => {
    const { stdout } = await deployment.florin(["keys", "rewrap"], { environment });
    return stdout.split("\n").filter((line) => !/^$|\t0$/.test(line));
  };
  expect(await rewrapped(both)).toEqual(["service_keys\t1", "signing_keys\t1", "wallet_seeds\t1"]);
  expect(await rewrapped(next)).toEqual([]);
  expect(
    await deployment.florin(["custody", "addresses", "--network", "testnet"], { environment: next }),
  ).toMatchObject({ exitCode: 0 });
  const account = await deployment.responseOf<readonly { id: string }[]>(["accounts", "list"]);
  const flags = ["--account", account[0]?.id ?? "", "--network", "testnet", "--name", "Shop", "--all-scopes"];
  expect(await deployment.florin(["applications", "create", ...flags], { environment: next })).toMatchObject({
    exitCode: 0,
  });
});

test("each generated master key is unique and valid in production", async () => {
  const [first, second] = await Promise.all([
    florin(["admin", "keys", "generate-master"]),
    florin(["admin", "keys", "generate-master"]),
  ]);
  expect(first.stdout).not.toBe(second.stdout);
  expect(first.stderr).toBe("");
  const environment = {
    FLORIN_PROFILE: "production",
    DATABASE_URL: "postgresql://florin:Zr8-long-and-random@db.internal:5432/florin?sslmode=verify-full",
    MASTER_KEY: first.stdout.trim(),
    BASE_URL: "https://api.example.com",
    METRICS_TOKEN: "a-long-metrics-token",
    TRUST_PROXY: "loopback",
    SANCTIONS_LIST_DIR: ".",
    ...chainsOff,
    ...bankInFiles,
  };
  expect(await florin(["admin", "config", "check"], { environment })).toMatchObject({ exitCode: 0 });
});

async function liveKids({ database }: Operator): Promise<string[]> {
  return (await selectSigningKeys(database, systemClock.now())).map(({ kid }) => kid);
}
