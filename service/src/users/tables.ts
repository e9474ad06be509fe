import {
  bigint,
  boolean,
  bytea,
  integer,
  optional,
  sealed,
  text,
  textArray,
  timestamptz,
} from "../db/column.ts";
import { table } from "../db/table.ts";
import type { TenantId, UserId } from "../kernel/id.ts";
import type { ConfirmationId } from "./confirmations/store.ts";
import type { InvitationId } from "./invitations/invitation.ts";
import type { ChallengeId, PasskeyId } from "./passkeys/store.ts";
import type { MemberRole, OperatorRole } from "./roles/role.ts";
import type { ScimGroupId, ScimTokenId } from "./scim/store.ts";
import type { SessionId } from "./sessions/session.ts";
import { totpContext } from "./user.ts";

/** Requests of console users that need their second factor. Each belongs to one session of one user. */
export const consoleConfirmations = table({
  name: "console_confirmations",
  owner: "users",
  place: "coordinator",
  key: ["id"],
  columns: {
    id: text<ConfirmationId>(),
    sessionId: text<SessionId>(),
    userId: text<UserId>(),
    operation: text(),
    digest: bytea(),
    expiresAt: timestamptz(),
    confirmedAt: optional(timestamptz()),
    usedAt: optional(timestamptz()),
  },
});

/** Sessions of console users. */
export const consoleSessions = table({
  name: "console_sessions",
  owner: "users",
  place: "coordinator",
  key: ["id"],
  columns: {
    id: text<SessionId>(),
    userId: text<UserId>(),
    tokenDigest: bytea(),
    /** Factors shown so far: the password alone, or all that are required. */
    stage: text<"password" | "complete">(),
    secondFactorAt: optional(timestamptz()),
    userAgent: text(),
    clientAddress: text(),
    createdAt: timestamptz(),
    seenAt: timestamptz(),
    expiresAt: timestamptz(),
    endedAt: optional(timestamptz()),
    /** It began at the identity provider. */
    isSso: boolean(),
    /** The session there. */
    ssoSessionId: optional(text()),
  },
});

/** Single-use links that grant access or reset a password. */
export const invitations = table({
  name: "invitations",
  owner: "users",
  place: "coordinator",
  key: ["id"],
  audited: ["invitation", "user", "member"],
  columns: {
    id: text<InvitationId>(),
    tokenDigest: bytea(),
    purpose: text<"reset" | "join">(),
    email: optional(text()),
    operatorRole: optional(text<OperatorRole>()),
    tenantId: optional(text<TenantId>()),
    memberRole: optional(text<MemberRole>()),
    userId: optional(text<UserId>()),
    /** A reset also removes the second factors, which were lost. */
    forgetsFactors: boolean(),
    /** Absent if created by the service or on the command line. */
    invitedBy: optional(text<UserId>()),
    createdAt: timestamptz(),
    expiresAt: timestamptz(),
    usedAt: optional(timestamptz()),
    revokedAt: optional(timestamptz()),
  },
});

/** Browsers that console users have signed in from. */
export const knownDevices = table({
  name: "known_devices",
  owner: "users",
  place: "coordinator",
  key: ["userId", "digest"],
  columns: {
    userId: text<UserId>(),
    digest: bytea(),
    seenAt: timestamptz(),
  },
});

/** Memberships of users in managing accounts. */
export const members = table({
  name: "members",
  owner: "users",
  place: "coordinator",
  key: ["tenantId", "userId"],
  audited: ["member"],
  columns: {
    tenantId: text<TenantId>(),
    userId: text<UserId>(),
    role: text<MemberRole>(),
    createdAt: timestamptz(),
  },
});

/** WebAuthn challenges for a device to sign. */
export const passkeyChallenges = table({
  name: "passkey_challenges",
  owner: "users",
  place: "coordinator",
  key: ["id"],
  columns: {
    id: text<ChallengeId>(),
    challenge: text(),
    purpose: text<"register" | "sign_in" | "confirm">(),
    /** Absent at sign-in, when the user is not known yet. */
    userId: optional(text<UserId>()),
    expiresAt: timestamptz(),
    /** The only request that it confirms, if it was derived from one. */
    confirmationId: optional(text<ConfirmationId>()),
  },
});

/** Passkeys of console users: credentials on their devices. */
export const passkeys = table({
  name: "passkeys",
  owner: "users",
  place: "coordinator",
  key: ["id"],
  audited: ["passkey", "user"],
  columns: {
    id: text<PasskeyId>(),
    userId: text<UserId>(),
    credentialId: text(),
    name: text(),
    publicKey: bytea(),
    /** The device's signature counter. */
    counter: bigint(),
    transports: textArray(),
    createdAt: timestamptz(),
    lastUsedAt: optional(timestamptz()),
  },
});

