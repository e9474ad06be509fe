import { join } from "node:path";
import type { Network } from "../kernel/id.ts";
import type { BankIdentity } from "../rails/bank.ts";
import { defaultLeadMinutes, maxLeadMinutes } from "../rails/calendar/rail-times.ts";
import { type IsoProfileName, isoProfileNames } from "../rails/iso20022/iso-profile.ts";
import { type EnvelopeName, envelopeNames } from "../rails/iso20022/write-envelope.ts";
import { type MessageSettings, senderOf } from "../rails/message-settings.ts";
import { isRoutingNumber } from "../rails/nacha/routing-digits.ts";
import { parsePostalLine } from "../rails/postal-line.ts";
import { sandboxIdentity } from "../rails/sandbox-identity.ts";
import {
  converted,
  count,
  matching,
  oneOf,
  optional,
  Problem,
  satisfying,
  someText,
  type ValuesOf,
  withDefault,
} from "./setting.ts";

/** Connection to the mainnet bank. Testnet always uses the sandbox bank. */
export interface BankSettings {
  readonly connector: BankConnector;
  readonly isConnectorSet: boolean;
  /** Missing values are empty strings; `bankProblems` reports them. */
  readonly identity: BankIdentity;
  readonly messages: BankMessageSettings;
  readonly cutoffLeadMinutes: number;
  readonly files: BankFilesSettings;
  readonly sandboxClock: "seconds" | "calendar";
}

/** Of every bank, sandbox banks included. */
export interface BankMessageSettings {
  readonly profiles: readonly IsoProfileName[];
  readonly fedwireSource: string | undefined;
  /** By default the routing number with the suffix `T1`. */
  readonly rtpParticipant: string | undefined;
  readonly envelope: EnvelopeName;
  readonly swiftSender: string | undefined;
  readonly swiftReceiver: string | undefined;
}

export type BankConnector = "sandbox" | "files";

/** A local folder, or a directory on an SFTP server when one is configured. */
export interface BankFilesSettings {
  readonly folder: string;
  readonly isFolderSet: boolean;
  readonly server: SftpServerSettings | undefined;
  readonly isKeySet: boolean;
}

export interface SftpServerSettings extends SftpUrl {
  readonly privateKey: string;
  readonly hostKeySha256: string;
}

/** @public Declarations of the settings name it. */
export interface SftpUrl {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly directory: string;
}

const sshPort = 22;

/** Our identity at the bank of a network. */
export function bankIdentityOf({ bank }: { readonly bank: BankSettings }, network: Network): BankIdentity {
  return network === "testnet" || bank.connector === "sandbox" ? sandboxIdentity(network) : bank.identity;
}

/** How messages to the bank of a network are written. */
export function messageSettingsOf(
  config: { readonly bank: BankSettings },
  network: Network,
): MessageSettings {
  const { profiles, fedwireSource, rtpParticipant, envelope, swiftSender, swiftReceiver } =
    config.bank.messages;
  const { routingNumber } = bankIdentityOf(config, network);
  return {
    profiles,
    sender: senderOf({ routingNumber, fedwireSource, rtpParticipant }),
    envelope,
    swift:
      swiftSender === undefined || swiftReceiver === undefined
        ? undefined
        : { sender: swiftSender, receiver: swiftReceiver },
  };
}

/** One line of characters that both ACH and ISO 20022 files can hold. */
const line = (maxLength: number) =>
  optional((text) => {
    const messages: string[] = [];
    if (!/^[\x20-\x7e]+$/.test(text)) messages.push("must be a single line of printable ASCII characters");
    if (text.length > maxLength) messages.push(`must have at most ${maxLength} characters`);
    return messages.length === 0 ? text : new Problem(...messages);
  });

const bic = matching(
  /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/,
  "must be a BIC, such as EXMPUS33 or EXMPUS33XXX",
);

/** Wires need town and country apart from the rest. */
const postalLine = optional((text) => {
  const plain = line(200)(text);
  if (plain instanceof Problem || parsePostalLine(text) !== undefined) return plain;
  return new Problem("must be a US address in one line, such as 1 Main Street, Springfield, IL 62701");
});

const profileList = (text: string): readonly IsoProfileName[] | Problem => {
  const names = text.split(",").map((name) => name.trim());
  const known = isoProfileNames.filter((name) => names.includes(name));
  const isValid = known.length === names.length && (names.length === 1 || !names.includes("generic"));
  return isValid
    ? known
    : new Problem("must be generic, or one or more of fedwire, rtp and fednow, separated by commas");
};

