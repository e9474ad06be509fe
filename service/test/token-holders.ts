import { decodeTime } from "ulid";
import { insertAccount } from "../src/accounts/store.ts";
import type { Address } from "../src/addresses/index.ts";
import { insertAddress } from "../src/addresses/store.ts";
import { type ChainName, familyOf, standardChains } from "../src/chains/chain-name.ts";
import {
  type AccountId,
  createIdFactory,
  type Id,
  type Network,
  type NewId,
  tenantOf,
} from "../src/kernel/id.ts";
import { type Instant, instantFromMs, systemClock } from "../src/kernel/instant.ts";
import type { Token } from "../src/tokens/index.ts";
import { insertToken, takeIssuerKey } from "../src/tokens/store.ts";
import { addressOf } from "./addresses.ts";
import type { TestApi } from "./api.ts";
import { unaudited } from "./unaudited.ts";

const newSystemId = createIdFactory(systemClock);

/** Where a holder is added; with ids of its own, the time is that of the id. */
interface Place extends Pick<TestApi, "database"> {
  readonly newId?: NewId;
}

function made<Name extends string>({ newId }: Place): { readonly id: Id<Name>; readonly now: Instant } {
  if (newId === undefined) return { id: newSystemId<Name>(), now: systemClock.now() };
  const id = newId<Name>();
  return { id, now: instantFromMs(decodeTime(id)) };
}

/** A managed account of this tenant, complete by default. */
export async function addManagedAccount(
  place: Place,
  managingAccountId: AccountId,
  more: { readonly status?: "pending" | "complete"; readonly network?: Network } = {},
): Promise<AccountId> {
  const { id, now } = made<"account">(place);
  await insertAccount(unaudited(place.database), {
    kind: "managed",
    id,
    tenantId: tenantOf(managingAccountId),
    managingAccountId,
    network: more.network ?? "testnet",
    name: "Managed",
    businessName: undefined,
    selfAttested: true,
    status: more.status ?? "complete",
    createdAt: now,
    updatedAt: now,
  });
  return id;
}

export interface AddressInput {
  /** Owning account. */
  readonly accountId: AccountId;
  readonly tenant?: AccountId;
  readonly network?: Network;
  readonly chains?: readonly ChainName[];
  readonly kind?: "internal" | "external";
  readonly status?: "active" | "archived";
  readonly text?: string;
  /** Of an external address on Stellar. */
  readonly muxed?: string;
  readonly purpose?: "customer" | "treasury" | "automation";
}

let nextKey = 0;

/** An address on chains of one family; by default internal, on base and ethereum. */
export async function addAddress(place: Place, input: AddressInput): Promise<string> {
  const { accountId, tenant = accountId, network = "testnet", chains = ["ethereum", "base"] } = input;
  const keyIndex = nextKey;
  nextKey += 1;
  const family = familyOf(chains[0] ?? "base");
  const { id, now } = made<"address">(place);
  const fields = {
    id,
    tenantId: tenantOf(tenant),
    network,
    accountId,
    name: "An address",
    status: input.status ?? "active",
    medium: "chain",
    family,
    onChainAddress: input.text ?? addressOf[family](`movements/${keyIndex}`),
    transferTypes: chains,
    createdAt: now,
    updatedAt: now,
  } as const;
  const address: Address =
    input.kind === "external"
      ? { ...fields, kind: "external", muxedAddress: input.muxed }
      : { ...fields, kind: "internal", keyIndex, purpose: input.purpose ?? "customer" };
  await place.database.transaction((tx) => insertAddress(unaudited(tx), address));
  return fields.id;
}

export interface TokenInput {
  readonly issuer: AccountId | undefined;
  readonly valueType: string;
  readonly chains?: readonly ChainName[];
  readonly kind?: Token["kind"];
  readonly network?: Network;
  /** Contract on every chain; invented for each chain by default. */
  readonly contract?: string;
}

/** A token that is active on every chain, attested by default; without an issuer it is public. */
export async function addToken(
  place: Place,
  {
    issuer,
    valueType,
    chains = standardChains,
    kind = "attested",
    network = "testnet",
    contract,
  }: TokenInput,
): Promise<Token> {
  return place.database.transaction(async (tx) => {
    const { id, now } = made<"token">(place);
    const issuerKeyIndex = await takeIssuerKey(tx, network);
    const token: Token = {
      network,
      id,
      valueType,
      name: valueType,
      kind,
      currency: "USD",
      scale: 6,
      issuer: issuer === undefined ? undefined : { tenantId: tenantOf(issuer), accountId: issuer },
      isPublic: issuer === undefined,
      minting: { authority: kind === "third_party" ? "external_issuer" : "platform", issuerKeyIndex },
      status: "active",
      deployments: chains.toSorted().map((chain) => ({
        chain,
        status: "active",
        contract: contract ?? contractOf(valueType, chain),
        workId: undefined,
        createdAt: now,
        updatedAt: now,
      })),
      createdAt: now,
      updatedAt: now,
    };
    await insertToken(unaudited(tx), token);
    return token;
  });
}

export function contractOf(valueType: string, chain: ChainName): string {
  return `${valueType} on ${chain}`;
}
