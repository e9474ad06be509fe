import { assert } from "../../kernel/assert.ts";
import { canonicalJson } from "../../kernel/canonical-json.ts";
import { type KeyRing, open, seal } from "../../kernel/envelope.ts";
import type { TenantId } from "../../kernel/id.ts";
import type { LinkSessionId } from "./link-session.ts";
import type { LinkedAccount } from "./provider.ts";

interface SessionKey {
  readonly tenantId: TenantId;
  readonly id: LinkSessionId;
}

// Written into every sealed value, so that a later build knows what it reads.
const formatVersion = 1;

/** The account that somebody picked waits sealed until it is registered. */
export function sealPicked(keyRing: KeyRing, account: LinkedAccount, key: SessionKey): Buffer {
  const text = canonicalJson({ version: formatVersion, account: { ...account } });
  return seal(keyRing, Buffer.from(text), pickedContext(key));
}

/** The envelope vouches for the bytes, so what it holds is what `sealPicked` wrote. */
export function openPicked(keyRing: KeyRing, sealed: Buffer, key: SessionKey): LinkedAccount {
  const { version, account } = JSON.parse(open(keyRing, sealed, pickedContext(key)).toString()) as {
    readonly version: number;
    readonly account: LinkedAccount;
  };
  assert(version === formatVersion, "an account was picked in a form that this build cannot read");
  return account;
}

export function pickedContext({ tenantId, id }: SessionKey): string {
  return `bank_link_sessions/${tenantId}/${id}`;
}
