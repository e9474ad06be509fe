import { expect } from "vitest";
import type { ManagedAccount } from "../src/accounts/index.ts";
import type { Verification } from "../src/accounts/verification/verification.ts";
import type { Transaction } from "../src/db/database.ts";
import type { Cause } from "../src/kernel/cause.ts";
import { keyOf, type VerificationWorld } from "./verification.ts";

export const reviewer: Cause = { actor: { type: "operator", name: "Rosa" }, requestId: undefined };

/** An account that waits for a person. */
export async function waiting(
  world: VerificationWorld,
  request: Parameters<VerificationWorld["createAccount"]>[0] = {},
  network: "testnet" | "mainnet" = "testnet",
): Promise<ManagedAccount> {
  const account = await world.createAccount(request, network);
  await world.verify(account);
  expect((await world.reviewOf(account)).state.stage).toBe("in_review");
  world.clock.advance(1_000);
  return account;
}

type On = Pick<Verification, "tenantId" | "accountId" | "revision"> & { readonly cause: Cause };

/** A decision of the reviewer on the review as it is now. */
export async function decide<T>(
  world: VerificationWorld,
  account: ManagedAccount,
  work: (tx: Transaction, on: On) => Promise<T>,
): Promise<T> {
  const { revision } = await world.reviewOf(account);
  return world.deps.database.transaction((tx) => work(tx, { ...keyOf(account), revision, cause: reviewer }));
}
