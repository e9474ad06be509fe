import {
  type CompactJWSHeaderParameters,
  compactVerify,
  decodeJwt,
  decodeProtectedHeader,
  importJWK,
} from "jose";
import { type ApplicationId, parseId } from "../kernel/id.ts";
import { addMs, type Instant, instantFromMs } from "../kernel/instant.ts";
import { type AssertionAlgorithm, algorithmsOf, assertionAlgorithms, type PublicJwk } from "./public-jwk.ts";

/** Unverified header and claims of an assertion. */
export interface UnverifiedAssertion {
  readonly clientId: ApplicationId;
  readonly algorithm: AssertionAlgorithm;
  readonly kid: string | undefined;
}

/** A verified assertion, remembered until it has expired. */
export interface AcceptedAssertion {
  readonly jti: string;
  readonly usableUntil: Instant;
}

const maxAssertionLength = 8192;
const maxLifetimeMs = 5 * 60_000;
const clockSkewMs = 30_000;
const plainJti = /^[\x20-\x7E]{1,255}$/;
// The last second that can be represented as an instant in milliseconds.
const maxNumericDate = 253_402_300_799;

/** Undefined if the text is not a JWS that names a client and a supported algorithm. */
export function readAssertion(assertion: string): UnverifiedAssertion | undefined {
  if (assertion.length > maxAssertionLength) return undefined;
  try {
    const { alg, kid } = decodeProtectedHeader(assertion) as CompactJWSHeaderParameters;
    const { sub } = decodeJwt(assertion);
    const clientId = typeof sub === "string" ? parseId<"application">(sub) : undefined;
    const algorithm = assertionAlgorithms.find((known) => known === alg);
    if (clientId === undefined || algorithm === undefined) return undefined;
    return { clientId, algorithm, kid: typeof kid === "string" ? kid : undefined };
  } catch {
    return undefined;
  }
}

/** The claims, if one of the client's keys made the signature; with a `kid`, only that key is tried. */
export async function verifyAssertionSignature(
  assertion: string,
  { algorithm, kid }: UnverifiedAssertion,
  keys: readonly PublicJwk[],
): Promise<{ readonly claims: Record<string, unknown>; readonly kid: string } | undefined> {
  const candidates = keys.filter(
    (key) => algorithmsOf(key).includes(algorithm) && (kid === undefined || key.kid === kid),
  );
  for (const { kid: candidate, ...jwk } of candidates) {
    try {
      const key = await importJWK({ ...jwk }, algorithm);
      const { payload } = await compactVerify(assertion, key, { algorithms: [algorithm] });
      const claims: unknown = JSON.parse(new TextDecoder().decode(payload));
      if (typeof claims === "object" && claims !== null) return { claims: { ...claims }, kid: candidate };
    } catch {
      // Wrong key: try the next one.
    }
  }
  return undefined;
}

/**
 * RFC 7523 §3, but stricter: requires a short expiry and a jti, so that it can be used only once. Returns the problem
 * if invalid.
 */
export function checkAssertionClaims(
  claims: Readonly<Record<string, unknown>>,
  expected: { readonly clientId: string; readonly audiences: readonly string[] },
  now: Instant,
): AcceptedAssertion | string {
  const { iss, sub, aud, jti } = claims;
  if (iss !== expected.clientId || sub !== expected.clientId) return "iss and sub must be the client_id";
  if (
    ![aud].flat().some((audience) => typeof audience === "string" && expected.audiences.includes(audience))
  ) {
    return "aud must be the token endpoint or the issuer";
  }
  if (typeof jti !== "string" || !plainJti.test(jti))
    return "jti must be 1 to 255 printable ASCII characters";
  const times = readTimes(claims);
  if (times === undefined) return "exp is required; exp, iat and nbf must be NumericDate values";
  const { exp, iat = now, nbf = now } = times;
  if (exp <= now - clockSkewMs) return "exp is in the past";
  if (exp > now + maxLifetimeMs + clockSkewMs) return "exp must be at most 5 minutes ahead";
  if (iat > now + clockSkewMs || nbf > now + clockSkewMs) return "iat and nbf must not be in the future";
  return { jti, usableUntil: addMs(exp, clockSkewMs) };
}

interface Times {
  readonly exp: Instant;
  readonly iat?: Instant;
  readonly nbf?: Instant;
}

function readTimes({ exp, iat, nbf }: Readonly<Record<string, unknown>>): Times | undefined {
  const [ends, issued, begins] = [exp, iat, nbf].map(numericDate);
  if (ends === undefined) return undefined;
  if ((iat !== undefined && issued === undefined) || (nbf !== undefined && begins === undefined))
    return undefined;
  return {
    exp: ends,
    ...(issued === undefined ? {} : { iat: issued }),
    ...(begins === undefined ? {} : { nbf: begins }),
  };
}

/** RFC 7519 §2: NumericDate, seconds since the epoch, possibly fractional. */
function numericDate(value: unknown): Instant | undefined {
  if (typeof value !== "number" || !(value >= 0 && value <= maxNumericDate)) return undefined;
  return instantFromMs(Math.floor(value * 1000));
}
