import { quoted } from "../../../kit/curl-line.ts";
import type { ApiAccess } from "../access-query.ts";

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

type Addresses = Pick<ApiAccess, "api_url" | "token_url">;

/** The variable names are those that `florin listen` reads. */
export function envFile({ clientId, clientSecret }: Credentials, { api_url, token_url }: Addresses): string {
  return [
    `FLORIN_CLIENT_ID=${clientId}`,
    `FLORIN_CLIENT_SECRET=${clientSecret}`,
    `FLORIN_API=${api_url}`,
    `FLORIN_AUTH=${authOf(token_url)}`,
    "",
  ].join("\n");
}

export function jsonFile({ clientId, clientSecret }: Credentials, { api_url, token_url }: Addresses): string {
  const fields = { client_id: clientId, client_secret: clientSecret, api_url, token_url };
  return `${JSON.stringify(fields, null, 2)}\n`;
}

/** POSIX shell commands that request a token with these credentials and call the API with it. */
export function firstCall(
  { clientId, clientSecret }: Credentials,
  { api_url, token_url }: Addresses,
  path: string,
): string {
  return [
    `TOKEN=$(curl -s -u ${quoted(`${clientId}:${clientSecret}`)} -d grant_type=client_credentials \\`,
    `  ${quoted(token_url)} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `curl ${quoted(api_url + path)} -H "Authorization: Bearer $TOKEN"`,
  ].join("\n");
}

function authOf(tokenUrl: string): string {
  return tokenUrl.replace(/\/oauth2\/token$/, "");
}
