import { newAccountRequest } from "../../service/test/account-request.ts";
import type { TestApi, TestClient } from "../../service/test/api.ts";
import { approvalOperations, prepareApprovals } from "./approval-context.ts";
import { bankLinkOperations, prepareBankLinks } from "./bank-link-context.ts";
import type { GoodRequests } from "./good-requests.ts";
import { moneyOperations, prepareMoney } from "./money-context.ts";
import { prepareTokens } from "./token-context.ts";
import { prepareWebhooks, webhookOperations } from "./webhook-context.ts";

/** Credentials and known values: without them, most requests would end at the first check. */
export interface CommandContext {
  /** Valid for everything, for the whole run. */
  readonly token: string;
  /** By operation, where another client is needed for success. */
  readonly actors: ReadonlyMap<string, Pick<TestClient, "token" | "accountId">>;
  /** Tokens with fewer rights: another account, another network, fewer scopes, or revoked. */
  readonly otherTokens: readonly string[];
  /** Session cookie of a console admin; undefined for requests without a session. */
  readonly cookie?: string;
  readonly clients: readonly { readonly clientId: string; readonly clientSecret: string }[];
  /** Meaningful values, by the name of the parameter or property. */
  readonly known: Readonly<Record<string, readonly string[]>>;
  /** Requests that succeed, at least the first time. */
  readonly good: GoodRequests;
  /** Names for values that are valid only in this run. */
  readonly names: ReadonlyMap<string, string>;
}

const issuerOperations = [
  ...bankLinkOperations,
  ...moneyOperations,
  ...approvalOperations,
  ...webhookOperations,
];

/** The master key is the service's. */
export async function prepareContext(api: TestApi, masterKey: Buffer): Promise<CommandContext> {
  const client = await api.createClient();
  const reader = await api.createClient({ scopes: ["accounts:read"], accountId: client.accountId });
  const stranger = await api.createClient();
  const onMainnet = await api.createClient({ network: "mainnet", accountId: client.accountId });
  // Its token is revoked by the run, again and again.
  const spender = await api.createClient();
  const users = { client, reader, stranger, onMainnet, spender };
  const clients = [client, reader, stranger, spender];
  const managed = await accountsUnderReview(api, client);
  const tokens = await prepareTokens(api);
  const { issuer } = tokens;
  const banks = await prepareBankLinks(api, issuer);
  const money = await prepareMoney(api, { client: issuer, masterKey, banks });
  const approvals = await prepareApprovals(api, issuer, money.wireIn);
  const webhooks = await prepareWebhooks(api, issuer);
  const prepared = [tokens, banks, money, approvals, webhooks];
  const ofIssuer = [...tokens.operations, ...issuerOperations];
  return {
    token: client.token,
    actors: new Map([
      ["stageDocument", onMainnet],
      ...ofIssuer.map((operation) => [operation, issuer] as const),
    ]),
    good: {
      ...merged(prepared.map(({ good }) => good)),
      requestToken: { body: { grant_type: "client_credentials", ...credentialsOf(client) } },
      revokeToken: { body: { token: spender.token, ...credentialsOf(spender) } },
      updateAccount: { params: { account_id: managed[1] ?? "" } },
      simulateVerification: { params: { account_id: managed[0] ?? "" } },
    },
    otherTokens: [reader.token, stranger.token, onMainnet.token, spender.token],
    clients,
    names: new Map([
      ...namesOf({ ...users, issuer }),
      ...[money.known, approvals.known, banks.known, webhooks.names].flatMap((facts) => [
        ...factNames(facts),
      ]),
      ...managed.map((id, index) => [id, `account under review ${index}`] as const),
    ]),
    known: {
      ...merged(prepared.map(({ known }) => known)),
      transfer_id: [...(tokens.known["transfer_id"] ?? []), ...(money.known["transfer_id"] ?? [])],
      account_id: [
        ...Array<string>(8).fill(client.accountId),
        ...Array<string>(8).fill(issuer.accountId),
        ...managed,
        stranger.accountId,
        "01JD7Q2M8W3T5V6X9YZABCDEFG",
      ],
      ...tokenServiceValues(clients, client, spender),
      ...together(await knownCursors(api, client), webhooks.cursors),
    },
  };
}

