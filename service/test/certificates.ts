import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIPv4 } from "node:net";

/** A certificate authority for tests. */
export interface TestAuthority {
  readonly certificate: string;
  issue(options: IssueOptions): IssuedCertificate;
}

interface IssueOptions {
  /** DNS names and IPv4 addresses. */
  readonly names: readonly string[];
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}

/** As accepted by `createServer` of node:https. */
export interface IssuedCertificate {
  readonly key: string;
  readonly cert: string;
}

/** X.509 version 3 (RFC 5280) with ECDSA on P-256, encoded here because Node cannot create certificates. */
export function createTestAuthority(commonName = "Test authority"): TestAuthority {
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const issuer = { name: distinguishedName(commonName), key: pair.privateKey };
  const extensions = [
    extension("551d13", sequence(der(0x01, Buffer.from([0xff]))), { isCritical: true }),
    extension("551d0f", der(0x03, Buffer.from([0x01, 0x06])), { isCritical: true }),
  ];
  const certificate = signedCertificate({ issuer, subject: issuer.name, key: pair.publicKey, extensions });
  const issue = ({ names, ...validity }: IssueOptions): IssuedCertificate => {
    const own = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const subject = distinguishedName(names[0] ?? "");
    const alternatives = [extension("551d11", sequence(...names.map(alternativeName)))];
    const cert = { issuer, subject, key: own.publicKey, extensions: alternatives, ...validity };
    return {
      key: own.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      cert: signedCertificate(cert),
    };
  };
  return { certificate, issue };
}

const longAgo = new Date("2020-01-01T00:00:00Z");
const farAway = new Date("2049-12-31T00:00:00Z");
const ecdsaWithSha256 = sequence(der(0x06, Buffer.from("2a8648ce3d040302", "hex")));

function signedCertificate(options: {
  readonly issuer: { readonly name: Buffer; readonly key: KeyObject };
  readonly subject: Buffer;
  readonly key: KeyObject;
  readonly extensions: readonly Buffer[];
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}): string {
  const { issuer, subject, key, extensions, notBefore = longAgo, notAfter = farAway } = options;
  const statement = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([0x01]), randomBytes(8)])),
    ecdsaWithSha256,
    issuer.name,
    sequence(utcTime(notBefore), utcTime(notAfter)),
    subject,
    key.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign("sha256", statement, issuer.key)]);
  const bytes = sequence(statement, ecdsaWithSha256, der(0x03, signature));
  const lines = bytes.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

function distinguishedName(commonName: string): Buffer {
  const attribute = sequence(der(0x06, Buffer.from("550403", "hex")), der(0x0c, Buffer.from(commonName)));
  return sequence(der(0x31, attribute));
}

function alternativeName(name: string): Buffer {
  return isIPv4(name) ? der(0x87, Buffer.from(name.split(".").map(Number))) : der(0x82, Buffer.from(name));
}

function extension(id: string, value: Buffer, { isCritical = false } = {}): Buffer {
  const critical = isCritical ? [der(0x01, Buffer.from([0xff]))] : [];
  return sequence(der(0x06, Buffer.from(id, "hex")), ...critical, der(0x04, value));
}

function utcTime(date: Date): Buffer {
  return der(0x17, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, "").slice(2, 14)}Z`));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
