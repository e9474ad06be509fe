import {
  type BankFile,
  type BankIdentity,
  type BankReason,
  type Instant,
  type Network,
  writeNacha,
} from "@florin/service/sandbox-ports";
import { fileNameOf, messageIdOf, type Numbers } from "./numbers.ts";
import {
  type MessageHead,
  notificationOf,
  paymentReturnsOf,
  refusalOf,
  statusReportOf,
} from "./reply-messages.ts";
import { returnFileOf } from "./return-file.ts";
import type { DoneItem } from "./settle-items.ts";
import { type ReplyMessage, writeReply } from "./write-reply.ts";

/** Shared inputs of all replies. */
export interface ReplyContext {
  readonly network: Network;
  readonly identity: BankIdentity;
  readonly numbers: Numbers;
  readonly at: Instant;
}

export interface NumberedFile extends BankFile {
  readonly number: bigint;
}

/** Replies for all processed items, in as few files as possible: at most one of each type. */
export function replyFiles(context: ReplyContext, done: readonly DoneItem[]): readonly NumberedFile[] {
  const { identity, at, numbers } = context;
  const returnFile = returnFileOf(identity, at, done, numbers);
  return [
    ...messageFile(context, "camt054.xml", (head) => notificationOf(head, identity, done)),
    ...messageFile(context, "pacs002.xml", (head) => statusReportOf(head, done)),
    ...messageFile(context, "pacs004.xml", (head) => paymentReturnsOf(head, done)),
    ...(returnFile === undefined ? [] : [numbered(context, "returns.ach", writeNacha(returnFile))]),
  ];
}

/** The reply to a rejected file. */
export function refusalFile(
  context: ReplyContext,
  fileName: string,
  reason: BankReason,
): readonly NumberedFile[] {
  return messageFile(context, "pacs002.xml", (head) => refusalOf(head, fileName, reason));
}

/** Message id and file name contain the same number. An empty message is not written. */
export function messageFile(
  { network, numbers, at }: ReplyContext,
  ending: string,
  messageOf: (head: MessageHead) => ReplyMessage | undefined,
): readonly NumberedFile[] {
  const number = numbers.take();
  const message = messageOf({ messageId: messageIdOf(network, number), at });
  if (message === undefined) return [];
  return [{ number, name: fileNameOf(network, number, ending), bytes: writeReply(message) }];
}

function numbered({ network, numbers }: ReplyContext, ending: string, bytes: Buffer): NumberedFile {
  const number = numbers.take();
  return { number, name: fileNameOf(network, number, ending), bytes };
}