const hostKey = matching(
  /^(?:SHA256:)?[A-Za-z0-9+/]{43}=?$/,
  "must be a SHA-256 fingerprint as printed by ssh-keygen -lf, such as SHA256:...",
);

export const bankVariables = {
  BANK_CONNECTOR: optional(oneOf(["sandbox", "files"], "must be sandbox or files")),
  BANK_FILES_DIR: optional(someText),
  BANK_SFTP_URL: optional(
    converted(parseSftpUrl, "must look like sftp://user@host:22/directory, without a password"),
  ),
  BANK_SFTP_KEY: optional(
    matching(
      /^-----BEGIN (?!ENCRYPTED)[A-Z ]*PRIVATE KEY-----/,
      "must be an SSH private key without a passphrase, including its first and last line",
    ),
  ),
  BANK_SFTP_HOST_KEY_SHA256: optional((text) => {
    const key = hostKey(text);
    return key instanceof Problem ? key : key.replace(/^SHA256:/, "").replace(/=$/, "");
  }),
  BANK_NAME: line(140),
  BANK_ADDRESS: postalLine,
  BANK_ROUTING_NUMBER: optional(
    satisfying(isRoutingNumber, "must be a valid ABA routing number (nine digits with a check digit)"),
  ),
  BANK_ACCOUNT_NUMBER: optional(matching(/^\d{4,17}$/, "must have 4 to 17 digits")),
  BANK_COMPANY_NAME: line(23),
  BANK_COMPANY_ID: optional(matching(/^[0-9A-Z]{10}$/, "must be ten digits or capital letters")),
  BANK_BENEFICIARY_NAME: line(140),
  BANK_BENEFICIARY_ADDRESS: postalLine,
  BANK_VIRTUAL_ACCOUNT_PREFIX: optional(matching(/^\d{1,7}$/, "must have 1 to 7 digits")),
  BANK_ISO_PROFILE: withDefault(profileList, ["generic"] as const),
  BANK_FEDWIRE_SOURCE: optional(
    matching(/^[0-9A-Z]{8}$/, "must be eight digits or capital letters, as the bank assigned it"),
  ),
  BANK_RTP_PARTICIPANT: optional(
    matching(/^[0-9A-Z]{11}$/, "must be eleven digits or capital letters, as the bank assigned it"),
  ),
  BANK_ISO_ENVELOPE: withDefault(oneOf(envelopeNames, "must be none, network, business or swift"), "none"),
  BANK_SWIFT_SENDER: optional(bic),
  BANK_SWIFT_RECEIVER: optional(bic),
  BANK_CUTOFF_LEAD_MINUTES: count(0, maxLeadMinutes, defaultLeadMinutes),
  SANDBOX_BANK_CLOCK: withDefault(oneOf(["seconds", "calendar"], "must be seconds or calendar"), "seconds"),
};

type BankValues = Partial<ValuesOf<typeof bankVariables>>;

export function bankSettingsOf(values: BankValues, dataFolder: string): BankSettings {
  return {
    connector: values.BANK_CONNECTOR ?? "sandbox",
    isConnectorSet: values.BANK_CONNECTOR !== undefined,
    identity: {
      bankName: values.BANK_NAME ?? "",
      bankAddress: values.BANK_ADDRESS ?? "",
      routingNumber: values.BANK_ROUTING_NUMBER ?? "",
      accountNumber: values.BANK_ACCOUNT_NUMBER ?? "",
      companyName: values.BANK_COMPANY_NAME ?? "",
      companyId: values.BANK_COMPANY_ID ?? "",
      beneficiaryName: values.BANK_BENEFICIARY_NAME ?? "",
      beneficiaryAddress: values.BANK_BENEFICIARY_ADDRESS ?? "",
      virtualAccountPrefix: values.BANK_VIRTUAL_ACCOUNT_PREFIX ?? "",
    },
    messages: {
      profiles: values.BANK_ISO_PROFILE ?? ["generic"],
      fedwireSource: values.BANK_FEDWIRE_SOURCE,
      rtpParticipant: values.BANK_RTP_PARTICIPANT,
      envelope: values.BANK_ISO_ENVELOPE ?? "none",
      swiftSender: values.BANK_SWIFT_SENDER,
      swiftReceiver: values.BANK_SWIFT_RECEIVER,
    },
    cutoffLeadMinutes: values.BANK_CUTOFF_LEAD_MINUTES ?? defaultLeadMinutes,
    files: filesSettingsOf(values, dataFolder),
    sandboxClock: values.SANDBOX_BANK_CLOCK ?? "seconds",
  };
}