/** Digests of recovery codes, which replace a second factor. */
export const recoveryCodes = table({
  name: "recovery_codes",
  owner: "users",
  place: "coordinator",
  key: ["userId", "digest"],
  audited: ["user", "passkey"],
  columns: {
    userId: text<UserId>(),
    digest: bytea(),
    usedAt: optional(timestamptz()),
  },
});

/** Users in groups that the directory provisioned. */
export const scimGroupMembers = table({
  name: "scim_group_members",
  owner: "users",
  place: "coordinator",
  key: ["groupId", "userId"],
  audited: ["scim_group", "user"],
  columns: {
    groupId: text<ScimGroupId>(),
    userId: text<UserId>(),
  },
});

/** Groups that the directory provisioned. */
export const scimGroups = table({
  name: "scim_groups",
  owner: "users",
  place: "coordinator",
  key: ["id"],
  audited: ["scim_group"],
  columns: {
    id: text<ScimGroupId>(),
    displayName: text(),
    externalId: optional(text()),
    createdAt: timestamptz(),
    updatedAt: timestamptz(),
  },
});

/** Bearer tokens of the directory. */
export const scimTokens = table({
  name: "scim_tokens",
  owner: "users",
  place: "coordinator",
  key: ["id"],
  audited: ["scim_token"],
  columns: {
    id: text<ScimTokenId>(),
    name: text(),
    tokenDigest: bytea(),
    createdAt: timestamptz(),
    expiresAt: timestamptz(),
    lastUsedAt: optional(timestamptz()),
    revokedAt: optional(timestamptz()),
  },
});

/** Console users that the directory provisioned. */
export const scimUsers = table({
  name: "scim_users",
  owner: "users",
  place: "coordinator",
  key: ["userId"],
  audited: ["user"],
  columns: {
    userId: text<UserId>(),
    userName: text(),
    externalId: optional(text()),
    givenName: optional(text()),
    familyName: optional(text()),
    createdAt: timestamptz(),
    updatedAt: timestamptz(),
  },
});

/** Visits to the identity provider that have not returned yet. */
export const ssoAttempts = table({
  name: "sso_attempts",
  owner: "users",
  place: "coordinator",
  key: ["tokenDigest"],
  columns: {
    tokenDigest: bytea(),
    purpose: text<"sign_in" | "confirm" | "link">(),
    returnTo: optional(text()),
    userId: optional(text<UserId>()),
    sessionId: optional(text<SessionId>()),
    confirmationId: optional(text<ConfirmationId>()),
    createdAt: timestamptz(),
    expiresAt: timestamptz(),
  },
});

/** Subjects at the identity provider that are console users. */
export const userIdentities = table({
  name: "user_identities",
  owner: "users",
  place: "coordinator",
  key: ["issuer", "subject"],
  audited: ["user"],
  columns: {
    issuer: text(),
    subject: text(),
    userId: text<UserId>(),
    createdAt: timestamptz(),
  },
});

/** Console users. */
export const users = table({
  name: "users",
  owner: "users",
  place: "coordinator",
  key: ["id"],
  audited: ["user"],
  columns: {
    id: text<UserId>(),
    email: text(),
    name: text(),
    /** Absent for a user who is not an operator, only a member of tenants. */
    operatorRole: optional(text<OperatorRole>()),
    passwordHash: optional(text()),
    passwordAt: optional(timestamptz()),
    totpSecret: optional(sealed(totpContext)),
    totpSince: optional(timestamptz()),
    /** A secret that no code has confirmed yet. */
    totpPending: optional(sealed(totpContext)),
    totpLastStep: optional(bigint()),
    /** Consecutive wrong codes since the last correct one. */
    wrongCodes: integer(),
    wrongCodeAt: optional(timestamptz()),
    createdAt: timestamptz(),
    updatedAt: timestamptz(),
    disabledAt: optional(timestamptz()),
    noticesReadAt: optional(timestamptz()),
    /** What manages the user: Florin, or the company's directory by single sign-on or by SCIM. */
    source: text<"local" | "sso" | "scim">(),
    /** A local admin who may sign in when the identity provider is down. */
    isBreakGlass: boolean(),
    mailsApprovals: boolean(),
    mailsAlerts: boolean(),
    /** The directory disabled the user, and may enable them again. */
    isDisabledByDirectory: boolean(),
  },
});
