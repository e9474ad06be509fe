import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pkcs11Settings } from "../src/keys/adapters/pkcs11/token.ts";

/** Debian's packages softhsm2 and opensc. */
const modulePath = "/usr/lib/softhsm/libsofthsm2.so";

export const hasSoftHsm =
  existsSync(modulePath) &&
  ["softhsm2-util", "pkcs11-tool"].every((name) => spawnSync(name, ["--help"]).error === undefined);

export const softHsmNote = hasSoftHsm ? "" : ", which is not installed here (softhsm2, opensc)";

const tokenLabel = "florin";
const pin = "1234";

/** A SoftHSM token for this process: the library reads its configuration once, so that all tests share it. */
export function openSoftHsm(): Pkcs11Settings {
  const settings = { modulePath, tokenLabel, pin };
  if (process.env["SOFTHSM2_CONF"] !== undefined) return settings;
  const folder = mkdtempSync(join(tmpdir(), "florin-hsm-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "tokens"));
  const path = join(folder, "softhsm2.conf");
  writeFileSync(
    path,
    `directories.tokendir = ${join(folder, "tokens")}\nobjectstore.backend = file\nlog.level = ERROR\n`,
  );
  process.env["SOFTHSM2_CONF"] = path;
  execFileSync("softhsm2-util", [
    "--init-token",
    "--free",
    "--label",
    tokenLabel,
    "--so-pin",
    "5678",
    "--pin",
    pin,
  ]);
  return settings;
}

const keyTypes = { aes: "AES:32", secp256k1: "EC:secp256k1", ed25519: "EC:edwards25519" } as const;
let keys = 0;

/** Creates a key in the token and returns its label. */
export function createHsmKey(type: keyof typeof keyTypes): string {
  keys += 1;
  const label = `${type}-${process.pid}-${keys}`;
  const verb = type === "aes" ? "--keygen" : "--keypairgen";
  const token = ["--module", modulePath, "--token-label", tokenLabel, "--login", "--pin", pin];
  execFileSync("pkcs11-tool", [...token, verb, "--key-type", keyTypes[type], "--label", label], {
    stdio: "ignore",
  });
  return label;
}
