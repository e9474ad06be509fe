import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { selectDirectoryEntry, selectLiveKeys } from "../../../service/src/auth/store.ts";
import { createApplication } from "../../test/applications.ts";
import { type Operator, openOperator } from "../../test/operator.ts";

let operator: Operator;
let folder = "";
let clientId = "";

beforeAll(async () => {
  operator = await openOperator();
  folder = await mkdtemp(join(tmpdir(), "florin-keys-"));
  clientId = (await createApplication(operator)).client_id;
});
afterAll(async () => {
  await operator[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const pairs = {
  ed25519: generateKeyPairSync("ed25519"),
  p256: generateKeyPairSync("ec", { namedCurve: "P-256" }),
  rsa: generateKeyPairSync("rsa", { modulusLength: 2048 }),
};

test.each(Object.entries(pairs))("a %s public key is accepted as PEM and can be revoked", async (_, pair) => {
  const path = await fileWith(pair.publicKey.export({ type: "spki", format: "pem" }).toString());
  const { kid } = await add(path);
  expect(await liveKids()).toContain(kid);
  expect(await operator.florin(["applications", "revoke-key", clientId, kid])).toMatchObject({
    exitCode: 2,
  });
  expect(await operator.florin(["applications", "revoke-key", clientId, kid, "--yes"])).toMatchObject({
    exitCode: 0,
    stdout: `client_id\t${clientId}\nrevoked_kid\t${kid}\n`,
  });
  expect(await liveKids()).not.toContain(kid);
});

test("a JWK keeps its kid", async () => {
  expect(await addNamed("till-7")).toEqual({ client_id: clientId, kid: "till-7" });
  expect(await liveKids()).toContain("till-7");
});

// `-V` is an option of the program, `-h` of every command, `--yes` and `--json` of this one.
test.each(["-", "--", "-V", "-h", "-y", "--yes", "--json", "-1"])(
  "a key whose thumbprint begins with %s can be revoked like any other, after confirmation",
  async (beginning) => {
    const kid = beginning.padEnd(43, "qN_4-w");
    await addNamed(kid);
    const revoke = ["applications", "revoke-key", clientId, kid];
    expect(await operator.florin(revoke)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`This permanently revokes key ${kid} of application ${clientId}`),
    });
    expect(await liveKids()).toContain(kid);
    expect(await operator.responseOf([...revoke, "--yes"])).toEqual({
      client_id: clientId,
      revoked_kid: kid,
    });
    expect(await liveKids()).not.toContain(kid);
  },
);

test("any other argument with a dash must follow --, so that a mistyped option is still reported", async () => {
  await addNamed("--till");
  const revoke = ["applications", "revoke-key", clientId];
  expect(await operator.florin([...revoke, "--till", "--yes"])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("unknown option '--till'"),
  });
  expect(await operator.florin([...revoke, "till", "--yse"])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("unknown option '--yse'\n(Did you mean --yes?)"),
  });
  expect(await operator.florin([...revoke, "--yes", "--", "--till"])).toMatchObject({ exitCode: 0 });
  expect(await liveKids()).not.toContain("--till");
});

test("a private key is rejected in either format, and so is invalid data", async () => {
  const { privateKey } = pairs.ed25519;
  const texts = {
    [pem(privateKey)]: "public key contains a private key; provide only the public key",
    [JSON.stringify(privateKey.export({ format: "jwk" }))]: "jwk d belongs to a private key",
    "-----BEGIN PUBLIC KEY-----\nbm90IGEga2V5\n-----END PUBLIC KEY-----\n":
      "public key contains no supported public key",
    "not a key": "public key must be PEM or a JWK in JSON",
  };
  const before = await liveKids();
  for (const [text, validationIssue] of Object.entries(texts)) {
    const path = await fileWith(text);
    const outcome = await operator.florin(["applications", "add-key", clientId, "--public-key", path]);
    expect(outcome).toMatchObject({
      exitCode: 1,
      stdout: "",
      stderr: expect.stringContaining(validationIssue),
    });
  }
  expect(await liveKids()).toEqual(before);
});

test("a missing file is reported", async () => {
  const path = join(folder, "nothing.pem");
  expect(await operator.florin(["applications", "add-key", clientId, "--public-key", path])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("nothing.pem cannot be read: ENOENT"),
  });
});

function add(path: string): Promise<{ readonly client_id: string; readonly kid: string }> {
  return operator.responseOf(["applications", "add-key", clientId, "--public-key", path]);
}

async function addNamed(kid: string): ReturnType<typeof add> {
  const { publicKey } = generateKeyPairSync("ed25519");
  return add(await fileWith(JSON.stringify({ ...publicKey.export({ format: "jwk" }), kid })));
}

async function liveKids(): Promise<readonly string[]> {
  const entry = await selectDirectoryEntry(operator.database, { clientId });
  if (entry === undefined) throw new Error("the application has a tenant");
  const key = { tenantId: entry.tenantId, applicationId: clientId };
  return (await selectLiveKeys(operator.database, key)).map(({ kid }) => kid);
}

function pem(privateKey: KeyObject): string {
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

let files = 0;
async function fileWith(text: string): Promise<string> {
  files += 1;
  const path = join(folder, `key-${files}`);
  await writeFile(path, text);
  return path;
}
