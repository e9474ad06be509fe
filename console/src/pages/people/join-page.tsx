import { Page } from "../../kit/page.tsx";

export function JoinPage() {
  return <Page title="Join">The way in is not open yet.</Page>;
}
