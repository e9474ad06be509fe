import { CommandError } from "../failure.ts";
import { answerTo, brokenConnection, textOfAnswer } from "./answer.ts";
import type { Credentials } from "./credentials.ts";
import { numberOf, parseJson, textOf } from "./json-fields.ts";

/** Access tokens, each used until shortly before its end. */
export interface TokenSource {
  get(): Promise<string>;
  /** The one that is held is not good any more. */
  forget(): void;
}

interface TokenSourceOptions {
  readonly credentials: Pick<Credentials, "authUrl" | "clientId" | "clientSecret">;
  readonly scopes: readonly string[];
  readonly now: () => number;
  /** A signal for one question. */
  readonly patience: () => AbortSignal;
}

interface HeldToken {
  readonly token: string;
  readonly goodUntil: number;
}

const marginMs = 60_000;

export function createTokenSource({ credentials, scopes, now, patience }: TokenSourceOptions): TokenSource {
  let held: HeldToken | undefined;
  return {
    get: async () => {
      if (held === undefined || held.goodUntil <= now()) {
        held = await requestToken(credentials, { scopes, askedAt: now(), signal: patience() });
      }
      return held.token;
    },
    forget: () => {
      held = undefined;
    },
  };
}

/** RFC 6749 §4.4, with the secret in the header: §2.3.1. */
async function requestToken(
  { authUrl, clientId, clientSecret }: TokenSourceOptions["credentials"],
  wish: { readonly scopes: readonly string[]; readonly askedAt: number; readonly signal: AbortSignal },
): Promise<HeldToken> {
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  const url = `${authUrl}/oauth2/token`;
  const response = await answerTo({
    url,
    headers: { authorization: `Basic ${Buffer.from(pair).toString("base64")}` },
    form: { grant_type: "client_credentials", scope: wish.scopes.join(" ") },
    signal: wish.signal,
  });
  let answer: unknown;
  try {
    answer = parseJson(await textOfAnswer(response));
  } catch (cause) {
    throw brokenConnection(cause, { url, signal: wish.signal });
  }
  const token = textOf(answer, "access_token");
  const lifeMs = (numberOf(answer, "expires_in") ?? 0) * 1000;
  if (token === undefined) throw new CommandError(`${url} does not answer with a token`);
  // Of a short one, the first half.
  return { token, goodUntil: wish.askedAt + Math.max(lifeMs - marginMs, lifeMs / 2) };
}
