import { assert, expect } from "vitest";
import type {
  Chain,
  ChainOperation,
  CheckOutcome,
  FailureReason,
  Prepared,
  SenderQueue,
  StatusQuestion,
  TransactionStatus,
  TransferOperation,
} from "../../src/chains/chain.ts";
import type { KeyRef } from "../../src/chains/signer.ts";
import { eventually } from "../eventually.ts";
import type { ChainEnvironment, Holder } from "./chain-environment.ts";

/** An environment with a token, and a minimal driver that takes an operation from request to final outcome. */
export interface Stage {
  readonly env: ChainEnvironment;
  readonly chain: Chain;
  readonly token: Token;
  newReference(): string;
  check(operation: ChainOperation): Promise<CheckOutcome>;
  /** Signed but not sent. */
  prepare(operation: ChainOperation): Promise<Submission>;
  prepareCancelTransaction(senderQueue: SenderQueue): Promise<Submission>;
  /** Sends it to the node, preparing it first if needed. */
  send(input: ChainOperation | Submission): Promise<Submission>;
  status(submission: Submission): Promise<TransactionStatus>;
  /** Advances the chain until the attempt is final. */
  settle(submission: Submission): Promise<FinalStatus>;
  /** Checked, sent, final and successful. */
  perform(operation: ChainOperation): Promise<Submission>;
  /** Sent although the check fails; returns the chain's failure reason. */
  force(operation: ChainOperation): Promise<FailureReason>;
  deploy(): Promise<Token>;
  /** A custodial holder with newly minted units. */
  holderWith(units: bigint): Promise<Holder>;
  balance(address: string): Promise<bigint>;
  mint(to: Holder, units: bigint): ChainOperation;
  transfer(from: Holder, to: Holder | string, units: bigint): TransferOperation;
  burn(from: Holder, units: bigint): ChainOperation;
  freeze(kind: "freeze" | "unfreeze", holder: Holder): ChainOperation;
}

export interface Token {
  readonly contract: string;
  readonly issuer: KeyRef;
}

export interface Submission {
  readonly prepared: Prepared;
  readonly senderQueue: SenderQueue;
}

type FinalStatus = Exclude<TransactionStatus, { readonly state: "absent" }>;

/** Shared by all steps on one stage. */
interface Backstage {
  readonly env: ChainEnvironment;
  readonly issued: { references: number; issuers: number };
  /** Next sequence of each sender queue, ahead of the chain by sent but not yet included transactions. */
  readonly sequences: Map<string, bigint>;
}

export async function openStage(env: ChainEnvironment): Promise<Stage> {
  const backstage: Backstage = { env, issued: { references: 0, issuers: 0 }, sequences: new Map() };
  const token = await deploy(backstage);
  const stage: Stage = {
    env,
    chain: env.chain,
    token,
    newReference: () => newReference(backstage),
    check: (operation) => check(env.chain, operation),
    prepare: (operation) => prepare(backstage, operation),
    prepareCancelTransaction: async (senderQueue) => ({
      senderQueue,
      prepared: await env.chain.prepareCancelTransaction(senderQueue),
    }),
    send: (input) => send(backstage, input),
    status: (submission) => status(env.chain, submission),
    settle: (submission) => settle(env, submission),
    perform: (operation) => perform(backstage, operation),
    force: (operation) => force(backstage, operation),
    deploy: () => deploy(backstage),
    holderWith: async (units) => {
      const holder = await env.newHolder();
      await stage.perform(stage.mint(holder, units));
      return holder;
    },
    balance: async (address) => (await env.chain.balances(token.contract, [address]))[0] ?? -1n,
    ...operationsOf(token, () => newReference(backstage)),
  };
  return stage;
}

type Operations = Pick<Stage, "mint" | "transfer" | "burn" | "freeze">;

