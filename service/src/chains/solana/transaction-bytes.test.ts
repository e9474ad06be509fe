import {
  AccountRole,
  type Address,
  decompileTransactionMessage,
  getAddressDecoder,
  getBase58Decoder,
  getBase58Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Instruction,
} from "@solana/kit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fromBase58, toBase58 } from "./base58.ts";
import { blockhashOf, compileMessage, writeTransaction } from "./transaction-bytes.ts";

const bytesOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
/** A few addresses, so that instructions share accounts and an account has several roles. */
const address = fc
  .constantFrom(...Array.from({ length: 9 }, (_, index) => new Uint8Array(32).fill(index)))
  .map((bytes): Address => getAddressDecoder().decode(bytes));
const role = fc.constantFrom(
  AccountRole.READONLY,
  AccountRole.WRITABLE,
  AccountRole.READONLY_SIGNER,
  AccountRole.WRITABLE_SIGNER,
);
const program = bytesOf(32).map((bytes): Address => getAddressDecoder().decode(bytes));
const instruction = fc.record({
  programAddress: program,
  accounts: fc.array(fc.record({ address, role }), { maxLength: 12 }),
  data: fc.uint8Array({ maxLength: 300 }),
});

test("base58 is that of another implementation, both ways", () => {
  const withZeros = fc
    .tuple(fc.nat(3), fc.uint8Array({ maxLength: 64 }))
    .map(([zeros, rest]) => Uint8Array.of(...new Uint8Array(zeros), ...rest));
  fc.assert(
    fc.property(withZeros, (bytes) => {
      expect(toBase58(bytes)).toBe(getBase58Decoder().decode(bytes));
      expect(fromBase58(toBase58(bytes))).toEqual(
        Uint8Array.from(getBase58Encoder().encode(toBase58(bytes))),
      );
    }),
  );
});

test("another implementation reads the instructions, accounts and signers that were written", () => {
  fc.assert(
    fc.property(
      address,
      bytesOf(32),
      fc.array(instruction, { maxLength: 5 }),
      (payer, hash, instructions) => {
        const blockhash = toBase58(hash);
        const message = compileMessage({ payer, blockhash, instructions });
        const signatures = message.signers.map((_, index) => new Uint8Array(64).fill(index + 1));
        const transaction = writeTransaction(signatures, message.bytes);
        const read = getTransactionDecoder().decode(transaction);
        expect(Object.keys(read.signatures)).toEqual(message.signers);
        expect(message.signers[0]).toBe(payer);
        const compiled = getCompiledTransactionMessageDecoder().decode(read.messageBytes);
        const decompiled = decompileTransactionMessage(compiled);
        expect(decompiled.feePayer.address).toBe(payer);
        const found: readonly Instruction[] = decompiled.instructions;
        expect(found.map(plain)).toEqual(merged(payer, instructions).map(plain));
        expect(compiled).toMatchObject({ version: 0, lifetimeToken: blockhash });
        expect(blockhashOf(transaction)).toBe(blockhash);
      },
    ),
  );
});

/** In a message, an account has one role: the union of its roles in all instructions. */
function merged(payer: Address, instructions: readonly Instruction[]): readonly Instruction[] {
  const roles = new Map<Address, number>([[payer, AccountRole.WRITABLE_SIGNER]]);
  for (const { accounts = [] } of instructions) {
    for (const account of accounts)
      roles.set(account.address, (roles.get(account.address) ?? 0) | account.role);
  }
  return instructions.map(({ accounts = [], ...rest }) => ({
    ...rest,
    accounts: accounts.map((account) => ({
      address: account.address,
      role: roles.get(account.address) ?? 0,
    })),
  }));
}

function plain({ programAddress, accounts = [], data = new Uint8Array() }: Instruction) {
  return { programAddress, accounts: [...accounts], data: Uint8Array.from(data) };
}
