import { randomUUID } from "node:crypto";
import {
  ApprovalRequiredError,
  ConnectionError,
  createFlorin,
  type Florin,
  FlorinError,
  type FlorinOptions,
  TimeoutError,
} from "@florin/sdk";
import type { CommandContext } from "../command-context.ts";
import {
  ApprovalNeededError,
  CommandError,
  InterruptedError,
  UnknownOutcomeError,
  UsageError,
} from "../failure.ts";
import { parseJson, textOf } from "../json-fields.ts";
import { plainText } from "../output.ts";
import { readClientKey } from "../profiles/client-key.ts";
import { type Credentials, type CredentialsChoice, findCredentials } from "../profiles/credentials.ts";
import type { Network } from "../profiles/profile-file.ts";

/** The API for one command. */
export interface ApiClient {
  readonly florin: Florin;
  readonly network: Network;
  readonly apiUrl: string;
  /** The application's own account. */
  accountId(): Promise<string>;
  /** Calls a method of the SDK by its name. */
  call(resource: string, method: string, input: object, options?: object): Promise<unknown>;
  /** The items of all pages of a list. */
  pages(resource: string, method: string, input: object): AsyncIterable<unknown>;
}

type Methods = Readonly<
  Record<string, Readonly<Record<string, (input: object, options: object) => Promise<unknown>>> | undefined>
>;

export async function openClient(context: CommandContext, choice: CredentialsChoice): Promise<ApiClient> {
  const credentials = await findCredentials(context.environment, choice);
  if (credentials.remark !== undefined) context.stderr.write(`${credentials.remark}\n`);
  return clientOf(context, credentials);
}

export async function clientOf(context: CommandContext, credentials: Credentials): Promise<ApiClient> {
  const network = credentials.network ?? (await networkOf(context, credentials));
  const florin: Florin = createFlorin({ ...(await sdkOptions(context, credentials)), network });
  const methods = florin as unknown as Methods;
  const { signal } = context;
  const send: ApiClient["call"] = (resource, method, input, options = {}) => {
    const call = methods[resource]?.[method];
    if (call === undefined) throw new UsageError(`there is no ${resource} ${method} on ${network}`);
    return call(input, { signal, ...options });
  };
  return {
    florin,
    network,
    apiUrl: credentials.apiUrl,
    accountId: async () => credentials.accountId ?? (await ownAccountId(florin, signal)),
    call: async (...args) => send(...args),
    pages: (...args) => send(...args) as unknown as AsyncIterable<unknown>,
  };
}

/** From a token, whose claims are read and not verified. */
async function networkOf(context: CommandContext, credentials: Credentials): Promise<Network> {
  const token = credentials.accessToken ?? (await requestToken(context, credentials));
  const payload = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
  return textOf(parseJson(payload), "network") === "mainnet" ? "mainnet" : "testnet";
}

/** The token service has no network. */
async function requestToken(context: CommandContext, credentials: Credentials): Promise<string> {
  const florin = createFlorin({ ...(await sdkOptions(context, credentials)), network: "testnet" });
  const { signal } = context;
  return (await florin.authentication.requestToken({ grant_type: "client_credentials" }, { signal }))
    .access_token;
}

/** How the SDK uses these credentials. */
export async function sdkOptions(
  { now }: Pick<CommandContext, "now">,
  credentials: Credentials,
): Promise<Omit<FlorinOptions<Network>, "network">> {
  const { apiUrl, authUrl } = credentials;
  const tokenPath = `${apiUrl}/oauth2/`;
  return {
    baseUrl: apiUrl,
    credentials: await sdkCredentials(credentials),
    clock: { now },
    fetch: (input, init) => {
      const isToken = typeof input === "string" && input.startsWith(tokenPath);
      return fetch(isToken ? `${authUrl}${input.slice(apiUrl.length)}` : input, init);
    },
  };
}

async function sdkCredentials({
  clientId,
  clientSecret,
  accessToken,
  key,
}: Credentials): Promise<FlorinOptions<Network>["credentials"]> {
  if (accessToken !== undefined) return { accessToken: () => accessToken };
  return key === undefined ? { clientId, clientSecret } : readClientKey(clientId, key);
}

async function ownAccountId(florin: Florin, signal: AbortSignal): Promise<string> {
  const { accounts } = await florin.accounts.list({ page: { size: 1 } }, { signal });
  const [first] = accounts;
  if (first === undefined) throw new CommandError("the application has no account");
  return typeof first === "string" ? first : first.id;
}

/** Sends a change. After ^C its outcome is unknown, so the message has the key that repeats it safely. */
export async function sendChange<T>(
  signal: AbortSignal,
  givenKey: string | undefined,
  send: (options: { readonly signal: AbortSignal; readonly idempotencyKey: string }) => Promise<T>,
): Promise<T> {
  const idempotencyKey = givenKey ?? randomUUID();
  try {
    return await send({ signal, idempotencyKey });
  } catch (cause) {
    if (!signal.aborted) throw cause;
    throw new InterruptedError(`interrupted, the outcome is unknown${repetition(idempotencyKey)}`, { cause });
  }
}

function repetition(key: string | undefined): string {
  return key === undefined ? "" : `; to repeat it safely: --idempotency-key ${key}`;
}

/** Runs work, and turns the errors of the SDK into those of a command. */
export async function withApiErrors<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InterruptedError) throw error;
    if (signal.aborted) throw new InterruptedError("interrupted");
    throw error instanceof FlorinError || error instanceof TypeError ? explain(error) : error;
  }
}

function explain(error: FlorinError | TypeError): CommandError {
  const message = plainText(error.message);
  const again = repetition(error instanceof FlorinError ? error.idempotencyKey : undefined);
  if (error instanceof ApprovalRequiredError) {
    return new ApprovalNeededError(`${message}: florin approvals get ${error.approval.id}`, { cause: error });
  }
  if (error instanceof ConnectionError || error instanceof TimeoutError) {
    return new UnknownOutcomeError(`${message}${reasonOf(error)}${again}`, { cause: error });
  }
  return new CommandError(message, { cause: error });
}

function reasonOf({ cause }: Error): string {
  const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : "";
  return reason === "" ? "" : ` (${plainText(reason)})`;
}
