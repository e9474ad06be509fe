type Claims = Readonly<Record<string, unknown>>;

const maxTextLength = 254;
const maxListLength = 2_000;

/** A claim by its name, or by a path such as `realm_access.roles`. */
export function readClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Claims)[part];
  }
  return value;
}

export function claimText(claims: Claims, name: string): string | undefined {
  const value = readClaim(claims, name);
  const isText = typeof value === "string" && value !== "" && value.length <= maxTextLength;
  return isText && !value.includes("\0") && value.isWellFormed() ? value : undefined;
}

const emailShape = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u;

/** Undefined unless it is an address. */
export function claimEmail(claims: Claims): string | undefined {
  const email = claimText(claims, "email");
  return email !== undefined && emailShape.test(email) ? email : undefined;
}

/** Some providers send one value without a list. */
export function claimList(claims: Claims, name: string): readonly string[] | undefined {
  const value = readClaim(claims, name);
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) return undefined;
  return value.filter((item): item is string => typeof item === "string").slice(0, maxListLength);
}
