import { Page } from "../../kit/page.tsx";

export function SignInPage() {
  return <Page title="Sign in">The way in is not open yet.</Page>;
}
