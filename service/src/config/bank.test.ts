import { describe, expect, test } from "vitest";
import { bankInFiles } from "../../test/bank-settings.ts";
import { ConfigError, readConfig } from "../config.ts";
import { messageSettingsOf } from "./bank.ts";

const { BANK_FILES_DIR: _, ...identity } = bankInFiles;
const key = "-----BEGIN OPENSSH PRIVATE KEY-----\nbm90IGEga2V5\n-----END OPENSSH PRIVATE KEY-----";
const fingerprint = "x4sNJLc2W3qtUpgUQHOBsTpzJUS/ZnuPwYkjZ2uA2wE";
const sftp = {
  ...identity,
  BANK_SFTP_URL: "sftp://florin@files.bank.example/exchange",
  BANK_SFTP_KEY: key,
  BANK_SFTP_HOST_KEY_SHA256: `SHA256:${fingerprint}`,
};

function problemsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test("by default the bank is the sandbox, which replies within seconds", () => {
  expect(readConfig({}).bank).toMatchObject({
    connector: "sandbox",
    sandboxClock: "seconds",
    cutoffLeadMinutes: 30,
  });
  expect(readConfig({ SANDBOX_BANK_CLOCK: "calendar" }).bank.sandboxClock).toBe("calendar");
});

test("files are exchanged in the data folder unless another folder is configured", () => {
  expect(readConfig({ ...identity, DATA_DIR: "/srv/data" }).bank.files.folder).toBe("/srv/data/bank");
  expect(readConfig(bankInFiles).bank).toMatchObject({
    connector: "files",
    files: { folder: "/srv/florin/bank", server: undefined },
    identity: { routingNumber: "091000019", companyId: "1123456789", virtualAccountPrefix: "8800" },
  });
});

test("an SFTP server has a URL, a host key fingerprint and a private key, which may come from a file", () => {
  const { BANK_SFTP_KEY: _inline, ...rest } = sftp;
  const config = readConfig({ ...rest, BANK_SFTP_KEY_FILE: "/run/secrets/bank" }, () => `${key}\n`);
  expect(config.bank.files).toMatchObject({
    server: {
      host: "files.bank.example",
      port: 22,
      user: "florin",
      directory: "/exchange",
      privateKey: key,
      hostKeySha256: fingerprint,
    },
  });
});

test.each([
  ["sftp://u@h", { host: "h", port: 22, user: "u", directory: "." }],
  ["sftp://u@h/", { host: "h", port: 22, user: "u", directory: "/" }],
  ["sftp://a%40b@h:2222/x%20y/z", { host: "h", port: 2222, user: "a@b", directory: "/x y/z" }],
  ["sftp://u@[::1]:2222/x", { host: "::1", port: 2222, user: "u", directory: "/x" }],
  ["sftp://u@h/~/x", { host: "h", port: 22, user: "u", directory: "./x" }],
])("%s is parsed", (url, server) => {
  expect(readConfig({ ...sftp, BANK_SFTP_URL: url }).bank.files.server).toMatchObject(server);
});

test("messages are plain ISO 20022 unless the bank expects the profiles of networks", () => {
  const { bank } = readConfig(bankInFiles);
  expect(bank.messages).toMatchObject({ profiles: ["generic"], envelope: "none" });
  const config = readConfig({
    ...bankInFiles,
    BANK_ISO_PROFILE: "rtp, fedwire",
    BANK_FEDWIRE_SOURCE: "FLRNTST1",
    BANK_ISO_ENVELOPE: "network",
  });
  expect(messageSettingsOf(config, "mainnet")).toEqual({
    profiles: ["fedwire", "rtp"],
    sender: { routingNumber: "091000019", fedwireSource: "FLRNTST1", rtpParticipant: "091000019T1" },
    envelope: "network",
    swift: undefined,
  });
  expect(messageSettingsOf(config, "testnet").sender.routingNumber).toBe("129900007");
});

test("the envelope of SWIFT has the BICs of sender and receiver", () => {
  const config = readConfig({
    ...bankInFiles,
    BANK_ISO_ENVELOPE: "swift",
    BANK_SWIFT_SENDER: "EXMPUS33",
    BANK_SWIFT_RECEIVER: "LRKSUS44XXX",
  });
  expect(messageSettingsOf(config, "mainnet").swift).toEqual({ sender: "EXMPUS33", receiver: "LRKSUS44XXX" });
});

