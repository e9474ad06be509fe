import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import {
  KeyProviderError,
  type KeyProviderName,
  type KeyWrapper,
  retryUnreachable,
} from "../src/keys/key-wrapper.ts";
import { describeMasterKey, openMasterKey, wrapMasterKey } from "../src/keys/master-key.ts";

export interface WrapperUnderTest {
  readonly provider: KeyProviderName;
  readonly wrapper: KeyWrapper;
  readonly keyName: string;
  readonly otherKeyName: string;
}

async function failureOf(call: Promise<unknown>): Promise<KeyProviderError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(KeyProviderError);
  return error as KeyProviderError;
}

/** What every provider of master keys keeps. */
export function keyWrapperSuite(open: () => Promise<WrapperUnderTest>): void {
  test("a wrapped key is unwrapped to the same bytes, and no two wrapped keys are the same", async () => {
    const { wrapper, keyName } = await open();
    const key = randomBytes(32);
    const [first, second] = [await wrapper.wrap(keyName, key), await wrapper.wrap(keyName, key)];
    expect(first.equals(second)).toBe(false);
    expect(first.includes(key)).toBe(false);
    expect(await wrapper.unwrap(keyName, first)).toEqual(key);
    expect(await wrapper.unwrap(keyName, second)).toEqual(key);
  });

  test("the value of MASTER_KEY names provider and key, and opens to the key", async () => {
    const { wrapper, provider, keyName } = await open();
    const key = randomBytes(32);
    const text = await wrapMasterKey(() => wrapper, { provider, keyName }, key);
    expect(describeMasterKey(text)).toBe(`${provider}:${keyName}`);
    expect(text).not.toContain(key.toString("base64"));
    expect(await openMasterKey(() => wrapper, text)).toEqual(key);
  });

  test("a modified or truncated wrapped key, and one of another key, are rejected without the key", async () => {
    const { wrapper, keyName, otherKeyName } = await open();
    const key = randomBytes(32);
    const wrapped = await wrapper.wrap(keyName, key);
    // The end may be base64 padding, where another character can have the same meaning.
    for (const position of [12, 20, Math.floor(wrapped.length / 2), wrapped.length - 8]) {
      const modified = Buffer.from(wrapped);
      modified[position] = (modified[position] ?? 0) ^ 1;
      expect((await failureOf(wrapper.unwrap(keyName, modified))).failure).toBe("rejected");
    }
    expect((await failureOf(wrapper.unwrap(keyName, wrapped.subarray(0, -9)))).failure).toBe("rejected");
    const error = await failureOf(wrapper.unwrap(otherKeyName, wrapped));
    expect(error.failure).toBe("rejected");
    expect(error.message).not.toContain(key.toString("base64"));
  });

  test("an unknown key is an error that does not go away by waiting", async () => {
    const { wrapper } = await open();
    expect((await failureOf(wrapper.wrap("missing/key", randomBytes(32)))).failure).not.toBe("unreachable");
  });
}

/** The same for a provider behind a network; `fail` makes its next responses fail. */
export function remoteWrapperSuite(
  open: () => Promise<WrapperUnderTest>,
  fail: (failure: "deny" | "throttle", responses: number) => void,
): void {
  keyWrapperSuite(open);

  test("a denial is reported at once, a throttled call is repeated with growing pauses", async () => {
    const { wrapper, keyName } = await open();
    const key = randomBytes(32);
    const wrapped = await wrapper.wrap(keyName, key);
    const pauses: number[] = [];
    const unwrap = () =>
      retryUnreachable(() => wrapper.unwrap(keyName, wrapped), {
        maxAttempts: 3,
        firstPauseMs: 100,
        pause: async (durationMs) => pauses.push(durationMs),
      });
    fail("deny", 1);
    expect((await failureOf(unwrap())).failure).toBe("denied");
    expect(pauses).toEqual([]);
    fail("throttle", 2);
    expect(await unwrap()).toEqual(key);
    expect(pauses).toEqual([100, 200]);
    fail("throttle", 3);
    expect((await failureOf(unwrap())).failure).toBe("unreachable");
  });
}