function filesSettingsOf(values: BankValues, dataFolder: string): BankFilesSettings {
  const { BANK_FILES_DIR: folder, BANK_SFTP_URL: url } = values;
  const [privateKey = "", hostKeySha256 = ""] = [values.BANK_SFTP_KEY, values.BANK_SFTP_HOST_KEY_SHA256];
  return {
    folder: folder ?? join(dataFolder, "bank"),
    isFolderSet: folder !== undefined,
    server: url === undefined ? undefined : { ...url, privateKey, hostKeySha256 },
    isKeySet: privateKey !== "" || hostKeySha256 !== "",
  };
}

export function bankProblems(bank: BankSettings, profile: "local" | "production"): readonly string[] {
  return [...connectorProblems(bank, profile), ...messageProblems(bank.messages)];
}

function messageProblems(messages: BankMessageSettings): readonly string[] {
  const { profiles, fedwireSource, envelope, swiftSender, swiftReceiver } = messages;
  const problems: string[] = [];
  if (profiles.includes("fedwire") && fedwireSource === undefined) {
    problems.push("BANK_FEDWIRE_SOURCE is missing; BANK_ISO_PROFILE=fedwire needs it");
  }
  if (envelope === "network" && profiles.includes("generic")) {
    problems.push("BANK_ISO_ENVELOPE is network, but BANK_ISO_PROFILE names no network");
  }
  if (envelope === "swift" && (swiftSender === undefined || swiftReceiver === undefined)) {
    problems.push("BANK_ISO_ENVELOPE=swift needs BANK_SWIFT_SENDER and BANK_SWIFT_RECEIVER");
  }
  return problems;
}

function connectorProblems(bank: BankSettings, profile: "local" | "production"): readonly string[] {
  if (bank.connector === "files") return [...identityProblems(bank.identity), ...filesProblems(bank.files)];
  if (profile !== "production") return [];
  return bank.isConnectorSet
    ? ["BANK_CONNECTOR is sandbox, which moves no real money; set it to files"]
    : ["BANK_CONNECTOR is missing; set it to files, and configure the bank's other BANK_ settings"];
}

function identityProblems(identity: BankIdentity): readonly string[] {
  const needed = {
    BANK_NAME: identity.bankName,
    BANK_ADDRESS: identity.bankAddress,
    BANK_ROUTING_NUMBER: identity.routingNumber,
    BANK_ACCOUNT_NUMBER: identity.accountNumber,
    BANK_COMPANY_NAME: identity.companyName,
    BANK_COMPANY_ID: identity.companyId,
    BANK_BENEFICIARY_NAME: identity.beneficiaryName,
    BANK_BENEFICIARY_ADDRESS: identity.beneficiaryAddress,
    BANK_VIRTUAL_ACCOUNT_PREFIX: identity.virtualAccountPrefix,
  };
  return Object.entries(needed)
    .filter(([, value]) => value === "")
    .map(([name]) => `${name} is missing; BANK_CONNECTOR=files needs it`);
}

function filesProblems({ server, isKeySet, isFolderSet }: BankFilesSettings): readonly string[] {
  if (server === undefined) {
    return isKeySet ? ["BANK_SFTP_URL is missing; the SFTP keys have no effect without it"] : [];
  }
  const problems: string[] = [];
  if (isFolderSet) problems.push("BANK_FILES_DIR and BANK_SFTP_URL are both set; keep one of them");
  if (server.privateKey === "") {
    problems.push("BANK_SFTP_KEY is missing; set BANK_SFTP_KEY_FILE to the path of the private key");
  }
  if (server.hostKeySha256 === "") {
    problems.push(
      "BANK_SFTP_HOST_KEY_SHA256 is missing; get it from the bank, so that no other server can receive the files",
    );
  }
  return problems;
}

/** A path that begins with `/~/` is relative to the user's home directory, as in other SFTP clients. */
function parseSftpUrl(text: string): SftpUrl | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlain = url.password === "" && url.search === "" && url.hash === "" && url.username !== "";
  if (url.protocol !== "sftp:" || url.hostname === "" || !isPlain) return undefined;
  const [path, user] = [url.pathname, url.username].map(decoded);
  if (path === undefined || user === undefined) return undefined;
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? sshPort : Number(url.port),
    user,
    directory: path.startsWith("/~/") ? `./${path.slice(3)}` : path || ".",
  };
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
