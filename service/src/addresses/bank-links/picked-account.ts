import { assert } from "../../kernel/assert.ts";
import { canonicalJson } from "../../kernel/canonical-json.ts";
import { type KeyRing, open, seal } from "../../kernel/envelope.ts";
import type { TenantId } from "../../kernel/id.ts";
import { pickedContext } from "../tables.ts";
import type { LinkSessionId } from "./link-session.ts";
import type { LinkedAccount } from "./provider.ts";

export interface SessionKey {
  readonly tenantId: TenantId;
  readonly id: LinkSessionId;
}

// Format version, included in every sealed value.
const formatVersion = 1;

/** A picked account is stored sealed until it is registered. */
export function sealPicked(keyRing: KeyRing, account: LinkedAccount, key: SessionKey): Buffer {
  const text = canonicalJson({ version: formatVersion, account: { ...account } });
  return seal(keyRing, Buffer.from(text), pickedContext(key));
}

/** The envelope authenticates the bytes, so the content is what `sealPicked` wrote. */
export function openPicked(keyRing: KeyRing, sealed: Buffer, key: SessionKey): LinkedAccount {
  const { version, account } = JSON.parse(open(keyRing, sealed, pickedContext(key)).toString()) as {
    readonly version: number;
    readonly account: LinkedAccount;
  };
  assert(
    version === formatVersion,
    "the picked account has a format version that this build does not support",
  );
  return account;
}
