import { generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { SignJWT } from "jose";
import Provider, { type Configuration } from "oidc-provider";

/** A user at the identity provider. */
export interface ProviderUser {
  readonly subject: string;
  readonly email?: string;
  readonly isEmailVerified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
  readonly amr?: readonly string[];
  /** Claims that only the UserInfo endpoint returns. */
  readonly userInfo?: Readonly<Record<string, unknown>>;
}

/** A real OpenID Connect provider (`oidc-provider`) on loopback, at which the chosen user signs in without a form. */
export interface TestIdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The user who signs in next; undefined cancels the sign-in. */
  signsIn(user: ProviderUser | undefined): void;
  /** Follows the pages from an authorization URL, as a browser; returns the query of the console's page. */
  follow(authorizationUrl: string, browser?: ProviderBrowser): Promise<string>;
  /** A logout token for the subject, as sent to the back channel; with claims that replace its own. */
  logoutToken(subject: string, claims?: Readonly<Record<string, unknown>>): Promise<string>;
  /** How often its keys were fetched. */
  keyFetches(): number;
  /** Until it is started again, nothing listens. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Cookies at the provider. */
export type ProviderBrowser = Map<string, string>;

const clientId = "florin";
const clientSecret = "a-secret-of-the-test-client-only";

export async function startIdentityProvider(
  consoleUrl: string,
  client: Readonly<Record<string, unknown>> = {},
): Promise<TestIdentityProvider> {
  let user: ProviderUser | undefined;
  let keyFetches = 0;
  const known = new Map<string, ProviderUser>();
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const provider = new Provider(issuer, configurationOf(consoleUrl, known, client, privateKey));
  const handle = provider.callback();
  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chosen = user;
    if (chosen === undefined) {
      const result = { error: "access_denied", error_description: "the user canceled <secret>" };
      await provider.interactionFinished(request, response, result);
      return;
    }
    known.set(chosen.subject, chosen);
    const login = {
      accountId: chosen.subject,
      ...(chosen.amr === undefined ? {} : { amr: [...chosen.amr] }),
    };
    await provider.interactionFinished(request, response, { login });
  };
  server.on("request", (request, response) => {
    if (request.url === "/jwks") keyFetches += 1;
    if (request.url?.startsWith("/interaction/") === true) void interact(request, response);
    else void handle(request, response);
  });
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return {
    issuer,
    clientId,
    clientSecret,
    logoutToken: (subject, claims) => logoutToken({ iss: issuer, sub: subject, ...claims }, privateKey),
    keyFetches: () => keyFetches,
    signsIn: (next) => {
      user = next;
    },
    follow: (url, browser = new Map()) => follow(url, browser, issuer),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

function configurationOf(
  consoleUrl: string,
  users: ReadonlyMap<string, ProviderUser>,
  client: Readonly<Record<string, unknown>>,
  privateKey: KeyObject,
): Configuration {
  return {
    jwks: {
      keys: [{ ...privateKey.export({ format: "jwk" }), kid: "test", use: "sig", alg: "RS256" } as never],
    },
    cookies: { keys: ["a key of the test only"] },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${consoleUrl}/console/sso`],
        post_logout_redirect_uris: [`${consoleUrl}/console/sign-in`],
        require_auth_time: true,
        ...client,
      },
    ],
    claims: {
      openid: ["sub", "amr", "acr", "auth_time", "sid"],
      email: ["email", "email_verified"],
      profile: ["name", "groups"],
    },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, id) => ({ accountId: id, claims: (use) => claimsOf(id, users.get(id), use) }),
    loadExistingGrant: async ({ oidc }) => {
      const accountId = oidc.session?.accountId;
      if (accountId === undefined || oidc.client === undefined) return undefined;
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    ttl: { Session: 3600, Grant: 3600, Interaction: 3600, IdToken: 3600, AccessToken: 3600 },
  };
}

function claimsOf(subject: string, user: ProviderUser | undefined, use: string) {
  return {
    sub: subject,
    email: user?.email,
    email_verified: user?.isEmailVerified ?? true,
    name: user?.name,
    groups: user?.groups === undefined ? undefined : [...user.groups],
    ...(use === "userinfo" ? user?.userInfo : {}),
  };
}

function logoutToken(claims: Readonly<Record<string, unknown>>, privateKey: KeyObject): Promise<string> {
  const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
  return new SignJWT({ aud: clientId, events, ...claims })
    .setProtectedHeader({ alg: "RS256", kid: "test", typ: "logout+jwt" })
    .setIssuedAt()
    .setJti(randomUUID())
    .setExpirationTime("2m")
    .sign(privateKey);
}

const maxPages = 20;

async function follow(startUrl: string, browser: ProviderBrowser, issuer: string): Promise<string> {
  let url = startUrl;
  for (let page = 0; page < maxPages; page += 1) {
    if (!url.startsWith(issuer)) return new URL(url).search.slice(1);
    const cookie = [...browser].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      browser.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) throw new Error(`the provider's page has status ${response.status}`);
    url = new URL(location, url).href;
  }
  throw new Error("the provider redirects without end");
}