function merged<Part extends object>(parts: readonly Part[]): Part {
  return Object.assign({}, ...parts) as Part;
}

/** Merges both, by name. */
function together(left: CommandContext["known"], right: CommandContext["known"]): CommandContext["known"] {
  const names = [...Object.keys(left), ...Object.keys(right)];
  return Object.fromEntries(names.map((name) => [name, [...(left[name] ?? []), ...(right[name] ?? [])]]));
}

/** Names for existing values, so that a finding says which one it is about. */
function factNames(known: CommandContext["known"]): readonly (readonly [string, string])[] {
  return Object.entries(known).flatMap(([name, values]) =>
    values.map((value, index) => [value, `${name} ${index}`] as const),
  );
}

function credentialsOf({ clientId, clientSecret }: TestClient): object {
  return { client_id: clientId, client_secret: clientSecret };
}

function namesOf(users: Readonly<Record<string, TestClient>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(users).flatMap(([name, { token, accountId, clientId, clientSecret }]) => [
      [token, `token of ${name}`],
      [Buffer.from(`${clientId}:${clientSecret}`).toString("base64"), `credentials of ${name}`],
      [clientSecret, `secret of ${name}`],
      [clientId, `id of ${name}`],
      [accountId, `account of ${name}`],
    ]),
  );
}

/** Managed accounts in review. More than one, because a simulation ends the review of the one that it is used on. */
async function accountsUnderReview(api: TestApi, { token }: TestClient): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const idempotencyKey of ["account-1", "account-2", "account-3", "account-4"]) {
    const body = newAccountRequest({ business_name: "Quillfeather Review LLC" });
    const response = await api.request("POST", "/accounts", { token, idempotencyKey, body });
    if (response.status !== 201) throw new Error(`no account to be reviewed: ${response.text}`);
    ids.push(response.body.id);
  }
  return ids;
}

/** Parameters of token requests. */
function tokenServiceValues(
  clients: readonly TestClient[],
  client: TestClient,
  spender: TestClient,
): CommandContext["known"] {
  return {
    client_id: clients.map(({ clientId }) => clientId),
    client_secret: clients.map(({ clientSecret }) => clientSecret),
    grant_type: ["client_credentials"],
    scope: [
      "accounts:read",
      "accounts:read accounts:write",
      "accounts:read  accounts:read",
      "nothing:at-all",
    ],
    token: [spender.token],
    client_assertion: [assertionOf(client.clientId), assertionOf("unknown"), "a.b.c", ".."],
    client_assertion_type: ["urn:ietf:params:oauth:client-assertion-type:jwt-bearer"],
  };
}

/** A client assertion that is valid except for its signature. */
function assertionOf(clientId: string): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const header = encode({ alg: "EdDSA", kid: "k" });
  return `${header}.${encode({ iss: clientId, sub: clientId, jti: "1", exp: 4_000_000_000 })}.c2lnbmF0dXJl`;
}

/** Real cursors of the list of notes, with items on both sides. */
async function knownCursors(
  api: TestApi,
  { accountId, token }: { readonly accountId: string; readonly token: string },
): Promise<Record<string, readonly string[]>> {
  const notes = `/accounts/${accountId}/notes`;
  for (const text of ["first", "second", "third"]) {
    await api.request("POST", notes, { token, idempotencyKey: text, body: { text } });
  }
  const first = await api.request("GET", `${notes}?page[size]=1`, { token });
  const { next } = first.body.pagination;
  const second = await api.request("GET", `${notes}?page[size]=1&page[after]=${next}`, { token });
  const { prev } = second.body.pagination;
  return { "page[after]": [next], "page[before]": [prev], "page[next]": [next], "page[prev]": [prev] };
}
