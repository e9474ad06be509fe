import { randomBytes } from "node:crypto";
import { getAddressDecoder } from "@solana/kit";
import { StrKey } from "@stellar/stellar-base";
import { publicKeyToAddress } from "viem/accounts";
import type { ChainFamily } from "../src/chains/chain-name.ts";
import { createWallets, type WalletDeps } from "../src/chains/custody/create-wallets.ts";
import { createKeystoreSigner } from "../src/chains/custody/keystore-signer.ts";
import type { Wallets } from "../src/chains/custody/wallets.ts";
import type { Signer } from "../src/chains/signer.ts";
import { type Network, networks } from "../src/kernel/id.ts";

export const chainFamilies = ["evm", "solana", "stellar"] as const satisfies readonly ChainFamily[];

/** The address of a public key, computed only by the libraries. */
export function addressOfKey(family: ChainFamily, publicKey: Uint8Array): string {
  switch (family) {
    case "evm":
      return publicKeyToAddress(`0x${Buffer.from(publicKey).toString("hex")}`);
    case "solana":
      return getAddressDecoder().decode(publicKey);
    case "stellar":
      return StrKey.encodeEd25519PublicKey(Buffer.from(publicKey));
  }
}

/** Signers and wallets of both networks, each from a random seed. */
export interface TestCustody extends WalletDeps {
  readonly wallets: Wallets;
  readonly signer: (network: Network, family: ChainFamily) => Signer;
}

export function createTestCustody(seeds: Partial<Record<Network, Uint8Array>> = {}): TestCustody {
  const signers = new Map(
    networks.flatMap((network) => {
      const seed = seeds[network] ?? randomBytes(64);
      return chainFamilies.map(
        (family) => [`${network}/${family}`, createKeystoreSigner({ seed, family })] as const,
      );
    }),
  );
  const signer = (network: Network, family: ChainFamily): Signer => {
    const found = signers.get(`${network}/${family}`);
    if (found === undefined) throw new Error(`no signer for ${family} of ${network}`);
    return found;
  };
  const deps: WalletDeps = {
    signerOf: ({ network, family }) => signer(network, family),
    addressOf: addressOfKey,
  };
  return { ...deps, signer, wallets: createWallets(deps) };
}