describe("refused", () => {
  test.each([
    "https://u@h/x",
    "sftp://h/x",
    "sftp://u:secret@h/x",
    "sftp://u@h/x?y",
    "sftp://u@h/x#y",
    "sftp://u@h:70000/x",
    "sftp://u%@h/x",
    "sftp://u@h/%",
    "files.bank.example",
  ])("BANK_SFTP_URL=%s", (url) => {
    const problems = problemsOf({ ...sftp, BANK_SFTP_URL: url });
    expect(problems).toEqual([expect.stringMatching(/^BANK_SFTP_URL must look like/)]);
    expect(problems.join()).not.toContain("secret");
  });

  test.each([
    ["BANK_CONNECTOR", "plaid"],
    ["BANK_ROUTING_NUMBER", "091000018"],
    ["BANK_ROUTING_NUMBER", "000000000"],
    ["BANK_ACCOUNT_NUMBER", "12-34"],
    ["BANK_COMPANY_NAME", "A name that is too long for an ACH file"],
    ["BANK_COMPANY_ID", "123"],
    ["BANK_NAME", "Bank\nof lines"],
    ["BANK_VIRTUAL_ACCOUNT_PREFIX", "12345678"],
    ["BANK_CUTOFF_LEAD_MINUTES", "721"],
    ["BANK_CUTOFF_LEAD_MINUTES", "-1"],
    ["BANK_SFTP_KEY", "AAAA"],
    ["BANK_SFTP_KEY", "-----BEGIN ENCRYPTED PRIVATE KEY-----"],
    ["BANK_SFTP_HOST_KEY_SHA256", "MD5:00:11"],
    ["SANDBOX_BANK_CLOCK", "slow"],
    ["BANK_ADDRESS", "Springfield"],
    ["BANK_BENEFICIARY_ADDRESS", "1 Rue de la Paix, Paris 75001"],
    ["BANK_ISO_PROFILE", "swift"],
    ["BANK_ISO_PROFILE", "generic,rtp"],
    ["BANK_FEDWIRE_SOURCE", "short"],
    ["BANK_RTP_PARTICIPANT", "091000019"],
    ["BANK_ISO_ENVELOPE", "paper"],
    ["BANK_SWIFT_SENDER", "EXMP"],
    ["BANK_SWIFT_RECEIVER", "exmpus33"],
  ])("%s=%j", (name, value) => {
    expect(problemsOf({ ...sftp, [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name} must`)),
    ]);
  });

  test.each(Object.keys(identity).filter((name) => name !== "BANK_CONNECTOR"))("files without %s", (name) => {
    const { [name]: _left, ...rest } = bankInFiles as Record<string, string>;
    expect(problemsOf(rest)).toEqual([`${name} is missing; BANK_CONNECTOR=files needs it`]);
  });

  test.each([
    [{ BANK_ISO_PROFILE: "fedwire" }, "BANK_FEDWIRE_SOURCE is missing; BANK_ISO_PROFILE=fedwire needs it"],
    [{ BANK_ISO_ENVELOPE: "network" }, "BANK_ISO_ENVELOPE is network, but BANK_ISO_PROFILE names no network"],
    [
      { BANK_ISO_ENVELOPE: "swift", BANK_SWIFT_SENDER: "EXMPUS33" },
      "BANK_ISO_ENVELOPE=swift needs BANK_SWIFT_SENDER and BANK_SWIFT_RECEIVER",
    ],
  ])("%j alone", (settings, problem) => {
    expect(problemsOf({ ...bankInFiles, ...settings })).toEqual([problem]);
  });

  test("an SFTP server without both keys, keys without a server, and a folder next to a server", () => {
    const { BANK_SFTP_URL: url, BANK_SFTP_KEY: ours, BANK_SFTP_HOST_KEY_SHA256: theirs } = sftp;
    expect(problemsOf({ ...identity, BANK_SFTP_URL: url, BANK_SFTP_KEY: ours })).toEqual([
      expect.stringContaining("BANK_SFTP_HOST_KEY_SHA256 is missing"),
    ]);
    expect(problemsOf({ ...identity, BANK_SFTP_URL: url, BANK_SFTP_HOST_KEY_SHA256: theirs })).toEqual([
      expect.stringContaining("BANK_SFTP_KEY is missing"),
    ]);
    expect(problemsOf({ ...identity, BANK_SFTP_KEY: ours })).toEqual([
      expect.stringContaining("BANK_SFTP_URL is missing"),
    ]);
    expect(problemsOf({ ...sftp, BANK_FILES_DIR: "/x" })).toEqual([
      expect.stringContaining("BANK_FILES_DIR and BANK_SFTP_URL are both set"),
    ]);
  });
});
