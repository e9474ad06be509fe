import { Page } from "../../kit/page.tsx";
import { AuthenticatorSection } from "./authenticator-section.tsx";
import { MailSection } from "./mail-section.tsx";
import { PasskeysSection } from "./passkeys-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { RecoverySection } from "./recovery-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

/** Sign-in methods and sessions of the user. */
export function SecurityPage() {
  return (
    <Page
      title="Security"
      description="Your sign-in methods and active sessions. Sensitive changes require your second factor."
    >
      <PasskeysSection />
      <AuthenticatorSection />
      <RecoverySection />
      <PasswordSection />
      <MailSection />
      <SessionsSection />
    </Page>
  );
}
