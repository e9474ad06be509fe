import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { florin } from "../../cli/test/operator.ts";
import { basicAuthorization } from "../../service/test/api.ts";
import { chainsOff } from "../../service/test/chains-off.ts";
import { openTwoRoles, urlOf } from "../../service/test/database.ts";
import { eventually } from "../../service/test/eventually.ts";
import { type ApiProcess, startApiProcess } from "../../service/test/start-api-process.ts";
import { openSyslogReceiver } from "../../service/test/syslog-receiver.ts";

/** A running service with two database roles that exports its audit log, and the commands of its operator. */
async function openService() {
  const roles = await openTwoRoles();
  const receiver = await openSyslogReceiver();
  const masterKey = randomBytes(32);
  const environment = {
    DATABASE_URL: urlOf(roles.service),
    MASTER_KEY: masterKey.toString("base64"),
    DATA_DIR: "/nonexistent",
  };
  const command = (...argv: readonly string[]) => florin(["admin", ...argv], { environment });
  const migrated = await florin(["admin", "migrate"], {
    environment: { ...environment, DATABASE_OWNER_URL: urlOf(roles.owner) },
  });
  if (migrated.exitCode !== 0) throw new Error(migrated.stderr);
  const start = (): Promise<ApiProcess> =>
    startApiProcess({
      target: roles.service,
      masterKey: masterKey.toString("hex"),
      baseUrl: "http://127.0.0.1:8080",
      environment: { ...chainsOff, AUDIT_EXPORT_URL: `syslog+tcp://127.0.0.1:${receiver.port}` },
    });
  const createApplication = async (name: string) => {
    const account = JSON.parse((await command("accounts", "create", "--name", name, "--json")).stdout).id;
    const owner = ["--account", account, "--network", "testnet"];
    const made = await command("applications", "create", ...owner, "--name", name, "--all-scopes", "--json");
    return JSON.parse(made.stdout) as { readonly client_id: string; readonly client_secret: string };
  };
  return {
    ...roles,
    receiver,
    command,
    start,
    createApplication,
    untilSealed: () =>
      eventually(async () => expect(await roles.asOwner("SELECT 1 FROM audit_unsealed")).toEqual([])),
    [Symbol.asyncDispose]: async () => {
      await receiver[Symbol.asyncDispose]();
      await roles[Symbol.asyncDispose]();
    },
  };
}

test("entries deleted by the owner between a grant and a revoke are found by florin admin audit verify", async () => {
  await using service = await openService();
  const node = await service.start();
  try {
    const { client_id: client, client_secret: secret } = await service.createApplication("Acme");
    await useApi(node, client, secret);
    await service.untilSealed();
    expect(await service.command("audit", "verify")).toMatchObject({ exitCode: 0, stderr: "" });
    const entries = await service.asOwner(`SELECT id FROM audit_log WHERE action LIKE 'application.%'`);
    expect(entries.length).toBeGreaterThan(0);
    await expect(service.asService("DELETE FROM audit_log")).rejects.toMatchObject({ code: "42501" });
    await service.asOwner(`
      GRANT DELETE ON audit_log TO CURRENT_USER;
      DELETE FROM audit_log WHERE action LIKE 'application.%';
      REVOKE DELETE ON audit_log FROM CURRENT_USER`);
    const { exitCode, stderr } = await service.command("audit", "verify");
    expect(exitCode).toBe(1);
    for (const { id } of entries) expect(stderr).toContain(`entry ${String(id)}: is missing\n`);
    expect(stderr).toContain(`florin: ${entries.length} finding`);
  } finally {
    await node.stop();
  }
});

test("a signed head proves later that the log still contains it, and a recreated log does not", async () => {
  await using service = await openService();
  const folder = await mkdtemp(join(tmpdir(), "florin-head-"));
  const file = join(folder, "head.json");
  const node = await service.start();
  try {
    await service.createApplication("Acme");
    await service.untilSealed();
    const { stdout } = await service.command("audit", "head");
    await writeFile(file, stdout);
    expect(await service.command("audit", "verify", "--head", file)).toMatchObject({ exitCode: 0 });
    const { public_key: publicKey } = JSON.parse(stdout);
    const verify = ["audit", "verify", "--head", file, "--public-key"];
    expect(await service.command(...verify, publicKey)).toMatchObject({ exitCode: 0 });
    expect(await service.command(...verify, "A".repeat(43))).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("is signed by another key"),
    });
    await writeFile(file, stdout.replace(/"sequence": "\d+"/, '"sequence": "1"'));
    expect(await service.command("audit", "verify", "--head", file)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("has an invalid signature"),
    });
    await writeFile(file, stdout);
    await service.asOwner(`
      GRANT DELETE ON audit_log, audit_seals TO CURRENT_USER;
      DELETE FROM audit_log; DELETE FROM audit_seals; DELETE FROM audit_heads;
      REVOKE DELETE ON audit_log, audit_seals FROM CURRENT_USER`);
    await service.createApplication("Other");
    await service.untilSealed();
    expect(await service.command("audit", "verify")).toMatchObject({ exitCode: 0 });
    expect(await service.command("audit", "verify", "--head", file)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/seal \d+: (is missing|does not have the expected hash)/),
    });
  } finally {
    await node.stop();
    await rm(folder, { recursive: true });
  }
});

test("the export reaches the receiver, and a restart loses nothing", async () => {
  await using service = await openService();
  const first = await service.start();
  await service.createApplication("Before");
  await service.untilSealed();
  await first.stop();
  await service.createApplication("Between");
  const second = await service.start();
  try {
    await service.createApplication("After");
    await eventually(async () => {
      const entries = await service.asOwner("SELECT id FROM audit_log ORDER BY id");
      const received = new Set(
        service.receiver.messages.map((message) => JSON.parse(message.slice(message.indexOf("{"))).id),
      );
      expect(entries.filter(({ id }) => !received.has(id))).toEqual([]);
    });
  } finally {
    await second.stop();
  }
});

/** A change over HTTP. */
async function useApi({ baseUrl }: ApiProcess, client: string, secret: string): Promise<void> {
  const token = await fetch(`${baseUrl}/oauth2/token`, {
    method: "POST",
    headers: {
      authorization: basicAuthorization(client, secret),
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials",
  });
  const { access_token: accessToken } = (await token.json()) as { readonly access_token: string };
  const revoked = await fetch(`${baseUrl}/oauth2/revoke`, {
    method: "POST",
    headers: {
      authorization: basicAuthorization(client, secret),
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({ token: accessToken }),
  });
  expect(revoked.status).toBe(200);
}
