import { Page } from "../../kit/page.tsx";
import { AuthenticatorSection } from "./authenticator-section.tsx";
import { PasskeysSection } from "./passkeys-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { RecoverySection } from "./recovery-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

/** How one signs in, and where one is signed in. */
export function SecurityPage() {
  return (
    <Page
      title="Security"
      description="How you sign in, and where you are signed in. What is sensitive asks for your second factor first."
    >
      <PasskeysSection />
      <AuthenticatorSection />
      <RecoverySection />
      <PasswordSection />
      <SessionsSection />
    </Page>
  );
}
