export {
  createRequireConfirmation,
  type SummarizeRequest,
} from "./confirmations/require-confirmation.ts";
export type { ConfirmationId } from "./confirmations/store.ts";
export type { DirectoryGrant, RoleMap } from "./directory/role-map.ts";
export { removeTotp } from "./factors/remove-totp.ts";
export { renewRecoveryCodes } from "./factors/renew-recovery-codes.ts";
export { beginTotp, confirmTotp } from "./factors/set-up-totp.ts";
export { acceptAsKnown } from "./invitations/accept-as-known.ts";
export { acceptInvitation } from "./invitations/accept-invitation.ts";
export type { Grant, Invitation, InvitationId } from "./invitations/invitation.ts";
export { invite } from "./invitations/invite.ts";
export { inviteFirstOperator } from "./invitations/invite-first-operator.ts";
export { issueLink } from "./invitations/issue-link.ts";
export { consoleAddress, joinLink } from "./invitations/join-link.ts";
export { listInvitations } from "./invitations/list-invitations.ts";
export { lookAtInvitation } from "./invitations/look-at-invitation.ts";
export { revokeInvitation } from "./invitations/revoke-invitation.ts";
export { selectOpenInvitation as findOpenInvitation } from "./invitations/store.ts";
export { changeMailPreferences } from "./mail/change-mail-preferences.ts";
export { isLinkDue, mailLinkJob } from "./mail/mail-link.ts";
export {
  type MailRecipient,
  selectEmails as findUserEmails,
  selectMailPreferences as findMailPreferences,
  selectMembersToMail as findMembersToMail,
  selectOperatorsToMail as findOperatorsToMail,
  selectUsersToMail as findUsersToMail,
} from "./mail/recipient-store.ts";
export { type RequestedLink, type RequestLinkDeps, requestLink } from "./mail/request-link.ts";
export { changeMemberRole, removeMember } from "./members/change-member.ts";
export { listMembers } from "./members/list-members.ts";
export { type MemberSummary, type Membership, selectMembership as findMembership } from "./members/store.ts";
export { listNotices } from "./notices/list-notices.ts";
export { mailNoticeJob } from "./notices/mail-notices.ts";
export { createNoticeSink } from "./notices/notice-sink.ts";
export { readNotices } from "./notices/read-notices.ts";
export { selectNoticesReadAt as findNoticesReadAt } from "./notices/store.ts";
export { changeOperatorRole, disableUser, enableUser } from "./operators/change-operator.ts";
export { confirmIndividual, findConfirmationRefusals } from "./operators/confirm-individual.ts";
export { createBreakGlass, removeBreakGlass } from "./operators/set-break-glass.ts";
export { removePasskey, renamePasskey } from "./passkeys/change-passkeys.ts";
export { offerConfirmation, offerRegistration, offerSignIn } from "./passkeys/offer-passkey.ts";
export type { PasskeyDeps } from "./passkeys/passkey-deps.ts";
export { registerPasskey } from "./passkeys/register-passkey.ts";
export { relyingPartyOf } from "./passkeys/relying-party.ts";
export { type Passkey, type PasskeyId, selectPasskeysOf as listPasskeys } from "./passkeys/store.ts";
export { confirmWithPasskey, signInWithPasskey } from "./passkeys/use-passkey.ts";
export { changePassword } from "./passwords/change-password.ts";
export { createPasswordHasher, type PasswordHasher } from "./passwords/password-hasher.ts";
export { maxPasswordLength, minPasswordLength } from "./passwords/password-policy.ts";
export type { OperatorPermission, WorkspacePermission } from "./roles/permission.ts";
export {
  type MemberRole,
  memberRoles,
  movingScopes,
  operatorRights,
  operatorRoles,
} from "./roles/role.ts";
export { installScim } from "./scim/install-scim.ts";
export { selectTokens as listScimTokens } from "./scim/store.ts";
export { createScimToken, revokeScimToken } from "./scim/tokens.ts";
export { rightsIn } from "./sessions/decide-visit.ts";
export { endAllSessions, endOneSession } from "./sessions/end-sessions.ts";
export { createIdentifySessionUser } from "./sessions/identify-session-user.ts";
export { listSessions } from "./sessions/list-sessions.ts";
export type { LocalSignIn } from "./sessions/local-sign-in.ts";
export { type SessionId, secondFactorFreshMs } from "./sessions/session.ts";
export { createSessionCookie, createVisitCookie, type SessionCookie } from "./sessions/session-cookie.ts";
export { confirmWithCode, enterWithCode } from "./sessions/show-code.ts";
export { type Entered, type SignInAttempt, signIn } from "./sessions/sign-in.ts";
export { endSessionsOfAll, selectSession as findSession } from "./sessions/store.ts";
export { listMemberships, showMyself } from "./show-myself.ts";
export { beginVisit as beginSsoSignIn, type SsoDeps } from "./sso/begin-visit.ts";
export { beginConfirmation as beginSsoConfirmation, confirmWithSso } from "./sso/confirm-with-sso.ts";
export { endSsoSessions } from "./sso/end-sso-sessions.ts";
export { beginLink as beginSsoLink, linkIdentity } from "./sso/link-identity.ts";
export { signInWithSso } from "./sso/sign-in-with-sso.ts";
export { attestsMfa } from "./sso/sso-policy.ts";
export {
  hasUsers,
  selectActiveOperators as findActiveOperators,
  selectByEmail as findNamedUser,
  selectCredentials as findUserByEmail,
  selectNames as findUserNames,
  selectUser as findUser,
  type UserSummary,
  userList,
} from "./store.ts";
export { sweepUsers } from "./sweep-users.ts";
export type { User } from "./user.ts";
export { presentUser, UserSchema } from "./user-response.ts";
