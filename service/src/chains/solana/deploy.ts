import { type Address, createNoopSigner } from "@solana/kit";
import { getCreateAccountInstruction } from "@solana-program/system";
import {
  type ExtensionArgs,
  getInitializeMetadataPointerInstruction,
  getInitializeMint2Instruction,
  getInitializePausableConfigInstruction,
  getInitializePermanentDelegateInstruction,
  getInitializeTokenMetadataInstruction,
  getMintSize,
} from "@solana-program/token-2022";
import type { DeployOperation } from "../chain.ts";
import type { KeyRef } from "../signer.ts";
import { decimals, freezer, type InstructionSet, minterOf, withReference } from "./instructions.ts";
import { token2022Program } from "./programs.ts";

/** The authorities of a token. */
interface Authorities {
  readonly mint: Address;
  readonly minter: Address;
  readonly freezer: Address;
  /** Pauses the token, updates its metadata, and wipes frozen balances. */
  readonly admin: Address;
}

export interface DeployDeps {
  readonly payer: Address;
  addressOf(key: KeyRef): Promise<Address>;
  rentFor(bytes: number): Promise<bigint>;
}

const deployComputeUnits = 80_000;

/** A Token-2022 mint in one transaction: created with all of its extensions and authorities, or not at all. */
export async function deployInstructions(
  deps: DeployDeps,
  operation: DeployOperation,
): Promise<InstructionSet> {
  const isPlatform = operation.authority === "platform";
  const minter = minterOf(operation.authority);
  const authorities: Authorities = {
    mint: await deps.addressOf(operation.issuer),
    minter: await deps.addressOf(minter),
    freezer: await deps.addressOf(isPlatform ? freezer : minter),
    admin: await deps.addressOf(isPlatform ? { role: "deployer", index: 0 } : minter),
  };
  const extensions = extensionsOf(authorities);
  const metadata = metadataOf(authorities, operation);
  // The program allocates the metadata itself, from lamports that must be there before.
  const rent = await deps.rentFor(getMintSize([...extensions, metadata]));
  const create = getCreateAccountInstruction({
    payer: createNoopSigner(deps.payer),
    newAccount: createNoopSigner(authorities.mint),
    lamports: rent,
    space: getMintSize([...extensions]),
    programAddress: token2022Program,
  });
  return {
    instructions: withReference([create, ...initialise(authorities, operation)], operation.reference),
    signers: [
      { key: operation.issuer, address: authorities.mint },
      { key: minter, address: authorities.minter },
    ],
    computeUnits: deployComputeUnits,
  };
}

function extensionsOf({ mint, admin }: Authorities): readonly ExtensionArgs[] {
  return [
    { __kind: "MetadataPointer", authority: admin, metadataAddress: mint },
    { __kind: "PermanentDelegate", delegate: admin },
    { __kind: "PausableConfig", authority: admin, paused: false },
  ];
}

function metadataOf({ mint, admin }: Authorities, { name, symbol }: DeployOperation): ExtensionArgs {
  return {
    __kind: "TokenMetadata",
    updateAuthority: admin,
    mint,
    name,
    symbol,
    uri: "",
    additionalMetadata: new Map(),
  };
}

/** The program requires extensions before the mint itself, and the metadata after it. */
function initialise(
  { mint, minter, freezer: freezeAuthority, admin }: Authorities,
  operation: DeployOperation,
) {
  return [
    getInitializeMetadataPointerInstruction({ mint, authority: admin, metadataAddress: mint }),
    getInitializePermanentDelegateInstruction({ mint, delegate: admin }),
    getInitializePausableConfigInstruction({ mint, authority: admin }),
    getInitializeMint2Instruction({ mint, decimals, mintAuthority: minter, freezeAuthority }),
    getInitializeTokenMetadataInstruction({
      metadata: mint,
      updateAuthority: admin,
      mint,
      mintAuthority: createNoopSigner(minter),
      name: operation.name,
      symbol: operation.symbol,
      uri: "",
    }),
  ];
}
