import type { Instant } from "../kernel/instant.ts";

/** An email in plain text and in HTML. */
export interface Mail {
  /** The same when it is sent again, so that mail servers recognize duplicates. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly sentAt: Instant;
}

/** Sends emails: a port. */
export interface Mailer {
  /**
   * `rejected`: the server refuses this recipient or email permanently. Throws if the outcome is another one or not
   * known; then the email is sent again.
   */
  send(mail: Mail, signal: AbortSignal): Promise<"accepted" | "rejected">;
}

/** The context in which the content of an email is sealed. */
export function mailContext({ id }: Pick<Mail, "id">): string {
  return `mails/${id}`;
}
