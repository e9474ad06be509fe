import type { ChainFamily } from "../chains/chain-name.ts";
import type { KeyRole } from "../chains/signer.ts";
import { Problem, type Read } from "./setting.ts";

/** Key roles whose key may be at a provider: each has one key per network and chain family. */
const signerRoles = ["deployer", "minter", "freezer", "gas"] as const satisfies readonly KeyRole[];
const families = ["evm", "solana", "stellar"] as const satisfies readonly ChainFamily[];
const providers = ["aws-kms", "pkcs11"] as const;

/** A key role whose key is not derived from the seed. */
export interface SignerSetting {
  readonly family: ChainFamily;
  readonly role: (typeof signerRoles)[number];
  readonly key: { readonly provider: (typeof providers)[number]; readonly keyName: string };
}

export type Signers = readonly SignerSetting[];

export const noSigners: Signers = [];

const shape = new RegExp(
  `^(${families.join("|")})/(${signerRoles.join("|")})=(${providers.join("|")}):([^,\\s]+)$`,
);

/** `evm/minter=pkcs11:florin-minter`, separated by commas. */
export const readSigners: Read<Signers> = (text) => {
  const signers: SignerSetting[] = [];
  const seen = new Set<string>();
  for (const part of text.split(",").map((item) => item.trim())) {
    const [, family, role, provider, keyName = ""] = shape.exec(part) ?? [];
    if (family === undefined) {
      return new Problem(
        `must be a list such as evm/minter=pkcs11:florin-minter,evm/gas=aws-kms:alias/florin-gas, with the families ` +
          `${families.join(", ")} and the roles ${signerRoles.join(", ")}`,
      );
    }
    const place = `${family}/${role}`;
    if (seen.has(place)) return new Problem(`has ${place} twice`);
    seen.add(place);
    signers.push({
      family: family as ChainFamily,
      role: role as SignerSetting["role"],
      key: { provider: provider as SignerSetting["key"]["provider"], keyName },
    });
  }
  return signers;
};
