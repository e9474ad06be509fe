import { assert, expect } from "vitest";
import type {
  Chain,
  ChainOperation,
  CheckVerdict,
  FailureReason,
  Lane,
  Prepared,
  StatusQuestion,
  TransactionStatus,
} from "../../src/chains/chain.ts";
import type { KeyRef } from "../../src/chains/signer.ts";
import { eventually } from "../eventually.ts";
import type { ChainWorld, Holder } from "./chain-world.ts";

/** A world with a token in it, and the shortest driver that takes an operation from a wish to a final outcome. */
export interface Stage {
  readonly world: ChainWorld;
  readonly chain: Chain;
  readonly token: Token;
  newReference(): string;
  check(operation: ChainOperation): Promise<CheckVerdict>;
  /** Signed, and seen by nobody. */
  prepare(operation: ChainOperation): Promise<Attempt>;
  prepareFiller(lane: Lane): Promise<Attempt>;
  /** Given to the node, with or without being prepared before. */
  send(wish: ChainOperation | Attempt): Promise<Attempt>;
  status(attempt: Attempt): Promise<TransactionStatus>;
  /** Lets the chain go on until the attempt is final. */
  settle(attempt: Attempt): Promise<FinalStatus>;
  /** Checked, sent, final and successful. */
  perform(operation: ChainOperation): Promise<Attempt>;
  /** Sent although the check says no; why the chain would not have it. */
  force(operation: ChainOperation): Promise<FailureReason>;
  deploy(): Promise<Token>;
  /** A custodial holder with freshly minted units. */
  holderWith(units: bigint): Promise<Holder>;
  balance(address: string): Promise<bigint>;
  mint(to: Holder, units: bigint): ChainOperation;
  transfer(from: Holder, to: Holder | string, units: bigint): ChainOperation;
  burn(from: Holder, units: bigint): ChainOperation;
  freeze(kind: "freeze" | "unfreeze", holder: Holder): ChainOperation;
}

export interface Token {
  readonly contract: string;
  readonly issuer: KeyRef;
}

export interface Attempt {
  readonly prepared: Prepared;
  readonly lane: Lane;
}

type FinalStatus = Exclude<TransactionStatus, { readonly state: "absent" }>;

/** What is the same for every step on one stage. */
interface Backstage {
  readonly world: ChainWorld;
  readonly issued: { references: number; issuers: number };
  /** The next sequence of each lane, ahead of the chain by what was sent and not yet included. */
  readonly sequences: Map<string, bigint>;
}

export async function openStage(world: ChainWorld): Promise<Stage> {
  const backstage: Backstage = { world, issued: { references: 0, issuers: 0 }, sequences: new Map() };
  const token = await deploy(backstage);
  const stage: Stage = {
    world,
    chain: world.chain,
    token,
    newReference: () => newReference(backstage),
    check: (operation) => check(world.chain, operation),
    prepare: (operation) => prepare(backstage, operation),
    prepareFiller: async (lane) => ({ lane, prepared: await world.chain.prepareFiller(lane) }),
    send: (wish) => send(backstage, wish),
    status: (attempt) => status(world.chain, attempt),
    settle: (attempt) => settle(world, attempt),
    perform: (operation) => perform(backstage, operation),
    force: (operation) => force(backstage, operation),
    deploy: () => deploy(backstage),
    holderWith: async (units) => {
      const holder = await world.newHolder();
      await stage.perform(stage.mint(holder, units));
      return holder;
    },
    balance: async (address) => (await world.chain.balances(token.contract, [address]))[0] ?? -1n,
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
  const issuer: KeyRef = { duty: "issuer", index: backstage.issued.issuers };
  const { prepared } = await perform(backstage, {
    kind: "deploy",
    reference: newReference(backstage),
    name: "Suite Dollar",
    symbol: "SUSD",
    issuer,
    authority: "platform",
  });
  assert(prepared.contract !== undefined, "a deployment says beforehand where the token will be");
  return { contract: prepared.contract, issuer };
}

function newReference({ issued }: Backstage): string {
  issued.references += 1;
  return `suite-${issued.references}`;
}

async function perform(backstage: Backstage, operation: ChainOperation): Promise<Attempt> {
  expect(await check(backstage.world.chain, operation)).toEqual({ ok: true });
  const attempt = await send(backstage, operation);
  expect(await settle(backstage.world, attempt)).toMatchObject({ state: "included", outcome: { ok: true } });
  return attempt;
}

async function force(backstage: Backstage, operation: ChainOperation): Promise<FailureReason> {
  const status = await settle(backstage.world, await send(backstage, operation));
  assert(status.state === "included" && !status.outcome.ok, "the chain includes it and refuses its effect");
  return status.outcome.reason;
}

async function check(chain: Chain, operation: ChainOperation): Promise<CheckVerdict> {
  const [verdict] = await chain.check([operation]);
  assert(verdict !== undefined, "every operation has its verdict");
  return verdict;
}

async function prepare(backstage: Backstage, operation: ChainOperation): Promise<Attempt> {
  const { chain, signer } = backstage.world;
  const key: KeyRef = { duty: chain.dutyOf(operation), index: 0 };
  const address = chain.addressOf(await signer.publicKey(key));
  const expected = await chain.nextSequence({ key, address });
  const ahead = backstage.sequences.get(address) ?? 0n;
  const sequence = expected === undefined || expected > ahead ? expected : ahead;
  const lane: Lane = { key, address, sequence };
  return { lane, prepared: await chain.prepare(operation, lane) };
}

async function send(backstage: Backstage, wish: ChainOperation | Attempt): Promise<Attempt> {
  const attempt = "prepared" in wish ? wish : await prepare(backstage, wish);
  const { address, sequence } = attempt.lane;
  expect(await backstage.world.chain.broadcast(attempt.prepared.bytes)).toEqual({ answer: "accepted" });
  if (sequence !== undefined) backstage.sequences.set(address, sequence + 1n);
  return attempt;
}

async function status(chain: Chain, attempt: Attempt): Promise<TransactionStatus> {
  const [answer] = await chain.statuses([questionOf(attempt)]);
  assert(answer !== undefined, "every question has its answer");
  return answer;
}

function questionOf({ prepared, lane }: Attempt): StatusQuestion {
  const { transactionId, expiresAtHeight } = prepared;
  return { transactionId, lane, expiresAtHeight };
}

async function settle(world: ChainWorld, attempt: Attempt): Promise<FinalStatus> {
  return eventually(async () => {
    const now = await status(world.chain, attempt);
    if (now.state !== "absent" && (now.state !== "included" || now.isFinal)) return now;
    await world.advance(1);
    throw new Error(`it is ${now.state} and not final`);
  });
}
