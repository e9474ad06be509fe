import { isIP } from "node:net";
import { type Refusal, refuse } from "../kernel/refusal.ts";
import { mayReach } from "./public-address.ts";

/** Which URLs the operator allows. Both settings are for development. */
export interface DestinationRules {
  readonly allowHttp: boolean;
  readonly allowPrivate: boolean;
}

/** The normalized URL, or why it is refused. Its hostname is resolved at each connection. */
export function readDestination(text: string, rules: DestinationRules): string | Refusal {
  const problem = textProblem(text, rules);
  if (problem !== undefined) return refuseDestination(problem);
  const url = new URL(text);
  // `example.com.` is `example.com`, but certificates are not issued for it.
  url.hostname = url.hostname.replace(/\.$/, "");
  const found = partsProblem(url, rules) ?? hostProblem(url.hostname, rules);
  return found === undefined ? url.href : refuseDestination(found);
}

export function refuseDestination(detail: string): Refusal {
  return refuse("validation_failed", `url ${detail}`, { errors: [{ pointer: "/url", detail }] });
}

/** The IP address of a host, without the brackets of IPv6; undefined when it is a name. */
export function literalAddress(host: string): string | undefined {
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  return isIP(bare) === 0 ? undefined : bare;
}

const maxLength = 2048;
const httpsPort = 443;
const httpPort = 80;
const firstUserPort = 1024;
/** RFC 1035 §2.3.4: no name can be longer, so it could never be resolved. */
const maxLabelLength = 63;
const maxNameLength = 253;
const localSuffixes = ["localhost", "local", "internal", "localdomain", "home.arpa"];

function textProblem(text: string, { allowHttp }: DestinationRules): string | undefined {
  if (text.length > maxLength) return `must have at most ${maxLength} characters`;
  // The URL parser would silently drop some of these, and accept `https:example.com`.
  if (/[\s\p{Cc}\\]/u.test(text)) return "must not contain spaces, control characters or backslashes";
  if (!/^https:\/\//i.test(text) && !(allowHttp && /^http:\/\//i.test(text))) {
    return allowHttp ? "must start with https:// or http://" : "must start with https://";
  }
  if (text.includes("#")) return "must not have a fragment";
  // The parser would read the next segment as the host: `https:///path` is not a host called `path`.
  const hasHost = !/^https?:\/\/\//i.test(text);
  return hasHost && URL.canParse(text) ? undefined : "is not a valid URL";
}

function partsProblem(url: URL, { allowHttp }: DestinationRules): string | undefined {
  if (url.href.length > maxLength) return `must have at most ${maxLength} characters when URL-encoded`;
  if (url.username !== "" || url.password !== "") return "must not contain a username or password";
  const port = url.port === "" ? defaultPort(url) : Number(url.port);
  if (port === httpsPort || port >= firstUserPort || (allowHttp && port === httpPort)) return undefined;
  return `must use port ${httpsPort} or a port from ${firstUserPort} to 65535`;
}

function defaultPort(url: URL): number {
  return url.protocol === "https:" ? httpsPort : httpPort;
}

function hostProblem(host: string, rules: DestinationRules): string | undefined {
  const labels = host.split(".");
  const address = literalAddress(host);
  if (address === undefined && !isName(host, labels)) return "must have a valid hostname";
  if (address !== undefined) {
    return mayReach(address, rules)
      ? undefined
      : `must not point to ${address}, which is not a public address`;
  }
  if (rules.allowPrivate) return undefined;
  const isLocal = labels.length === 1 || localSuffixes.some((suffix) => `.${host}`.endsWith(`.${suffix}`));
  return isLocal ? `must not point to ${host}, which is not a public hostname` : undefined;
}

function isName(host: string, labels: readonly string[]): boolean {
  return host.length <= maxNameLength && labels.every(({ length }) => length > 0 && length <= maxLabelLength);
}
