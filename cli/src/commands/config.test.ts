import { resolve } from "node:path";
import { expect, test } from "vitest";
import { chainsOff } from "../../../service/test/chains-off.ts";
import { florin } from "../../test/operator.ts";

test("valid settings are summarized without secrets", async () => {
  const environment = {
    DATABASE_URL: "postgresql://florin:hunter2@db.internal:5433/florin",
    MASTER_KEY: "q83vEjRWeJq83u/+3LqYdlQyEKvN7xI0VniavN7+3Lo=",
    PORT: "9000",
  };
  const { exitCode, stdout, stderr } = await florin(["admin", "config", "check", "--json"], { environment });
  expect({ exitCode, stderr, settings: JSON.parse(stdout) }).toEqual({
    exitCode: 0,
    stderr: "",
    settings: {
      profile: "local",
      roles: ["api", "worker"],
      listens_on: "127.0.0.1:9000",
      base_url: "http://127.0.0.1:9000",
      auth_url: "http://127.0.0.1:9000",
      database: "florin at db.internal:5433",
      data_folder: resolve("data"),
      master_key: "configured",
    },
  });
  expect(stdout).not.toMatch(/hunter2|q83vEjRW/);
});

test("all problems are reported together", async () => {
  const environment = { FLORIN_PROFILE: "production", PORT: "80", FLORIN_ROLE: "api" };
  const { exitCode, stdout, stderr } = await florin(["admin", "config", "check"], { environment });
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
  expect(stderr).toMatch(/^florin: The configuration has 16 problems:\n/);
  for (const name of [
    ...Object.keys(chainsOff),
    "FLORIN_ROLE",
    "MASTER_KEY",
    "DATABASE_URL",
    "BASE_URL",
    "TRUST_PROXY",
    "METRICS_TOKEN",
    "SANCTIONS_LIST_DIR",
    "BANK_CONNECTOR",
  ]) {
    expect(stderr).toContain(`  - ${name} `);
  }
});

test("admin commands reject the settings that production rejects", async () => {
  const environment = { FLORIN_PROFILE: "production" };
  for (const command of [["accounts", "list"], ["migrate"], ["migrate", "--dry-run"]]) {
    expect(await florin(["admin", ...command], { environment })).toMatchObject({
      exitCode: 1,
      stdout: "",
      stderr: expect.stringContaining("DATABASE_URL is missing"),
    });
  }
});
