import { Page } from "../../kit/page.tsx";
import { useMe } from "../../session/use-me.ts";
import { AuthenticatorSection } from "./authenticator-section.tsx";
import { MailSection } from "./mail-section.tsx";
import { PasskeysSection } from "./passkeys-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { RecoverySection } from "./recovery-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { SsoSection } from "./sso-section.tsx";

/** Sign-in methods and sessions of the user. */
export function SecurityPage() {
  const { user } = useMe();
  return (
    <Page
      title="Security"
      description="Your sign-in methods and active sessions. Sensitive changes require your second factor."
    >
      <PasskeysSection />
      <AuthenticatorSection />
      <RecoverySection />
      {user.source === "local" ? <PasswordSection /> : null}
      <SsoSection />
      <MailSection />
      <SessionsSection />
    </Page>
  );
}
