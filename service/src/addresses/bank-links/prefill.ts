import Type, { type Static } from "typebox";
import {
  complain,
  createReading,
  maxTextLength,
  readBirthDate,
  readEmail,
  readPlainText,
  type ValidationIssue,
} from "../../accounts/index.ts";
import { inWords, named, strictObject } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import { canonicalJson } from "../../kernel/canonical-json.ts";
import { type KeyRing, open, seal } from "../../kernel/envelope.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import { pickedContext } from "../tables.ts";
import type { SessionKey } from "./picked-account.ts";

const text = (description: string) => Type.Optional(Type.String({ maxLength: maxTextLength, description }));
const maxUriLength = 2_048;

/** What the application knows about the owner. The provider's page may show it, so that the owner need not type it. */
export const PrefillSchema = named(
  "LinkTokenRequest",
  strictObject(
    {
      legal_name: text("Legal name of the owner."),
      email_address: text("Email address of the owner."),
      phone_number: text("Phone number of the owner: 7 to 15 digits."),
      date_of_birth: text("Date of birth of the owner: YYYY-MM-DD."),
      redirect_uri: Type.Optional(
        Type.String({
          maxLength: maxUriLength,
          description: "Where the page may send the owner afterwards: https, or http on this machine.",
        }),
      ),
      android_package_name: Type.Optional(
        Type.String({
          pattern: "^[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z][A-Za-z0-9_]*)+$",
          maxLength: maxTextLength,
          ...inWords("an Android package name, such as com.example.app"),
        }),
      ),
    },
    {
      description:
        "Data for the provider's page. It is stored encrypted, and no longer than the link session.",
    },
  ),
);

export type Prefill = Static<typeof PrefillSchema>;

/** The normalized data, or a refusal that lists every invalid value. */
export function readPrefill(request: Prefill, now: Instant): Prefill | Refusal {
  const reading = createReading();
  const prefill: Record<string, string> = {};
  for (const [field, value] of Object.entries(request)) {
    prefill[field] = reading.take<string>(`/${field}`, readField(field, value, now), "");
  }
  return reading.refusal() ?? prefill;
}

function readField(field: string, value: string, now: Instant): string | ValidationIssue {
  switch (field) {
    case "legal_name":
      return readPlainText(value);
    case "email_address":
      return readEmail(value);
    case "phone_number":
      return readShownPhoneNumber(value);
    case "date_of_birth":
      return readBirthDate(value, now);
    case "redirect_uri":
      return readRedirect(value);
    default:
      return value;
  }
}

/** The page only shows it: digits of any country, in the usual notation. */
function readShownPhoneNumber(value: string): string | ValidationIssue {
  const text = value.trim();
  const digits = text.replaceAll(/[^0-9]/g, "").length;
  const isNumber = /^\+?[0-9 ().\-/]+$/.test(text) && digits >= 7 && digits <= 15;
  return isNumber ? text : complain("must be a phone number of 7 to 15 digits");
}

const loopbackHosts = ["localhost", "127.0.0.1", "[::1]"];

function readRedirect(value: string): string | ValidationIssue {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isLocal = url?.protocol === "http:" && loopbackHosts.includes(url.hostname);
  if (url === undefined || (url.protocol !== "https:" && !isLocal)) return complain("must be an https URL");
  return url.username === "" && url.password === "" ? url.href : complain("must not contain credentials");
}

// Format version, included in every sealed value.
const formatVersion = 1;

/** Undefined if there is nothing to store. */
export function sealPrefill(keyRing: KeyRing, prefill: Prefill, key: SessionKey): Buffer | undefined {
  if (Object.keys(prefill).length === 0) return undefined;
  const plain = canonicalJson({ version: formatVersion, prefill: { ...prefill } });
  return seal(keyRing, Buffer.from(plain), pickedContext(key));
}

/** The envelope authenticates the bytes, so the content is what `sealPrefill` wrote. */
export function openPrefill(keyRing: KeyRing, sealed: Buffer | undefined, key: SessionKey): Prefill {
  if (sealed === undefined) return {};
  const { version, prefill } = JSON.parse(open(keyRing, sealed, pickedContext(key)).toString()) as {
    readonly version: number;
    readonly prefill: Prefill;
  };
  assert(
    version === formatVersion,
    "the data of a link session has a format version that this build supports",
  );
  return prefill;
}
