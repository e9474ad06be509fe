import { domainToASCII } from "node:url";
import { complain, type ValidationIssue } from "./validation-issue.ts";

const scheme = /^[a-z][a-z0-9+.-]*:\/\//i;
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
// The last label contains a letter, so that an IPv4 address is not a domain.
const domain = new RegExp(
  `^(?=.{4,253}$)(?:${label}\\.)+(?=[a-z0-9-]*[a-z])[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$`,
);

/** A domain such as `acme.example`, or an http or https URL. Stored as an absolute URL. */
export function readWebsite(text: string): string | ValidationIssue {
  const trimmed = text.trim();
  const address = scheme.test(trimmed) ? trimmed : `https://${trimmed}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url !== undefined && isWebsite(url)
    ? url.href
    : complain("must be a domain such as acme.example, or an http or https URL");
}

function isWebsite({ protocol, username, password, hostname }: URL): boolean {
  const isWeb = protocol === "https:" || protocol === "http:";
  return isWeb && username === "" && password === "" && domain.test(hostname);
}

// RFC 5321 §4.5.3.1.3, without the angle brackets.
const maxEmailLength = 254;
const localPart = /^(?!\.)(?!.*\.$)(?!.*\.\.)[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/;

/** A common email address. The domain is stored in lower case and ASCII. */
export function readEmail(text: string): string | ValidationIssue {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf("@");
  const host = domainToASCII(trimmed.slice(at + 1));
  const local = trimmed.slice(0, Math.max(at, 0));
  const address = `${local}@${host}`;
  const isTaken = localPart.test(local) && domain.test(host) && address.length <= maxEmailLength;
  return isTaken ? address : complain("must be an email address");
}