function operationsOf(token: Token, reference: () => string): Operations {
  return {
    mint: (to, units) => ({
      kind: "mint",
      reference: reference(),
      ...token,
      authority: "platform",
      to: to.address,
      toKey: to.key,
      units,
    }),
    transfer: (from, to, units) => ({
      kind: "transfer",
      reference: reference(),
      contract: token.contract,
      from: from.address,
      fromKey: from.key,
      ...(typeof to === "string" ? { to } : { to: to.address, toKey: to.key }),
      units,
    }),
    burn: (from, units) => ({
      kind: "burn",
      reference: reference(),
      ...token,
      from: from.address,
      fromKey: from.key,
      units,
    }),
    freeze: (kind, holder) => ({ kind, reference: reference(), ...token, holder: holder.address }),
  };
}

async function deploy(backstage: Backstage): Promise<Token> {
  backstage.issued.issuers += 1;
  const issuer: KeyRef = { role: "issuer", index: backstage.issued.issuers };
  const { prepared } = await perform(backstage, {
    kind: "deploy",
    reference: newReference(backstage),
    name: "Suite Dollar",
    symbol: "SUSD",
    issuer,
    authority: "platform",
  });
  assert(prepared.contract !== undefined, "a prepared deployment has the contract address");
  return { contract: prepared.contract, issuer };
}

function newReference({ issued }: Backstage): string {
  issued.references += 1;
  return `suite-${issued.references}`;
}

async function perform(backstage: Backstage, operation: ChainOperation): Promise<Submission> {
  expect(await check(backstage.env.chain, operation)).toEqual({ ok: true });
  const submission = await send(backstage, operation);
  expect(await settle(backstage.env, submission)).toMatchObject({ state: "included", outcome: { ok: true } });
  return submission;
}

async function force(backstage: Backstage, operation: ChainOperation): Promise<FailureReason> {
  const status = await settle(backstage.env, await send(backstage, operation));
  assert(status.state === "included" && !status.outcome.ok, "the transaction is included and fails");
  return status.outcome.reason;
}

async function check(chain: Chain, operation: ChainOperation): Promise<CheckOutcome> {
  const [decision] = await chain.check([operation]);
  assert(decision !== undefined, "every operation has its check result");
  return decision;
}

async function prepare(backstage: Backstage, operation: ChainOperation): Promise<Submission> {
  const { chain, signer } = backstage.env;
  const key: KeyRef = { role: chain.roleOf(operation), index: 0 };
  const address = chain.addressOf(await signer.publicKey(key));
  const expected = await chain.nextSequence({ key, address });
  const ahead = backstage.sequences.get(address) ?? 0n;
  const sequence = expected === undefined || expected > ahead ? expected : ahead;
  const senderQueue: SenderQueue = { key, address, sequence };
  return { senderQueue, prepared: await chain.prepare(operation, senderQueue) };
}

async function send(backstage: Backstage, input: ChainOperation | Submission): Promise<Submission> {
  const submission = "prepared" in input ? input : await prepare(backstage, input);
  const { address, sequence } = submission.senderQueue;
  expect(await backstage.env.chain.broadcast(submission.prepared.bytes)).toEqual({ response: "accepted" });
  if (sequence !== undefined) backstage.sequences.set(address, sequence + 1n);
  return submission;
}

async function status(chain: Chain, submission: Submission): Promise<TransactionStatus> {
  const [response] = await chain.statuses([questionOf(submission)]);
  assert(response !== undefined, "every transaction has a status");
  return response;
}

function questionOf({ prepared, senderQueue }: Submission): StatusQuestion {
  const { transactionId, expiresAtHeight } = prepared;
  return { transactionId, senderQueue, expiresAtHeight };
}

async function settle(env: ChainEnvironment, submission: Submission): Promise<FinalStatus> {
  return eventually(async () => {
    const now = await status(env.chain, submission);
    if (now.state !== "absent" && (now.state !== "included" || now.isFinal)) return now;
    await env.advance(1);
    throw new Error(`it is ${now.state} and not final`);
  });
}
