import type { SigningCurve, SigningKey } from "../../kernel/signing-key.ts";
import type { KeyWrapper } from "../key-wrapper.ts";
import type { WrapperOf } from "../master-key.ts";
import { type AwsKms, type AwsKmsSettings, createAwsKms } from "./aws-kms.ts";
import { createGoogleKms, type GoogleKmsSettings } from "./google-kms.ts";
import { createPkcs11Keys, type Pkcs11Keys } from "./pkcs11/pkcs11-keys.ts";
import type { Pkcs11Settings } from "./pkcs11/token.ts";
import { createVaultTransit, type VaultSettings } from "./vault-transit.ts";

export interface KeyProviderSettings {
  readonly awsKms: AwsKmsSettings;
  readonly googleKms: GoogleKmsSettings;
  readonly vault: VaultSettings;
  readonly pkcs11: Pkcs11Settings;
}

/** A key that signs at its provider. */
export interface SigningKeyName {
  readonly provider: "aws-kms" | "pkcs11";
  readonly keyName: string;
}

/** The key providers of the deployment. None is contacted before its first use. */
export interface KeyProviders {
  readonly wrapperOf: WrapperOf;
  signingKey(name: SigningKeyName, curve: SigningCurve): SigningKey;
  close(): Promise<void>;
}

export function createKeyProviders(settings: KeyProviderSettings): KeyProviders {
  const awsKms: AwsKms = createAwsKms(settings.awsKms);
  const pkcs11: Pkcs11Keys = createPkcs11Keys(settings.pkcs11);
  const wrappers: Readonly<Record<Parameters<WrapperOf>[0], KeyWrapper>> = {
    "aws-kms": awsKms,
    "google-kms": createGoogleKms(settings.googleKms),
    vault: createVaultTransit(settings.vault),
    pkcs11,
  };
  const signers = { "aws-kms": awsKms, pkcs11 };
  return {
    wrapperOf: (provider) => wrappers[provider],
    signingKey: ({ provider, keyName }, curve) => signers[provider].signingKey(keyName, curve),
    close: pkcs11.close,
  };
}
