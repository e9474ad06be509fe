import type { Api } from "@florin/sdk";
import { CommandError } from "../failure.ts";
import { type Flow, findAddress } from "./flow.ts";

/** The local chains of the sandbox reject a token with this name, and every movement of this amount. */
const rejected = { name: "Rejected", amount: "66.66" };

/** A token on one chain, `attested` if the account is. */
export async function issueToken(flow: Flow, name = "Triggered"): Promise<Api.Token> {
  const { florin, account_id, mark } = flow;
  const [chain] = await chainsOf(flow);
  if (chain === undefined) throw new CommandError("this service has no chain");
  const { self_attested } = await florin.accounts.get({ account_id });
  return florin.tokens.issue({
    account_id,
    name: `${name} ${mark}`,
    value_type: `T${mark}`,
    kind: self_attested ? "attested" : "fiat_backed",
    currency: "USD",
    transfer_types: [chain],
  });
}

/** Chains of the routes to tokens. */
async function chainsOf({ florin }: Flow): Promise<readonly string[]> {
  const { routes } = await florin.transfers.listRoutes();
  const onramps = routes.filter(({ flow }) => flow === "onramp");
  return [...new Set(onramps.map(({ destination }) => destination.transfer_type))];
}

export async function deployAgain(flow: Flow): Promise<unknown> {
  const { value_type, deployments } = await flow.wait("tokens", await issueToken(flow));
  const chains = await chainsOf(flow);
  const other = chains.find((chain) => deployments.every(({ transfer_type }) => transfer_type !== chain));
  if (other === undefined) throw new CommandError("this service has no second chain");
  return flow.florin.tokens.deploy({ account_id: flow.account_id, value_type, transfer_type: other });
}

interface Minted {
  readonly address_id: string;
  readonly value_type: string;
  readonly transfer_type: string;
}

export function issueRejected(flow: Flow): Promise<Api.Token> {
  return issueToken(flow, rejected.name);
}

/** A report is about a fiat-backed token, so the account must not be self-attested. */
export async function reportReserve(flow: Flow): Promise<unknown> {
  const { florin, account_id } = flow;
  const { value_type } = await flow.wait("tokens", await issueToken(flow));
  return florin.simulations.reserveReport({ account_id, value_type });
}

export async function createTokenMint(flow: Flow): Promise<Api.TokenMint> {
  return (await mintNew(flow)).mint;
}

export async function failTokenMint(flow: Flow): Promise<Api.TokenMint> {
  return (await mintNew(flow, rejected.amount)).mint;
}

async function mintNew(
  flow: Flow,
  amount = "100",
): Promise<{ readonly mint: Api.TokenMint; readonly end: Minted }> {
  const { florin, account_id } = flow;
  const { value_type, deployments } = await flow.wait("tokens", await issueToken(flow));
  const transfer_type = deployments[0]?.transfer_type ?? "";
  const end = { address_id: await findAddress(flow, transfer_type), value_type, transfer_type };
  return { mint: await florin.tokenMints.create({ account_id, amount, destination: end }), end };
}

export async function createTokenBurn(flow: Flow, amount = "10"): Promise<Api.TokenBurn> {
  const { mint, end } = await mintNew(flow);
  await flow.wait("tokenMints", mint);
  return flow.florin.tokenBurns.create({ account_id: flow.account_id, amount, source: end });
}

export function failTokenBurn(flow: Flow): Promise<Api.TokenBurn> {
  return createTokenBurn(flow, rejected.amount);
}

export function failTokenTransfer(flow: Flow): Promise<Api.TokenTransfer> {
  return createTokenTransfer(flow, rejected.amount);
}

export async function createTokenTransfer(flow: Flow, amount = "10"): Promise<Api.TokenTransfer> {
  const { florin, account_id } = flow;
  const { mint, end } = await mintNew(flow);
  await flow.wait("tokenMints", mint);
  const transfer_types = [end.transfer_type];
  const { id } = await florin.addresses.createInternal({
    account_id,
    name: "Triggered, too",
    transfer_types,
  });
  return florin.tokenTransfers.create({
    account_id,
    amount,
    source: end,
    destination: { ...end, address_id: id },
  });
}
