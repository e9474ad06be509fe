import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import Type, { type Static } from "typebox";
import { present } from "../../http/present.ts";
import { DateTimeSchema, IdSchema, inWords, named, strictObject } from "../../http/schemas.ts";
import type { Passkey } from "../../users/index.ts";
import { nullableDateTime } from "./schemas.ts";

/* Messages between the browser's `navigator.credentials` and the service, in the JSON format of WebAuthn §5.1.8. */

const maxCredentialId = 1_400;
const maxBinary = 16_384;

const binary = (maxLength = maxBinary) =>
  Type.String({ pattern: "^[A-Za-z0-9_-]+$", maxLength, ...inWords("base64url") });

/** `usb`, `internal` and so on; browsers may add new ones. */
const TransportSchema = Type.String({ pattern: "^[a-z-]{1,20}$", ...inWords("a kind of transport") });

const credentialFields = {
  id: binary(maxCredentialId),
  rawId: binary(maxCredentialId),
  type: Type.Literal("public-key"),
  authenticatorAttachment: Type.Optional(Type.Enum(["platform", "cross-platform"])),
  // Extensions are neither requested nor read.
  clientExtensionResults: Type.Object({}, { maxProperties: 20 }),
};

/** Device response after creating a credential. */
export const RegistrationSchema = strictObject({
  ...credentialFields,
  response: strictObject({
    clientDataJSON: binary(),
    attestationObject: binary(),
    authenticatorData: Type.Optional(binary()),
    transports: Type.Optional(Type.Array(TransportSchema, { maxItems: 10 })),
    publicKeyAlgorithm: Type.Optional(Type.Integer()),
    publicKey: Type.Optional(binary()),
  }),
});

/** Device response after using a credential. */
export const AuthenticationSchema = strictObject({
  ...credentialFields,
  response: strictObject({
    clientDataJSON: binary(),
    authenticatorData: binary(),
    signature: binary(),
    userHandle: Type.Optional(binary()),
  }),
});

const DescriptorSchema = Type.Object({
  id: Type.String(),
  type: Type.Literal("public-key"),
  transports: Type.Optional(Type.Array(Type.String())),
});

const CreationOptionsSchema = Type.Object({
  rp: Type.Object({ name: Type.String(), id: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  challenge: Type.String(),
  pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: Type.Literal("public-key") })),
  timeout: Type.Integer(),
  excludeCredentials: Type.Array(DescriptorSchema),
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal("required"),
    requireResidentKey: Type.Literal(true),
    userVerification: Type.Literal("required"),
  }),
  attestation: Type.Literal("none"),
});

const RequestOptionsSchema = Type.Object({
  challenge: Type.String(),
  timeout: Type.Integer(),
  rpId: Type.String(),
  allowCredentials: Type.Array(DescriptorSchema),
  userVerification: Type.Literal("required"),
});

export const CreationChallengeSchema = named(
  "ConsolePasskeyCreation",
  Type.Object({ challenge_id: IdSchema, options: CreationOptionsSchema }),
);

export const RequestChallengeSchema = named(
  "ConsolePasskeyRequest",
  Type.Object({ challenge_id: IdSchema, options: RequestOptionsSchema }),
);

export const PasskeySchema = named(
  "ConsolePasskey",
  Type.Object({
    passkey_id: IdSchema,
    name: Type.String(),
    created_at: DateTimeSchema,
    last_used_at: nullableDateTime("Null if never used."),
  }),
);

export const presentPasskey = (passkey: Passkey) =>
  present(PasskeySchema, { ...passkey, passkeyId: passkey.id });

/** Only what we request: the library adds fields that we don't use. */
export function presentCreation(options: PublicKeyCredentialCreationOptionsJSON): object {
  const { rp, user, challenge, pubKeyCredParams, timeout, excludeCredentials, authenticatorSelection } =
    options;
  return {
    rp,
    user,
    challenge,
    pubKeyCredParams,
    timeout,
    excludeCredentials,
    authenticatorSelection,
    attestation: options.attestation,
  };
}

export function presentRequest(options: PublicKeyCredentialRequestOptionsJSON): object {
  const { challenge, timeout, rpId, allowCredentials = [], userVerification } = options;
  return { challenge, timeout, rpId, allowCredentials, userVerification };
}

/** The schema validated each field; the library's types require extensions, of which there are none. */
export function toRegistration(response: Static<typeof RegistrationSchema>): RegistrationResponseJSON {
  return { ...response, clientExtensionResults: {} } as RegistrationResponseJSON;
}

export function toAuthentication(response: Static<typeof AuthenticationSchema>): AuthenticationResponseJSON {
  return { ...response, clientExtensionResults: {} } as AuthenticationResponseJSON;
}
