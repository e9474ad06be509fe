import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { selectLiveKeys, selectTenantOfClient } from "../../../service/src/auth/store.ts";
import { parseId } from "../../../service/src/kernel/id.ts";
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

test.each(Object.entries(pairs))(
  "a public key of kind %s is taken as PEM, and can be revoked",
  async (_, pair) => {
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
  },
);

test("a JWK is taken with the name that it brings", async () => {
  const { publicKey } = generateKeyPairSync("ed25519");
  const path = await fileWith(JSON.stringify({ ...publicKey.export({ format: "jwk" }), kid: "till-7" }));
  expect(await add(path)).toEqual({ client_id: clientId, kid: "till-7" });
  expect(await liveKids()).toContain("till-7");
});

test("a private key is refused, in either form, and so is what is no key", async () => {
  const { privateKey } = pairs.ed25519;
  const texts = {
    [pem(privateKey)]: "public key holds a private key; keep that one, and give the public key alone",
    [JSON.stringify(privateKey.export({ format: "jwk" }))]: "jwk d belongs to a private key",
    "-----BEGIN PUBLIC KEY-----\nbm90IGEga2V5\n-----END PUBLIC KEY-----\n": "public key holds no public key",
    "not a key": "public key is neither PEM nor a JWK in JSON",
  };
  const before = await liveKids();
  for (const [text, complaint] of Object.entries(texts)) {
    const path = await fileWith(text);
    const outcome = await operator.florin(["applications", "add-key", clientId, "--public-key", path]);
    expect(outcome).toMatchObject({ exitCode: 1, stdout: "", stderr: expect.stringContaining(complaint) });
  }
  expect(await liveKids()).toEqual(before);
});

test("a file that is not there is told as such", async () => {
  const path = join(folder, "nothing.pem");
  expect(await operator.florin(["applications", "add-key", clientId, "--public-key", path])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("nothing.pem cannot be read: ENOENT"),
  });
});

function add(path: string): Promise<{ readonly client_id: string; readonly kid: string }> {
  return operator.answerOf(["applications", "add-key", clientId, "--public-key", path]);
}

async function liveKids(): Promise<readonly string[]> {
  const applicationId = parseId<"application">(clientId);
  if (applicationId === undefined) throw new Error("the application has an id");
  const tenantId = await selectTenantOfClient(operator.database, applicationId);
  if (tenantId === undefined) throw new Error("the application has a tenant");
  return (await selectLiveKeys(operator.database, { tenantId, applicationId })).map(({ kid }) => kid);
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
