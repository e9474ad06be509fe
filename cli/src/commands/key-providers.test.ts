import { expect, test } from "vitest";
import { startVault, vaultKeys, vaultToken } from "../../../service/test/key-servers.ts";
import { createHsmKey, hasSoftHsm, openSoftHsm, softHsmNote } from "../../../service/test/soft-hsm.ts";
import { createApplication } from "../../test/applications.ts";
import { florin, type Operator, openOperator } from "../../test/operator.ts";

const generate = async (
  environment: Record<string, string>,
  provider: string,
  key: string,
): Promise<string> => {
  const made = await florin(["admin", "keys", "generate-master", "--provider", provider, "--key", key], {
    environment,
  });
  expect(made).toMatchObject({ exitCode: 0, stderr: "" });
  return made.stdout.trim();
};

/** Opens sealed values: it fails without the right master key. */
const opens = (operator: Operator, environment: Record<string, string>) =>
  operator.florin(["custody", "addresses", "--network", "testnet"], { environment });

test.skipIf(!hasSoftHsm)(
  `data moves from a local key to an HSM, to Vault and back${softHsmNote}`,
  async () => {
    await using operator = await openOperator();
    await using vault = await startVault();
    await createApplication(operator);
    await operator.responseOf(["custody", "seed", "create", "--network", "testnet"]);
    const { modulePath = "", tokenLabel = "", pin = "" } = openSoftHsm();
    const access = {
      VAULT_ADDR: vault.url,
      VAULT_TOKEN: vaultToken,
      PKCS11_MODULE: modulePath,
      PKCS11_TOKEN: tokenLabel,
      PKCS11_PIN: pin,
    };
    let current = operator.environment.MASTER_KEY;
    const label = createHsmKey("aes");
    for (const create of [
      () => generate(access, "pkcs11", label),
      () => generate(access, "vault", vaultKeys.first),
      () => generate(access, "pkcs11", label),
      async () => (await florin(["admin", "keys", "generate-master"])).stdout.trim(),
    ]) {
      const next = await create();
      const environment = { ...access, MASTER_KEY: next };
      const both = { ...environment, MASTER_KEY_PREVIOUS: current };
      expect(await operator.florin(["keys", "rewrap"], { environment: both })).toMatchObject({ exitCode: 0 });
      expect(await opens(operator, environment)).toMatchObject({ exitCode: 0 });
      expect(await opens(operator, { ...access, MASTER_KEY: current })).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining("which is not configured"),
      });
      current = next;
    }
  },
);

test("the same key moves to a provider without rewrapping", async () => {
  await using operator = await openOperator();
  await using vault = await startVault();
  await operator.responseOf(["custody", "seed", "create", "--network", "testnet"]);
  const access = { VAULT_ADDR: vault.url, VAULT_TOKEN: vaultToken };
  const wrap = (key: string) =>
    operator.florin(["keys", "wrap-master", "--provider", "vault", "--key", key], { environment: access });
  const { exitCode, stdout } = await wrap(vaultKeys.first);
  expect(exitCode).toBe(0);
  const environment = { ...access, MASTER_KEY: stdout.trim() };
  expect(await opens(operator, environment)).toMatchObject({ exitCode: 0 });
  expect(stdout).not.toContain(operator.environment.MASTER_KEY);
  vault.fail("deny", 1);
  expect(await opens(operator, environment)).toMatchObject({
    exitCode: 1,
    stderr: "florin: Vault responded 403: permission denied\n",
  });
  expect(await wrap("transit/missing")).toMatchObject({ exitCode: 1, stdout: "" });
});

test("a provider needs a key and its settings", async () => {
  const run = (...more: readonly string[]) => florin(["admin", "keys", "generate-master", ...more]);
  expect(await run("--provider", "vault")).toMatchObject({ exitCode: 2, stdout: "" });
  expect(await run("--provider", "vault", "--key", "transit/florin")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("VAULT_ADDR is missing"),
  });
  expect(await run("--provider", "pkcs11", "--key", "florin")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("PKCS11_MODULE is missing"),
  });
});
