import { createPrivateKey } from "node:crypto";
import { memberRoles, operatorRoles } from "../kernel/console-role.ts";
import { parseId } from "../kernel/id.ts";
import type { DirectoryGrant, RoleMap } from "../users/index.ts";
import {
  converted,
  count,
  oneOf,
  onOff,
  optional,
  Problem,
  type Read,
  satisfying,
  someText,
  type ValuesOf,
  withDefault,
} from "./setting.ts";
import { isLoopbackUrl, parseWebAddress } from "./web-address.ts";

const hourMs = 3_600_000;
const maxRoleMapEntries = 1_000;

const issuerUrl: Read<string> = (text) => {
  // An issuer is compared as text (OpenID Connect Discovery §4.3), so it is kept as it is.
  const isPlain = parseWebAddress(text) !== undefined && (/^https:/i.test(text) || isLoopbackUrl(text));
  return isPlain ? text : new Problem("must be the https URL of the issuer, without query or fragment");
};

const names = converted((text) => {
  const parts = text.split(",").map((part) => part.trim());
  return parts.every((part) => part !== "") ? parts : undefined;
}, "must be a comma-separated list");

const domains = converted((text) => {
  const parts = text.split(",").map((part) => part.trim().toLowerCase());
  return parts.every((part) => /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(part)) ? parts : undefined;
}, "must be a comma-separated list of domains, such as example.com");

export const ssoVariables = {
  OIDC_ISSUER: optional(issuerUrl),
  OIDC_NAME: withDefault(someText, "single sign-on"),
  OIDC_CLIENT_ID: optional(someText),
  OIDC_CLIENT_SECRET: optional(someText),
  OIDC_CLIENT_KEY: optional(satisfying(isPrivateKey, "must be a private key in PEM: P-256 or RSA")),
  OIDC_CLIENT_KEY_ID: optional(someText),
  OIDC_SCOPES: withDefault(names, ["openid", "profile", "email"]),
  OIDC_GROUPS_CLAIM: withDefault(someText, "groups"),
  OIDC_GROUPS_FROM: withDefault(oneOf(["claim", "scim"], "must be claim or scim"), "claim"),
  OIDC_ROLE_MAP: optional(readRoleMap),
  OIDC_REQUIRED_ACR: withDefault(names, []),
  OIDC_REQUIRED_AMR: withDefault(names, []),
  OIDC_ALLOWED_DOMAINS: optional(domains),
  OIDC_PROVISIONING: withDefault(onOff, true),
  OIDC_LINK_BY_EMAIL: withDefault(onOff, false),
  OIDC_EXTERNAL_ID_CLAIM: withDefault(someText, "sub"),
  OIDC_LOCAL_SIGN_IN: withDefault(onOff, true),
  OIDC_SESSION_HOURS: count(1, 12, 8),
};

/** Undefined without an issuer: users sign in with passwords and passkeys only. */
export function ssoSettingsOf(env: ValuesOf<typeof ssoVariables>) {
  if (env.OIDC_ISSUER === undefined) return undefined;
  return {
    issuer: env.OIDC_ISSUER,
    name: env.OIDC_NAME,
    clientId: env.OIDC_CLIENT_ID ?? "",
    clientSecret: env.OIDC_CLIENT_SECRET,
    clientKey: env.OIDC_CLIENT_KEY,
    clientKeyId: env.OIDC_CLIENT_KEY_ID,
    scopes: env.OIDC_SCOPES,
    groupsClaim: env.OIDC_GROUPS_CLAIM,
    groupsFrom: env.OIDC_GROUPS_FROM,
    roleMap: env.OIDC_ROLE_MAP,
    requiredAcr: env.OIDC_REQUIRED_ACR,
    requiredAmr: env.OIDC_REQUIRED_AMR,
    allowedDomains: env.OIDC_ALLOWED_DOMAINS,
    provisionsUsers: env.OIDC_PROVISIONING,
    linksByEmail: env.OIDC_LINK_BY_EMAIL,
    externalIdClaim: env.OIDC_EXTERNAL_ID_CLAIM,
    allowsLocalSignIn: env.OIDC_LOCAL_SIGN_IN,
    sessionMs: env.OIDC_SESSION_HOURS * hourMs,
  };
}

export type SsoSettings = NonNullable<ReturnType<typeof ssoSettingsOf>>;

export function ssoProblems(sso: SsoSettings | undefined): readonly string[] {
  if (sso === undefined) return [];
  const problems: string[] = [];
  if (sso.clientId === "") problems.push("OIDC_CLIENT_ID is missing; the identity provider assigns it");
  if ((sso.clientSecret === undefined) === (sso.clientKey === undefined)) {
    problems.push("OIDC_CLIENT_SECRET or OIDC_CLIENT_KEY must be set, and not both");
  }
  if (!sso.scopes.includes("openid")) problems.push("OIDC_SCOPES must include openid");
  return problems;
}

function isPrivateKey(text: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(text);
    return asymmetricKeyType === "rsa" || asymmetricKeyDetails?.namedCurve === "prime256v1";
  } catch {
    return false;
  }
}

const roleMapShape =
  'must be a JSON object of groups and roles, such as {"Finance": "operator:treasury", "Acme": "<account id>:viewer"}';

/** The order decides: of two roles for the same scope, the first one wins. */
function readRoleMap(text: string): RoleMap | Problem {
  const entries = entriesOf(text);
  if (entries === undefined || entries.length > maxRoleMapEntries) return new Problem(roleMapShape);
  const grants = entries.flatMap(([group, roles]) =>
    (Array.isArray(roles) ? roles : [roles]).map((role: unknown) => ({ group, grant: readGrant(role) })),
  );
  const wrong = grants.find(({ grant }) => grant === undefined);
  if (wrong !== undefined) return new Problem(`has an invalid role for "${wrong.group}": ${roleMapShape}`);
  return grants.flatMap(({ group, grant }) => (grant === undefined ? [] : [{ group, grant }]));
}

function entriesOf(text: string): readonly [string, unknown][] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? Object.entries(value) : undefined;
  } catch {
    return undefined;
  }
}

function readGrant(text: unknown): DirectoryGrant | undefined {
  if (typeof text !== "string") return undefined;
  const [scope = "", role, ...rest] = text.split(":");
  if (rest.length > 0) return undefined;
  if (scope === "operator") {
    const operatorRole = operatorRoles.find((known) => known === role);
    return operatorRole === undefined ? undefined : { kind: "operator", role: operatorRole };
  }
  const tenantId = parseId<"tenant">(scope);
  const memberRole = memberRoles.find((known) => known === role);
  return tenantId === undefined || memberRole === undefined
    ? undefined
    : { kind: "member", tenantId, role: memberRole };
}
