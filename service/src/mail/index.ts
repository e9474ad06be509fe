export { createMailQueue, type MailQueue, type NewMail, sendMailKind } from "./queue-mails.ts";
export { sendMailJob } from "./send-mail.ts";
export { mailList, mailStates, type StoredMail } from "./store.ts";
export { sweepMails } from "./sweep-mails.ts";
export { type MailContent, renderMail } from "./template.ts";
