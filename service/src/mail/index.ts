export { createMailQueue, type MailQueue, type NewMail, sendMailKind } from "./queue-mails.ts";
export { rewrapMails } from "./rewrap-mails.ts";
export { sendMailJob } from "./send-mail.ts";
export {
  mailStates,
  type StoredMail,
  selectMails as findMails,
} from "./store.ts";
export { sweepMails } from "./sweep-mails.ts";
export { type MailContent, renderMail } from "./template.ts";
