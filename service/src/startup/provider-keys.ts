import { curveOf } from "../chains/custody/external-signer.ts";
import type { WalletPlace } from "../chains/custody/wallets.ts";
import type { KeyRole } from "../chains/signer.ts";
import type { SignerSetting } from "../config/signers.ts";
import type { Config } from "../config.ts";
import type { SigningCurve, SigningKey } from "../kernel/signing-key.ts";

/** The keys of one network and chain family that are at a provider, by key role. */
export type ProviderKeys = (place: WalletPlace) => ReadonlyMap<KeyRole, SigningKey>;

interface SigningKeys {
  signingKey(key: SignerSetting["key"], curve: SigningCurve): SigningKey;
}

export function providerKeysOf(signers: Config["signers"], providers: SigningKeys): ProviderKeys {
  return ({ network, family }) =>
    new Map(
      signers[network]
        .filter((signer) => signer.family === family)
        .map(({ role, key }) => [role, providers.signingKey(key, curveOf(family))]),
    );
}
