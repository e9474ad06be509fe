import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, test } from "vitest";
import { keyWrapperSuite } from "../../../../test/key-wrapper-suite.ts";
import { createHsmKey, hasSoftHsm, openSoftHsm, softHsmNote } from "../../../../test/soft-hsm.ts";
import { openLibrary } from "./library.ts";
import { createPkcs11Keys, type Pkcs11Keys } from "./pkcs11-keys.ts";
import type { Pkcs11Settings } from "./token.ts";

describe.skipIf(!hasSoftHsm)(`PKCS #11 with SoftHSM${softHsmNote}`, () => {
  const opened: Pkcs11Keys[] = [];
  const openKeys = (changes: Partial<Pkcs11Settings> = {}): Pkcs11Keys => {
    const keys = createPkcs11Keys({ ...openSoftHsm(), ...changes });
    opened.push(keys);
    return keys;
  };

  afterEach(async () => {
    for (const keys of opened.splice(0)) await keys.close();
  });

  keyWrapperSuite(async () => {
    const wrapper = openKeys();
    return { provider: "pkcs11", wrapper, keyName: createHsmKey("aes"), otherKeyName: createHsmKey("aes") };
  });

  /** What a removed token or a restarted module does. */
  async function closeAllSessions(): Promise<void> {
    const library = await openLibrary(openSoftHsm().modulePath ?? "");
    const slots = new BigUint64Array(8);
    const count = [slots.length];
    await library.call("C_GetSlotList", 1, slots, count);
    for (const slot of slots.subarray(0, count[0])) await library.call("C_CloseAllSessions", slot);
  }

  test("lost sessions are opened again, and log in again", async () => {
    const keys = openKeys();
    const label = createHsmKey("aes");
    const key = randomBytes(32);
    const wrapped = await keys.wrap(label, key);
    for (let round = 0; round < 3; round += 1) {
      await closeAllSessions();
      expect(await keys.unwrap(label, wrapped)).toEqual(key);
    }
    // More calls than sessions: each of them finds out that its session is gone.
    await Promise.all(Array.from({ length: 12 }, () => keys.unwrap(label, wrapped)));
    await closeAllSessions();
    const results = await Promise.all(Array.from({ length: 12 }, () => keys.unwrap(label, wrapped)));
    expect(results).toEqual(Array.from({ length: 12 }, () => key));
    opened.length = 0;
    await closeAllSessions();
  });

  test("the module stays loaded when nothing but its functions is in use", async () => {
    const keys = openKeys();
    const label = createHsmKey("aes");
    const key = randomBytes(32);
    const wrapped = await keys.wrap(label, key);
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    for (let round = 0; round < 3; round += 1) {
      collectGarbage();
      await setImmediate();
      expect(await keys.unwrap(label, wrapped)).toEqual(key);
    }
  });

  test("a wrong PIN is sent once, and never to a token that counts failures; no error names it", async () => {
    const label = createHsmKey("aes");
    const wrap = (pin: string) => openKeys({ pin }).wrap(label, randomBytes(32));
    const proven = openKeys();
    await proven.wrap(label, randomBytes(32));
    await proven.close();
    // Two sessions at once.
    const keys = openKeys({ pin: "9876-wrong" });
    const errors = await Promise.all(
      [1, 2].map(() => keys.wrap(label, randomBytes(32)).catch((reason: unknown) => reason)),
    );
    // Either session may be the one that sends it.
    const messages = errors.map(String);
    expect(errors).toMatchObject([{ failure: "pin_denied" }, { failure: "pin_denied" }]);
    expect(messages.filter((message) => message.includes("CKR_PIN_INCORRECT"))).toHaveLength(1);
    expect(messages.filter((message) => message.includes("not sent again"))).toHaveLength(1);
    expect(messages.join()).not.toContain("9876");
    await expect(wrap("9876-wrong")).rejects.toThrow("not sent again");
    await expect(wrap("another")).rejects.toThrow("CKF_USER_PIN_COUNT_LOW");
    // This process has logged in with the right one before.
    await expect(openKeys().wrap(label, randomBytes(32))).resolves.toBeInstanceOf(Buffer);
  });

  test("a missing module, token or key is named", async () => {
    const wrap = (changes: Partial<Pkcs11Settings>, label: string) =>
      openKeys(changes).wrap(label, randomBytes(32));
    await expect(wrap({ modulePath: "/missing.so" }, "any")).rejects.toThrow(
      "cannot be loaded from /missing.so",
    );
    await expect(wrap({ tokenLabel: "other" }, "any")).rejects.toThrow("has no token other");
    await expect(wrap({}, "absent")).rejects.toThrow("no secret key with the label absent");
  });

  test("signing does not block the event loop", async () => {
    const keys = openKeys();
    const key = keys.signingKey(createHsmKey("secp256k1"), "secp256k1");
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 0);
    await Promise.all(Array.from({ length: 200 }, () => key.sign(randomBytes(32))));
    clearInterval(counting);
    expect(turns).toBeGreaterThan(0);
  });

  test("a key of another curve is refused", async () => {
    const keys = openKeys();
    const label = createHsmKey("ed25519");
    await expect(keys.signingKey(label, "secp256k1").publicKey()).rejects.toThrow("is no secp256k1 key");
  });
});
