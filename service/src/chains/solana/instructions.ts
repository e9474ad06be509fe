import { type Address, createNoopSigner, getU32Encoder, getU64Encoder, type Instruction } from "@solana/kit";
import {
  getBurnCheckedInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getFreezeAccountInstruction,
  getMintToCheckedInstruction,
  getThawAccountInstruction,
  getTransferCheckedInstruction,
} from "@solana-program/token-2022";
import type {
  BurnOperation,
  ChainOperation,
  DeployOperation,
  FreezeOperation,
  MintOperation,
  TransferOperation,
} from "../chain.ts";
import type { KeyRef } from "../signer.ts";
import { toAddress } from "./address.ts";
import { computeBudgetProgram, memoProgram } from "./programs.ts";
import type { TokenAccounts } from "./token-accounts.ts";

/** Tokens have six decimals on every chain. */
export const decimals = 6;

/** Instructions of an operation, and the required signers besides the fee payer. */
export interface InstructionSet {
  readonly instructions: readonly Instruction[];
  readonly signers: readonly InstructionSigner[];
  readonly computeUnits: number;
}

export interface InstructionSigner {
  readonly key: KeyRef;
  readonly address: Address;
}

export interface InstructionDeps {
  readonly payer: Address;
  readonly tokens: TokenAccounts;
  addressOf(key: KeyRef): Promise<Address>;
}

type TokenOperation = Exclude<ChainOperation, DeployOperation>;

export const freezer: KeyRef = { role: "freezer", index: 0 };

/** The mint authority: the platform's minter, or the external issuer. */
export function minterOf(authority: MintOperation["authority"]): KeyRef {
  return { role: authority === "platform" ? "minter" : "external_issuer", index: 0 };
}

// Well above what the local runtime measures (32,000 for a transfer that opens an account): deriving an associated
// account costs more for some owners than for others, and the programs of other networks may be older and more
// expensive.
const computeUnits = { mint: 120_000, transfer: 120_000, burn: 60_000, freeze: 100_000, unfreeze: 60_000 };

export function instructionsOf(deps: InstructionDeps, operation: TokenOperation): Promise<InstructionSet> {
  switch (operation.kind) {
    case "mint":
      return mint(deps, operation);
    case "transfer":
      return transfer(deps, operation);
    case "burn":
      return burn(deps, operation);
    case "freeze":
    case "unfreeze":
      return freeze(deps, operation);
  }
}

async function mint(deps: InstructionDeps, operation: MintOperation): Promise<InstructionSet> {
  const minter = await signerOf(deps, minterOf(operation.authority));
  const place = await placeOf(deps, operation.contract, operation.to);
  const input = {
    mint: place.mint,
    token: place.account,
    mintAuthority: createNoopSigner(minter.address),
    amount: operation.units,
    decimals,
  };
  const instructions = [
    openAccount(deps, place),
    memo(operation.reference),
    getMintToCheckedInstruction(input, { programAddress: place.program }),
  ];
  return { instructions, signers: [minter], computeUnits: computeUnits.mint };
}

async function transfer(deps: InstructionDeps, operation: TransferOperation): Promise<InstructionSet> {
  const from = await placeOf(deps, operation.contract, operation.from);
  const to = await placeOf(deps, operation.contract, operation.to);
  const input = {
    source: from.account,
    mint: from.mint,
    destination: to.account,
    authority: createNoopSigner(from.owner),
    amount: operation.units,
    decimals,
  };
  // An account may require a memo: it has to be right before the transfer.
  const instructions = [
    openAccount(deps, to),
    memo(operation.reference),
    getTransferCheckedInstruction(input, { programAddress: from.program }),
  ];
  const signers = [{ key: operation.fromKey, address: from.owner }];
  return { instructions, signers, computeUnits: computeUnits.transfer };
}

async function burn(deps: InstructionDeps, operation: BurnOperation): Promise<InstructionSet> {
  const place = await placeOf(deps, operation.contract, operation.from);
  const input = {
    account: place.account,
    mint: place.mint,
    authority: createNoopSigner(place.owner),
    amount: operation.units,
    decimals,
  };
  const instructions = [
    memo(operation.reference),
    getBurnCheckedInstruction(input, { programAddress: place.program }),
  ];
  const signers = [{ key: operation.fromKey, address: place.owner }];
  return { instructions, signers, computeUnits: computeUnits.burn };
}

async function freeze(deps: InstructionDeps, operation: FreezeOperation): Promise<InstructionSet> {
  const place = await placeOf(deps, operation.contract, operation.holder);
  const authority = await signerOf(deps, freezer);
  const input = {
    account: place.account,
    mint: place.mint,
    owner: createNoopSigner(authority.address),
  };
  const program = { programAddress: place.program };
  // A holder can be frozen before it has held tokens: its account is opened first.
  const instructions =
    operation.kind === "freeze"
      ? [openAccount(deps, place), memo(operation.reference), getFreezeAccountInstruction(input, program)]
      : [memo(operation.reference), getThawAccountInstruction(input, program)];
  return { instructions, signers: [authority], computeUnits: computeUnits[operation.kind] };
}

async function signerOf({ addressOf }: InstructionDeps, key: KeyRef): Promise<InstructionSigner> {
  return { key, address: await addressOf(key) };
}

interface Place {
  readonly mint: Address;
  readonly program: Address;
  readonly owner: Address;
  readonly account: Address;
}

async function placeOf({ tokens }: InstructionDeps, contract: string, holder: string): Promise<Place> {
  const [mintAddress, owner] = [toAddress(contract), toAddress(holder)];
  const program = await tokens.programOf(mintAddress);
  return { mint: mintAddress, program, owner, account: await tokens.accountOf(mintAddress, owner) };
}

function openAccount({ payer }: InstructionDeps, place: Place): Instruction {
  return getCreateAssociatedTokenIdempotentInstruction({
    payer: createNoopSigner(payer),
    ata: place.account,
    owner: place.owner,
    mint: place.mint,
    tokenProgram: place.program,
  });
}

/** Ties the transaction to its operation, and makes otherwise identical operations distinct transactions. */
export function memo(reference: string): Instruction {
  return { programAddress: memoProgram, accounts: [], data: new TextEncoder().encode(reference) };
}

/** The compute unit limit, and the price per unit in micro-lamports. */
export function computeBudget(units: number, microLamports: bigint): readonly Instruction[] {
  const limit = new Uint8Array([2, ...getU32Encoder().encode(units)]);
  const price = new Uint8Array([3, ...getU64Encoder().encode(microLamports)]);
  return [limit, price].map((data) => ({ programAddress: computeBudgetProgram, accounts: [], data }));
}
