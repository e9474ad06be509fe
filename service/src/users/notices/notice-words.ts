import type { noticeActions } from "../../audit/index.ts";

/** What happened, for the subject of an email. */
export const noticeWords: Readonly<Record<(typeof noticeActions)[number], string>> = {
  "application.add_key": "An application got a new key",
  "application.create": "An application was created",
  "application.rotate_secret": "An application got a new secret",
  "approval.request": "An operation waits for approval",
  "approval_rule.create": "An approval rule was created",
  "approval_rule.remove": "An approval rule was removed",
  "invitation.create": "An invitation or password reset was requested",
  "invitation.issue_link": "A link of an invitation or password reset was created",
  "member.change_role": "A member's role was changed",
  "member.join": "A member joined",
  "member.remove": "A member was removed",
  "scim_token.create": "A SCIM token was created",
  "user.become_operator": "An operator joined",
  "user.break_glass_sign_in": "A break-glass account signed in",
  "user.change_role": "An operator's role was changed",
  "user.disable": "A user was disabled",
  "user.enable": "A user was enabled",
  "user.link_identity": "A user was linked to single sign-on",
  "user.reset_password": "A password was reset",
  "user.set_break_glass": "A break-glass account was created or removed",
};

/** A note of operators; its mentions are in the audit log, its text is not. */
export const noteAction = "work_item.add_note";
export const mentionWords = "You were mentioned in a note";

/** Changes of a user's own credentials, and sign-ins from new browsers: sent to that user. */
export const securityWords = {
  "user.sign_in": "Sign-in from a new browser",
  "user.change_password": "Your password was changed",
  "user.set_totp": "An authenticator app was added",
  "user.remove_totp": "Your authenticator app was removed",
  "user.renew_recovery_codes": "New recovery codes were created",
  "passkey.create": "A passkey was added",
  "passkey.remove": "A passkey was removed",
} as const;

export type SecurityAction = keyof typeof securityWords;
